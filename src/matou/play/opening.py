"""New tables: from scratch, as a rematch, or continuing from a position."""

import secrets
from dataclasses import replace
from typing import Any

from matou.bots.levels import LEVELS
from matou.core.fairness import commitment, new_id, new_seed
from matou.core.game import Game
from matou.core.messages import say
from matou.core.refusals import BadChoice
from matou.play import daily, ladder, requests
from matou.play.forms import SetUp
from matou.play.keeping import TableRow
from matou.play.refusals import Refused
from matou.play.replay import Replay
from matou.play.seats import Seat
from matou.play.table import Table


def new_table(
    game: Game, seats: list[Seat], settings: dict[str, Any], options: dict[str, Any]
) -> TableRow:
    """Returns a new table. Raises BadChoice if the seats or options are invalid."""
    chosen = game.having(**options).settings(game.check_seats(len(seats)))
    for seat in seats:
        if seat.kind == "open":
            seat.invite = secrets.token_urlsafe(12)
    seed = new_seed()
    return TableRow(
        id=new_id(),
        game=game.name,
        version=game.version,
        options=dict(chosen),
        seats=seats,
        seed=seed,
        commitment=commitment(seed),
        settings=settings,
    )


def daily_table(game: Game, day: str, owner: str, name: str, key: str = "") -> TableRow:
    """Returns a person's table with the cat of a day. ``key`` is the site's secret key."""
    level, own = daily.challenge(game, day)
    seats = [Seat("bot", level, colour=i) for i in range(game.min_seats)]
    seats[own] = Seat("person", 0, owner, name, own)
    settings = {"host": owner, "hints": False, "watch": True, "daily": day}
    row = new_table(game, seats, settings, {})
    row.id = daily.table_id(owner, day, game.name, key)
    row.seed = daily.seed_of(day, game.name, key)
    row.commitment = commitment(row.seed)
    return row


def rematch_of(table: Table, newest: Game) -> tuple[TableRow, Game]:
    """Returns a table with the same players, seats rotated by one, and the newest rules."""
    set_up = same_again(table, newest)
    seats = set_up.seats[1:] + set_up.seats[:1]
    return new_table(*set_up._replace(seats=seats)), set_up.game


def challenge_of(table: Table, newest: Game, seat: int, level: int) -> SetUp:
    """Returns the set-up of a table where ``seat`` meets cats of at least ``level``."""
    requests.within(level, 1, len(LEVELS) + 1)
    set_up = same_again(table, newest)
    for i in ladder.opponents(table, seat):
        set_up.seats[i].level = max(level, set_up.seats[i].level)
    return set_up


def invitation_of(table: Table, newest: Game, owner: str) -> SetUp:
    """Returns the set-up of a rematch with open seats for the others."""
    game, seats, settings, options = same_again(table, newest)
    seats = [
        replace(seat, invite="")
        if seat.kind == "bot" or seat.owner == owner
        else Seat("open", colour=seat.colour)
        for seat in seats[1:] + seats[:1]
    ]
    settings.pop("public", None)
    return SetUp(game, seats, {**settings, "host": owner}, options)


def same_again(table: Table, newest: Game) -> SetUp:
    """Returns the set-up of a table as it was, with the newest rules.

    Players who were replaced by a bot get their seats back.
    """
    if table.row.day:
        raise Refused("rematch", say("The cat of the day plays once. Another one comes tomorrow."))
    seats = [
        replace(seat, weakest=0, rated_at=0.0, network="", left_at=None, hinted=False)
        for seat in table.seats
    ]
    for seat in seats:
        if seat.kind == "bot" and seat.owner:
            seat.kind, seat.level = "person", 0
    settings = {k: v for k, v in table.row.settings.items() if k != "origin"}
    if "chains" in settings:  # every page makes a new one
        settings["chains"] = []
    game, options = renewed(table, newest)
    return SetUp(game, seats, settings, options)


def renewed(table: Table, newest: Game) -> tuple[Game, dict[str, Any]]:
    """Returns the newest version of a table's game, and the options that still exist."""
    options = {
        option.name: table.row.options[option.name]
        for option in newest.options
        if table.row.options.get(option.name) in option.values
    }
    try:
        newest.having(**options).settings(newest.check_seats(len(table.seats)))
    except BadChoice:  # no longer a valid table: keep the old rules
        return table.game, table.row.options
    return newest, options


def continued(
    replay: Replay, at: int, seat: int, level: int, owner: str, name: str
) -> tuple[SetUp, list[int]]:
    """Returns the set-up of a table that continues from a position, and the actions so far.

    It has one person and bots of a level.
    """
    positions = replay.positions
    if replay.record is None:
        says = say(
            "You cannot play on from a game in progress: that would reveal what is still hidden. "
            "Come back when it is over."
        )
        raise Refused("playing", says)
    fits = 0 <= at <= positions.count and 0 <= seat < positions.seats
    if not fits or not 1 <= level <= len(LEVELS) or positions.state(at).over:
        says = say(
            "Choose a position before the end, a seat to play in and a level from 1 to {most}."
        )
        raise Refused("bad", says.filled(most=len(LEVELS)))
    seats = [Seat("bot", level, colour=s.colour) for s in replay.seats]
    seats[seat] = Seat("person", 0, owner, name, replay.seats[seat].colour)
    actions = [entry.action for entry in positions.history[:at]]
    origin = {"id": replay.id, "count": at, "path": replay.path}
    settings = {"host": owner, "hints": True, "origin": origin}
    options = dict(positions.game.settings(positions.seats))
    return SetUp(positions.game, seats, settings, options), actions
