"""The board of Château d'Appenzell: the castle from above, the spare, each player's shelf.

Tiles under a roof are not drawn, unless the memory help is on.
"""

from functools import lru_cache

from matou import paper as p
from matou.core.observation import Observation
from matou.core.scene import DrawOptions, Scene
from matou.games.appenzell import castle as plan, components as box
from matou.games.appenzell.draw import identities, parts, pieces
from matou.games.appenzell.draw.placement import Layout, layout
from matou.games.appenzell.say import words
from matou.games.appenzell.say.messages import say
from matou.games.appenzell.say.names import KIND_WORDS, LINES, roof
from matou.games.appenzell.state import END, ENTER, MOVE, PUSH
from matou.kit.layout import as_bytes
from matou.kit.linking import OVER

FLOOR = tuple(square for square in range(box.SQUARES) if plan.TOWER_SET >> square & 1 == 0)
Hints = tuple[tuple[int, int], ...]  # squares, and what is known to lie there
NO_HINTS: tuple[Hints, ...] = ((),) * box.ROOMS


# The parts of the picture, each drawn from its arguments alone.


def rooms(castle: int, opened: int) -> list[str]:
    return [parts.room(castle, room, opened >> room & 1 == 1) for room in range(box.ROOMS)]


def roofs(castle: int, opened: int, hints: tuple[Hints, ...]) -> list[str]:
    """Draws the roofs, with the memory help's hints under each."""
    is_open = [opened >> room & 1 == 1 for room in range(box.ROOMS)]
    shown = [() if is_open[room] else hints[room] for room in range(box.ROOMS)]
    return [parts.roof(castle, room, is_open[room], shown[room]) for room in range(box.ROOMS)]


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
    """Draws the tiles where they lie; those that the last push moved in or out are marked."""
    drawn = []
    first = plan.LINE[slot * box.SIDE] if slot >= 0 else -1
    for number in plan.PLACE_SQUARE:
        square = at[number]
        by = slot if square in (first, box.SPARE) else -1
        is_seen = square in (box.SPARE, seen) or opened >> square & 1 == 1
        kind = tiles[square] if is_seen else box.NO_TILE
        is_shared = is_seen and square in taken
        drawn.append(parts.tile(number, square, kind, is_shared, by, lang, laid))
    return drawn


def floor(opened: int, seen: int) -> list[str]:
    return [parts.square(square, opened >> square & 1 == 1 or square == seen) for square in FLOOR]


def walls(closed: int) -> list[str]:
    return [
        *[parts.slot(slot, slot == closed) for slot in range(box.SLOTS)],
        *[parts.tower(tower) for tower in range(len(box.TOWERS))],
    ]


def tokens(
    seat: int, cheeses: int, finders: tuple[tuple[int, int], ...], lang: str, laid: Layout
) -> list[str]:
    """Draws a player's cheeses, won or not; ``finders`` are the mice that stand on one now."""
    found = dict(finders)
    won = [cheeses >> kind & 1 == 1 for kind in range(box.CHEESES)]
    finder = [found.get(kind, -1) if won[kind] else -1 for kind in range(box.CHEESES)]
    return [parts.token(seat, i, won[i], finder[i], lang, laid) for i in range(box.CHEESES)]


class Board(Scene):
    def __init__(self, view: Observation, options: DrawOptions) -> None:
        super().__init__(view, options)
        self.laid = layout(view.seats, options.wide)
        self.memory = options.memory
        self.winners = view.winners
        self.castle = self.s.castle
        self.tiles = as_bytes(self.s.tile)  # read once, for a record is slow to ask
        self.mice = identities.all_mice(view)
        self.lying, self.slot = identities.all_tiles(view)
        self.shown = identities.just_shown(view)
        self.last = identities.last_action(view)

    def draw(self) -> None:
        """Draws everything, unless ``before`` shows it already, but for the end button."""
        from_log = self.mice, self.lying, self.slot, self.shown, self.last, self.memory
        ended = self.actor, self.winners
        if not self.is_unchanged(
            self.view.tobytes(), from_log, ended, self.names, self.lang, self.laid
        ):
            self.castle_parts()
            self.band()
            for seat in range(self.view.seats):
                self.shelf(seat)
            self.all_mice()
            return
        theirs, own = (
            parts.end_button(ready, self.lang, self.laid)
            for ready in ("end-turn" not in self.highlights, "end-turn" in self.highlights)
        )
        if theirs in self.parts:
            self.parts = [own if part == theirs else part for part in self.parts]

    def castle_parts(self) -> None:
        s, castle, reuse = self.s, self.castle, self.reuse
        open_rooms = s.open_rooms
        hints = tuple([self.hints(room) for room in range(box.ROOMS)]) if self.memory else NO_HINTS
        self.parts.append(parts.ground())
        self.parts += reuse(rooms, castle, open_rooms)
        self.squares()
        self.parts += reuse(roofs, castle, open_rooms, hints)
        self.parts.append(parts.letters(castle))
        self.parts += reuse(walls, s.closed)
        self.parts.append(parts.last_mark(castle, self.last))

    def squares(self) -> None:
        """Draws the tiles, which keep their ids when pushed, and the squares."""
        opened = self.s.open_squares
        taken = {m.square for m in self.mice if m.square >= 0 and plan.SLIDING_SET >> m.square & 1}
        seen = self.shown  # also if its roof has come down on it at once
        self.parts += self.reuse(
            all_laid, self.lying, self.slot, self.tiles, taken, opened, seen, self.lang, self.laid
        )
        self.parts += self.reuse(floor, opened, seen)

    def hints(self, room: int) -> Hints:
        """Returns what is known of the squares under a roof."""
        here = self.castle * box.SQUARES
        return tuple(
            (square, self.tiles[square])
            for square in range(box.SQUARES)
            if plan.ROOM_OF[here + square] == room and self.tiles[square] < box.UNKNOWN
        )

    def band(self) -> None:
        """Draws the spare tile, the actions left, and the end of the turn."""
        s, lang, add = self.s, self.lang, self.parts.append
        laid = self.laid
        add(parts.spare(laid))
        add(parts.spare_words(self.tiles[box.SPARE], s.pushed == 1, lang, laid))
        if s.placing or self.actor == OVER:
            add(parts.actions_left(-1, lang, laid))
            add(parts.NOTHING)
        else:
            add(parts.actions_left(s.left, lang, laid))
            add(parts.end_button("end-turn" in self.highlights, lang, laid))

    def shelf(self, seat: int) -> None:
        """Draws a player's plate, cheeses won, and the mice outside and in the cellar."""
        s, add = self.s, self.parts.append
        cheeses = s.cheeses[seat]
        name = self.names[seat] + (" ★" if seat in self.winners else "")
        tally = f"{cheeses.bit_count()}/{s.goal}"
        add(parts.plate(seat, name, self.actor == seat, tally, self.laid))
        own = [mouse for mouse in self.mice if mouse.seat == seat and mouse.square >= 0]
        finders = tuple([(self.tiles[mouse.square], mouse.number) for mouse in own])
        self.parts += self.reuse(tokens, seat, cheeses, finders, self.lang, self.laid)
        add(parts.shelf(seat, s.outside[seat] > 0, s.fallen[seat] > 0, self.lang, self.laid))

    def all_mice(self) -> None:
        """Draws every mouse, always in the same order."""
        tiles, add = self.tiles, self.parts.append
        places: dict[tuple[int, int], int] = {}
        for seat, number, square in self.mice:
            nth, aside = 0, (0.0, 0.0)
            if square >= 0:
                if plan.SLIDING_SET >> square & 1 and tiles[square] < box.CHEESES:
                    aside = parts.BY_CHEESE
                elif square in pieces.lettered(self.castle):
                    aside = parts.BY_LETTER
            else:
                nth = places.get((seat, square), 0)
                places[seat, square] = nth + 1
            add(parts.mouse(seat, number, square, nth, aside, seat in self.winners, self.laid))

    # --- what can be clicked

    def mark_clickable(self) -> None:
        """Marks what can be clicked: a roof, tower, slot, the end; a mouse, then its target."""
        found: dict[str, list[int]] = {}
        own = [mouse for mouse in self.mice if mouse.seat == self.view.seat]
        homeless = [f"mouse-{m.seat}-{m.number}" for m in own if m.square == identities.OUTSIDE]
        on = {m.square: f"mouse-{m.seat}-{m.number}" for m in own if m.square >= 0}
        for a in self.view.legal():
            if a < ENTER:
                ids = [f"roof-{box.ROOM_LETTERS[a]}"]
            elif a < MOVE:
                ids = [f"tower-{box.square_name(box.TOWERS[a - ENTER])}", *homeless]
            elif a < PUSH:
                aim = box.square_name(plan.MOVE_TO[a - MOVE])
                ids = [f"square-{aim}", on[plan.MOVE_FROM[a - MOVE]]]
            elif a < END:
                ids = [f"slot-{a - PUSH}", "spare"]
            else:
                ids = ["end-turn"]
            for id in ids:
                found.setdefault(id, []).append(a)
        for id, actions in found.items():
            kind, a = id.split("-")[0], actions[0]
            tile = self.tiles[plan.MOVE_TO[a - MOVE] if kind == "square" else box.SPARE]
            self.highlights[id] = p.Highlight(actions, label(kind, a, tile, self.castle, self.lang))


@lru_cache(maxsize=4096)
def label(kind: str, a: int, tile: int, castle: int, lang: str) -> str:
    if kind == "roof":
        named = roof(castle, a)
    elif kind == "tower":
        named = say("Tower {square}", square=box.square_name(box.TOWERS[a - ENTER]))
    elif kind == "mouse" and a < MOVE:
        named = say("Mouse, outside")
    elif kind == "mouse":
        named = say("Mouse, {square}", square=box.square_name(plan.MOVE_FROM[a - MOVE]))
    elif kind == "square":
        square = plan.MOVE_TO[a - MOVE]
        lies = KIND_WORDS[tile] if plan.SLIDING_SET >> square & 1 else say("stone")
        named = say("{square}, {tile}", square=box.square_name(square), tile=lies)
    elif kind == "slot":
        named = say("Push {line}", line=LINES[a - PUSH])
    elif kind == "spare":
        named = say("Spare tile: {tile}", tile=KIND_WORDS[tile])
    else:
        named = parts.END_TURN
    return named.say(lang)


def draw(view: Observation, options: DrawOptions) -> p.Sheet:
    scene = Board(view, options)
    scene.mark_clickable()
    scene.draw()
    said = words.board_and_memory if options.memory else words.board
    return scene.finished(scene.laid.width, scene.laid.height, said, style=parts.STYLE)
