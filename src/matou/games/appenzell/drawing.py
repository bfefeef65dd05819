"""The picture of Château d'Appenzell: the castle from above, the spare, each player's shelf.

What lies under a roof is not drawn, unless the memory help is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence

from matou import paper as p
from matou.core.state import Observation
from matou.core.words import called
from matou.games.appenzell import elements, words
from matou.games.appenzell.components import (
    CHEESES,
    ROOM_LETTERS,
    ROOMS,
    SIDE,
    SLOTS,
    SPARE,
    SQUARES,
    TOWERS,
    UNKNOWN,
    square_name,
)
from matou.games.appenzell.names import KIND_WORDS, line, roof
from matou.games.appenzell.placement import Layout, layout
from matou.games.appenzell.plan import (
    LINE,
    MOVE_FROM,
    MOVE_TO,
    PLACE_SQUARE,
    ROOM_OF,
    SLIDING_SET,
    TOWER_SET,
)
from matou.games.appenzell.state import END, ENTER, MOVE, PUSH, State
from matou.games.appenzell.tracks import OUTSIDE, all_mice, all_tiles, just_shown, last_action
from matou.kit.layout import as_bytes
from matou.kit.linking import OVER

FLOOR = tuple(square for square in range(SQUARES) if TOWER_SET >> square & 1 == 0)
Hints = tuple[tuple[int, int], ...]  # squares, and what is known to lie there
NO_HINTS: tuple[Hints, ...] = ((),) * ROOMS


# The corners of the picture, each drawn for what it shows.


def rooms(castle: int, opened: int) -> list[str]:
    return [elements.room(castle, room, opened >> room & 1 == 1) for room in range(ROOMS)]


def roofs(castle: int, opened: int, hints: tuple[Hints, ...]) -> list[str]:
    """The roofs, with what is remembered of the squares under each."""
    return [
        elements.lifted_roof(castle, room)
        if opened >> room & 1
        else elements.roof(castle, room, hints[room])
        for room in range(ROOMS)
    ]


def all_laid(
    at: tuple[int, ...],
    slot: int,
    tiles: bytes,
    taken: set[int],
    opened: int,
    seen: int,
    lang: str,
    laid: Layout,
) -> list[str]:
    """The tiles, by the squares where they lie; those that the last ``slot`` has pushed say so."""
    drawn = []
    first = LINE[slot * SIDE] if slot >= 0 else -1
    for number in PLACE_SQUARE:
        square = at[number]
        pushed = slot >= 0 and square in (first, SPARE)
        by = slot if pushed else -1
        if square in (SPARE, seen) or opened >> square & 1:
            kind, is_shared = tiles[square], square in taken
            drawn.append(elements.tile(number, square, kind, is_shared, pushed, by, lang, laid))
        else:
            drawn.append(elements.hidden_tile(number, square, pushed, by))
    return drawn


def floor(opened: int, seen: int) -> list[str]:
    return [
        elements.square(square, opened >> square & 1 == 1 or square == seen) for square in FLOOR
    ]


def walls(closed: int) -> list[str]:
    """The slots and the towers."""
    return [
        *[elements.slot(slot, slot == closed) for slot in range(SLOTS)],
        *[elements.tower(tower) for tower in range(len(TOWERS))],
    ]


def tokens(
    seat: int, cheeses: int, finders: tuple[tuple[int, int], ...], lang: str, laid: Layout
) -> list[str]:
    """A player's cheeses, won or not; ``finders`` are the mice that stand on one now."""
    found = dict(finders)
    drawn = []
    for kind in range(CHEESES):
        won = cheeses >> kind & 1 == 1
        finder = found.get(kind, -1) if won else -1
        drawn.append(elements.token(seat, kind, won, finder, lang, laid))
    return drawn


class Scene(p.Scene):
    """One drawing in the making."""

    def __init__(
        self,
        view: Observation,
        lang: str,
        memory: bool,
        names: Sequence[str],
        wide: bool,
        before: p.Sheet | None,
    ) -> None:
        super().__init__(lang, before)
        self.view = view
        self.laid = layout(view.seats, wide)
        self.s: State = view.s
        self.memory = memory
        self.actor = view.actor
        self.winners = view.winners
        self.castle = self.s.castle
        self.tiles = as_bytes(self.s.tile)  # read once, for a record is slow to ask
        self.mice = all_mice(view)
        self.lying, self.slot = all_tiles(view)
        self.shown = just_shown(view)
        self.last = last_action(view)
        self.names = called(names, view.seats, lang)

    def draw(self) -> None:
        """All of it, unless another seat was shown the same just now: whether one may end one's
        turn is all that differs."""
        told = self.mice, self.lying, self.slot, self.shown, self.last, self.memory
        ended = self.actor, self.winners
        if not self.is_again(self.view.tobytes(), told, ended, self.names, self.lang, self.laid):
            self.castle_parts()
            self.band()
            for seat in range(self.view.seats):
                self.shelf(seat)
            self.all_mice()
            return
        theirs, own = (
            elements.end_button(ready, self.lang, self.laid)
            for ready in ("end-turn" not in self.heat, "end-turn" in self.heat)
        )
        if theirs in self.parts:
            self.parts = [own if part == theirs else part for part in self.parts]

    def castle_parts(self) -> None:
        s, castle, keep = self.s, self.castle, self.keep
        open_rooms = s.open_rooms
        hints = tuple([self.hints(room) for room in range(ROOMS)]) if self.memory else NO_HINTS
        self.parts.append(elements.ground())
        self.parts += keep(rooms, castle, open_rooms)
        self.squares()
        self.parts += keep(roofs, castle, open_rooms, hints)
        self.parts += keep(walls, s.closed)
        self.parts.append(elements.last_mark(castle, self.last))

    def squares(self) -> None:
        """The tiles, each with a name of its own wherever it is pushed, and the squares."""
        opened = self.s.open_squares
        taken = {m.square for m in self.mice if m.square >= 0 and SLIDING_SET >> m.square & 1}
        seen = self.shown  # also if its roof has come down on it at once
        self.parts += self.keep(
            all_laid, self.lying, self.slot, self.tiles, taken, opened, seen, self.lang, self.laid
        )
        self.parts += self.keep(floor, opened, seen)

    def hints(self, room: int) -> Hints:
        """The memory help: what is known of the squares under a roof."""
        here = self.castle * SQUARES
        return tuple(
            (square, self.tiles[square])
            for square in range(SQUARES)
            if ROOM_OF[here + square] == room and self.tiles[square] < UNKNOWN
        )

    def band(self) -> None:
        """By the castle: the spare tile, the actions left, the end of the turn."""
        s, lang, add = self.s, self.lang, self.parts.append
        laid = self.laid
        add(elements.spare(laid))
        add(elements.spare_words(self.tiles[SPARE], s.pushed == 1, lang, laid))
        if s.placing or self.actor == OVER:
            add(elements.actions_left(-1, lang, laid))
            add(elements.NOTHING)
        else:
            add(elements.actions_left(s.left, lang, laid))
            add(elements.end_button("end-turn" in self.heat, lang, laid))

    def shelf(self, seat: int) -> None:
        """A player's plate, cheeses won, and the places of mice outside and in the cellar."""
        s, add = self.s, self.parts.append
        cheeses = s.cheeses[seat]
        name = self.names[seat] + (" ★" if seat in self.winners else "")
        told = f"{cheeses.bit_count()}/{s.goal}"
        add(elements.plate(seat, name, self.actor == seat, told, self.laid))
        finders = tuple(
            [
                (self.tiles[mouse.square], mouse.number)
                for mouse in self.mice
                if mouse.seat == seat and mouse.square >= 0
            ]
        )
        self.parts += self.keep(tokens, seat, cheeses, finders, self.lang, self.laid)
        add(elements.shelf(seat, s.outside[seat] > 0, s.fallen[seat] > 0, self.lang, self.laid))

    def all_mice(self) -> None:
        """Every mouse, always in this order, wherever it is."""
        tiles, add = self.tiles, self.parts.append
        places: dict[tuple[int, int], int] = {}
        for seat, number, square in self.mice:
            nth, aside = 0, False
            if square >= 0:
                aside = SLIDING_SET >> square & 1 == 1 and tiles[square] < CHEESES
            else:
                nth = places.get((seat, square), 0)
                places[seat, square] = nth + 1
            add(elements.mouse(seat, number, square, nth, aside, seat in self.winners, self.laid))

    # --- what one may do

    def warm(self) -> None:
        """A roof, a tower, a slot or the end by itself; a mouse, then where it goes."""
        found: dict[str, list[int]] = {}
        own = [mouse for mouse in self.mice if mouse.seat == self.view.seat]
        homeless = [f"mouse-{m.seat}-{m.number}" for m in own if m.square == OUTSIDE]
        on = {m.square: f"mouse-{m.seat}-{m.number}" for m in own if m.square >= 0}
        for a in self.view.legal():
            if a < ENTER:
                ids = [f"roof-{ROOM_LETTERS[a]}"]
            elif a < MOVE:
                ids = [f"tower-{square_name(TOWERS[a - ENTER])}", *homeless]
            elif a < PUSH:
                ids = [f"square-{square_name(MOVE_TO[a - MOVE])}", on[MOVE_FROM[a - MOVE]]]
            elif a < END:
                ids = [f"slot-{a - PUSH}", "spare"]
            else:
                ids = ["end-turn"]
            for id in ids:
                found.setdefault(id, []).append(a)
        for id, actions in found.items():
            self.heat[id] = p.Heat(actions, self.label(id, actions[0]))

    def label(self, id: str, a: int) -> str:
        """What is said of something that takes part in an action."""
        kind = id.split("-")[0]
        if kind == "roof":
            return roof(self.castle, a).say(self.lang)
        if kind == "tower":
            name = square_name(TOWERS[a - ENTER])
            return self.say(f"Tower {name}", f"Tour {name}")
        if kind == "mouse":
            at = self.say("outside", "dehors")
            at = square_name(MOVE_FROM[a - MOVE]) if a >= MOVE else at
            return self.say(f"Mouse, {at}", f"Souris, {at}")
        if kind == "square":
            square = MOVE_TO[a - MOVE]
            lies = self.say("stone", "pierre")
            if SLIDING_SET >> square & 1:
                lies = KIND_WORDS[self.tiles[square]].say(self.lang)
            return f"{square_name(square)}, {lies}"
        if kind == "slot":
            where = line(a - PUSH).say(self.lang)
            return self.say(f"Push {where}", f"Pousser {where}")
        if kind == "spare":
            tile = KIND_WORDS[self.tiles[SPARE]].say(self.lang)
            return self.say(f"Spare tile: {tile}", f"Tuile de réserve : {tile}")
        return elements.end_title(self.lang)


def draw(
    view: Observation,
    *,
    lang: str,
    memory: bool,
    names: Sequence[str],
    wide: bool,
    before: p.Sheet | None = None,
) -> p.Sheet:
    scene = Scene(view, lang, memory, names, wide, before)
    scene.warm()
    scene.draw()

    def told() -> str:
        board = words.board(view).say(lang, names)
        return f"{board}\n{words.memory(view).say(lang, names)}" if memory else board

    return scene.sheet(
        scene.laid.width,
        scene.laid.height,
        title=words.TITLE.say(lang),
        desc=told,
        style=elements.STYLE,
    )
