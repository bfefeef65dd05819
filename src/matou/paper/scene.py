"""A drawing in the making. It reuses the parts of the previous drawing that have not changed."""

from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar

from matou.paper.sheet import CachedPart, Sheet
from matou.paper.stage import Highlight

T = TypeVar("T")
NOTHING: CachedPart = (None, None, None)


class Translatable(Protocol):
    def say(self, lang: str, /) -> str: ...


class Scene:
    """A drawing's parts, always in the same order, and what can be clicked.

    A game draws its parts through `reuse`, in the same order each time. A part whose function and
    arguments are those of the drawing `before` is taken over: the same object, so comparing the
    two drawings is fast too. A drawing depends on its arguments alone, so any drawing may come
    before any other.

    >>> first = Scene("en")
    >>> ab, cd = first.reuse(sorted, "ba"), first.reuse(sorted, "dc")
    >>> then = Scene("en", first.sheet(100, 100, title="Letters"))
    >>> then.reuse(sorted, "bca"), then.reuse(sorted, "dc") is cd
    (['a', 'b', 'c'], True)
    """

    def __init__(self, lang: str, before: Sheet | None = None) -> None:
        self.lang = lang
        self.parts: list[str] = []
        self.highlights: dict[str, Highlight] = {}
        self._cached: list[CachedPart] = []
        self._before: Iterator[CachedPart] = iter(before.cached if before is not None else ())

    def text(self, message: Translatable) -> str:
        return message.say(self.lang)

    def reuse(self, draw: Callable[..., T], *args: Any) -> T:
        """Returns ``draw(*args)``, from the drawing before if it is the same there.

        The function must depend on its arguments alone, and nobody may change its result.
        """
        drew, given, drawn = part = next(self._before, NOTHING)
        if given != args or drew is not draw:
            drawn = draw(*args)
            part = draw, args, drawn
        self._cached.append(part)
        result: T = drawn
        return result

    def is_unchanged(self, *args: Any) -> bool:
        """Returns whether ``before`` shows the same, drawn for another seat. Takes it over if so.

        Call it before the first `reuse`, with everything that the parts depend on.
        """
        whole = next(self._before, NOTHING)
        _, given, drawn = whole
        if given == args:
            self.parts, self._cached = drawn, [whole, *self._before]
            return True
        self._cached.append((None, args, self.parts))
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
        parts, highlights = self.parts, self.highlights
        return Sheet(width, height, parts, title, desc, background, highlights, style, self._cached)
