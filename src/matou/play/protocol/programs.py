"""The responses of the HTTP API."""

from typing import Annotated, Any, Literal

from matou.play.protocol.fields import Note, Payload, optional
from matou.play.protocol.program_requests import DailyClock, LiveClock


class Trouble(Payload, kw_only=True):
    """The reason why a request was refused."""

    error: Annotated[str, Note("A code that stays the same.")]
    says: Annotated[str, Note("The reason, in the requested language.")]
    rule: Annotated[str, Note("The rule that forbids it, such as `CT8`.")] = optional()
    field: Annotated[str, Note("The field that is at fault.")] = optional()


class Call(Payload, kw_only=True):
    """One call of the API."""

    method: str
    path: str
    says: str


class Index(Payload, kw_only=True):
    """An overview of the API."""

    name: str
    version: Annotated[str, Note("Of Matou.")]
    schema: Annotated[int, Note("Of this API: goes up when programs may have to change.")]
    languages: Annotated[list[str], Note("The values of `lang`.")]
    says: str
    openapi: str
    calls: list[Call]


class OptionAt(Payload, kw_only=True):
    """The values of an option at a table with this number of seats."""

    seats: int
    default: str | int | bool
    values: list[str | int | bool]


class OptionInfo(Payload, kw_only=True):
    """A rules option."""

    name: str
    says: str
    at: list[OptionAt]


class GameInfo(Payload, kw_only=True):
    """A game that can be played here."""

    name: str
    version: int
    title: str
    tagline: str
    minutes: int
    min_seats: int
    max_seats: int
    actions: Annotated[int, Note("Action numbers run from 0 to one less than this.")]
    options: list[OptionInfo]


class Games(Payload, kw_only=True):
    """All games."""

    games: list[GameInfo]


Status = Literal["waiting", "playing", "over"]


class Row(Payload, kw_only=True):
    """A table in a list."""

    table: str
    game: str
    status: Status
    players: list[str]
    turn: int | None
    your_turn: bool
    clock: Annotated[LiveClock | DailyClock | None, Note("Null without a clock.")]
    left: Annotated[float | None, Note("Seconds left to the seat to act, if time runs.")]


class Tables(Payload, kw_only=True):
    """The tables you play at, and those that allow spectators."""

    yours: list[Row]
    watch: list[Row]


class Sitting(Payload, kw_only=True):
    """A player at an open table."""

    seat: int
    name: str
    kind: Literal["open", "person", "bot"]
    bot: Annotated[bool, Note("One of our cats, or a program that says so.")]
    rating: Annotated[
        str | None, Note("Points and their uncertainty, if the player wants a rating: `1540 ± 80`.")
    ]


class OpenTable(Payload, kw_only=True):
    """A table that anybody may join."""

    table: str
    game: str
    options: dict[str, str | int | bool]
    players: list[Sitting]
    free: Annotated[list[int], Note("Seats to take: empty, or held by a cat until somebody comes.")]
    clock: LiveClock | DailyClock | None
    rated: Annotated[bool, Note("Whether it counts for ratings, if you join and all want one.")]
    at: Annotated[int, Note("The number of the position; 0 before the game begins.")]
    yours: bool
    page: str


class OpenTables(Payload, kw_only=True):
    """Tables that anybody may join, the longest waiting first."""

    tables: list[OpenTable]


class ChatLine(Payload, kw_only=True):
    """A line of chat."""

    number: int
    seat: int | None
    name: str
    said: str
    at: Annotated[float, Note("Seconds since 1970.")]
    yours: bool


class ChatLines(Payload, kw_only=True):
    """The chat of a table, without the people you have muted."""

    lines: list[ChatLine]
    next: Annotated[int, Note("Ask for the lines from here on next time.")]


class Avoided(Payload, kw_only=True):
    """A person you have muted or blocked."""

    person: Annotated[str, Note("Your own id for this person, to lift it by.")]
    name: Annotated[str, Note("Their name at that time; may be empty.")]
    how: Literal["mute", "block"]


class AvoidedPeople(Payload, kw_only=True):
    """The people you have muted or blocked, the latest first. Nobody else sees this list."""

    avoided: list[Avoided]


class Invite(Payload, kw_only=True):
    """An open seat. Send the link to a person, or let a program join with the invitation."""

    seat: int
    invite: str
    link: str


class Standing(Payload, kw_only=True):
    """How it stands between you and somebody in a game."""

    game: str
    won: int
    drawn: Annotated[int, Note("Games in which both or neither of you won.")]
    lost: int


class MetPerson(Payload, kw_only=True):
    """A person you have played with."""

    person: Annotated[str, Note("Your own id for this person, to play again.")]
    name: Annotated[str, Note("Their name at the latest table.")]
    muted: bool
    games: list[Standing]


class Invited(Payload, kw_only=True):
    """An invitation for you: join the table with its code."""

    table: str
    invite: str
    game: str
    host: Annotated[str, Note("Who invites you.")]
    clock: LiveClock | DailyClock | None
    page: str


class MetPeople(Payload, kw_only=True):
    """The people you have played with, the latest first. Nobody else sees this list."""

    people: list[MetPerson]
    invitable: Annotated[bool, Note("Whether they may invite you.")]
    invitations: Annotated[list[Invited], Note("Empty unless they may.")]


class Again(Payload, kw_only=True):
    """A table like the last one with a person."""

    table: str
    page: str
    asked: Annotated[bool, Note("Whether they are invited; otherwise send them a link.")]
    invites: list[Invite]


class Reported(Payload, kw_only=True):
    """The report was sent to the people who run the site."""

    reported: Literal[True] = True


class Advice(Payload, kw_only=True):
    """What a strong cat would do in your place."""

    at: int
    action: int
    notation: str
    says: str
    because: str


class Rematch(Payload, kw_only=True):
    """A new table with the same players."""

    table: str
    page: str


class Created(Payload, kw_only=True):
    """The new table."""

    table: str
    token: Annotated[str, Note("Your secret: send it as `Authorization: Bearer …`.")]
    seats: Annotated[list[int], Note("The seats that are yours.")]
    page: str
    invites: list[Invite]


class Joined(Payload, kw_only=True):
    """The seat you took."""

    table: str
    token: Annotated[str, Note("Your secret: send it as `Authorization: Bearer …`.")]
    seat: int
    page: str


class Choice(Payload, kw_only=True):
    """A legal action."""

    action: int
    notation: str
    says: str


class Line(Payload, kw_only=True):
    """A line of the log; ``seat`` is null for chance."""

    seat: int | None
    notation: str
    says: str


class Player(Payload, kw_only=True):
    """The player at a seat."""

    seat: int
    name: str
    kind: Literal["open", "person", "bot"]
    level: Annotated[int, Note("A bot's level, 1 and up; 0 for a person.")]
    bot: Annotated[bool, Note("One of our cats, or a program that says so.")]
    here: Annotated[bool, Note("Whether the player is at the table.")]
    yours: bool
    rating: Annotated[
        str | None, Note("At a rated table: points and their uncertainty, `1540 ± 80`.")
    ]
    out: Annotated[bool, Note("Whether this seat lost on time or resigned.")]


class Ending(Payload, kw_only=True):
    """How the game ended."""

    winners: list[int]
    rule: Annotated[str, Note("The rule that ended it, or `time`.")]
    how: Annotated[str, Note("How it ended, in words.")]
    lines: Annotated[list[list[str]], Note("For each seat, the lines of its score.")]
    seed: Annotated[str, Note("The secret number that determines every draw.")]


class Clock(Payload, kw_only=True):
    """The time each seat has left. Chance and bots use no time."""

    left: Annotated[list[float], Note("Seconds for each seat; a team shares them.")]
    runs: Annotated[int | None, Note("The seat whose time runs.")]
    waits: Annotated[float, Note("Seconds until it begins to run, before first moves.")]


class Position(Payload, kw_only=True):
    """A position of a table, as far as the seat may know it."""

    at: Annotated[int, Note("The number of the position: send it with your action.")]
    status: Status
    seat: Annotated[int | None, Note("Your seat; null for a spectator.")]
    turn: Annotated[int | None, Note("The seat to act; null if it is nobody's turn.")]
    prompt: str
    legal: Annotated[list[Choice], Note("What you can do; empty unless you are to act")]
    scores: list[int]
    line: Annotated[Line | None, Note("The last line of the log.")]
    undone: Annotated[bool, Note("An action was taken back to come here.")]
    undo: Annotated[bool, Note("Whether you can take your last action back.")]
    ending: Ending | None
    clock: Annotated[Clock | None, Note("Null without a clock, and for positions of the past.")]
    state: Annotated[
        dict[str, Any], Note("The game's record as named numbers; what you cannot know is blank.")
    ] = optional()


class Observed(Position, kw_only=True):
    """Everything that a seat may know of a table."""

    table: str
    game: str
    version: int
    options: dict[str, str | int | bool]
    players: list[Player]
    board: Annotated[str, Note("The board in words.")]
    log: list[Line]
    commitment: Annotated[str, Note("SHA-256 of the seed, shown before the first draw")]
    watch: bool
    hints: bool
    public: Annotated[bool, Note("Whether anybody may take a free seat.")]
    page: str
    invites: Annotated[list[Invite], Note("The open seats, for the host of the table.")]
    rematch: Annotated[
        str | None,
        Note(
            "The next table: the rematch or, while the game is not over, a rated table "
            "that you have moved to."
        ),
    ]
    svg: str = optional()
