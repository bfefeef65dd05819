"""Tables with joint draws: waiting for links, leaving, proofs."""

from __future__ import annotations

import contextlib
import random
from typing import Any

import pytest
from play.memory import PEOPLE, Screen, host_of, open_table, table

import matou
from matou.core.chains import HOST, links_up_to
from matou.core.fairness import prove
from matou.play.clock import live
from matou.play.joint_luck import end_chain, joint_dealer, open_link, seal, waits_for
from matou.play.keeping import StoreFailed
from matou.play.opening import rematch_of
from matou.play.refusals import Refused
from matou.play.seats import Seat
from matou.play.table import Table

GUESTS = {1: links_up_to("b1" * 32, 600), 2: links_up_to("b2" * 32, 600)}


async def begin_game(game: str, **settings: Any) -> Table:
    """Returns a table at Ada's page, with Basile and Carol as guests."""
    seats = [Seat("person", 0, owner, owner.title(), i) for i, owner in enumerate(PEOPLE[:3])]
    at = await table(game, seats, chains=[], **settings)
    await seal(at, {seat: links[0] for seat, links in GUESTS.items()})
    return at


async def open_links(at: Table, *away: int) -> None:
    """Opens the links that the table waits for, except those of seats in ``away``."""
    while (waits := await waits_for(at)) is not None and set(waits.seats) - set(away):
        for seat in set(waits.seats) - set(away):
            await open_link(at, seat, waits.step, GUESTS[seat][waits.step + 1])


async def awaited_links(at: Table) -> tuple[int, list[int]]:
    waits = await waits_for(at)
    assert waits is not None
    return waits.step, waits.seats


async def act(at: Table, rng: random.Random) -> None:
    await at.act(at.state.actor, rng.choice(at.state.legal()), at.number)


@pytest.mark.parametrize("game", matou.available())
async def test_a_game_with_joint_draws_can_be_proved(game: str) -> None:
    at, rng = await begin_game(game), random.Random(4)
    await open_links(at)
    while not at.state.over:
        await act(at, rng)
        await open_links(at)
        if at.number % 40 == 0:  # the host's page is reloaded
            at = await open_table(host_of(at))
    record = at.record({})
    assert matou.Record.loads(record.dumps()) == record
    assert record.commitment == at.dealer.commitment
    assert record.seed == ""
    proof = prove(record)
    assert proof.whole
    assert (proof.pages, proof.notes) == (3, ())
    assert at.row.seed not in record.dumps()
    host = record.chains[0]  # the table's own seed takes no part in the draws
    assert at.row.commitment not in links_up_to(host.link, host.opened)


async def test_no_draw_happens_before_all_chains_are_sealed_and_links_open() -> None:
    seats = [Seat("person", 0, owner, owner.title(), i) for i, owner in enumerate(PEOPLE[:3])]
    at = await table("clocktowers", seats, chains=[])
    assert (at.number, await waits_for(at)) == (0, None)
    with pytest.raises(Refused):
        await seal(at, {1: "no hash"})
    await seal(at, {seat: links[0] for seat, links in GUESTS.items()})
    assert await awaited_links(at) == (0, [1, 2])
    screen = Screen(at, "basile")
    await open_link(at, 1, 0, GUESTS[1][1])
    with pytest.raises(Refused):  # after a link was open_table
        await seal(at, {1: GUESTS[1][0]})
    assert (at.number, await awaited_links(at)) == (0, (0, [2]))
    for seat, step, link in (
        (2, 0, GUESTS[1][1]),  # of another chain
        (2, 0, GUESTS[2][2]),  # of a later step
        (2, 1, GUESTS[2][2]),
        (2, 0, "no hash"),
        (1, 0, GUESTS[1][1]),  # a second time
        (0, 0, GUESTS[1][1]),  # of a page without a chain
        (HOST, 0, GUESTS[1][1]),
    ):
        with pytest.raises(Refused):
            await open_link(at, seat, step, link)
    assert at.number == 0
    await open_link(at, 2, 0, GUESTS[2][1])
    assert at.state.actor >= 0
    assert screen.at == at.number > 0
    assert await waits_for(at) is None
    with pytest.raises(Refused):  # too late
        await seal(at, {1: GUESTS[1][0]})


async def test_a_move_cannot_be_undone_while_its_draw_waits() -> None:
    at, rng = await begin_game("chopchop"), random.Random(4)
    await open_links(at)
    taken = 0
    while await waits_for(at) is None:
        actor = at.state.actor
        await act(at, rng)
        taken += at.state.can_undo(actor)
    assert host_of(at).store.events == [e.action for e in at.state.history]
    with pytest.raises(Refused):
        await at.undo(actor, at.number)
    with pytest.raises(Refused):
        await at.act(actor, 0, at.number)
    again = await open_table(host_of(at))
    assert await waits_for(again) == await waits_for(at)


@pytest.mark.parametrize("game", matou.available())
async def test_undone_moves_open_no_link_and_change_no_draw(game: str) -> None:
    """No player learns from undone moves what another move would have drawn."""
    at, rng = await begin_game(game), random.Random(7)
    await open_links(at)
    taken = 0
    while not at.state.over and at.number < 500:
        actor = at.state.actor
        await act(at, rng)
        if at.can_undo(actor) and rng.random() < 0.5:
            chains = joint_dealer(at).chains
            with contextlib.suppress(Refused):  # often, not always
                await at.undo(actor, at.number)
                taken += 1
            assert joint_dealer(at).chains == chains
        await open_links(at)
    assert taken or game == "chopchop"  # there every move leads to a draw
    again = await begin_game(game)  # the same chains and moves without undo
    await open_links(again)
    for entry in at.state.history:
        if entry.actor >= 0:
            await again.act(entry.actor, entry.action, again.number)
            await open_links(again)
    actions = [entry.action for entry in at.state.history]
    assert [entry.action for entry in again.state.history][: len(actions)] == actions


async def test_a_game_can_continue_without_a_page_and_the_record_says_since_when() -> None:
    at, rng = await begin_game("clocktowers"), random.Random(4)
    await open_links(at)
    with pytest.raises(Refused):  # the table does not wait for its link
        await end_chain(at, 2, 1)
    for _ in range(20):
        await act(at, rng)
        await open_links(at)
    while await waits_for(at) is None:
        await act(at, rng)
    await open_links(at, 2)
    (step, away), since = await awaited_links(at), len(at.state.history) + 1
    assert away == [2]
    with pytest.raises(Refused):  # its page is present
        await end_chain(at, 1, step)
    await end_chain(at, 2, step)
    assert await awaited_links(at) == (step + 1, [1])
    at = await open_table(host_of(at))
    assert await awaited_links(at) == (step + 1, [1])
    with pytest.raises(Refused):  # too late
        await open_link(at, 2, step + 1, GUESTS[2][step + 2])
    await open_links(at)
    while not at.state.over:
        await act(at, rng)
        await open_links(at)
    proof = prove(at.record({2: "Carol"}))
    assert proof.whole
    assert [note.say("en") for note in proof.notes] == [
        f"From move {since} on, the draws are made without Carol: the others agreed."
    ]
    assert rematch_of(at, at.game)[0].settings["chains"] == []


async def test_a_chain_ends_only_if_its_end_can_be_stored() -> None:
    at = await begin_game("clocktowers")
    await open_links(at, 2)
    host_of(at).store.ill = "full"
    with pytest.raises(StoreFailed):
        await end_chain(at, 2, 0)
    assert await awaited_links(at) == (0, [2])
    host_of(at).store.ill = ""
    await end_chain(at, 2, 0)
    assert await awaited_links(at) == (1, [1])


async def test_no_link_is_requested_while_a_seat_is_open() -> None:
    seats = [Seat("person", 0, "ada", "Ada", 0), Seat("open", colour=1)]
    at = await table("clocktowers", seats, chains=[])
    await seal(at, {1: GUESTS[1][0]})
    assert await waits_for(at) is None
    at.seats[1].kind = "person"
    assert await awaited_links(at) == (0, [1])


async def test_clocks_stop_while_a_draw_waits() -> None:
    at, rng = await begin_game("chopchop", clock=live(5, 0)), random.Random(4)
    await open_links(at)
    assert at.time is not None
    thought = 0.0
    for _ in range(12):
        while at.state.actor >= 0:
            before = sum(at.time.message().left)
            host_of(at).time += 20
            thought += before - sum(at.time.message().left)
            await act(at, rng)
        left = at.time.message().left
        host_of(at).time += 600
        assert at.time.message().left == left
        await open_links(at)
        assert at.time.message().left == left
    assert thought > 60_000
    at.stop()
