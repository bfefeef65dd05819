"""The board of Caty Mini: the middle, one's own nursery large with the hand, the others' small.

Pointing at an entrance, a tile or its furniture previews the thread that a run would lay and the
toys it would win.
"""

from collections.abc import Sequence

from matou import paper as p
from matou.core.observation import Observation
from matou.core.phrases import figures, in_points
from matou.core.scene import DrawOptions, Scene
from matou.games.catymini import components as box, position, state
from matou.games.catymini.draw import parts, room, run_targets
from matou.games.catymini.draw.placement import Layout, Middle, Spot, layout
from matou.games.catymini.geometry import TOUCHED
from matou.games.catymini.rules import score
from matou.games.catymini.say.messages import counting, say
from matou.games.catymini.say.words import describe, prompt
from matou.kit.layout import numbers

NOTHING = p.group("", "")
Numbers = tuple[int, ...]
NO_PILES, NO_TOKENS = (-1,) * box.COLOURS, (-1,) * box.TOYS
in_toys, in_pts = counting("{n} toy", "{n} toys"), counting("{n} pt", "{n} pts")

# The parts of the picture, each drawn from its arguments alone.


def middle(
    below: int,
    top: int,
    mark: bool,
    round: int,
    left: Numbers,
    heaps: Numbers,
    lang: str,
    at: Middle,
) -> list[str]:
    """Draws the middle tile, and how many are left of each pile and token (-1: not shown)."""
    return [
        parts.middle(below, top, mark, round, lang, *at.tile),
        *[parts.pile(colour, n, *at.piles[colour], at.pile_scale) for colour, n in enumerate(left)],
        *[
            parts.tokens(toy, heap, lang, *at.tokens[toy], at.token_scale, at.least)
            for toy, heap in enumerate(heaps)
        ],
    ]


def stretches(of: room.Nursery, path: Numbers, run: int) -> list[str]:
    """Draws the thread of ``run`` rounds, stretch by stretch."""
    drawn, oldest, out = [], len(room.FADE) - 1, path[0]
    for i in range(1, box.ROUNDS + 1):
        notch = path[i] if i <= run else state.ASLEEP
        if notch == state.ASLEEP:
            drawn.append(NOTHING)
            continue
        drawn.append(room.stretch(of, i, out, notch, min(run - i, oldest)))
        out = notch ^ 1
    return drawn


class Board(Scene):
    def __init__(self, view: Observation, options: DrawOptions) -> None:
        super().__init__(view, options)
        self.memory = options.memory
        self.phase = self.s.phase
        self.winners = view.winners
        # The toys whose tokens have all been won: nobody wins anything by them any more.
        self.heaps = tuple(numbers(self.s.heap))
        self.gone = tuple([toy for toy, heap in enumerate(self.heaps) if heap == 0])
        counted = score if self.memory else position.tokens_won
        won = [counted(self.s, seat) for seat in range(view.seats)]
        self.leaders = [i for i, n in enumerate(won) if n == max(won) > min(won)]
        self.first = self.s.round % self.s.seats  # who has the first-player marker

    def middle(self, at: Middle) -> None:
        """Draws the middle tile; the piles during the deal, afterwards the tokens."""
        s, phase = self.s, self.phase
        below = top = round = -1
        if phase != state.SHOWING:
            count = s.round + (1 if phase == state.RUNNING else 0)
            top = s.middle[count]
            below = s.middle[count - 1] if count > 0 else -1
        if phase >= state.PLAYING:
            round = min(s.round + 1, box.ROUNDS)
        left, heaps = NO_PILES, self.heaps
        if phase in (state.SHOWING, state.DEALING, state.DRAWING, state.TAKING):
            left = tuple([position.pile_left(s, colour) for colour in range(box.COLOURS)])
            heaps = NO_TOKENS
        mark = phase == state.RUNNING
        self.parts += self.reuse(middle, below, top, mark, round, left, heaps, self.lang, at)

    # --- a player's place

    def player(self, spot: Spot) -> None:
        self.bar(spot)
        if spot.large:
            self.nursery(spot)
            tiles = tuple(position.hand_tiles(self.s, spot.seat))
            self.parts.append(parts.hand(tiles, self.lang, *spot.hand))
        else:
            self.hidden_hand(spot)
            self.nursery(spot)

    def bar(self, spot: Spot) -> None:
        s, seat = self.s, spot.seat
        active = self.actor == seat or seat in self.winners
        first = self.phase != state.DONE and seat == self.first
        self.parts.append(parts.name_plate(seat, self.names[seat], active, first, spot.bar))
        shows = s.thread[seat], self.tally(seat, spot.large), self.leads(seat), *self.newest(seat)
        self.parts.append(parts.bar(seat, *shows, spot.large, self.lang, spot.bar))

    def leads(self, seat: int) -> str:
        """Says that a seat leads: by tokens, or by points with the memory aid."""
        if self.phase == state.DONE or seat not in self.leaders:
            return ""
        return self.text(say("Most points so far") if self.memory else say("Most toys so far"))

    def newest(self, seat: int) -> tuple[int, int]:
        """Returns the number of a seat's last run, and the toys that its thread ran over."""
        s, run = self.s, position.rounds_run(self.s, seat)
        path = s.path[seat]
        if run == 0 or path[run] == state.ASLEEP:
            return run, 0
        out = next(path[i] ^ (i > 0) for i in range(run - 1, -1, -1) if path[i] != state.ASLEEP)
        return run, TOUCHED[s.board[seat]][out][path[run]]

    def tally(self, seat: int, large: bool) -> str:
        """Counts a seat's face-down tokens; with the memory help or at the end, their points."""
        if self.phase == state.DONE:
            points = score(self.s, seat)
            return self.text(in_points(points) if large else in_pts(points))
        won = position.tokens_won(self.s, seat)
        if self.memory:
            return f"{won} ({score(self.s, seat)})"
        return self.text(in_toys(won)) if large else str(won)

    def hidden_hand(self, spot: Spot) -> None:
        seat = spot.seat
        if self.phase == state.DONE:
            tiles = tuple(position.hand_tiles(self.s, seat))
            self.parts.append(parts.shown_hand(seat, tiles, *spot.hand[:3]))
            return
        holds = enumerate(numbers(self.s.holds[seat]))
        colours = tuple([colour for colour, n in holds for _ in range(n)])
        self.parts.append(parts.hidden_hand(seat, colours, *spot.hand[:3]))

    def nursery(self, spot: Spot) -> None:
        """Draws the room, the thread, the cat, and the entrances to choose between."""
        s, phase, add = self.s, self.phase, self.parts.append
        of = room.nursery_at(spot.seat, s.board[spot.seat], spot.large, spot.frame)
        add(room.nursery(of, self.lang))
        add(room.gone(of, self.gone))
        if phase == state.SHOWING:
            add(NOTHING)
        else:
            add(room.target(of, s.middle[s.round + (phase == state.RUNNING)]))
        self.thread(of)
        if spot.large:
            for side in box.SIDES:
                add(self.entrance(of, f"entrance-{side}"))
            add(self.aims(of))

    def thread(self, of: room.Nursery) -> None:
        """Draws the thread, the toys it has just won, and the cat at its end."""
        s, add, seat = self.s, self.parts.append, of.seat
        started, run = position.has_started(s, seat), position.rounds_run(s, seat)
        path = tuple(numbers(s.path[seat]))
        self.parts += self.reuse(stretches, of, path, run)
        add(room.knot(of, path[0]) if started else NOTHING)
        add(room.rings(of, *self.newest(seat)))
        mood: p.Mood = "watching"
        if seat in self.winners:
            mood = "proud"
        elif run > 0 and path[run] == state.ASLEEP:
            mood = "asleep"
        elif self.phase == state.RUNNING and s.turn == seat:
            mood = "pouncing"
        add(room.the_cat(of, s.exit[seat], mood) if started else NOTHING)

    def entrance(self, of: room.Nursery, id: str) -> str:
        """Draws a notch that can be chosen, with a preview of the run."""
        if id not in self.highlights:
            return run_targets.closed(id, of)
        a = self.highlights[id].actions[0]
        if a >= state.START:
            return run_targets.start(id, of, a - state.START)
        run = self.run(of.seat, a - state.ENTER)
        return run_targets.run(id, of, self.s.exit[of.seat], run)

    def run(self, seat: int, notch: int) -> run_targets.Run:
        s, cost = self.s, position.would_cost(self.s, seat, notch)
        won, shown = tuple(position.would_win(s, seat, notch)), self.text(figures(cost))
        return run_targets.Run(notch, won, shown, cost <= s.thread[seat])

    def aims(self, of: room.Nursery) -> str:
        """Draws the furniture whose tiles can be played; the player of a tile runs first."""
        runs = tuple(
            (self.run(of.seat, 2 * tile), self.run(of.seat, 2 * tile + 1))
            for tile, name in enumerate(box.FURNITURE)
            if f"aim-{name}" in self.highlights
        )
        return run_targets.aims(of, self.s.exit[of.seat], runs)

    def marker(self, placed: Sequence[Spot]) -> None:
        """Draws the first-player marker, which moves from plate to plate."""
        if self.phase == state.DONE:
            self.parts.append(NOTHING)
            return
        spot = next(spot for spot in placed if spot.seat == self.first)
        self.parts.append(parts.marker(spot.bar))

    # --- what can be clicked

    def mark_clickable(self) -> None:
        """Marks what can be clicked; every action is one click."""
        for a in self.view.legal():
            label = self.text(describe(self.s, a))
            if a < state.ENTER:
                for thing in ("tile", "aim"):
                    id = f"{thing}-{box.FURNITURE[a - state.PLAY]}"
                    self.highlights[id] = p.Highlight([a], label, "touch")
                continue
            if a < state.TAKE:
                id = f"entrance-{box.SIDES[(a - state.ENTER) % 2]}"
            elif a < state.SLEEP:
                id = f"pile-{box.COLOUR_NAMES[a - state.TAKE]}"
            else:
                id = f"cat-{self.view.seat}"
            self.highlights[id] = p.Highlight([a], label)


def draw(view: Observation, options: DrawOptions) -> p.Sheet:
    laid: Layout = layout(view.seats, view.seat, options.wide)
    scene = Board(view, options)
    scene.mark_clickable()
    scene.middle(laid.middle)
    for spot in laid.spots:
        scene.player(spot)
    scene.marker(laid.spots)
    return scene.finished(laid.width, laid.height, prompt, style=run_targets.STYLE)
