"""A small neural network in whole numbers, for rules: the same to the last bit on every backend.

Inputs are features that are active or not, as in the NNUE of chess engines: a game lists the
numbers of the active ones, so the first layer only adds up their rows. There are three layers:
FIRST hidden units (or fewer) and SECOND, both with ReLU, and OUTPUTS, one per seat, from the seat
to judge for. Weights are data: a file beside the game's rules, which ``load``
reads.
"""

from __future__ import annotations

import struct
import sys
from array import array
from pathlib import Path
from typing import Any

from matou.kit.chances import chances
from matou.kit.layout import Floats, i1, i2, i4, i8, layout
from matou.kit.linking import rule

FIRST, SECOND, OUTPUTS = 256, 32, 4
ACTIVE = 256  # the most features that are active at a time
SPARE = 4  # padding to a multiple of four
# The highest feature and unit. `& NUMBERS` tells the compiler that an index is not negative.
NUMBERS, UNITS = 4095, FIRST - 1
ROOF = 4095  # the highest output of a unit: 32 bits hold the second layer's sums
UNIT = float(1 << 40)  # 1.0 in the outputs
MAGIC = b"matou network 1\n"
KINDS = "bhi"  # the type codes of the tables, as in ``array``
Tables = tuple[Any, Any, Any]


@layout
class NetworkMemory:
    active = i2(ACTIVE + SPARE)  # the numbers of the active features
    first = i2(FIRST + SPARE)
    second = i4(SECOND)
    outputs = i8(OUTPUTS)
    # Of the position before: how many features were active, which, and the first layer's sums.
    many = i4()
    before = i2(ACTIVE)
    held = i1(NUMBERS + 1)
    sums = i2(FIRST)


@rule
def add_up(first: Any, wide: int, memory: Any, n: int) -> None:
    """Computes the first layer's sums from those of the position before and the changed features.

    A search evaluates positions that differ little from one to the next.
    """
    held = memory.held
    sums = memory.sums
    come = memory.first  # features that have become active
    coming = 0
    for i in range(n):
        number = memory.active[i] & NUMBERS
        if held[number] == 1:
            held[number] = 2
        else:
            come[coming] = number
            coming += 1
    gone = memory.before
    going = 0
    for i in range(memory.many):
        number = gone[i] & NUMBERS
        if held[number] == 1:
            gone[going] = number
            going += 1
        held[number] -= 1
    if memory.many == 0 or coming + going >= n:  # start again: the sums are of no use
        for i in range(n):
            come[i] = memory.active[i]
        for j in range(wide):
            sums[j] = first[j]
        coming = n
        going = 0
    i = 0
    while i + 2 <= min(coming, going):  # several at a time, so that sums are loaded and stored once
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
        memory.before[i] = memory.active[i]
        held[memory.active[i] & NUMBERS] = 1
    memory.many = n


@rule
def propagate(first: Any, second: Any, third: Any, memory: Any, n: int) -> None:
    """Computes the outputs for the n features listed in the memory.

    ``first`` has a row of biases and then a row of weights per feature; ``second`` a row per unit
    of the first layer; ``third`` the second layer's biases, the outputs' biases, and a row of
    weights per output. A memory is for one network.
    """
    wide = len(second) // SECOND
    add_up(first, wide, memory, n)
    sums = memory.first
    loud = 0  # active units: their numbers take the features' place
    for j in range(wide):
        here = min(memory.sums[j], ROOF)
        memory.active[loud] = j
        sums[loud] = here
        loud += 1 if here > 0 else 0
    for i in range(loud, loud + 3):  # pad to a multiple of four with zeros
        memory.active[i] = 0
        sums[i] = 0
    totals = memory.second
    for k in range(SECOND):
        totals[k] = third[k]
    i = 0
    while i < loud:
        a = (memory.active[i] & UNITS) * SECOND
        b = (memory.active[i + 1] & UNITS) * SECOND
        c = (memory.active[i + 2] & UNITS) * SECOND
        d = (memory.active[i + 3] & UNITS) * SECOND
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
        memory.outputs[o] = total


@rule
def shares(memory: Any, seat: int, seats: int, out: Floats) -> None:
    """Computes each seat's chance from outputs that are relative to a seat."""
    other = seat
    for i in range(seats):
        out[other] = memory.outputs[i] / UNIT
        other = other + 1 if other + 1 < seats else 0
    chances(out, seats)


def load(path: Path) -> Tables:
    """Reads a file of weights, or the weights in the game's WebAssembly module beside it.

    An installed package has them only in the module. Without either they are empty, and a network
    fails if it is used: so in a page's Python, where bots think in another worker.
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
    found = array(kind)
    end = at + n * found.itemsize
    if end > len(data):
        raise ValueError(f"{name} is cut short")
    found.frombytes(data[at:end])
    if sys.byteorder == "big":
        found.byteswap()
    return found


def inside_a_module(folder: Path) -> Tables:
    """Reads the weights in a game's WebAssembly module."""
    from matou.kit.wasm import BadModule, about

    for path in sorted(folder.glob("*.wasm")):
        data = path.read_bytes()
        try:
            found = about(data, path.name).get("tables")
        except BadModule:
            continue
        if found:
            first, second = (
                table(kind, data, at, n, path.name)
                for kind, (at, n) in zip(KINDS[:2], found[:2], strict=True)
            )
            return first, second, array(KINDS[2], found[2])
    return array("b"), array("h"), array("i")


def lengths(inputs: int, wide: int) -> tuple[int, int, int]:
    """Returns the length of each table, given the numbers of features and first-layer units."""
    return (inputs + 1) * wide, wide * SECOND, SECOND + OUTPUTS + OUTPUTS * SECOND
