"""The board of Chop! Chop!: the kitchen from above, dice and cheeses, who plays."""

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_

from matou import paper as p
from matou.core.observation import Observation
from matou.core.scene import DrawOptions, Scene
from matou.games.chopchop import components as box, state
from matou.games.chopchop.draw import parts
from matou.games.chopchop.draw.placement import Layout, layout
from matou.games.chopchop.rules import ALL_CAUGHT, CATCH, HOME_SAFE, PUT, TAKE
from matou.games.chopchop.say import words
from matou.games.chopchop.say.messages import say
from matou.games.chopchop.say.names import THE_CAT, cat_on, mouse_on, onto
from matou.games.chopchop.walks import barred, cat_walk, prey
from matou.kit.layout import as_bytes, numbers

QUIET_SHOWN = 100  # from here on the count towards a draw is shown (CC19)

# Places as they are drawn: the floor and the holes, then over them the table, its top and what
# is seen of the tunnel.
TOPS = tuple(place for place, name in enumerate(box.NAMES) if name[0] == "T")
UNDER = tuple(place for place, name in enumerate(box.NAMES) if name in box.TUNNEL)
WALLED = tuple(place for place, name in enumerate(box.NAMES) if name in box.HOLES)
FLOOR = tuple(place for place in range(box.PLACES) if place not in (*TOPS, *UNDER, *WALLED))
TOGETHER = 8  # places that are drawn together: a move changes few of them


def in_groups(places: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
    """Splits places into small groups, each also as a set."""
    groups = [places[i : i + TOGETHER] for i in range(0, len(places), TOGETHER)]
    return [(group, reduce(or_, (box.SET[place] for place in group))) for group in groups]


BELOW, ABOVE = in_groups(FLOOR + WALLED), in_groups(TOPS + UNDER)


@lru_cache(maxsize=1024)
def reached(cat: int, cheese: int, hunted: int, barred: int) -> tuple[int, ...]:
    """Returns the places that some roll of the cat's die can take it to."""
    start, ends = box.SET[cat], 0
    free = box.CAT_WORLD & ~start & ~cheese & ~hunted
    for face, weight in enumerate(box.DICE[box.CAT]):
        if weight:
            ends |= cat_walk(start, face + 1, free, hunted) & ~barred
    return tuple(place for place in FLOOR + TOPS if ends & box.SET[place])


# The parts of the picture, each drawn from its arguments alone.


Side = tuple[int, bool, bool]  # what its die shows, is it its turn, does it roll twice?


def dice(mice: Side, cat: Side, laid: Layout) -> list[str]:
    drawn = []
    for side, (value, active, twice) in ((box.MOUSE, mice), (box.CAT, cat)):
        drawn += [parts.die(side, value, active, laid), parts.doubled(side, twice, laid)]
    return drawn


def stock(
    tiles: tuple[int, ...], won: int, unseen: bytes, quiet: int, lang: str, laid: Layout
) -> list[str]:
    """Draws the tiles turned since the roll, the cheeses won, and what is still hidden."""
    before = sum(box.COUNTS) - sum(unseen) - len(tiles)
    return [
        parts.turned(tiles[-3:], before + max(0, len(tiles) - 3), laid),
        parts.cheeses(won, laid),
        parts.hidden(sum(unseen), quiet, lang, laid),
        *[parts.legend(kind, n, laid) for kind, n in enumerate(unseen)],
    ]


def lying(place: int, covered: int, cheese: int) -> int:
    """Returns what lies on a place; ``covered`` and ``cheese`` are sets."""
    if covered & box.SET[place]:
        return parts.COVERED
    return parts.WITH_CHEESE if cheese & box.SET[place] else parts.BARE


def squares(
    places: tuple[int, ...], covered: int, cheese: int, last: tuple[int, ...], laid: Layout
) -> list[str]:
    """Draws places; ``covered`` and ``cheese`` are sets, ``last`` the places of the last move."""
    return [
        parts.square(place, lying(place, covered, cheese), place in last, laid) for place in places
    ]


def mice(places: tuple[int, ...], mood: p.Mood, laid: Layout) -> list[str]:
    return [
        parts.mouse(i, place, "fallen" if place == state.CAUGHT else mood, laid)
        for i, place in enumerate(places)
    ]


def plates(
    names: Sequence[str], winners: Sequence[int], actor: int, lang: str, laid: Layout
) -> list[str]:
    return [
        parts.plate(seat, f"★ {name}" if seat in winners else name, actor == seat, lang, laid)
        for seat, name in enumerate(names)
    ]


class Board(Scene):
    def __init__(self, view: Observation, options: DrawOptions) -> None:
        super().__init__(view, options)
        self.laid = layout(view.seats, options.wide)
        self.mice = tuple(numbers(self.s.mouse))
        self.last = self.last_move()
        self.thrown, self.tiles = words.since_the_die(view)
        self.passed = words.passed(view)

    def draw(self) -> None:
        """Draws everything, unless ``before`` shows the same to another seat."""
        from_log = self.last, self.thrown, self.tiles, self.passed
        ended = self.actor, self.view.winners
        if not self.is_unchanged(
            self.view.tobytes(), from_log, ended, self.names, self.lang, self.laid
        ):
            self.header()
            self.kitchen()
            shown = self.names, self.view.winners, self.actor
            self.parts += self.reuse(plates, *shown, self.lang, self.laid)

    def last_move(self) -> tuple[int, ...]:
        """Returns the places of the last move."""
        for seen in self.view.backwards():
            if 0 <= seen.action < PUT:
                return divmod(seen.action % CATCH, box.PLACES)
        return ()

    # --- the parts

    def header(self) -> None:
        """Draws the shelf: dice, the tiles just turned, cheeses won, what is still hidden."""
        s, laid = self.s, self.laid
        self.parts.append(parts.shelf(laid))
        phase, rolls = s.phase, s.rolls
        sides = []
        for side in (box.MOUSE, box.CAT):
            active = s.side == side and phase not in (state.PLACING, state.FINISHED)
            value = self.passed[1] if side == self.passed[0] else 0
            if active and phase != state.ROLLING:
                value = s.steps if phase == state.WALKING else self.thrown
            sides.append((value, active, active and rolls == 2))
        self.parts += self.reuse(dice, *sides, laid)
        unseen = as_bytes(s.unseen)
        quiet = s.quiet if s.quiet >= QUIET_SHOWN else 0
        self.parts += self.reuse(stock, tuple(self.tiles), s.won, unseen, quiet, self.lang, laid)

    def kitchen(self) -> None:
        s, laid = self.s, self.laid
        self.parts.append(parts.ground(laid))
        self.squares(BELOW)
        self.parts.append(parts.table(laid))
        self.squares(ABOVE)
        self.parts.append(parts.reach(self.reach(), laid))
        self.parts.append(self.cat())
        home = s.phase == state.FINISHED and s.ending == HOME_SAFE
        self.parts += self.reuse(mice, self.mice, "proud" if home else "watching", laid)

    def squares(self, groups: Sequence[tuple[tuple[int, ...], int]]) -> None:
        covered, cheese = self.s.down | self.s.plates, self.s.cheese
        reuse, laid = self.reuse, self.laid
        for places, here in groups:
            moved = tuple([place for place in self.last if place in places])
            self.parts += reuse(squares, places, covered & here, cheese & here, moved, laid)

    def reach(self) -> tuple[int, ...]:
        """Returns where the cat could end by one roll of its die (CC4 to CC6, CC9)."""
        s = self.s
        if s.cat == state.NOWHERE or s.phase == state.FINISHED:
            return ()
        return reached(s.cat, s.cheese, prey(s), barred(s))

    def cat(self) -> str:
        s = self.s
        mood: p.Mood = "watching"
        if s.phase == state.FINISHED:
            mood = {ALL_CAUGHT: "proud", HOME_SAFE: "fallen"}.get(s.ending, "asleep")  # type: ignore[assignment]
        elif s.side == box.MOUSE and s.rolls == 2:
            mood = "dizzy"
        elif s.side == box.CAT:
            mood = "pouncing"
        on_cheese = s.cat != state.NOWHERE and s.cheese & box.SET[s.cat] & ~box.TABLE_SET != 0
        return parts.cat(s.cat, mood, on_cheese, self.laid)

    # --- what can be clicked

    def mark_clickable(self) -> None:
        """Marks what can be clicked: a piece, then the place it goes to."""
        legal = self.view.legal()
        away: dict[int, list[int]] = {}  # by the place of the piece that acts
        aims: dict[int, list[int]] = {}
        for a in legal:
            if a < PUT:
                start, end = divmod(a % CATCH, box.PLACES)
                away.setdefault(start, []).append(a)
            else:
                end = a - (PUT if a < TAKE else TAKE)
            aims.setdefault(end, []).append(a)
        for place, actions in aims.items():
            found = p.Highlight(actions, self.label(place, actions))
            self.highlights[f"square-{box.NAMES[place]}"] = found
        at = self.s.cat
        if actions := legal if at == state.NOWHERE else away.get(at, []):
            label = THE_CAT if at == state.NOWHERE else cat_on(self.s)
            self.highlights["cat"] = p.Highlight(actions, self.text(label))
        for i, place in enumerate(self.mice):
            if place != state.CAUGHT and (actions := away.get(place) or aims.get(place, [])):
                label = mouse_on(self.s, i, place)
                self.highlights[f"mouse-{i + 1}"] = p.Highlight(actions, self.text(label))

    def label(self, place: int, actions: list[int]) -> str:
        if any(a >= TAKE for a in actions):
            return self.text(say("the cheese on {square}", square=box.NAMES[place]))
        here = box.SET[place]
        return self.text(onto(place, self.s.down & here != 0, self.s.cheese & here != 0))


def draw(view: Observation, options: DrawOptions) -> p.Sheet:
    scene = Board(view, options)
    scene.mark_clickable()
    scene.draw()
    laid, paper = scene.laid, "var(--paper)"
    return scene.finished(laid.width, laid.height, background=paper, style=parts.STYLE)
