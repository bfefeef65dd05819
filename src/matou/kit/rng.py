"""Random numbers for rules and templates: xoshiro128** in signed 64-bit arithmetic.

Every step fits 63 bits, so that Python, numba and CUDA agree bit for bit. The generator is four
words that the caller holds; it is never part of a state.
"""

from __future__ import annotations

from matou.kit.layout import Row
from matou.kit.linking import rule

M32 = 0xFFFFFFFF
WORDS = 4


@rule
def rng_seed(r: Row, seed: int) -> None:
    """Fills the four words of ``r`` from an integer seed."""
    x = seed & M32
    y = (seed >> 32) & M32
    for i in range(WORDS):
        x = (x + 0x9E3779B9 + y) & M32
        z = ((x ^ (x >> 16)) * 0x21F0AAAD) & M32
        z = ((z ^ (z >> 15)) * 0x735A2D97) & M32
        r[i] = z ^ (z >> 15)
    r[0] |= 1  # an all-zero state would stay zero


@rule
def rng_next(r: Row) -> int:
    """Returns the next 32 random bits."""
    a = r[0]
    b = r[1]
    c = r[2] ^ a
    d = r[3] ^ b
    x = (b * 5) & M32
    x = ((x << 7) | (x >> 25)) & M32
    r[0] = a ^ d
    r[1] = b ^ c
    r[2] = c ^ ((b << 9) & M32)
    r[3] = ((d << 11) | (d >> 21)) & M32
    return (x * 9) & M32


@rule
def rng_below(r: Row, n: int) -> int:
    """Returns a random integer from 0 to n - 1, for simulation and bots.

    The bias is below n / 2**32. Games between people draw from ``fairness`` instead.
    """
    return (rng_next(r) * n) >> 32


@rule
def rng_weighted(r: Row, weights: Row, n: int) -> int:
    """Returns a random index below ``n``, by its weight."""
    total = 0
    for i in range(n):
        total += weights[i]
    x = rng_below(r, total)
    pick = 0
    for i in range(n):  # to the end, because a branch would be mispredicted
        x -= weights[i]
        pick += 1 if x >= 0 else 0
    return pick


def rng_words(seed: int) -> list[int]:
    """Returns a new generator for interpreted rules."""
    r = [0] * WORDS
    rng_seed(r, seed)
    return r
