"""Converts the dataclasses of ``play/protocol`` to msgspec structs, for validation and OpenAPI."""

from __future__ import annotations

import types
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Meta, UnsetType

from matou.play.protocol import program_requests
from matou.play.protocol.fields import Note

DATACLASSES: dict[type, type] = {}  # maps each struct to its dataclass


def struct_of(kind: Any) -> Any:
    """Returns a struct with the fields of a dataclass. Structs of requests forbid other fields."""
    return _struct_of(kind)


@cache
def _struct_of(kind: Any) -> Any:
    hints = get_type_hints(kind, include_extras=True)
    made: list[Any] = []
    tag: dict[str, Any] = {}
    for field in fields(kind):
        hint = checked(hints[field.name])
        name = field.name.removesuffix("_")
        if get_origin(hint) is Literal and field.name == "kind" and len(get_args(hint)) == 1:
            tag = {"tag_field": field.name, "tag": get_args(hint)[0]}
        elif not field.init:  # optional
            made.append((field.name, hint | UnsetType, msgspec.field(name=name, default=UNSET)))
        elif field.default is MISSING:
            made.append((field.name, hint))
        else:
            made.append((field.name, hint, field.default))
    struct = msgspec.defstruct(
        kind.__name__,
        made,
        kw_only=True,
        forbid_unknown_fields=kind.__module__ == program_requests.__name__,
        namespace={"__doc__": kind.__doc__},
        **tag,
    )
    DATACLASSES[struct] = kind
    return struct


def checked(hint: Any) -> Any:
    """Returns a type with dataclasses replaced by structs, and our annotations by msgspec's."""
    origin, args = get_origin(hint), get_args(hint)
    if is_dataclass(hint):
        return struct_of(hint)
    if origin is Annotated:
        metas = [meta_of(note) for note in args[1:]]
        return reduce(lambda made, meta: Annotated[made, meta], metas, checked(args[0]))
    if origin in (Union, types.UnionType):
        return reduce(or_, map(checked, args))
    if origin in (list, dict):
        return origin[tuple(map(checked, args))]
    return hint


def meta_of(note: Note) -> Meta:
    known = {key: value for key, value in vars(note).items() if value is not None}
    if pattern := known.pop("pattern_hint", None):
        known["extra_json_schema"] = {"pattern": pattern}
    return Meta(**known)


def plain(value: Any) -> Any:
    """Converts a struct back to its dataclass. Returns other values unchanged."""
    if isinstance(value, list):
        return [plain(part) for part in value]
    kind = next((DATACLASSES[base] for base in type(value).__mro__ if base in DATACLASSES), None)
    if kind is None:
        return value
    there = {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    known = {f.name: f.init for f in fields(kind)}
    made = kind(**{name: part for name, part in there.items() if known.get(name)})
    vars(made).update({k: v for k, v in there.items() if not known.get(k) and v is not UNSET})
    return made
