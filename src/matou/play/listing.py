"""Tables as rows of a list, and the games that can be played."""

from collections.abc import Mapping
from typing import Any

from matou.core.game import Game, Option, Value
from matou.core.messages import listed, say
from matou.play.clock import time_words
from matou.play.keeping import TableRow
from matou.play.protocol import programs
from matou.play.protocol.program_requests import DailyClock, LiveClock
from matou.play.seats import name_of


def row(
    stored: TableRow, game: Game, owner: str, lang: str, now: float | None = None
) -> dict[str, Any]:
    """Returns a table's row in a list, as ``owner`` reads it ('' for a spectator).

    ``now`` is the site time, if there is a site; it gives the time left to the seat to move.
    """
    own = stored.seat_of(owner)
    # A person whose seat a bot has taken over stays in the list.
    names = [
        seat.name if seat.owner and seat.name else name_of(stored.seats, i, lang, own)
        for i, seat in enumerate(stored.seats)
    ]
    turn, yours = "", False
    if stored.over:
        turn = say("finished").say(lang)
    elif any(s.kind == "open" for s in stored.seats):
        turn = say("waiting for players").say(lang)
    elif stored.turn >= 0:
        yours = owner != "" and stored.seats[stored.turn].owner == owner
        says = say("your turn!") if yours else say("{name} to play", name=names[stored.turn])
        turn = says.say(lang)
    left = None if now is None else stored.time_left(game, now)
    return {
        "id": stored.id,
        "title": game.words.TITLE.say(lang),
        "names": listed(names).say(lang),
        "turn": turn,
        "yours": yours,
        "over": stored.over,
        "left": "" if left is None else time_words(left, lang),
    }


def game_info(game: Game, lang: str) -> programs.GameInfo:
    words = game.words
    return programs.GameInfo(
        name=game.name,
        version=game.version,
        title=words.TITLE.say(lang),
        tagline=words.TAGLINE.say(lang),
        minutes=words.MINUTES,
        min_seats=game.min_seats,
        max_seats=game.max_seats,
        actions=game.rules.ACTIONS,
        options=[
            programs.OptionInfo(
                name=option.name,
                says=words.OPTIONS[option.name].say(lang),
                at=[
                    programs.OptionAt(
                        seats=n, default=option.for_seats(n), values=fitting(option, n)
                    )
                    for n in range(game.min_seats, game.max_seats + 1)
                ],
            )
            for option in game.options
        ],
    )


def program_row(
    stored: TableRow, owner: str, lang: str, game: Game | None, now: float
) -> programs.Row:
    waiting = any(seat.kind == "open" for seat in stored.seats)
    turn = stored.turn if stored.turn >= 0 and not waiting and not stored.over else None
    own, there = stored.seat_of(owner), None if turn is None else stored.seats[turn]
    return programs.Row(
        table=stored.id,
        game=stored.game,
        status="over" if stored.over else "waiting" if waiting else "playing",
        players=[name_of(stored.seats, i, lang, own) for i in range(len(stored.seats))],
        turn=turn,
        your_turn=there is not None and there.kind == "person" and there.owner == owner != "",
        clock=clock_of(stored.settings),
        left=None if game is None else stored.time_left(game, now),
    )


def clock_of(settings: Mapping[str, Any]) -> LiveClock | DailyClock | None:
    """Returns a table's clock in the form of the request, or None."""
    clock = settings.get("clock")
    if not clock:
        return None
    return LiveClock(**clock) if clock["kind"] == "live" else DailyClock(**clock)


def fitting(option: Option, seats: int) -> list[Value]:
    fits = option.fits
    return [value for value in option.values if fits is None or fits(value, seats)]
