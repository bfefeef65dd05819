"""Sets of small numbers as one integer, for rules: bit i stands for member i."""


def members(bits: int) -> list[int]:
    return [i for i in range(bits.bit_length()) if bits >> i & 1]
