"""A table that nobody has kept yet: a new one, or the rematch of one that is over."""

from __future__ import annotations

import secrets
from typing import Any

from matou.core.fairness import commitment, new_id, new_seed
from matou.core.game import Game
from matou.core.words import BadChoice
from matou.play.keeping import Kept
from matou.play.seats import Seat
from matou.play.table import Table


def new_table(
    game: Game, seats: list[Seat], settings: dict[str, Any], options: dict[str, Any]
) -> Kept:
    """A table as it begins; BadChoice if there is no such table."""
    chosen = game.having(**options).settings(game.check_seats(len(seats)))
    for seat in seats:
        if seat.kind == "open":
            seat.invite = secrets.token_urlsafe(12)
    seed = new_seed()
    return Kept(
        id=new_id(),
        game=game.name,
        version=game.version,
        options=dict(chosen),
        seats=seats,
        seed=seed,
        commitment=commitment(seed),
        settings=settings,
    )


def rematch_of(table: Table, newest: Game) -> tuple[Kept, Game]:
    """The same players again, seats rotated by one, by the newest rules; whoever left is back."""
    seats = [Seat(**vars(s)) for s in table.seats]
    seats = seats[1:] + seats[:1]
    for seat in seats:
        if seat.kind == "bot" and seat.owner:
            seat.kind, seat.level = "person", 0
    settings = {k: v for k, v in table.kept.settings.items() if k != "origin"}
    game, options = renewed(table, newest)
    return new_table(game, seats, settings, options), game


def renewed(table: Table, newest: Game) -> tuple[Game, dict[str, Any]]:
    """A table's game as it is now, with those of its options that there still are."""
    options = {
        option.name: table.kept.options[option.name]
        for option in newest.options
        if table.kept.options.get(option.name) in option.values
    }
    try:
        newest.having(**options).settings(newest.check_seats(len(table.seats)))
    except BadChoice:  # such a table is no longer set: play on by its own rules
        return table.game, table.kept.options
    return newest, options
