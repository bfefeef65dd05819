"""A table that nobody has kept yet: a new one, a rematch, or one that plays on from a position."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from matou.core.fairness import commitment, new_id, new_seed
from matou.core.game import Game
from matou.core.words import BadChoice
from matou.play import text
from matou.play.keeping import Kept
from matou.play.refusals import Refused
from matou.play.replay import Replay
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
        seat.weakest = 0
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


@dataclass
class Continued:
    """A table that begins at a position of another game: its seats, and what it takes over."""

    game: Game
    seats: list[Seat]
    options: dict[str, Any]
    actions: list[int]


def continued(replay: Replay, at: int, seat: int, level: int, owner: str, name: str) -> Continued:
    """Somebody plays on from a position, on one of its seats, against bots of a level."""
    positions = replay.positions
    if replay.record is None:
        raise Refused("playing", text.PLAY_ON_LATER)
    fits = 0 <= at <= positions.count and 0 <= seat < positions.seats
    if not fits or not 1 <= level <= len(text.LEVELS) or positions.state(at).over:
        raise Refused("bad", text.PLAY_ON_BAD)
    seats = [Seat("bot", level, colour=s.colour) for s in replay.seats]
    seats[seat] = Seat("person", 0, owner, name, replay.seats[seat].colour)
    actions = [entry.action for entry in positions.history[:at]]
    return Continued(positions.game, seats, dict(positions.game.settings(positions.seats)), actions)
