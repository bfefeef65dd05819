"""The picture of Chop! Chop!: the kitchen from above, dice and cheeses, who plays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from matou import paper as p
from matou.games.chopchop import elements, words
from matou.games.chopchop.components import (
    CAT,
    CAT_WORLD,
    COUNTS,
    DICE,
    HOLES,
    MICE,
    MOUSE,
    NAMES,
    PLACES,
    SET,
    TABLE_SET,
    TUNNEL,
)
from matou.games.chopchop.elements import BARE, COVERED, WITH_CHEESE
from matou.games.chopchop.names import on, onto
from matou.games.chopchop.placement import layout
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
from matou.kit.layout import as_bytes
from matou.kit.linking import OVER

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


@lru_cache(maxsize=1024)
def reached(cat: int, cheese: int, hunted: int, barred: int) -> tuple[int, ...]:
    """The places that some throw of the cat's die can take it to."""
    start, ends = SET[cat], 0
    free = CAT_WORLD & ~start & ~cheese & ~hunted
    for face, weight in enumerate(DICE[CAT]):
        if weight:
            ends |= cat_walk(start, face + 1, free, hunted) & ~barred
    return tuple(place for place in FLOOR + TOPS if ends & SET[place])


class Scene:
    """One drawing in the making: its parts, always in the same order, and what one may do."""

    def __init__(self, view: Observation, lang: str, names: Sequence[str], wide: bool) -> None:
        self.view = view
        self.laid = layout(view.seats, wide)
        self.s: State = view.s
        self.lang = lang
        self.actor = view.actor
        self.names = called(names, view.seats, lang)
        self.mice = [self.s.mouse[i] for i in range(MICE)]
        self.parts: list[str] = []
        self.heat: dict[str, p.Heat] = {}

    def say(self, en: str, fr: str) -> str:
        return fr if self.lang == "fr" else en

    def last_move(self) -> tuple[int, int]:
        """The places of the last move, NOWHERE before the first."""
        for seen in reversed(self.view.log):
            if 0 <= seen.action < PUT:
                start, end = divmod(seen.action % CATCH, PLACES)
                return start, end
        return NOWHERE, NOWHERE

    # --- the parts

    def header(self) -> None:
        """The shelf: dice, the tiles just turned, cheeses won, what is still hidden."""
        s, laid, add = self.s, self.laid, self.parts.append
        add(elements.shelf(laid))
        thrown, tiles = words.since_the_die(self.view)
        phase = s.phase
        passed = words.passed(self.view)
        for side in (MOUSE, CAT):
            active = s.side == side and phase not in (PLACING, FINISHED)
            value = passed[1] if side == passed[0] else 0
            if active and phase != ROLLING:
                value = s.steps if phase == WALKING else thrown
            add(elements.die(side, value, active, laid))
            add(elements.doubled(side, active and s.rolls == 2, laid))
        before = sum(COUNTS) - sum(as_bytes(s.unseen)) - len(tiles)
        add(elements.turned(tuple(tiles[-3:]), before + max(0, len(tiles) - 3), laid))
        add(elements.cheeses(s.won, laid))
        unseen, quiet = as_bytes(s.unseen), s.quiet
        add(elements.hidden(sum(unseen), quiet if quiet >= QUIET_TOLD else 0, self.lang, laid))
        for kind, n in enumerate(unseen):
            add(elements.legend(kind, n, laid))

    def kitchen(self) -> None:
        laid, add = self.laid, self.parts.append
        last = self.last_move()
        add(elements.ground(laid))
        self.squares(FLOOR + WALLED, last)
        add(elements.table(laid))
        self.squares(TOPS + UNDER, last)
        add(elements.reach(self.reach(), laid))
        add(self.cat())
        mood: p.Mood = "watching"
        if self.s.phase == FINISHED and self.s.ending == HOME_SAFE:
            mood = "proud"
        for i, place in enumerate(self.mice):
            add(elements.mouse(i, place, "fallen" if place == CAUGHT else mood, laid))

    def squares(self, places: Sequence[int], last: tuple[int, int]) -> None:
        down = self.s.down | self.s.plates
        cheese, laid, add = self.s.cheese, self.laid, self.parts.append
        for place in places:
            here = SET[place]
            holds = COVERED if down & here else WITH_CHEESE if cheese & here else BARE
            add(elements.square(place, holds, place in last, laid))

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
        add, laid = self.parts.append, self.laid
        winners = self.view.winners if self.actor == OVER else []
        for seat, name in enumerate(self.names):
            shown = f"★ {name}" if seat in winners else name
            add(elements.plate(seat, shown, self.actor == seat, self.lang, laid))

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
    scene = Scene(view, lang, names, wide)
    scene.warm()
    scene.header()
    scene.kitchen()
    scene.players()
    return p.sheet(
        scene.laid.width,
        scene.laid.height,
        scene.parts,
        title=words.TITLE.say(lang),
        desc=lambda: words.board(view).say(lang, names),
        background="var(--paper)",
        heat=scene.heat,
        style=elements.STYLE,
    )
