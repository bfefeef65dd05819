"""The drawing kit that all games share. It knows no game.

A scene is made of cut paper: `cut_rect`, `cut_disc` and `cut_poly` make irregular outlines,
`paper` draws one with its shadow, `group` places and names things, and `sheet` makes a scene of
them, with the things that can be clicked (`Highlight`). Colours are roles, ``var(--tomato)``;
`paint` fills them in.

>>> from matou.paper import cat, paint, sheet
>>> svg = paint(str(sheet(100, 100, cat("proud", 50, 50, 90), title="A proud cat")))
>>> "var(" in svg
False
"""

from matou.paper.artwork import drawings, outlines_of
from matou.paper.cats import cat, cat_head, matou, matou_head, matou_stretching
from matou.paper.cut import Point, cut_disc, cut_poly, cut_rect, disc, jitter, lowered, num, poly
from matou.paper.faces import MOODS, Mood
from matou.paper.letters import FACE, fitted, text_width
from matou.paper.mice import GREY, mouse, mouse_head
from matou.paper.lettering import standalone
from matou.paper.palette import (
    ROLES, ROOFS, SEATS, THEMES, WALLS, colour, contrast, css, ink_on, paint,
)  # fmt: skip
from matou.paper.patterns import (
    PATTERNS, WALLPAPERS, Material, Pattern, box, castle_roof, floor_tile, pattern, roof, wood,
)  # fmt: skip
from matou.paper.pieces import (
    CHEESES, DIRECTIONS, INITIALS, SILHOUETTES, Cheese, Direction, card, card_back, cheese,
    cheese_wedge, clock_face, die, hole, paw_print, slot, tile_back, tile_front, token, trap,
)  # fmt: skip
from matou.paper.scene import Scene
from matou.paper.seats import PLATE_HEIGHT, mouse_piece, plate, seat_mark
from matou.paper.sheet import Sheet, cover, sheet
from matou.paper.stage import (
    STYLE, Highlight, Manner, el, esc, glow, glow_disc, glow_rect, group, hit, last, last_disc,
    last_rect, manner, paper, place, shadow, shape, text,
)  # fmt: skip
from matou.paper.symbols import expanded, with_symbols
