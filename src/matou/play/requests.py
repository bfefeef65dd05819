"""What a page may ask of its table, each request checked before anything is done."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Protocol

from matou.bots.levels import level
from matou.core.pointing import explain
from matou.core.state import Observation
from matou.core.words import Why
from matou.play import text, thinking
from matou.play.bot_turns import PACES
from matou.play.copies import tell_all
from matou.play.players import Players
from matou.play.refusals import Refused
from matou.play.seats import name_of, names_of, printable
from matou.play.table import Table

if TYPE_CHECKING:
    from matou.play.viewer import Viewer

LONGEST_CHAT = 300
MOST_IDS, LONGEST_ID = 8, 60  # of what lies under a click, and of what was picked before


class Host(Protocol):
    """Whoever has the tables: the site, or a page that plays by itself."""

    players: Players
    advised: set[str]  # who waits for a hint: one at a time, whatever the table


def may_watch(table: Table, owner: str) -> bool:
    """Players always; others if the table lets them."""
    if table.kept.settings.get("watch"):
        return True
    return bool(owner) and (
        table.kept.settings.get("host") == owner or any(s.owner == owner for s in table.seats)
    )


def whole_number(message: dict[str, Any], key: str, low: int, high: int) -> int:
    value = message.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value < high:
        raise Refused("bad", text.NOT_UNDERSTOOD)
    return value


def acting_seat(page: Viewer) -> int:
    """The seat a page acts for: the one to move, if it is this person's and shown to them."""
    held = page.table.seats_of(page.owner)
    if not held:
        raise Refused("seat", text.NOT_YOUR_SEAT)
    actor = page.table.state.actor
    return actor if actor in held and page.seat == actor else held[0] if len(held) == 1 else -9


async def carry_out(host: Host, page: Viewer, message: dict[str, Any]) -> dict[str, Any] | None:
    for key, act in ACTS.items():
        if key in message:
            return await act(host, page, message)  # type: ignore[no-any-return]
    raise Refused("bad", text.NOT_UNDERSTOOD)


async def do(host: Host, page: Viewer, message: dict[str, Any]) -> None:
    at = whole_number(message, "at", 0, 10**9)
    action = message["do"]
    if isinstance(action, bool) or not isinstance(action, int) or abs(action) > 10**9:
        raise Refused("bad", text.NOT_UNDERSTOOD)
    took = message.get("took")  # how many milliseconds the page had the position
    seconds = took / 1000 if type(took) is int and 0 <= took <= 10**10 else None
    await page.table.act(acting_seat(page), action, at, seconds)


async def undo(host: Host, page: Viewer, message: dict[str, Any]) -> None:
    at = whole_number(message, "at", 0, 10**9)
    held = page.table.seats_of(page.owner)
    if not held:
        raise Refused("seat", text.NOT_YOUR_SEAT)
    seat = next((s for s in held if page.table.state.can_undo(s)), held[0])
    await page.table.undo(seat, at)


async def look(host: Host, page: Viewer, message: dict[str, Any]) -> None:
    """Lift the curtain: whoever sits before the shared screen says it is them."""
    seat = whole_number(message, "look", 0, len(page.table.seats))
    if seat not in page.table.seats_of(page.owner):
        raise Refused("seat", text.NOT_YOUR_SEAT)
    if page.table.state.actor == seat:
        page.lifted = seat
    await page.refresh()


async def chat(host: Host, page: Viewer, message: dict[str, Any]) -> None:
    said = message["chat"]
    if not isinstance(said, str):
        raise Refused("bad", text.NOT_UNDERSTOOD)
    seat = speaker(page)
    await page.table.say(seat, name_of(page.table.seats, seat, page.lang), sayable(said))


def sayable(said: str) -> str:
    """A line of chat as it may be shown."""
    said = printable(said)
    if not said:
        raise Refused("bad", text.NOTHING_SAID)
    if len(said) > LONGEST_CHAT:
        raise Refused("big", text.TOO_LONG)
    return said


def speaker(page: Viewer) -> int:
    held = page.table.seats_of(page.owner)
    if not held:
        raise Refused("seat", text.PLAYERS_TALK)
    return page.seat if page.seat in held else held[0]


async def react(host: Host, page: Viewer, message: dict[str, Any]) -> None:
    which = whole_number(message, "react", 0, len(text.REACTIONS))
    tell_all(page.table, {"t": "react", "seat": speaker(page), "which": which})


async def hint(host: Host, page: Viewer, message: dict[str, Any]) -> dict[str, Any]:
    table = page.table
    async with table.lock:  # what is being written is not told of before it is durable
        seat = acting_seat(page)
        at, view = to_be_advised(table, seat)
    if message["hint"] == "here" and (module := thinking.module(table.game)):
        # The page thinks by itself: it is given what this seat may know, and we have no work.
        iterations = level(text.HINT_LEVEL).iterations
        asked = thinking.question(view, iterations, random.getrandbits(40))
        return {"think": asked, "module": module, "at": at}
    if type(message["hint"]) is int:  # what a page found by itself: why is that good?
        return advice(table, view, message["hint"], page.lang)
    action = await advised(host, table, page.owner, at, view)
    return advice(table, view, action, page.lang)


def to_be_advised(table: Table, seat: int) -> tuple[int, Observation]:
    """The position that a seat wants advice on; call with the lock held."""
    if not table.kept.settings.get("hints"):
        raise Refused("hint", text.NO_HINTS)
    if not table.full or table.state.actor != seat:
        raise Refused("hint", text.NOT_YOUR_TURN)
    return table.number, table.state.observe(seat)


async def advised(host: Host, table: Table, owner: str, at: int, view: Observation) -> int:
    """What a bot would do in somebody's place."""
    if owner in host.advised:
        raise Refused("hint", text.ONE_HINT)
    host.advised.add(owner)
    try:
        action, _ = await host.players.answer(view, text.HINT_LEVEL, hint=True)
    finally:
        host.advised.discard(owner)
    if table.number != at:
        raise Refused("hint", text.STALE)
    return action


def advice(table: Table, view: Observation, action: int, lang: str) -> dict[str, Any]:
    """What to do, and what is good about it."""
    if action not in view.legal():
        raise Refused("hint", text.STALE)
    who = names_of(table.seats, lang, view.seat)
    because = view.game.telling.because(view, action) or text.LOOKED_AHEAD
    return {
        "hint": action,
        "says": view.describe(action, lang, who),
        "because": because.say(lang, who, view.seat),
    }


async def why(host: Host, page: Viewer, message: dict[str, Any]) -> dict[str, Any]:
    """Why does a click do nothing? ``instead``: it does not go with what was picked before."""
    table = page.table
    asked = message["why"]
    if not isinstance(asked, dict):
        raise Refused("bad", text.NOT_UNDERSTOOD)
    on, picked = ids(asked.get("on")), ids(asked.get("picked"))
    if not table.full:
        raise Refused("waiting", text.STILL_WAITING)
    # Asked of what this page may see, so that an answer gives nothing away.
    async with table.lock:
        view = table.state.observe(page.seat)
    who = names_of(table.seats, page.lang, page.seat)
    reason: Why | None
    if page.seat is None and not view.over:
        reason = Why("", text.ONLY_PLAYERS)
    elif view.actor >= 0 and view.actor != page.seat:
        turn = text.TURN_OF.say(page.lang).format(name=who[view.actor])
        return {"why": turn, "rule": table.game.why.turns(view.s)}
    else:
        reason = explain(view, on, picked)
    if reason is None:
        return {"instead": True}
    return {"why": reason.says.say(page.lang, who), "rule": reason.rule}


def ids(asked: object) -> list[str]:
    """The names of a few elements of a drawing."""
    if not isinstance(asked, list) or len(asked) > MOST_IDS:
        raise Refused("bad", text.NOT_UNDERSTOOD)
    if not all(isinstance(id, str) and len(id) <= LONGEST_ID for id in asked):
        raise Refused("bad", text.NOT_UNDERSTOOD)
    return asked


async def bot(host: Host, page: Viewer, message: dict[str, Any]) -> None:
    """Put a bot at an open seat (the host), or at one whose person has gone (any player)."""
    table = page.table
    seat = whole_number(message, "bot", 0, len(table.seats))
    level = whole_number(message, "level", 1, len(text.LEVELS) + 1)
    there = table.seats[seat]
    hosts = bool(page.owner) and table.kept.settings.get("host") == page.owner
    mine = bool(page.owner) and there.owner == page.owner
    seated = bool(table.seats_of(page.owner))
    if there.kind == "open" and hosts:
        await table.change_seat(seat, "open", kind="bot", level=level)
    elif there.kind == "bot" and hosts and not mine and table.is_rated:
        raise Refused("seat", text.RATED_CATS_STAY)
    elif there.kind == "bot" and (hosts or mine):
        await table.change_seat(seat, "bot", level=level)
    elif there.kind == "person" and (mine or (seated and not table.here(seat))):
        await table.change_seat(seat, "person", kind="bot", level=level)
    elif there.kind == "person" and seated and not table.watched_by(there.owner):
        raise Refused("seat", text.JUST_GONE)
    else:
        raise Refused("seat", text.SEAT_TAKEN)


async def take(host: Host, page: Viewer, message: dict[str, Any]) -> None:
    """Take one's own seat back from the bot that kept it warm."""
    seat = whole_number(message, "take", 0, len(page.table.seats))
    there = page.table.seats[seat]
    if not page.owner or there.owner != page.owner:
        raise Refused("seat", text.NOT_YOUR_SEAT)
    if there.kind == "bot":
        await page.table.change_seat(seat, "bot", kind="person")


async def settings(host: Host, page: Viewer, message: dict[str, Any]) -> None:
    wanted = message["set"]
    if not isinstance(wanted, dict):
        raise Refused("bad", text.NOT_UNDERSTOOD)
    if "pace" in wanted:
        if wanted["pace"] not in (*PACES,):
            raise Refused("bad", text.NO_PACE)
        page.pace = wanted["pace"]
        if len(wanted) == 1:
            return  # nothing looks different
    if isinstance(wanted.get("seen"), bool):
        page.seen = wanted["seen"]
        if len(wanted) == 1:
            return
    if wanted.get("lang") in ("en", "fr"):
        page.lang = wanted["lang"]
    if isinstance(wanted.get("memory"), bool):
        page.memory = wanted["memory"]
    if isinstance(wanted.get("wide"), bool):
        page.wide = wanted["wide"]
    if isinstance(wanted.get("draws"), bool):
        page.draws = wanted["draws"]
    if isinstance(wanted.get("told"), bool):
        page.wants_told = wanted["told"]
    await page.refresh()


async def sync(host: Host, page: Viewer, message: dict[str, Any]) -> None:
    await page.refresh()


ACTS: dict[str, Any] = {
    "do": do,
    "undo": undo,
    "look": look,
    "chat": chat,
    "react": react,
    "hint": hint,
    "why": why,
    "bot": bot,
    "take": take,
    "set": settings,
    "sync": sync,
}
