"""Replays: only what a seat saw at the time, and everything once the game is over."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from web.drawn import Drawn
from web.replay.finished import a_finished_table
from web.secrecy import ID, check_same_for_viewer, seated
from web.support import Page, Person, RandomPlayers, a_site, owner_of, site_of, two_players

import matou
from matou.bots.levels import LEVELS
from matou.core.messages import say
from matou.core.record import Record
from matou.play.log import Line
from matou.play.replay import Positions
from matou.web.app import make
from matou.web.replay import routes
from matou.web.site import Options

# A game in play


async def replay_pages(
    tmp: Path,
    game: str,
    events: list[int],
    viewer: int | None,
    _visible_action: int | None,
    cookies: Any,
) -> str:
    """Returns everything that the replay of a game in play sends."""
    async with a_site(tmp) as app:
        people = [Person(app), Person(app)]
        for person, cookie in zip(people, cookies, strict=True):
            person.http.cookies.set("matou", cookie)
        await seated(app, game, events, people)
        reader = Person(app) if viewer is None else people[viewer]
        back = f"/t/{ID}/back"
        asked = [back, f"{back}/analysis", f"/t/{ID}"]
        for eyes in ("-", "0", "1"):
            asked.append(f"{back}/story?eyes={eyes}")
            asked += [f"{back}/{n}?eyes={eyes}&text=1" for n in (0, len(events) // 2, len(events))]
            asked.append(f"{back}/{len(events)}?eyes={eyes}&base={len(events) - 1}")
        answers = [await reader.get(path) for path in asked]
        for path, answer in zip(asked, answers, strict=True):
            allowed = f"eyes={viewer}" in path or "eyes=-" in path or "eyes" not in path
            assert answer.status_code == (200 if allowed else 403), path
        return "\n".join(answer.text for answer in answers)


@pytest.mark.parametrize("viewer", [0, None])
@pytest.mark.parametrize("game", matou.available())
async def test_hidden_information_does_not_change_the_replay_of_a_game_in_play(
    game: str, viewer: int | None, tmp_path: Path
) -> None:
    await check_same_for_viewer(replay_pages, game, viewer, tmp_path, enough=2, least=1)


async def test_the_comparison_notices_a_leak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The comparison fails with positions of another seat, and with an open log."""
    compare = test_hidden_information_does_not_change_the_replay_of_a_game_in_play
    with monkeypatch.context() as patch:
        patch.setattr(Positions, "view", lambda self, at, _eyes: self.state(at).observe(1))
        with pytest.raises(AssertionError, match="replies differ"):
            await compare("clocktowers", 0, tmp_path / "one")
    monkeypatch.setattr(Line, "read_by", lambda self, *_: self.own)
    with pytest.raises(AssertionError, match="replies differ"):
        await compare("clocktowers", 0, tmp_path / "two")


async def test_drawings_are_limited_per_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "DRAWINGS_RATE", 0.0)
    monkeypatch.setattr(routes, "DRAWINGS_BURST", 3.0)
    app = make(Options(tmp_path, pace=0.0), RandomPlayers(1))

    async with app.router.lifespan_context(app):
        ada = Person(app)
        back = f"/t/{await ada.new_table('clocktowers')}/back/0"
        codes = [(await ada.get(back)).status_code for _ in range(5)]
        assert codes == [200] * 3 + [429] * 2
        other = Person(app, address="10.0.0.2")
        assert (await other.get(back)).status_code == 200


async def test_a_replayed_position_shows_what_the_seat_saw_then(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        ada, basile, table = await two_players(app, "clocktowers")
        rng = random.Random(2)
        for _ in range(12):
            await ada.settle()
            await basile.settle()
            mover = ada if ada.view["legal"] else basile
            await mover.act(rng)
        state = site_of(app).manager.tables[table].state
        reader = reader_of(app, ada)
        back = f"/t/{table}/back"
        log = (await reader.get(f"{back}/story?eyes=0")).json()
        assert log["count"] == len(state.history) == len(log["lines"])
        names = [seen.name for seen in state.observe(0).log]
        assert [line[2] for line in log["lines"]] == names
        then, drawn = matou.game("clocktowers").start(2), Drawn()
        for n, entry in enumerate([*state.history, None]):
            answer = (await reader.get(f"{back}/{n}?eyes=0")).json()
            sheet = then.observe(0).sheet(names=["Ada", "Basile"])
            assert Drawn(answer).parts == sheet.parts
            assert answer["turn"] == then.actor
            base = f"&base={n - 1}" if n else ""
            shorter = (await reader.get(f"{back}/{n}?eyes=0{base}")).json()
            assert drawn.take(shorter) == sheet.parts
            if entry is not None:
                then.play(entry.action)
        # Only the own view and a spectator's are allowed; no playing on, no analysis.
        assert (await reader.get(f"{back}/3?eyes=1")).status_code == 403
        refused = await reader.post(f"{back}/play", at=3, seat=0, level=1)
        assert refused.status_code == 403
        assert (
            say(
                "You cannot play on from a game in progress: that would "
                "reveal what is still hidden. Come back when it is over."
            )
            .say("en")
            .split(":")[0]
            in refused.text
        )
        study = (
            await reader.http.post(f"{back}/analysis", headers={"origin": "http://site.test"})
        ).json()
        assert study == {
            "state": "none",
            "says": say("Once the game is over, a bot can review it with you.").say("en"),
        }


def reader_of(app: Starlette, page: Page) -> Person:
    """Returns the same person in another window."""
    headers = dict(page.scope["headers"])  # type: ignore[call-overload]
    person = Person(app)
    for part in headers[b"cookie"].decode().split("; "):
        name, _, value = part.partition("=")
        person.http.cookies.set(name, value.strip('"'))
    return person


async def test_undone_actions_are_not_in_the_replay(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        table = await person.new_table("appenzell", "same")
        page = await person.open(table)
        rng = random.Random(1)
        back = f"/t/{table}/back"
        while not page.view["undo"]:
            if "curtain" in page.view:
                await page.ask({"look": page.view["curtain"][0]})
            await page.act(rng)
        long = (await person.get(f"{back}/story")).json()
        await page.ask({"undo": True, "at": page.view["at"]})
        short = (await person.get(f"{back}/story")).json()
        assert short["lines"] == long["lines"][:-1]
        assert short["stamp"] != long["stamp"]
        # Two people share this screen: neither may see the other's secrets.
        assert (await person.get(f"{back}/1?eyes=0")).status_code == 403
        beyond = (await person.get(f"{back}/99999")).json()
        assert beyond["at"] == short["count"]


# A finished game


@pytest.mark.parametrize("game", matou.available())
async def test_a_finished_game_can_be_seen_from_every_seat(game: str, tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        state = await a_finished_table(app, game)
        reader = Person(app, "fr")
        page = await reader.get("/t/done/back")
        assert page.status_code == 200
        log = (await reader.get("/t/done/back/story")).json()
        assert [line[2] for line in log["lines"]] == [e.name for e in state.history]
        half = len(state.history) // 2
        then = Record.of(state)
        view = next(s for n, s in enumerate(then.states()) if n == half)
        who = ["Ada", LEVELS[3].name.say("fr")]
        for eyes, seat in (("-", None), ("0", 0), ("1", 1)):
            answer = (await reader.get(f"/t/done/back/{half}?eyes={eyes}&text=1")).json()
            assert Drawn(answer).parts == view.observe(seat).sheet(lang="fr", names=who).parts
            assert answer["board_text"]
        last = (await reader.get(f"/t/done/back/{len(state.history)}")).json()
        assert last["over"]
        reply = [state.game.words.tally(state.s, seat, True) for seat in range(2)]
        assert last["tallies"] == [words.say("fr") for words in reply if words is not None]
        for wrong in ("eyes=2", "eyes=x", "eyes=-1"):
            assert (await reader.get(f"/t/done/back/3?{wrong}")).status_code == 403
        for odd in ("x", "-1", "9" * 5000, "3.5", "٣"):
            assert (await reader.get(f"/t/done/back/{odd}")).status_code == 404
        assert (await reader.get("/t/none/back")).status_code == 404


async def test_only_its_players_can_replay_a_private_game(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        friend, stranger = Person(app), Person(app)
        await friend.new_table("chopchop")
        await a_finished_table(app, "chopchop", owner_of(app, friend), watch=False)
        paths = ["", "/story", "/3", "/analysis"]
        for path in paths:
            assert (await friend.get(f"/t/done/back{path}")).status_code == 200
            assert (await stranger.get(f"/t/done/back{path}")).status_code == 403
        assert (await stranger.get("/t/done/share.png")).status_code == 403
        assert (await stranger.post("/t/done/back/play", at=1, seat=0, level=1)).status_code == 403
        # A game that continues a private one is private too.
        answer = await friend.post("/t/done/back/play", at=9, seat=0, level=1)
        on = answer.headers["location"]
        assert (await friend.get(on)).status_code == 200
        assert (await stranger.get(on)).status_code == 403


async def test_a_replay_names_the_player_to_move_without_calling_them(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        await person.new_table("catymini")  # gets a cookie
        state = await a_finished_table(app, "clocktowers", owner_of(app, person))
        said = [
            (await person.get(f"/t/done/back/{at}")).json()["says"]
            for at in range(len(state.history))
        ]
        assert {"you to play", ""} < {*said}
        assert not any("your turn" in words for words in said)
