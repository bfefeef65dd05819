"""The bots' templates bound to a game, with its hints: compiled, or interpreted."""

from __future__ import annotations

from typing import Any

from matou.bots import glance, plain, search
from matou.core.game import Hints, linked
from matou.kit.linking import Linked, link

_bound: dict[tuple[str, bool], Linked] = {}


def bound(rules: Any, hints: Hints | None, compile: bool) -> Linked:
    """The search and the glance bound to a game's rules, once for this process."""
    key = (rules.__name__, compile)
    if key not in _bound:
        base = linked(rules, compile=compile)
        for module in (plain, *([hints.rules] if hints is not None else []), search, glance):
            base = link(module, base=base, compile=compile)
        _bound[key] = base
    return _bound[key]
