"""Converts the dataclasses of ``play/protocol`` to msgspec structs, for validation and OpenAPI.

The types for new tables are generated from the games, so that OpenAPI lists every option.
"""

import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Meta, UnsetType

from matou.core.game import Game, Option, Value
from matou.play.listing import fitting
from matou.play.protocol import program_requests
from matou.play.protocol.fields import Note
from matou.play.protocol.program_requests import NewTable, SeatWanted, Seek

DATACLASSES: dict[type, type] = {}  # maps each struct to its dataclass


@cache
def struct_of(kind: Any) -> Any:
    """Returns a struct with the fields of a dataclass. Structs of requests forbid other fields."""
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
    if isinstance(hint, type) and is_dataclass(hint):
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


def value_type(option: Option) -> Any:
    are_switches = all(isinstance(value, bool) for value in option.values)
    return bool if are_switches else Literal[option.values]


def seek_type(games: Mapping[str, Game]) -> Any:
    return msgspec.defstruct(
        "QuickGame",
        [("game", Literal[tuple(games)] | None, None)],
        bases=(struct_of(Seek),),
        kw_only=True,
        forbid_unknown_fields=True,
    )


def title_of(game: Game) -> str:
    return "".join(part.capitalize() for part in game.name.split("_"))


def new_table_type(game: Game) -> Any:
    """Returns the request type for a table of one game, with its seat limits and options."""
    title = title_of(game)
    options = msgspec.defstruct(
        f"{title}Options",
        [(o.name, value_type(o) | UnsetType, UNSET) for o in game.options],
        kw_only=True,
        forbid_unknown_fields=True,
    )
    limits = Meta(min_length=game.min_seats, max_length=game.max_seats)
    seats: Any = Annotated[checked(list[SeatWanted]), limits]
    return msgspec.defstruct(
        f"New{title}Table",
        [("seats", seats), ("options", options, msgspec.field(default_factory=options))],
        bases=(struct_of(NewTable),),
        kw_only=True,
        forbid_unknown_fields=True,
        tag_field="game",
        tag=game.name,
    )


def by_seats(game: Game) -> list[dict[str, Any]]:
    """Returns JSON schemas, which types cannot express: the option values by number of seats."""
    bound = [option for option in game.options if option.fits is not None]
    if not bound:
        return []
    return [
        {
            "properties": {
                "seats": {"minItems": n, "maxItems": n},
                "options": {
                    "properties": {o.name: {"enum": fitting(o, n)} for o in bound},
                },
            }
        }
        for n in range(game.min_seats, game.max_seats + 1)
    ]


def chosen(options: Any) -> dict[str, Value]:
    """Returns the options that were set. The others have the game's defaults."""
    found = {name: getattr(options, name) for name in options.__struct_fields__}
    return {name: value for name, value in found.items() if value is not UNSET}
