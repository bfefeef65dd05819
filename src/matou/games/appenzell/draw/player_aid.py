"""The pictures of the player's aid: what wins, and what each action does."""

from collections.abc import Mapping
from typing import Any

from matou import paper as p


def aid(chosen: Mapping[str, Any]) -> dict[str, str]:
    two = p.cheese("gouda", 0, 10, 84, label=False)
    two += p.mouse_piece(0, -26, -14, 56) + p.mouse_piece(0, 26, -14, 56)
    jump = p.mouse_piece(1, 0, 14, 70) + p.shape("M-42 20Q0-70 42 20", "none", "var(--ink)", 6)
    roof = p.castle_roof("tiled", -46, -34, 92, 68, "aid")
    roof += p.shape("M-46-34L-12 0H12L46-34Z", "var(--cream)", opacity=0.3)
    roof += p.shape("M-46 34L-12 0H12L46 34Z", "var(--shadow)", opacity=0.34)
    tower = "M-40 44V-26H-26V-40H-10V-26H10V-40H26V-26H40V44Z"
    return {
        "two": two,
        "roof": roof,
        "tower": p.shape(tower, "var(--stone)", "var(--quiet)", 3) + p.mouse_piece(0, 0, 14, 56),
        "jump": jump,
        "push": p.slot(0, 0, 96, "east"),
        "trap": p.trap(0, 0, 92),
    }
