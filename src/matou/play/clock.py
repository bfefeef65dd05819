"""A table's clock: what each side has left, over a time that it is told and never asks for.

Two kinds. *Live*: minutes for the whole game and an increment for every turn. *Days*: so many for
each turn. A turn ends when the move passes to another side; whoever plays together has one clock.
Chance and bots take nobody's time. Seconds throughout, of a time that only goes on while there is a
server (``web/tables/site_time.py``): whatever a stop of the server took is thereby given back.

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

from matou.core.words import BadChoice, Words

LAG = 1.0  # seconds of the way between page and server that are given back for a move, at most
OPENING = 15.0  # seconds before a live clock runs for the first time: people have to sit down
COME_BACK = 60.0  # seconds that whoever was late has when they come back to a live game
DAY = 86400.0
MINUTES = (1, 180)  # the fewest and the most of a live game
INCREMENTS = (0, 180)  # seconds a turn
DAYS = (1, 14)  # a turn
BOT, LOSE = "bot", "lose"  # what happens when time is up
NOBODY = -1


@dataclass(frozen=True)
class TimeControl:
    """What a table has agreed upon: how much time, and what happens when it is up."""

    kind: Literal["live", "days"]
    seconds: float  # for the game, or for each turn
    increment: float = 0.0  # for each turn of a live game
    loses: bool = False  # when time is up, has the seat lost? Otherwise a bot plays on for it

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> TimeControl | None:
        """What a table's settings say; None where it has no clock."""
        told = settings.get("clock")
        if not told:
            return None
        loses = told.get("when_up") == LOSE
        if told["kind"] == "days":
            return cls("days", told["days"] * DAY, loses=loses)
        return cls("live", told["minutes"] * 60.0, float(told["increment"]), loses)


def live(minutes: int, increment: int, when_up: str = BOT) -> dict[str, Any]:
    """A live clock as settings keep it; BadChoice if there is no such clock."""
    check(minutes, MINUTES, Words("minutes", "minutes"))
    check(increment, INCREMENTS, Words("seconds a turn", "secondes par tour"))
    return {"kind": "live", "minutes": minutes, "increment": increment, **kept_end(when_up)}


def daily(days: int, when_up: str = BOT) -> dict[str, Any]:
    """A clock of days a turn as settings keep it; BadChoice if there is no such clock."""
    check(days, DAYS, Words("days a turn", "jours par tour"))
    return {"kind": "days", "days": days, **kept_end(when_up)}


def kept_end(when_up: str) -> dict[str, str]:
    """What happens when time is up, as settings keep it."""
    if when_up not in (BOT, LOSE):
        raise BadChoice(
            f"when time is up: “{when_up[:20]}” ({BOT} or {LOSE})",
            f"quand le temps est écoulé : « {when_up[:20]} » ({BOT} ou {LOSE})",
        )
    return {"when_up": LOSE} if when_up == LOSE else {}


def check(value: int, bounds: tuple[int, int], what: Words) -> None:
    low, high = bounds
    if not low <= value <= high:
        raise BadChoice(
            f"{what.en}: {value} (from {low} to {high})", f"{what.fr} : {value} (de {low} à {high})"
        )


class Clock:
    """The time of one table; ``sides`` says for each seat which clock is its own."""

    def __init__(self, control: TimeControl, sides: Sequence[int], kept: str = "") -> None:
        self.control = control
        self.sides = tuple(sides)
        self.left = [control.seconds] * (max(sides) + 1)  # by side
        self.runs = NOBODY  # the seat whose time runs
        self.since = 0.0  # from when on; before that it waits
        self._moved = [False] * len(self.left)  # has a side moved?
        self._before = 0.0  # what the side that moved last had, before its turn was paid
        if kept:
            self.load(kept)

    # As it is kept

    def load(self, kept: str) -> None:
        told = json.loads(kept)
        self.left, self.runs, self.since = told["left"], told["runs"], told["since"]
        self._moved, self._before = told["moved"], told["before"]

    def dumps(self) -> str:
        """All of it as text: what is kept together with the event that changed it."""
        told = {"left": self.left, "runs": self.runs, "since": self.since}
        return json.dumps({**told, "moved": self._moved, "before": self._before})

    # Asking

    @property
    def deadline(self) -> float | None:
        """When the time that runs is up; None if none runs."""
        return None if self.runs == NOBODY else self.since + self.left[self.sides[self.runs]]

    def is_up(self, now: float) -> bool:
        """Is it, also for a move that is still on its way?"""
        return self.deadline is not None and now > self.deadline + LAG

    def in_time(self, now: float, took: float | None = None) -> bool:
        """Does a move that comes now come in time?"""
        return self.runs == NOBODY or self._spent(now, took) <= self.left[self.sides[self.runs]]

    def left_at(self, seat: int, now: float) -> float:
        """What a seat's side has left."""
        side = self.sides[seat]
        runs = self.runs != NOBODY and self.sides[self.runs] == side
        return max(0.0, self.left[side] - (self._spent(now) if runs else 0.0))

    def left_after(self, seat: int) -> float:
        """What whoever has just moved has left: of a live game with their increment, of a turn in
        days without the next one."""
        return self._before if self.control.kind == "days" else self.left[self.sides[seat]]

    def _spent(self, now: float, took: float | None = None) -> float:
        """Seconds since the clock runs; of those, the way there and back is given back.

        ``took`` is how long a page says that it had the position. The rest was the way, if it is
        true; if not, nobody gains more than ``LAG`` by it.
        """
        spent = max(0.0, now - self.since)
        if took is None or not math.isfinite(took):
            return spent
        return spent - min(LAG, max(0.0, spent - max(0.0, took)))

    # Going on

    def run(self, seat: int, now: float) -> None:
        """Somebody else's time runs from now on, or nobody's; that was no move."""
        self._charge(now)
        self._start(seat, now)

    def move(self, seat: int, now: float, took: float | None = None, turn: int = NOBODY) -> None:
        """The seat whose time runs has moved, and ``seat``'s runs now, or nobody's.

        ``turn`` is whose turn it is then, where that is not a person.
        """
        if self.runs == NOBODY:
            self._start(seat, now)
            return
        side = self.sides[self.runs]
        self._charge(now, took)
        self._moved[side] = True
        self._before = self.left[side]
        after = seat if seat != NOBODY else turn
        if after == NOBODY or self.sides[after] != side:
            if self.control.kind == "days":
                self.left[side] = self.control.seconds
            else:
                self.left[side] += self.control.increment
        self._start(seat, now)

    def can_undo(self, seat: int, now: float) -> bool:
        """Has a seat enough time to take back what it did?"""
        return self._after_undo(seat, now) > 0

    def undo(self, seat: int, now: float) -> None:
        """Taking back gives no time: what passed since the move is the mover's own again."""
        self.left[self.sides[seat]] = self._after_undo(seat, now)
        self._start(seat, now)

    def _after_undo(self, seat: int, now: float) -> float:
        side, spent = self.sides[seat], max(0.0, now - self.since)
        if self.runs != NOBODY and self.sides[self.runs] == side:
            return self.left[side] - self._spent(now)
        return self._before - spent

    def time_up(self) -> None:
        """Time is up; where a bot plays on, whoever comes back has a little to play with."""
        side = self.sides[self.runs]
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

    def _start(self, seat: int, now: float) -> None:
        waits = seat != NOBODY and self.control.kind == "live" and not self._moved[self.sides[seat]]
        self.runs, self.since = seat, now + OPENING if waits else now
