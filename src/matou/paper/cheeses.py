"""Cheeses: seven, each with a colour, a silhouette and initials."""

from typing import Final, Literal, get_args

from matou.paper.artwork import ARTWORK, outlines_of
from matou.paper.stage import group

Cheese = Literal["appenzeller", "brie", "cheddar", "edam", "emmental", "gouda", "gruyere"]
CHEESES: Final[tuple[Cheese, ...]] = get_args(Cheese)

INITIALS: Final[dict[Cheese, str]] = dict(
    zip(CHEESES, ("A", "B", "C", "Ed", "Em", "Go", "Gr"), strict=True)
)
SILHOUETTES: Final = {kind: outlines_of(ARTWORK[kind], kind) for kind in CHEESES}


def cheese(kind: Cheese, x: float, y: float, size: float, label: bool = True) -> str:
    """Draws a cheese about (x, y), with its initials on a paper label."""
    body = ARTWORK[kind] + (ARTWORK[f"{kind}-label"] if label else "")
    return group("", body, x, y, size / 100)


def cheese_wedge(x: float, y: float, size: float) -> str:
    """Draws a wedge of no particular cheese."""
    return group("", ARTWORK["wedge"], x, y, size / 100)
