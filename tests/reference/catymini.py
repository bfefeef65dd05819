"""Caty Mini written a second time from the rule book, with its own geometry.

It shares only the data of the boards with the game; the lockstep test plays both side by side.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from math import isqrt
from pathlib import Path
from typing import Any

import matou.core

FACTS: dict[str, Any] = tomllib.loads(
    (Path(matou.core.__file__).parent.parent / "games" / "catymini" / "boards.toml").read_text()
)
COLOURS = ("turquoise", "yellow", "red", "violet")
WALL_OF = {piece: colour for colour in COLOURS for piece in FACTS["walls"][colour]}
TOYS = ("block", "ball", "bear", "car", "drum", "duck", "kite", "rocket", "top", "train")
THREAD, WIDTH, RADIUS, ROUNDS = 12_800, 140, 60, 12

Point = tuple[int, int]


def notch(board: str, piece: str, side: str) -> Point:
    """Returns the place of a notch; left and right are as seen from the room, facing the wall."""
    wall = WALL_OF[piece]
    s = (150, 325, 500, 675, 850)[FACTS["boards"][board][wall].index(piece)]
    s += -70 if side == "L" else 70
    return {
        "turquoise": (s, 0),
        "yellow": (1000, s),
        "red": (1000 - s, 1000),
        "violet": (0, 1000 - s),
    }[wall]


def rounded_up(a: Point, b: Point) -> int:
    square = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
    root = isqrt(square)
    return root if root * root == square else root + 1


def touches(a: Point, b: Point, centre: Point) -> bool:
    """Returns whether the line from a to b touches a toy's disc, including its edge."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    px, py = centre[0] - a[0], centre[1] - a[1]
    along, length = dx * px + dy * py, dx * dx + dy * dy
    if along <= 0:
        return px * px + py * py <= RADIUS**2
    if along >= length:
        return (px - dx) ** 2 + (py - dy) ** 2 <= RADIUS**2
    return bool((dx * py - dy * px) ** 2 <= RADIUS**2 * length)


class Table:
    """A game, in the words of the rule book."""

    def __init__(self, seats: int, boards: str, expert: bool) -> None:
        self.seats, self.boards, self.expert = seats, boards, expert
        self.shown = ""
        self.piles = {colour: set(FACTS["walls"][colour]) for colour in COLOURS}
        self.hands: list[set[str]] = [set() for _ in range(seats)]
        self.to_deal = [(seat, colour) for seat in range(seats) for colour in COLOURS]
        extras = {2: 3, 3: 1, 4: 0}[seats]
        self.extras = [seat for seat in range(seats) for _ in range(extras)]
        self.extra_taken: set[tuple[int, str]] = set()
        self.tokens = {toy: Counter({2: 2, 3: 2, 4: 1}) for toy in TOYS}
        self.to_remove = [toy for toy in TOYS for _ in range(4 - seats)]
        self.exits: list[Point] = []
        self.thread = [THREAD] * seats
        self.won: list[list[tuple[str, int]]] = [[] for _ in range(seats)]
        self.round = 0
        self.played = ""
        self.last_colour = ""
        self.runners: list[int] = []
        self.ended_by = ""

    @property
    def stage(self) -> str:
        if not self.shown:
            return "show"
        if self.to_deal:
            return "deal"
        if self.extras:
            return "choose"
        if self.to_remove:
            return "remove"
        if len(self.exits) < self.seats:
            return "start"
        if self.ended_by:
            return "over"
        return "run" if self.runners else "play"

    @property
    def actor(self) -> int:
        stage = self.stage
        if stage == "over":
            return -2
        if stage in ("show", "deal", "remove"):
            return -1
        if stage == "choose":
            return self.extras[0]
        if stage == "start":
            return len(self.exits)
        return self.runners[0] if self.runners else self.round % self.seats

    def legal(self) -> dict[str, int]:
        stage = self.stage
        if stage == "show":
            return {f"={piece}": 1 for piece in WALL_OF}
        if stage == "deal":
            return {f"={piece}": 1 for piece in self.piles[self.to_deal[0][1]]}
        if stage == "choose":
            seat = self.extras[0]
            return {
                f"~{c}": 1 for c in COLOURS if self.piles[c] and (seat, c) not in self.extra_taken
            }
        if stage == "remove":
            toy = self.to_remove[0]
            return {f"-{toy}{value}": n for value, n in self.tokens[toy].items() if n}
        if stage == "start":
            return {f"@{self.shown}/L": 1, f"@{self.shown}/R": 1}
        if stage == "play":
            hand = self.hands[self.actor]
            other = {piece for piece in hand if WALL_OF[piece] != self.last_colour}
            return {f"!{piece}": 1 for piece in other or hand}
        if stage == "over":
            return {}
        payable = {f"{self.played}/{side}": 1 for side in "LR" if self.cost(side) <= self.left()}
        return payable or {"zz": 1}

    def left(self) -> int:
        return self.thread[self.actor]

    def cost(self, side: str) -> int:
        entrance = notch(self.boards[self.actor], self.played, side)
        return rounded_up(self.exits[self.actor], entrance) + WIDTH

    def play(self, name: str) -> None:
        stage, seat = self.stage, self.actor
        if stage == "show":
            self.shown = name[1:]
            self.last_colour = WALL_OF[self.shown]
            self.piles[self.last_colour].remove(self.shown)
        elif stage == "deal":
            receiver, colour = self.to_deal.pop(0)
            self.piles[colour].remove(name[1:])
            self.hands[receiver].add(name[1:])
        elif stage == "choose":
            self.extras.pop(0)
            self.extra_taken.add((seat, name[1:]))
            self.to_deal = [(seat, name[1:])]
        elif stage == "remove":
            self.tokens[self.to_remove.pop(0)][int(name[-1])] -= 1
        elif stage == "start":
            self.exits.append(notch(self.boards[seat], self.shown, name[-1]))
        elif stage == "play":
            self.played = name[1:]
            self.hands[seat].remove(self.played)
            self.last_colour = WALL_OF[self.played]
            self.runners = [(seat + i) % self.seats for i in range(self.seats)]
        else:
            self.run(seat, name)

    def run(self, seat: int, name: str) -> None:
        if name != "zz":
            side = name[-1]
            self.thread[seat] -= self.cost(side)
            board = self.boards[seat]
            entrance = notch(board, self.played, side)
            for toy in TOYS:
                centre = tuple(FACTS["boards"][board]["toys"][toy])
                left = [value for value in (2, 3, 4) if self.tokens[toy][value]]
                if left and touches(self.exits[seat], entrance, centre):
                    self.tokens[toy][left[0]] -= 1
                    self.won[seat].append((toy, left[0]))
            self.exits[seat] = notch(board, self.played, "R" if side == "L" else "L")
        self.runners.pop(0)
        if not self.runners:
            self.round += 1
            if self.round == ROUNDS:
                self.ended_by = "CM11"

    @property
    def scores(self) -> list[int]:
        totals = []
        for won in self.won:
            kinds = len({toy for toy, _ in won})
            bonus = (15 if kinds == 10 else kinds) if self.expert else 0
            totals.append(sum(value for _, value in won) + bonus)
        return totals

    @property
    def winners(self) -> list[int]:
        if not self.ended_by:
            return []
        order = list(zip(self.scores, self.thread, strict=True))
        return [seat for seat in range(self.seats) if order[seat] == max(order)]
