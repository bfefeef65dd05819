"""The start of every game's drawing: how to draw, and what each scene reads from an observation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from matou.core.messages import Message
from matou.core.phrases import seat_labels
from matou.paper import scene
from matou.paper.sheet import Sheet

if TYPE_CHECKING:
    from matou.core.observation import Observation


class DrawOptions(NamedTuple):
    """How a position is drawn.

    ``wide`` is the shape for a window that is wider than high, about four to three; otherwise the
    same parts, by the same ids, lie in one column. ``before`` is another drawing, most often the
    last one that the same viewer was shown: unchanged parts may be taken from it. It never changes
    what is drawn.
    """

    lang: str = "en"
    memory: bool = False  # shows what was seen once and is hidden now
    names: tuple[str, ...] = ()  # the players' names, by seat
    wide: bool = False
    before: Sheet | None = None


class Scene(scene.Scene):
    """A drawing of an observation in the making."""

    def __init__(self, view: Observation, options: DrawOptions) -> None:
        super().__init__(options.lang, options.before)
        self.view = view
        self.options = options
        self.s: Any = view.s
        self.actor = view.actor
        self.names = options.names
        if len(self.names) != view.seats:
            self.names = tuple(seat_labels(self.names, view.seats, self.lang))

    def finished(
        self,
        width: float,
        height: float,
        words: Callable[[Observation], Message] | None = None,
        **how: str,
    ) -> Sheet:
        """Returns the sheet, described in words: by default, everything that it shows."""
        lang, names = self.options.lang, self.options.names
        view, described = self.view, words or self.view.game.words.board
        return self.sheet(
            width,
            height,
            title=self.text(view.game.words.TITLE),
            desc=lambda: described(view).say(lang, names),
            **how,
        )
