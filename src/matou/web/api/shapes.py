"""The shapes of what goes in and out of the API: one set of types reads, writes and documents it.

``Asked`` types are what a request may hold and nothing else; ``Told`` types are answers. What a
new table may look like is made from the games there are, so that the document names every
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


class Told(msgspec.Struct, kw_only=True):
    """What we answer."""


# Asked: bodies


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


# Asked: what stands behind the question mark


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


# Told


class Texts(Told):
    """One text in both languages."""

    en: str
    fr: str


class Trouble(Told):
    """Why a request was not carried out."""

    error: Annotated[str, Meta(description="A code that stays the same.")]
    says: Annotated[str, Meta(description="The reason, in the language asked for.")]
    rule: Annotated[
        str | UnsetType, Meta(description="The rule that stands against it, as `CT8`.")
    ] = UNSET
    field: Annotated[str | UnsetType, Meta(description="The field that is at fault.")] = UNSET


class Call(Told):
    """One thing that can be asked of the API."""

    method: str
    path: str
    says: str


class Index(Told):
    """What there is."""

    name: str
    version: str
    says: str
    openapi: str
    calls: list[Call]


class OptionAt(Told):
    """What an option can be at a table of so many seats."""

    seats: int
    default: str | int | bool
    values: list[str | int | bool]


class OptionTold(Told):
    """A choice of rules."""

    name: str
    says: Texts
    at: list[OptionAt]


class GameTold(Told):
    """A game that can be played here."""

    name: str
    version: int
    title: Texts
    tagline: Texts
    minutes: int
    min_seats: int
    max_seats: int
    actions: Annotated[int, Meta(description="Action numbers run from 0 to one less than this.")]
    options: list[OptionTold]


class Games(Told):
    """Every game there is."""

    games: list[GameTold]


Status = Literal["waiting", "playing", "over"]


class Row(Told):
    """A table in a list."""

    table: str
    game: str
    status: Status
    players: list[str]
    turn: int | None
    your_turn: bool
    clock: Annotated[LiveClock | DailyClock | None, Meta(description="Null without a clock.")]
    left: Annotated[
        float | None, Meta(description="Seconds that whoever is to act has left, where time runs.")
    ]


class Tables(Told):
    """Tables you sit at, and tables that let others watch."""

    yours: list[Row]
    watch: list[Row]


class Sitting(Told):
    """Who sits at an open table."""

    seat: int
    name: str
    kind: Literal["open", "person", "bot"]
    bot: Annotated[bool, Meta(description="One of our cats, or a program that says so.")]
    rating: Annotated[
        str | None,
        Meta(description="Of who wants one: points and their uncertainty, `1540 ± 80`."),
    ]


class OpenTable(Told):
    """A table that anybody may join."""

    table: str
    game: str
    options: dict[str, str | int | bool]
    players: list[Sitting]
    free: Annotated[
        list[int], Meta(description="Seats to take: empty, or kept warm by a cat, which plays on.")
    ]
    clock: LiveClock | DailyClock | None
    rated: Annotated[
        bool, Meta(description="Does it count for ratings, if all want one and you join?")
    ]
    at: Annotated[int, Meta(description="How much has happened: 0 before the game has begun.")]
    yours: bool
    page: str


class OpenTables(Told):
    """Tables that anybody may join; those that have waited longest come first."""

    tables: list[OpenTable]


class ChatLine(Told):
    """Something that was said."""

    number: int
    seat: int | None
    name: str
    said: str
    at: Annotated[float, Meta(description="Seconds since 1970.")]
    yours: bool


class ChatLines(Told):
    """What was said at a table, without those whom you do not want to read."""

    lines: list[ChatLine]
    next: Annotated[int, Meta(description="Ask for the lines from here on next time.")]


class Avoided(Told):
    """Somebody whom you do not want to read, or to meet either."""

    person: Annotated[str, Meta(description="To lift it by, wherever they are.")]
    name: Annotated[str, Meta(description="As they were called then; may be empty.")]
    how: Literal["mute", "block"]


class AvoidedPeople(Told):
    """Whom you do not want to read or meet, the latest first. Nobody else is told."""

    avoided: list[Avoided]


class Reported(Told):
    """It has been passed on to whoever runs the site."""

    reported: Literal[True] = True


class Advice(Told):
    """What a strong cat would do in your place."""

    at: int
    action: int
    notation: str
    says: str
    because: str


class Rematch(Told):
    """The same players again, at a table of their own."""

    table: str
    page: str


class Invite(Told):
    """An open seat: send somebody the link, or let a program join with the invitation."""

    seat: int
    invite: str
    link: str


class Created(Told):
    """A table that was set."""

    table: str
    token: Annotated[str, Meta(description="Your secret: send it as `Authorization: Bearer …`.")]
    seats: Annotated[list[int], Meta(description="The seats that are yours.")]
    page: str
    invites: list[Invite]


class Joined(Told):
    """A seat that was taken."""

    table: str
    token: Annotated[str, Meta(description="Your secret: send it as `Authorization: Bearer …`.")]
    seat: int
    page: str


class Choice(Told):
    """Something you can do now."""

    action: int
    notation: str
    says: str


class Line(Told):
    """Something that was done; ``seat`` is null where chance did it."""

    seat: int | None
    notation: str
    says: str


class Player(Told):
    """Who sits at a seat."""

    seat: int
    name: str
    kind: Literal["open", "person", "bot"]
    level: Annotated[int, Meta(description="A bot's level, 1 and up; 0 for a person.")]
    bot: Annotated[bool, Meta(description="One of our cats, or a program that says so.")]
    here: Annotated[bool, Meta(description="Is somebody watching the table for this seat?")]
    yours: bool
    rating: Annotated[
        str | None,
        Meta(description="At a table that counts: points and their uncertainty, `1540 ± 80`."),
    ]
    out: Annotated[bool, Meta(description="Has this seat lost because its time was up?")]


class Ending(Told):
    """How the game ended."""

    winners: list[int]
    rule: Annotated[str, Meta(description="The rule that ended it, or `time`.")]
    how: Annotated[str, Meta(description="How it ended, in words.")]
    lines: Annotated[list[list[str]], Meta(description="For each seat, how its score comes about.")]
    seed: Annotated[str, Meta(description="The number that every draw follows from.")]


class Clock(Told):
    """What each has left; chance and bots take nobody's time."""

    left: Annotated[list[float], Meta(description="Seconds for each seat; a team shares them.")]
    runs: Annotated[int | None, Meta(description="The seat whose time runs.")]
    waits: Annotated[float, Meta(description="Seconds until it begins to run, before first moves.")]


class Position(Told):
    """A table in one position, as a seat may know it."""

    at: Annotated[int, Meta(description="The number of the position: send it with your action.")]
    status: Status
    seat: Annotated[int | None, Meta(description="The seat that looks; null for an onlooker.")]
    turn: Annotated[int | None, Meta(description="The seat to act; null if it is nobody's turn.")]
    prompt: str
    legal: Annotated[list[Choice], Meta(description="What you can do; empty unless you are to act")]
    scores: list[int]
    line: Annotated[Line | None, Meta(description="What led here.")]
    undone: Annotated[bool, Meta(description="An action was taken back to come here.")]
    undo: Annotated[bool, Meta(description="Can you take your last action back?")]
    ending: Ending | None
    clock: Annotated[
        Clock | None, Meta(description="Null without a clock, and for positions of the past.")
    ]
    state: Annotated[
        dict[str, Any] | UnsetType,
        Meta(description="The game's record as named numbers, blanked where you cannot know."),
    ] = UNSET


class Observed(Position, kw_only=True):
    """All that a seat may know of a table."""

    table: str
    game: str
    version: int
    options: dict[str, str | int | bool]
    players: list[Player]
    board: Annotated[str, Meta(description="The board in words.")]
    log: list[Line]
    commitment: Annotated[str, Meta(description="SHA-256 of the seed, shown before the first draw")]
    watch: bool
    hints: bool
    public: Annotated[bool, Meta(description="May anybody take a free seat?")]
    page: str
    invites: Annotated[list[Invite], Meta(description="The open seats, for whoever set the table.")]
    rematch: Annotated[
        str | None,
        Meta(
            description="The table that follows: the rematch or, while the game is not over, one "
            "that counts for ratings, where you sit from then on."
        ),
    ]
    svg: str | UnsetType = UNSET


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
