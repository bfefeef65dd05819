"""The base of all messages, their fields, and JSON by the standard library."""

import json
from binascii import b2a_base64
from collections.abc import Mapping
from dataclasses import dataclass, field, is_dataclass
from functools import lru_cache, partial
from types import UnionType
from typing import (
    Any,
    Literal,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

T = TypeVar("T")


def plain(value: object) -> Any:
    """Returns a message without fields that were never set, or bytes in base64, as msgspec does."""
    return b2a_base64(value, newline=False).decode() if isinstance(value, bytes) else vars(value)


to_json = partial(json.dumps, default=plain)


def optional() -> Any:
    """Returns a field that is left out of the JSON until it is set."""
    return field(init=False, default=None)


def remembered() -> Any:
    """Returns an ``optional`` field whose last value the page remembers.

    The page's scripts can rely on it even when a message leaves it out.
    """
    return field(init=False, default=None, metadata={"remembered": True})


@dataclass_transform()
class Payload:
    """The base of all messages. Each subclass is a dataclass."""

    def __init_subclass__(cls, *, kw_only: bool = False) -> None:
        dataclass(kw_only=kw_only)(cls)


def filled(kind: type[T], fields: dict[str, Any]) -> T:
    """Returns a message with exactly these fields, several times faster than ``kind(…)``."""
    message = object.__new__(kind)
    message.__dict__ = fields
    return message


@lru_cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def built(kind: type[T], values: Mapping[str, Any]) -> T:
    """Builds a dataclass from JSON. Raises TypeError if a field is missing or has another type."""
    hints = _hints(kind)  # type: ignore[arg-type]
    return kind(
        **{name: checked(hint, values[name]) for name, hint in hints.items() if name in values}
    )


def checked(hint: Any, value: Any) -> Any:
    """Returns a value of JSON as the type that a field declares; raises TypeError."""
    if is_dataclass(hint) and isinstance(value, dict):
        return built(hint, value)  # type: ignore[arg-type]
    if not fits(hint, value):
        raise TypeError(f"{value!r} is not {hint}")
    return value


def fits(hint: Any, value: Any) -> bool:
    if hint is Any:
        return True
    if get_origin(hint) in (Union, UnionType):
        return any(fits(one, value) for one in get_args(hint))
    if get_origin(hint) is Literal:
        return any(type(value) is type(one) and value == one for one in get_args(hint))
    if get_origin(hint) is list:
        return type(value) is list and all(fits(get_args(hint)[0], one) for one in value)
    return type(value) is hint  # True is no number


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
