"""Draw the picture of the documentation: each game in the middle of a game, side by side.

python tools/pictures.py

``tools/film.py`` makes the film beside it.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import matou
from matou.paper import colour

OUT = Path(__file__).parent.parent / "docs" / "pictures"


def middle(name: str, seats: int) -> matou.State:
    """Returns a position in the middle of a random game, with a seat to act."""
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


def together(pictures: list[str]) -> str:
    """Joins pictures of one height side by side on paper."""
    height, gap, x, body = 720.0, 30.0, 30.0, ""
    for picture in pictures:
        found = re.search(r'viewBox="0 0 (\S+) (\S+)" width="\S+" height="\S+"', picture)
        assert found is not None
        width = float(found[1]) * height / float(found[2])
        size = f'x="{x:.0f}" y="{gap:.0f}" viewBox="0 0 {found[1]} {found[2]}"'
        size += f' width="{width:.0f}" height="{height:.0f}"'
        body += picture.replace(found[0], size, 1)
        x += width + gap
    box = f"0 0 {x:.0f} {height + 2 * gap:.0f}"
    ground = f'<rect width="100%" height="100%" rx="24" fill="{colour("paper")}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{ground}{body}</svg>'


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    pictures = []
    for name in matou.available():
        state = middle(name, 2)
        pictures.append(state.svg(seat=state.actor, names=["Ada", "Basile"]))
    (OUT / "games.svg").write_text(together(pictures) + "\n")


if __name__ == "__main__":
    main()
