"""Rules that changed: a game under older rules continues, ends, replays and verifies."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from web.support import Page, Person, a_site, site_of

import matou
from matou import games
from matou.bots import binding, make
from matou.bots.worker import observation, question
from matou.core import fairness, registry
from matou.core.game import Game

GAME = """
from dataclasses import replace
from matou.core.registry import find
from . import rules, why
GAME = replace(
    find("clocktowers"), name="mousetrap", version={version}, rules=rules, why=why
)
"""
FIRST_RULES = "from matou.games.clocktowers.rules import *\n"
# In the second edition a seat with several choices never has the last of them.
SECOND_RULES = """
from matou.games.clocktowers import rules as first
from matou.games.clocktowers.rules import *

def legal(s, out, weights):
    n = first.legal(s, out, weights)
    return n - 1 if n > 1 and first.actor(s) >= 0 else n
"""
WHY = """
from matou.core.messages import Verbatim, Why
from matou.games.clocktowers.say.refusals import *

def why_not(s, a):
    return Why("MT1", Verbatim("Not that one."))
"""


class Mousetrap:
    """A game for these tests, which can have a second edition."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "mousetrap"

    def publish(self, version: int, rules: str, under: str = "") -> None:
        folder = self.folder / under
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "rules.py").write_text(rules)
        (folder / "why.py").write_text(WHY)
        (folder / "__init__.py").write_text(GAME.format(version=version))
        self.forget()

    def second_edition(self) -> None:
        self.publish(2, SECOND_RULES)
        self.publish(1, FIRST_RULES, under="v1")

    def drop_the_first(self) -> None:
        shutil.rmtree(self.folder / "v1")
        self.forget()

    @staticmethod
    def forget() -> None:
        """Forgets the imported modules, as if the program had just started."""
        for name in [m for m in sys.modules if m.startswith("matou.games.mousetrap")]:
            del sys.modules[name]
        importlib.invalidate_caches()
        registry.look_again()


@pytest.fixture
def mousetrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mousetrap]:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path / "games")])
    game = Mousetrap(tmp_path / "games")
    game.publish(1, FIRST_RULES)
    yield game
    monkeypatch.undo()
    game.forget()


def last_of(legal: list[Any]) -> Any:
    return legal[-1]


def play_whole_game(game: Game) -> str:
    """Plays a whole game, always with the last legal action, and returns its record."""
    state, dealer = game.start(2), fairness.Dealer()
    while not state.over:
        state.play(dealer.draw(state) if state.actor < 0 else last_of(state.legal()))
    record = matou.Record.of(state)
    return replace(
        record, id=dealer.game_id, commitment=dealer.commitment, seed=dealer.seed
    ).dumps()


def test_a_record_replays_and_verifies_under_the_rules_it_was_played_by(
    mousetrap: Mousetrap,
) -> None:
    old = play_whole_game(matou.game("mousetrap"))
    mousetrap.second_edition()
    assert matou.game("mousetrap").version == 2
    record = matou.Record.loads(old)
    assert record.game.version == 1
    assert record.replay().over
    assert fairness.check(record) is None
    assert record.dumps() == old
    with pytest.raises(matou.BadRecord):  # the rules have changed
        matou.Record.loads(with_new_checksum(old.replace("version: 1", "version: 2")))


def with_new_checksum(text: str) -> str:
    from matou.core.record import digest

    body = text[: text.rindex("end ")]
    count = text[text.rindex("end ") :].split()[1]
    return f"{body}end {count} {digest(body)}\n"


def test_a_missing_version_is_refused_in_words(mousetrap: Mousetrap) -> None:
    old = play_whole_game(matou.game("mousetrap"))
    mousetrap.second_edition()
    with pytest.raises(matou.BadChoice, match="mousetrap has no version 3; choose from: 1 or 2"):
        registry.find("mousetrap", 3)
    with pytest.raises(matou.BadRecord, match="knows only up to"):
        matou.Record.loads(old.replace("version: 1", "version: 3"))
    mousetrap.drop_the_first()
    with pytest.raises(matou.BadRecord, match="no longer supports"):
        matou.Record.loads(old)


async def test_a_table_continues_under_its_rules_while_new_tables_use_the_new_ones(
    tmp_path: Path, mousetrap: Mousetrap
) -> None:
    data = tmp_path / "data"

    async def take(page: Page, most: int) -> None:
        """Plays the last legal action `most` times; the other seat is a bot."""
        while most and page.view["end"] is None:
            if not page.view["legal"]:
                await page.next("view")
                continue
            most -= 1
            action = last_of(page.view["legal"])[0]
            answer = await page.ask({"do": action, "at": page.view["at"]})
            assert answer["t"] == "ok", answer

    async with a_site(data) as app:
        host = Person(app)
        table = await host.new_table("mousetrap")
        await take(await host.open(table), 5)
        (table, cookie) = table, host.http.cookies["matou"]
    mousetrap.second_edition()
    async with a_site(data) as app:
        host = Person(app)
        host.http.cookies.set("matou", cookie, domain="site.test", path="/")
        page = await host.open(table)
        assert site_of(app).manager.tables[table].game.version == 1
        await take(page, 10_000)
        assert page.view["end"] is not None
        assert (await host.get(f"/t/{table}/verify")).json()["fits"] is True
        record = matou.Record.loads((await host.get(f"/t/{table}/record")).text)
        assert record.game.version == 1
        assert record.replay().over
        again = await host.post(f"/t/{table}/rematch")
        new = again.headers["location"].removeprefix("/t/")
        assert site_of(app).manager.tables[new].row.version == 2
        fresh = await host.open(await host.new_table("mousetrap"))
        live = site_of(app).manager.tables[fresh.table]
        assert (live.game.version, live.row.version) == (2, 2)
    mousetrap.drop_the_first()
    async with a_site(data) as app:
        person = Person(app, "fr")
        answer = await person.get(f"/t/{table}")
        assert answer.status_code == 410
        assert "anciennes règles" in answer.text
        assert (await person.get("/")).status_code == 200


def test_bots_use_the_rules_version_of_their_game(mousetrap: Mousetrap) -> None:
    mousetrap.second_edition()
    first, second = registry.find("mousetrap", 1), registry.find("mousetrap")
    views = []
    for game in (first, second):
        state = game.start(2)
        while state.actor < 0:
            state.play(state.legal()[0])
        views.append(state.observe(state.actor))
    for view in views:
        there = observation(question(view, "greedy", 1))
        assert there.game.version == view.game.version
        assert there.legal() == view.legal()
        way = binding.at_once(there.game)
        assert make(there.game, "greedy", seed=1, backend=way).choose(there) in view.legal()
    assert views[0].legal()[:-1] == views[1].legal()
    with pytest.raises(ValueError, match="was shown a game of mousetrap"):
        make(second, "greedy").choose(views[0])
