"""The picture of Chop! Chop!: the kitchen from above, dice and cheeses over it, players below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matou import paper as p
from matou.core.kit import OVER
from matou.games.chopchop import kitchen, words
from matou.games.chopchop.components import (
    CAT,
    CHEESES,
    HOLES,
    KINDS,
    MICE,
    MOUSE,
    NAMES,
    PLACES,
    SET,
    TABLE_SET,
    TUNNEL,
)
from matou.games.chopchop.names import on, onto
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

if TYPE_CHECKING:
    from matou.core.state import Observation

HEADER = 116.0
FOOTER = 96.0
PLATE = 1.3  # name plates are drawn larger, to be read on a phone
QUIET_TOLD = 100  # from here on the count towards a draw is shown (CC19)


class Scene:
    """One drawing in the making."""

    def __init__(self, view: Observation, lang: str, names: Sequence[str]) -> None:
        self.view = view
        self.s: State = view.s
        self.lang = lang
        self.names = [
            names[seat] if seat < len(names) else self.say(f"Seat {seat}", f"Siège {seat}")
            for seat in range(view.seats)
        ]
        self.legal = view.legal()
        self.start, self.end = self.last_move()

    def say(self, en: str, fr: str) -> str:
        return fr if self.lang == "fr" else en

    def last_move(self) -> tuple[int, int]:
        """The places of the last move, NOWHERE before the first."""
        for seen in reversed(self.view.log):
            if 0 <= seen.action < PUT:
                start, end = divmod(seen.action % CATCH, PLACES)
                return start, end
        return NOWHERE, NOWHERE

    def onto(self, place: int) -> list[int]:
        """The legal actions that end at a place, or take what lies there."""
        return [
            a
            for a in self.legal
            if (a < PUT and a % PLACES == place) or a in (PUT + place, TAKE + place)
        ]

    def away(self, place: int) -> list[int]:
        """The legal actions of the piece that stands on a place."""
        return [a for a in self.legal if a < PUT and a % CATCH // PLACES == place]

    # --- over the kitchen: dice, the tiles just turned, cheeses won

    def header(self) -> str:
        s = self.s
        thrown, tiles = words.since_the_die(self.view)
        ours = s.phase not in (PLACING, ROLLING, FINISHED)
        body = ""
        for side, x, colour, pips in (
            (MOUSE, 52, "var(--grey)", "var(--face)"),
            (CAT, 146, "var(--sky)", "var(--cream)"),
        ):
            active = s.side == side and s.phase not in (PLACING, FINISHED)
            value = (s.steps if s.phase == WALKING else thrown) if active and ours else 0
            die = p.die(value, 0, 0, 84 if active else 58, colour, pips)
            whose = p.mouse_head if side == MOUSE else p.matou_head
            if value == 0:
                die += whose("watching", 0, 1, 46 if active else 32)
            name = "die-cat" if side == CAT else "die-mice"
            body += p.group(name, die, x, 58)
            if active and s.rolls == 2:
                body += p.token("×2", x + 40, 24, 44, "var(--tomato)", "var(--cream)")
        body += self.turned(tiles)
        return body + self.cheeses()

    def turned(self, tiles: list[int]) -> str:
        """The tiles turned since the die was thrown: what has just happened."""
        body = ""
        for i, kind in enumerate(tiles[-3:]):
            ground = p.tile_front(-39, -39, 78, 78, f"turned{kind}")
            body += p.group("", ground + kitchen.face(kind, 0, 0, 62), 246 + 66 * i, 58)
        return p.group("turned", body)

    def cheeses(self) -> str:
        body = p.text(f"{self.s.won}/{CHEESES}", 0, 14, 36, serif=True, bold=True)
        for i in range(CHEESES):
            x, y = 62 + 41 * (i % 5), -24 + 46 * (i // 5)
            if i < self.s.won:
                body += p.cheese_wedge(x, y, 40)
            else:
                outline = p.cut_rect(x - 16, y - 15, 32, 32, 8, f"empty{i}")
                body += p.shape(outline, "none", "var(--quiet)", 2, 0.55)
        return p.group("cheeses", body, 470, 58)

    # --- the kitchen

    def square(self, place: int) -> str:
        """A place of floor or table top with what lies there, and its promise."""
        name = NAMES[place]
        s, here = self.s, SET[place]
        top = name[0] == "T"
        body = "" if top or name in HOLES or name in TUNNEL else kitchen.bare(name)
        x, y, w, h = kitchen.room(name)
        if name in HOLES:
            body += kitchen.hole(name, bool(s.plates & here))
        elif not top and s.down & here:
            body += kitchen.tile(name)
        elif not top and s.cheese & here:
            cx, cy = kitchen.middle(name)
            body += p.cheese_wedge(cx, cy, 70)
        if place in (self.start, self.end):
            body += p.last_rect(x + 5, y + 5, w - 10, h - 10, 8, f"last{name}")
        actions = self.onto(place)
        if actions:  # a square never slides, so it may change: a quiet kitchen stays small
            body += p.el("rect", x=x, y=y, width=w, height=h, fill="transparent")
            body += p.glow_rect(x, y, w, h, 10, f"glow{name}")
        label = self.told(place, actions) if actions else ""
        return self.layer(p.hot(actions, body, label, id=f"square-{name}"), bool(actions))

    def told(self, place: int, actions: list[int]) -> str:
        """A place as an aim, and what lies there: 'to a4, a tile'."""
        name, here = NAMES[place], SET[place]
        if any(a >= TAKE for a in actions):
            return self.say(f"the cheese on {name}", f"le fromage en {name}")
        label = onto(place).say(self.lang)
        if self.s.down & here:
            label += self.say(", a tile", ", une tuile")
        elif self.s.cheese & here and name[0] != "T":
            label += self.say(", a cheese", ", un fromage")
        return label

    def layer(self, body: str, open_to_clicks: bool) -> str:
        """What cannot be clicked lets a click through to what lies under it."""
        return p.el("g", body, pointer_events=None if open_to_clicks else "none")

    def floor(self) -> str:
        floor, tunnel, tops, holes = "", "", "", ""
        for place, name in enumerate(NAMES):
            if name[0] == "T":
                tops += self.square(place)
            elif name in TUNNEL:
                tunnel += self.square(place)
            elif name in HOLES:
                holes += self.square(place)
            else:
                floor += self.square(place)
        table = p.el("g", kitchen.table() + kitchen.strip(), pointer_events="none")
        return kitchen.walls() + kitchen.labels() + floor + holes + table + tops + tunnel

    def cat(self) -> str:
        s = self.s
        mood: p.Mood = "watching"
        if s.phase == FINISHED:
            mood = {ALL_CAUGHT: "proud", HOME_SAFE: "fallen"}.get(s.ending, "asleep")  # type: ignore[assignment]
        elif s.side == MOUSE and s.rolls == 2:
            mood = "dizzy"
        elif s.side == CAT:
            mood = "pouncing"
        if s.cat == NOWHERE:
            x, y, size = 150.0, 40.0, 72.0
            actions = self.legal
        else:
            x, y = kitchen.MIDDLES[s.cat]
            size, actions = 84.0, self.away(s.cat)
            if NAMES[s.cat][1:] in TUNNEL:
                y, size = y - 34, 72.0
        # A charcoal cat would melt into a night kitchen: a breath of light behind it.
        body = p.shape(p.disc(0, 0, size * 0.52), "var(--cream)", opacity=0.22)
        body += p.matou(mood, 0, 0, size) + p.glow_disc(0, 0, size / 2, "glow-cat")
        if s.cat != NOWHERE and s.cheese & SET[s.cat] & ~TABLE_SET:  # it hides what it sits on
            body += p.paper(p.disc(size * 0.4, size * 0.3, 17), "var(--cream)", 1.5)
            body += p.cheese_wedge(size * 0.4, size * 0.3 - 1, 26)
        label = self.say("the cat", "le chat")
        if s.cat != NOWHERE:
            label += f" {on(s, s.cat).say(self.lang)}"
        hot = p.hot(actions, body, label, id="cat-body")
        return p.group("cat", self.layer(hot, bool(actions)), x, y)

    def mouse(self, i: int) -> str:
        s = self.s
        place = s.mouse[i]
        mood: p.Mood = "watching"
        if s.phase == FINISHED and s.ending == HOME_SAFE:
            mood = "proud"
        actions: list[int] = []
        if place == CAUGHT:
            mood = "fallen"
            x, y, size = 410.0 + 64 * i, 42.0, 56.0
        else:
            x, y = kitchen.MIDDLES[place]
            size = 78.0
            if NAMES[place] in TUNNEL:
                size = 52.0
            elif NAMES[place] in HOLES:
                size = 70.0
            actions = self.away(place) or self.onto(place)
        body = p.mouse(mood, 0, 0, size, kitchen.COATS[i])
        body += p.glow_disc(0, 0, size / 2, f"glow-mouse{i}")
        body += kitchen.tag(i, size * 0.36, -size * 0.3)
        label = self.say(f"mouse {i + 1}", f"souris {i + 1}")
        if place != CAUGHT:
            label += f" {on(s, place).say(self.lang)}"
        hot = p.hot(actions, body, label, id=f"mouse-{i + 1}-body")
        return p.group(f"mouse-{i + 1}", self.layer(hot, bool(actions)), x, y)

    # --- under the kitchen: what is still hidden, and who plays

    def footer(self) -> str:
        left = sum(self.s.unseen[kind] for kind in range(KINDS))
        told = self.say(f"Still hidden: {left}", f"Encore cachées : {left}")
        body = p.text(told, 12, 24, 22, "var(--quiet)", "start")
        if self.s.quiet >= QUIET_TOLD:
            calm = self.say(f"quiet turns: {self.s.quiet}", f"tours calmes : {self.s.quiet}")
            body += p.text(calm, kitchen.WIDTH - 12, 24, 22, "var(--quiet)", "end")
        for kind in range(KINDS):
            n = self.s.unseen[kind]
            x = 12 + 100 * kind
            icon = p.tile_front(0, 0, 52, 52, f"legend{kind}") + kitchen.face(kind, 26, 26, 42)
            icon += p.text(str(n), 59, 36, 27, "var(--ink)" if n else "var(--quiet)", "start")
            body += p.el("g", icon, transform=p.place(x, 36), opacity=1 if n else 0.4)
        return p.group("hidden", body)

    def plates(self) -> str:
        body = ""
        width = (kitchen.WIDTH - 28) / 2
        for seat in range(self.view.seats):
            won = self.view.actor == OVER and seat in self.view.winners
            name = ("★ " if won else "") + self.names[seat]
            role = self.say("cat", "chat") if seat == 0 else self.say("mice", "souris")
            plate = p.plate(seat, name, 0, 0, width / PLATE, self.view.actor == seat, role)
            x, y = 8 + (width + 12) * (seat % 2), (p.PLATE_HEIGHT * PLATE + 10) * (seat // 2)
            body += p.group(f"plate-{seat}", plate, x, y, PLATE)
        return body

    def draw(self) -> p.Sheet:
        mice = "".join(self.mouse(i) for i in range(MICE))
        board = p.group("kitchen", self.floor() + self.cat() + mice, 0, HEADER)
        y = HEADER + kitchen.HEIGHT + 12
        rows = (self.view.seats + 1) // 2
        body = self.header() + board + p.group("", self.footer(), 0, y)
        body += p.group("", self.plates(), 0, y + FOOTER + 6)
        height = y + FOOTER + 6 + rows * (p.PLATE_HEIGHT * PLATE + 10) + 4
        title = words.TITLE.say(self.lang)
        told = words.board(self.view).say(self.lang)
        return p.sheet(kitchen.WIDTH, height, body, title, told, "var(--paper)")


def draw(view: Observation, *, lang: str, memory: bool, names: Sequence[str]) -> p.Sheet:
    return Scene(view, lang, names).draw()
