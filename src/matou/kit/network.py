"""A small neural network in whole numbers, for rules: the same to the last bit wherever they run.

Inputs are features that hold or do not (as chess engines' NNUE have them): a game lists the numbers
of those that hold, so the first layer only adds up their rows. Three layers: FIRST hidden
units (or fewer) and SECOND that let through what is above 0, and OUTPUTS, one a seat from the one
that looks on. Weights are data: a file beside the game's rules, which ``load`` reads and ``packed``
writes.
"""

from __future__ import annotations

import struct
import sys
from array import array
from pathlib import Path
from typing import Any

from matou.kit.hopes import chances
from matou.kit.layout import Floats, i1, i2, i4, i8, layout
from matou.kit.linking import rule

FIRST, SECOND, OUTPUTS = 256, 32, 4
ACTIVE = 256  # features that hold at a time, at most
SPARE = 4  # room for what fills up a multiple of four
NUMBERS = 4095  # the highest number of a feature: says that an index is not negative
UNITS = FIRST - 1  # the highest number of a unit, likewise
ROOF = 4095  # the most that a unit of the first layer says: so 32 bits hold the second's sums
UNIT = float(1 << 40)  # what 1.0 is in the outputs
MAGIC = b"matou network 1\n"
KINDS = "bhi"  # of the tables' numbers, as ``array`` names them
Tables = tuple[Any, Any, Any]


@layout
class Desk:
    """What a network works on."""

    active = i2(ACTIVE + SPARE)  # the numbers of the features that hold
    first = i2(FIRST + SPARE)
    second = i4(SECOND)
    outputs = i8(OUTPUTS)
    # Of the position before: how many held, which, each by its number, and the first layer's sums.
    many = i4()
    before = i2(ACTIVE)
    held = i1(NUMBERS + 1)
    sums = i2(FIRST)


@rule
def add_up(first: Any, wide: int, desk: Any, n: int) -> None:
    """The first layer's sums: those of the position before, less and more what has changed.

    A search asks about positions that differ by little, one after the other.
    """
    held = desk.held
    sums = desk.sums
    come = desk.first  # the numbers of what holds and did not before
    coming = 0
    for i in range(n):
        number = desk.active[i] & NUMBERS
        if held[number] == 1:
            held[number] = 2
        else:
            come[coming] = number
            coming += 1
    gone = desk.before
    going = 0
    for i in range(desk.many):
        number = gone[i] & NUMBERS
        if held[number] == 1:
            gone[going] = number
            going += 1
        held[number] -= 1
    if desk.many == 0 or coming + going >= n:  # from the start: what was is of no use
        for i in range(n):
            come[i] = desk.active[i]
        for j in range(wide):
            sums[j] = first[j]
        coming = n
        going = 0
    i = 0
    while i + 2 <= min(coming, going):  # several at a time: sums are fetched and put back once
        a = ((come[i] & NUMBERS) + 1) * wide
        b = ((come[i + 1] & NUMBERS) + 1) * wide
        c = ((gone[i] & NUMBERS) + 1) * wide
        d = ((gone[i + 1] & NUMBERS) + 1) * wide
        for j in range(wide):
            sums[j] += first[a + j] + first[b + j] - first[c + j] - first[d + j]
        i += 2
    k = i
    while i + 4 <= coming:
        a = ((come[i] & NUMBERS) + 1) * wide
        b = ((come[i + 1] & NUMBERS) + 1) * wide
        c = ((come[i + 2] & NUMBERS) + 1) * wide
        d = ((come[i + 3] & NUMBERS) + 1) * wide
        for j in range(wide):
            sums[j] += first[a + j] + first[b + j] + first[c + j] + first[d + j]
        i += 4
    while i < coming:
        a = ((come[i] & NUMBERS) + 1) * wide
        for j in range(wide):
            sums[j] += first[a + j]
        i += 1
    while k < going:
        a = ((gone[k] & NUMBERS) + 1) * wide
        for j in range(wide):
            sums[j] -= first[a + j]
        k += 1
    for i in range(n):
        desk.before[i] = desk.active[i]
        held[desk.active[i] & NUMBERS] = 1
    desk.many = n


@rule
def propagate(first: Any, second: Any, third: Any, desk: Any, n: int) -> None:
    """From the n features listed on the desk to its outputs.

    ``first`` has a row of weights for each feature, after one that always counts; ``second`` one
    for each unit of the first layer; ``third`` the second layer's thresholds, the outputs' own,
    and a row of weights for each output. A desk is for one network.
    """
    wide = len(second) // SECOND
    add_up(first, wide, desk, n)
    sums = desk.first
    loud = 0  # units that say something: their numbers take the features' place
    for j in range(wide):
        here = min(desk.sums[j], ROOF)
        desk.active[loud] = j
        sums[loud] = here
        loud += 1 if here > 0 else 0
    for i in range(loud, loud + 3):  # up to a multiple of four, with what counts for nothing
        desk.active[i] = 0
        sums[i] = 0
    totals = desk.second
    for k in range(SECOND):
        totals[k] = third[k]
    i = 0
    while i < loud:
        a = (desk.active[i] & UNITS) * SECOND
        b = (desk.active[i + 1] & UNITS) * SECOND
        c = (desk.active[i + 2] & UNITS) * SECOND
        d = (desk.active[i + 3] & UNITS) * SECOND
        says_a = sums[i]
        says_b = sums[i + 1]
        says_c = sums[i + 2]
        says_d = sums[i + 3]
        for k in range(SECOND):
            totals[k] += (
                second[a + k] * says_a
                + second[b + k] * says_b
                + second[c + k] * says_c
                + second[d + k] * says_d
            )
        i += 4
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
    """The tables in a file of weights; where that was left out, from the game's module beside it.

    A package has the weights once, in the WebAssembly. Where there is neither they are empty, and
    a network that is asked all the same fails: so in a page's Python, whose bots think elsewhere.
    """
    if not path.exists():
        return inside_a_module(path.parent)
    data = path.read_bytes()
    if data[: len(MAGIC)] != MAGIC:
        raise ValueError(f"{path.name} is no network of ours")
    inputs, wide, *rest = struct.unpack_from("<4i", data, len(MAGIC))
    if not 0 < wide <= FIRST or rest != [SECOND, OUTPUTS]:
        raise ValueError(
            f"{path.name} has layers of {[wide, *rest]}, not {[FIRST, SECOND, OUTPUTS]} at most"
        )
    at = len(MAGIC) + 16
    tables = []
    for kind, n in zip(KINDS, lengths(inputs, wide), strict=True):
        tables.append(table(kind, data, at, n, path.name))
        at += n * tables[-1].itemsize
    return tables[0], tables[1], tables[2]


def table(kind: str, data: bytes, at: int, n: int, name: str) -> Any:
    """n numbers of a kind, as files have them."""
    found = array(kind)
    end = at + n * found.itemsize
    if end > len(data):
        raise ValueError(f"{name} is cut short")
    found.frombytes(data[at:end])
    if sys.byteorder == "big":
        found.byteswap()
    return found


def inside_a_module(folder: Path) -> Tables:
    """The tables that a game's WebAssembly module has in it, and tells where."""
    from matou.kit.wasm import BadModule, about

    for path in sorted(folder.glob("*.wasm")):
        data = path.read_bytes()
        try:
            told = about(data, path.name).get("tables")
        except BadModule:
            continue
        if told:
            first, second = (
                table(kind, data, at, n, path.name)
                for kind, (at, n) in zip(KINDS[:2], told[:2], strict=True)
            )
            return first, second, array(KINDS[2], told[2])
    return array("b"), array("h"), array("i")


def places(module: bytes, tables: Tables) -> list[list[int]]:
    """Where in a module's bytes a table begins, and how many numbers it has; the last, itself.

    That one is so small that it has become code.
    """
    large = ((bytes_of(kind, tables[i]), len(tables[i])) for i, kind in enumerate(KINDS[:2]))
    return [*([module.index(data), n] for data, n in large), [int(x) for x in tables[2]]]


def bytes_of(kind: str, numbers: Any) -> bytes:
    """Numbers of a kind, as files have them."""
    row = array(kind, [int(x) for x in numbers])
    if sys.byteorder == "big":
        row.byteswap()
    return row.tobytes()


def lengths(inputs: int, wide: int) -> tuple[int, int, int]:
    """How many numbers each table has, for so many features and units of the first layer."""
    return (inputs + 1) * wide, wide * SECOND, SECOND + OUTPUTS + OUTPUTS * SECOND


def packed(inputs: int, tables: Tables) -> bytes:
    """A file of weights."""
    wide = len(tables[1]) // SECOND
    text = MAGIC + struct.pack("<4i", inputs, wide, SECOND, OUTPUTS)
    for kind, numbers, n in zip(KINDS, tables, lengths(inputs, wide), strict=True):
        assert len(numbers) == n
        text += bytes_of(kind, numbers)
    return text
