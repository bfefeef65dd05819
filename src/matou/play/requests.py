"""Handlers for a page's requests to its table. Each validates its request first."""

import random
from collections.abc import Awaitable, Callable
from typing import Any

from matou.bots.levels import LEVELS, level
from matou.core import grammar, pointing
from matou.core.messages import Why, each, say
from matou.core.observation import Observation
from matou.play import bot_turns, copies, daily, position_words, seating, thinking
from matou.play.protocol import requests as protocol
from matou.play.protocol.fields import built
from matou.play.protocol.messages import Ok, React
from matou.play.protocol.requests import AtTable, kind_of
from matou.play.refusals import MOVED_ON, NOT_FULL, Refused
from matou.play.seats import LONGEST_CHAT, name_of, names_of, printable
from matou.play.table import Table
from matou.play.viewer import Viewer

HINT_LEVEL = 4
REACTIONS = each("Well played | Watching you | Ouch | Zzz")
MOST_IDS, LONGEST_ID = 8, 60  # of the elements under a click, and of the selection


def may_watch(table: Table, owner: str) -> bool:
    """Returns whether a person may watch: players always, others if the table allows it."""
    if table.row.settings.get("watch") and not daily.is_closed(table.row):
        return True
    return bool(owner) and (
        table.row.settings.get("host") == owner or any(s.owner == owner for s in table.seats)
    )


def nonsense() -> Refused:
    return Refused("bad", say("That message makes no sense here."))


def not_your_seat() -> Refused:
    return Refused("seat", say("That is not your seat."))


def within(number: int, low: int, high: int) -> int:
    """Returns the number if ``low <= number < high``; raises Refused otherwise."""
    if not low <= number < high:
        raise nonsense()
    return number


def acting_seat(page: Viewer) -> int:
    """Returns the seat that a page acts for: the seat to move, if it is this person's and shown.

    Returns -9 if the person holds several seats and the page does not show the one to move.
    """
    actor = page.table.state.actor
    if page.seat == actor and page.table.holds(page.owner, actor):
        return actor
    held = seats_held(page.table, page.owner)
    return held[0] if len(held) == 1 else -9


def seats_held(table: Table, owner: str) -> list[int]:
    """Returns the seats that a person plays; raises Refused if there are none."""
    held = table.seats_of(owner)
    if not held:
        raise not_your_seat()
    return held


def request_of(message: dict[str, Any]) -> AtTable:
    """Returns a message of a page as a request to its table; raises Refused if it is not one."""
    kind = kind_of(message)
    if kind not in ACTS:
        raise nonsense()
    try:
        return built(kind, message)  # type: ignore[return-value]
    except TypeError:
        raise nonsense() from None


async def carry_out(page: Viewer, request: AtTable) -> Ok:
    """Handles a request and returns the answer. Raises Refused."""
    return await ACTS[type(request)](page, request) or Ok()


async def do(page: Viewer, asked: protocol.Do) -> None:
    took = asked.took
    seconds = None if took is None or not 0 <= took <= 10**10 else took / 1000
    await page.table.act(acting_seat(page), asked.do, asked.at, seconds)


async def undo(page: Viewer, asked: protocol.Undo) -> None:
    held = seats_held(page.table, page.owner)
    seat = next((s for s in held if page.table.can_undo(s)), held[0])
    await page.table.undo(seat, asked.at)


async def resign(page: Viewer, asked: protocol.Resign) -> None:
    await seating.resign(page.table, resigning(page.table, page.owner, page.seat))


def resigning(table: Table, owner: str, shown: int | None) -> int:
    """Returns the seat that a person resigns: of several, the one shown or the one to move."""
    held = seats_held(table, owner)
    return next((seat for seat in (shown, table.state.actor) if seat in held), held[0])


async def look(page: Viewer, asked: protocol.Look) -> None:
    """Lifts the curtain: the player of the seat is in front of the shared screen."""
    seat = asked.look
    if seat not in page.table.seats_of(page.owner):
        raise not_your_seat()
    if page.table.state.actor == seat:
        page.lifted = seat
    await page.refresh()


async def chat(page: Viewer, asked: protocol.Say) -> None:
    seat = speaker(page)
    await page.table.say(seat, name_of(page.table.seats, seat, page.lang), sayable(asked.chat))


def sayable(said: str) -> str:
    """Returns a line of chat made fit to show. Raises Refused if it is empty or too long."""
    said = printable(said)
    if not said:
        raise Refused("bad", say("Your message is empty."))
    if len(said) > LONGEST_CHAT:
        raise Refused("big", say("That is too long."))
    return said


def speaker(page: Viewer) -> int:
    held = page.table.seats_of(page.owner)
    if not held:
        raise Refused("seat", say("Only players can chat here."))
    return page.seat if page.seat in held else held[0]


async def react(page: Viewer, asked: protocol.React) -> None:
    which = within(asked.react, 0, len(REACTIONS))
    copies.tell_all(page.table, React(speaker(page), which))


async def hint(page: Viewer, asked: protocol.Hint) -> Ok:
    table = page.table
    async with table.lock:  # wait until pending writes are durable
        seat = acting_seat(page)
        at, view = to_be_advised(table, seat)
        await seating.give_hint(table, seat)
    if asked.hint == "here" and (module := thinking.module(table.game)):
        # The page searches by itself, with what this seat may know; the server's bots do nothing.
        answer = Ok(at=at)
        iterations = level(HINT_LEVEL).iterations
        answer.think = thinking.question(view, iterations, random.getrandbits(40))
        answer.module = module
        return answer
    # A number is an action that the page found, to be explained.
    is_found = type(asked.hint) is int
    action = asked.hint if is_found else await advised(table, page.owner, at, view)
    return advice(table, view, int(action), page.lang)


def to_be_advised(table: Table, seat: int) -> tuple[int, Observation]:
    """Returns the position that a seat wants a hint for; call with the lock held."""
    if not table.row.settings.get("hints"):
        raise Refused("hint", say("Hints are off at this table."))
    if not table.full or table.state.actor != seat:
        raise Refused("hint", say("It is not your turn."))
    return table.number, table.state.observe(seat)


async def advised(table: Table, owner: str, at: int, view: Observation) -> int:
    """Returns a bot's action for a hint, one hint at a time for each person."""
    host = table.host
    if owner in host.advised:
        raise Refused("hint", say("A hint is already on its way. Ask for one at a time."))
    host.advised.add(owner)
    try:
        action, _ = await host.players.answer(view, HINT_LEVEL, hint=True)
    finally:
        host.advised.discard(owner)
    if table.number != at:
        raise Refused("hint", MOVED_ON)
    return action


def advice(table: Table, view: Observation, action: int, lang: str) -> Ok:
    if action not in view.legal():
        raise Refused("hint", MOVED_ON)
    who = names_of(table.seats, lang, view.seat)
    because = position_words.because(view, action)
    answer = Ok()
    answer.hint = action
    answer.says = view.describe(action, lang, who)
    answer.because = because.say(lang, who, view.seat)
    return answer


async def why(page: Viewer, asked: protocol.Why) -> Ok:
    """Explains why a click does nothing.

    ``instead`` is set if the click only fails to combine with the earlier selection.
    """
    table, answer = page.table, Ok()
    on, picked = ids(asked.why.on), ids(asked.why.picked)
    if not table.full:
        raise Refused("waiting", NOT_FULL)
    # Explain from what this page may see, so that the answer reveals nothing.
    async with table.lock:
        view = table.state.observe(page.seat)
    who = names_of(table.seats, page.lang, page.seat)
    if page.seat is None and not view.over:
        reason: Why | None = Why("", say("You are watching. Only players can act here."))
    elif view.actor >= 0 and view.actor != page.seat:
        turn = say("Not yet: it is {name}’s turn.", name=who[view.actor])
        reason = Why(table.game.why.turns(view.s), turn)
    else:
        reason = pointing.explain(view, on, picked)
    if reason is None:
        answer.instead = True
    else:
        answer.why, answer.rule = reason.says.say(page.lang, who), reason.rule
    return answer


def ids(asked: list[str]) -> list[str]:
    """Returns the ids of a click; raises Refused if they are too many or too long."""
    if len(asked) > MOST_IDS or any(len(id) > LONGEST_ID for id in asked):
        raise nonsense()
    return asked


async def bot(page: Viewer, asked: protocol.Bot) -> None:
    """Puts a bot at an open seat (the host), or at one whose player has gone (any player)."""
    table = page.table
    if table.row.day:
        raise Refused("seat", say("Against the cat of the day, everybody plays in their own seat."))
    seat = within(asked.bot, 0, len(table.seats))
    level = within(asked.level, 1, len(LEVELS) + 1)
    there = table.seats[seat]
    hosts = bool(page.owner) and table.row.settings.get("host") == page.owner
    mine = bool(page.owner) and there.owner == page.owner
    seated = bool(table.seats_of(page.owner))
    if there.kind == "open" and hosts:
        await seating.change_seat(table, seat, "open", kind="bot", level=level)
    elif there.kind == "bot" and hosts and not mine and table.is_rated:
        raise Refused("seat", say("This is a rated game, so the cat keeps its seat."))
    elif there.kind == "bot" and (hosts or mine):
        await seating.change_seat(table, seat, "bot", level=level)
    elif there.kind == "person" and there.rated_at and not mine and table.time is not None:
        raise Refused(
            "seat",
            say("This is a rated game with a clock. If a player is away, only the clock decides."),
        )
    elif there.kind == "person" and (mine or (seated and table.presence.gone(seat))):
        await seating.change_seat(table, seat, "person", kind="bot", level=level)
    elif there.kind == "person" and seated and not table.presence.watched_by(there.owner):
        raise Refused("seat", say("They were here a moment ago: give them a minute."))
    else:
        raise Refused("seat", say("That seat is taken."))


async def take(page: Viewer, asked: protocol.Take) -> None:
    """Takes a person's own seat back from the bot that held it."""
    seat = within(asked.take, 0, len(page.table.seats))
    there = page.table.seats[seat]
    if not page.owner or there.owner != page.owner:
        raise not_your_seat()
    if there.kind == "bot":
        await seating.change_seat(page.table, seat, "bot", kind="person")


async def settings(page: Viewer, asked: protocol.Set) -> None:
    wanted = asked.set
    if wanted.pace is not None and wanted.pace not in bot_turns.PACES:
        raise Refused("bad", say("pace must be calm, normal or quick."))
    if wanted.lang not in grammar.languages():
        wanted.lang = None
    for name, value in vars(wanted).items():
        if value is not None:
            setattr(page, name, value)
    if wanted != protocol.Settings(wanted.pace, wanted.seen):  # the view changes
        await page.refresh()


async def sync(page: Viewer, asked: protocol.Sync) -> None:
    await page.refresh()


ACTS: dict[type, Callable[[Viewer, Any], Awaitable[Ok | None]]] = {
    protocol.Do: do,
    protocol.Undo: undo,
    protocol.Resign: resign,
    protocol.Look: look,
    protocol.Say: chat,
    protocol.React: react,
    protocol.Hint: hint,
    protocol.Why: why,
    protocol.Bot: bot,
    protocol.Take: take,
    protocol.Set: settings,
    protocol.Sync: sync,
}
