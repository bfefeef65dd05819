"""Open tables: the list of public tables, joining one, and quick games.

A public table with a free seat is *offered*: it has a row in the store, which is renewed while a
player is present and expires after they leave. All visitors share one snapshot of the list, read
at most once per second. In a quick game, cats hold the other seats. A player who joins takes over
a cat's seat between two moves. If both players want a rating, they start a new rated game, since
a cat's moves must not affect ratings.
"""

import asyncio
import contextlib
import random
import secrets
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any, NamedTuple

from matou.core.game import Game
from matou.core.messages import say
from matou.play import forms, seating
from matou.play.clock import TimeControl
from matou.play.keeping import Gone
from matou.play.opening import new_table
from matou.play.refusals import Refused
from matou.play.seats import Seat
from matou.play.table import Table
from matou.web.http.limits import unnamed
from matou.web.http.security import remember
from matou.web.strangers import matching
from matou.web.strangers.matching import EARLY, Asker, Snapshot, waits_alone
from matou.web.strangers.repository import OPEN_OF_NETWORK, OPEN_OF_PERSON, Offered, Stance
from matou.web.tables.manager import TableManager

FRESH = 1.0  # seconds for which a snapshot is served to everybody
RENEW = 10.0  # seconds between two renewals of an offer…
LAPSE = 30.0  # …and until it expires without one
LAPSE_DAYS = 14 * 86400.0  # for turns of several days, when nobody has to be present
MOST = 300  # tables in the list, and candidates for a quick game
LEVEL = 2  # of a cat that holds a seat
KNOWN = 10_000  # players in the cache of askers
QUICK = "quick game"  # the kind of the job that serves as a lock for matching
PATIENCE, TURN = 3.0, 0.05  # seconds to wait for the lock, and between two attempts
FULL = say("This table is full.")
BANNED = say(
    "The site’s operator has banned you from open tables. You can still play with friends by "
    "link, and against cats."
)
TOO_MANY_OPEN = say(
    "You already have {most} open tables. Once somebody joins one, you can open another.",
    most=OPEN_OF_PERSON,
)
TOO_MANY_IN_NETWORK = say(
    "There are already {most} open tables from your network. Join one, or set up a table for "
    "friends and send them the link.",
    most=OPEN_OF_NETWORK,
)


class Sat(NamedTuple):
    table: Table
    seat: int
    was: str  # "" for an empty seat, "cat" for a seat that a cat held, "new" at a new table,
    # "counts" at a new rated table, "own" if the player already had a seat and waits


class OpenTables:
    def __init__(self, manager: TableManager) -> None:
        self.manager = manager
        self.store = manager.store
        self._offered: set[str] = set()  # by this server
        self._snapshot = Snapshot([])
        self._read_at = -FRESH
        self._reading: asyncio.Task[Snapshot] | None = None
        self._askers: dict[str, tuple[Asker, float]] = {}
        self._one_by_one = asyncio.Lock()

    # Reading

    async def look(self) -> Snapshot:
        """Returns the current snapshot, shared by all requests within a second."""
        if time.monotonic() < self._read_at + FRESH:
            return self._snapshot
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self.read())
        return await asyncio.shield(self._reading)

    async def read(self) -> Snapshot:
        began = time.monotonic()
        self._snapshot = await self._with_people(await self.store.offers.newest(MOST))
        self._read_at = began
        return self._snapshot

    async def waiting(self, game: str = "", clock: str | None = None) -> Snapshot:
        """Reads the tables that wait for a quick game, including those too old for the list."""
        return await self._with_people(await self.store.offers.waiting(MOST, EARLY, game, clock))

    async def _with_people(self, offers: list[Offered]) -> Snapshot:
        """Returns a snapshot of tables, without those of banned players."""
        found = [o for o in offers if o.row.game in self.manager.games and o.row.free_seats]
        owners = {seat.owner for offered in found for seat in offered.row.seats if seat.owner}
        if not owners:
            return Snapshot(found)
        banned = await self.store.moderation.sanctioned(owners, "ban")
        found = [o for o in found if not any(seat.owner in banned for seat in o.row.seats)]
        apart = await self.store.moderation.blocked_pairs(owners)
        stances = await self.store.moderation.stances(owners)
        wanting = await self.store.ratings.who_wants(owners)
        return Snapshot(found, apart, stances, await self.store.ratings.by_game(wanting), wanting)

    async def asker(self, owner: str) -> Asker:
        """Returns a player's preferences and ratings, from the cache if possible."""
        asker, until = self._askers.get(owner, (None, 0.0))
        return asker if asker and time.monotonic() < until else await self.asker_now(owner)

    async def asker_now(self, owner: str, stance: Stance | None = None) -> Asker:
        if not owner:
            return Asker(owner, Stance())
        if stance is None:
            stance = (await self.store.moderation.stances([owner])).get(owner, Stance())
        wants = bool(await self.store.ratings.who_wants([owner]))
        rated = await self.store.ratings.of(owner) if wants else {}
        asker = Asker(owner, stance, wants, {game: one.rating for game, one in rated.items()})
        remember(self._askers, owner, (asker, time.monotonic() + 3 * RENEW), KNOWN)
        return asker

    async def set_stance(self, owner: str, stance: Stance) -> None:
        await self.store.moderation.set_stance(owner, stance)
        self._askers.pop(owner, None)

    async def introduced(self, owner: str, is_program: bool | None, is_public: bool) -> Asker:
        """Returns an API client's preferences, after storing whether it is a program.

        A client that has never said so counts as a program at public tables.
        """
        known = (await self.store.moderation.stances([owner])).get(owner)
        stance = known or Stance(program=is_public)
        if is_program is not None:
            stance = stance._replace(program=is_program)
        if stance != (known or Stance()):
            await self.set_stance(owner, stance)
        return await self.asker_now(owner, stance)

    # Offering

    def is_open(self, table: Table) -> bool:
        """Returns whether anybody may join a table now. Live games need a player who is present."""
        if not table.is_public or table.state.over or not table.row.free_seats:
            return False
        people = (i for i, seat in enumerate(table.seats) if seat.kind == "person")
        return is_by_days(table) or any(map(table.presence.here, people))

    async def offer(self, *tables: Table, network: str = "") -> None:
        """Lists the tables that are open, and no others. ``network`` is that of a new table."""
        origin = network and self.origin(network)
        is_open = {table.id: self.is_open(table) for table in tables}
        for seconds, days in ((LAPSE, False), (LAPSE_DAYS, True)):
            some = [t.id for t in tables if is_open[t.id] and is_by_days(t) == days]
            await self.store.offers.put(some, seconds, origin)
        gone = [id for id, there in is_open.items() if not there and id in self._offered]
        await self.store.offers.withdraw(gone)
        self._offered.update(id for id, there in is_open.items() if there)
        self._offered.difference_update(gone)
        if tables:
            self._read_at = -FRESH  # the next `look` reads the list again

    async def renew_offers(self) -> None:
        """Renews offers, and matches waiting players."""
        with contextlib.suppress(Refused, Gone):
            here = self.manager.tables
            self._offered.intersection_update(here)
            await self.offer(*(table for table in here.values() if table.is_public))
            await self.bring_together()

    # Sitting down

    async def join(self, table: Table, asker: Asker, name: str) -> Sat:
        """Takes a free seat at a listed table. A second click returns the same seat."""
        async with self._one_by_one:
            return await self.sit(table, asker, name)

    async def sit(self, table: Table, asker: Asker, name: str) -> Sat:
        """Takes a free seat at a public table. Raises `Refused` if there is none."""
        owner, seats = asker.owner, table.seats
        if own := await self.own_seat(table, owner) or await self.seat_anew(table, owner):
            return own
        if not table.is_public:
            raise Refused("private", say("This is a private table."))
        if table.state.over:
            raise Refused("over", say("The game is over."))
        await self.check(owner)
        others = {seat.owner for seat in seats if seat.owner}
        apart = await self.store.moderation.blocked_pairs([owner])
        if not matching.meets(asker, seats, apart, await self.store.moderation.stances(others)):
            raise Refused("taken", FULL)  # does not reveal a block
        waiting = waits_alone(table.row, table.number) if asker.wants else None
        if waiting is not None and await self.store.ratings.who_wants([waiting.owner]):
            mine = Seat("person", 0, owner, name, program=asker.stance.program)
            begun = await self.begin_anew([table], [waiting, mine])
            if begun is not None:
                return Sat(begun, begun.seats_of(owner)[0], "counts")
            if own := await self.seat_anew(table, owner):
                return own
            raise Refused("taken", FULL)
        for i in table.row.free_seats:
            was = seats[i].kind
            changes: dict[str, Any] = {
                "kind": "person",
                "owner": owner,
                "name": name,
                "level": 0,
                "colour": seats[i].colour,
                "program": asker.stance.program,
            }
            try:
                await seating.change_seat(table, i, was, once=True, **changes)
            except Refused as refused:
                if refused.code == "seated" and (own := await self.own_seat(table, owner)):
                    return own  # clicked twice, or on two devices
                if refused.code != "taken":
                    raise
                continue  # another player was faster: try the next seat
            await self.offer(table)
            return Sat(table, i, "cat" if was == "bot" else "")
        raise Refused("taken", FULL)

    async def own_seat(self, table: Table, owner: str) -> Sat | None:
        """Returns the seat that a player already has there. Replaces a bot that plays for them."""
        for i, seat in enumerate(table.seats):
            if seat.owner == owner:
                if seat.kind == "bot" and not table.state.over:
                    await seating.change_seat(table, i, "bot", kind="person")
                return Sat(table, i, "own" if self.is_open(table) else "")
        return None

    async def seat_anew(self, table: Table, owner: str) -> Sat | None:
        """Returns a player's seat at the rated game that followed this table."""
        there = await self.manager.table(table.row.rematch) if table.row.rematch else None
        own = await self.own_seat(there, owner) if there is not None else None
        return own and own._replace(was="counts")

    async def check(self, owner: str) -> None:
        """Raises `Refused` if a player is banned from public tables."""
        if await self.store.moderation.sanctioned([owner], "ban"):
            raise Refused("banned", BANNED)

    async def check_open(self, owner: str, network: str) -> None:
        """Raises `Refused` if a player may not open another public table."""
        await self.check(owner)
        theirs, from_there = await self.store.offers.count(owner, self.origin(network))
        if theirs >= OPEN_OF_PERSON:
            raise Refused("crowded", TOO_MANY_OPEN)
        if from_there >= OPEN_OF_NETWORK:
            raise Refused("crowded", TOO_MANY_IN_NETWORK)

    def origin(self, network: str) -> str:
        return unnamed(self.store.db.key, f"open tables {network}")

    # Quick games

    async def quick(
        self, asker: Asker, name: str, game: str, clock: dict[str, Any] | None, network: str
    ) -> Sat:
        """Takes a seat at the most suitable open table, or opens a new one with cats."""
        await self.check(asker.owner)
        async with self.alone():
            there = await self.waiting(game, clock["kind"] if clock else "")
            for offered in matching.fitting(there, asker, game, clock):
                with contextlib.suppress(Refused, Gone):
                    table = await self.manager.table(offered.row.id)
                    if table is not None:
                        return await self.sit(table, asker, name)
            chosen = self.manager.games[game or random.choice([*self.manager.games])]
            return await self.set_new(chosen, asker, name, clock, network)

    async def set_new(
        self, game: Game, asker: Asker, name: str, clock: dict[str, Any] | None, network: str
    ) -> Sat:
        """Opens a new public table where cats hold all other seats."""
        await self.check_open(asker.owner, network)
        own = random.randrange(game.min_seats)
        seats = [
            Seat("bot", LEVEL, colour=i, invite=secrets.token_urlsafe(12))
            for i in range(game.min_seats)
        ]
        seats[own] = Seat("person", 0, asker.owner, name, own, program=asker.stance.program)
        settings = {"host": asker.owner, "watch": True, "hints": False, "public": True}
        if clock:
            settings["clock"] = clock
        table = await self.manager.open(forms.SetUp(game, seats, settings, {}))
        await self.offer(table, network=network)
        return Sat(table, own, "new")

    # Rated games

    async def begin_anew(self, tables: list[Table], people: list[Seat]) -> Table | None:
        """Starts a rated game between players who waited at tables with cats.

        Returns None if another request was faster. Cats finish the games at the old tables, which
        count as a loss for nobody.
        """
        first = tables[0]
        if not all([await self.close(table, people) for table in tables]):
            return None
        people = [replace(seat, colour=i) for i, seat in enumerate(people)]
        random.shuffle(people)
        settings = {**first.row.settings, "host": people[0].owner, "hints": False, "rated": True}
        row = new_table(first.game, people, settings, first.row.options)
        if await self.manager.open_after(tables, row, first.game) != row.id:
            return None
        changes: dict[str, Any] = {"kind": "bot", "owner": "", "invite": "", "level": LEVEL}
        for table in tables:
            for i, seat in enumerate(table.seats):
                if seat.kind == "person":
                    with contextlib.suppress(Refused, Gone):
                        await seating.change_seat(table, i, "person", **changes)
            await self.offer(table)
        return self.manager.tables[row.id]

    async def close(self, table: Table, people: list[Seat]) -> bool:
        """Closes the cats' seats to others. Returns False if another player has taken one."""
        try:
            for i, seat in enumerate(table.seats):
                if seat.is_warm:
                    await seating.change_seat(table, i, "bot", invite="")
        except Refused:
            return False
        return {seat.owner for seat in table.seats} - {""} <= {seat.owner for seat in people}

    async def bring_together(self) -> None:
        """Starts rated games between players who wait alone and match each other."""
        if not matching.pairs(await self.waiting()):
            return
        async with self.alone():
            for two in matching.pairs(await self.waiting()):
                tables = [await self.manager.table(offered.row.id) for offered in two]
                waiting = [t and waits_alone(t.row, t.number) for t in tables]
                there, seats = [t for t in tables if t], [seat for seat in waiting if seat]
                if len(there) == len(seats) == len(two):
                    await self.begin_anew(there, seats)

    @contextlib.asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Holds a lock across all servers, so that two simultaneous requests find each other."""
        async with self._one_by_one:
            if not self.store.db.shared:
                yield
                return
            end = time.monotonic() + PATIENCE
            while not await self.store.jobs.take(QUICK, "", PATIENCE) and time.monotonic() < end:
                await asyncio.sleep(TURN)
            try:
                yield
            finally:
                await self.store.jobs.end(QUICK, "")


def is_by_days(table: Table) -> bool:
    control = TimeControl.of(table.row.settings)
    return control is not None and control.kind == "days"
