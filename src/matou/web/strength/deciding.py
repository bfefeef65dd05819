"""Decides whether a game is rated, once, when its table fills.

This is final: the game counts even if a player turns their rating off before the end.

The number of rated games per day is limited between two people, and between a person and all
people from one network. Otherwise a player could collect points from a friend or from new browser
profiles.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping

from matou.play.keeping import TableRow
from matou.web.store import Store

DAY = 86400.0  # seconds
PER_PAIR = 5  # rated games of one kind per day between two people…
PER_NETWORK = 10  # …and between a person and all others from one network


async def decide_rated(store: Store, row: TableRow) -> None:
    """Marks the players' seats as rated, if the table is full and its game counts."""
    if not can_count(row):
        return
    owners = [seat.owner for seat in row.seats if seat.owner]
    networks = await store.ratings.networks(owners)
    if sorted(owners) != sorted(networks):  # a player wants no rating or has two seats
        return
    now = time.time()
    if await meet_too_often(store, row, networks, now):
        return
    for seat in row.seats:
        if seat.owner:
            seat.rated_at, seat.network = now, networks[seat.owner]


def can_count(row: TableRow) -> bool:
    """Returns whether a table is full, set up as rated, and not continued from another game."""
    settings = row.settings
    is_full = all(seat.kind != "open" for seat in row.seats)
    return is_full and bool(settings.get("rated")) and "origin" not in settings


async def meet_too_often(
    store: Store, row: TableRow, networks: Mapping[str, str], filled: float
) -> bool:
    """Returns whether these people (with networks) reached a daily limit before ``filled``."""
    for owner in networks if len(networks) > 1 else ():
        met = await store.ratings.meetings(owner, row.game, row.id, filled - DAY, filled)
        with_person = Counter(one.other for one in met)
        from_network = Counter(network for _, network in {(one.table, one.network) for one in met})
        for other, network in networks.items():
            if other == owner:
                continue
            if with_person[other] >= PER_PAIR:
                return True
            if network and from_network[network] >= PER_NETWORK:
                return True
    return False
