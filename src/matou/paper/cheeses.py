"""Cheeses: seven, each with a colour, a silhouette and initials."""

from typing import Final, Literal, get_args

from matou.paper.cut import disc
from matou.paper.stage import group, paper, shape, text

Cheese = Literal["appenzeller", "brie", "cheddar", "edam", "emmental", "gouda", "gruyere"]
CHEESES: Final[tuple[Cheese, ...]] = get_args(Cheese)

INITIALS: Final[dict[Cheese, str]] = {
    "appenzeller": "A",
    "brie": "B",
    "cheddar": "C",
    "edam": "Ed",
    "emmental": "Em",
    "gouda": "Go",
    "gruyere": "Gr",
}

# Outlines in a box of 100 units.
SILHOUETTES: Final[dict[Cheese, str]] = {
    # a whole wheel, seen from the front and a little above
    "appenzeller": "M-46-8C-46-24-24-32 0-32C24-32 46-24 46-8V14C46 30 24 37 0 37"
    "C-24 37-46 30-46 14Z",
    # a flat round with a piece gone
    "brie": "M0 0L12-43A45 45 0 1 0 43-12Z",
    # a block
    "cheddar": "M-44-18L-22-36H44V18L22 36H-44Z",
    # a ball in wax, with the loop it hangs by
    "edam": "M-8-34C-14-48 14-48 8-34C30-32 42-16 42 4C42 28 24 44 0 44C-24 44-42 28-42 4"
    "C-42-16-30-32-8-34Z",
    # the wedge everybody draws
    "emmental": "M-47 10L34-34Q44-20 46 0V36H-47Z",
    # half a wheel standing on its cut
    "gouda": "M-48 32C-50-12-28-36 0-36C28-36 50-12 48 32Z",
    # a slice of a big wheel, point up
    "gruyere": "M-5-44Q0-48 5-44L42 32Q0 52-42 32Z",
}
# Where the label is.
_LABEL: Final[dict[Cheese, tuple[float, float]]] = {
    "appenzeller": (0, 18),
    "brie": (-12, 12),
    "cheddar": (-11, 10),
    "edam": (0, 8),
    "emmental": (6, 20),
    "gouda": (0, 8),
    "gruyere": (0, 14),
}


def _details(kind: Cheese) -> str:
    light, dark = "var(--cream)", "var(--face)"
    if kind == "appenzeller":
        return shape(
            "M-46-8C-46-24-24-32 0-32C24-32 46-24 46-8C46 6 24 13 0 13C-24 13-46 6-46-8Z",
            light,
            opacity=0.35,
        )
    if kind == "brie":
        return shape("M0 0L9-32A34 34 0 1 0 32-9Z", "var(--emmental)", opacity=0.6)
    if kind == "cheddar":
        return shape("M-44-18L-22-36H44L22-18Z", light, opacity=0.4) + shape(
            "M22-18L44-36V18L22 36Z", dark, opacity=0.16
        )
    if kind == "edam":
        return shape(
            "M-30-6C-26-20-18-25-9-27C-18-18-22-8-22 2C-22 12-20 18-17 24C-28 16-32 4-30-6Z",
            light,
            opacity=0.3,
        ) + shape("M-4-36C-6-42 6-42 4-36Z", dark, opacity=0.35)
    if kind == "emmental":
        holes = disc(-25, 23, 6) + disc(36, 9, 5) + disc(35, 28, 4)
        return shape("M-47 10L34-34Q44-20 46 0Z", light, opacity=0.45) + shape(
            holes, dark, opacity=0.2
        )
    if kind == "gouda":
        holes = disc(-30, 16, 3.5) + disc(26, -8, 4) + disc(33, 18, 2.5) + disc(-17, -15, 3)
        return shape(
            "M-48 32C-50-12-28-36 0-36C28-36 50-12 48 32H43C43-10 26-30 0-30C-26-30-43-10-43 32Z",
            "var(--roof-4)",
        ) + shape(holes, dark, opacity=0.2)
    return shape("M42 32Q0 52-42 32L-38 23Q0 42 38 23Z", "var(--grain)") + shape(
        disc(-6, -16, 4) + disc(5, -26, 2.5), dark, opacity=0.2
    )


def cheese(kind: Cheese, x: float, y: float, size: float, label: bool = True) -> str:
    """Draws a cheese about (x, y), with its initials on a paper label."""
    body = paper(SILHOUETTES[kind], f"var(--{kind})") + _details(kind)
    if label:
        lx, ly = _LABEL[kind]
        initials = INITIALS[kind]
        size_ = 24 if len(initials) == 1 else 21
        body += shape(disc(lx, ly, 18), "var(--cream)", "var(--face)", 1.2)
        body += text(initials, lx, ly + size_ * 0.36, size_, "var(--face)", bold=True)
    return group("", body, x, y, size / 100)


def cheese_wedge(x: float, y: float, size: float) -> str:
    """Draws a wedge of no particular cheese."""
    body = (
        paper("M-46 12L30-34Q42-22 46 2V36H-46Z", "var(--emmental)")
        + shape("M-46 12L30-34Q42-22 46 2Z", "var(--cream)", opacity=0.45)
        + shape(
            disc(-24, 25, 6) + disc(4, 19, 8) + disc(29, 26, 5) + disc(22, -12, 4),
            "var(--roof-4)",
            opacity=0.55,
        )
    )
    return group("", body, x, y, size / 100)
