"""The picture of Clocktowers, drawn from an observation alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matou.core.state import Observation


def draw(view: Observation, *, lang: str, memory: bool, names: Sequence[str]) -> str:
    return '<svg xmlns="http://www.w3.org/2000/svg"></svg>'
