"""Twenty pieces of furniture and ten toys, each in a box of 100 units about the origin."""

import re
from functools import cache
from pathlib import Path

from matou import paper as p
from matou.games.catymini.components import COLOUR_OF, FURNITURE, TOY_NAMES

# A cushion, a lampshade or a coat has the colour of its wall: ``var(--accent)``.
PIECES = p.drawings(Path(__file__).with_name("furniture.svg"))
TOYS = p.drawings(Path(__file__).with_name("toys.svg"))
OUTLINE = re.compile(r'd="([^"]+)"')


@cache
def furniture(tile: int, shaded: bool = True) -> str:
    drawn = PIECES[FURNITURE[tile]]
    under = p.shadow(p.outlines_of(drawn, "wood", "grain", "charcoal")) if shaded else ""
    return under + drawn.replace("var(--accent)", f"var(--wall-{COLOUR_OF[tile]})")


@cache
def toy_art(toy: int, shaded: bool = True) -> str:
    drawn = TOYS[TOY_NAMES[toy]]
    return p.shadow(OUTLINE.findall(drawn)[0]) + drawn if shaded else drawn
