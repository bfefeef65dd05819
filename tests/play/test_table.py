"""Tables with a host in memory: turns, stale moves, undo, clocks, secrets, seats, copies."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from typing import Any

import pytest
from play.memory import PEOPLE, MemoryHost, MemoryStore, Screen, host_of, open_table, row, table

from matou.core.state import State
from matou.play import requests, seating
from matou.play.clock import LAG, OPENING, live
from matou.play.keeping import StoreFailed
from matou.play.presence import GRACE, RELOAD
from matou.play.protocol.requests import Set, Settings
from matou.play.refusals import Refused
from matou.play.seats import Seat
from matou.play.table import Table
from matou.play.timeline import TIME_UP, UNDO

GAME = "clocktowers"  # a game with secrets


def refusal_code(work: Coroutine[Any, Any, Any]) -> Coroutine[Any, Any, str]:
    async def code() -> str:
        with pytest.raises(Refused) as why:
            await work
        return why.value.code

    return code()


async def play(at: Table, rng: random.Random) -> int:
    action = rng.choice(at.state.legal())
    await at.act(at.state.actor, action, at.number)
    return action


async def test_a_whole_game_is_stored_move_by_move_and_shown_to_every_watcher() -> None:
    at, rng = await table(GAME), random.Random(3)
    host = host_of(at)
    screens = [Screen(at, "ada"), Screen(at, "basile"), Screen(at)]
    while not at.state.over:
        await play(at, rng)
        assert len(host.store.events) == at.number
        assert {screen.at for screen in screens} == {at.number}
    assert host.ended == 1
    assert all(seconds is not None for seconds in host.moves)
    assert (await open_table(host)).state == at.state
    assert await refusal_code(at.act(0, 0, at.number)) == "over"


async def test_only_the_seat_to_move_may_move_and_only_in_the_current_position() -> None:
    at = await table(GAME)
    actor, number, legal = at.state.actor, at.number, at.state.legal()
    stored = list(host_of(at).store.events)
    assert await refusal_code(at.act(1 - actor, legal[0], number)) == "turn"
    assert await refusal_code(at.act(actor, legal[0], number - 1)) == "stale"
    assert await refusal_code(at.act(actor, legal[0], number + 1)) == "stale"
    illegal = next(a for a in range(at.game.rules.ACTIONS) if a not in legal)
    for action in (illegal, UNDO, TIME_UP, 10**9):
        assert await refusal_code(at.act(actor, action, number)) == "illegal"
    assert (at.number, host_of(at).store.events) == (number, stored)
    await at.act(actor, legal[0], number)
    assert await refusal_code(at.act(actor, legal[0], number)) == "stale"


async def test_a_refusal_reveals_no_hidden_information() -> None:
    at = await table(GAME)
    illegal = next(a for a in range(at.game.rules.ACTIONS) if not at.state.allows(a))
    with pytest.raises(Refused) as why:
        await at.act(at.state.actor, illegal, at.number)
    assert why.value.says.say("en") == at.state.observe(at.state.actor).why_not(illegal).says.say(
        "en"
    )


async def test_a_move_is_checked_and_its_secret_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    at = await table(GAME)
    Screen(at, "ada")
    assert at.lines is not None  # from now on each move writes its line of the log
    checked: list[int] = []
    found: list[int] = []
    check, secret = State.check, at.game.notation.secret

    def noted_check(state: State, action: int) -> int:
        checked.append(action)
        return check(state, action)

    def noted_secret(s: Any, action: int) -> Any:
        found.append(action)
        return secret(s, action)

    monkeypatch.setattr(State, "check", noted_check)
    monkeypatch.setattr(at.game.notation, "secret", noted_secret)
    first = at.number
    await play(at, random.Random(1))
    assert checked == found == host_of(at).store.events[first:]


async def test_undo_is_an_event_and_never_crosses_a_reveal() -> None:
    at, rng = await table(GAME), random.Random(1)
    undone = denied = 0
    for _ in range(40):
        actor, before, number = at.state.actor, at.state.tobytes(), at.number
        await play(at, rng)
        if at.state.can_undo(actor):
            assert await refusal_code(at.undo(1 - actor, at.number)) == "undo"
            assert await refusal_code(at.undo(actor, number)) == "stale"
            await at.undo(actor, at.number)
            assert at.state.tobytes() == before
            assert host_of(at).store.events[-1] == UNDO
            assert at.number == number + 2
            undone += 1
            await play(at, rng)
        else:
            assert await refusal_code(at.undo(actor, at.number)) == "undo"
            denied += 1
    assert undone
    assert denied
    assert (await open_table(host_of(at))).state == at.state


async def test_moves_are_shown_once_stored_and_a_failed_write_is_recovered() -> None:
    at = await table(GAME)
    screen, store, stored = Screen(at, "ada"), host_of(at).store, at.number
    heard = len(screen.sent)
    store.ill = "disk full"
    with pytest.raises(StoreFailed):
        await play(at, random.Random(1))
    assert at.broken
    assert len(screen.sent) == heard
    assert await refusal_code(at.act(0, 0, at.number)) == "fault"
    store.ill = ""
    await at.catch_up()
    assert (at.broken, at.number) == (False, stored)
    await play(at, random.Random(1))
    assert screen.at == at.number


async def test_a_copy_of_a_table_takes_over_a_move_that_another_stored_first() -> None:
    store = MemoryStore(row(GAME))
    here, there = [await open_table(MemoryHost(store, is_shared=True)) for _ in range(2)]
    screen, number = Screen(there, "ada"), here.number
    action = await play(here, random.Random(1))
    other = next(a for a in there.state.legal() if a != action)
    assert await refusal_code(there.act(there.state.actor, other, number)) == "stale"
    assert there.state == here.state
    assert screen.at == here.number
    # A move that answers a position this copy has not loaded yet is not stale.
    await play(here, random.Random(1))
    await there.act(here.state.actor, here.state.legal()[0], here.number)
    assert there.number > here.number


async def test_a_secret_choice_changes_no_byte_sent_to_others() -> None:
    async def sent(choice: int) -> list[list[bytes]]:
        """Returns what the other player and an onlooker are sent after a secret move."""
        at, rng = await table(GAME), random.Random(5)
        hidden: list[int] = []
        while len(hidden) < 2:
            await play(at, rng)
            entries = [at.state.entry(a) for a in at.state.legal()]
            hidden = [e.action for e in entries if e.secret is not None and not e.reveals]
        actor, first = at.state.actor, at.number
        screens = [Screen(at, PEOPLE[1 - actor]), Screen(at)]
        await at.act(actor, hidden[choice], first)
        assert [screen.at for screen in screens] == [first + 1] * 2
        return [screen.sent for screen in screens]

    assert await sent(0) == await sent(-1)


async def test_bots_move_by_their_seats_observation() -> None:
    seats = [Seat("person", 0, "ada", "Ada"), Seat("bot", 2, colour=1)]
    at, rng = await table(GAME, seats), random.Random(1)
    for _ in range(20):
        while at.bot_to_move() >= 0:
            await asyncio.sleep(0)
        assert at.state.actor == 0
        await play(at, rng)
    assert {view.seat for view in host_of(at).asked} == {1}
    assert None in host_of(at).moves
    at.stop()


async def test_bots_move_at_the_pace_of_the_slowest_player() -> None:
    at = await table(GAME)
    host_of(at).pace = 1.0
    ada, basile, onlooker = Screen(at, "ada"), Screen(at, "basile"), Screen(at)
    normal = at.bots.pause

    async def choose_pace(screen: Screen, pace: str) -> None:
        await requests.carry_out(screen, Set(Settings(pace=pace)))

    await choose_pace(onlooker, "calm")
    assert at.bots.pause == normal, "onlookers have no say"
    await choose_pace(ada, "quick")
    assert at.bots.pause == normal
    await choose_pace(basile, "quick")
    assert 0 < at.bots.pause < normal
    await choose_pace(ada, "calm")
    assert at.bots.pause > normal
    assert await refusal_code(choose_pace(ada, "fast")) == "bad"


async def test_a_late_move_is_refused_and_a_bot_takes_over() -> None:
    at = await table(GAME, clock=live(5, 0, "bot"))
    host, actor, legal = host_of(at), at.state.actor, at.state.legal()
    screen = Screen(at, "ada")
    host.pace = 60.0  # the bot takes a while
    assert at.time is not None
    host.time += OPENING + 300 - 1
    assert at.time.message().left[actor] == 1000
    host.time += 1 + LAG + 1
    assert await refusal_code(at.act(actor, legal[0], at.number)) == "late"
    assert host.store.events[-1] == TIME_UP
    assert (at.seats[actor].kind, host.store.row.seats[actor].kind) == ("bot", "bot")
    assert screen.received("late") == [{"t": "late", "seat": actor}]
    owner = at.seats[actor].owner
    await seating.change_seat(at, actor, "bot", kind="person")
    assert at.seats_of(owner) == [actor]
    at.stop()


async def test_a_clock_charges_the_seat_to_move_and_undo_refunds_nothing() -> None:
    at = await table(GAME, clock=live(5, 0, "bot"))
    host = host_of(at)
    assert at.time is not None
    actor = at.state.actor
    host.time += OPENING + 100
    await play(at, random.Random(1))
    left = at.time.message().left
    assert left[actor] <= 200_000 + 1000 * LAG
    assert left[1 - actor] == 300_000
    await at.undo(actor, at.number)
    assert at.time.message().left[actor] <= left[actor]
    at.stop()


async def test_a_game_waits_for_its_last_seat_which_one_person_can_take() -> None:
    seats = [Seat("person", 0, "ada", "Ada"), Seat(colour=1)]
    store = MemoryStore(row(GAME, seats, public=True))
    here, there = [await open_table(MemoryHost(store, is_shared=True)) for _ in range(2)]
    screen = Screen(there, "ada")
    assert await refusal_code(here.act(0, 0, here.number)) == "waiting"
    came: dict[str, Any] = {"kind": "person", "colour": 1}
    await seating.change_seat(here, 1, "open", owner="basile", **came)
    taken = seating.change_seat(there, 1, "open", owner="carol", **came)
    assert await refusal_code(taken) == "taken"
    assert there.seats[1].owner == "basile"
    assert screen.received("joined") == [{"t": "joined", "seat": 1, "cat": False}]
    again = seating.change_seat(here, 1, "person", once=True, owner="ada")
    assert await refusal_code(again) == "seated"
    assert here.full
    assert here.number > 0, "the opening has been drawn"


async def test_a_seat_change_that_cannot_be_stored_is_reverted() -> None:
    at = await table(GAME)
    host_of(at).store.ill = "disk full"
    with pytest.raises(StoreFailed):
        await seating.change_seat(at, 1, "person", kind="bot", level=3)
    assert (at.seats[1].kind, at.seats[1].level) == ("person", 0)


async def test_a_player_who_closed_the_page_counts_as_away_after_a_moment() -> None:
    at = await table(GAME)
    ada, basile = Screen(at, "ada"), Screen(at, "basile")
    at.presence.saw("basile")
    at.watchers.discard(basile)
    at.presence.closed("basile")
    assert at.presence.here(1)
    heard = len(ada.sent)
    host_of(at).time += RELOAD
    assert at.presence.misses_somebody()
    at.presence.tell()
    received = ada.received("players")[-1]["players"]
    assert [(player["here"], player["gone"]) for player in received] == [
        (True, False),
        (False, False),
    ]
    assert len(ada.sent) == heard + 1
    host_of(at).time += GRACE - RELOAD
    at.presence.tell()
    assert [player["gone"] for player in ada.received("players")[-1]["players"]] == [False, True]
    at.watchers.add(basile)
    at.presence.saw("basile")
    assert [player["here"] for player in ada.received("players")[-1]["players"]] == [True, True]


async def test_a_player_is_away_while_their_page_does_not_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = await table(GAME)
    ada, basile = Screen(at, "ada"), Screen(at, "basile")
    at.presence.saw("basile")
    with monkeypatch.context() as patch:
        patch.setattr(Screen, "answers", property(lambda page: page is not basile))
        assert at.presence.misses_somebody()
        at.presence.tell()
        assert [player["here"] for player in ada.received("players")[-1]["players"]] == [
            True,
            False,
        ]
    at.presence.tell()
    assert [player["here"] for player in ada.received("players")[-1]["players"]] == [True, True]


async def test_chat_reaches_all_who_have_not_muted_its_author() -> None:
    at = await table(GAME)
    ada, basile = Screen(at, "ada"), Screen(at, "basile")
    ada.muted = frozenset({"basile"})
    await at.say(1, "Basile", "Miaou!")
    assert [m["line"][:3] for m in basile.received("chat")] == [[1, "Basile", "Miaou!"]]
    assert not ada.received("chat")
    assert host_of(at).store.said == list(at.chat)
