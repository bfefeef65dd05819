"""The games: one folder each, named nowhere else. ``matou.available()`` lists them."""

import sys
import types
from typing import NoReturn

from matou.core.registry import look_in


class _Package(types.ModuleType):
    """Answers ``matou.games()``, which listed the games once, with the call to use instead."""

    def __call__(self) -> NoReturn:
        raise TypeError("matou.games is the package of the games; matou.available() lists them")


sys.modules[__name__].__class__ = _Package
look_in(__name__)
