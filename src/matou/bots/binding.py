"""Templates bound to a game: compiled by the kit, or interpreted, with hints where there are."""

from __future__ import annotations

import importlib
import importlib.util
import types
from functools import cache
from typing import Any

from matou.bots import glance, plain, search
from matou.core.game import linked
from matou.kit.linking import Linked, link


@cache
def hints_of(rules: str) -> types.ModuleType:
    """The hints beside a game's rules (named by their module); the plain ones if it has none."""
    name = rules.rpartition(".")[0] + ".hints"
    try:
        found = importlib.util.find_spec(name)
    except ModuleNotFoundError:
        found = None
    return importlib.import_module(name) if found is not None else plain


def has_learned(rules: Any) -> bool:
    """Does the game offer a value learned by self-play?"""
    return hasattr(hints_of(rules.__name__), "WEIGHTS")


def is_lucky(rules: Any) -> bool:
    """Does the game say that luck weighs much in it?"""
    return bool(getattr(hints_of(rules.__name__), "LUCKY", False))


def patience_of(rules: Any) -> int:
    """How many actions a playout of this game goes on before it is evaluated."""
    hints = hints_of(rules.__name__)
    return int(getattr(hints, "PATIENCE", plain.PATIENCE))


_compiled: dict[str, Linked] = {}


def compiled(rules: Any) -> Linked:
    """The search and the glance bound to a game's rules, compiled once for this process."""
    name = rules.__name__
    if name not in _compiled:
        hints = hints_of(name)
        base = link(plain, base=linked(rules))
        if hints is not plain:
            base = link(hints, base=base)
        _compiled[name] = link(glance, base=link(search, base=base))
    return _compiled[name]


@cache
def _interpreted(name: str) -> types.SimpleNamespace:
    rules = importlib.import_module(name)
    known: dict[str, Any] = {}
    for module in (plain, rules, hints_of(name)):
        known.update(vars(module))
    spaces: dict[str, dict[str, Any]] = {}
    twins: dict[Any, Any] = {}

    def take(module: types.ModuleType) -> None:
        space = spaces[module.__name__] = dict(vars(module))
        for key, value in vars(module).items():
            if getattr(value, "is_slot", False):
                space[key] = known[key]
            elif getattr(value, "is_rule", False) and value.__module__.startswith("matou.bots."):
                if value.__module__ == module.__name__:
                    twins[value] = types.FunctionType(value.__code__, space, key)
                elif value.__module__ not in spaces:
                    take(importlib.import_module(value.__module__))

    for module in (search, glance):
        take(module)
    for space in spaces.values():
        for key, value in list(space.items()):
            if isinstance(value, types.FunctionType) and value in twins:
                space[key] = twins[value]
    names: dict[str, Any] = {}
    for module in (search, glance):
        names.update(spaces[module.__name__])
    return types.SimpleNamespace(**{**known, **names})


def interpreted(rules: Any) -> types.SimpleNamespace:
    """The same, in plain Python: slow, but there at once."""
    return _interpreted(rules.__name__)
