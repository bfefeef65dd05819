"""What a page is sent of a table: made from one observation, in one language."""

from __future__ import annotations

import logging
import re
from typing import Any

from matou.core.kit import CHANCE, OVER
from matou.core.state import Observation
from matou.core.words import Words
from matou.paper import STYLE
from matou.web import text
from matou.web.store import Seat
from matou.web.table import Step, Table, private

log = logging.getLogger("matou.web")

# The page's own style sheet holds this style: a strict policy lets no element bring one.
STYLE_ELEMENT = f"<style>{STYLE}</style>"
STYLES = re.compile(r"<style[^>]*>(.*?)</style>", re.DOTALL)


def seat_name(seats: list[Seat], i: int, lang: str, seat_of_reader: int | None = None) -> str:
    """A player's name; a bot is called by its level, with a number if there are several."""
    seat = seats[i]
    if seat.kind == "open":
        return text.OPEN_SEAT.say(lang)
    if seat.kind == "person":
        if seat.name or i == seat_of_reader:
            return seat.name or text.DEFAULT_NAME.say(lang)
        return text.PLAYER.say(lang).format(n=i + 1)
    name = text.level_name(seat.level).say(lang)
    same = [j for j, s in enumerate(seats) if s.kind == "bot" and s.level == seat.level]
    return name if len(same) == 1 else f"{name} {same.index(i) + 1}"


def names(table: Table, lang: str, seat: int | None = None) -> list[str]:
    """Everybody's name, as somebody at ``seat`` reads them."""
    return [seat_name(table.seats, i, lang, seat) for i in range(len(table.seats))]


SEAT = re.compile(r"\b(?:(du|au) |([Ll]e) )?([Ss]eat|[Ss]iège) (\d)\b")


def named(told: str, who: list[str]) -> str:
    """Games speak of seats; people have names: 'Seat 1' is Basile, 'du siège 1' de Basile."""

    def name(found: re.Match[str]) -> str:
        i = int(found[4])
        if i >= len(who):
            return found[0]
        return {"du": "de ", "au": "à "}.get(found[1] or "", "") + who[i]

    return SEAT.sub(name, told)


def players(table: Table, lang: str, owner: str) -> list[dict[str, Any]]:
    """Who sits where, as everybody may know it, and which seats are one's own."""
    told = []
    own = next(iter(table.seats_of(owner)), None)
    for i, seat in enumerate(table.seats):
        told.append(
            {
                "name": seat_name(table.seats, i, lang, own),
                "kind": seat.kind,
                "level": seat.level,
                "colour": seat.colour,
                "here": seat.kind == "bot" or table.here(i),
                "mine": bool(owner) and seat.owner == owner,
                "kept": seat.kind == "bot" and seat.owner != "",
            }
        )
    return told


def picture(view: Observation, lang: str, memory: bool, who: list[str]) -> tuple[str, str]:
    """The board for a page, its colours as variables; and the style the drawing brings."""
    drawn = view.svg(lang=lang, theme=None, memory=memory, names=who).replace(STYLE_ELEMENT, "", 1)
    if "<style" not in drawn:
        return drawn, ""
    return STYLES.sub("", drawn), "".join(STYLES.findall(drawn))


def board(table: Table, step: Step, seat: int | None, lang: str, memory: bool) -> dict[str, Any]:
    """The part of a view that is the same for all who watch alike; made once."""
    key = (seat, lang, memory)
    if key in step.drawn:
        made: dict[str, Any] = step.drawn[key]
        return made
    view = step.seen.get(seat)
    if view is None:
        view = step.seen[seat] = table.state.observe(seat)
    who = names(table, lang, seat)
    svg, css, told = "", "", ""
    try:
        # While somebody is missing nothing can be done, and nothing glows.
        shown = view if table.full else table.state.observe(None)
        svg, css = picture(shown, lang, memory, who)
    except Exception:
        # A broken picture is no reason to stop playing: the board in words is complete.
        log.exception("table %s: the picture could not be drawn", table.id)
    try:
        told = named(view.text(lang), who)
    except Exception:
        log.exception("table %s: the board could not be put in words", table.id)
    words = view.game.words
    made = {
        "at": step.at,
        "seat": seat,
        "turn": view.actor if table.full else CHANCE,
        "svg": svg,
        "css": css,
        "told": told,
        "prompt": prompt(table, view, who, lang),
        "scores": view.scores,
        "legal": [
            [a, view.name(a), named(words.describe(view.s, a).say(lang), who)] for a in view.legal()
        ]
        if table.full
        else [],
        "undone": step.undone,
        "end": ending(table, view, who, lang) if view.over else None,
    }
    step.drawn[key] = made
    return made


def plain(table: Table, step: Step, seat: int | None) -> dict[str, Any]:
    """A view for a program: the position in notation, without picture or words."""
    key = (seat, "plain")
    if key in step.drawn:
        return dict(step.drawn[key])
    view = step.seen.get(seat)
    if view is None:
        view = step.seen[seat] = table.state.observe(seat)
    made = {
        "t": "view",
        "at": step.at,
        "seat": seat,
        "turn": view.actor,
        "legal": [[a, view.name(a)] for a in view.legal()] if table.full else [],
        "last": view.log[-1].name if view.log else "",
        "over": view.over,
        "scores": view.scores,
        "undone": step.undone,
    }
    step.drawn[key] = made
    return dict(made)


def prompt(table: Table, view: Observation, who: list[str], lang: str) -> str:
    """What is to be done now, in one sentence."""
    if not table.full:
        return text.WAITING_FOR_PLAYERS.say(lang)
    if view.actor == OVER:
        return result(view, who, lang)
    if view.actor in (CHANCE, view.seat):
        return named(view.prompt(lang), who)
    return text.THINKING.say(lang).format(name=who[view.actor])


def result(view: Observation, who: list[str], lang: str) -> str:
    won = view.winners
    if not won:
        return text.DRAWN.say(lang)
    if view.seat is not None and won == [view.seat]:
        return text.YOU_WIN.say(lang)
    listed = text.listed([who[i] for i in won], lang)
    return (text.WINS if len(won) == 1 else text.WIN_TOGETHER).say(lang).format(name=listed)


def ending(table: Table, view: Observation, who: list[str], lang: str) -> dict[str, Any]:
    """How the game ended: scores line by line, the winners, and the seed."""
    lines = view.game.words.score_lines
    return {
        "winners": view.winners,
        "rule": view.ended_by,
        "scores": [
            {
                "name": who[i],
                "score": view.scores[i],
                "lines": [w.say(lang) for w in lines(view.s, i)],
            }
            for i in range(view.seats)
        ],
        "seed": table.dealer.seed,
        "rematch": table.kept.rematch,
    }


def log_lines(
    table: Table, first: int, last: int, seat: int | None, is_over: bool, lang: str
) -> list[list[Any]]:
    """Lines of the log as a seat may read them: who, words, notation."""
    told: list[list[Any]] = []
    who = names(table, lang, seat)
    for line in table.lines[first:last]:
        words, name = line.read_by(seat, is_over)
        told.append([line.actor, named(words.say(lang), who), name])
    return told


def veiled(table: Table, held: list[int]) -> int:
    """On a shared screen: the seat whose private things wait behind a curtain, or -1."""
    actor = table.state.actor
    if len(held) < 2 or actor not in held or not table.full:
        return -1
    return actor if private(table.state, actor) else -1


def refusal(code: str, says: Words, rule: str, lang: str, id: Any = None) -> dict[str, Any]:
    return {"t": "no", "id": id, "code": code, "says": says.say(lang), "rule": rule}


def difference(old: list[str], new: list[str]) -> list[list[Any]]:
    """A text as changes of another, both cut up at every ``<``: [place, how many go, what comes].

    From the first to the last change; places are those of the old text.
    """
    if len(old) != len(new):
        head = 0
        room = min(len(old), len(new))
        while head < room and old[head] == new[head]:
            head += 1
        tail = 0
        while tail < room - head and old[-1 - tail] == new[-1 - tail]:
            tail += 1
        return [[head, len(old) - head - tail, new[head : len(new) - tail]]]
    changes: list[list[Any]] = []
    following = -1
    for i, (x, y) in enumerate(zip(old, new, strict=True)):
        if x is y or x == y:
            continue
        if i == following:
            changes[-1][1] += 1
            changes[-1][2].append(y)
        else:
            changes.append([i, 1, [y]])
        following = i + 1
    return changes
