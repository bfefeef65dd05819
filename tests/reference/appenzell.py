"""Château d'Appenzell written a second time, straight from the rule book.

It shares no code with the game; the lockstep test plays both side by side.
"""

from __future__ import annotations

from collections import Counter, deque

COLUMNS, ROWS = "abcdefg", "1234567"
TOWERS = ("a1", "a7", "g1", "g7")
SQUARES = [c + r for r in ROWS for c in COLUMNS]
SLIDING = [sq for sq in SQUARES if sq not in TOWERS and (sq[0] in "bdf" or sq[1] in "246")]
CHEESES = ("appenzeller", "brie", "cheddar", "edam", "emmental", "gouda", "gruyere")
CASTLES = {
    "front": "#AABCC# DEEBFFG DEEHFFG IIIHJJJ KLLHMMN KOPPPQN #ORRRQ#",
    "back": "#AABCC# DDDBEEE FGGBHHI FJKKKLI MJNNNLO MPPQRRO #PPQRR#",
}
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def at(square: str, dx: int, dy: int) -> str:
    x, y = COLUMNS.index(square[0]) + dx, ROWS.index(square[1]) + dy
    return COLUMNS[x] + ROWS[y] if 0 <= x < 7 and 0 <= y < 7 else ""


class Table:
    """A game, in the words of the rule book."""

    def __init__(
        self, seats: int, castle: str = "front", goal: int = 4, push_back: bool = True
    ) -> None:
        self.seats, self.goal, self.push_back = seats, goal, push_back
        rows = CASTLES[castle].split()
        self.room = {c + str(7 - i): rows[i][j] for i in range(7) for j, c in enumerate(COLUMNS)}
        self.lifted: set[str] = set()
        self.tile: dict[str, str] = {}  # the tiles seen so far, by square
        self.spare = ""
        self.unseen = Counter(dict.fromkeys(CHEESES, 3) | {"bare": 10, "trap": 3})
        self.mice: list[list[str]] = [[] for _ in range(seats)]  # squares of mice in the castle
        self.outside = [4] * seats
        self.fallen = [0] * seats
        self.cheeses: list[set[str]] = [set() for _ in range(seats)]
        self.turn, self.turns = 0, 0
        self.left, self.pushed, self.last_push = 4, False, ""
        self.under: set[str] = set()  # squares with a tile just pushed beneath them
        self.placing = True
        self.ending = False
        self.ended_by = ""
        self.winners: list[int] = []
        self.to_reveal: deque[str] = deque(["spare"])

    @property
    def actor(self) -> int:
        if self.ended_by:
            return -2
        return -1 if self.to_reveal else self.turn

    @property
    def scores(self) -> list[int]:
        return [len(held) for held in self.cheeses]

    def occupied(self) -> set[str]:
        return {sq for own in self.mice for sq in own}

    def legal(self) -> dict[str, int]:
        if self.to_reveal:
            return {f"{self.to_reveal[0]}={kind}": n for kind, n in self.unseen.items() if n}
        names = {f"@{t}" for t in TOWERS if t not in self.occupied()}
        if self.placing:
            return dict.fromkeys(names, 1)
        if self.outside[self.turn] == 0:
            names = set()
        for square in self.mice[self.turn]:
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    room = self.room.get(at(square, dx, dy), "#")
                    if room != "#" and room not in self.lifted:
                        names.add(f"^{room}")
            for dx, dy in STEPS:
                target, cost = at(square, dx, dy), 1
                while target in self.occupied():
                    target, cost = at(target, dx, dy), cost + 1
                if cost <= self.left and self.may_stand(target):
                    names.add(f"{square}-{target}")
        if not self.pushed:
            pushes = {f"{way}{line}" for way in "<>" for line in "246"}
            pushes |= {f"{way}{line}" for way in "+-" for line in "bdf"}
            if not self.push_back and self.last_push:
                opposite = {"<": ">", ">": "<", "+": "-", "-": "+"}[self.last_push[0]]
                pushes.discard(opposite + self.last_push[1])
            names |= pushes
        if self.left < 4:
            names.add(".")
        return dict.fromkeys(names, 1)

    def may_stand(self, square: str) -> bool:
        if not square or square in TOWERS or self.room[square] not in self.lifted:
            return False
        return self.tile.get(square) != "trap"

    def play(self, name: str) -> None:
        if self.to_reveal:
            place, kind = name.split("=")
            self.unseen[kind] -= 1
            if place == "spare":
                self.spare = kind
            else:
                self.tile[place] = kind
            self.to_reveal.popleft()
            if not self.to_reveal and not self.placing:
                self.settle()
            return
        if self.placing:
            self.enter(name[1:])
            self.turn += 1
            if self.turn == self.seats:
                self.turn, self.placing = 0, False
            return
        self.act(name)
        wanted = [sq for sq in SLIDING if self.room[sq] in self.lifted and sq not in self.tile]
        self.to_reveal = deque(wanted + ([] if self.spare else ["spare"]))
        if not self.to_reveal:
            self.settle()

    def enter(self, tower: str) -> None:
        self.mice[self.turn].append(tower)
        self.outside[self.turn] -= 1

    def act(self, name: str) -> None:
        if name == ".":
            self.ending = True
            return
        cost = 1
        if name[0] == "^":
            self.lifted.add(name[1:])
        elif name[0] == "@":
            self.enter(name[1:])
        elif name[0] in "<>+-":
            self.push(name)
        else:
            start, end = name.split("-")
            far = abs(COLUMNS.index(start[0]) - COLUMNS.index(end[0]))
            cost = max(far, abs(int(start[1]) - int(end[1])))
            own = self.mice[self.turn]
            own[own.index(start)] = end
        self.left -= cost
        self.ending = self.left == 0

    def push(self, name: str) -> None:
        way, line = name[0], name[1]
        squares = [c + line for c in COLUMNS] if way in "<>" else [line + r for r in ROWS]
        if way in "<-":
            squares.reverse()
        tiles = [self.spare] + [self.tile.pop(sq, "") for sq in squares]
        self.spare = tiles.pop()
        self.tile |= {sq: kind for sq, kind in zip(squares, tiles, strict=True) if kind}
        self.under = set(squares)
        self.pushed, self.last_push = True, name

    def settle(self) -> None:
        """Checks, after an action: falls, cheese, AP13, AP14, the end of the turn."""
        for seat in range(self.seats):
            down = [m for m in self.mice[seat] if m in self.under and self.tile.get(m) == "trap"]
            self.fallen[seat] += len(down)
            self.mice[seat] = [m for m in self.mice[seat] if m not in down]
        self.under = set()
        for seat in range(self.seats):
            stood = Counter(self.tile.get(m, "") for m in self.mice[seat])
            self.cheeses[seat] |= {kind for kind in CHEESES if stood[kind] >= 2}
        order = [(self.turn + i) % self.seats for i in range(self.seats)]
        there = [seat for seat in order if len(self.cheeses[seat]) >= self.goal]
        if there:
            self.ended_by, self.winners = "AP13", [there[0]]
            return
        if any(n >= 3 for n in self.fallen):
            able = [seat for seat in order[1:] + order[:1] if self.fallen[seat] < 3]
            self.ended_by = "AP14"
            if able:
                most = max(self.scores[seat] for seat in able)
                self.winners = [next(seat for seat in able if self.scores[seat] == most)]
            else:
                self.winners = list(range(self.seats))
            return
        if self.ending:
            self.end_turn()

    def end_turn(self) -> None:
        self.ending = False
        self.lifted &= {self.room[sq] for sq in self.occupied()}
        self.turns += 1
        if self.turns == 300:
            self.ended_by = "AP15"
            most = max(self.scores)
            self.winners = [seat for seat in range(self.seats) if self.scores[seat] == most]
            return
        self.turn = (self.turn + 1) % self.seats
        self.left, self.pushed = 4, False
