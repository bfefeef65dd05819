"""Analyses a recorded game with a search.

At every decision the search gets what the seat to act knew, and estimates each seat's chances. The
played action is compared with the search's own choice. The largest swings of the chances are the
game's turning points, by mistake or by luck. Chance events are compared with their expectation
(``luck``).
"""

import heapq
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from matou.bots import charts
from matou.bots.levels import level
from matou.bots.luck import Luck, lucks
from matou.bots.memory import Found
from matou.bots.players import Searcher
from matou.core.messages import say
from matou.core.observation import Observation
from matou.core.record import Record
from matou.kit.linking import CHANCE

ITERATIONS = 1500
MISTAKE = 0.12  # winning chance given away by a clear mistake
TURN = 0.15  # a swing worth marking
STROKE = 0.06  # luck worth mentioning
TURNS = 6  # most turning points of a game
SEEN_ENOUGH = 8  # an action with an eighth of the visits needs no second search


@dataclass(frozen=True)
class Moment:
    """One decision of a game, as the search judges it."""

    number: int  # of the action, from 1
    seat: int
    played: str
    best: str
    chance: float  # of the seat, after what was played
    best_chance: float
    chances: tuple[float, ...]  # of every seat, before it

    @property
    def lost(self) -> float:
        """Returns the winning chance given away, 0 to 1."""
        return max(0.0, self.best_chance - self.chance)


@dataclass(frozen=True)
class Turning:
    """A turn that changed the chances."""

    number: int  # of the action that changed the chances most
    what: str  # the action and the chance events after it
    seat: int  # whose chances changed most
    before: float  # its chance before the turn
    after: float
    mistake: bool  # by a mistake, not by luck


@dataclass(frozen=True)
class Analysis:
    record: Record
    moments: tuple[Moment, ...]
    luck: tuple[Luck, ...]
    returns: tuple[float, ...]
    actions: int

    @property
    def lucky(self) -> list[float]:
        """Returns the luck of each seat over the game, against expectation."""
        return [sum(one.gains[seat] for one in self.luck) for seat in range(self.record.seats)]

    @property
    def given_away(self) -> list[float]:
        """Returns how much winning chance each seat gave away by its choices."""
        seats = range(self.record.seats)
        return [sum(m.lost for m in self.moments if m.seat == seat) for seat in seats]

    @property
    def strokes(self) -> list[tuple[Luck, int]]:
        """Returns the chance events with the most luck, in the order of the game."""
        found = []
        for one in self.luck:
            seat = max(range(len(one.gains)), key=lambda i: abs(one.gains[i]))
            if abs(one.gains[seat]) >= STROKE:
                found.append((one, seat))
        largest = sorted(found, key=lambda stroke: -abs(stroke[0].gains[stroke[1]]))[:TURNS]
        return sorted(largest, key=lambda stroke: stroke[0].number)

    @property
    def mistakes(self) -> list[Moment]:
        return [m for m in self.moments if m.lost >= MISTAKE]

    @property
    def turnings(self) -> list[Turning]:
        """Returns the turns that changed the chances most, in the order of the game."""
        steps = list(zip(self.moments, self.afterwards(), strict=False))
        found = []
        for _, turn in itertools.groupby(steps, key=lambda step: step[0].seat):
            stretch = list(turn)
            before, after = stretch[0][0].chances, stretch[-1][1][1]
            swings = [b - a for a, b in zip(before, after, strict=True)]
            seat = max(range(len(swings)), key=lambda i: abs(swings[i]))
            if abs(swings[seat]) >= TURN:
                # The action that changed the chances most stands for the turn.
                way = 1 if swings[seat] > 0 else -1
                moment, (until, _) = max(
                    stretch, key=lambda step: way * (step[1][1][seat] - step[0].chances[seat])
                )
                what = " ".join(self.record.actions[moment.number - 1 : until - 1][:4])
                mistake = moment.lost >= MISTAKE
                found.append(Turning(moment.number, what, seat, before[seat], after[seat], mistake))
        largest = sorted(found, key=lambda t: -abs(t.after - t.before))[:TURNS]
        return sorted(largest, key=lambda t: t.number)

    def afterwards(self) -> list[tuple[int, tuple[float, ...]]]:
        """Returns for each moment the number and chances of the next; at the end, the result."""
        after = [(m.number, m.chances) for m in self.moments[1:]]
        return [*after, (self.actions + 1, self.returns)] if self.returns else after

    def svg(self, lang: str = "en", names: Sequence[str] = (), labels: Sequence[str] = ()) -> str:
        """Draws each player's chances over the game; ``labels`` describes each turning point."""
        places = [float(m.number - 1) for m in self.moments]
        rows = [list(m.chances) for m in self.moments]
        if self.returns:
            places.append(float(self.actions))
            rows.append(list(self.returns))
        seats, players = range(self.record.seats), self.record.players
        numbered = [f"{say('Player').say(lang)} {seat + 1}" for seat in seats]
        names = names or [players.get(seat) or numbered[seat] for seat in seats]
        series = [(names[seat], [row[seat] for row in rows]) for seat in seats]
        labels = labels or [t.what for t in self.turnings]
        marks = [(t.number - 1, what) for t, what in zip(self.turnings, labels, strict=True)]
        title, below = say("Chances of winning").say(lang), say("moves").say(lang)
        return charts.lines(title, series, marks=marks, places=places, below=below, lang=lang)

    def data(self) -> dict[str, Any]:
        return {
            "game": self.record.game.name,
            "seats": self.record.seats,
            "result": self.record.result,
            "returns": list(self.returns),
            "moments": [{**asdict(m), "lost": round(m.lost, 4)} for m in self.moments],
            "mistakes": [m.number for m in self.mistakes],
            "turning_points": [asdict(t) for t in self.turnings],
            "luck": [asdict(one) for one in self.luck],
            "lucky": self.lucky,
            "given_away": self.given_away,
            "strokes": [
                {"number": one.number, "seat": seat, "gain": one.gains[seat]}
                for one, seat in self.strokes
            ],
        }


class Decision(NamedTuple):
    """A choice between several actions, and what its seat knew."""

    number: int  # of the action, from 1
    seat: int
    played: str
    action: int  # the played action's number
    names: dict[int, str]  # of the legal actions
    view: Observation
    after: Observation | None  # what the seat knew right after; None: the game was over
    worth: float = 0.0  # its return, if the game was over


def decisions(record: Record) -> Iterator[Decision]:
    state = record.game.start(record.seats)
    for number, name in enumerate(record.actions, 1):
        seat, legal = state.actor, state.legal()
        if seat == CHANCE or len(legal) == 1:
            state.play(name)
            continue
        action, view = state.parse(name), state.observe(seat)
        names = {a: state.name(a) for a in legal}
        state.play(action)
        if state.over:
            yield Decision(number, seat, name, action, names, view, None, state.returns[seat])
        else:
            yield Decision(number, seat, name, action, names, view, state.observe(seat))


def looked_at(bot: Searcher, view: Observation) -> tuple[list[Found], list[float]]:
    """Searches a position; returns its actions, the best first, and each seat's chances."""
    tree = bot.trees(view)[0]
    found = sorted(tree.found(), key=lambda f: (-f.visits, -f.value, f.action))
    return found, [float(x) / tree.iterations for x in tree.totals]


def moments(record: Record, bot: Searcher) -> Iterator[Moment]:
    """Yields every decision as the search judges it.

    ``static/replay/analysis.js`` does the same in a page.
    """
    for decision in decisions(record):
        found, chances = looked_at(bot, decision.view)
        best = found[0]
        played = next((f for f in found if f.action == decision.action), None)
        if played is best or (played and played.visits >= bot.limit / SEEN_ENOUGH):
            chance = played.value / played.visits
        elif decision.after is None:
            chance = decision.worth
        else:
            chance = looked_at(bot, decision.after)[1][decision.seat]
        yield Moment(
            decision.number,
            decision.seat,
            decision.played,
            decision.names[best.action],
            chance,
            best.value / best.visits,
            tuple(chances),
        )


def analyse(
    record: Record,
    *,
    iterations: int = ITERATIONS,
    seed: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Analysis:
    """Analyses a game; ``progress`` is called with the number of actions done."""

    def look(view: Observation, n: int) -> list[float]:
        return looked_at(looker(record, n, seed), view)[1]

    judged: Iterator[Moment | Luck] = moments(record, looker(record, iterations, seed))
    drawn: Iterator[Moment | Luck] = lucks(record, look, iterations)
    found = []
    for one in heapq.merge(judged, drawn, key=lambda one: one.number):
        found.append(one)
        if progress is not None:
            progress(one.number)
    return put_together(
        record,
        [one for one in found if isinstance(one, Moment)],
        [one for one in found if isinstance(one, Luck)],
    )


def looker(record: Record, iterations: int, seed: int = 1) -> Searcher:
    return Searcher(record.game, level(f"level4@{iterations}"), seed=seed)


def put_together(record: Record, found: Sequence[Moment], luck: Sequence[Luck]) -> Analysis:
    """Joins the decisions of a game, its chance events, and its result."""
    end = record.replay()
    returns = tuple(end.returns) if end.over else ()
    return Analysis(record, tuple(found), tuple(luck), returns, len(record.actions))
