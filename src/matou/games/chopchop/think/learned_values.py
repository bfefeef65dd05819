"""The weights of the features in ``hints``, in thousandths.

Made by ``python -m labs.training chopchop --games 60000 --seed 1 --rate 0.01``.
"""

WEIGHTS = (
    -534, 1464, -1846, -405, 496, 1221, -282, 273, 53, 58,
    -128, -806, 547, -256, 1574, 138, 1238, 423, -1168, 124,
    -205, 98, 382, 135,
)  # fmt: skip
