"""Château d'Appenzell a second time, as plainly as the rule book reads: dictionaries and names.

Nothing is shared with the game but the notation, so that the two can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator

LAYOUTS = {
    "front": "#AABCC# DEEBFFG DEEHFFG IIIHJJJ KLLHMMN KOPPPQN #ORRRQ#",
    "back": "#AABCC# DDDBEEE FGGBHHI FJKKKLI MJNNNLO MPPQRRO #PPQRR#",
}
CHEESES = ("appenzeller", "brie", "cheddar", "edam", "emmental", "gouda", "gruyere")
TOWERS = ("a1", "g1", "a7", "g7")
CELLAR = "cellar"


def beside(square: str, across: int, up: int) -> str | None:
    column, row = ord(square[0]) + across, int(square[1]) + up
    return f"{chr(column)}{row}" if 97 <= column <= 103 and 1 <= row <= 7 else None


def in_order(squares: set[str]) -> list[str]:
    return sorted(squares, key=lambda n: (n[1], n[0]))


class Castle:
    """One game."""

    def __init__(self, seats: int, castle: str, goal: int, push_back: bool) -> None:
        rows = LAYOUTS[castle].split()
        self.room = {f"{'abcdefg'[x]}{7 - y}": rows[y][x] for y in range(7) for x in range(7)}
        self.tile: dict[str, str | None] = {
            n: None for n in self.room if n not in TOWERS and (n[0] in "bdf" or n[1] in "246")
        }
        self.tile["spare"] = None
        self.unseen = dict.fromkeys(CHEESES, 3) | {"bare": 10, "trap": 3}
        self.seats, self.goal, self.push_back = seats, goal, push_back
        self.mice: list[list[str]] = [[] for _ in range(seats)]  # squares, towers, cellar
        self.won: list[set[str]] = [set() for _ in range(seats)]
        self.off: set[str] = set()  # roofs
        self.seat, self.left, self.turns, self.placing = 0, 4, 0, seats
        self.pushed, self.closed = False, ""
        self.end: tuple[str, list[int]] | None = None

    # what may be done

    def waiting(self) -> str | None:
        """AP1, AP10: the tile that chance must show now."""
        for square in in_order({n for n in self.tile if n != "spare"}):
            if self.room[square] in self.off and self.tile[square] is None:
                return square
        return "spare" if self.tile["spare"] is None else None

    def outcomes(self) -> dict[str, int]:
        return {f"{self.waiting()}={k}": n for k, n in self.unseen.items() if n}

    def occupied(self) -> set[str]:
        return {n for mice in self.mice for n in mice if n != CELLAR}

    def legal(self) -> set[str]:
        mine = {n for n in self.mice[self.seat] if n != CELLAR}
        free = {f"@{n}" for n in TOWERS if n not in self.occupied()}
        enters = free if len(self.mice[self.seat]) < 4 else set()
        if self.placing:
            return enters
        found = enters | {
            f"^{self.room[near]}"
            for n in mine
            for across in (-1, 0, 1)
            for up in (-1, 0, 1)
            if (near := beside(n, across, up)) and near not in TOWERS
            if self.room[near] not in self.off
        }
        for n in mine:
            found |= {f"{n}-{to}" for to in self.reach(n)}
        if not self.pushed:
            slots = [a + n for a in "<>" for n in "246"] + [a + n for a in "+-" for n in "bdf"]
            found |= set(slots) - {self.closed}
        return found | ({"."} if self.left < 4 else set())

    def reach(self, start: str) -> Iterator[str]:
        for across, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            to, cost = beside(start, across, up), 1
            while to in self.occupied():
                assert to
                to, cost = beside(to, across, up), cost + 1
            if not to or to in TOWERS or cost > self.left:
                continue
            if self.room[to] in self.off and self.tile.get(to) != "trap":
                yield to

    # doing it

    def play(self, action: str) -> None:
        if "=" in action:
            where, kind = action.split("=")
            self.tile[where] = kind
            self.unseen[kind] -= 1
            if self.placing:
                return
        elif self.placing:
            self.mice[self.seat].append(action[1:])
            self.placing -= 1
            self.seat = (self.seat + 1) % self.seats
            return
        elif action == ".":
            self.end_turn()
            return
        else:
            self.act(action)
        if self.waiting() is None:
            self.settle()

    def act(self, action: str) -> None:
        cost = 1
        if action[0] == "^":
            self.off.add(action[1])
        elif action[0] == "@":
            self.mice[self.seat].append(action[1:])
        elif len(action) == 2:
            self.push(action)
        else:
            start, to = action.split("-")
            self.mice[self.seat].remove(start)
            self.mice[self.seat].append(to)
            cost = abs(ord(start[0]) - ord(to[0])) + abs(int(start[1]) - int(to[1]))
        self.left -= cost

    def push(self, slot: str) -> None:
        way, name = slot[0], slot[1]
        line = (
            [f"{c}{name}" for c in "abcdefg"] if way in "<>" else [f"{name}{r}" for r in "1234567"]
        )
        if way in "<-":
            line.reverse()
        kinds = [self.tile["spare"], *(self.tile[n] for n in line)]
        for square, kind in zip([*line, "spare"], kinds, strict=True):
            self.tile[square] = kind
        self.pushed = True
        if not self.push_back:
            self.closed = {">": "<", "<": ">", "+": "-", "-": "+"}[way] + name

    def settle(self) -> None:
        for mice in self.mice:
            mice[:] = [CELLAR if self.tile.get(n) == "trap" else n for n in mice]
        for seat, mice in enumerate(self.mice):
            under = [self.tile.get(n) for n in mice]
            self.won[seat] |= {c for c in CHEESES if under.count(c) >= 2}
        order = [(self.seat + i) % self.seats for i in range(self.seats)]
        there = [seat for seat in order if len(self.won[seat]) >= self.goal]
        if there:
            self.end = ("AP13", there[:1])
            return
        lost = {seat for seat in order if self.mice[seat].count(CELLAR) >= 3}
        if lost:
            able = [seat for seat in (*order[1:], order[0]) if seat not in lost]
            most = max((len(self.won[seat]) for seat in able), default=0)
            first = [seat for seat in able if len(self.won[seat]) == most][:1]
            self.end = ("AP14", first or sorted(order))
            return
        if self.left == 0:
            self.end_turn()

    def end_turn(self) -> None:
        self.off = {self.room[n] for n in self.occupied()} - {"#"}
        self.turns += 1
        if self.turns == 300:
            most = max(map(len, self.won))
            self.end = ("AP15", [s for s in range(self.seats) if len(self.won[s]) == most])
            return
        self.seat, self.left, self.pushed = (self.seat + 1) % self.seats, 4, False
