"""The bytes that a host's page sends to a guest do not depend on what the guest must not know."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from page.browser import MemoryStorage
from page.guest import GuestTab, HostTab
from web.secrecy import ID, PAIRS, SEED, check_same_for_viewer, has_secrets

import matou
from matou.core.chains import HOST, Chain
from matou.core.fairness import commitment
from matou.page.guests import Guest
from matou.page.storage import OWNER
from matou.play.keeping import TableRow
from matou.play.log import Line
from matou.play.refusals import Refused
from matou.play.seats import Seat
from matou.play.table import Table

pytestmark = pytest.mark.unmeasured  # it runs the same code many times

# The host's commitment to hidden moves is a hash with a link that stays sealed until the end.
BOUND = re.compile(r'"bound": "[0-9a-f]{64}"')


async def messages_to_guest(
    tmp: Path,
    game: str,
    events: list[int],
    viewer: int | None,
    common: int | None,
    cookies: Any,
) -> list[str]:
    """Returns all messages to a guest: on joining, to requests, and when another player acts."""
    owners = [OWNER if seat == (viewer == 0) else f"guest{seat}" for seat in range(2)]
    seats = [Seat("person", 0, owner, f"P{i}", i) for i, owner in enumerate(owners)]
    chains = [list(Chain.sealed(seat, "1" * 64)) for seat in (HOST, int(viewer != 0))]
    row = TableRow(
        id=ID,
        game=game,
        version=matou.game(game).version,
        options=dict(matou.game(game).settings(2)),
        seats=seats,
        seed=SEED,
        commitment=commitment(SEED),
        settings={"host": OWNER, "watch": True, "hints": True, "room": "r", "chains": chains},
    )
    host = HostTab(MemoryStorage())
    await host.host.store.create(row, events=events)
    await host.open(ID)
    guest = GuestTab(host, "watcher" if viewer is None else owners[viewer])
    guest.opens_links = False
    await guest.join()
    await guest.say(set={"memory": True, "board_text": True})
    await guest.say(why={"on": ["x"], "picked": []})
    await guest.say(do=10**6, at=0)
    await guest.say(set={"draws": True})
    await guest.say(set={"draws": False})
    await guest.say(ask="record")
    table = host.host.shown
    actor = table.state.actor
    if common is not None and actor != viewer:
        try:
            await table.act(actor, common, table.number)
        except Refused as refused:
            raise AssertionError(refused.says.say("en")) from None
        await guest.settle()
    return [BOUND.sub("", raw) for raw in guest.raw if json.loads(raw).get("at", 0) <= table.number]


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("game", matou.available())
async def test_bytes_to_a_guest_do_not_depend_on_hidden_information(
    game: str, viewer: int | None, tmp_path: Path
) -> None:
    await check_same_for_viewer(messages_to_guest, game, viewer, tmp_path, enough=PAIRS)


LEAKY = [g for g in matou.available() if has_secrets(matou.game(g).start(2), None)]


@pytest.mark.parametrize("leak", ["log", "view", "bound"])
async def test_the_comparison_notices_a_leak_to_a_guest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    if leak == "log":  # all players get the full log
        monkeypatch.setattr(Line, "read_by", lambda self, *_: self.own)
    elif leak == "view":  # a spectator sees what the seat to act sees

        def choose_seat(guest: Guest) -> int:
            guest.seat = max(guest.table.state.actor, 0)
            return -1

        monkeypatch.setattr(Guest, "choose_seat", choose_seat)
    else:  # a message contains the table's own list of moves
        honest = Guest.tell

        def tell(guest: Guest, message: Any) -> None:
            honest(guest, message)
            guest.post({"t": "table", "seat": None, "bound": moves(guest.table)})

        monkeypatch.setattr(Guest, "tell", tell)
    with pytest.raises(AssertionError, match="replies differ"):
        await check_same_for_viewer(messages_to_guest, LEAKY[0], None, tmp_path, enough=PAIRS)


def moves(table: Table) -> list[str]:
    return [entry.name for entry in table.state.history]
