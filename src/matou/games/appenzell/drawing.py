"""The picture of Château d'Appenzell: the castle from above, the spare, each player's shelf.

What lies under a roof is not drawn, unless the memory help is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence

from matou import paper as p
from matou.core.state import Observation
from matou.games.appenzell import pieces, words
from matou.games.appenzell.components import (
    ACTIONS_A_TURN,
    CHEESES,
    COLUMNS,
    ROOM_LETTERS,
    ROOMS,
    SIDE,
    SLOT_NAMES,
    SLOTS,
    SPARE,
    SQUARES,
    TOWERS,
    UNKNOWN,
    square_name,
)
from matou.games.appenzell.names import KIND_WORDS, count, line, roof
from matou.games.appenzell.pieces import CELL, MARGIN, TILE, corner, middle
from matou.games.appenzell.plan import (
    HOW_MANY,
    LINE,
    LINE_SET,
    MOVE_FROM,
    MOVE_TO,
    ROOM_OF,
    SLIDING_SET,
)
from matou.games.appenzell.state import END, ENTER, LIFT, MOVE, PUSH, State
from matou.games.appenzell.tracks import CELLAR, OUTSIDE, Mouse, all_mice, last_action

SCENE = MARGIN * 2 + SIDE * CELL
EDGE = 14.0
BAND = SCENE + 8  # the strip with the spare, under the castle
SHELVES = BAND + 98
SHELF_H = 178.0
MOUSE = 52.0

# A pushed line slides in as one: each tile comes from where it lay before.
SLIDE = "".join(
    f".slid-{way}{{animation:slid-{way} .36s ease-out}}"
    f"@keyframes slid-{way}{{from{{transform:translate({dx * CELL}px,{dy * CELL}px)}}}}"
    for way, dx, dy in (("east", -1, 0), ("west", 1, 0), ("north", 0, 1), ("south", 0, -1))
)
STILL = "@media (prefers-reduced-motion:reduce){[class^=slid]{animation:none}}"
STYLE = SLIDE + STILL


class Scene:
    """One drawing in the making."""

    def __init__(self, view: Observation, lang: str, memory: bool, names: Sequence[str]) -> None:
        self.view = view
        self.s: State = view.s
        self.lang = lang
        self.memory = memory
        self.legal = view.legal()
        self.mice = all_mice(view)
        self.taken = {mouse.square for mouse in self.mice if mouse.square >= 0}
        self.last = last_action(view)
        self.names = [
            names[seat] if seat < len(names) else self.say(f"Seat {seat}", f"Siège {seat}")
            for seat in range(view.seats)
        ]

    def say(self, en: str, fr: str) -> str:
        return fr if self.lang == "fr" else en

    def picked(self, first: int, stop: int) -> list[int]:
        """The legal actions with numbers in a range."""
        return [a for a in self.legal if first <= a < stop]

    # --- the castle

    def ground(self) -> str:
        """The castle's walls, and the names of the lines that do not slide."""
        side = SIDE * CELL
        d = p.cut_rect(MARGIN - 9, MARGIN - 9, side + 18, side + 18, 16, "castle")
        body = p.paper(d, "var(--wood)", 5, "var(--grain)", 2)
        for i in range(0, SIDE, 2):
            y = MARGIN + (SIDE - 0.5 - i) * CELL + 7
            x = MARGIN + (i + 0.5) * CELL
            for at in (24.0, SCENE - 24):
                body += p.text(str(i + 1), at, y, 20, "var(--quiet)")
                body += p.text(COLUMNS[i], x, at + 6, 20, "var(--quiet)")
        return body

    def floors(self) -> str:
        """Open rooms, and all squares: what lies on them, and whether a mouse may go there."""
        body = ""
        for room in range(ROOMS):
            is_open = self.s.open_rooms >> room & 1
            body += p.group(
                f"room-{ROOM_LETTERS[room]}",
                pieces.walls(self.s.castle, room) if is_open else "",
            )
        for square in range(SQUARES):
            if square not in TOWERS:
                body += self.square(square)
        return body

    def square(self, square: int) -> str:
        name = square_name(square)
        x, y = corner(square)
        if self.s.open_squares >> square & 1 == 0:
            return p.group(f"square-{name}", "")
        kind = self.s.tile[square]
        if SLIDING_SET >> square & 1:
            body = pieces.tile(kind, f"tile{square % 5}", square in self.taken)
            what = KIND_WORDS[kind].say(self.lang)
            if PUSH <= self.last < END and LINE_SET[self.last - PUSH] >> square & 1:
                body = p.group("", body, cls=f"slid-{pieces.slot_at(self.last - PUSH)[2]}")
        else:
            body = pieces.flagstone(square)
            what = self.say("stone", "pierre")
        body += p.glow_rect(0, 0, TILE, TILE, 8, name)
        actions = [a for a in self.picked(MOVE, PUSH) if MOVE_TO[a - MOVE] == square]
        at = (x + (CELL - TILE) / 2, y + (CELL - TILE) / 2)
        return p.group("", p.hot(actions, body, f"{name}, {what}", id=f"square-{name}"), *at)

    def roofs(self) -> str:
        """Every roof, always in this order; one that is off has gone from sight."""
        body = ""
        for room in range(ROOMS):
            letter = ROOM_LETTERS[room]
            drawn = pieces.roof(self.s.castle, room, letter) + self.hints(room)
            drawn += pieces.roof_letter(self.s.castle, room, letter)
            label = roof(self.s.castle, room).say(self.lang)
            drawn = p.hot(self.picked(LIFT + room, LIFT + room + 1), drawn, label)
            away = ' opacity="0" pointer-events="none" transform="translate(0 -18)"'
            is_open = self.s.open_rooms >> room & 1
            body += f'<g id="roof-{letter}" class="roof"{away if is_open else ""}>{drawn}</g>'
        return body

    def hints(self, room: int) -> str:
        """The memory help, over a roof that is on."""
        if not self.memory or self.s.open_rooms >> room & 1:
            return ""
        body = ""
        for square in range(SQUARES):
            if ROOM_OF[self.s.castle * SQUARES + square] == room and self.s.tile[square] < UNKNOWN:
                body += pieces.hint(self.s.tile[square], *middle(square))
        return body

    def towers(self) -> str:
        body = ""
        for i, square in enumerate(TOWERS):
            name = square_name(square)
            label = self.say(f"Tower {name}", f"Tour {name}")
            actions = self.picked(ENTER + i, ENTER + i + 1)
            drawn = p.hot(actions, pieces.tower(square), label, id=f"tower-{name}")
            body += p.group("", drawn, *middle(square))
        return body

    def slots(self) -> str:
        body = ""
        for slot in range(SLOTS):
            x, y, _ = pieces.slot_at(slot)
            closed = slot == self.s.closed
            drawn = pieces.slot(slot, SLOT_NAMES[slot][1], closed)
            where = line(slot).say(self.lang)
            label = self.say(f"Push {where}", f"Pousser {where}")
            drawn = p.hot(self.picked(PUSH + slot, PUSH + slot + 1), drawn, label)
            body += p.group(f"slot-{slot}", drawn, x, y)
        return body

    def last_mark(self) -> str:
        """The running stitch around what was done last."""
        a, body = self.last, ""
        if a < 0:
            return p.group("last", "")
        if a >= PUSH:
            ends = (corner(LINE[(a - PUSH) * SIDE]), corner(LINE[(a - PUSH) * SIDE + SIDE - 1]))
            x, y = min(e[0] for e in ends), min(e[1] for e in ends)
            w, h = max(e[0] for e in ends) + CELL - x, max(e[1] for e in ends) + CELL - y
            body = p.last_rect(x, y, w, h, 8, "last")
        elif a >= MOVE:
            for square in (MOVE_FROM[a - MOVE], MOVE_TO[a - MOVE]):
                if square in TOWERS:
                    body += p.last_disc(*middle(square), 36, "last")
                else:
                    body += p.last_rect(*corner(square), CELL, CELL, 8, "last")
        elif a >= ENTER:
            body = p.last_disc(*middle(TOWERS[a - ENTER]), 36, "last")
        else:
            body = p.last_rect(*pieces.room_box(self.s.castle, a - LIFT), 8, "last")
        return p.group("last", body)

    # --- the strip under the castle

    def band(self) -> str:
        """The spare tile, the actions left, and the end of the turn."""
        s = self.s
        spare = KIND_WORDS[s.tile[SPARE]].say(self.lang)
        label = self.say(f"Spare tile: {spare}", f"Tuile de réserve : {spare}")
        drawn = pieces.tile(s.tile[SPARE], "spare") + p.glow_rect(0, 0, TILE, TILE, 8, "spare")
        body = p.group("", p.hot(self.picked(PUSH, END), drawn, label, id="spare"), EDGE, BAND)
        x = EDGE + TILE + 14
        title = self.say("Spare tile", "Réserve")
        if s.pushed:
            title += self.say(", pushed", ", poussée")
        body += p.text(title, x, BAND + 26, 20, "var(--quiet)", "start")
        shown = self.say("not seen yet", "pas encore vue") if s.tile[SPARE] == UNKNOWN else spare
        body += p.text(shown[:1].upper() + shown[1:], x, BAND + 54, 21, anchor="start", bold=True)
        if s.placing or self.view.over:
            return body + p.group("actions", "")
        pips = ""
        for i in range(ACTIONS_A_TURN):
            if i < s.left:
                pips += p.cheese_wedge(i * 42, 0, 38)
            else:
                d = "M-46 12L30-34Q42-22 46 2V36H-46Z"
                pips += p.group("", p.shape(d, "none", "var(--quiet)", 4, 0.6), i * 42, 0, 0.36)
        left = count(s.left, "action", "action").say(self.lang)
        says = self.say(f"{left} left", f"encore {left}")
        pips += p.text(says, -18, 46, 20, "var(--quiet)", "start")
        body += p.group("actions", pips, 306, BAND + 20)
        return body + self.end_button()

    def end_button(self) -> str:
        width, height = 156.0, 60.0
        d = p.cut_rect(0, 0, width, height, 14, "end")
        actions = self.picked(END, END + 1)
        fill = "var(--ink)" if actions else "var(--quiet)"
        body = p.paper(d, "var(--card)", 3, "var(--line)", 2)
        title = self.say("End turn", "Finir le tour")
        body += p.text(title, width / 2, height / 2 + 7, 20, fill, bold=bool(actions)) + p.glow(d)
        return p.group("", p.hot(actions, body, title, id="end"), SCENE - EDGE - width, BAND + 4)

    # --- the players

    def shelf_at(self, seat: int) -> tuple[float, float, float]:
        """The corner and the width of a player's shelf."""
        width = (SCENE - 2 * EDGE - 16) / 2
        return EDGE + seat % 2 * (width + 16), SHELVES + seat // 2 * SHELF_H, width

    def shelf(self, seat: int) -> str:
        """A player's plate, cheeses won, and the places of mice outside and in the cellar."""
        s = self.s
        x, y, width = self.shelf_at(seat)
        won = self.view.over and seat in self.view.winners
        n = HOW_MANY[s.cheeses[seat]]
        name = self.names[seat] + (" ★" if won else "")
        body = p.plate(seat, name, 0, 0, width, self.view.actor == seat, f"{n}/{s.goal}")
        for kind in range(CHEESES):
            body += p.group(
                f"token-{seat}-{kind}",
                pieces.token(kind, bool(s.cheeses[seat] >> kind & 1)),
                22 + kind * (width - 44) / 6,
                72,
            )
        d = p.cut_rect(width / 2 + 4, 120, width / 2 - 4, 46, 10, "cellar")
        body += p.shape(d, "var(--dark)", "var(--line)", 1.5)
        if s.fallen[seat] == 0:
            words_ = self.say("cellar", "cave")
            body += p.text(words_, width * 0.75 + 2, 149, 18, "var(--grey)")
        d = p.cut_rect(0, 120, width / 2 - 4, 46, 10, "outside")
        body += p.shape(d, "var(--floor)", "var(--line)", 1.5)
        if s.outside[seat] == 0:
            words_ = self.say("none outside", "aucune dehors")
            body += p.text(words_, width * 0.25 - 2, 149, 17, "var(--quiet)")
        return p.group(f"shelf-{seat}", body, x, y)

    def all_mice(self) -> str:
        """Every mouse, always in this order, wherever it is."""
        body = ""
        places: dict[tuple[int, int], int] = {}
        for mouse in self.mice:
            nth = places.get((mouse.seat, mouse.square), 0)
            places[mouse.seat, mouse.square] = nth + 1
            body += self.mouse(mouse, nth)
        return body

    def mouse(self, mouse: Mouse, nth: int) -> str:
        seat, square = mouse.seat, mouse.square
        mood: p.Mood = "watching"
        if self.view.over and seat in self.view.winners:
            mood = "proud"
        size, actions = MOUSE, []
        shelf_x, shelf_y, width = self.shelf_at(seat)
        if square >= 0:
            x, y = middle(square)
            if SLIDING_SET >> square & 1 and self.s.tile[square] < CHEESES:
                x, y = x + 9, y + 9
            if self.view.actor == self.view.seat == seat:
                actions = [a for a in self.picked(MOVE, PUSH) if MOVE_FROM[a - MOVE] == square]
            where = square_name(square)
        elif square == OUTSIDE:
            size = 38.0
            x, y = shelf_x + 20 + nth * (width / 2 - 44) / 3, shelf_y + 143
            if self.view.actor == self.view.seat == seat:
                actions = self.picked(ENTER, MOVE)
            where = self.say("outside", "dehors")
        else:
            assert square == CELLAR
            size, mood = 38.0, "fallen"
            x, y = shelf_x + width / 2 + 29 + nth * (width / 2 - 44) / 3, shelf_y + 143
            where = self.say("in the cellar", "à la cave")
        drawn = pieces.mouse(seat, mood)
        label = self.say(f"Mouse, {where}", f"Souris, {where}")
        return p.group(
            f"mouse-{seat}-{mouse.number}", p.hot(actions, drawn, label), x, y, size / 100
        )


def draw(view: Observation, *, lang: str, memory: bool, names: Sequence[str]) -> p.Sheet:
    scene = Scene(view, lang, memory, names)
    parts = [
        scene.ground(),
        scene.floors(),
        scene.roofs(),
        scene.slots(),
        scene.towers(),
        scene.last_mark(),
        scene.band(),
        *(scene.shelf(seat) for seat in range(view.seats)),
        scene.all_mice(),
    ]
    told = words.board(view).say(lang)
    if memory:
        told += "\n" + words.memory(view).say(lang)
    rows = (view.seats + 1) // 2
    return p.sheet(
        SCENE,
        SHELVES + rows * SHELF_H,
        "".join(parts),
        title=words.TITLE.say(lang),
        desc=told,
        style=STYLE,
    )
