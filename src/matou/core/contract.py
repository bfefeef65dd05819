"""The contract's protocols: what each module of a game must have and do.

mypy checks each game's modules against them where it declares its ``Game``; the conformance tests
check what types cannot say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from matou.core.words import Secret, Why, Words
from matou.kit.layout import Floats, Row

if TYPE_CHECKING:
    from matou.core.encoding import Part
    from matou.core.state import Observation
    from matou.paper import Sheet


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

    @property
    def CHOICES(self) -> Mapping[Any, Words]:
        """What an option's values are called, where they are no numbers: 'the back'."""

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
        self,
        view: Observation,
        *,
        lang: str,
        memory: bool,
        names: Sequence[str],
        wide: bool,
        before: Sheet | None = None,
    ) -> Sheet:
        """The board in parts, its colours still names (``paper.paint`` fills them).

        ``wide`` lays the same parts out for a window that is wider than it is high, about four
        to three, instead of one column: other places, the same names.

        ``before`` is another drawing, most often the last that the same eyes were shown: what
        shows the same may be taken over from it (``paper.Scene``). What is drawn is the same
        with any, or with none.
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
