"""What the features in ``hints`` weigh, in thousandths.

Made by ``python -m matou.bots.train clocktowers --games 60000 --seed 1 --rate 0.01``.
"""

WEIGHTS = (
    3691, -379, 785, -1312, -305, -521, 1552, 202, 765, 478,
    768, 476, 2164, 1622, -1302, 127,
)  # fmt: skip
