"""What may be asked of the API, as types that read, check and document it; nothing else is taken.

What a new table may look like is made from the games there are, so that the document names every
option and its values.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from matou.core.game import Game, Option, Value
from matou.play.clock import DAYS, INCREMENTS, LAG, MINUTES
from matou.play.requests import LONGEST_CHAT
from matou.play.seats import LONGEST_NAME
from matou.web.text import LEVELS

MOST_AT = 10**9
MOST_SECONDS = 86_400

Position_number = Annotated[int, Meta(ge=0, le=MOST_AT)]
Flag = Literal[0, 1]
Seat_number = Annotated[int, Meta(ge=0, le=9)]
Level = Annotated[int, Meta(ge=1, le=len(LEVELS))]
Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
SEEN = "!-~\u00a1-\u00ac\u00ae-\u02ff\u0370-\ud7ff\uf900-\ufffd\U0001f300-\U0001faff"
# Something that is seen: what shows nothing is refused in words of its own (``seats.printable``).
Written = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=LONGEST_CHAT,
        extra_json_schema={"pattern": f"[{SEEN}]"},
    ),
]


class Asked(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What somebody asks for: nothing that we do not know."""


# Bodies


class BotSeat(Asked):
    """A seat for a bot of a level."""

    bot: Level


SeatWanted = Literal["you", "open"] | BotSeat


WhenUp = Annotated[
    Literal["bot", "lose"],
    Meta(
        description="When time is up: a bot plays on for the seat, and join takes it back; or the "
        "seat loses. With more than two sides the others then play on, a bot in its place."
    ),
]


class LiveClock(Asked, tag_field="kind", tag="live"):
    """Minutes for the whole game, and seconds more for every turn."""

    minutes: Annotated[int, Meta(ge=MINUTES[0], le=MINUTES[1])]
    increment: Annotated[int, Meta(ge=INCREMENTS[0], le=INCREMENTS[1])] = 0
    when_up: WhenUp = "bot"


class DailyClock(Asked, tag_field="kind", tag="days"):
    """Days for each turn."""

    days: Annotated[int, Meta(ge=DAYS[0], le=DAYS[1])]
    when_up: WhenUp = "bot"


Bot = Annotated[
    bool | None,
    Meta(
        description="Does a program play for you? Others are told; null: as you said last. Who has "
        "never said counts as a program at open tables."
    ),
]


class NewTable(Asked):
    """A table to set; each game adds its seats and options."""

    name: Name = ""
    watch: bool = False
    hints: bool = False
    public: Annotated[bool, Meta(description="An open table: anybody may take its open seats.")] = (
        False
    )
    bot: Bot = None
    rated: Annotated[
        bool,
        Meta(description="Does it count for ratings, if all want one? Then there are no hints."),
    ] = False
    clock: Annotated[
        LiveClock | DailyClock | None, Meta(description="What time each has; null for no clock.")
    ] = None


class Join(Asked):
    """An invitation and the name to be called by; or none, for one's own seat or an open table."""

    invite: Annotated[str, Meta(min_length=1, max_length=100)] | None = None
    name: Name = ""
    bot: Bot = None


class Seek(Asked):
    """A quick game: at the first open table that fits, or at a new one."""

    name: Name = ""
    bot: Bot = None
    clock: Annotated[
        LiveClock | DailyClock | None,
        Meta(description="A table with a clock of this kind; a new one has this very clock."),
    ] = None


class Say(Asked):
    """A line of chat."""

    say: Written


class Avoid(Asked):
    """Whom you do not want to read, or to meet again either."""

    seat: Seat_number
    how: Annotated[
        Literal["mute", "block"] | None, Meta(description="`null`: you mind them no longer.")
    ]


class Lift(Asked):
    """Whom you mind no longer."""

    person: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Report(Asked):
    """Somebody who does not behave, and what is wrong."""

    seat: Seat_number
    reason: Written


class Play(Asked):
    """An action by number or notation; ``at`` says which position it answers."""

    action: (
        Annotated[int, Meta(ge=0, le=MOST_AT)] | Annotated[str, Meta(min_length=1, max_length=40)]
    )
    at: Position_number | None = None
    took: Annotated[
        Annotated[float, Meta(ge=0)] | None,
        Meta(
            description="For how many seconds you had the position. At a table with a clock the "
            f"rest was the way here and back, and is given back: {LAG:g} at most.",
        ),
    ] = None


class TakeBack(Asked):
    """Take the last action back; ``at`` says in which position."""

    at: Position_number | None = None


# What stands behind the question mark


class NoQuery(Asked):
    """Nothing may be asked along."""


class Look(Asked):
    """How to look at a table."""

    seat: Annotated[
        Seat_number | UnsetType,
        Meta(description="Which of your seats to look from, if you hold several."),
    ] = UNSET
    state: Annotated[Flag, Meta(description="1: the position as named numbers, too (`state`).")] = 0
    svg: Annotated[Flag, Meta(description="1: the picture, too (`svg`).")] = 0


class Listen(Asked):
    """Which lines of chat to read."""

    from_: Annotated[
        Position_number | UnsetType,
        Meta(description="The line to begin with; otherwise all that are kept."),
    ] = msgspec.field(name="from", default=UNSET)


class Follow(Asked):
    """How to follow a table."""

    seat: Annotated[
        Seat_number | UnsetType,
        Meta(description="Which of your seats to look from, if you hold several."),
    ] = UNSET
    state: Annotated[
        Flag, Meta(description="1: every position as named numbers, too (`state`).")
    ] = 0
    from_: Annotated[
        Position_number | UnsetType,
        Meta(description="The position to begin with; otherwise the present one."),
    ] = msgspec.field(name="from", default=UNSET)
    seconds: Annotated[
        Annotated[int, Meta(ge=0, le=MOST_SECONDS)] | UnsetType,
        Meta(description="End after that many seconds; 0 sends what there is."),
    ] = UNSET


# Made from the games


def value_type(option: Option) -> Any:
    """The type of an option's values: exactly those there are."""
    if all(isinstance(value, bool) for value in option.values):
        return bool
    return Literal[option.values]


def new_table_types(games: Mapping[str, Game]) -> Any:
    """What may be asked for as a new table: one type a game, told apart by ``game``."""
    return reduce(or_, (new_table_type(game) for game in games.values()))


def seek_type(games: Mapping[str, Game]) -> Any:
    """A quick game: which game, or any."""
    return msgspec.defstruct(
        "QuickGame",
        [("game", Literal[tuple(games)] | None, None)],
        bases=(Seek,),
        kw_only=True,
        forbid_unknown_fields=True,
    )


def clock_told(settings: Mapping[str, Any]) -> LiveClock | DailyClock | None:
    """The clock that a table has, as it was asked for."""
    clock = settings.get("clock")
    return None if not clock else msgspec.convert(dict(clock), LiveClock | DailyClock)


def title_of(game: Game) -> str:
    return "".join(part.capitalize() for part in game.name.split("_"))


def new_table_type(game: Game) -> Any:
    """One game's table: how many seats, which options."""
    title = title_of(game)
    options = msgspec.defstruct(
        f"{title}Options",
        [(o.name, value_type(o) | UnsetType, UNSET) for o in game.options],
        bases=(Asked,),
        kw_only=True,
        forbid_unknown_fields=True,
    )
    seats = Annotated[list[SeatWanted], Meta(min_length=game.min_seats, max_length=game.max_seats)]
    return msgspec.defstruct(
        f"New{title}Table",
        [("seats", seats), ("options", options, msgspec.field(default_factory=options))],
        bases=(NewTable,),
        kw_only=True,
        forbid_unknown_fields=True,
        tag_field="game",
        tag=game.name,
    )


def by_seats(game: Game) -> list[dict[str, Any]]:
    """What types cannot say: the values of options that fit each number of seats."""
    bound = [option for option in game.options if option.fits is not None]
    if not bound:
        return []
    return [
        {
            "properties": {
                "seats": {"minItems": n, "maxItems": n},
                "options": {
                    "properties": {o.name: {"enum": fitting(o, n)} for o in bound},
                },
            }
        }
        for n in range(game.min_seats, game.max_seats + 1)
    ]


def fitting(option: Option, seats: int) -> list[Value]:
    """The values that suit a table of so many seats."""
    fits = option.fits
    return [value for value in option.values if fits is None or fits(value, seats)]


def chosen(options: Any) -> dict[str, Value]:
    """The options that were chosen; the others are the game's defaults."""
    found = {name: getattr(options, name) for name in options.__struct_fields__}
    return {name: value for name, value in found.items() if value is not UNSET}
