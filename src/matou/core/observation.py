"""An observation: what one seat may know of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from matou.core.phrases import winning
from matou.core.position import NAMES, Out, Position, Seen
from matou.core.refusals import check_language
from matou.core.scene import DrawOptions
from matou.kit.layout import Row, clone
from matou.kit.reducing import made_by

if TYPE_CHECKING:
    from matou.core.game import Game
    from matou.core.state import State
    from matou.paper import Sheet


class Observation(Position):
    """What one seat may know of a game: the same record with the rest blanked.

    Everything that people and bots get is made from it. It is a value: equal observations are of
    the same seat, with the same knowledge and the same log. Copies and pickles hold the log at the
    time of the observation, even if the game has gone on.
    """

    __slots__ = ("_before", "_log", "_logged", "seat")

    def __init__(
        self,
        game: Game,
        seats: int,
        s: Any,
        seat: int | None,
        log: list[Seen],
        out: tuple[Out, ...] = (),
        stopped: bool = False,
        before: int = 0,  # actions that are not in the log
    ) -> None:
        Position.__init__(self, game, seats, s, out, stopped)
        self.seat = seat
        self._before = before
        self._log = log  # shared: it grows as the game goes on
        self._logged = len(log)

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<{self.game.name} as {who} sees it, after {self.played} actions>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Observation):
            return NotImplemented
        same = self.seat == other.seat and self.played == other.played
        return same and self._stands_like(other) and self.log == other.log

    def __hash__(self) -> int:
        return hash((self.game.name, self.seats, self.seat, self.played, self.tobytes()))

    def __dir__(self) -> list[str]:
        return sorted((*NAMES, "imagine", "last", "log", "prompt", "seat", "text"))

    def __copy__(self) -> Observation:
        how = (self.log, self.out, self.stopped, self._before)
        return Observation(self.game, self.seats, clone(self.s), self.seat, *how)

    def __reduce__(self) -> tuple[Any, ...]:
        from matou.core.pickling import parts_of_observation

        return made_by("restored_observation", *parts_of_observation(self))

    @property
    def played(self) -> int:
        """The number of actions so far, without those taken back."""
        return self._before + self._logged

    @property
    def kind(self) -> str:
        return "spectator" if self.seat is None else f"seat={self.seat}"

    def __str__(self) -> str:
        """Returns the board in characters, and below it what can be done now."""
        sketch = self.game.sketch
        if sketch is None:
            return self.text()
        rows = ["".join(piece for piece, _ in row).rstrip() for row in sketch(self, "en", ())]
        return "\n".join([*rows, "", self.prompt()])

    def to_text(self) -> str:
        """Returns what this seat may know as one line of text, which ``game.from_text`` reads.

        Two positions that look the same to the seat have the same text.
        """
        from matou.core.position_text import written

        return written(self)

    @property
    def log(self) -> list[Seen]:
        """The actions so far, as this seat saw them."""
        return self._log[: self._logged]

    def log_from(self, first: int) -> list[Seen]:
        """Returns the log from an entry on."""
        return self._log[first : self._logged]

    def backwards(self) -> Iterator[Seen]:
        """Yields the log from the last entry to the first, without copying it."""
        return islice(reversed(self._log), len(self._log) - self._logged, None)

    @property
    def last(self) -> Seen | None:
        """The last action, as this seat saw it; None if there is none in the log."""
        return self._log[self._logged - 1] if self._logged else None

    def legal(self) -> list[int]:
        """Returns the legal actions if it is this seat's turn; otherwise an empty list."""
        return list(self._list()) if self.seat is not None and self.actor == self.seat else []

    def name(self, action: int) -> str:
        """Returns the notation of one of this seat's legal actions."""
        self.check(action)
        return self.game.notation.name(self.s, action)

    def check(self, action: int) -> None:
        """Raises ValueError unless the action is legal and this seat's."""
        if action not in self.legal():
            now = "" if self.actor == self.seat else f": {self.prompt()}"
            raise ValueError(f"{action!r} is not a legal action of this seat here{now}")

    def describe(self, action: int, lang: str = "en", names: Sequence[str] = ()) -> str:
        """Returns one of this seat's legal actions in words."""
        self.check(action)
        says = self.game.words.describe(self.s, action)
        return says.say(check_language(lang), names, self.seat)

    def prompt(self, lang: str = "en", names: Sequence[str] = ()) -> str:
        """Says in one sentence what can be done now."""
        if self.stopped:
            says = winning(self.winners, team=self.game.team is not None)
        else:
            says = self.game.words.prompt(self)
        return says.say(check_language(lang), names, self.seat)

    def text(self, lang: str = "en", names: Sequence[str] = ()) -> str:
        """Returns the board in words: everything that the picture shows."""
        return self.game.words.board(self).say(check_language(lang), names, self.seat)

    def svg(
        self,
        *,
        lang: str = "en",
        theme: str | None = "light",
        memory: bool = False,
        names: Sequence[str] = (),
        wide: bool = False,
    ) -> str:
        """Returns the picture. ``theme`` None leaves colours as CSS variables, for a page.

        ``memory`` shows what was seen before and is hidden now, in games with such things;
        ``names`` are the players' names by seat; ``wide`` is the layout for a wide screen, instead
        of one column.
        """
        from matou.paper import standalone

        drawn = str(self.sheet(lang=lang, memory=memory, names=names, wide=wide))
        return drawn if theme is None else standalone(drawn, theme)

    def sheet(
        self,
        *,
        lang: str = "en",
        memory: bool = False,
        names: Sequence[str] = (),
        wide: bool = False,
        before: Sheet | None = None,
    ) -> Sheet:
        """Returns the picture in parts that change independently, for a page.

        Parts that are the same in ``before`` are not drawn again.
        """
        options = DrawOptions(check_language(lang), memory, tuple(names), wide, before)
        return self.game.drawing.draw(self, options)

    def _repr_svg_(self) -> str:
        return self.svg()

    def imagine(self, rng: Row) -> State:
        """Returns a whole state that fits what this seat knows, for bots; it has no history."""
        from matou.core.state import State

        s = clone(self.s)
        self.game.rules.imagine(s, rng)
        whole = State.at(self.game, self.seats, s, self.played)
        whole.out, whole.stopped = self.out, self.stopped
        return whole
