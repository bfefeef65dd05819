"""Rows of the list of open tables: game, players, free seats, clock.

A row is built from seats and settings only, never from the position.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matou.core.game import Game
from matou.core.messages import count, listed, say
from matou.play.clock import LOSE
from matou.play.seats import Seat
from matou.rating import Rating
from matou.web.strangers.repository import Offered


def row(offered: Offered, game: Game, lang: str, ratings: Mapping[str, Rating]) -> dict[str, Any]:
    """Returns a row of the list. ``ratings`` are those of the players who want a rating."""
    table = offered.row
    free = table.free_seats
    people = [seat for seat in table.seats if seat.kind == "person"]
    return {
        "id": table.id,
        "title": game.words.TITLE.say(lang),
        "names": listed([named(seat, lang, ratings.get(seat.owner)) for seat in people]).say(lang),
        "free": count(
            len(free),
            "{n} of {seats} seats free",
            "{n} of {seats} seats free",
            seats=len(table.seats),
        ).say(lang),
        "warm": any(table.seats[i].is_warm for i in free),
        "begun": offered.number > 0,
        "clock": clock_words(table.settings.get("clock"), lang),
    }


def named(seat: Seat, lang: str, rating: Rating | None) -> str:
    """Returns a player's name, with their rating and whether they are a program."""
    name = seat.name or say("Somebody").say(lang)
    about = [say("program").say(lang)] if seat.program else []
    about += [str(rating)] if rating is not None else []
    return f"{name} ({', '.join(about)})" if about else name


def clock_words(clock: dict[str, Any] | None, lang: str) -> str:
    """Returns the time control in words, and whether running out of time loses."""
    if not clock:
        return say("no clock").say(lang)
    if clock["kind"] == "days":
        time = count(clock["days"], "{n} day per turn", "{n} days per turn").say(lang)
    else:
        time = say("{minutes} min + {increment} s per turn", **clock).say(lang)
    return f"{time}, {say('you lose on time').say(lang)}" if clock.get("when_up") == LOSE else time
