"""What the castle is built of, in cut paper: tiles, roofs, towers, slots and tokens."""

from __future__ import annotations

from functools import cache
from typing import cast

from matou import paper as p
from matou.games.appenzell.components import BARE, CHEESES, KIND_NAMES, SIDE, SQUARES, TRAP, UNKNOWN
from matou.games.appenzell.names import material
from matou.games.appenzell.plan import ROOM_OF

CELL = 76.0
MARGIN = 54.0  # the moat around the castle, where the slots are
TILE = CELL - 8


def corner(square: int) -> tuple[float, float]:
    """The top left corner of a square; row 7 is at the top."""
    return MARGIN + square % SIDE * CELL, MARGIN + (SIDE - 1 - square // SIDE) * CELL


def middle(square: int) -> tuple[float, float]:
    """The middle of a square."""
    x, y = corner(square)
    return x + CELL / 2, y + CELL / 2


@cache
def room_box(castle: int, room: int) -> tuple[float, float, float, float]:
    """A room's rectangle: every room is one."""
    corners = [corner(s) for s in range(SQUARES) if ROOM_OF[castle * SQUARES + s] == room]
    x, y = min(c[0] for c in corners), min(c[1] for c in corners)
    return (
        x,
        y,
        max(c[0] for c in corners) + CELL - x,
        max(c[1] for c in corners) + CELL - y,
    )


def cheese_of(kind: int) -> p.Cheese:
    return cast(p.Cheese, KIND_NAMES[kind])


@cache
def tile(kind: int, seed: str, shared: bool = False, size: float = TILE) -> str:
    """A sliding tile face up, from (0, 0); ``shared`` leaves room for the mouse on it."""
    k = size / TILE
    if kind == UNKNOWN:
        return p.tile_back(0, 0, size, size, seed)
    if kind == TRAP:
        inside = p.trap(size / 2, size / 2, size * 0.84)
        return p.tile_front(0, 0, size, size, seed, inside, "var(--blush)")
    if kind == BARE:
        crack = f"M{14 * k:.0f} {50 * k:.0f}l8-5 6 4M{44 * k:.0f} {18 * k:.0f}l7 4 3-5"
        inside = p.shape(crack, "none", "var(--grain)", 1.8, 0.55)
        return p.tile_front(0, 0, size, size, seed, inside)
    if shared:  # the initials where no mouse hides them
        inside = p.cheese(cheese_of(kind), 29 * k, 29 * k, 50 * k, label=False)
        inside += p.shape(p.disc(14 * k, 14 * k, 12.5 * k), "var(--cream)", "var(--line)", 1.5)
        label = p.INITIALS[cheese_of(kind)]
        high = (15 if len(label) == 1 else 13) * k
        inside += p.text(label, 14 * k, 14 * k + high * 0.36, high, "var(--face)", bold=True)
    else:
        inside = p.cheese(cheese_of(kind), size / 2, size / 2, size * 0.82)
    return p.tile_front(0, 0, size, size, seed, inside)


@cache
def flagstone(square: int) -> str:
    """A fixed square, from (0, 0): bare and safe."""
    d = p.cut_rect(0, 0, TILE, TILE, 4, f"stone{square}")
    joints = "M6 22H62M6 45H62M24 6V22M46 22V45M20 45V62M50 45V62"
    return p.shape(d, "var(--stone)", "var(--line)", 1.5) + p.shape(
        joints, "none", "var(--shadow)", 1.5, 0.22
    )


@cache
def hint(kind: int, x: float, y: float) -> str:
    """What the memory help says lies under a roof, about (x, y)."""
    body = p.shape(p.disc(0, 0, 24), "var(--cream)", "var(--line)", 1.5, 0.94)
    if kind < CHEESES:
        body += p.cheese(cheese_of(kind), 0, 0, 37)
    elif kind == TRAP:
        body += p.trap(0, 0, 34)
    else:
        body += p.shape("M-9 0H9", "none", "var(--face)", 3)
    return p.group("", body, x + 3, y + 3)


@cache
def roof(castle: int, room: int, letter: str) -> str:
    """A roof."""
    x, y, w, h = room_box(castle, room)
    body = p.castle_roof(
        cast(p.Material, material(castle, room)), x + 3, y + 3, w - 6, h - 6, f"roof{letter}"
    )
    # A ridge, along the longer side, tells a roof from a carpet.
    along = f"M{x + 14:.0f} {y + h / 2:.0f}H{x + w - 14:.0f}"
    if h > w:
        along = f"M{x + w / 2:.0f} {y + 14:.0f}V{y + h - 14:.0f}"
    if w == h:
        along = (
            f"M{x + 8:.0f} {y + 8:.0f}L{x + w - 8:.0f} {y + h - 8:.0f}"
            f"M{x + w - 8:.0f} {y + 8:.0f}L{x + 8:.0f} {y + h - 8:.0f}"
        )
    return body + p.shape(along, "none", "var(--face)", 5, 0.3)


@cache
def roof_letter(castle: int, room: int, letter: str) -> str:
    """What stands on a roof: its letter, and its glow."""
    x, y, w, h = room_box(castle, room)
    body = p.shape(p.disc(x + 17, y + 17, 12.5), "var(--cream)")
    body += p.text(letter, x + 17, y + 23.5, 19, "var(--face)", bold=True)
    return body + p.glow_rect(x + 4, y + 4, w - 8, h - 8, 6, f"roof{letter}")


@cache
def mouse(seat: int, mood: p.Mood) -> str:
    """A mouse of a seat's about (0, 0), in a box of 100 units."""
    return p.mouse_piece(seat, 0, 0, 100, mood) + p.glow_disc(0, 0, 49, "mouse")


@cache
def walls(castle: int, room: int) -> str:
    """The walls of a room that lies open."""
    x, y, w, h = room_box(castle, room)
    return p.shape(
        p.cut_rect(x + 1.5, y + 1.5, w - 3, h - 3, 7, f"room{room}"),
        "var(--floor-odd)",
        "var(--grain)",
        3,
    )


@cache
def tower(square: int) -> str:
    """A tower from above, about (0, 0): battlements around a floor."""
    side: list[tuple[float, float]] = []
    for i in range(4):  # three gaps between four merlons, each 10 wide
        side += [(-35 + 20 * i, -35), (-25 + 20 * i, -35)]
        side += [(-25 + 20 * i, -28), (-15 + 20 * i, -28)] if i < 3 else []
    outline = list(side)
    for _ in range(3):
        side = [(-y, x) for x, y in side]
        outline += side[1:]
    floor = p.cut_rect(-23, -23, 46, 46, 6, f"floor{square}")
    return (
        p.paper(p.poly(outline), "var(--stone)", 4, "var(--quiet)", 1.5)
        + p.shape(floor, "var(--floor)", "var(--quiet)", 1.5)
        + p.glow_rect(-33, -33, 66, 66, 6, f"tower{square}")
    )


WAYS: tuple[p.Direction, ...] = ("east", "west", "north", "south")


def slot_at(slot: int) -> tuple[float, float, p.Direction]:
    """Where a slot is, and which way it pushes."""
    lane = slot // 2 % 3 * 2 + 1
    far = MARGIN * 2 + SIDE * CELL - 28
    if slot < 6:
        y = MARGIN + (SIDE - 1 - lane + 0.5) * CELL
        return (far if slot & 1 else 28.0), y, WAYS[slot & 1]
    x = MARGIN + (lane + 0.5) * CELL
    return x, (28.0 if slot & 1 else far), WAYS[2 + (slot & 1)]


@cache
def slot(number: int, label: str, closed: bool) -> str:
    """A slot about (0, 0), its line's name on its tongue; a closed one is barred."""
    body = p.slot(0, 0, 56, slot_at(number)[2])
    body += p.text(label, 0, 6, 17, "var(--face)", bold=True)
    if closed:
        body += p.shape("M-15-15L15 15M15-15L-15 15", "none", "var(--tomato)", 5)
    # The hit area reaches further than the notch: thumbs are wide.
    wide, tall = (25, 44) if number < 6 else (44, 25)
    body += f'<rect x="{-wide}" y="{-tall}" width="{wide * 2}" height="{tall * 2}" opacity="0"/>'
    return body + p.glow_rect(-24, -24, 48, 48, 10, f"slot{number}")


@cache
def token(kind: int, won: bool) -> str:
    """A cheese's place on a player's shelf about (0, 0): its outline, and its initials."""
    cheese = cheese_of(kind)
    outline = p.shape(p.SILHOUETTES[cheese], "none", "var(--quiet)", 4, 0.55)
    body = "" if won else p.group("", outline, 0, 0, 0.3)
    fill = "var(--ink)" if won else "var(--quiet)"
    return body + p.text(p.INITIALS[cheese], 0, 37, 18, fill, bold=won)


@cache
def won(kind: int) -> str:
    """A cheese that was won, for its place on the shelf."""
    return p.cheese(cheese_of(kind), 0, 0, 36, label=False)
