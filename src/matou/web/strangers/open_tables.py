"""Open tables: which public tables anybody may join now, sitting down at one, a quick game.

A public table with a free seat is *offered*: a row in the store, renewed for as long as somebody
who plays there is at it, so that it lapses by itself when they go. What is offered is read once for
all who look, at most every second. At a quick game a cat keeps the other seats warm: it plays, and
whoever comes takes its seat over between two moves, as somebody who was late takes theirs back.
Where both want a rating they begin anew, at a table that counts: nobody is rated by what a cat
played.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any, NamedTuple

from matou.core.game import Game
from matou.play import forms
from matou.play.clock import TimeControl
from matou.play.keeping import Gone, StoreFailed
from matou.play.opening import new_table
from matou.play.refusals import Refused
from matou.play.seats import Seat
from matou.play.table import Table
from matou.rating import Rating
from matou.web import text
from matou.web.store.strangers import Offered, Stance
from matou.web.strangers.matching import Asker, Snapshot, fitting, meets, pairs, waits_alone
from matou.web.tables.manager import TableManager

FRESH = 1.0  # seconds for which what was read is new enough for everybody
RENEW = 10.0  # seconds between two words that a table is still offered…
LAPSE = 30.0  # …and after which it is not, when nobody says so
LAPSE_DAYS = 14 * 86400.0  # where a turn takes days nobody has to be there
MOST = 300  # tables in a list
LEVEL = 2  # of the cat that keeps a seat warm
KNOWN = 10_000  # people whose stance is remembered for a moment
QUICK = "quick game"  # a job, held while somebody is brought to a table
PATIENCE, TURN = 3.0, 0.05  # seconds to wait for that, and between two tries


class Sat(NamedTuple):
    """Where somebody has sat down."""

    table: Table
    seat: int
    was: str  # "" for an empty seat, "cat" for one that a cat kept warm, "new" at a new table,
    # "counts" at a new one between two who want a rating, "own" where they sat already and wait


class OpenTables:
    """Knows which tables are open to strangers, and seats people at them."""

    def __init__(self, manager: TableManager) -> None:
        self.manager = manager
        self.store = manager.store
        self._offered: set[str] = set()  # by this server
        self._snapshot = Snapshot([], set(), {}, {}, set())
        self._read_at = -FRESH
        self._reading: asyncio.Task[Snapshot] | None = None
        self._askers: dict[str, tuple[Asker, float]] = {}
        self._one_by_one = asyncio.Lock()

    # Looking

    async def look(self) -> Snapshot:
        """What is offered; everybody who asks within a second reads the same."""
        if time.monotonic() < self._read_at + FRESH:
            return self._snapshot
        if self._reading is None:
            self._reading = asyncio.create_task(self.read())
            self._reading.add_done_callback(self._has_read)
        return await asyncio.shield(self._reading)

    def _has_read(self, _task: object) -> None:
        self._reading = None

    async def read(self) -> Snapshot:
        """What is offered now."""
        began = time.monotonic()
        games = self.manager.games
        found = [
            offered
            for offered in await self.store.offered(MOST)
            if offered.kept.game in games and offered.kept.free_seats
        ]
        owners = {seat.owner for offered in found for seat in offered.kept.seats if seat.owner}
        banned = await self.store.sanctioned(owners, "ban") if owners else set()
        found = [o for o in found if not any(seat.owner in banned for seat in o.kept.seats)]
        apart = await self.store.kept_apart(owners) if owners else set()
        stances = await self.store.stances(owners) if owners else {}
        wanting = await self.store.who_wants_rating(owners) if owners else set()
        ratings = await self._ratings(found, wanting)
        self._snapshot, self._read_at = Snapshot(found, apart, stances, ratings, wanting), began
        return self._snapshot

    async def _ratings(
        self, found: list[Offered], wanting: set[str]
    ) -> dict[str, dict[str, Rating]]:
        """How strong those are who sit there and want a rating, game by game."""
        games = {o.kept.game for o in found if any(s.owner in wanting for s in o.kept.seats)}
        rated = {game: await self.store.ratings(wanting, game) for game in sorted(games)}
        return {
            game: {owner: one.rating for owner, one in people.items()}
            for game, people in rated.items()
        }

    async def asker(self, owner: str) -> Asker:
        """Somebody who looks, with what was known of them a moment ago."""
        known = self._askers.get(owner)
        if not owner or (known is not None and time.monotonic() < known[1]):
            return known[0] if owner and known else Asker(owner, Stance())
        return await self.asker_now(owner)

    async def asker_now(self, owner: str, stance: Stance | None = None) -> Asker:
        """Somebody who wants to sit down, or has the page opened."""
        if not owner:
            return Asker(owner, Stance())
        if stance is None:
            stance = (await self.store.stances([owner])).get(owner, Stance())
        wants = bool(await self.store.who_wants_rating([owner]))
        rated = await self.store.ratings_of(owner) if wants else {}
        asker = Asker(owner, stance, wants, {game: one.rating for game, one in rated.items()})
        if len(self._askers) > KNOWN:
            self._askers.clear()
        self._askers[owner] = asker, time.monotonic() + 3 * RENEW
        return asker

    async def set_stance(self, owner: str, stance: Stance) -> None:
        await self.store.set_stance(owner, stance)
        self._askers.pop(owner, None)

    async def introduced(self, owner: str, is_program: bool | None, is_public: bool) -> Asker:
        """Somebody who comes by the API, and says whether a program plays for them.

        Who has never said so counts as one where they meet strangers.
        """
        known = (await self.store.stances([owner])).get(owner)
        stance = known or Stance(program=is_public)
        if is_program is not None:
            stance = stance._replace(program=is_program)
        if stance != (known or Stance()):
            await self.set_stance(owner, stance)
        return await self.asker_now(owner, stance)

    # Offering

    def is_open(self, table: Table) -> bool:
        """May anybody join it now, and is somebody there to be met?"""
        if not table.is_public or table.state.over or not table.kept.free_seats:
            return False
        if is_by_days(table):
            return True
        return any(table.here(i) for i, s in enumerate(table.seats) if s.kind == "person")

    async def offer(self, *tables: Table) -> None:
        """Have tables in the list that are open, and others not."""
        is_open = {table.id: self.is_open(table) for table in tables}
        for seconds, days in ((LAPSE, False), (LAPSE_DAYS, True)):
            some = [t.id for t in tables if is_open[t.id] and is_by_days(t) == days]
            await self.store.offer(some, seconds)
        gone = [id for id, there in is_open.items() if not there and id in self._offered]
        await self.store.withdraw(gone)
        self._offered.update(id for id, there in is_open.items() if there)
        self._offered.difference_update(gone)
        if tables:
            self._read_at = -FRESH

    async def keep_offering(self) -> None:
        """For as long as the server runs."""
        while True:
            await asyncio.sleep(RENEW)
            with contextlib.suppress(StoreFailed, Refused, Gone):
                here = self.manager.tables
                self._offered.intersection_update(here)
                await self.offer(*(table for table in here.values() if table.is_public))
                await self.bring_together()

    # Sitting down

    async def join(self, table: Table, asker: Asker, name: str) -> Sat:
        """Take a free seat of a table in the list; who clicks twice finds what the first did."""
        async with self._one_by_one:
            return await self.sit(table, asker, name)

    async def sit(self, table: Table, asker: Asker, name: str) -> Sat:
        """Take a free seat of a public table; Refused where that cannot be."""
        owner, seats = asker.owner, table.seats
        if own := await self.own_seat(table, owner) or await self.seat_anew(table, owner):
            return own
        if not table.is_public:
            raise Refused("private", text.PRIVATE)
        if table.state.over:
            raise Refused("over", text.GAME_OVER)
        await self.check(owner)
        others = {seat.owner for seat in seats if seat.owner}
        apart = await self.store.kept_apart([owner])
        if not meets(asker, seats, apart, await self.store.stances(others)):
            raise Refused("taken", text.TABLE_FULL)  # nobody is told that somebody avoids them
        waiting = waits_alone(table.kept, table.number) if asker.wants else None
        if waiting is not None and await self.store.who_wants_rating([waiting.owner]):
            mine = Seat("person", 0, owner, name, program=asker.stance.program)
            begun = await self.begin_anew([table], [waiting, mine])
            if begun is None and (own := await self.seat_anew(table, owner)):
                return own
            if begun is None:
                raise Refused("taken", text.TABLE_FULL)
            return Sat(begun, begun.seats_of(owner)[0], "counts")
        for i in table.kept.free_seats:
            there = seats[i]
            was, taken = (
                there.kind,
                [s.colour for s in seats if s is not there and s.kind != "open"],
            )
            changes = {"owner": owner, "name": name, "level": 0, "program": asker.stance.program}
            colour = forms.free_colour("", taken, there.colour)
            try:
                await table.change_seat(i, was, once=True, kind="person", colour=colour, **changes)
            except Refused as refused:
                if refused.code == "seated" and (own := await self.own_seat(table, owner)):
                    return own  # who clicks twice, or on two devices
                if refused.code != "taken":
                    raise
                continue  # somebody was faster: the next one
            await self.offer(table)
            return Sat(table, i, "cat" if was == "bot" else "")
        raise Refused("taken", text.TABLE_FULL)

    async def own_seat(self, table: Table, owner: str) -> Sat | None:
        """The seat that somebody has there already; a bot that kept it warm gives it back."""
        for i, seat in enumerate(table.seats):
            if seat.owner == owner:
                if seat.kind == "bot":
                    await table.change_seat(i, "bot", kind="person")
                return Sat(table, i, "own" if self.is_open(table) else "")
        return None

    async def seat_anew(self, table: Table, owner: str) -> Sat | None:
        """The seat that somebody has at the game that counts which followed there."""
        there = await self.manager.table(table.kept.rematch) if table.kept.rematch else None
        own = await self.own_seat(there, owner) if there is not None else None
        return own and own._replace(was="counts")

    async def check(self, owner: str) -> None:
        """May somebody sit at public tables?"""
        if await self.store.sanctioned([owner], "ban"):
            raise Refused("banned", text.BANNED)

    # Quick games

    async def quick(self, asker: Asker, name: str, game: str, clock: dict[str, Any] | None) -> Sat:
        """The open table that fits best; otherwise a new one, where a cat keeps seats warm.

        ``game`` is its name, '' for any; ``clock`` as settings keep it.
        """
        await self.check(asker.owner)
        async with self.alone():
            for offered in fitting(await self.read(), asker, game, clock):
                if sat := await self.try_to_sit(offered, asker, name):
                    return sat
            chosen = self.manager.games[game or random.choice([*self.manager.games])]
            return await self.set_new(chosen, asker, name, clock)

    async def try_to_sit(self, offered: Offered, asker: Asker, name: str) -> Sat | None:
        """A seat there, unless others were faster."""
        try:
            table = await self.manager.table(offered.kept.id)
            return None if table is None else await self.sit(table, asker, name)
        except (Refused, Gone):
            return None

    async def set_new(
        self, game: Game, asker: Asker, name: str, clock: dict[str, Any] | None
    ) -> Sat:
        """A new public table, where cats keep all other seats warm."""
        own = random.randrange(game.min_seats)
        seats = [warm_seat(i) for i in range(game.min_seats)]
        seats[own] = Seat("person", 0, asker.owner, name, own, program=asker.stance.program)
        settings: dict[str, Any] = {"host": asker.owner, "watch": True, "hints": False}
        settings["public"] = True
        if clock is not None:
            settings["clock"] = clock
        table = await self.manager.open(game, seats, settings, {})
        await self.offer(table)
        return Sat(table, own, "new")

    # Games that count

    async def begin_anew(self, tables: list[Table], people: list[Seat]) -> Table | None:
        """Those who waited at tables with cats begin a game that counts; None: one was faster.

        Where they waited the cats play among themselves: nobody has lost a game there.
        """
        first = tables[0]
        if not all([await self.close(table, people) for table in tables]):
            return None
        people = [replace(seat, colour=i) for i, seat in enumerate(people)]
        random.shuffle(people)
        settings = {**first.kept.settings, "host": people[0].owner, "hints": False, "rated": True}
        kept = new_table(first.game, people, settings, first.kept.options)
        if await self.manager.open_after(tables, kept, first.game) != kept.id:
            return None
        for table in tables:
            await self.leave_to_cats(table)
        return self.manager.tables[kept.id]

    async def close(self, table: Table, people: list[Seat]) -> bool:
        """Nobody can take a cat's seat there any more; False if somebody has."""
        for i, seat in enumerate(table.seats):
            if seat.is_warm:
                try:
                    await table.change_seat(i, "bot", invite="")
                except Refused:
                    return False
        return {seat.owner for seat in table.seats} - {""} <= {seat.owner for seat in people}

    async def leave_to_cats(self, table: Table) -> None:
        """Whoever waited there plays elsewhere."""
        for i, seat in enumerate(table.seats):
            changes: dict[str, Any] = {"kind": "bot", "owner": "", "invite": ""}
            if seat.kind == "person":
                with contextlib.suppress(Refused, Gone):
                    await table.change_seat(i, "person", level=LEVEL, **changes)
        await self.offer(table)

    async def bring_together(self) -> None:
        """Two who wait alone, each with a cat, and have waited long enough for each other."""
        if not pairs(await self.look()):
            return
        async with self.alone():
            for two in pairs(await self.read()):
                tables = [await self.manager.table(offered.kept.id) for offered in two]
                waiting = [t and waits_alone(t.kept, t.number) for t in tables]
                there, seats = [t for t in tables if t], [seat for seat in waiting if seat]
                if len(there) == len(seats) == len(two):
                    await self.begin_anew(there, seats)

    @contextlib.asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """One after another, at all servers: of two who come at once, one finds the other."""
        async with self._one_by_one:
            if not self.store.shared:
                yield
                return
            end = time.monotonic() + PATIENCE
            while not await self.store.take_job(QUICK, "", PATIENCE) and time.monotonic() < end:
                await asyncio.sleep(TURN)
            try:
                yield
            finally:
                await self.store.end_job(QUICK, "")


def warm_seat(i: int) -> Seat:
    """A seat that a cat plays until somebody comes."""
    return Seat("bot", LEVEL, colour=i, invite=secrets.token_urlsafe(12))


def is_by_days(table: Table) -> bool:
    control = TimeControl.of(table.kept.settings)
    return control is not None and control.kind == "days"
