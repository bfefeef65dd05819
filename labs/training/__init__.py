"""``python -m labs.training [GAME …]`` learns linear values and writes the games' weights.

``python -m labs.training learn GAME`` learns a network (``labs.training.learn``).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from labs.training import learning
from matou.bots import plain
from matou.core.game import Game, linked
from matou.core.registry import find, names
from matou.kit.chances import NOTES
from matou.kit.layout import dtype_of
from matou.kit.linking import link
from matou.kit.rng import WORDS

TEXT = '''"""The weights of the features in ``hints``, in thousandths.

Made by ``{command}``.
"""

WEIGHTS = (
{lines}
)  # fmt: skip
'''


def train(
    game: Game, games: int, *, seed: int = 1, rate: float = 0.02, fade: float = 0.7, say: Any = None
) -> list[int]:
    """Returns the weights that games of self-play lead to. The learning rate falls over time."""
    import numpy as np

    rules = game.rules
    assert game.hints is not None
    n = game.hints.features
    base = link(game.hints.rules, base=link(plain, base=linked(rules)))
    learned = link(learning, base=base)
    states: Any = np.zeros(3, dtype_of(rules.State))
    options = np.array(game.codes(2), np.int64)
    whole = [
        np.zeros(k, np.int64)
        for k in (NOTES, rules.MAX_LEGAL, rules.MAX_LEGAL, rules.MAX_LEGAL, WORDS)
    ]
    notes, moves, out, weights, r = whole
    d, e, w = np.zeros(NOTES), np.zeros(NOTES), np.zeros(NOTES)
    mean, steps = np.zeros(NOTES), 40
    for step in range(steps):
        start = time.perf_counter()
        slow = rate / (1 + 4 * step / steps)
        won = learned.learn(
            states, options, games // steps, seed + step * games, n, notes, d, e, w, moves, out,
            weights, r, slow, fade, 20, 4000,
        )  # fmt: skip
        if step >= steps // 2:  # the mean of the second half is steadier than the last step
            mean += w
        if say is not None:
            took = time.perf_counter() - start
            say(f"{(step + 1) * games // steps} games, seat 1 wins {won:.3f}, {took:.1f} s")
    mean /= steps - steps // 2
    return [round(1000 * x) for x in mean[:n]]


def learners() -> list[str]:
    """Returns the games whose hints have features to weigh."""
    return [game.name for game in map(find, names()) if game.hints and game.hints.features]


def write(game: Game, weights: Sequence[int], command: str) -> Path:
    """Writes a game's weights beside its hints."""
    assert game.hints is not None
    source = game.hints.rules.__file__
    assert source is not None
    rows = [weights[i : i + 10] for i in range(0, len(weights), 10)]
    lines = "\n".join("    " + " ".join(f"{x}," for x in row) for row in rows)
    target = Path(source).with_name("learned_values.py")
    target.write_text(TEXT.format(command=command, lines=lines), encoding="utf-8")
    return target


def main(argv: Sequence[str] | None = None) -> int:
    words = sys.argv[1:] if argv is None else [*argv]
    if words[:1] == ["learn"]:
        from labs.training.learn import main as learn

        return learn(words[1:])
    parser = argparse.ArgumentParser(prog="python -m labs.training", description=__doc__)
    parser.add_argument("game", nargs="*", help="otherwise every game that learns")
    parser.add_argument("--games", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=0.01)
    args = parser.parse_args(words)
    for name in args.game:
        if name not in learners():
            parser.error(f"{name} has no features to weigh; {', '.join(learners())} have")
    for name in args.game or learners():
        game = find(name)
        print(name)
        weights = train(game, args.games, seed=args.seed, rate=args.rate, say=print)
        how = f"--games {args.games} --seed {args.seed} --rate {args.rate}"
        print(f"written: {write(game, weights, f'python -m labs.training {name} {how}')}")
    return 0
