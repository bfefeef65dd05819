"""An open table as a line in the list: what is played, by whom, which places are free, the clock.

Made of seats and settings alone: nothing of a position is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matou.core.game import Game
from matou.play.clock import LOSE
from matou.play.seats import Seat
from matou.rating import Rating
from matou.web import text
from matou.web.store.strangers import Offered


def row(offered: Offered, game: Game, lang: str, ratings: Mapping[str, Rating]) -> dict[str, Any]:
    """A table as everybody reads it in the list; ``ratings`` of those there who want one."""
    kept = offered.kept
    free = kept.free_seats
    people = [seat for seat in kept.seats if seat.kind == "person"]
    return {
        "id": kept.id,
        "title": game.words.TITLE.say(lang),
        "names": text.listed([named(seat, lang, ratings.get(seat.owner)) for seat in people], lang),
        "free": (text.FREE_SEAT if len(free) == 1 else text.FREE_SEATS)
        .say(lang)
        .format(free=len(free), n=len(kept.seats)),
        "warm": any(kept.seats[i].is_warm for i in free),
        "begun": offered.number > 0,
        "clock": clock_words(kept.settings.get("clock"), lang),
    }


def named(seat: Seat, lang: str, rating: Rating | None) -> str:
    """Somebody at a table, for those who do not know them, and how strong they are."""
    name = seat.name or text.SOMEBODY.say(lang)
    about = [text.PROGRAM.say(lang)] if seat.program else []
    about += [str(rating)] if rating is not None else []
    return f"{name} ({', '.join(about)})" if about else name


def clock_words(clock: dict[str, Any] | None, lang: str) -> str:
    """How much time there is, and what happens when it is up, where that is a loss."""
    if not clock:
        return text.TIME_NONE.say(lang)
    says = text.TIME_LIVE
    if clock["kind"] == "days":
        says = text.TIME_DAY if clock["days"] == 1 else text.TIME_DAYS
    told = says.say(lang).format(**clock)
    return f"{told}, {text.WHEN_UP_LOSE.say(lang)}" if clock.get("when_up") == LOSE else told
