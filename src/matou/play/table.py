"""A table in play: its state, its seats, its dealer, and every change to them.

Each change holds the table's lock: validate, play, draw chance, store, then show. Watchers get an
``Observation`` of their seat, never the state.
"""

import asyncio
import contextlib
import logging
import math
import time
from collections import deque
from collections.abc import Sequence
from typing import Any

from matou.core.game import Game
from matou.core.messages import Message, say
from matou.core.moments import Moment
from matou.core.record import Origin, Record
from matou.core.refusals import IllegalAction
from matou.core.state import State
from matou.kit.linking import CHANCE, OVER
from matou.play import copies
from matou.play.bot_turns import BotTurns
from matou.play.host import Host, Step
from matou.play.joint_luck import dealer_of
from matou.play.keeping import MOST_CHAT, Conflict, Said, TableRow
from matou.play.log import Line, happened
from matou.play.presence import Presence
from matou.play.protocol import messages
from matou.play.protocol.messages import Chat, ChatLine, Joined, Rematch
from matou.play.refusals import MOVED_ON, Refused, fault, refusal
from matou.play.remarks import remark
from matou.play.seats import Seat, has_come
from matou.play.timekeeping import timekeeper_of
from matou.play.timeline import UNDO, Timeline

log = logging.getLogger("matou.play")

HUSH = 20.0  # minimum seconds between two remarks of bots, and…
QUIET = 12  # …positions
AT_ONCE = 8  # watchers to show a move to before yielding to other tasks


class Table:
    def __init__(
        self, row: TableRow, game: Game, events: list[int], chat: list[Said], host: Host
    ) -> None:
        self.row = row
        self.id = row.id
        self.host = host
        self.store = host.keeper
        self.game = game
        self.dealer = dealer_of(row)
        self.go_on_from(Timeline(game, len(row.seats), events, origin_of(row)))
        self.chat: deque[Said] = deque(chat, MOST_CHAT)
        self.lock = asyncio.Lock()
        self.presence = Presence(host, row)
        self.watchers = self.presence.watchers
        self.bots = BotTurns(self)
        self.time = timekeeper_of(self)  # None without a clock
        self.broken = False  # memory may be ahead of the store…
        self.sure = 0  # …and people have seen this many events
        self.is_behind = False  # the store has news that is not loaded yet
        self.touched = time.monotonic()
        self.shown = 1  # number of positions shown for the last move
        self.strengths: list[str] = []  # each seat's rating, if ratings are shown
        self.signals: deque[str] = deque(maxlen=50)  # names of signals already sent to the watchers
        self._remarked = (-QUIET, -math.inf)  # the position and time of the last remark

    def go_on_from(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.state: State = timeline.state

    @property
    def lines(self) -> list[Line]:
        return self.timeline.lines

    @property
    def number(self) -> int:
        """Returns the number of the position; requests of pages refer to it."""
        return self.timeline.number

    @property
    def seats(self) -> list[Seat]:
        return self.row.seats

    @property
    def is_public(self) -> bool:
        return bool(self.row.settings.get("public"))

    @property
    def full(self) -> bool:
        """Returns whether every seat is taken. The game waits until then."""
        # Called every turn: a plain loop takes a third of the time of all().
        for seat in self.row.seats:
            if seat.kind == "open":
                return False
        return True

    @property
    def has_bots(self) -> bool:
        return "bot" in [seat.kind for seat in self.row.seats]

    @property
    def idle(self) -> bool:
        return not self.watchers and not self.lock.locked() and not self.bots.is_busy

    @property
    def is_rated(self) -> bool:
        """Returns whether the game counts for the ratings of players who want one."""
        return bool(self.row.settings.get("rated"))

    @property
    def out(self) -> set[int]:
        return {out.seat for out in self.state.out}

    def can_undo(self, seat: int) -> bool:
        # A draw that waits for other pages is already decided.
        return self.state.can_undo(seat) and self.state.actor >= 0 and not self.row.day

    def holds(self, owner: str, seat: int) -> bool:
        """Returns whether a person plays a seat, and no bot holds it for them."""
        there = self.row.seats[seat]
        return there.owner == owner != "" and there.kind == "person"

    def seats_of(self, owner: str) -> list[int]:
        """Returns the seats that a person plays, without those that a bot holds for them."""
        if not owner:
            return []
        held = []
        # Called several times a move: a plain loop takes two thirds of a comprehension's time.
        for i, seat in enumerate(self.row.seats):
            if seat.owner == owner and seat.kind == "person":
                held.append(i)
        return held

    # Changing the position

    def known(self) -> Any:
        """Returns a spectator's record of the position, or None if nobody needs its moments.

        Bots remark on them. Pages that draw find them by themselves.
        """
        draw = [watcher.draws for watcher in self.watchers if not watcher.plain]
        return self.timeline.onlooker if draw and (not all(draw) or self.has_bots) else None

    def step(self, before: Any = None) -> Step:
        """Returns the position now as a step.

        ``before`` is a spectator's record of the previous position.
        """
        timeline, seen = self.timeline, {}
        for watcher in self.watchers:
            if (seat := watcher.seat) not in seen:
                seen[seat] = self.state.observe(seat)
        moments: tuple[Moment, ...] = ()
        says = None
        if before is not None:
            moments = happened(self.game, before, timeline.onlooker)
            says = self._remark(moments)
        return Step(timeline.number, timeline.count, seen, timeline.undone, moments, says)

    def _remark(self, moments: tuple[Moment, ...]) -> tuple[int, Message] | None:
        """Returns a bot's remark on the step: rarely, and at the end."""
        over = self.state.over
        at, when = self._remarked
        if not over and (self.number < at + QUIET or self.host.monotonic() < when + HUSH):
            return None
        winners = self.state.winners if over else None
        said = remark(self.seats, moments, winners, f"{self.id}:{self.number}")
        if said is not None:
            self._remarked = self.number, self.host.monotonic()
        return said

    def _draw_chance(self, events: list[int], steps: list[Step], before: Any) -> None:
        state = self.state
        while state.actor == CHANCE and self.dealer.is_ready(state):
            if before is not None:
                before = self.timeline.onlooker
            events.append(self.timeline.draw(self.dealer))
            steps.append(self.step(before))

    async def catch_up(self) -> None:
        """Loads what another copy of the table has stored, or the stored table after a fault."""
        async with self.lock:
            await copies.catch_up(self)

    async def _reach(self, at: int) -> None:
        """Catches up if need be. Raises Refused unless ``at`` is the current position."""
        if at > self.number and self.host.is_shared and not self.broken:
            await copies.catch_up(self)
        if self.broken:
            raise fault(self.store)
        if at != self.number:
            raise Refused("stale", MOVED_ON)

    def _check_turn(self, seat: int) -> None:
        if not self.full:
            raise Refused("waiting", say("The game begins when every seat is taken."))
        actor = self.state.actor
        if actor == OVER:
            raise Refused("over", say("The game is over."), self.state.ended_by or "")
        if actor != seat:
            raise Refused("turn", say("It is not your turn."))

    async def act(self, seat: int, action: int, at: int, took: float | None = None) -> None:
        """Plays a seat's action in position ``at``; durable when this returns.

        ``took`` is how many seconds the page says it had the position (``clock``).
        """
        began = time.perf_counter()
        async with self.lock:
            if at != self.timeline.number or self.broken:
                await self._reach(at)
            self._check_turn(seat)
            if self.time is not None and await self.time.is_late(took):
                lost = self.time.clock.control.loses
                raise Refused(
                    "late",
                    say("Your time is up: you lose.")
                    if lost
                    else say(
                        "Your time is up. A cat is playing for you; take your seat back whenever "
                        "you like."
                    ),
                )
            await self.carry_out(action, took)
        self.host.move_made(self, time.perf_counter() - began)
        if self.bot_to_move() >= 0:
            self.bots.wake()

    async def carry_out(self, action: int, took: float | None = None) -> None:
        """Plays an action of the seat to act; call with the lock held."""
        first, before = self.timeline.number, self.known()
        try:
            self.timeline.play(action)
        except IllegalAction:
            # Explain from what the seat may know, so that a refusal reveals nothing.
            raise refusal(self.state.observe(self.state.actor), action) from None
        await self._settle(first, [action], before, took)

    async def _settle(
        self, first: int, events: list[int], before: Any = None, took: float | None = None
    ) -> None:
        """Draws pending chance events, stores all events, then shows them.

        ``before`` is a spectator's record of the position before the first event.
        """
        try:
            steps = [self.step(before)] if events else []
            self._draw_chance(events, steps, before)
            if events and self.time is None:
                await self.store.append(self.id, first, events, self.state.actor)
            elif events and self.time is not None:
                timed = self.time.after(UNDO in events, took)
                await self.store.append(self.id, first, events, self.state.actor, timed)
                self.time.keep(timed)
        except Conflict:  # another copy of the table was faster; its events stand
            self.broken, self.sure = True, first
            await copies.take_over(self, first)
            raise Refused("stale", MOVED_ON) from None
        except BaseException:
            self.broken, self.sure = True, first  # only the store is right now
            raise
        if self.state.over and not self.row.over:
            log.info(
                "table %s: over", self.id, extra={"game": self.game.name, "events": self.number}
            )
        await self.stands(steps)

    async def stands(self, steps: list[Step]) -> None:
        """Shows steps that are durable."""
        row, turn = self.row, self.state.actor
        if turn == OVER and not row.over:
            self.host.game_ended(self)
        self.touched, self.shown = time.monotonic(), max(1, len(steps))
        row.over, row.turn = turn == OVER, turn
        await self._show(steps)

    async def _show(self, steps: list[Step]) -> None:
        """Shows steps to the watchers, the mover first.

        Drawing takes a while, so it yields to other tasks in between.
        """
        mover = self.timeline.mover
        for i, watcher in enumerate(sorted(self.watchers, key=lambda w: w.seat != mover), 1):
            try:
                watcher.show(steps)
            except Exception:
                log.exception("table %s: a watcher could not be shown a step", self.id)
            if not watcher.plain and i % AT_ONCE == 0:
                await asyncio.sleep(0)

    async def begin(self) -> None:
        """Draws the opening chance events and wakes the bots once every seat is taken."""
        async with self.lock:
            if not self.broken and self.full and self.state.actor == CHANCE:
                with contextlib.suppress(Refused):  # another copy drew the same
                    await self._settle(self.number, [], self.known())
            if self.time is not None and not self.broken:
                await self.time.run()
        self.bots.wake()

    async def undo(self, seat: int, at: int) -> None:
        async with self.lock:
            await self._reach(at)
            if self.row.day:
                raise Refused("undo", say("Against the cat of the day, every move stands."))
            if not self.can_undo(seat):
                raise Refused(
                    "undo", say("You cannot take that back: somebody has learned something since.")
                )
            if not self.timeline.can_undo(seat):
                raise Refused(
                    "undo", say("You have taken this move back often enough. Now it stands.")
                )
            if self.time is not None and not self.time.can_undo(seat):
                raise Refused("undo", say("You have too little time left to take this move back."))
            first = self.number
            self.timeline.add(UNDO)
            await self._settle(first, [UNDO])
        self.bots.wake()

    # Talk

    async def say(self, seat: int, name: str, said: str) -> None:
        line = Said(seat, name, said, time.time(), self.seats[seat].owner)
        number = await self.store.say(self.id, line)
        if number == self.row.talked:
            self.row.talked += 1
            self.heard(line)
        elif number > self.row.talked:  # there was chat at another copy of the table
            await self.catch_up()

    def forget(self, seat: int) -> None:
        """Deletes the chat of a seat whose player deleted their data."""
        self.chat = deque((line for line in self.chat if line.seat != seat), MOST_CHAT)

    def heard(self, line: Said) -> None:
        self.chat.append(line)
        self.tell(Chat(ChatLine(line.seat, line.name, line.said, line.at)), line.owner)

    def go_on_at(self, id: str) -> None:
        """Announces the next table: the rematch, or a game that the players move to at once."""
        self.row.rematch = id
        self.tell(Rematch(id, now=not self.state.over))

    def tell(self, message: messages.Message, by: str = "") -> None:
        """Sends a message to the watchers, except those who have muted ``by``."""
        for watcher in list(self.watchers):
            if not by or by not in watcher.muted:
                watcher.tell(message)

    def bot_to_move(self) -> int:
        actor = self.state.actor
        if actor < 0 or self.row.seats[actor].kind != "bot" or not self.full or self.broken:
            return -1
        people = self.watchers or any(s.kind == "person" for s in self.seats)
        return actor if people else -1

    def show_seats(self, before: Sequence[Seat] = ()) -> None:
        """Shows who sits where now.

        At a public table it also announces who was not there ``before``.
        """
        for watcher in list(self.watchers):
            watcher.seats_changed()
        for seat, (was, now) in enumerate(zip(before, self.seats, strict=False)):
            if self.is_public and has_come(was, now):
                self.tell(Joined(seat, cat=was.kind == "bot"))

    def stop(self) -> None:
        self.bots.stop()
        if self.time is not None:
            self.time.stop()

    # After the game

    def record(self, names: dict[int, str]) -> Record:
        """Returns the full record with the seed; only once the game is over."""
        assert self.state.over
        return self.timeline.record(self.dealer, names)


def origin_of(row: TableRow) -> Origin | None:
    """Returns the game that a table continues, or None."""
    origin = row.settings.get("origin")
    return Origin(origin["id"], origin["count"]) if origin else None
