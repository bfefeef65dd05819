"""A drawing in the making, and what it takes over from the one before: what shows the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from matou.paper.sheet import Corner, Sheet
from matou.paper.stage import Heat

T = TypeVar("T")
NOTHING: Corner = (None, None, None)


class Scene:
    """A drawing's parts, always in the same order, and what one may do.

    It may ask for its corners by all that they show, in the same order each time. One that shows
    what it showed in the drawing ``before`` is that very one: it costs a comparison, and whoever
    compares the two drawings sees at once that nothing changed there. A drawing remains a function
    of what it shows, so any may come before any other.

    >>> first = Scene("en")
    >>> ab, cd = first.keep(sorted, "ba"), first.keep(sorted, "dc")
    >>> then = Scene("en", first.sheet(100, 100, title="Letters"))
    >>> then.keep(sorted, "bca"), then.keep(sorted, "dc") is cd
    (['a', 'b', 'c'], True)
    """

    def __init__(self, lang: str, before: Sheet | None = None) -> None:
        self.lang = lang
        self.parts: list[str] = []
        self.heat: dict[str, Heat] = {}
        self._corners: list[Corner] = []
        self._before: Iterator[Corner] = iter(before.corners if before is not None else ())

    def say(self, en: str, fr: str) -> str:
        return fr if self.lang == "fr" else en

    def keep(self, make: Callable[..., T], *shows: Any) -> T:
        """What ``make`` draws of ``shows``; it looks at nothing else, and nobody changes it."""
        corner: Corner = next(self._before, NOTHING)
        if corner[1] != shows or corner[0] is not make:
            corner = make, shows, make(*shows)
        self._corners.append(corner)
        made: T = corner[2]
        return made

    def is_again(self, *shows: Any) -> bool:
        """Is ``before`` a drawing of all the same, for other eyes? Then its parts are taken over.

        To be asked before any corner; ``shows`` is all that the parts show.
        """
        whole: Corner = next(self._before, NOTHING)
        if whole[1] == shows:
            self.parts, self._corners = whole[2], [whole, *self._before]
            return True
        self._corners.append((None, shows, self.parts))
        return False

    def sheet(
        self,
        width: float,
        height: float,
        title: str,
        desc: str | Callable[[], str] = "",
        background: str = "",
        style: str = "",
    ) -> Sheet:
        """All of it, made."""
        return Sheet(
            width, height, self.parts, title, desc, background, self.heat, style, self._corners
        )
