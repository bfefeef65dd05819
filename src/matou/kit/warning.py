"""Warnings for programs, sent once."""

from __future__ import annotations

import warnings
from functools import cache


@cache
def warn_once(sentence: str) -> None:
    """Warns of something, once for this process."""
    warnings.warn(sentence, RuntimeWarning, stacklevel=2)
