"""What a game declares, and a game with its options chosen.

A game is a package, in a home of games (``registry``), that holds ``GAME = Game(…)``; what each of
its modules must do is in ``contract.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from matou.core.contract import (
    Drawing,
    Encoder,
    Notation,
    Pointing,
    Reasons,
    Rules,
    Speech,
    Telling,
)
from matou.core.words import OR, BadChoice, Words, listed
from matou.kit.linking import Linked, link

if TYPE_CHECKING:
    from matou.core.book import Book
    from matou.core.moments import Moment
    from matou.core.sketch import Row as Drawn
    from matou.core.state import Observation, State
    from matou.paper import Sheet

Value = str | int | bool


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
    - ``weigh(s, past, out, weights, r) -> float``: imagine what an observation hides, in place,
      and say how much likelier such a world is than it was to be imagined, by what the others
      did in it; ``past`` is a blank record to work in;
    - ``features(s, seat, f)``: what ``evaluate`` weighs by values learned in self-play;
    - ``judge(s, seat, out, desk)``: what each seat may hope for right after ``seat`` chose, as a
      network says that knows what that seat may know (``matou.kit.network``).
    """

    rules: ModuleType
    patience: int = -1  # actions of a playout before ``evaluate`` ends it; 0: at once, -1: never
    is_lucky: bool = False  # does luck weigh so much that less is asked of the strongest level?
    worlds: int = 0  # how many of them a search weighs at a time; 0: it imagines them one by one
    features: int = 0  # how many numbers are weighed by learned values; 0: nothing is learned
    inputs: ModuleType | None = None  # what a network is given: ``active_features``, INPUTS, MOST
    network: Path | None = None  # its weights, if ``judge`` is to be asked and not a playout
    explore: float = 0.8  # …and how far such a search looks beyond what seems best
    past: ModuleType | None = None  # what others may hold, and saw when they chose (``arena.mind``)


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
            f"option {self.name} is {value!r}; it can be {choices(self.values).en}",
            f"l’option {self.name} vaut {value!r} ; elle peut valoir {choices(self.values).fr}",
        )

    def for_seats(self, seats: int) -> Value:
        """The default value at a table of ``seats``."""
        return self.default(seats) if self.default is not None else self.values[0]

    def check_seats(self, value: Value, seats: int) -> None:
        """Refuse a value that does not suit the number of seats."""
        if self.fits is not None and not self.fits(value, seats):
            good = [v for v in self.values if self.fits(v, seats)]
            raise BadChoice(
                f"option {self.name} is {value!r}; with {seats} seats it can be {choices(good).en}",
                f"l’option {self.name} vaut {value!r} ; à {seats} elle peut valoir "
                f"{choices(good).fr}",
            )


def choices(values: Sequence[object]) -> Words:
    """Choices as a sentence has them: 'table' or 'player'."""
    shown = [repr(v) for v in values]
    if len(shown) > 12:
        shown = [*shown[:11], f"… ({len(values)})"]
    return listed(shown, OR)


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
    team: Callable[[int], int] | None = None  # with whom a seat plays, where some play together
    aid: Callable[[Mapping[str, Value]], list[Aid]] | None = None  # what scores, by the options
    cover: Callable[[str], Sheet] | None = None  # the scene on its lid, under a title
    portrait: Callable[[str], Sheet] | None = None  # what a letter of an option's value looks like
    moments: Callable[[Any, Any], tuple[Moment, ...]] | None = None  # of an onlooker’s records
    sketch: Callable[[Observation, str, Sequence[str]], list[Drawn]] | None = None  # in a terminal
    scores_at_end: bool = False  # what is won lies face down until then
    book_in: str | None = None  # the module whose BOOK is for people: long, read when asked for
    endings_in: str | None = None  # the module of its endings that can be solved, for studies
    chosen: Mapping[str, Value] = field(default_factory=dict)

    def __repr__(self) -> str:
        chosen = "".join(f", {k}={v!r}" for k, v in self.chosen.items())
        return f"matou.game({self.name!r}{chosen})"

    def having(self, **options: object) -> Game:
        """The same game with options chosen; an unknown one is a BadChoice listing them."""
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                has = choices([*known]) if known else Words("none", "aucune")
                raise BadChoice(
                    f"{self.name} has no option {name!r}; it has {has.en}",
                    f"{self.name} n’a pas d’option {name!r} ; il a {has.fr}",
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
                f"seats is {seats!r}; it must be a whole number",
                f"le nombre de joueurs est {seats!r} ; il faut un nombre entier",
            )
        if not self.min_seats <= seats <= self.max_seats:
            raise BadChoice(
                f"{self.name} is played by {self.min_seats} to {self.max_seats}, not {seats}",
                f"{self.name} se joue de {self.min_seats} à {self.max_seats}, pas à {seats}",
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
        if self.book_in is None:
            return None
        from matou.core.book import fitting

        return fitting(import_module(self.book_in).BOOK, replace(self, chosen={}))

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
