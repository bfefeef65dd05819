"""What a drawing is made of, kept for the next one: what shows the same is not drawn again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

T = TypeVar("T")
Corner = tuple[Any, Any, Any]  # what makes it, of what, and what came of it
NOTHING: Corner = (None, None, None)


class Kept:
    """What a scene had drawn, corner after corner, each with all that it shows.

    A scene asks for its corners in the same order each time. One that shows what it showed in the
    drawing ``before`` is that very one: it costs a comparison, and whoever compares the two
    drawings sees at once that nothing changed there. A drawing remains a function of what it
    shows, so any may come before any other.

    >>> first = Kept()
    >>> ab, cd = first.keep(sorted, "ba"), first.keep(sorted, "dc")
    >>> then = Kept(first)
    >>> then.keep(sorted, "bca"), then.keep(sorted, "dc") is cd
    (['a', 'b', 'c'], True)
    """

    __slots__ = ("_before", "_corners")

    def __init__(self, before: Kept | None = None) -> None:
        self._corners: list[Corner] = []
        self._before: Iterator[Corner] = iter(before._corners if before else ())

    def keep(self, make: Callable[..., T], *shows: Any) -> T:
        """What ``make`` draws of ``shows``; it looks at nothing else, and nobody changes it."""
        corner: Corner = next(self._before, NOTHING)
        if corner[1] != shows or corner[0] is not make:
            corner = make, shows, make(*shows)
        self._corners.append(corner)
        made: T = corner[2]
        return made

    def done(self) -> None:
        """The drawing is made: what was before it can go."""
        self._before = iter(())
