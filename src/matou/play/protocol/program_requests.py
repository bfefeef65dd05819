"""The requests of the HTTP API: bodies and query parameters."""

from typing import Annotated, Literal

from matou.bots.levels import LEVELS
from matou.core.grammar import languages
from matou.play.clock import DAYS, INCREMENTS, LAG, MINUTES
from matou.play.protocol.fields import Note, Payload, optional
from matou.play.seats import LONGEST_CHAT, LONGEST_NAME

MOST_AT = 10**9
MOST_SECONDS = 86_400

PositionNumber = Annotated[int, Note(ge=0, le=MOST_AT)]
Chance = Annotated[float, Note(ge=0, le=1)]  # of winning
Flag = Literal[0, 1]
SeatNumber = Annotated[int, Note(ge=0, le=9)]
Level = Annotated[int, Note(ge=1, le=len(LEVELS))]
Name = Annotated[str, Note(max_length=LONGEST_NAME)]
SEEN = "!-~\u00a1-\u00ac\u00ae-\u02ff\u0370-\ud7ff\uf900-\ufffd\U0001f300-\U0001faff"
# At least one visible character. ``seats.printable`` refuses the rest with its own message.
Written = Annotated[str, Note(min_length=1, max_length=LONGEST_CHAT, pattern_hint=f"[{SEEN}]")]


# Bodies


class BotSeat(Payload, kw_only=True):
    """A seat for a bot of a level."""

    bot: Level


SeatWanted = Literal["you", "open"] | BotSeat


WhenUp = Annotated[
    Literal["bot", "lose"],
    Note(
        "When time is up: a bot plays on for the seat, and join takes it back; or the "
        "seat loses. With more than two sides the others then play on, a bot in its place."
    ),
]


class LiveClock(Payload, kw_only=True):
    """Minutes for the whole game, and seconds more for every turn."""

    kind: Literal["live"] = "live"
    minutes: Annotated[int, Note(ge=MINUTES[0], le=MINUTES[1])]
    increment: Annotated[int, Note(ge=INCREMENTS[0], le=INCREMENTS[1])] = 0
    when_up: WhenUp = "bot"


class DailyClock(Payload, kw_only=True):
    """Days for each turn."""

    kind: Literal["days"] = "days"
    days: Annotated[int, Note(ge=DAYS[0], le=DAYS[1])]
    when_up: WhenUp = "bot"


Bot = Annotated[
    bool | None,
    Note(
        "Whether a program plays for you; others can see it. null: as you said last. A "
        "token that has never said so counts as a program at open tables."
    ),
]


class NewTable(Payload, kw_only=True):
    """A new table; each game adds its seats and options."""

    name: Name = ""
    watch: bool = False
    hints: bool = False
    public: Annotated[bool, Note("An open table: anybody may take its open seats.")] = False
    bot: Bot = None
    rated: Annotated[
        bool, Note("Whether it counts for ratings, if all want one. Then there are no hints.")
    ] = False
    clock: Annotated[LiveClock | DailyClock | None, Note("The clock; null for none.")] = None


class Join(Payload, kw_only=True):
    """An invitation and a name. Leave out the invitation for your own seat or an open table."""

    invite: Annotated[str, Note(min_length=1, max_length=100)] | None = None
    name: Name = ""
    bot: Bot = None


class Seek(Payload, kw_only=True):
    """A quick game, at the first suitable open table or at a new one."""

    name: Name = ""
    bot: Bot = None
    clock: Annotated[
        LiveClock | DailyClock | None,
        Note("A table with this kind of clock; a new table has exactly this clock."),
    ] = None


class Say(Payload, kw_only=True):
    """A line of chat."""

    say: Written


class Avoid(Payload, kw_only=True):
    """Mutes or blocks the player at a seat."""

    seat: SeatNumber
    how: Annotated[Literal["mute", "block"] | None, Note("`null` lifts both.")]


class Lift(Payload, kw_only=True):
    """Unmutes or unblocks a person."""

    person: Annotated[str, Note(pattern="^[0-9a-f]{32}$")]


class Invitable(Payload, kw_only=True):
    """Says whether people you have played with may invite you."""

    invitable: bool


class Decline(Payload, kw_only=True):
    """Declines an invitation. The host does not learn it."""

    table: Annotated[str, Note(min_length=1, max_length=100)]


class PlayAgain(Payload, kw_only=True):
    """Asks somebody you have played with to play a game again."""

    person: Annotated[str, Note(pattern="^[0-9a-f]{32}$")]
    game: Annotated[str, Note(min_length=1, max_length=40)]


class Report(Payload, kw_only=True):
    """Reports the player at a seat, with a reason."""

    seat: SeatNumber
    reason: Written


class Play(Payload, kw_only=True):
    """An action by number or notation; ``at`` is the position it was chosen in."""

    action: (
        Annotated[int, Note(ge=0, le=MOST_AT)] | Annotated[str, Note(min_length=1, max_length=40)]
    )
    at: PositionNumber | None = None
    took: Annotated[
        Annotated[float, Note(ge=0)] | None,
        Note(
            "How many seconds you had the position. At a table with a clock the rest "
            f"counts as network latency and is compensated, up to {LAG:g} s."
        ),
    ] = None


class TakeBack(Payload, kw_only=True):
    """Takes the last action back; ``at`` is the position it is taken back in."""

    at: PositionNumber | None = None


class Judged(Payload, kw_only=True):
    """What a page's bot found out about one decision of a finished game."""

    number: int
    best: int
    chance: Chance
    best_chance: Chance
    chances: list[Chance]


class Drawn(Payload, kw_only=True):
    """What a page's bot found out about one chance event: the gain of each seat."""

    number: int
    gains: list[Annotated[float, Note(ge=-1, le=1)]]


class Findings(Payload, kw_only=True):
    """A page's analysis of a finished game."""

    moments: list[Judged]
    draws: list[Drawn]


# Query parameters


class Query(Payload, kw_only=True):
    """The parameters of every call."""

    lang: Annotated[
        Literal[languages()],  # type: ignore[valid-type]
        Note("The language of the answer; otherwise what `Accept-Language` prefers."),
    ] = optional()


class Look(Query, kw_only=True):
    """The parameters for viewing a table."""

    seat: Annotated[SeatNumber, Note("The seat to view from, if you hold several.")] = optional()
    state: Annotated[Flag, Note("1: also the position as named numbers (`state`).")] = 0
    svg: Annotated[Flag, Note("1: also the picture (`svg`).")] = 0


class Listen(Query, kw_only=True):
    """The parameters for reading the chat."""

    from_: Annotated[
        PositionNumber, Note("The first line to return; by default all stored lines.")
    ] = optional()


class Follow(Query, kw_only=True):
    """The parameters for following a table."""

    seat: Annotated[SeatNumber, Note("The seat to view from, if you hold several.")] = optional()
    state: Annotated[Flag, Note("1: also every position as named numbers (`state`).")] = 0
    from_: Annotated[PositionNumber, Note("The first position; by default the current one.")] = (
        optional()
    )
    seconds: Annotated[
        Annotated[int, Note(ge=0, le=MOST_SECONDS)],
        Note("End after that many seconds; 0 sends what there is."),
    ] = optional()
