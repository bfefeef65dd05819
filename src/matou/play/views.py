"""What a page is sent of a table: made from one observation, in one language.

A page that can draw by itself may be sent the observation instead of what is made from it
(``position``), and makes the same of it (``from_position``, in ``page/drawer.py``).
"""

from __future__ import annotations

import base64
import logging
from typing import Any, NamedTuple

from matou.core.game import Game
from matou.core.record import Origin
from matou.core.state import Observation, Out, Seen
from matou.core.words import Words
from matou.kit.linking import CHANCE, OVER
from matou.paper import Sheet
from matou.play import text
from matou.play.log import Line
from matou.play.results import lost_by_time, result
from matou.play.seats import names_of, nth_of_level
from matou.play.table import Table
from matou.play.watching import Step

log = logging.getLogger("matou.play")


class Board(NamedTuple):
    """What all who watch alike are sent: the message, and the picture that goes with it."""

    message: dict[str, Any]
    sheet: Sheet | None


def players(
    table: Table, lang: str, owner: str, muted: frozenset[str] = frozenset()
) -> list[dict[str, Any]]:
    """Who sits where, as everybody may know it, and which seats are one's own."""
    who = names_of(table.seats, lang, next(iter(table.seats_of(owner)), None))
    return [
        {
            "name": who[i],
            "kind": seat.kind,
            "level": seat.level,
            "nth": nth_of_level(table.seats, i) if seat.kind == "bot" else 0,
            "colour": seat.colour,
            "here": seat.kind == "bot" or table.here(i),
            "mine": bool(owner) and seat.owner == owner,
            "kept": is_kept(table, i),
            "out": i in table.out,
            "rating": table.strengths[i] if table.strengths else "",
            "program": seat.kind == "person" and seat.program,
            "muted": seat.owner in muted,
            "person": seat.owner != "",
        }
        for i, seat in enumerate(table.seats)
    ]


def is_kept(table: Table, i: int) -> bool:
    """Does a bot keep a seat warm, for its person or for whoever may come?"""
    seat = table.seats[i]
    if table.is_public and seat.is_warm:
        return i in table.kept.free_seats
    return seat.kind == "bot" and seat.owner != "" and i not in table.out


def board(
    table: Table,
    step: Step,
    seat: int | None,
    who: list[str],
    lang: str,
    memory: bool,
    wide: bool,
    before: Sheet | None,
) -> Board:
    """The part of a view that is the same for all who watch alike; made once."""
    key = (seat, lang, memory, wide)
    if key in step.drawn:
        made: Board = step.drawn[key]
        return made
    view = seen(table, step, seat)
    for (other, *how), there in step.drawn.items():  # who sees the same is shown the same picture
        if how == [lang, memory, wide] and seen(table, step, other).tobytes() == view.tobytes():
            before = there.sheet or before
    if table.full:
        made = drawn(view, who, lang, memory, wide, before)
    else:  # while somebody is missing nothing can be done, and nothing glows
        made = drawn(table.state.observe(None), who, lang, memory, wide, before)
        waits = prompt(table, view, who, lang)
        made.message.update({"seat": seat, "turn": CHANCE, "prompt": waits})
    made.message.update(around(table, step, view, who, lang))
    step.drawn[key] = made
    return made


def drawn(
    view: Observation,
    who: list[str],
    lang: str,
    memory: bool,
    wide: bool,
    before: Sheet | None,
) -> Board:
    """What is made from an observation and nothing else: the picture, what may be done, words.

    What the picture ``before`` has already is taken over from there.
    """
    sheet = None
    try:
        sheet = view.sheet(lang=lang, memory=memory, names=who, wide=wide, before=before)
    except Exception:
        # A broken picture is no reason to stop playing: the board in words is complete.
        log.exception("%s: a picture could not be drawn", view.game.name)
    describe, name, seat = view.game.words.describe, view.game.notation.name, view.seat
    message = {
        "t": "view",
        "seat": seat,
        "turn": view.actor,
        "prompt": now(view, who, lang),
        "rule": rule_now(view),
        "tallies": tallies(view, memory, lang),
        "legal": [
            [a, name(view.s, a), describe(view.s, a).say(lang, who, seat)] for a in view.legal()
        ],
        "heat": {} if sheet is None else sheet.heat,
    }
    return Board(message, sheet)


def around(
    table: Table, step: Step, view: Observation, who: list[str], lang: str
) -> dict[str, Any]:
    """What there is to tell of a position besides: its number, what led to it, how it ended."""
    return {
        "at": step.number,
        "undone": step.undone,
        "moments": [[*moment] for moment in step.moments],
        "remark": None if step.remark is None else [step.remark[0], step.remark[1].say(lang, who)],
        "end": ending(table, view, who, lang) if view.over else None,
    }


def position(
    table: Table, step: Step, seat: int | None, who: list[str], lang: str, first: int
) -> dict[str, Any]:
    """A view for a page that draws by itself: the observation, what the seat saw since ``first``
    and everybody's name, in the place of what is made from them."""
    view = seen(table, step, seat)
    record = base64.b64encode(view.tobytes()).decode()
    log = [[*entry] for entry in view.log[first:]]
    position = {"record": record, "seats": view.seats, "log": [first, log], "who": who}
    if view.out:
        position["out"] = [[[*out] for out in view.out], view.stopped]
    return {
        "t": "view",
        "seat": seat,
        "position": position,
        **around(table, step, view, who, lang),
    }


def from_position(
    game: Game, told: dict[str, Any], seat: int | None, log: list[Seen]
) -> Observation:
    """The observation that a page was sent; ``log`` is all that the seat saw."""
    s = game.rules.State.from_buffer_copy(base64.b64decode(told["record"]))
    out, stopped = told.get("out", ([], False))
    lost = tuple(Out(*each) for each in out)
    return Observation(game, told["seats"], s, seat, log, lost, stopped)


def tallies(view: Observation, memory: bool, lang: str) -> list[str]:
    """How everybody stands, in a few words each; nothing where a game compares nothing."""
    told = [view.game.words.tally(view.s, seat, memory) for seat in range(view.seats)]
    return [words.say(lang) for words in told if words is not None]


def told(view: Observation, who: list[str], lang: str, memory: bool) -> str:
    """The board in words, for a page that has asked for it; with the memory help, as drawn."""
    try:
        words = view.text(lang, who)
        helps = view.game.memory
        if memory and helps is not None and not view.over:
            words += "\n" + helps(view).say(lang, who, view.seat)
        return words
    except Exception:
        log.exception("%s: the board could not be put in words", view.game.name)
        return ""


def seen(table: Table, step: Step, seat: int | None) -> Observation:
    view = step.seen.get(seat)
    if view is None:
        view = step.seen[seat] = table.state.observe(seat)
    return view


def plain(table: Table, step: Step, seat: int | None) -> dict[str, Any]:
    """A view for a program: the position in notation, without picture or words."""
    key = (seat, "plain")
    if key in step.drawn:
        return dict(step.drawn[key])
    view = seen(table, step, seat)
    name = view.game.notation.name
    made = {
        "t": "view",
        "at": step.number,
        "seat": seat,
        "turn": view.actor,
        "legal": [[a, name(view.s, a)] for a in view.legal()] if table.full else [],
        "last": view.last.name if view.last else "",
        "over": view.over,
        "scores": view.scores,
        "undone": step.undone,
    }
    if view.out:
        made["out"] = [out.seat for out in view.out]
    step.drawn[key] = made
    return dict(made)


def rule_now(view: Observation) -> str:
    """The number of the rule that says what is to be done now, as far as this seat may know."""
    try:
        if view.stopped:
            return ""
        return view.ended_by or view.game.why.why_now(view.s).rule
    except Exception:
        log.exception("%s: no rule for what is to be done", view.game.name)
        return ""


def prompt(table: Table, view: Observation, who: list[str], lang: str) -> str:
    """What is to be done now, in one sentence; while somebody is missing, nothing."""
    return now(view, who, lang) if table.full else text.WAITING_FOR_PLAYERS.say(lang)


def now(view: Observation, who: list[str], lang: str) -> str:
    """What is to be done now, in one sentence."""
    if view.actor == OVER:
        late = [out.seat for out in view.out]
        return result(view.winners, who, lang, reader=view.seat, late=late)
    if view.actor in (CHANCE, view.seat):
        return view.prompt(lang, who)
    return text.THINKING.say(lang).format(name=who[view.actor])


def ending(table: Table, view: Observation, who: list[str], lang: str) -> dict[str, Any]:
    """How the game ended: scores line by line, the winners, and the seed."""
    return {
        "winners": view.winners,
        "rule": "" if view.stopped else view.ended_by,
        "how": how_it_ended(view, who, lang),
        "scores": [
            {
                "name": who[i],
                "lines": [words.say(lang, who) for words in score_lines(view, i)],
            }
            for i in range(view.seats)
        ],
        "seed": table.dealer.seed,
        "rematch": table.kept.rematch,
    }


def how_it_ended(view: Observation, who: list[str], lang: str) -> str:
    """By which rule, and who lost because their time was up."""
    late = [lost_by_time(out.seat, who, lang, view.seat) for out in view.out]
    rule = [] if view.stopped else [view.game.why.why_now(view.s).says.say(lang, who)]
    return " ".join([*rule, *late])


def score_lines(view: Observation, seat: int) -> list[Words]:
    """How a seat's score comes about; a game that was stopped has come to none."""
    return [] if view.stopped else view.game.words.score_lines(view.s, seat)


def continues(table: Table, origin: Origin, lang: str) -> list[str]:
    """Where a game's first moves came from; and where that lies, if it may be looked at."""
    about = table.kept.settings["origin"]
    is_sealed = about.get("sealed", False)
    says = (text.CONTINUES_SEALED if is_sealed else text.CONTINUES).say(lang)
    is_open = not is_sealed or table.state.over
    place = f"{about['path']}#{origin.count}" if is_open else ""
    return [says.format(n=origin.count), place]


def log_lines(
    lines: list[Line], seat: int | None, who: list[str], is_over: bool, lang: str
) -> list[list[Any]]:
    """Lines of the log as a seat may read them: whose, a sentence, notation."""
    told = []
    for line in lines:
        actor, says, name = line.read_by(seat, is_over)
        told.append([actor, says.say(lang, who, seat), name])
    return told


def veiled(table: Table, held: list[int]) -> int:
    """On a shared screen: the seat whose private things wait behind a curtain, or -1."""
    actor = table.state.actor
    if len(held) < 2 or actor not in held or not table.full:
        return -1
    return actor if table.timeline.has_secrets(actor) else -1


def refusal(code: str, says: Words, rule: str, lang: str, id: Any = None) -> dict[str, Any]:
    return {"t": "no", "id": id, "code": code, "says": says.say(lang), "rule": rule}
