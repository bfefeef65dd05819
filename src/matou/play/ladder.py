"""The ladder of the cats: what a game against cats counts for, and the cat to play next."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from matou.bots.levels import LEVELS, at_table
from matou.core.messages import Message, say
from matou.play.protocol.messages import Face
from matou.play.protocol.replays import Rung
from matou.play.table import Table


class CatGame(NamedTuple):
    """A game that a person played alone against cats."""

    owner: str
    level: int  # of the weakest cat
    won: bool
    margin: int  # points ahead of the best cat, if the game has points
    hinted: bool = False  # whether they asked for a hint


class CatResults(NamedTuple):
    """A person's results against one cat."""

    games: int = 0
    won: int = 0
    best: int = 0  # largest winning margin without hints
    hinted: int = 0  # games won with hints


def results_by_cat(games: Iterable[CatGame]) -> dict[int, CatResults]:
    """Returns a person's results against each cat, by its level."""
    found: dict[int, CatResults] = {}
    for _, level, won, margin, hinted in games:
        had = found.get(level, CatResults())
        best = max(had.best, margin) if won and not hinted else had.best
        found[level] = CatResults(had.games + 1, had.won + won, best, had.hinted + (won and hinted))
    return found


def states(against: Mapping[int, CatResults]) -> list[str]:
    """Returns how a person stands with each cat, the weakest first: helped is beaten with hints."""
    found: list[str] = []
    for level in range(1, len(LEVELS) + 1):
        results = against.get(level, CatResults())
        if results.won:
            found.append("beaten" if results.won > results.hinted else "helped")
        else:
            found.append("later" if "next" in found else "next")
    return found


def cat_games(table: Table) -> list[CatGame]:
    """Returns the game of the person who played alone against cats; nothing of other games."""
    game, seats, state = table.game, table.seats, table.state
    people = [i for i, seat in enumerate(seats) if seat.owner]
    if len(people) != 1 or "origin" in table.row.settings:
        return []
    (me,) = people
    others = opponents(table, me)
    if not others or any(seats[i].kind != "bot" for i in others):
        return []
    sides = game.teams(len(seats))
    won = (
        seats[me].kind == "person"
        and seats[me].left_at is None  # no cat has moved for them
        and me in state.winners
        and all(sides[winner] == sides[me] for winner in state.winners)
    )
    margin = 0
    if game.team is None and not state.stopped:
        margin = state.scores[me] - max(state.scores[i] for i in others)
    weakest = min(seats[i].weakest or seats[i].level for i in others)
    return [CatGame(seats[me].owner, weakest, won, margin, seats[me].hinted)]


def opponents(table: Table, seat: int) -> list[int]:
    sides = table.game.teams(len(table.seats))
    return [i for i, side in enumerate(sides) if side != sides[seat]]


def rung(met: CatGame, against: Mapping[int, CatResults], lang: str) -> Rung | None:
    """Returns the rung that a win has reached, and the next cat; None after a loss.

    The next cat is the weakest of the stronger ones that the person has not beaten.
    """
    if not met.won:
        return None
    beaten = {level for level, results in against.items() if results.won}
    stronger = range(met.level + 1, len(LEVELS) + 1)
    level = next((i for i in stronger if i not in beaten), 0)
    cat = at_table(met.level).name
    if level:
        says = say("{cat} beaten. Next: {other}", cat=cat, other=at_table(level).name)
    elif all(i in beaten for i in range(1, met.level)):
        says = say("{cat} beaten. There is no stronger cat!", cat=cat)
    else:
        says = say("{cat} beaten.", cat=cat)
    return Rung(says.say(lang), face(met.level), level, face(level) if level else None)


def first_win(met: CatGame, against: Mapping[int, CatResults]) -> Message | None:
    """Returns the cat that this game was the first win over, or None. ``against`` includes it."""
    won = against.get(met.level, CatResults()).won
    return at_table(met.level).name if met.won and won == 1 else None


def face(level: int) -> Face:
    return Face(str(level), at_table(level).coat_of(0))
