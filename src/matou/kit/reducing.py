"""Pickles objects as calls of the public functions of ``matou``."""

import sys
from functools import partial
from typing import Any


def made_by(name: str, *args: Any, **options: Any) -> tuple[Any, ...]:
    """Returns what ``__reduce__`` should: a call of ``matou.NAME`` with these arguments.

    So a pickle names no module inside ``matou``, and can be read after modules have moved.
    """
    function = getattr(sys.modules["matou"], name)  # always loaded before its modules
    return partial(function, **dict(sorted(options.items()))) if options else function, args
