"""Twenty pieces of furniture in cut paper, each in a box of 100 units, its feet at y = 42.

A piece is a list of paths and their colours, the first ones lowest. ``ACCENT`` stands for the
colour of the piece's wall: a cushion, a lampshade, a coat.
"""

from functools import cache
from typing import Final

from matou.games.catymini.components import COLOUR_OF, FURNITURE
from matou.paper import disc, shadow, shape

WOOD: Final = "var(--wood)"
GRAIN: Final = "var(--grain)"
CREAM: Final = "var(--cream)"
DARK: Final = "var(--charcoal)"
BLUSH: Final = "var(--blush)"
CHEESE: Final = "var(--cheese)"
ACCENT: Final = "accent"
LINE: Final = "line"  # a thin line of dark grain instead of a filled shape

Part = tuple[str, str]

PIECES: Final[dict[str, tuple[Part, ...]]] = {
    "chair": (
        ("M-28-46h10v46h46v42h-10v-32h-36v32h-10Z", WOOD),
        ("M-18-9q23-5 46 0v10h-46Z", ACCENT),
        ("M-18-36h8v22h-8Z", GRAIN),
    ),
    "bed": (
        ("M-48-28q5-5 10 0v70h-10ZM38-4q5-4 10 0v46h-10Z", WOOD),
        ("M-38 20h76v12h-76Z", GRAIN),
        ("M-38 6h76v16h-76Z", CREAM),
        ("M-38 6h76v16h-76Z", LINE),
        ("M-12 3q26-8 50 2v19h-50Z", ACCENT),
        ("M-36 6q-3-12 10-12t12 12Z", CREAM),
        ("M-36 6q-3-12 10-12t12 12Z", LINE),
    ),
    "wardrobe": (
        ("M-34-40l4-7h60l4 7v76h-6v6h-9v-6h-38v6h-9v-6h-6Z", WOOD),
        ("M-28-34h25v62h-25ZM3-34h25v62h-25Z", ACCENT),
        ("M0-40v76M-34-40h68", LINE),
        (disc(-7, -2, 3) + disc(7, -2, 3), CHEESE),
    ),
    "lamp": (
        ("M-3-16h6v54h-6Z", GRAIN),
        ("M-20 42q2-9 20-9t20 9Z", WOOD),
        ("M-13-46h26l15 32h-56Z", ACCENT),
        ("M-9-46l-7 32h6l5-32ZM5-46l5 32h6l-7-32Z", CREAM),
        ("M14-14v14M11 2h6", LINE),
    ),
    "mirror": (
        ("M-30 42l10-26h7l-3 26ZM30 42l-10-26h-7l3 26Z", GRAIN),
        ("M0-47c17 0 27 16 27 37s-10 37-27 37s-27-16-27-37s10-37 27-37Z", WOOD),
        ("M0-40c13 0 20 13 20 30s-7 30-20 30s-20-13-20-30s7-30 20-30Z", CREAM),
        ("M0-40c13 0 20 13 20 30s-7 30-20 30c-6 0-9-2-12-6c16-8 22-34 12-54Z", ACCENT),
        ("M-10-22l8-10M-11-10l14-17", LINE),
    ),
    "table": (
        ("M-40-6h10l-3 48h-8ZM40-6h-10l3 48h8Z", GRAIN),
        ("M-48-14h96v11h-96Z", WOOD),
        ("M-34-14h68v16l-11 9-12-9-11 9-11-9-12 9-11-9Z", ACCENT),
        ("M-8-14q-5-14 8-14t8 14ZM8-24q7 0 5 6", CREAM),
        ("M-8-14q-5-14 8-14t8 14Z", LINE),
    ),
    "stool": (
        ("M-18-2h9l-7 44h-9ZM18-2h-9l7 44h9ZM-4-2h8v40h-8Z", GRAIN),
        ("M-20 22h40v5h-40Z", WOOD),
        ("M-30-10q0-8 30-8t30 8t-30 9t-30-9Z", WOOD),
        ("M-26-13q0-8 26-8t26 8t-26 7t-26-7Z", ACCENT),
    ),
    "bookcase": (
        ("M-36-46h72v88h-72Z", WOOD),
        ("M-30-40h60v22h-60ZM-30-13h60v22h-60ZM-30 14h60v22h-60Z", DARK),
        ("M-28-37h8v19h-8ZM10-35h7v17h-7ZM-6-10h8v19h-8ZM-28 17h7v19h-7ZM18 18h8v18h-8Z", ACCENT),
        ("M-18-34h7v16h-7ZM-28-8h9v17h-9ZM12-10h6v19h-6ZM-19 20h9v16h-9Z", CREAM),
        ("M-9-38h6v20h-6ZM19-37l7-2 5 20-7 1ZM-17-11h7v20h-7ZM0 17h7v19h-7Z", CHEESE),
    ),
    "clock": (
        ("M-24 42v-7h5v-44h38v44h5v7Z", WOOD),
        ("M-26-10v-22q0-15 26-15t26 15v22Z", GRAIN),
        ("M-10-4h20v34h-20Z", ACCENT),
        (disc(0, -27, 16), CREAM),
        ("M0-38v11l8 5M0-4v18", LINE),
        (disc(0, 19, 6), CHEESE),
    ),
    "desk": (
        ("M34 0h9v42h-9Z", GRAIN),
        ("M-44-2h32v44h-32ZM-48-9h96v10h-96Z", WOOD),
        ("M-40 5h24v9h-24ZM-40 17h24v9h-24ZM-40 29h24v9h-24Z", ACCENT),
        (disc(-28, 9.5, 2) + disc(-28, 21.5, 2) + disc(-28, 33.5, 2), CREAM),
        ("M2-11l4-18h22l-4 18Z", CREAM),
        ("M2-11l4-18h22l-4 18ZM9-24h13M8-18h12M36-9l-4-20", LINE),
    ),
    "sofa": (
        ("M-42 34h8v8h-8ZM34 34h8v8h-8Z", GRAIN),
        ("M-38 20v-28q0-14 14-14h48q14 0 14 14v28Z", ACCENT),
        ("M-50 36v-26q0-10 9-10t9 10v12h64v-12q0-10 9-10t9 10v26Z", WOOD),
        ("M-31 10q15-5 31 0v13h-31ZM0 10q16-5 31 0v13h-31Z", BLUSH),
        ("M0 9v14M0-21v26", LINE),
    ),
    "armchair": (
        ("M-28 34h9v8h-9ZM19 34h9v8h-9Z", GRAIN),
        ("M-24 22v-50q2-18 24-18t24 18v50Z", ACCENT),
        ("M-38 36v-28q0-11 9-11t9 11v14h40v-14q0-11 9-11t9 11v28Z", WOOD),
        ("M-20 9q20-8 40 0v13h-40Z", BLUSH),
        (disc(-8, -26, 2.5) + disc(8, -26, 2.5) + disc(0, -13, 2.5), CREAM),
    ),
    "chest": (
        ("M-42-2h84v42h-84Z", WOOD),
        ("M-44 0v-12q2-24 24-24h40q22 0 24 24v12Z", ACCENT),
        ("M-32 0v40M32 0v40M-44 0h88M-32-32v32M32-32v32", LINE),
        ("M-9-7h18v20q-9 6-18 0Z", CHEESE),
        ("M0 1v7", LINE),
    ),
    "rug-stand": (
        ("M-44-38h6v74h6v6h-18v-6h6ZM44-38h-6v74h-6v6h18v-6h-6Z", GRAIN),
        ("M-48-40h96v7h-96Z", WOOD),
        ("M-30-37q30-7 60 0v62h-60Z", ACCENT),
        ("M-30-24h60v7h-60ZM-30 10h60v7h-60Z", BLUSH),
        ("M0-12l13 8-13 9-13-9Z", CHEESE),
        ("M-28 25v8M-20 25v8M-12 25v8M-4 25v8M4 25v8M12 25v8M20 25v8M28 25v8", LINE),
    ),
    "piano": (
        ("M-40 12h9v30h-9ZM31 12h9v30h-9Z", DARK),
        ("M-44-36q44-7 88 0v50h-88Z", DARK),
        ("M-36-29h72v18h-72Z", ACCENT),
        ("M-48-4h96v12h-96Z", CREAM),
        ("M-48-4h96v12h-96Z", LINE),
        ("M-38-4v7M-28-4v7M-14-4v7M-4-4v7M6-4v7M20-4v7M30-4v7M40-4v7", "keys"),
        ("M-48 8h96v7h-96Z", WOOD),
        ("M-12-14l2-16h20l2 16Z", CREAM),
    ),
    "cot": (
        ("M-36 12h72v13h-72Z", CREAM),
        ("M-36-2q36-10 72 2v20h-72Z", ACCENT),
        (
            "M-44-36q4-5 8 0v12h72v-12q4-5 8 0v66h-8v-6h-72v6h-8Z"
            "M-36-16v40h8v-40ZM-20-16v40h8v-40ZM-4-16v40h8v-40ZM12-16v40h8v-40ZM28-16v40h8v-40Z",
            WOOD,
        ),
        ("M-50 30q50 22 100 0l2 6q-52 22-104 0Z", GRAIN),
    ),
    "dresser": (
        ("M-34 36h8v6h-8ZM26 36h8v6h-8Z", GRAIN),
        ("M-44-18h88v7h-4v48h-80v-48h-4Z", WOOD),
        ("M-35-7h32v11h-32ZM3-7h32v11h-32ZM-35 8h70v11h-70ZM-35 22h70v11h-70Z", ACCENT),
        (disc(-19, -1, 2.5) + disc(19, -1, 2.5) + disc(-16, 13, 2.5) + disc(16, 13, 2.5), CREAM),
        (disc(-16, 28, 2.5) + disc(16, 28, 2.5), CREAM),
        ("M14-18q-6-12 2-16h8q8 4 2 16ZM-34-18v-20h22v20Z", CREAM),
        ("M-34-18v-20h22v20ZM20-34v-10M14-18q-6-12 2-16h8q8 4 2 16Z", LINE),
        (disc(20, -45, 4), CHEESE),
    ),
    "shelf": (
        ("M-34-4h6v12l-6-4ZM34-4h-6v12l6-4ZM-34 34h6v10l-6-4ZM34 34h-6v10l6-4Z", GRAIN),
        ("M-46-10h92v8h-92ZM-46 28h92v8h-92Z", WOOD),
        ("M-38-38h10v28h-10ZM-16-34l9-3 8 26-9 2ZM-6 4h12v24h-12Z", ACCENT),
        ("M-27-33h9v23h-9ZM20-24h18l-4 14h-10ZM8 8h10v20h-10Z", CREAM),
        ("M20-24h18l-4 14h-10ZM-27-33h9v23h-9ZM8 8h10v20h-10Z", LINE),
        ("M29-24q-10-4-10-14q8 2 10 10q2-12 10-14q0 12-10 18Z", "var(--leaf)"),
        (disc(-26, 18, 10), CHEESE),
    ),
    "bench": (
        ("M-40-30h8v72h-8ZM40-30h-8v72h8Z", GRAIN),
        ("M-48-28h96v10h-96ZM-48-12h96v10h-96Z", WOOD),
        ("M-50 10h100v10h-100Z", WOOD),
        ("M-30 10q0-9 9-9h42q9 0 9 9Z", ACCENT),
    ),
    "coat-rack": (
        ("M-4-44q4-5 8 0v74l20 8v4h-48v-4l20-8Z", WOOD),
        ("M0-28h-22q-8 0-8-10M0-28h22q8 0 8-10M0-16h-14q-6 0-6-8M0-16h14q6 0 6-8", "hooks"),
        ("M12-30q10-8 20 0l9 42h-10v8h-24v-40Z", ACCENT),
        ("M22-28v46M12-12h20", LINE),
        ("M-44-34h26l-5-3q0-10-8-10t-8 10Z", DARK),
    ),
}


def paint_part(d: str, fill: str, accent: str) -> str:
    if fill == LINE:
        return shape(d, "none", GRAIN, 2.4)
    if fill == "keys":
        return shape(d, "none", DARK, 4)
    if fill == "hooks":
        return shape(d, "none", GRAIN, 4.5)
    return shape(d, accent if fill == ACCENT else fill)


@cache
def furniture(tile: int, shaded: bool = True) -> str:
    """Draws a piece of furniture about the origin."""
    parts = PIECES[FURNITURE[tile]]
    accent = f"var(--wall-{COLOUR_OF[tile]})"
    under = "".join(d for d, fill in parts if fill in (WOOD, GRAIN, DARK))
    body = "".join(paint_part(d, fill, accent) for d, fill in parts)
    return shadow(under, 3) + body if shaded else body
