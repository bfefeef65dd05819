"""Draw the pictures of the documentation: each game in the middle of a game.

python tools/pictures.py
"""

from __future__ import annotations

import random
from pathlib import Path

import matou

OUT = Path(__file__).parent.parent / "docs" / "pictures"


def middle(name: str, seats: int) -> matou.State:
    """A lively position: the middle of a random game, with a seat to act."""
    rng = random.Random(name)
    state = matou.game(name).start(seats)
    length = 0
    while not state.over:
        state.play(state.sample(rng))
        length += 1
    rng = random.Random(name)
    state = matou.game(name).start(seats)
    while len(state.history) < length * 0.6 or state.actor < 0:
        state.play(state.sample(rng))
    return state


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    for name in matou.games():
        state = middle(name, 2)
        (OUT / f"{name}.svg").write_text(state.svg(seat=state.actor) + "\n")


if __name__ == "__main__":
    main()
