"""What the API answers, as types that write and document it; ``questions`` are those that read."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from matou.web.api.questions import DailyClock, LiveClock


class Told(msgspec.Struct, kw_only=True):
    """What we answer."""


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
