"""A table in play: its state, its seats, its dealer, and the one way to change them.

Everything goes through the table's lock: check, carry out, draw chance, make it durable,
then show it. What is shown is an ``Observation`` of each watcher's seat, never the state.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from matou.core.fairness import Dealer
from matou.core.game import Game
from matou.core.moments import Moment
from matou.core.record import Origin, Record
from matou.core.state import State
from matou.core.words import Words
from matou.kit.linking import CHANCE, OVER
from matou.play import copies, text
from matou.play.bot_turns import BotTurns
from matou.play.forms import free_colour
from matou.play.keeping import CHAT_KEPT, Conflict, Keeper, Kept, Said
from matou.play.log import Line
from matou.play.moments import happened
from matou.play.players import Players
from matou.play.refusals import Refused, fault, refusal
from matou.play.remarks import remark
from matou.play.seats import Seat, has_come
from matou.play.timekeeping import timekeeper_of
from matou.play.timeline import UNDO, Timeline
from matou.play.watching import Step, Watcher

log = logging.getLogger("matou.play")

HUSH = 20.0  # seconds between two remarks of bots, and…
QUIET = 12  # …positions
GRACE = 60.0  # seconds for which somebody who was here still is: a page reloads, a program thinks
AT_ONCE = 8  # watchers who are shown a move before others have a turn


class Table:
    """One table, live."""

    def __init__(
        self,
        kept: Kept,
        game: Game,
        events: list[int],
        chat: list[Said],
        store: Keeper,
        players: Players,
        pace: float,
    ) -> None:
        self.kept = kept
        self.id = kept.id
        self.store = store
        self.players = players
        self.pace = pace
        self.dealer = Dealer(kept.seed, kept.id)
        self.game = game
        self.timeline = Timeline(game, len(kept.seats), events, origin_of(kept))
        self.chat: deque[Said] = deque(chat, CHAT_KEPT)
        self.time = timekeeper_of(self)  # where it has a clock
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.broken = False  # memory may be ahead of the store…
        self.sure = 0  # …of which people have seen so many events
        self.is_behind = False  # is something new in the store, which nobody here has asked for?
        self.touched = time.monotonic()
        self.clock: Callable[[], float] = time.monotonic
        self.began = -math.inf  # when the server did: whoever sat here then may be on the way back
        self.last_seen: dict[str, float] = {}  # when those who play were last at the table
        self._told_here: list[bool] = []
        self.ended: Callable[[], object] = lambda: None
        self.moved: Callable[[str, float | None], object] = lambda game, seconds: None  # noqa: ARG005
        self.bots = BotTurns(self)
        self._remarked = (-QUIET, -math.inf)  # at which position a bot spoke, and when
        self.shown = 1  # positions that people are being shown one after another
        # Where several servers may hold one table; a server that is alone has nobody to ask.
        self.came: Callable[[str], object] = str  # somebody is at this copy of the table
        self.strengths: list[str] = []  # what each seat is rated, where that is shown
        # Somebody sits here otherwise: look again.
        self.seated: Callable[[Table], Awaitable[None]] | None = None
        self.signal: Callable[[str, dict[str, Any]], object] | None = None
        self.signals: deque[str] = deque(maxlen=50)  # those that were told here already

    @property
    def state(self) -> State:
        return self.timeline.state

    @property
    def lines(self) -> list[Line]:
        return self.timeline.lines

    @property
    def number(self) -> int:
        """Of the position: what a page answers carries it."""
        return self.timeline.number

    @property
    def seats(self) -> list[Seat]:
        return self.kept.seats

    @property
    def is_public(self) -> bool:
        """May anybody take a seat that nobody has?"""
        return bool(self.kept.settings.get("public"))

    @property
    def full(self) -> bool:
        """Does every seat have somebody? The game waits until then."""
        for seat in self.kept.seats:  # asked at every turn: a plain loop takes a third of all()
            if seat.kind == "open":
                return False
        return True

    @property
    def idle(self) -> bool:
        return not self.watchers and not self.lock.locked() and not self.bots.is_busy

    @property
    def is_rated(self) -> bool:
        """Does its game count for ratings, if all who play want one?"""
        return bool(self.kept.settings.get("rated"))

    @property
    def out(self) -> set[int]:
        """The seats that have lost because their time was up."""
        return {out.seat for out in self.state.out}

    def seats_of(self, owner: str) -> list[int]:
        """The seats a person plays; none of those a bot keeps warm."""
        return [
            i for i, s in enumerate(self.seats) if owner and s.owner == owner and s.kind == "person"
        ]

    # Who is here

    def here(self, seat: int) -> bool:
        """Is whoever plays a seat at the table, or was a moment ago?"""
        owner = self.seats[seat].owner
        if not owner:
            return False
        if self.watched_by(owner):
            return True
        return self.clock() < max(self.last_seen.get(owner, -math.inf), self.began) + GRACE

    def watched_by(self, owner: str) -> bool:
        """Has this person the table open?"""
        return any(watcher.owner == owner for watcher in self.watchers)

    def seen_by(self, owner: str) -> bool:
        """Does this person look at the table?"""
        return any(watcher.owner == owner and watcher.seen for watcher in self.watchers)

    def saw(self, owner: str) -> None:
        """Somebody has just been at the table: came, left, or asked something by the API."""
        if owner and any(seat.owner == owner for seat in self.seats):
            self.last_seen[owner] = self.clock()
            self.came(owner)
        self.tell_presence()

    def misses_somebody(self) -> bool:
        """Has anybody who plays no page open here? Only they may have been away for too long."""
        owners = {watcher.owner for watcher in self.watchers}
        for seat in self.kept.seats:  # asked of every table: a plain loop, as in `full`
            if seat.owner and seat.owner not in owners:
                return True
        return False

    def tell_presence(self) -> None:
        """Tell who is here, if that has changed."""
        here = [self.here(seat) for seat in range(len(self.seats))]
        if here != self._told_here:
            self._told_here = here
            for watcher in list(self.watchers):
                watcher.presence_changed()

    # Changing the position

    def known(self) -> Any:
        """What an onlooker knows now, if anybody is there to see what comes of it."""
        for watcher in self.watchers:
            if not watcher.plain:
                return self.timeline.onlooker
        return None

    def step(self, before: Any = None) -> Step:
        """The position now; ``before`` is what an onlooker knew of the one that led here."""
        timeline, seen = self.timeline, {}
        for watcher in self.watchers:
            if watcher.seat not in seen:
                seen[watcher.seat] = timeline.state.observe(watcher.seat)
        told: tuple[Moment, ...] = ()
        says = None
        if before is not None:
            told = happened(self.game, before, timeline.onlooker)
            says = self._remark(told)
        return Step(timeline.number, timeline.count, seen, timeline.undone, told, says)

    def _remark(self, moments: tuple[Moment, ...]) -> tuple[int, Words] | None:
        """What a bot says of what just happened: seldom, and at the end."""
        over = self.state.over
        at, when = self._remarked
        if not over and (self.number < at + QUIET or self.clock() < when + HUSH):
            return None
        winners = self.state.winners if over else None
        said = remark(self.seats, moments, winners, f"{self.id}:{self.number}")
        if said is not None:
            self._remarked = self.number, self.clock()
        return said

    def _draw_chance(self, events: list[int], steps: list[Step]) -> None:
        while self.state.actor == CHANCE:
            before = self.known()
            events.append(self.timeline.draw(self.dealer))
            steps.append(self.step(before))

    async def catch_up(self) -> None:
        """Take in what another copy of the table has done, or what is kept after a fault."""
        async with self.lock:
            await copies.catch_up(self)

    async def _be_there(self, at: int) -> None:
        """Somebody answers a position that this copy of the table may not have heard of yet."""
        if at > self.number and self.bots.take is not None and not self.broken:
            await copies.catch_up(self)

    def _check(self, seat: int, at: int) -> None:
        if self.broken:
            raise fault(self.store)
        if at != self.number:
            raise Refused("stale", text.STALE)
        if not self.full:
            raise Refused("waiting", text.STILL_WAITING)
        actor = self.state.actor
        if actor == OVER:
            raise Refused("over", text.GAME_OVER, self.state.ended_by or "")
        if actor != seat:
            raise Refused("turn", text.NOT_YOUR_TURN)

    async def act(self, seat: int, action: int, at: int, took: float | None = None) -> None:
        """A seat's action in the position ``at``; durable when this returns.

        ``took``: for how many seconds its page says that it had the position (``clock``).
        """
        began = time.perf_counter()
        async with self.lock:
            await self._be_there(at)
            self._check(seat, at)
            if self.time is not None and await self.time.is_late(took):
                lost = self.time.clock.control.loses
                raise Refused(
                    "late", text.YOUR_TIME_IS_UP_AND_LOST if lost else text.YOUR_TIME_IS_UP
                )
            await self.carry_out(action, took)
        self.moved(self.game.name, time.perf_counter() - began)
        self.bots.wake()

    async def carry_out(self, action: int, took: float | None = None) -> None:
        state = self.state
        if not state.allows(action):
            # The reason is found in what the seat may know: a refusal gives nothing away.
            raise refusal(state.observe(state.actor), action)
        first, before = self.number, self.known()
        self.timeline.add(action)
        await self._settle(first, [action], [self.step(before)], took)

    async def _settle(
        self, first: int, events: list[int], steps: list[Step], took: float | None = None
    ) -> None:
        """Draw what chance owes, make all of it durable, then show it."""
        try:
            self._draw_chance(events, steps)
            if events and self.time is None:
                await self.store.append(self.id, first, events, self.state.actor)
            elif events and self.time is not None:
                timed = self.time.after(UNDO in events, took)
                await self.store.append(self.id, first, events, self.state.actor, timed)
                self.time.keep(timed)
        except Conflict:  # another copy of the table was faster: what it did stands
            self.broken, self.sure = True, first
            await copies.take_over(self, first)
            raise Refused("stale", text.STALE) from None
        except BaseException:
            self.broken, self.sure = True, first  # only what is kept is right
            raise
        if self.state.over and not self.kept.over:
            log.info(
                "table %s: over", self.id, extra={"game": self.game.name, "events": self.number}
            )
        await self.stands(steps)

    async def stands(self, steps: list[Step]) -> None:
        """What led here is durable: show it."""
        if self.state.over and not self.kept.over:
            self.ended()
        self.touched, self.shown = time.monotonic(), max(1, len(steps))
        self.kept.over, self.kept.turn = self.state.over, self.state.actor
        await self._show(steps)

    async def _show(self, steps: list[Step]) -> None:
        """Show what happened, first to whoever did it; drawing takes a while, so others may run."""
        mover = self.timeline.mover
        for i, watcher in enumerate(sorted(self.watchers, key=lambda w: w.seat != mover), 1):
            try:
                watcher.show(steps)
            except Exception:
                log.exception("table %s: a watcher could not be shown a step", self.id)
            if not watcher.plain and i % AT_ONCE == 0:
                await asyncio.sleep(0)

    async def begin(self) -> None:
        """Once every seat is taken: draw the opening chance, and let the bots begin."""
        async with self.lock:
            if not self.broken and self.full and self.state.actor == CHANCE:
                with contextlib.suppress(Refused):  # another copy drew it, the very same
                    await self._settle(self.number, [], [])
            if self.time is not None and not self.broken:
                await self.time.run()
        self.bots.wake()

    async def undo(self, seat: int, at: int) -> None:
        """Take a seat's last action back, where the law allows it."""
        async with self.lock:
            await self._be_there(at)
            if self.broken:
                raise fault(self.store)
            if at != self.number:
                raise Refused("stale", text.STALE)
            if not self.state.can_undo(seat):
                raise Refused("undo", text.NO_UNDO)
            if not self.timeline.can_undo(seat):
                raise Refused("undo", text.UNDONE_ENOUGH)
            if self.time is not None and not self.time.can_undo(seat):
                raise Refused("undo", text.NO_TIME_TO_UNDO)
            first = self.number
            self.timeline.add(UNDO)
            await self._settle(first, [UNDO], [self.step()])
        self.bots.wake()

    # Seats and talk

    async def change_seat(
        self, seat: int, was: str = "", *, once: bool = False, **changes: Any
    ) -> None:
        """Change who sits at a seat; durable, then everybody is told.

        ``was`` is the kind of seat that is meant, where another may have been faster; ``once``:
        whoever sits here already takes no other seat.
        """
        async with self.lock:
            if self.broken:
                raise Refused("fault", text.TABLE_FAULT)
            if seat in self.out and changes.get("kind") == "person":
                raise Refused("late", text.OUT_OF_THE_GAME)
            is_gone = was == "bot" and changes.get("owner") and not self.seats[seat].is_warm
            if (was and self.seats[seat].kind != was) or is_gone:
                raise Refused("taken", text.SEAT_GONE)
            there = self.seats[seat]
            before = dict(vars(there))
            has_moved = any(entry.actor == seat for entry in self.state.history)
            if there.kind == "bot" and "level" in changes and has_moved:
                changes["weakest"] = min(there.weakest or there.level, changes["level"])
            while True:
                if once and any(s.owner == changes["owner"] for s in self.seats):
                    raise Refused("seated", text.SITS_HERE)
                vars(there).update(changes)
                try:
                    await self.store.save_seats(self.id, self.kept.sitting, self.seats)
                    break
                except Conflict:  # another copy changed a seat: if another one, once more
                    vars(there).update(before)
                    await copies.catch_up(self)
                    if vars(there) != before:
                        raise Refused("taken", text.SEAT_GONE) from None
                    if "colour" in changes:
                        taken = [
                            s.colour for s in self.seats if s is not there and s.kind != "open"
                        ]
                        changes["colour"] = free_colour("", taken, changes["colour"])
                except BaseException:
                    vars(there).update(before)
                    raise
            self.kept.sitting += 1
            if self.seated is not None:
                await self.seated(self)
            self.saw(self.seats[seat].owner if "owner" in changes else "")
            for watcher in list(self.watchers):
                watcher.seats_changed()
            self.greet([seat], [Seat(**before)])
        await self.begin()

    def greet(self, seats: Sequence[int], before: Sequence[Seat]) -> None:
        """Tell who has sat down at a public table, and whether a cat has given up its place."""
        for seat, was in zip(seats, before, strict=True):
            if self.is_public and has_come(was, self.seats[seat]):
                self.tell({"t": "joined", "seat": seat, "cat": was.kind == "bot"})

    async def say(self, seat: int, name: str, said: str) -> None:
        line = Said(seat, name, said, time.time(), self.seats[seat].owner)
        number = await self.store.say(self.id, line)
        if number == self.kept.talked:
            self.kept.talked += 1
            self.heard(line)
        elif number > self.kept.talked:  # others have spoken at another copy of the table
            await self.catch_up()

    def forget(self, seat: int) -> None:
        """Whoever sat there wants to be forgotten: what they said is not kept any more."""
        self.chat = deque((line for line in self.chat if line.seat != seat), CHAT_KEPT)

    def heard(self, line: Said) -> None:
        self.chat.append(line)
        told = {"t": "chat", "line": [line.seat, line.name, line.said, line.at]}
        self.tell(told, line.owner)

    def go_on_at(self, id: str) -> None:
        """Another table follows: the rematch, or a game that its players go to at once."""
        self.kept.rematch = id
        self.tell({"t": "rematch", "table": id, "now": not self.state.over})

    def tell(self, message: dict[str, Any], by: str = "") -> None:
        """Tell who watches; what somebody says, only those who want to know."""
        for watcher in list(self.watchers):
            if not by or by not in watcher.muted:
                watcher.tell(message)

    def bot_to_move(self) -> int:
        """The seat of the bot whose turn it is, or -1."""
        actor = self.state.actor
        if actor < 0 or not self.full or self.broken or self.seats[actor].kind != "bot":
            return -1
        people = self.watchers or any(s.kind == "person" for s in self.seats)
        return actor if people else -1

    def stop(self) -> None:
        self.bots.stop()
        if self.time is not None:
            self.time.stop()

    # After the game

    def record(self, names: dict[int, str]) -> Record:
        """The whole record, with the seed: for when the game is over."""
        assert self.state.over
        return self.timeline.record(self.dealer, names)


def origin_of(kept: Kept) -> Origin | None:
    """The game that a table plays on from, if it does."""
    origin = kept.settings.get("origin")
    return Origin(origin["id"], origin["count"]) if origin else None
