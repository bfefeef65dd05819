"""Updates ratings and the ladder of the cats after each finished game, exactly once.

Every server looks for finished games that are not counted yet, so none is lost when a server
stops. A conditional update in the database lets only one server count a game.

A game counts for the players who were marked as rated when the table filled (``repository.py``).
Rated tables give no hints. Moves can be taken back as usual, unless they revealed something. A
player loses if a cat has moved for them, if they are absent at the end, or if they ran out of time.
"""

from collections.abc import Mapping

from matou.play import keeping, refusals
from matou.play.ladder import cat_games
from matou.play.table import Table
from matou.rating import Rating, by_side, cats, partly, places, rate, reliability
from matou.web.ops.logs import log
from matou.web.strength.repository import Counted, Rated
from matou.web.tables.manager import TableManager

LOOK_EVERY = 3.0  # seconds
AT_ONCE = 20
EARLY = 5  # own actions; the game does not count if a player leaves earlier
TRIES = 5  # if a rating changes at the same time


class Counting:
    def __init__(self, manager: TableManager) -> None:
        self.manager = manager
        self.store = manager.store
        self._unreadable: set[str] = set()

    async def count_all(self) -> None:
        waiting = await self.store.ratings.uncounted(AT_ONCE + len(self._unreadable))
        for id in waiting:
            if id not in self._unreadable:
                await self.count(id)

    async def count_now(self, id: str) -> None:
        """Counts a game that has just ended, for a page that shows what it counted for."""
        if id in await self.store.ratings.uncounted(AT_ONCE):
            await self.count(id)

    async def count(self, id: str) -> None:
        try:
            table = await self.manager.table(id)
        except refusals.Refused:  # its rules no longer exist
            await self.store.ratings.count(id, "", [])
            return
        except keeping.StoreFailed:
            self._unreadable.add(id)
            return
        if table is None or not table.state.over:
            return
        owners = [seat.owner for seat in table.seats if seat.rated_at and seat.owner]
        game = table.game.name
        met = cat_games(table)
        for _ in range(TRIES):
            counted: list[Counted] = []
            if await self._counts(table):
                counted = judged(table, await self.store.ratings.of_people(owners, game))
            if await self.store.ratings.count(id, game, counted, met):
                if counted:
                    log.info("table %s: counted", id, extra={"people": len(counted)})
                    await self.manager.set_strengths(table)
                    for watcher in list(table.watchers):
                        watcher.presence_changed()
                return
            if id not in await self.store.ratings.uncounted(AT_ONCE):  # counted elsewhere
                return

    async def _counts(self, table: Table) -> bool:
        people = [seat for seat in table.seats if seat.rated_at and seat.owner]
        networks = {seat.owner: seat.network for seat in people}
        if not people or len(networks) < len(people):  # two accounts may have merged
            return False
        # Checked again, since many tables may have filled at the same time.
        filled = people[0].rated_at
        if await self.store.ratings.meet_too_often(table.row, networks, filled):
            return False
        return not is_abandoned_early(table)


def is_abandoned_early(table: Table) -> bool:
    """Returns whether a rated player left for good within their first few actions."""
    gone_after = {out.seat: out.after for out in table.state.out}
    for i, seat in enumerate(table.seats):
        if seat.left_at is not None and seat.kind == "bot":
            gone_after[i] = min(seat.left_at, gone_after.get(i, seat.left_at))
    return any(
        sum(entry.actor == i for entry in table.state.history[:after]) < EARLY
        for i, after in gone_after.items()
        if table.seats[i].rated_at
    )


def judged(table: Table, known: Mapping[str, Rated]) -> list[Counted]:
    """Returns the players' new ratings after a game. Ratings of cats are fixed."""
    game, seats, state = table.game, table.seats, table.state
    sides = game.teams(len(seats))
    before = [
        known[seat.owner].rating
        if seat.owner in known
        else Rating()
        if seat.rated_at
        else cats.cat(game.name, len(seats), seat.level)
        for seat in seats
    ]
    out = [out.seat for out in state.out]
    left = [
        i
        for i, seat in enumerate(seats)
        if seat.has_forfeited or (seat.kind == "bot" and seat.rated_at)
    ]
    place = places(sides, state.winners, state.scores, out, left)
    after = rate(by_side(sides, before), place)
    counted = []
    for i, seat in enumerate(seats):
        if not seat.owner or not seat.rated_at:
            continue
        mine = place[sides[i]]
        now = member(sides, after, i)
        if i in (*out, *left) and (mine == 0 or now.mu > before[i].mu):
            # Their side won without them, or others placed lower. It is still a loss.
            against = [int(side == sides[i]) for side in range(len(place))]
            now, mine = member(sides, rate(by_side(sides, before), against), i), max(1, *place)
        others = [j for j in range(len(seats)) if sides[j] != sides[i]]
        weights = [reliability(before[j]) if seats[j].rated_at else 1.0 for j in others]
        now = partly(before[i], now, sum(weights) / len(weights))
        counted.append(Counted(seat.owner, known.get(seat.owner), now, mine, len(place)))
    return counted


def member(sides: list[int], ratings: list[list[Rating]], seat: int) -> Rating:
    """Returns the rating of one seat from ratings grouped by side."""
    return ratings[sides[seat]][sides[:seat].count(sides[seat])]
