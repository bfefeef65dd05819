"""Regenerates a game's test data: perft counts, golden playthroughs, a game for each ending.

    python tools/fixtures.py clocktowers

Run it only after an intended change of the rules, and read the difference before you commit it.
Add endings that random play does not reach by hand (the tool lists them).
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from golden import playthrough
from perft import perft

import matou
from matou.core.state import State

DATA = Path(__file__).parent.parent / "tests" / "data"
MOST_NODES = 12_000


def random_game(name: str, seats: int, seed: int, actions: int = 10**9, **options: object) -> State:
    state = matou.game(name, **options).start(seats)
    rng = random.Random(f"{name} {seats} {seed}")
    while not state.over and len(state.history) < actions:
        state.play(state.sample(rng))
    return state


def perft_rows(name: str) -> str:
    """Returns positions of random games at several depths, counted in a moment."""
    game = matou.game(name)
    rows = []
    for seats in range(game.min_seats, game.max_seats + 1):
        length = len(random_game(name, seats, 1).history)
        for part in (0.0, 0.1, 0.35, 0.7, 0.97):
            state = random_game(name, seats, 1, int(length * part))
            depth, nodes = 1, len(state.legal())
            while depth < 8 and nodes * nodes ** (1 / depth) < MOST_NODES:
                depth += 1
                nodes = perft(state, depth)
            played = " ".join(e.name for e in state.history)
            rows.append(
                f'[[perft]]\nid = "{name}-{seats}-after-{len(state.history)}"\nseats = {seats}\n'
                f'options = {{}}\nposition = """{played}"""\ndepth = {depth}\nnodes = {nodes}\n'
            )
    return "\n".join(rows)


def is_ending(path: Path, rule: str) -> bool:
    """Returns whether a recorded game still ends by that rule."""
    try:
        return matou.Record.loads(path.read_text()).replay().ended_by == rule
    except matou.BadRecord:
        return False


def main(name: str) -> None:
    game = matou.game(name)
    folder = DATA / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "perft.toml").write_text(f"# Made by tools/fixtures.py.\n\n{perft_rows(name)}")
    for seats in (game.min_seats, game.max_seats):
        state = random_game(name, seats, 2)
        (folder / f"golden-{seats}.txt").write_text(playthrough(state.record()))
    wanted = set()
    for rule in game.rules.ENDINGS:
        stored = list(folder.glob(f"ending-{rule}*.matou"))
        if not stored or not all(is_ending(path, rule) for path in stored):
            wanted.add(rule)
    for seed in range(400):
        if not wanted:
            break
        state = random_game(name, game.min_seats + seed % 2, 100 + seed)
        if state.ended_by in wanted:
            wanted.remove(state.ended_by)
            (folder / f"ending-{state.ended_by}.matou").write_text(state.record().dumps())
    if wanted:
        print(f"random play does not end by {sorted(wanted)}: add a game by hand")


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in matou.available():
        sys.exit(f"usage: python tools/fixtures.py GAME, one of {', '.join(matou.available())}")
    main(sys.argv[1])
