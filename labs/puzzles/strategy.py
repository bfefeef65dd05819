"""Measures ideas of strategy, and confirms the positions of the lessons in strategy.

An idea divides the actions of a position into those that follow it and the others
(``labs/puzzles/ideas``). Deep searches say how much more often one wins with the first.
"""

from __future__ import annotations

import json
import multiprocessing
import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from labs.machine import machine
from labs.per_game import module_for
from labs.puzzles import ideas
from labs.puzzles.finding import DEEP, look, mean, names_of
from labs.puzzles.ideas import Split
from labs.puzzles.reviewing import valued
from labs.studies.endings import mean_of, points
from labs.studies.pages import made_by, put, table
from matou.bots import Bot, make
from matou.core.book import STRATEGY
from matou.core.game import Game
from matou.core.observation import Observation
from matou.core.puzzles import Puzzle
from matou.core.registry import find, names

FOLDER = Path("docs/balance")
PLAYERS = "level4@200"
ITERATIONS = 5000
SEARCHES = 3  # that confirm a position of a lesson
RARELY = 4  # looks at one decision in 4
ENOUGH = 150  # positions for an idea
LEAST_VISITS = 5
MOST_VALUES = 9  # stored for a position
ABOUT = f"""\
What Great Matou teaches, in figures. *Ideas*: positions from games of level 4 with two seats, one
decision in {RARELY} where an idea divides the possible actions into two kinds. A search of
{ITERATIONS:,} iterations, which knows what the seat to move may know, values both: of each kind,
the action that it visits most. *Gain*: how much more often one wins by following the idea, in games
of 100. *Better*: in what share of the positions. Intervals are 95%; each game counts as one. An
idea is a habit for ordinary positions, and does not always hold.

A search plays badly after actions that it hardly visits, so most gains are a little too large.

*Positions*: those of each lesson. {SEARCHES} searches of {DEEP:,} iterations with different seeds
found the same best move. Chances of winning are their mean or, where the same seat goes on, those
of a search of {DEEP // 4:,} iterations after the move."""
IDEAS = ("game", "idea", "positions", "gain (95%)", "better")
POSITIONS = ("game", "position", "best move", "wins", "next best", "wins", "gap in each search")
Found = dict[str, list[list[float]]]  # for each idea, the gains of each game


def looked_at(
    view: Observation, splits: dict[str, Split], seed: int
) -> Iterator[tuple[str, float]]:
    """Yields what following each idea gains in a position."""
    bot = make(view.game, f"level5@{ITERATIONS}", seed=seed)
    thoughts = {t.action: t for t in bot.consider(view)}
    for idea, kinds in splits.items():
        good, other = (max((thoughts[a] for a in k), key=lambda t: t.visits) for k in kinds)
        if min(good.visits, other.visits) >= LEAST_VISITS:
            yield idea, good.win_chance - other.win_chance


def splits_of(view: Observation, known: dict[str, ideas.Idea]) -> dict[str, Split]:
    """Returns the ideas that divide the actions of a position in two kinds."""
    found = {name: idea(view, view.legal()) for name, idea in known.items()}
    return {name: kinds for name, kinds in found.items() if kinds and all(kinds)}


def gains_of(game: Game, count: int, seed: int) -> Found:
    """Plays ``count`` games and measures the game's ideas in them."""
    module = module_for(ideas, game.name)
    known = dict(module.IDEAS) if module else {}
    found: Found = defaultdict(list)
    for number in range(count):
        rng = random.Random(f"{game.name} {seed} {number}")
        gains: dict[str, list[float]] = defaultdict(list)
        for view in decisions(game, rng):
            splits = splits_of(view, known)
            if splits:
                for idea, gain in looked_at(view, splits, rng.getrandbits(30)):
                    gains[idea].append(gain)
        for idea, more in gains.items():
            found[idea].append(more)
            if sum(map(len, found[idea])) >= ENOUGH:
                known.pop(idea, None)
        print(f"{game.name}: {number + 1} of {count} games", file=sys.stderr, flush=True)
        if not known:
            break
    return found


def decisions(game: Game, rng: random.Random) -> Iterator[Observation]:
    """Plays a game and yields some of its decisions."""
    bots: list[Bot] = [make(game, PLAYERS, seed=rng.getrandbits(32)) for _ in range(2)]
    state = game.start(2)
    while not state.over:
        if state.actor < 0:
            state.play(state.sample(rng))
            continue
        view = state.observe(state.actor)
        if len(view.legal()) > 1 and rng.randrange(RARELY) == 0:
            yield view
        state.play(bots[state.actor].choose(view))


def rows_of(game: Game, found: Found) -> list[str]:
    title, module = game.words.TITLE.say(), module_for(ideas, game.name)
    rows = []
    for idea in module.IDEAS if module else ():
        gains = found.get(idea, [])
        every = [gain for one in gains for gain in one]
        if every:
            better = sum(gain > 0 for gain in every) / len(every)
            gain = points(mean_of(gains, least=-1.0))
            rows.append(f"| {title} | {idea} | {len(every)} | {gain} | {100 * better:.0f}% |")
    return rows


def confirmed(game: Game, seed: int) -> list[str]:
    """Searches the positions of a game's lesson, and writes their values into its file."""
    path = path_of(game)
    if not path.exists():
        return []
    lines, rows = [], []
    for nth, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        data: dict[str, Any] = json.loads(line)
        view = Puzzle(game, data).position
        looks = [look(view, DEEP, seed + i) for i in range(SEARCHES)]
        values = valued(Puzzle(game, data).first, mean(looks), seed)
        best, second = list(values)[:2]
        if any(one.best != best for one in looks):
            raise ValueError(f"{path}:{nth}: the searches do not agree")
        data["values"] = names_of(view, values, MOST_VALUES)
        data["gaps"] = [round(one.gap, 3) for one in looks]
        lines.append(json.dumps(data, separators=(",", ":"), ensure_ascii=False) + "\n")
        cells = [game.words.TITLE.say(), str(nth)]
        for action in (best, second):
            cells += [view.describe(action), f"{100 * values[action]:.0f}%"]
        cells.append(", ".join(f"{100 * gap:.1f}" for gap in data["gaps"]))
        rows.append(f"| {' | '.join(cells)} |")
    path.write_text("".join(lines), "utf-8")
    return rows


def path_of(game: Game) -> Path:
    rules: Any = game.rules
    return Path(rules.__file__).with_name("book") / STRATEGY


def study(only: Sequence[str], count: int, seed: int, workers: int) -> None:
    """Measures, confirms and writes the page."""
    known = [find(name) for name in only or names()]
    command = f"python -m labs.puzzles strategy --count {count} --seed {seed}"
    if only:
        command += f" --games {' '.join(only)}"
    jobs = [(game, count, seed) for game in known]
    with multiprocessing.Pool(workers) as pool:
        found = pool.starmap(gains_of, jobs, chunksize=1)
    measured = [
        row for game, gains in zip(known, found, strict=True) for row in rows_of(game, gains)
    ]
    searched = [row for game in known for row in confirmed(game, seed)]
    made = made_by(command, [machine(workers)])
    put("strategy", FOLDER, ABOUT, made, table(IDEAS, measured), table(POSITIONS, searched))
