"""The picture of Caty Mini, drawn from an observation alone.

The middle of the table, one's own nursery large with the hand by it, the others' small.
Pointing at an entrance, a tile or its furniture shows the thread that a run there would lay
and the toys it would win.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matou import paper as p
from matou.core.words import called, count, figures
from matou.games.catymini import doorway, elements, room
from matou.games.catymini.components import (
    COLOUR_NAMES,
    COLOURS,
    FURNITURE,
    ROUNDS,
    SIDES,
    TOYS,
)
from matou.games.catymini.geometry import TOUCHED
from matou.games.catymini.look import (
    hand_tiles,
    has_started,
    pile_left,
    rounds_run,
    tokens_won,
    would_cost,
    would_win,
)
from matou.games.catymini.placement import Layout, Middle, Spot, layout
from matou.games.catymini.rules import score
from matou.games.catymini.state import (
    ASLEEP,
    DONE,
    DRAWING,
    ENTER,
    PLAY,
    PLAYING,
    RUNNING,
    SHOWING,
    SLEEP,
    START,
    TAKE,
    TAKING,
    State,
)
from matou.games.catymini.words import TITLE, describe, prompt
from matou.kit.layout import numbers
from matou.paper import Heat, Mood, Sheet, group

if TYPE_CHECKING:
    from matou.core.state import Observation

NOTHING = group("", "")
Numbers = tuple[int, ...]
NO_PILES, NO_TOKENS = (-1,) * COLOURS, (-1,) * TOYS


# The corners of the picture, each drawn for what it shows.


def middle(
    below: int,
    top: int,
    mark: bool,
    told: int,
    left: Numbers,
    heaps: Numbers,
    lang: str,
    at: Middle,
) -> list[str]:
    """The tile in the middle, and how many there are of each pile and token (-1: not shown)."""
    return [
        elements.middle(below, top, mark, told, lang, *at.tile),
        *[
            elements.pile(colour, n, *at.piles[colour], at.pile_scale)
            for colour, n in enumerate(left)
        ],
        *[
            elements.tokens(toy, heap, lang, *at.tokens[toy], at.token_scale, at.least)
            for toy, heap in enumerate(heaps)
        ],
    ]


def stretches(seat: int, board: int, path: Numbers, run: int, large: bool, frame: str) -> list[str]:
    """The thread of so many rounds, stretch by stretch."""
    drawn, oldest, out = [], len(room.FADE) - 1, path[0]
    for i in range(1, ROUNDS + 1):
        notch = path[i] if i <= run else ASLEEP
        if notch == ASLEEP:
            drawn.append(NOTHING)
            continue
        age = min(run - i, oldest)
        drawn.append(room.stretch(seat, i, board, out, notch, age, large, frame))
        out = notch ^ 1
    return drawn


class Scene(p.Scene):
    """One drawing in the making."""

    def __init__(
        self,
        view: Observation,
        lang: str,
        memory: bool,
        names: Sequence[str],
        before: Sheet | None,
    ) -> None:
        super().__init__(lang, before)
        self.view = view
        self.s: State = view.s
        self.memory = memory
        self.names = names
        self.actor = view.actor
        self.phase = self.s.phase
        self.winners = view.winners
        # The toys whose tokens have all been won: nobody wins anything by them any more.
        self.heaps = tuple(numbers(self.s.heap))
        self.gone = tuple([toy for toy, heap in enumerate(self.heaps) if heap == 0])
        self.first = self.s.round % self.s.seats  # who has the first-player marker

    def middle(self, at: Middle) -> None:
        """The tile in the middle; the piles while tiles are dealt, afterwards the tokens."""
        s, phase = self.s, self.phase
        below = top = told = -1
        if phase != SHOWING:
            count = s.round + (1 if phase == RUNNING else 0)
            top = s.middle[count]
            below = s.middle[count - 1] if count > 0 else -1
        if phase >= PLAYING:
            told = min(s.round + 1, ROUNDS)
        left, heaps = NO_PILES, self.heaps
        if phase == TAKING or SHOWING <= phase <= DRAWING:  # tiles are being dealt
            left, heaps = tuple([pile_left(s, colour) for colour in range(COLOURS)]), NO_TOKENS
        mark = phase == RUNNING
        self.parts += self.keep(middle, below, top, mark, told, left, heaps, self.lang, at)

    # --- a player's place

    def player(self, spot: Spot) -> None:
        self.bar(spot)
        if spot.large:
            self.nursery(spot)
            tiles = tuple(hand_tiles(self.s, spot.seat))
            self.parts.append(elements.hand(tiles, self.lang, *spot.hand))
        else:
            self.hidden_hand(spot)
            self.nursery(spot)

    def bar(self, spot: Spot) -> None:
        """Name, spool and tokens."""
        s, seat, names = self.s, spot.seat, self.names
        name = called(names, self.view.seats, self.lang)[seat]
        active = self.actor == seat or seat in self.winners
        first = self.phase != DONE and seat == self.first
        self.parts.append(elements.name_plate(seat, name, active, first, *spot.bar))
        told = self.tally(seat, spot.large)
        nth, toys = self.newest(seat)
        thread, large = s.thread[seat], spot.large
        self.parts.append(elements.bar(seat, thread, told, nth, toys, large, self.lang, *spot.bar))

    def newest(self, seat: int) -> tuple[int, int]:
        """The number of a seat's last run, and the toys that its thread ran over."""
        s, run = self.s, rounds_run(self.s, seat)
        path = s.path[seat]
        if run == 0 or path[run] == ASLEEP:
            return run, 0
        out = next(path[i] ^ (i > 0) for i in range(run - 1, -1, -1) if path[i] != ASLEEP)
        return run, TOUCHED[s.board[seat]][out][path[run]]

    def tally(self, seat: int, large: bool) -> str:
        """What face-down tokens are to the table: a count; their sum with memory, or once over."""
        if self.phase == DONE:
            return f"{score(self.s, seat)} {'points' if large else 'pts'}"
        won = tokens_won(self.s, seat)
        if self.memory:
            return f"{won} ({score(self.s, seat)})"
        return count(won, "toy", "jouet").say(self.lang) if large else str(won)

    def hidden_hand(self, spot: Spot) -> None:
        seat = spot.seat
        if self.phase == DONE:
            tiles = tuple(hand_tiles(self.s, seat))
            self.parts.append(elements.shown_hand(seat, tiles, *spot.hand[:3]))
            return
        holds = self.s.holds[seat]
        colours: tuple[int, ...] = ()
        for colour in range(COLOURS):
            colours += (colour,) * holds[colour]
        self.parts.append(elements.hidden_hand(seat, colours, *spot.hand[:3]))

    def nursery(self, spot: Spot) -> None:
        """The room, the thread, the cat, and the entrances one may choose between."""
        s, phase, add = self.s, self.phase, self.parts.append
        seat, large, frame = spot.seat, spot.large, spot.frame
        board = s.board[seat]
        add(room.nursery(seat, board, self.lang if large else "", large, frame))
        add(room.gone(board, self.gone, frame))
        if phase == SHOWING:
            add(NOTHING)
        else:
            add(room.target(seat, board, s.middle[s.round + (phase == RUNNING)], frame))
        self.thread(spot, board)
        if large:
            for side in SIDES:
                add(self.entrance(spot, board, side))
            add(self.aims(spot, board))

    def thread(self, spot: Spot, board: int) -> None:
        """The thread, stretch by stretch; the toys it has just won; and the cat at its end."""
        s, add = self.s, self.parts.append
        seat, large, frame = spot.seat, spot.large, spot.frame
        started, run = has_started(s, seat), rounds_run(s, seat)
        path = tuple(numbers(s.path[seat]))
        self.parts += self.keep(stretches, seat, board, path, run, large, frame)
        add(room.knot(seat, board, path[0], frame) if started else NOTHING)
        nth, toys = self.newest(seat)
        add(room.rings(seat, nth, board, toys, frame))
        slept = run > 0 and path[run] == ASLEEP
        add(self.cat(spot, board, slept) if started else NOTHING)

    def cat(self, spot: Spot, board: int, slept: bool) -> str:
        seat = spot.seat
        mood: Mood = "watching"
        if seat in self.winners:
            mood = "proud"
        elif slept:
            mood = "asleep"
        elif self.phase == RUNNING and self.s.turn == seat:
            mood = "pouncing"
        return room.the_cat(seat, board, self.s.exit[seat], mood, spot.large, spot.frame)

    def entrance(self, spot: Spot, board: int, side: str) -> str:
        """A notch one may choose, with what would come of it."""
        s, seat = self.s, spot.seat
        id = f"entrance-{side}"
        if id not in self.heat:
            return doorway.closed(id, spot.frame)
        a = self.heat[id].actions[0]
        if a >= START:
            return doorway.start(id, seat, board, a - START, spot.frame)
        return doorway.run(id, seat, board, s.exit[seat], self.run(seat, a - ENTER), spot.frame)

    def run(self, seat: int, notch: int) -> doorway.Run:
        s, cost = self.s, would_cost(self.s, seat, notch)
        won, told = tuple(would_win(s, seat, notch)), figures(cost).say(self.lang)
        return doorway.Run(notch, won, told, cost <= s.thread[seat])

    def aims(self, spot: Spot, board: int) -> str:
        """The furniture whose tiles one may play now; who plays the tile is the first to run."""
        seat = spot.seat
        tiles = [tile for tile, name in enumerate(FURNITURE) if f"aim-{name}" in self.heat]
        runs = tuple((self.run(seat, 2 * tile), self.run(seat, 2 * tile + 1)) for tile in tiles)
        return doorway.aims(seat, board, self.s.exit[seat], runs, spot.frame)

    def marker(self, placed: Sequence[Spot]) -> None:
        """The first-player marker, which goes from plate to plate."""
        if self.phase == DONE:
            self.parts.append(NOTHING)
            return
        spot = next(spot for spot in placed if spot.seat == self.first)
        self.parts.append(elements.marker(*spot.bar))

    # --- what one may do

    def warm(self) -> None:
        """Every action is one click: a tile, an entrance, a pile, or the cat that must sleep."""
        for a in self.view.legal():
            told = describe(self.s, a).say(self.lang)
            if a < ENTER:
                for id in (f"tile-{FURNITURE[a - PLAY]}", f"aim-{FURNITURE[a - PLAY]}"):
                    self.heat[id] = Heat([a], told, "touch")
                continue
            if a < TAKE:
                id = f"entrance-{SIDES[(a - ENTER) % 2]}"
            elif a < SLEEP:
                id = f"pile-{COLOUR_NAMES[a - TAKE]}"
            else:
                id = f"cat-{self.view.seat}"
            self.heat[id] = Heat([a], told)


def draw(
    view: Observation,
    *,
    lang: str,
    memory: bool,
    names: Sequence[str],
    wide: bool,
    before: Sheet | None = None,
) -> Sheet:
    laid: Layout = layout(view.seats, view.seat, wide)
    scene = Scene(view, lang, memory, names, before)
    scene.warm()
    scene.middle(laid.middle)
    for spot in laid.spots:
        scene.player(spot)
    scene.marker(laid.spots)
    return scene.sheet(
        laid.width,
        laid.height,
        title=TITLE.say(lang),
        desc=lambda: prompt(view).say(lang, names),
        style=doorway.STYLE,
    )
