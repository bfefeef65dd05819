"""Coordinates for the rating scale and the rating chart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matou.rating import Rating

WIDTH = 640.0  # of the line…
FACE = 54.0  # …and of a face on it
EDGE = 40.0
CHART_WIDTH, CHART_HEIGHT = 320.0, 90.0


def scale(cats: Sequence[Rating], own: Rating | None) -> dict[str, Any]:
    """Returns the positions of the cats' faces and the player's bar, for the template."""
    points = [cat.points for cat in cats]
    if own is not None:
        points += [own.points - own.margin, own.points + own.margin]
    low, high = min(points), max(points)
    span = max(1, high - low)

    def at(value: float) -> float:
        return round(EDGE + (value - low) * (WIDTH - 2 * EDGE) / span, 1)

    faces: list[dict[str, Any]] = []
    row_ends = [-FACE, -FACE]
    for level, cat in enumerate(cats, 1):
        x = at(cat.points)
        row = 0 if x - row_ends[0] >= FACE else 1
        if row == 1 and x - row_ends[1] < FACE:  # no room in either row: next to the last face
            row = 0 if row_ends[0] <= row_ends[1] else 1
            x = row_ends[row] + FACE
        row_ends[row] = x
        faces.append(
            {"level": level, "x": x, "row": row, "points": cat.points, "at": at(cat.points)}
        )
    made: dict[str, Any] = {"faces": faces, "width": WIDTH, "face": FACE, "own": None}
    made["top"] = 0 if any(face["row"] for face in faces) else FACE
    if own is not None:
        left, right = at(own.points - own.margin), at(own.points + own.margin)
        made["own"] = {"left": left, "width": round(right - left, 1), "x": at(own.points)}
    return made


def chart(ratings: Sequence[Rating]) -> dict[str, str]:
    """Returns the points of a rating's line and margin band, the oldest rating first."""
    if len(ratings) < 2:
        return {}
    low = min(r.points - r.margin for r in ratings)
    high = max(r.points + r.margin for r in ratings)

    def x(i: int) -> float:
        return round(i * CHART_WIDTH / (len(ratings) - 1), 1)

    def y(value: float) -> float:
        return round(CHART_HEIGHT - (value - low) * CHART_HEIGHT / max(1, high - low), 1)

    over = [f"{x(i)},{y(r.points + r.margin)}" for i, r in enumerate(ratings)]
    under = [f"{x(i)},{y(r.points - r.margin)}" for i, r in enumerate(ratings)]
    line = [f"{x(i)},{y(r.points)}" for i, r in enumerate(ratings)]
    return {"band": " ".join([*over, *reversed(under)]), "line": " ".join(line)}
