"""The weights of the features in ``hints``, in thousandths.

Made by ``python -m labs.training appenzell --games 60000 --seed 1 --rate 0.01``.
"""

WEIGHTS = (
    2362, 497, -1697, -324, 517, 370, 358, -288, -210, 201,
    123, 65, 100, -20, 96, 18,
)  # fmt: skip
