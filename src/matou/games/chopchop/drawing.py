"""The picture of Chop! Chop!: the kitchen from above, dice and cheeses, who plays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING

from matou import paper as p
from matou.games.chopchop import elements, words
from matou.games.chopchop.components import (
    CAT,
    CAT_WORLD,
    COUNTS,
    DICE,
    HOLES,
    MOUSE,
    NAMES,
    PLACES,
    SET,
    TABLE_SET,
    TUNNEL,
)
from matou.games.chopchop.elements import BARE, COVERED, WITH_CHEESE
from matou.games.chopchop.names import on, onto
from matou.games.chopchop.placement import Layout, layout
from matou.games.chopchop.rules import ALL_CAUGHT, CATCH, HOME_SAFE, PUT, TAKE
from matou.games.chopchop.state import (
    CAUGHT,
    FINISHED,
    NOWHERE,
    PLACING,
    ROLLING,
    WALKING,
    State,
)
from matou.games.chopchop.walks import barred, cat_walk, prey
from matou.kit.layout import as_bytes, numbers

if TYPE_CHECKING:
    from matou.core.state import Observation
from matou.core.words import called

QUIET_TOLD = 100  # from here on the count towards a draw is shown (CC19)

# Places as they are drawn: the floor and the holes, then over them the table, its top and what
# is seen of the tunnel.
TOPS = tuple(place for place, name in enumerate(NAMES) if name[0] == "T")
UNDER = tuple(place for place, name in enumerate(NAMES) if name in TUNNEL)
WALLED = tuple(place for place, name in enumerate(NAMES) if name in HOLES)
FLOOR = tuple(place for place in range(PLACES) if place not in (*TOPS, *UNDER, *WALLED))
TOGETHER = 8  # places that are drawn together: a move changes few of them


def in_groups(places: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
    """Places by a few at a time, and each few as a set."""
    groups = [places[i : i + TOGETHER] for i in range(0, len(places), TOGETHER)]
    return [(group, reduce(or_, (SET[place] for place in group))) for group in groups]


BELOW, ABOVE = in_groups(FLOOR + WALLED), in_groups(TOPS + UNDER)


@lru_cache(maxsize=1024)
def reached(cat: int, cheese: int, hunted: int, barred: int) -> tuple[int, ...]:
    """The places that some throw of the cat's die can take it to."""
    start, ends = SET[cat], 0
    free = CAT_WORLD & ~start & ~cheese & ~hunted
    for face, weight in enumerate(DICE[CAT]):
        if weight:
            ends |= cat_walk(start, face + 1, free, hunted) & ~barred
    return tuple(place for place in FLOOR + TOPS if ends & SET[place])


# The corners of the picture, each drawn for what it shows.


Side = tuple[int, bool, bool]  # what its die shows, is it its turn, does it roll twice?


def dice(mice: Side, cat: Side, laid: Layout) -> list[str]:
    drawn = []
    for side, (value, active, twice) in ((MOUSE, mice), (CAT, cat)):
        drawn.append(elements.die(side, value, active, laid))
        drawn.append(elements.doubled(side, twice, laid))
    return drawn


def stock(
    tiles: tuple[int, ...], won: int, unseen: bytes, quiet: int, lang: str, laid: Layout
) -> list[str]:
    """The tiles turned since the die, the cheeses won, and what is still hidden."""
    before = sum(COUNTS) - sum(unseen) - len(tiles)
    return [
        elements.turned(tiles[-3:], before + max(0, len(tiles) - 3), laid),
        elements.cheeses(won, laid),
        elements.hidden(sum(unseen), quiet, lang, laid),
        *[elements.legend(kind, n, laid) for kind, n in enumerate(unseen)],
    ]


def squares(
    places: tuple[int, ...], covered: int, cheese: int, last: tuple[int, ...], laid: Layout
) -> list[str]:
    """Some places, with sets of those that have a tile or a cheese, and those of the last move."""
    drawn = []
    for place in places:
        here = SET[place]
        holds = COVERED if covered & here else WITH_CHEESE if cheese & here else BARE
        drawn.append(elements.square(place, holds, place in last, laid))
    return drawn


def mice(places: tuple[int, ...], mood: p.Mood, laid: Layout) -> list[str]:
    return [
        elements.mouse(i, place, "fallen" if place == CAUGHT else mood, laid)
        for i, place in enumerate(places)
    ]


def plates(
    names: tuple[str, ...], winners: tuple[int, ...], actor: int, lang: str, laid: Layout
) -> list[str]:
    return [
        elements.plate(seat, f"★ {name}" if seat in winners else name, actor == seat, lang, laid)
        for seat, name in enumerate(names)
    ]


class Scene(p.Scene):
    """One drawing in the making."""

    def __init__(
        self,
        view: Observation,
        lang: str,
        names: Sequence[str],
        wide: bool,
        before: p.Sheet | None,
    ) -> None:
        super().__init__(lang, before)
        self.view = view
        self.laid = layout(view.seats, wide)
        self.s: State = view.s
        self.actor = view.actor
        self.names = called(names, view.seats, lang)
        self.mice = tuple(numbers(self.s.mouse))
        self.last = self.last_move()
        self.thrown, self.tiles = words.since_the_die(view)
        self.passed = words.passed(view)

    def draw(self) -> None:
        """All of it, unless another seat was shown the same just now."""
        told = self.last, self.thrown, self.tiles, self.passed
        ended = self.actor, self.view.winners
        if not self.is_again(self.view.tobytes(), told, ended, self.names, self.lang, self.laid):
            self.header()
            self.kitchen()
            self.players()

    def last_move(self) -> tuple[int, ...]:
        """The places of the last move, none before the first."""
        for seen in self.view.backwards():
            if 0 <= seen.action < PUT:
                return divmod(seen.action % CATCH, PLACES)
        return ()

    # --- the parts

    def header(self) -> None:
        """The shelf: dice, the tiles just turned, cheeses won, what is still hidden."""
        s, laid = self.s, self.laid
        self.parts.append(elements.shelf(laid))
        phase, rolls = s.phase, s.rolls
        sides = []
        for side in (MOUSE, CAT):
            active = s.side == side and phase not in (PLACING, FINISHED)
            value = self.passed[1] if side == self.passed[0] else 0
            if active and phase != ROLLING:
                value = s.steps if phase == WALKING else self.thrown
            sides.append((value, active, active and rolls == 2))
        self.parts += self.keep(dice, *sides, laid)
        unseen = as_bytes(s.unseen)
        quiet = s.quiet if s.quiet >= QUIET_TOLD else 0
        self.parts += self.keep(stock, tuple(self.tiles), s.won, unseen, quiet, self.lang, laid)

    def kitchen(self) -> None:
        s, laid = self.s, self.laid
        self.parts.append(elements.ground(laid))
        self.squares(BELOW)
        self.parts.append(elements.table(laid))
        self.squares(ABOVE)
        self.parts.append(elements.reach(self.reach(), laid))
        self.parts.append(self.cat())
        home = s.phase == FINISHED and s.ending == HOME_SAFE
        self.parts += self.keep(mice, self.mice, "proud" if home else "watching", laid)

    def squares(self, groups: Sequence[tuple[tuple[int, ...], int]]) -> None:
        covered, cheese = self.s.down | self.s.plates, self.s.cheese
        keep, laid = self.keep, self.laid
        for places, here in groups:
            moved = tuple([place for place in self.last if place in places])
            self.parts += keep(squares, places, covered & here, cheese & here, moved, laid)

    def reach(self) -> tuple[int, ...]:
        """Where the cat could end by one throw of its die, as things stand (CC4 to CC6, CC9)."""
        s = self.s
        if s.cat == NOWHERE or s.phase == FINISHED:
            return ()
        return reached(s.cat, s.cheese, prey(s), barred(s))

    def cat(self) -> str:
        s = self.s
        mood: p.Mood = "watching"
        if s.phase == FINISHED:
            mood = {ALL_CAUGHT: "proud", HOME_SAFE: "fallen"}.get(s.ending, "asleep")  # type: ignore[assignment]
        elif s.side == MOUSE and s.rolls == 2:
            mood = "dizzy"
        elif s.side == CAT:
            mood = "pouncing"
        on_cheese = s.cat != NOWHERE and s.cheese & SET[s.cat] & ~TABLE_SET != 0
        return elements.cat(s.cat, mood, on_cheese, self.laid)

    def players(self) -> None:
        names, winners = tuple(self.names), tuple(self.view.winners)
        self.parts += self.keep(plates, names, winners, self.actor, self.lang, self.laid)

    # --- what one may do

    def warm(self) -> None:
        """A piece, then the place it goes to; or either alone where that says it all."""
        legal = self.view.legal()
        away: dict[int, list[int]] = {}  # by the place of the piece that acts
        aims: dict[int, list[int]] = {}
        for a in legal:
            if a < PUT:
                start, end = divmod(a % CATCH, PLACES)
                away.setdefault(start, []).append(a)
            else:
                end = a - (PUT if a < TAKE else TAKE)
            aims.setdefault(end, []).append(a)
        for place, actions in aims.items():
            self.heat[f"square-{NAMES[place]}"] = p.Heat(actions, self.told(place, actions))
        at = self.s.cat
        if actions := legal if at == NOWHERE else away.get(at, []):
            label = self.say("the cat", "le chat")
            if at != NOWHERE:
                label += f" {on(self.s, at).say(self.lang)}"
            self.heat["cat"] = p.Heat(actions, label)
        for i, place in enumerate(self.mice):
            if place != CAUGHT and (actions := away.get(place) or aims.get(place, [])):
                where = on(self.s, place).say(self.lang)
                label = self.say(f"mouse {i + 1} {where}", f"souris {i + 1} {where}")
                self.heat[f"mouse-{i + 1}"] = p.Heat(actions, label)

    def told(self, place: int, actions: list[int]) -> str:
        """A place as an aim, and what lies there: 'to a4, a tile'."""
        name, here = NAMES[place], SET[place]
        if any(a >= TAKE for a in actions):
            return self.say(f"the cheese on {name}", f"le fromage en {name}")
        label = onto(place).say(self.lang)
        if name[0] == "T":  # what lies under the table is not on it
            return label
        if self.s.down & here:
            label += self.say(", a tile", ", une tuile")
        elif self.s.cheese & here:
            label += self.say(", a cheese", ", un fromage")
        return label


def draw(
    view: Observation,
    *,
    lang: str,
    memory: bool,
    names: Sequence[str],
    wide: bool,
    before: p.Sheet | None = None,
) -> p.Sheet:
    scene = Scene(view, lang, names, wide, before)
    scene.warm()
    scene.draw()
    return scene.sheet(
        scene.laid.width,
        scene.laid.height,
        title=words.TITLE.say(lang),
        desc=lambda: words.board(view).say(lang, names),
        background="var(--paper)",
        style=elements.STYLE,
    )
