"""What a game declares, and a game with its options chosen.

A game is a package that holds ``GAME = Game(…)``, in a package of games (``registry``). What each
of its modules must do is in ``contract.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from pickle import PicklingError
from types import EllipsisType, ModuleType
from typing import TYPE_CHECKING, Any, overload

from matou.core import contract
from matou.core.messages import Message, listed, say
from matou.core.refusals import BadChoice, check_language
from matou.kit.linking import Linked, link
from matou.kit.reducing import made_by

if TYPE_CHECKING:
    from matou.core.book import Aid, Book, BookSource
    from matou.core.moments import Moment
    from matou.core.observation import Observation
    from matou.core.sketch import Row as Drawn
    from matou.core.state import State
    from matou.paper import Sheet

Value = str | int | bool


@dataclass(frozen=True)
class Hints:
    """``think/hints.py``: what bots know about a game, and how they use it.

    Its ``rules`` may have any of these; ``matou.bots.plain`` has the defaults:

    - ``hint(s, out, n, weights) -> int``: writes how promising each of the n legal actions is, as
      whole numbers; returns their sum (0: all alike);
    - ``evaluate(s, out, notes)``: writes each seat's expected return, 0 to 1, at a decision;
      ``notes`` is scratch space for 64 numbers;
    - ``appetite(s, points)``: replaces each seat's score by what a greedy player counts;
    - ``forget(s, r)``: blurs an observation in place, as an imperfect memory would;
    - ``weigh(s, past, out, weights, r) -> float``: imagines in place what an observation hides, and
      returns how much likelier that world is than it was to be imagined, given the others'
      actions; ``past`` is a blank record to work in;
    - ``features(s, seat, f)``: writes what ``evaluate`` weighs by learned values;
    - ``judge(s, seat, out, memory)``: writes each seat's expected return after ``seat`` chose, by
      a network that knows what that seat may know (``matou.kit.network``).
    """

    rules: ModuleType
    patience: int = -1  # length of a playout before ``evaluate`` ends it; 0: at once, -1: never
    is_lucky: bool = False  # so much luck that less is expected of the strongest level
    worlds: int = 0  # how many a search weighs (``weigh``) at a time; 0: it imagines one by one
    features: int = 0  # how many ``features`` are weighed; 0: nothing is learned
    inputs: ModuleType | None = None  # of a network: ``active_features``, INPUTS, MOST
    network: Path | None = None  # its weights, if ``judge`` replaces playouts
    learned_from: str = ""  # …the ``core.learned.fingerprint`` that it was trained with
    explore: float = 0.8  # …and how much the search explores


@dataclass(frozen=True)
class Option:
    """A choice of rules; ``values[0]`` is the default unless ``default`` is given."""

    name: str
    values: tuple[Value, ...]
    default: Callable[[int], Value] | None = None  # by the number of seats
    fits: Callable[[Value, int], bool] | None = None  # whether a value suits that many seats
    each: tuple[str, ...] = ()  # a value has one of these letters per seat, all different

    def index(self, value: object) -> int:
        """Returns the index of a value, or raises a BadChoice that lists the choices."""
        for i, known in enumerate(self.values):
            if known == value and isinstance(known, bool) == isinstance(value, bool):
                return i
        raise BadChoice(
            "option {name} is {value}, but must be one of {choices}",
            name=self.name,
            value=repr(value),
            choices=choices(self.values),
        )

    def for_seats(self, seats: int) -> Value:
        return self.default(seats) if self.default is not None else self.values[0]

    def check_seats(self, value: Value, seats: int) -> None:
        if self.fits is not None and not self.fits(value, seats):
            raise BadChoice(
                "option {name} is {value}, but with {seats} players it must be one of {choices}",
                name=self.name,
                value=repr(value),
                seats=seats,
                choices=choices([v for v in self.values if self.fits(v, seats)]),
            )


def choices(values: Sequence[object]) -> Message:
    """Lists choices: 'table' or 'player'."""
    shown = [repr(v) for v in values]
    if len(shown) > 12:
        shown = [*shown[:11], f"… ({len(values)})"]
    return listed(shown, "or")


@dataclass(frozen=True)
class Game:
    """A game with the options that were chosen.

    It is a value: equal games have the same modules and the same chosen options, a copy is the
    game itself, and a pickle holds its name, version and options.
    """

    name: str
    version: int  # goes up whenever an old record would replay differently
    min_seats: int
    max_seats: int
    options: tuple[Option, ...]
    rules: contract.Rules
    notation: contract.Notation
    words: contract.Speech
    telling: contract.Telling
    why: contract.Reasons
    drawing: contract.Drawing
    pointing: contract.Pointing
    # Optional.
    encode: contract.Encoder | None = None
    hints: Hints | None = None
    hindsight: Callable[[Any, Any], int] | None = None  # a hidden action, from later positions
    memory: Callable[[Observation], Message] | None = None  # what players could remember
    sides: Callable[[int], Message] | None = None  # a seat's role, if roles differ
    team: Callable[[int], int] | None = None  # a seat's team, if there are teams
    # How close a result was that no points decided, as a seat reads it: True for close, False for
    # clear, and in words.
    margin: Callable[[Any, int], tuple[bool, Message] | None] | None = None
    figures: tuple[str, ...] = ("cat",)  # portraits of people by seat; the last is for the rest
    cover: Callable[[str], Sheet] | None = None  # given a title
    portrait: Callable[[str], Sheet] | None = None  # of a letter of an option's value
    moments: Callable[[Any, Any], tuple[Moment, ...]] | None = None  # from a spectator's records
    sketch: Callable[[Observation, str, Sequence[str]], list[Drawn]] | None = None  # for terminals
    scores_at_end: bool = False  # points are hidden until then
    book_in: str | None = None  # the module with BOOK, imported when needed
    chosen: Mapping[str, Value] = field(default_factory=dict)

    def __dir__(self) -> list[str]:
        """Returns what programs need; the rest is for the packages of Matou."""
        return sorted(
            (
                *("name", "version", "min_seats", "max_seats", "options", "chosen", "settings"),
                *("having", "start", "from_text", "from_bytes", "book"),
            )
        )

    def __repr__(self) -> str:
        chosen = "".join(f", {k}={v!r}" for k, v in self.chosen.items())
        return f"matou.game({self.name!r}{chosen})"

    def __hash__(self) -> int:
        return hash((self.name, self.version, tuple(sorted(self.chosen.items()))))

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        from matou.core.registry import find

        if replace(self, chosen={}) != find(self.name, self.version):
            raise PicklingError(f"{self!r} is not the game of that name: it cannot be found again")
        return made_by("game", self.name, self.version, **self.chosen)

    def plays_like(self, other: Game, seats: int) -> bool:
        """Returns whether both are the same game at a table of ``seats``."""
        if self is other:
            return True
        same = (self.name, self.version) == (other.name, other.version)
        return same and self.settings(seats) == other.settings(seats)

    def having(self, **options: object) -> Game:
        """Returns the game with options chosen; raises a BadChoice that lists the options."""
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                has = choices([*known]) if known else say("none", context="options")
                raise BadChoice(
                    "{game} has no option {name}; its options are: {options}",
                    game=self.name,
                    name=repr(name),
                    options=has,
                )
        chosen = {
            name: known[name].values[known[name].index(value)] for name, value in options.items()
        }
        return replace(self, chosen={**self.chosen, **chosen})

    def settings(self, seats: int) -> dict[str, Value]:
        """Returns every option's value at a table of ``seats``."""
        values: dict[str, Value] = {}
        for option in self.options:
            value = self.chosen.get(option.name, option.for_seats(seats))
            option.check_seats(value, seats)
            values[option.name] = value
        return values

    def codes(self, seats: int) -> list[int]:
        """Returns the settings as rules take them: the index of each value."""
        settings = self.settings(seats)
        return [option.index(settings[option.name]) for option in self.options]

    def teams(self, seats: int) -> list[int]:
        """Returns the team of each seat; without teams, each seat is a team of its own."""
        return [seat if self.team is None else self.team(seat) for seat in range(seats)]

    def check_seats(self, seats: object) -> int:
        """Returns the number of seats, or raises a BadChoice that says what is possible."""
        if isinstance(seats, bool) or not isinstance(seats, int):
            raise BadChoice("seats is {seats}, but must be a whole number", seats=repr(seats))
        if not self.min_seats <= seats <= self.max_seats:
            raise BadChoice(
                "{name} is for {min_seats} to {max_seats} players, not {seats}",
                name=self.name,
                min_seats=self.min_seats,
                max_seats=self.max_seats,
                seats=seats,
            )
        return seats

    def start(self, seats: int = 2) -> State:
        """Returns a new game for that many players."""
        from matou.core.state import State

        seats = self.check_seats(seats)
        s = self.rules.State()
        self.rules.setup(s, seats, self.codes(seats))
        return State(self, seats, s)

    def from_text(self, text: str) -> State | Observation:
        """Returns the position that ``to_text`` wrote: a state or an observation, as it was.

        The text decides the options. A BadPosition says what is wrong with a text. It checks that
        the rules can go on from there, not that the position can arise by play.

        >>> import matou
        >>> game = matou.game("catymini")
        >>> view = game.start(seats=3).observe(1)
        >>> game.from_text(view.to_text()) == view
        True
        >>> game.from_text("catymini 1; seats=3; seat=7")  # doctest: +IGNORE_EXCEPTION_DETAIL
        Traceback (most recent call last):
        BadPart: in part 3: seat is “7”, but must be a number from 0 to 2
        """
        from matou.core.position_text import Reader

        return Reader(self, text).position()

    @overload
    def from_bytes(self, data: bytes) -> State: ...
    @overload
    def from_bytes(self, data: bytes, *, seen_by: int | None) -> Observation: ...
    def from_bytes(
        self, data: bytes, *, seen_by: int | EllipsisType | None = ...
    ) -> State | Observation:
        """Returns the position that ``tobytes`` of a state wrote.

        For the bytes of an observation, ``seen_by`` is its seat, or None for a spectator. Bytes
        hold the position alone: options are those of this game, and nothing was played before.
        """
        from matou.core.position_text import from_bytes

        return from_bytes(self, data, seen_by)

    @property
    def network(self) -> Path | None:
        """The file of a network that fits the game; None if there is none."""
        from matou.core.learned import network_of

        return network_of(self)

    def book(self, lang: str = "en") -> Book | None:
        """Returns the rule book in a language; None if there is none."""
        check_language(lang)
        if self.book_in is None:
            return None
        source: BookSource = import_module(self.book_in).BOOK
        return source.book(self, lang)

    def aid(self, lang: str = "en") -> list[Aid]:
        """Returns the player's aid: what scores and what each thing does, by the chosen options."""
        book = self.book(lang)
        return book.aid(self.chosen) if book is not None else []

    @cached_property
    def compiled(self) -> Linked:
        """The rules compiled by numba, which is imported only now."""
        return linked(self.rules)


linked_rules: dict[tuple[str, bool, bool], Linked] = {}


def linked(rules: Any, *, compile: bool = True, boundscheck: bool = False) -> Linked:
    key = (rules.__name__, compile, boundscheck)
    if key not in linked_rules:
        linked_rules[key] = link(rules, compile=compile, boundscheck=boundscheck)
    return linked_rules[key]
