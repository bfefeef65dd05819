"""The Game contract: what a game declares, and a game with its options chosen.

A game is a package, in a home of games (``registry``), that holds ``GAME = Game(…)``. The
protocols below are the contract; mypy checks each game's modules against them,
the conformance tests check what types cannot say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from matou.core.words import BadChoice, Secret, Why, Words
from matou.kit.layout import Floats, Row
from matou.kit.linking import Linked, link

if TYPE_CHECKING:
    from matou.core.book import Book
    from matou.core.encoding import Part
    from matou.core.moments import Moment
    from matou.core.sketch import Row as Drawn
    from matou.core.state import Observation, State
    from matou.paper import Sheet

Value = str | int | bool


class Rules(Protocol):
    """``rules.py``: plain functions over one record, marked ``@rule``, compilable."""

    State: type[Any]
    ACTIONS: int  # action numbers run from 0 to ACTIONS - 1
    MAX_LEGAL: int  # the most legal actions any state can have

    @property
    def ENDINGS(self) -> tuple[str, ...]:
        """The rules that can end a game."""

    def setup(self, s: Any, seats: int, options: Row, /) -> None:
        """Fill a zeroed record; an option is the place of its value in ``Option.values``."""

    def actor(self, s: Any, /) -> int:
        """A seat, CHANCE or OVER."""

    def legal(self, s: Any, out: Row, weights: Row, /) -> int:
        """Write the legal actions, ascending, at CHANCE their weights too; how many."""

    def apply(self, s: Any, a: int, /) -> None:
        """Carry a legal action out."""

    def returns(self, s: Any, out: Floats, /) -> None:
        """At the end, what the result is worth to each seat, 0 to 1."""

    def scores(self, s: Any, out: Row, /) -> None:
        """What people compare, as it stands now."""

    def winners(self, s: Any, /) -> int:
        """At the end, the set of winners: bit i for seat i."""

    def ended(self, s: Any, /) -> int:
        """At the end, the place in ENDINGS of the rule that ended the game."""

    def reveals(self, s: Any, a: int, /) -> bool:
        """Would this action of a seat show anybody what they could not see before it?

        Then it cannot be taken back: a card from a secret hand, a roof lifted again.
        """

    def observe(self, s: Any, seat: int, /) -> None:
        """Blank, in place, what a seat (-1: a spectator) cannot know; nothing once over."""

    def imagine(self, s: Any, r: Row, /) -> None:
        """Fill, in place, what ``observe`` blanked, in one way that fits the history."""


class Notation(Protocol):
    """``notation.py``: the strings of the rules files."""

    def name(self, s: Any, a: int, /) -> str:
        """The notation of a legal action."""

    def read(self, s: Any, text: str, /) -> int:
        """The action a string means here, legal or not; -1 if it means none."""

    def secret(self, s: Any, a: int, /) -> Secret | None:
        """Who alone knows this action's particulars, and what the others read."""


class Speech(Protocol):
    """``words.py``: everything said to people."""

    TITLE: Words
    TAGLINE: Words
    MINUTES: int

    @property
    def OPTION_NAMES(self) -> Mapping[str, Words]:
        """What each option is called: 'floors above the clock'."""

    @property
    def OPTIONS(self) -> Mapping[str, Words]:
        """What each option means."""

    def describe(self, s: Any, a: int, /) -> Words:
        """A legal action in words, as something to do: 'Discard the plain clock'."""

    def prompt(self, view: Observation, /) -> Words:
        """What may be done now, in one sentence."""

    def board(self, view: Observation, /) -> Words:
        """All that the picture says, as lines of text."""

    def tally(self, s: Any, seat: int, memory: bool, /) -> Words | None:
        """How a seat stands, as all may see it by its name: '3 points'.

        None in a game that compares nothing. What is kept back until the end is told before it
        only with the memory help.
        """

    def score_lines(self, s: Any, seat: int, /) -> list[Words]:
        """How a seat's score comes about, line by line."""


class Telling(Protocol):
    """``telling.py``: what a game tells of a move, in sentences about people."""

    def tell(self, s: Any, a: int, /) -> Words:
        """What somebody or chance did, in the present: 'Ada discards a clock, face down'.

        A line of the log, told before a record as its reader may know it; the reader of their own
        move is spoken to (``does``).
        """

    def because(self, view: Observation, a: int, /) -> Words | None:
        """What is good about a legal action of the seat to act, in the game's terms.

        A sentence that holds, from what the seat may know; None where only looking further ahead
        tells.
        """


class Reasons(Protocol):
    """``why.py``: why an action that is not legal is not."""

    def why_not(self, s: Any, a: int, /) -> Why:
        """The rule that an illegal action would break."""

    def why_never(self, s: Any, text: str, /) -> Why | None:
        """The rule broken by what is well written, but an action of no position.

        As ``>3``: row 3 of the castle does not slide. None for what means nothing.
        """

    def why_now(self, s: Any, /) -> Why:
        """The rule that says what is to be done now, for what is no action at all."""

    def turns(self, s: Any, /) -> str:
        """The number of the rule that says whose turn it is."""


class Drawing(Protocol):
    """``drawing.py``: the picture, drawn from an observation alone."""

    def draw(
        self, view: Observation, *, lang: str, memory: bool, names: Sequence[str], wide: bool
    ) -> Sheet:
        """The board in parts, its colours still names (``paper.paint`` fills them).

        ``wide`` lays the same parts out for a window that is wider than it is high, about four
        to three, instead of one column: other places, the same names.
        """


class Pointing(Protocol):
    """``pointing.py``: what an element of the picture stands for, when it cannot be clicked too."""

    def meant(self, view: Observation, id: str, /) -> Sequence[int]:
        """The actions, legal or not, that clicking an element could take part in.

        Empty for what is another's, for mere scenery, and for an id that is none.
        """

    def remark(self, view: Observation, id: str, picked: Sequence[str], /) -> Why | None:
        """What to say of a click that does nothing, after others were picked.

        None where the actions that are meant tell why not (``core/pointing.py``).
        """


class Encoder(Protocol):
    """``encode.py``: what a seat may know as a line of small whole numbers, for learners.

    Seats are counted from the seat itself, clockwise: row 0 of a part by seats is one's own.
    """

    SIZE: int  # how many numbers, each from 0 to 127
    DECISIONS: int  # more than any game has
    EVENTS: int  # more than any game has, chance counted

    @property
    def PARTS(self) -> Sequence[Part]:
        """What stands in the line, part after part, each with its shape and meaning."""

    def encode(self, s: Any, seat: int, out: Row, /) -> None:
        """Write the line of a seat (-1: a spectator) from a whole record, looking at nothing that
        the seat may not know."""


@dataclass(frozen=True)
class Hints:
    """``hints.py``: the light knowledge that bots have of a game, and how they use it.

    Its ``rules`` are any of these, and ``matou.bots.plain`` stands in for the others:

    - ``hint(s, out, n, weights) -> int``: how likely each of the n legal actions of the
      seat to act is to be a good one, as whole numbers; their sum (0: all alike);
    - ``evaluate(s, out, notes)``: what each seat may hope for, 0 to 1, when a seat is to
      act; ``notes`` is room for 64 numbers;
    - ``appetite(s, points)``: what a greedy player counts, written over each seat's score;
    - ``forget(s, r)``: blur an observation in place, as an imperfect memory would;
    - ``features(s, seat, f)``: what ``evaluate`` weighs by values learned in self-play.
    """

    rules: ModuleType
    patience: int = -1  # actions of a playout before ``evaluate`` ends it; 0: at once, -1: never
    is_lucky: bool = False  # does luck weigh so much that less is asked of the strongest level?
    features: int = 0  # how many numbers are weighed by learned values; 0: nothing is learned


@dataclass(frozen=True)
class Option:
    """A named choice of rules; ``values[0]`` is the default unless ``default`` says."""

    name: str
    values: tuple[Value, ...]
    default: Callable[[int], Value] | None = None  # by the number of seats
    fits: Callable[[Value, int], bool] | None = None  # does a value suit that many seats?
    each: tuple[str, ...] = ()  # a value is one of these letters for each seat, all different

    def check(self, value: object) -> Value:
        """The value itself, or a BadChoice that lists the choices."""
        for known in self.values:
            if known == value and isinstance(known, bool) == isinstance(value, bool):
                return known
        raise BadChoice(
            Words(
                f"option {self.name} is {value!r}; it can be {listed(self.values).en}",
                f"l’option {self.name} vaut {value!r} ; elle peut valoir {listed(self.values).fr}",
            )
        )

    def for_seats(self, seats: int) -> Value:
        """The default value at a table of ``seats``."""
        return self.default(seats) if self.default is not None else self.values[0]

    def check_seats(self, value: Value, seats: int) -> None:
        """Refuse a value that does not suit the number of seats."""
        if self.fits is not None and not self.fits(value, seats):
            good = [v for v in self.values if self.fits(v, seats)]
            raise BadChoice(
                Words(
                    f"option {self.name} is {value!r}; with {seats} seats it can be "
                    f"{listed(good).en}",
                    f"l’option {self.name} vaut {value!r} ; à {seats} elle peut valoir "
                    f"{listed(good).fr}",
                )
            )


def listed(values: Sequence[object]) -> Words:
    """Choices as a sentence has them: 'table' or 'player'."""
    shown = [repr(v) for v in values]
    if len(shown) > 12:
        shown = [*shown[:11], f"… ({len(values)})"]
    if len(shown) == 1:
        return Words(shown[0], shown[0])
    first, last = ", ".join(shown[:-1]), shown[-1]
    return Words(f"{first} or {last}", f"{first} ou {last}")


class Aid(NamedTuple):
    """A line of the player's aid: a picture about the origin, 100 units wide, and what it says."""

    picture: str
    told: Words


@dataclass(frozen=True)
class Game:
    """A game, with the options that were chosen."""

    name: str
    version: int  # goes up whenever an old record would replay differently
    min_seats: int
    max_seats: int
    options: tuple[Option, ...]
    rules: Rules
    notation: Notation
    words: Speech
    telling: Telling
    why: Reasons
    drawing: Drawing
    pointing: Pointing
    # What a game may have besides.
    encode: Encoder | None = None
    hints: Hints | None = None
    hindsight: Callable[[Any, Any], int] | None = None  # what was done unseen, told afterwards
    memory: Callable[[Observation], Words] | None = None  # what one might have remembered
    sides: Callable[[int], Words] | None = None  # what a seat plays, where seats are not alike
    aid: Callable[[Mapping[str, Value]], list[Aid]] | None = None  # what scores, by the options
    cover: Callable[[str], Sheet] | None = None  # the scene on its lid, under a title
    portrait: Callable[[str], Sheet] | None = None  # what a letter of an option's value looks like
    moments: Callable[[Any, Any], tuple[Moment, ...]] | None = None  # of an onlooker’s records
    sketch: Callable[[Observation, str, Sequence[str]], list[Drawn]] | None = None  # in a terminal
    scores_at_end: bool = False  # what is won lies face down until then
    read_book: Callable[[], Book] | None = None  # the rule book for people, when asked for
    chosen: Mapping[str, Value] = field(default_factory=dict)

    def __repr__(self) -> str:
        chosen = "".join(f", {k}={v!r}" for k, v in self.chosen.items())
        return f"matou.game({self.name!r}{chosen})"

    def having(self, **options: object) -> Game:
        """The same game with options chosen; an unknown one is a BadChoice listing them."""
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                has = listed([*known]) if known else Words("none", "aucune")
                raise BadChoice(
                    Words(
                        f"{self.name} has no option {name!r}; it has {has.en}",
                        f"{self.name} n’a pas d’option {name!r} ; il a {has.fr}",
                    )
                )
        chosen = {name: known[name].check(value) for name, value in options.items()}
        return replace(self, chosen={**self.chosen, **chosen})

    def settings(self, seats: int) -> dict[str, Value]:
        """Every option's value at a table of ``seats``."""
        values: dict[str, Value] = {}
        for option in self.options:
            value = self.chosen.get(option.name, option.for_seats(seats))
            option.check_seats(value, seats)
            values[option.name] = value
        return values

    def codes(self, seats: int) -> list[int]:
        """The settings as rules take them: each the place of its value."""
        settings = self.settings(seats)
        # True == 1 in Python, so look for identity of type too.
        return [
            next(
                i
                for i, v in enumerate(o.values)
                if v == settings[o.name] and type(v) is type(settings[o.name])
            )
            for o in self.options
        ]

    def check_seats(self, seats: object) -> int:
        """The number of seats itself, or a BadChoice that says what is possible."""
        if isinstance(seats, bool) or not isinstance(seats, int):
            raise BadChoice(
                Words(
                    f"seats is {seats!r}; it must be a whole number",
                    f"le nombre de joueurs est {seats!r} ; il faut un nombre entier",
                )
            )
        if not self.min_seats <= seats <= self.max_seats:
            raise BadChoice(
                Words(
                    f"{self.name} is played by {self.min_seats} to {self.max_seats}, not {seats}",
                    f"{self.name} se joue de {self.min_seats} à {self.max_seats}, pas à {seats}",
                )
            )
        return seats

    def start(self, seats: int = 2) -> State:
        """A new game for that many players."""
        from matou.core.state import State

        seats = self.check_seats(seats)
        s = self.rules.State()
        self.rules.setup(s, seats, self.codes(seats))
        return State(self, seats, s)

    @property
    def book(self) -> Book | None:
        """The rule book for people, read when asked for; None without."""
        if self.read_book is None:
            return None
        from matou.core.book import fitting

        return fitting(self.read_book(), replace(self, chosen={}))

    @cached_property
    def compiled(self) -> Linked:
        """The rules compiled by numba, which is imported here and not before."""
        return linked(self.rules)


_linked: dict[tuple[str, bool, bool], Linked] = {}


def linked(rules: Any, *, compile: bool = True, boundscheck: bool = False) -> Linked:
    """A rules module linked once for this process."""
    key = (rules.__name__, compile, boundscheck)
    if key not in _linked:
        _linked[key] = link(rules, compile=compile, boundscheck=boundscheck)
    return _linked[key]
