"""A small neural network in whole numbers, for rules: the same to the last bit wherever they run.

Inputs are features that hold or do not (as chess engines' NNUE have them): a game lists the numbers
of those that hold, so the first layer only adds up their rows. Three layers: FIRST and SECOND
hidden units that let through what is above 0, and OUTPUTS, one a seat from the one that looks on.
Weights are data: a file beside the game's rules, which ``load`` reads and ``packed`` writes.
"""

from __future__ import annotations

import struct
import sys
from array import array
from pathlib import Path
from typing import Any

from matou.kit.hopes import chances
from matou.kit.layout import Floats, i2, i4, i8, layout
from matou.kit.linking import rule

FIRST, SECOND, OUTPUTS = 128, 32, 4
ACTIVE = 256  # features that hold at a time, at most
NUMBERS = 4095  # the highest number of a feature: says that an index is not negative
ROOF = 4095  # the most that a unit of the first layer says: so 32 bits hold the second's sums
UNIT = float(1 << 40)  # what 1.0 is in the outputs
MAGIC = b"matou network 1\n"
Tables = tuple[Any, Any, Any]


@layout
class Desk:
    """What a network works on."""

    active = i2(ACTIVE)  # the numbers of the features that hold
    first = i2(FIRST)
    second = i4(SECOND)
    outputs = i8(OUTPUTS)


@rule
def propagate(first: Any, second: Any, third: Any, desk: Any, n: int) -> None:
    """From the n features listed on the desk to its outputs.

    ``first`` has a row of weights for each feature, after one that always counts; ``second`` one
    for each unit of the first layer; ``third`` the second layer's thresholds, the outputs' own,
    and a row of weights for each output.
    """
    sums = desk.first
    for j in range(FIRST):
        sums[j] = first[j]
    for i in range(n):
        at = ((desk.active[i] & NUMBERS) + 1) * FIRST
        for j in range(FIRST):
            sums[j] += first[at + j]
    totals = desk.second
    for k in range(SECOND):
        totals[k] = third[k]
    for j in range(FIRST):
        here = min(sums[j], ROOF)
        if here > 0:
            at = j * SECOND
            for k in range(SECOND):
                totals[k] += second[at + k] * here
    for o in range(OUTPUTS):
        total = third[SECOND + o] * (1 << 20)
        at = SECOND + OUTPUTS + o * SECOND
        for k in range(SECOND):
            total += third[at + k] * max(totals[k], 0)
        desk.outputs[o] = total


@rule
def shares(desk: Any, seat: int, seats: int, out: Floats) -> None:
    """Each seat's chance, from outputs that count from the seat that looks."""
    other = seat
    for i in range(seats):
        out[other] = desk.outputs[i] / UNIT
        other = other + 1 if other + 1 < seats else 0
    chances(out, seats)


def load(path: Path) -> Tables:
    """The tables in a file of weights.

    Where it was left out they are empty, and a network that is asked all the same fails: a page's
    Python has none, for bots there think by WebAssembly, which has the weights in it.
    """
    if not path.exists():
        return array("b"), array("h"), array("i")
    data = path.read_bytes()
    if data[: len(MAGIC)] != MAGIC:
        raise ValueError(f"{path.name} is no network of ours")
    inputs, *sizes = struct.unpack_from("<4i", data, len(MAGIC))
    if sizes != [FIRST, SECOND, OUTPUTS]:
        raise ValueError(f"{path.name} has layers of {sizes}, not {[FIRST, SECOND, OUTPUTS]}")
    at = len(MAGIC) + 16
    tables = []
    for kind, n in zip("bhi", lengths(inputs), strict=True):
        table = array(kind)
        end = at + n * table.itemsize
        if end > len(data):
            raise ValueError(f"{path.name} is cut short")
        table.frombytes(data[at:end])
        at = end
        if sys.byteorder == "big":
            table.byteswap()
        tables.append(table)
    return tables[0], tables[1], tables[2]


def lengths(inputs: int) -> tuple[int, int, int]:
    """How many numbers each table has, for so many features."""
    return (inputs + 1) * FIRST, FIRST * SECOND, SECOND + OUTPUTS + OUTPUTS * SECOND


def packed(inputs: int, tables: Tables) -> bytes:
    """A file of weights."""
    text = MAGIC + struct.pack("<4i", inputs, FIRST, SECOND, OUTPUTS)
    for kind, table, n in zip("bhi", tables, lengths(inputs), strict=True):
        row = array(kind, [int(x) for x in table])
        assert len(row) == n
        if sys.byteorder == "big":
            row.byteswap()
        text += row.tobytes()
    return text
