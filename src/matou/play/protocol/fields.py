"""Field types of messages, and JSON encoding and decoding with the standard library."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, is_dataclass
from functools import lru_cache, partial
from typing import Any, TypeVar, get_type_hints

T = TypeVar("T")

to_json = partial(json.dumps, default=vars)  # leaves out fields that were never set


def optional() -> Any:
    """Returns a field that is left out of the JSON until it is set."""
    return field(init=False, default=None)


def remembered() -> Any:
    """Returns an ``optional`` field whose last value the page remembers.

    The page's scripts can rely on it even when a message leaves it out.
    """
    return field(init=False, default=None, metadata={"remembered": True})


def filled(kind: type[T], fields: dict[str, Any]) -> T:
    """Returns a message with exactly these fields, several times faster than ``kind(…)``."""
    message = object.__new__(kind)
    message.__dict__ = fields
    return message


@lru_cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def built(kind: type[T], values: Mapping[str, Any]) -> T:
    """Builds a dataclass from our own JSON. Raises TypeError if a field is missing."""
    hints = _hints(kind)  # type: ignore[arg-type]
    return kind(
        **{
            name: built(hint, values[name]) if is_dataclass(hint) else values[name]  # type: ignore[arg-type]
            for name, hint in hints.items()
            if name in values
        }
    )


@dataclass(frozen=True)
class Note:
    """The description and constraints of a field, with the names that msgspec uses."""

    description: str | None = None
    ge: float | None = None
    le: float | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    pattern_hint: str | None = None  # for the documentation only
