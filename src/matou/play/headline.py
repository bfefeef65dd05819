"""What follows a finished game: its headline, a line to share, and the rung that was reached.

A headline is one sentence about how a game went, the first of these that it shows: a tie-break, a
comeback, the first win over a cat, a close result, a clear win, the luckiest draw, the turning
point, a long lead, a rare draw near the end. Comeback, luck and turning point need an analysis
(``play/analysis.py``). The others come from the record. A game that ended by time or resignation
has none: its result says it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from matou.core.messages import Message, say, tell
from matou.core.phrases import percent
from matou.core.state import State
from matou.kit.linking import CHANCE
from matou.play import daily
from matou.play.protocol.replays import After, Rung
from matou.play.replay import Positions, Replay

LOW, HIGH = 0.3, 0.7  # a comeback: at most this part of an equal chance; a lead lost, of the rest
LUCKY = 0.15  # winning chance by one draw
TURNED = 0.25  # winning chance by one turn
CLOSE = 0.06  # of the winner's points, at least one point
CLEAR = 0.3  # of the winner's points
LONG = 3  # a long lead lasts for at least a third of the game…
LATE = 3  # …and a draw of the last third is near the end
RARE = 8  # one chance in this many


class Headline(NamedTuple):
    kind: str
    says: Message
    short: Message | None = None  # without 'you', for a text to share


@dataclass(frozen=True)
class Finished:
    """A finished game and the seat it is told to (None: everybody)."""

    positions: Positions
    seat: int | None
    data: dict[str, Any] | None = None  # of an analysis (``Analysis.data``)
    first: Message | None = None  # the cat that the reader has beaten for the first time

    @property
    def end(self) -> State:
        return self.positions.state(self.positions.count)

    @property
    def won(self) -> bool:
        """Returns whether the reader has won; told to everybody, a game is told as a win."""
        return self.seat is None or self.seat in self.end.winners

    @property
    def hero(self) -> int | None:
        """Returns the seat that the headline is about: the reader, or the only winner."""
        if self.seat is not None:
            return self.seat
        winners = self.end.winners
        return winners[0] if len(winners) == 1 else None

    @property
    def has_points(self) -> bool:
        return self.end.game.team is None

    def says(self, number: int) -> Message:
        """Returns an action in words, by its number from 1."""
        return self.positions.lines[number - 1].own.says


def headline(game: Finished, is_closed: bool = False) -> Headline | None:
    """Returns the headline of a game, or None if there is nothing to tell.

    A closed game is told by its points alone, since its draws stay secret.
    """
    if game.end.out or not game.end.winners:
        return None
    order = (tie_break, close, clear) if is_closed else ORDER
    return next((found for made in order if (found := made(game)) is not None), None)


def chance(share: float) -> Message:
    """Returns a chance in per cent, never 0 or 100."""
    return percent(min(0.99, max(0.01, share)))


def compared(game: Finished) -> tuple[int, int] | None:
    """Returns the points of the hero and of the best opponent, if points decided the game."""
    end, scores, winners, hero = game.end, game.end.scores, game.end.winners, game.hero
    if hero is None or not game.has_points or len(winners) > 1:
        return None
    if end.ended_by != end.game.rules.ENDINGS[0]:  # as by lost mice
        return None
    others = [i for i in range(len(scores)) if i != hero] if hero in winners else winners
    return scores[hero], max(scores[i] for i in others)


def tie_break(game: Finished) -> Headline | None:
    points = compared(game)
    if points is None or points[0] != points[1]:
        return None
    won = say("{a}–{b}, won by a whisker")
    says = won if game.won else say("{a}–{b}, lost by a whisker")
    both = {"a": points[0], "b": points[1]}
    return Headline("tie-break", says.filled(**both), won.filled(**both))


def comeback(game: Finished) -> Headline | None:
    """Returns how low the winner's chances were, or how high those of a reader who lost."""
    seat, sides = game.hero, game.end.game.teams(game.end.seats)
    fair, is_shared = 1 / len(set(sides)), len({sides[i] for i in game.end.winners}) > 1
    if seat is None or is_shared or game.data is None or not game.data["moments"]:
        return None
    chances = [moment["chances"][seat] for moment in game.data["moments"]]
    if game.won and min(chances) <= LOW * fair:
        low = chance(min(chances))
        says = tell(seat, "{who} was at {low}, and won", "You were at {low}, and won", low=low)
        return Headline("comeback", says, say("A comeback from {low}", low=low))
    if not game.won and max(chances) >= fair + HIGH * (1 - fair):
        return Headline("slipped", say("You were at {high}. So close!", high=chance(max(chances))))
    return None


def first_win(game: Finished) -> Headline | None:
    if game.first is None or not game.won:
        return None
    return Headline("first", say("Your first win over {cat}!", cat=game.first))


def margin(game: Finished, *, is_close: bool) -> Headline | None:
    """Returns how close or clear a result was that no points decided, by what the game counts."""
    end, hero = game.end, game.hero
    if hero is None or end.game.margin is None:
        return None
    found = end.game.margin(end.s, hero)
    if found is None or found[0] != is_close or not (is_close or game.won):
        return None
    won = say("{what}: a close win") if is_close else say("{what}: a clear win")
    says = won if game.won else say("{what}: so close")
    kind = "close" if is_close else "clear"
    return Headline(
        kind, says.filled(what=found[1]), won.filled(what=found[1]) if game.won else None
    )


def close(game: Finished) -> Headline | None:
    points = compared(game)
    if points is None:
        return margin(game, is_close=True)
    if not 0 < abs(points[0] - points[1]) <= max(1, CLOSE * max(points)):
        return None
    if (points[0] > points[1]) != game.won:  # points did not decide it
        return None
    won = say("{a}–{b}: a close win")
    says = won if game.won else say("{a}–{b}: so close")
    short = won.filled(a=max(points), b=min(points))
    return Headline("close", says.filled(a=points[0], b=points[1]), short)


def clear(game: Finished) -> Headline | None:
    points = compared(game)
    if points is None:
        return margin(game, is_close=False)
    if not game.won or points[0] <= points[1]:  # or points did not decide it
        return None
    if points[0] - points[1] < CLEAR * points[0]:
        return None
    says = say("{a}–{b}: a clear win", a=points[0], b=points[1])
    return Headline("clear", says, says)


def luckiest(game: Finished) -> Headline | None:
    """Returns the draw that helped the winner most, or cost a reader who lost the most."""
    seat = game.hero
    if seat is None or game.data is None or not game.data["luck"]:
        return None
    way = 1 if game.won else -1
    best = max(game.data["luck"], key=lambda one: way * one["gains"][seat])
    gain = way * best["gains"][seat]
    if gain < LUCKY:
        return None
    says = say("The luckiest draw (+{gain}): {what}")
    if not game.won:
        says = say("The draw that hurt most (−{gain}): {what}")
    return Headline("lucky", says.filled(what=game.says(best["number"]), gain=chance(gain)))


def turning(game: Finished) -> Headline | None:
    """Returns the largest swing towards the result."""
    winners = game.end.winners
    swings = [
        t
        for t in (game.data or {"turning_points": []})["turning_points"]
        if (t["after"] > t["before"]) == (t["seat"] in winners)
    ]
    most = max(swings, key=lambda t: abs(t["after"] - t["before"]), default=None)
    if most is None or abs(most["after"] - most["before"]) < TURNED:
        return None
    seat, before, after = most["seat"], most["before"], most["after"]
    sides = game.end.game.teams(game.end.seats)
    if game.hero is not None and len(set(sides)) == 2 and sides[seat] != sides[game.hero]:
        seat, before, after = game.hero, 1 - before, 1 - after
    says = tell(
        seat,
        "The turning point ({who}: {before} → {after}): {what}",
        "The turning point (you: {before} → {after}): {what}",
        what=game.says(most["number"]),
        before=chance(before),
        after=chance(after),
    )
    return Headline("turning", says)


def lead(game: Finished) -> Headline | None:
    """Returns since when the winner was ahead, if that was for long."""
    winners, count = game.end.winners, game.positions.count
    if not game.has_points or len(winners) > 1:
        return None
    since = count + 1
    while since and ahead(game.positions.state(since - 1).scores, winners[0]):
        since -= 1
    if count + 1 - since < count / LONG:
        return None
    says = tell(
        winners[0],
        "{who} took the lead at move {n} and kept it",
        "You took the lead at move {n} and kept it",
        n=since,
    )
    return Headline("lead", says)


def ahead(scores: Sequence[int], seat: int) -> bool:
    return all(scores[seat] > score for i, score in enumerate(scores) if i != seat)


def rare(game: Finished) -> Headline | None:
    """Returns the last rare draw, if it came near the end."""
    count = game.positions.count
    for number in range(count, count - count // LATE, -1):
        state = game.positions.state(number - 1)
        if state.actor != CHANCE:
            continue
        came = game.positions.history[number - 1].action
        weight = state.weights()[state.legal().index(came)]
        if weight * RARE <= sum(state.weights()):
            n = sum(state.weights()) // weight
            says = say("A rare draw near the end (1 chance in {n}): {what}", n=n)
            return Headline("rare", says.filled(what=game.says(number)))
    return None


ORDER = (tie_break, comeback, first_win, close, clear, luckiest, turning, lead, rare)


def after(
    replay: Replay,
    lang: str,
    *,
    data: dict[str, Any] | None = None,
    first: Message | None = None,
    rung: Rung | None = None,
    rating: str = "",
    link: str = "",
) -> After:
    """Returns what follows a game, for its reader. ``data`` is of an analysis.

    ``first`` is the cat that the reader has beaten for the first time, and ``link`` leads to the
    cats of the day.
    """
    finished = Finished(replay.positions, replay.own, data, first)
    game, day = replay.positions.game, replay.day
    found = headline(finished, bool(day))
    share = f"{game.words.TITLE.say(lang)}: {replace(replay, own=None).result(lang)}"
    if day and replay.own is not None:
        won, says = daily.result(game, finished.end.observe(replay.own), replay.own, lang)
        share = daily.shared_text(game, day, won, says, link, lang)
    elif found is not None and found.short is not None:
        share += f" {found.short.say(lang)}"
    return After(
        headline="" if found is None else replay.tell(found.says, lang),
        is_settled=bool(day) or (found is not None and found.kind == "tie-break"),
        share=share,
        is_public=replay.is_public and not day,
        rung=rung,
        rating=rating,
    )
