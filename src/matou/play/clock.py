"""A table's clock: the time each side has left, as a function of the time passed in.

There are two kinds. A *live* clock has minutes for the whole game and an increment for each turn. A
*days* clock has a number of days for each turn. A turn ends when the move passes to another side; a
team shares one clock. Chance and bots use no time. All times are in seconds of site time, which
stands still while no server runs (``web/tables/site_time.py``), so downtime costs nobody anything.

>>> clock = Clock(TimeControl("live", 300, 5), (0, 1))
>>> clock.run(0, now=1000.0)
>>> clock.move(1, now=1000.0 + OPENING + 20)
>>> clock.left, clock.runs
([285.0, 300.0], 1)
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from matou.core.messages import Message, say
from matou.core.refusals import BadChoice

LAG = 1.0  # seconds of latency that are compensated per move, at most
OPENING = 15.0  # seconds that each side of a live game gets before its clock first runs
BOT_TURN = 10.0  # seconds charged at most for a seat taken back before its bot moved
COME_BACK = 60.0  # seconds that a late player gets on returning to a live game
DAY = 86400.0
MINUTES = (1, 180)  # minimum and maximum for a live game
INCREMENTS = (0, 180)  # seconds per turn
DAYS = (1, 14)  # per turn
BOT, LOSE = "bot", "lose"  # what happens when time is up
NOBODY = -1
FIXED = ("control", "sides")  # not stored with a clock: the table's settings have them


@dataclass(frozen=True)
class TimeControl:
    """A table's time limit, and what happens when it is reached."""

    kind: Literal["live", "days"]
    seconds: float  # for the game, or for each turn
    increment: float = 0.0  # for each turn of a live game
    loses: bool = False  # when time is up the seat loses; otherwise a bot plays on

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> TimeControl | None:
        """Returns the time control in a table's settings, or None if it has no clock."""
        chosen = settings.get("clock")
        if not chosen:
            return None
        loses = chosen.get("when_up") == LOSE
        if chosen["kind"] == "days":
            return cls("days", chosen["days"] * DAY, loses=loses)
        return cls("live", chosen["minutes"] * 60.0, float(chosen["increment"]), loses)


def live(minutes: int, increment: int, when_up: str = BOT) -> dict[str, Any]:
    """Returns the settings of a live clock. Raises BadChoice if a value is out of range."""
    check(minutes, MINUTES, say("minutes"))
    check(increment, INCREMENTS, say("seconds per turn"))
    return {"kind": "live", "minutes": minutes, "increment": increment, **end_setting(when_up)}


def daily(days: int, when_up: str = BOT) -> dict[str, Any]:
    """Returns the settings of a days clock. Raises BadChoice if a value is out of range."""
    check(days, DAYS, say("days per turn"))
    return {"kind": "days", "days": days, **end_setting(when_up)}


def end_setting(when_up: str) -> dict[str, str]:
    if when_up not in (BOT, LOSE):
        says = say("when time is up: “{when_up}” (choose {bot} or {lose})", bot=BOT, lose=LOSE)
        raise BadChoice(says.filled(when_up=when_up[:20]))
    return {"when_up": LOSE} if when_up == LOSE else {}


def check(value: int, bounds: tuple[int, int], what: Message) -> None:
    low, high = bounds
    if not low <= value <= high:
        says = say("{what}: {value} (must be from {low} to {high})", what=what, value=value)
        raise BadChoice(says.filled(low=low, high=high))


class Clock:
    """The clock of one table; ``sides`` maps each seat to its side."""

    def __init__(self, control: TimeControl, sides: Sequence[int], stored: str = "") -> None:
        self.control = control
        self.sides = tuple(sides)
        self.left = [control.seconds] * (max(sides) + 1)  # by side
        self.runs = NOBODY  # the seat whose time runs
        self.since = 0.0  # when it starts; in the future while the side has opening time
        # What each side has left of its opening time.
        self.opening = [OPENING if control.kind == "live" else 0.0] * len(self.left)
        self.before = 0.0  # the time of the side that moved last, before the increment
        self.handed_over = NOBODY  # the seat that was given to a bot during its turn
        self.undid = NOBODY  # the side that has undone a move in its turn
        self.awaited: list[int] = []  # seats whose players must arrive before any time runs
        if stored:
            saved = json.loads(stored)
            moved = saved.pop("moved")
            if "opening" not in saved:  # older versions write only which sides have moved
                self.opening = [0.0 if done else self.opening[0] for done in moved]
            vars(self).update(saved)

    def dumps(self) -> str:
        """Returns the clock as JSON, to be stored with the event that changed it."""
        saved = {name: value for name, value in vars(self).items() if name not in FIXED}
        return json.dumps({**saved, "moved": [seconds == 0 for seconds in self.opening]})

    # Queries

    @property
    def deadline(self) -> float | None:
        return None if self.runs == NOBODY else self.since + self.left[self.sides[self.runs]]

    def is_up(self, now: float) -> bool:
        """Returns whether time is up, even for a move still on its way."""
        return self.deadline is not None and now > self.deadline + LAG

    def in_time(self, now: float, took: float | None = None) -> bool:
        return self.runs == NOBODY or self._spent(now, took) <= self.left[self.sides[self.runs]]

    def left_at(self, seat: int, now: float) -> float:
        side = self.sides[seat]
        runs = self.runs != NOBODY and self.sides[self.runs] == side
        return max(0.0, self.left[side] - (self._spent(now) if runs else 0.0))

    def left_after(self, seat: int) -> float:
        """Returns the seconds that a seat has left right after its move.

        For a live game this includes the increment; for a days clock it is what was left of the
        turn.
        """
        return self.before if self.control.kind == "days" else self.left[self.sides[seat]]

    def _spent(self, now: float, took: float | None = None) -> float:
        """Returns the seconds to charge since the clock started, without network latency.

        ``took`` is how long the page says it had the position; the rest counts as latency, up to
        ``LAG``, so a false value gains no more than that. After an undo the rest of the turn gets
        no compensation, since moving and undoing would otherwise stop the clock.
        """
        spent = max(0.0, now - self.since)
        if took is None or not math.isfinite(took) or self.undid == self.sides[self.runs]:
            return spent
        return spent - min(LAG, max(0.0, spent - max(0.0, took)))

    # Changes

    def run(self, seat: int, now: float) -> None:
        """Starts another seat's time, or stops the clock, without a move.

        A player who hands the seat to a bot and takes it back before the bot has moved gains no
        time.
        """
        start = now
        if seat != NOBODY and seat == self.handed_over:
            start = max(self.since, now - BOT_TURN)
        self.handed_over = self.runs if seat == NOBODY else NOBODY
        self._charge(now)
        self._start(seat, start)

    def pause(self, now: float) -> None:
        """Stops the clock, which costs nobody anything when it runs again."""
        self._charge(now)
        self._start(NOBODY, now)

    def move(
        self,
        seat: int,
        now: float,
        took: float | None = None,
        turn: int = NOBODY,
        mover: int = NOBODY,
    ) -> None:
        """Ends the move of the running seat and starts the time of ``seat``, or of nobody.

        ``turn`` is the seat to move next if it is not a person's; ``mover`` is the seat that moved
        if no time ran.
        """
        after = seat if seat != NOBODY else turn
        side_after = NOBODY if after == NOBODY else self.sides[after]
        if self.runs != NOBODY:
            side = self.sides[self.runs]
            self._charge(now, took)
            self.opening[side] = 0.0
            self.before = self.left[side]
            if side_after != side:
                self._pay(side)
        elif mover != NOBODY:
            self.before = self.left[self.sides[mover]]
        if side_after != self.undid:
            self.undid = NOBODY
        self.handed_over = NOBODY
        self._start(seat, now)

    def _pay(self, side: int) -> None:
        """Adds the time that a side gets for a finished turn."""
        if self.control.kind == "days":
            self.left[side] = self.control.seconds
        else:
            self.left[side] += self.control.increment

    def can_undo(self, seat: int, now: float) -> bool:
        """Returns whether a seat has enough time left to undo its move."""
        return self._after_undo(seat, now) > 0

    def undo(self, seat: int, now: float) -> None:
        """Gives the move back to a seat and charges it the time since its move."""
        side = self.sides[seat]
        self.left[side], self.opening[side] = self._after_undo(seat, now), 0.0
        self.handed_over, self.undid = NOBODY, side
        self._start(seat, now)

    def _after_undo(self, seat: int, now: float) -> float:
        side = self.sides[seat]
        if self.runs == NOBODY:
            return self.before - max(0.0, now - self.since)
        if self.sides[self.runs] == side:
            return self.left[side] - self._spent(now)
        moved_at = self.since - self.opening[self.sides[self.runs]]
        return self.before - max(0.0, now - moved_at)

    def time_up(self) -> None:
        """Ends the running time. If a bot plays on, the player gets some time to come back to."""
        side = self.sides[self.runs]
        self.opening[side] = 0.0
        if self.control.loses:
            self.left[side] = 0.0
        elif self.control.kind == "days":
            self.left[side] = self.control.seconds
        else:
            come_back = max(COME_BACK, self.control.increment)
            self.left[side] = min(come_back, self.control.seconds)
        self.runs = NOBODY

    def _charge(self, now: float, took: float | None = None) -> None:
        if self.runs != NOBODY:
            side = self.sides[self.runs]
            self.left[side] = max(0.0, self.left[side] - self._spent(now, took))
            self.opening[side] = min(self.opening[side], max(0.0, self.since - now))

    def _start(self, seat: int, now: float) -> None:
        waits = 0.0 if seat == NOBODY else self.opening[self.sides[seat]]
        self.runs, self.since = seat, now + waits


def time_words(seconds: float, lang: str) -> str:
    """Returns a time in a few letters: ``4:32``, ``1:04:09``, ``2 d 3 h``."""
    whole = math.ceil(max(0.0, seconds))
    if whole >= DAY:
        days, hours = divmod(math.ceil(whole / 3600), 24)
        says = say("{d} d {h} h") if hours else say("{d} d")
        return says.filled(d=days, h=hours).say(lang)
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
