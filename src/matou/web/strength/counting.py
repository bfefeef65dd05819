"""Counting finished games, each once: what they make of people's ratings, and who beat which cat.

Whoever looks finds the games that are over and not counted, also those that ended while no server
was there or right before one was killed; the store's fence lets one server count a game.

A game counts for ratings where its table says so (``settings["rated"]``), everybody at it wants a
rating and sits on one chair, and it was played from its beginning. Such a table gives no hints;
taking back is as everywhere, never across anything that anybody could learn from. Whoever is not
there at the end, so that a cat plays for them, has lost, and so has whoever's time was up.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping

from matou.play.keeping import StoreFailed
from matou.play.refusals import Refused
from matou.play.table import Table
from matou.rating import Rating, by_side, places, rate
from matou.rating.cats import cat
from matou.web.ops.chores import every
from matou.web.store.ratings import Counted, Met, Rated
from matou.web.tables.manager import TableManager

log = logging.getLogger("matou.web")

LOOK_EVERY = 3.0  # seconds
AT_ONCE = 20
TRIES = 5  # where somebody's rating changes at the same moment


class Counting:
    """Counts games that are over."""

    def __init__(self, manager: TableManager) -> None:
        self.manager = manager
        self.store = manager.store
        self._unreadable: set[str] = set()

    async def run(self) -> None:
        """For as long as the server runs."""
        await every(LOOK_EVERY, self.count_all, "finished games could not be counted")

    async def count_all(self) -> None:
        waiting = await self.store.to_count(AT_ONCE + len(self._unreadable))
        for id in waiting:
            if id not in self._unreadable:
                await self.count(id)

    async def count(self, id: str) -> None:
        """Count one game."""
        try:
            table = await self.manager.table(id)
        except Refused:  # its rules are gone
            await self.store.count(id, "", [])
            return
        except StoreFailed:
            self._unreadable.add(id)
            return
        if table is None or not table.state.over:
            return
        owners, game = [seat.owner for seat in table.seats], table.game.name
        met = met_by(table)
        for _ in range(TRIES):
            counted: list[Counted] = []
            if is_rated(table, await self.store.who_wants_rating(owners)):
                counted = judged(table, await self.store.ratings(owners, game))
            if await self.store.count(id, game, counted, met):
                if counted:
                    log.info("table %s: counted", id, extra={"people": len(counted)})
                    await self.manager.set_strengths(table)
                    for watcher in list(table.watchers):
                        watcher.presence_changed()
                return
            if id not in await self.store.to_count(AT_ONCE):  # another server has
                return


def is_rated(table: Table, wanting: Collection[str]) -> bool:
    """Does a finished game count for ratings?"""
    settings = table.kept.settings
    owners = [seat.owner for seat in table.seats if seat.owner]
    return (
        bool(settings.get("rated"))
        and "origin" not in settings
        and len(owners) == len(set(owners)) > 0
        and all(owner in wanting for owner in owners)
        and len(table.seats) > 1
    )


def judged(table: Table, known: Mapping[str, Rated]) -> list[Counted]:
    """What a game has made of the ratings of those who played; cats keep theirs."""
    game, seats, state = table.game, table.seats, table.state
    sides = [i if game.team is None else game.team(i) for i in range(len(seats))]
    before = [
        known[seat.owner].rating
        if seat.owner in known
        else Rating()
        if seat.owner
        else cat(game.name, len(seats), seat.level)
        for seat in seats
    ]
    out = [out.seat for out in state.out]
    left = [i for i, seat in enumerate(seats) if seat.kind == "bot" and seat.owner]
    last = [*out, *(i for i in left if i not in out)]
    place = places(sides, state.winners, state.scores, last)
    after = rate(by_side(sides, before), place)
    counted = []
    for i, seat in enumerate(seats):
        if not seat.owner:
            continue
        mine = place[sides[i]]
        now = member(sides, after, i)
        if i in last and mine == 0:  # their side won without them: they have lost all the same
            against = [int(side == sides[i]) for side in range(len(place))]
            now, mine = member(sides, rate(by_side(sides, before), against), i), max(place)
        rated = known.get(seat.owner)
        counted.append(Counted(seat.owner, rated, now, mine, len(place)))
    return counted


def member(sides: list[int], ratings: list[list[Rating]], seat: int) -> Rating:
    """A seat's rating among those of its side."""
    return ratings[sides[seat]][sides[:seat].count(sides[seat])]


def met_by(table: Table) -> list[Met]:
    """Whoever played alone against cats: the weakest of them, and how it ended."""
    game, seats, state = table.game, table.seats, table.state
    people = [i for i, seat in enumerate(seats) if seat.owner]
    if len(people) != 1 or "origin" in table.kept.settings:
        return []
    (me,) = people
    side = game.team or (lambda seat: seat)
    others = [i for i in range(len(seats)) if side(i) != side(me)]
    if not others or any(seats[i].kind != "bot" for i in others):
        return []
    won = (
        seats[me].kind == "person"
        and me in state.winners
        and all(side(winner) == side(me) for winner in state.winners)
    )
    margin = 0
    if game.team is None and not state.stopped:
        margin = state.scores[me] - max(state.scores[i] for i in others)
    weakest = min(seats[i].weakest or seats[i].level for i in others)
    return [Met(seats[me].owner, weakest, won, margin)]
