"""The contract: what each module of a game must have and do.

mypy checks a game's modules against these protocols where the game declares its ``Game``; the
conformance tests check what types cannot say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from matou.core.messages import Message, Why
from matou.core.position import Secret
from matou.kit.layout import Floats, Row

if TYPE_CHECKING:
    from matou.core.encoding import Part
    from matou.core.observation import Observation
    from matou.core.scene import DrawOptions
    from matou.paper import Sheet


class Rules(Protocol):
    """``rules.py``: plain functions over one record, marked ``@rule``, compilable."""

    State: type[Any]  # the record; its field ``seats`` is their number
    ACTIONS: int  # action numbers run from 0 to ACTIONS - 1
    MAX_LEGAL: int  # the most legal actions any state can have

    @property
    def ENDINGS(self) -> tuple[str, ...]:
        """The rules that can end a game."""

    def setup(self, s: Any, seats: int, options: Row, /) -> None:
        """Fills a zeroed record; ``options`` are indices into ``Option.values``."""

    def actor(self, s: Any, /) -> int:
        """Returns a seat, CHANCE or OVER."""

    def legal(self, s: Any, out: Row, weights: Row, /) -> int:
        """Writes the legal actions, ascending, and at CHANCE their weights; returns how many."""

    def apply(self, s: Any, a: int, /) -> None:
        """Plays a legal action."""

    def returns(self, s: Any, out: Floats, /) -> None:
        """Writes at the end what the result is worth to each seat, 0 to 1."""

    def scores(self, s: Any, out: Row, /) -> None:
        """Writes what people compare, at this moment."""

    def winners(self, s: Any, /) -> int:
        """Returns at the end the set of winners: bit i for seat i."""

    def ended(self, s: Any, /) -> int:
        """Returns at the end the index in ENDINGS of the rule that ended the game."""

    def reveals(self, s: Any, a: int, /) -> bool:
        """Returns whether an action shows anybody something they could not see before.

        Then it cannot be taken back: a card from a secret hand, a roof lifted again.
        """

    def observe(self, s: Any, seat: int, /) -> None:
        """Blanks in place what a seat (-1: a spectator) cannot know; nothing once over."""

    def imagine(self, s: Any, r: Row, /) -> None:
        """Fills in place what ``observe`` blanked, in a way that fits the history."""


class Notation(Protocol):
    """``notation.py``: the notation of the rules files."""

    def name(self, s: Any, a: int, /) -> str:
        """Returns the notation of a legal action."""

    def read(self, s: Any, text: str, /) -> int:
        """Returns the action that a string means here, legal or not; -1 if it means none."""

    def secret(self, s: Any, a: int, /) -> Secret | None:
        """Returns who alone knows this action's details, and what the others read."""


class Speech(Protocol):
    """``say/words.py``: texts about the game."""

    TITLE: Message  # the game's name
    TAGLINE: Message  # the theme in one sentence
    MINUTES: int

    @property
    def OPTION_NAMES(self) -> Mapping[str, Message]:
        """The name of each option: 'floors above the clock'."""

    @property
    def OPTIONS(self) -> Mapping[str, Message]:
        """The meaning of each option."""

    @property
    def CHOICES(self) -> Mapping[Any, Message]:
        """The names of options' values that are not numbers: 'the back'."""

    @property
    def PUZZLES(self) -> Mapping[str, Message]:
        """The kinds of puzzles: 'The best thread'."""

    def describe(self, s: Any, a: int, /) -> Message:
        """Returns a legal action as something to do: 'Discard the plain clock'."""

    def prompt(self, view: Observation, /) -> Message:
        """Says in one sentence what can be done now."""

    def board(self, view: Observation, /) -> Message:
        """Returns everything that the picture shows, as lines of text."""

    def tally(self, s: Any, seat: int, memory: bool, /) -> Message | None:
        """Returns a seat's points as everybody may see them: '3 points'.

        None if the game compares nothing. Points that are hidden until the end are shown earlier
        only with the memory aid.
        """

    def score_lines(self, s: Any, seat: int, /) -> list[Message]:
        """Explains a seat's score line by line."""


class Telling(Protocol):
    """``say/moves.py``: sentences about moves."""

    def tell(self, s: Any, a: int, /) -> Message:
        """Says what somebody or chance did, in the present: 'Ada discards a clock, face down'.

        It is a line of the log. It is given the record before the action, as the reader may know
        it, and addresses a reader who made the move (``messages.tell``).
        """

    def because(self, view: Observation, a: int, /) -> Message | None:
        """Says what is good about a legal action of the seat to act, in the game's terms.

        The sentence must be true, and follow from what the seat may know. None if only looking
        further ahead would tell.
        """


class Reasons(Protocol):
    """``say/refusals.py``: why an action is not legal."""

    def why_not(self, s: Any, a: int, /) -> Why:
        """Returns the rule that an illegal action would break."""

    def why_never(self, s: Any, text: str, /) -> Why | None:
        """Returns the rule broken by well-formed notation that is no action in any position.

        For example ``>3``: row 3 of the castle does not slide. None if it is not well formed.
        """

    def why_now(self, s: Any, /) -> Why:
        """Returns the rule that says what is to be done now."""

    def turns(self, s: Any, /) -> str:
        """Returns the number of the rule that says whose turn it is."""


class Drawing(Protocol):
    """``draw/board.py``: the picture, drawn from an observation alone."""

    def draw(self, view: Observation, options: DrawOptions, /) -> Sheet:
        """Draws the board in parts, with roles for colours (``paper.paint`` fills them in)."""


class Pointing(Protocol):
    """``draw/clicks.py``: what the elements of the picture stand for."""

    def meant(self, view: Observation, id: str, /) -> Sequence[int]:
        """Returns the actions, legal or not, that clicking an element could take part in.

        Empty for other players' things, for scenery and for unknown ids.
        """

    def remark(self, view: Observation, id: str, picked: Sequence[str], /) -> Why | None:
        """Explains a click that does nothing, after others were picked.

        None if the actions that are meant explain it (``core/pointing.py``).
        """


class Encoder(Protocol):
    """``encode.py``: what a seat may know as a row of small numbers, for learning.

    Seats are counted clockwise from the seat itself: row 0 of a part by seats is its own.
    """

    SIZE: int  # how many numbers, each from 0 to 127
    DECISIONS: int  # more than any game has
    EVENTS: int  # more than any game has, chance counted

    @property
    def PARTS(self) -> Sequence[Part]:
        """The parts of the row, in order, each with its shape and meaning."""

    def encode(self, s: Any, seat: int, out: Row, /) -> None:
        """Writes what a seat (-1: a spectator) may know, from a whole record."""
