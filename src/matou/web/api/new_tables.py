"""Request types for new tables and quick games, generated from the games.

That way the OpenAPI document lists every option with its values.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from matou.core.game import Game, Option, Value
from matou.play.listing import fitting
from matou.play.protocol.program_requests import NewTable, SeatWanted, Seek
from matou.web.api.structs import checked, struct_of


def value_type(option: Option) -> Any:
    """Returns a type that allows exactly the values of an option."""
    if all(isinstance(value, bool) for value in option.values):
        return bool
    return Literal[option.values]


def new_table_types(games: Mapping[str, Game]) -> Any:
    """Returns the request type for a new table: a union with one type per game."""
    return reduce(or_, (new_table_type(game) for game in games.values()))


def seek_type(games: Mapping[str, Game]) -> Any:
    """Returns the request type for a quick game. The game is optional."""
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
    """Returns JSON schemas for the option values that each number of seats allows.

    Types cannot express this.
    """
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
