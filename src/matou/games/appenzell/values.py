"""What the features in ``hints`` weigh, in thousandths.

Made by ``python -m matou.bots.train appenzell --games 8000 --seed 1 --rate 0.02``.
"""

WEIGHTS = (
    1889, 726, -1455, -392, 390, 297, 281, -230, -178, 244,
    74, 4, 73, -16, 68, 16,
)  # fmt: skip
