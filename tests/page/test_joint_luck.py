"""Games with joint draws, checked by the host's page, a page with the record, and ``verify``."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from page.browser import MemoryStorage, Tab, as_json

import matou
from matou import page
from matou.cli import main
from matou.core.chains import links_up_to
from matou.core.record import Record
from matou.page.storage import OWNER
from matou.play.joint_luck import open_link, seal, waits_for
from matou.play.opening import new_table
from matou.play.seats import Seat
from matou.web.http.page_maker import in_language, templates

GUEST = links_up_to("b1" * 32, 600)


async def open_guest_links(tab: Tab) -> None:
    """Opens the guest's links that the table waits for, after the bots' moves."""
    assert tab.host.viewer is not None
    at = tab.host.viewer.table
    await tab.settle()
    while (waits := await waits_for(at)) is not None:
        await open_link(at, 1, waits.step, GUEST[waits.step + 1])
        await tab.settle()


async def play_game(storage: MemoryStorage) -> tuple[Tab, str]:
    """Plays a game of a host, a guest at the same page and a bot. Returns tab and table."""
    seats = [Seat("person", 0, OWNER, name, i) for i, name in enumerate(("Ada", "Basile"))]
    game = matou.game("clocktowers")
    row = new_table(game, [*seats, Seat("bot", 1, colour=2)], {"host": OWNER, "chains": []}, {})
    tab, rng = Tab(storage), random.Random(2)
    await tab.host.store.create(row)
    await tab.open(row.id)
    assert tab.host.viewer is not None
    await seal(tab.host.viewer.table, {1: GUEST[0]})
    assert "together they decide each draw" in tab.view["continues"][0]
    moves = 0
    while not tab.view.get("end"):
        await open_guest_links(tab)
        if not tab.view.get("end"):
            await tab.act(rng)
        moves += 1
        if moves == 9:  # the page is reloaded
            fair, tab = tab.view["fair"], Tab(storage)
            await tab.open(row.id)
            assert tab.view["fair"] == fair
    return tab, row.id


async def test_the_page_and_verify_check_every_draw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    storage = MemoryStorage()
    tab, table = await play_game(storage)
    found = (await tab.ask("record", table))["record"]
    record = Record.loads(found)
    assert tab.view["end"]["seed"] == record.chains[0].link  # the panel shows the host's link
    assert tab.view["fair"] == record.commitment
    answer = await tab.ask("verify", table)
    assert answer["fits"]
    assert answer["says"].startswith("Checked: every draw (")
    assert "secret numbers of all pages at the table (2)" in answer["says"]

    path, guest = tmp_path / "game.matou", Tab(MemoryStorage(), "fr")
    path.write_text(found)
    assert main(["verify", str(path)]) == 0
    assert "of all pages at the table (2)" in " ".join(capsys.readouterr().out.split())

    # The host changes a draw in the record that it sends.
    state = record.game.start(3)
    for cut, name in enumerate(record.actions):
        if state.actor == matou.CHANCE:
            others = [state.name(a) for a in state.legal() if state.name(a) != name]
            if others and cut > 40:
                break
        state.play(name)
    forged = record.game.start(3)
    for played in (*record.actions[:cut], others[0]):
        forged.play(played)
    lie = replace(
        forged.record(), id=record.id, commitment=record.commitment, chains=record.chains
    ).dumps()
    for text, fits in ((found, True), (lie, False)):
        opened = as_json(await guest.host.ask({"ask": "open", "record": text}))["opened"]
        asked = {"ask": "verify", "opened": opened, "lang": "fr"}
        answer = as_json(await guest.host.ask(asked))
        assert answer["fits"] is fits
        said = "chaque tirage (" if fits else f"action {cut + 1}, tirage"
        assert said in answer["says"]
    path.write_text(lie)
    assert main(["verify", str(path)]) == 1
    assert f"the record says {others[0]}, the seed gives {name}" in " ".join(
        capsys.readouterr().out.split()
    )


def test_a_guests_page_has_a_message_for_each_result_of_its_check() -> None:
    scripts = Path(page.__path__[0]) / "static" / "friends"
    asked = set(re.findall(r"LUCK_\w+", (scripts / "verdict.js").read_text("utf-8")))
    friends = templates().get_template("tables/friends_texts.html").make_module(in_language("en"))
    assert asked == {name for name in friends.texts if name.startswith("LUCK_")}  # type: ignore[attr-defined]
    kinds = re.search(r"@typedef \{(.*)\} Wrong", (scripts / "luck.js").read_text("utf-8"))
    assert kinds is not None
    assert len(asked) == len(kinds[1].split("|")) + 3  # two results and the host's name
