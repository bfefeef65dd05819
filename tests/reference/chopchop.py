"""Chop! Chop! written a second time from the rule book, with sets of named squares.

It shares no code with the game; the lockstep test plays both side by side.
"""

from __future__ import annotations

from collections import Counter

COLUMNS, ROWS = "abcdef", "1234567"
LEGS = {"c3", "d3", "c5", "d5"}
TUNNEL = {"c4", "d4"}
TABLE = {"c3", "d3", "c4", "d4", "c5", "d5"}
FLOOR = {c + r for c in COLUMNS for r in ROWS} - LEGS
HOLES = {"W": "a4", "E": "f4", "N": "c7", "S": "d1"}
TOPS = {"T" + sq for sq in TABLE}
TILES = {"cheese": 10, "dishes": 12, "+1": 4, "+2": 3, "arrow": 4, "fork": 3, "knife": 2}
DICE = {"cat": (1, 1, 2, 2, 2, 3), "mice": (1, 1, 2, 2, 3, 4)}


def around(square: str) -> set[str]:
    """Returns the squares beside a grid square, occupied or not."""
    c, r = COLUMNS.index(square[0]), ROWS.index(square[1])
    steps = ((c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1))
    return {COLUMNS[x] + ROWS[y] for x, y in steps if 0 <= x < 6 and 0 <= y < 7}


def mouse_steps(place: str) -> set[str]:
    if place in HOLES:
        return {HOLES[place]}
    return (around(place) & FLOOR) | {hole for hole, access in HOLES.items() if access == place}


def cat_steps(place: str) -> set[str]:
    """Returns the cat's steps from a place: the table top replaces its six grid squares."""
    return {"T" + sq if sq in TABLE else sq for sq in around(place.removeprefix("T"))}


class Table:
    """A game, in the words of the rule book."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.cat = ""
        self.mice = ["W", "E", "N", "S"]  # "" once caught
        self.turned: set[str] = set()  # home plates turned to their hole side
        self.face_down = set(FLOOR)
        self.visible: set[str] = set()  # cheeses lying face up
        self.unseen = Counter(TILES)
        self.won = 0
        self.side = "mice"
        self.mouse_turns = 0
        self.rolls = 0
        self.bound = -1  # in a double turn, the mouse that must move again
        self.eventful = False
        self.quiet = 0
        self.waits = "place"
        self.moves: dict[str, tuple[int, str]] = {}  # name: (mouse or -1 for the cat, where)
        self.mover = -1
        self.ended_by = ""
        self.winning_side = ""

    # --- called by the tests

    @property
    def actor(self) -> int:
        if self.waits == "over":
            return -2
        if self.waits in ("die", "tile"):
            return -1
        if self.waits == "place" or self.side == "cat":
            return 0
        return 1 + self.mouse_turns % (self.seats - 1)

    def legal(self) -> dict[str, int]:
        if self.waits == "place":
            return {"@" + top: 1 for top in TOPS}
        if self.waits == "die":
            return {str(face): n for face, n in Counter(DICE[self.side]).items()}
        if self.waits == "tile":
            return {"=" + kind: n for kind, n in self.unseen.items() if n}
        if self.waits == "fork":
            return {"^" + sq: 1 for sq in self.visible - {self.cat}}
        return dict.fromkeys(self.moves, 1)

    @property
    def scores(self) -> list[int]:
        cat = self.winning_side == "cat"
        mice = self.winning_side == "mice"
        return [int(cat)] + [int(mice)] * (self.seats - 1)

    @property
    def winners(self) -> list[int]:
        return [seat for seat, score in enumerate(self.scores) if score]

    def play(self, name: str) -> None:
        if self.waits == "place":
            self.cat = name[1:]
            self.begin_turn("mice", 1)
        elif self.waits == "die":
            self.rolled(int(name))
        elif self.waits == "tile":
            self.tile(name[1:])
        elif self.waits == "fork":
            self.visible.remove(name[1:])
            self.won += 1
            self.end_roll()
        else:
            self.move(*self.moves[name])

    # --- turns

    def begin_turn(self, side: str, rolls: int) -> None:
        self.side, self.rolls, self.bound, self.eventful = side, rolls, -1, False
        self.waits = "die"

    def end_roll(self) -> None:
        self.rolls -= 1
        if self.rolls > 0:
            self.waits = "die"
        else:
            self.end_turn(1)

    def end_turn(self, rolls_of_the_others: int) -> None:
        if self.side == "mice":
            self.mouse_turns += 1
        self.quiet = 0 if self.eventful else self.quiet + 1
        if self.quiet == 200:
            self.over("CC19", "")
            return
        # After a knife the side that turned it misses its turn, so the others roll twice.
        self.begin_turn("cat" if self.side == "mice" else "mice", rolls_of_the_others)

    def over(self, rule: str, side: str) -> None:
        self.waits, self.ended_by, self.winning_side = "over", rule, side

    def rolled(self, pips: int) -> None:
        if self.side == "cat":
            self.offer({-1: self.cat_walks(pips)})
        else:
            free = [self.bound] if self.bound >= 0 else [i for i in range(4) if self.mice[i]]
            self.offer({i: self.mouse_walks(i, pips) for i in free})
        if not self.moves:
            self.end_roll()

    def offer(self, destinations: dict[int, set[str]]) -> None:
        self.moves = {}
        self.waits = "move"
        for who, places in destinations.items():
            start = self.cat if who < 0 else self.mice[who]
            for place in places:
                star = "*" if who < 0 and place in self.mice else ""
                self.moves[f"{start}-{place}{star}"] = (who, place)

    # --- moving

    def mouse_walks(self, i: int, pips: int) -> set[str]:
        start = self.mice[i]
        others = {self.cat} | {m for j, m in enumerate(self.mice) if j != i}
        reached = {start}
        for _ in range(pips):
            reached = {b for a in reached for b in mouse_steps(a)} - others - {start}
        return reached

    def cat_walks(self, pips: int) -> set[str]:
        start = self.cat
        mice = {m for m in self.mice if m}
        reached = {start}
        for step in range(pips):
            reached = {b for a in reached for b in cat_steps(a)} - {start} - self.visible
            if step < pips - 1:
                reached -= mice
        return reached - self.barred()

    def barred(self) -> set[str]:
        """Returns the squares where the cat may not end (CC10)."""
        left = [m for m in self.mice if m]
        return {HOLES[left[0]]} if len(left) == 1 and left[0] in HOLES else set()

    def move(self, who: int, place: str) -> None:
        self.mover = who
        if who < 0:
            self.cat = place
            if place in self.mice:
                self.mice[self.mice.index(place)] = ""
                self.eventful = True
                if not any(self.mice):
                    self.over("CC17", "cat")
                    return
        else:
            start = self.mice[who]
            if start in HOLES:
                self.turned.add(start)
            self.mice[who] = place
            self.bound = who
            if place in HOLES:
                if self.won == 10 and len(self.turned) == 4:
                    self.over("CC18", "mice")
                    return
                self.end_roll()
                return
            if place in self.visible:
                self.visible.remove(place)
                self.won += 1
                self.eventful = True
        if place in self.face_down:
            self.waits = "tile"
        else:
            self.end_roll()

    # --- tiles

    def tile(self, kind: str) -> None:
        here = self.cat if self.mover < 0 else self.mice[self.mover]
        self.unseen[kind] -= 1
        self.face_down.remove(here)
        self.eventful = True
        if kind == "knife":
            self.end_turn(2)
            return
        if kind == "cheese":
            if self.mover < 0:
                self.visible.add(here)
            else:
                self.won += 1
        if kind in ("+1", "+2"):
            pips = int(kind)
            walks = self.cat_walks(pips) if self.mover < 0 else self.mouse_walks(self.mover, pips)
            self.offer({self.mover: walks})
            if self.moves:
                return
        if kind == "arrow":
            if self.mover < 0:
                free = (FLOOR - TUNNEL | TOPS) - {self.cat} - self.visible
                free -= {m for m in self.mice if m} | self.barred()
            else:
                free = FLOOR - self.visible - {self.cat} - set(self.mice)
            self.offer({self.mover: free})
            if self.moves:
                return
        if kind == "fork" and self.mover >= 0 and self.visible - {self.cat}:
            self.waits = "fork"
            return
        self.end_roll()
