"""Tables as rows of a list, and the games that can be played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matou.core.game import Game, Option, Value
from matou.core.messages import listed, say
from matou.play import time_words
from matou.play.keeping import TableRow
from matou.play.protocol import programs
from matou.play.protocol.program_requests import DailyClock, LiveClock
from matou.play.seats import name_of


def row(
    kept: TableRow, game: Game, owner: str, lang: str, now: float | None = None
) -> dict[str, Any]:
    """Returns a table's row in a list, as ``owner`` reads it ('' for a spectator).

    ``now`` is the site time, if there is a site; it gives the time left to the seat to move.
    """
    own = next((i for i, s in enumerate(kept.seats) if owner and s.owner == owner), None)
    names = [name_of(kept.seats, i, lang, own) for i in range(len(kept.seats))]
    turn, yours = "", False
    if kept.over:
        turn = say("finished").say(lang)
    elif any(s.kind == "open" for s in kept.seats):
        turn = say("waiting for players").say(lang)
    elif kept.turn >= 0:
        yours = owner != "" and kept.seats[kept.turn].owner == owner
        told = say("your turn!") if yours else say("{name} to play", name=names[kept.turn])
        turn = told.say(lang)
    left = None if now is None else time_words.left_to_move(kept, game, now)
    return {
        "id": kept.id,
        "title": game.words.TITLE.say(lang),
        "names": listed(names).say(lang),
        "turn": turn,
        "yours": yours,
        "over": kept.over,
        "left": "" if left is None else time_words.shown(left, lang),
    }


def game_told(game: Game, lang: str) -> programs.GameTold:
    words = game.words
    return programs.GameTold(
        name=game.name,
        version=game.version,
        title=words.TITLE.say(lang),
        tagline=words.TAGLINE.say(lang),
        minutes=words.MINUTES,
        min_seats=game.min_seats,
        max_seats=game.max_seats,
        actions=game.rules.ACTIONS,
        options=[
            programs.OptionTold(
                name=option.name,
                says=words.OPTIONS[option.name].say(lang),
                at=[option_at(option, n) for n in range(game.min_seats, game.max_seats + 1)],
            )
            for option in game.options
        ],
    )


def option_at(option: Option, seats: int) -> programs.OptionAt:
    return programs.OptionAt(
        seats=seats,
        default=option.for_seats(seats),
        values=fitting(option, seats),
    )


def program_row(
    kept: TableRow, owner: str, lang: str, game: Game | None, now: float
) -> programs.Row:
    """Returns a table's row in a list for programs."""
    waiting = any(seat.kind == "open" for seat in kept.seats)
    turn = kept.turn if kept.turn >= 0 and not waiting and not kept.over else None
    own = next((i for i, s in enumerate(kept.seats) if owner and s.owner == owner), None)
    there = kept.seats[turn] if turn is not None else None
    return programs.Row(
        table=kept.id,
        game=kept.game,
        status="over" if kept.over else "waiting" if waiting else "playing",
        players=[name_of(kept.seats, i, lang, own) for i in range(len(kept.seats))],
        turn=turn,
        your_turn=there is not None
        and owner != ""
        and there.kind == "person"
        and there.owner == owner,
        clock=clock_of(kept.settings),
        left=None if game is None else time_words.left_to_move(kept, game, now),
    )


def clock_of(settings: Mapping[str, Any]) -> LiveClock | DailyClock | None:
    """Returns a table's clock in the form of the request, or None."""
    clock = settings.get("clock")
    if not clock:
        return None
    return LiveClock(**clock) if clock["kind"] == "live" else DailyClock(**clock)


def fitting(option: Option, seats: int) -> list[Value]:
    """Returns the values of an option that are allowed with this number of seats."""
    fits = option.fits
    return [value for value in option.values if fits is None or fits(value, seats)]
