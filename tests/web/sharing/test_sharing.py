"""Previews of links, and pictures to share."""

from __future__ import annotations

import random
import re
import struct
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sweep import CUT
from web.replay.finished import a_finished_table, finished_game
from web.secrecy import ID, cookies_for, pair, seated
from web.support import Person, a_site, site_of

import matou
from matou import paper
from matou.core.grammar import languages
from matou.core.messages import say
from matou.play import card
from matou.play.seats import Seat, face_of, public_names
from matou.web.sharing import previews


def tags(page: str) -> dict[str, str]:
    return dict(
        re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)"', page)
    )


async def test_links_have_previews(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        await a_finished_table(app, "clocktowers")
        person = Person(app, "fr")
        table = await person.new_table("chopchop", "friends", name="Ada")
        page = await person.open(table)
        site = site_of(app)
        site.options = replace(site.options, base_url="https://example.org")
        join = f"/t/{table}/join/{page.view['invites'][0][1]}"
        for path, card, says in (
            (
                "/",
                "/share.png",
                say(
                    "Against a cat at your level, with faraway friends, or "
                    "around one screen. No account needed."
                ).say("fr"),
            ),
            (
                "/g/chopchop",
                "/g/chopchop/share.png",
                matou.game("chopchop").words.TAGLINE.say("fr"),
            ),
            ("/t/done", "/t/done/share.png", "Revois chaque coup"),
            ("/t/done/back", "/t/done/share.png", "Revois chaque coup"),
            (
                f"/t/{table}",
                f"/t/{table}/share.png",
                say("A seat is free: come and play.").say("fr"),
            ),
            (join, "/g/chopchop/share.png", matou.game("chopchop").words.TAGLINE.say("fr")),
        ):
            found = tags((await person.get(path)).text)
            assert found["og:image"] == f"https://example.org{card}?lang=fr"
            assert found["og:url"] == f"https://example.org{path}"
            assert says.replace("'", "&#39;") in found["og:description"]
            assert found["og:title"]
            assert found["twitter:card"] == "summary_large_image"


async def test_a_picture_to_share_is_a_png_of_the_size_for_previews(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        await a_finished_table(app, "clocktowers")
        person = Person(app)
        for path in ("/t/done/share.png?lang=fr", "/t/done/share.png?lang=fr"):
            answer = await person.get(path)
            assert answer.headers["content-type"] == "image/png"
            assert answer.content.startswith(b"\x89PNG")
            assert struct.unpack(">II", answer.content[16:24]) == (card.WIDE, card.HIGH)
        assert (await person.get("/g/nothing/share.png")).status_code == 404


async def test_the_picture_of_a_game_in_play_shows_what_a_spectator_sees(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    async def render(drawing: str) -> bytes:
        drawn.append(drawing)
        return b"\x89PNG"

    monkeypatch.setattr(previews, "render", render)

    for k, events in enumerate(pair("clocktowers", None, random.Random(6))[:2]):
        folder = tmp_path / str(k)
        folder.mkdir()
        (folder / "key").write_text("k" * 64)
        async with a_site(folder) as app:
            people = [Person(app), Person(app)]
            for person, cookie in zip(people, cookies_for(tmp_path), strict=True):
                person.http.cookies.set("matou", cookie)
            await seated(app, "clocktowers", events, people)
            for person in (people[0], Person(app)):  # players get the same picture
                assert (await person.get(f"/t/{ID}/share.png")).status_code == 200
    assert len(drawn) == 2
    assert drawn[0] == drawn[1]
    assert "P0" in drawn[0]


def test_the_picture_shows_names_and_faces_of_the_players() -> None:
    """A nameless person is 'Somebody', three bots have three names, the winner is larger."""
    seats = [Seat("person", 0, "x"), Seat("bot", 2), Seat("bot", 2), Seat("bot", 5)]
    who = public_names(seats, "fr")
    assert who == ["Quelqu’un", "Gourmand", "Brioche", "Grand Matou"]
    assert public_names([Seat("person"), Seat("person", name="Ada")], "en") == ["Somebody", "Ada"]
    assert public_names([Seat("person"), Seat("person")], "en") == ["Player 1", "Player 2"]
    game = matou.game("clocktowers")
    board = game.start(4).observe(None).sheet()
    players = tuple(
        card.Player(who[i], i, "3", won=i == 2, face=face_of(game, seats, i)) for i in range(4)
    )
    shown = card.Card("Clocktowers", "Brioche gagne.", players, board)
    drawn = card.svg(shown)
    assert all(f">{name}</text>" in drawn for name in who)
    heads = [card.face(i, player, 0, 0, 100) for i, player in enumerate(players)]
    assert len({*heads}) == 4, "two players have the same face"
    assert card.face(2, players[2], 10, 20, 30) in card.proud(shown, 10, 20, 30)
    assert card.face(0, card.Player("", 0), 0, 0, 100) == "", "an empty seat has a face"


DRAWS = "import sys; sys.stdin.buffer.read(); sys.stdout.buffer.write(b'\\x89PNG')"
DIES = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals")
@pytest.mark.parametrize(("killed", "status"), [(1, 200), (9, 503)])
async def test_a_killed_renderer_is_started_again(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    killed: int,
    status: int,
) -> None:
    run = subprocess.run
    begun: list[int] = []

    def run_and_kill(_: list[str], **how: Any) -> Any:
        begun.append(len(begun))
        return run([sys.executable, "-c", DIES if len(begun) <= killed else DRAWS], **how)

    monkeypatch.setattr(subprocess, "run", run_and_kill)

    async with a_site(tmp_path) as app:
        answer = await Person(app, "fr").get("/share.png?lang=fr")
        assert answer.status_code == status
        assert (
            say("This picture could not be drawn. Try again in a moment.").say("fr") in answer.text
        ) == (status == 503)
    assert len(begun) == 2
    assert not [record for record in caplog.records if record.exc_info]


async def test_no_text_in_a_picture_is_truncated_in_any_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: dict[str, str] = {}
    asked = ""

    async def render(drawing: str) -> bytes:
        drawn[asked] = drawing
        return b"\x89PNG"

    monkeypatch.setattr(previews, "render", render)

    async with a_site(tmp_path) as app:
        for i, lang in enumerate(languages()):
            person = Person(app, address=f"10.{i}.0.1")  # pictures are limited per network
            for path in ("/share.png", *(f"/g/{name}/share.png" for name in matou.available())):
                asked = f"{path}?lang={lang}"
                assert (await person.get(asked)).status_code == 200
    assert len(drawn) == len(languages()) * (1 + len(matou.available()))
    assert not {asked: cut for asked, text in drawn.items() if (cut := CUT.findall(text))}


async def test_the_picture_names_the_winner_and_fills_its_space(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    async def render(drawing: str) -> bytes:
        drawn.append(drawing)
        return b"\x89PNG"

    monkeypatch.setattr(previews, "render", render)

    async with a_site(tmp_path) as app:
        state = await a_finished_table(app, "chopchop")
        assert state.winners == [0]
        person = Person(app)
        await person.get("/t/done/share.png?lang=en")
        seats = (await site_of(app).manager.table("done")).seats  # type: ignore[union-attr]
        seats[0].name = ""
        await person.get("/t/done/share.png?lang=fr")
        # A name that a visitor has entered is remembered.
        await person.new_table("clocktowers", name="Zoé")
        again = await person.post("/g/clocktowers/play", mode="bot")
        live = site_of(app).manager.tables[again.headers["location"][3:]]
        assert live.seats[0].name == "Zoé"
    named, nameless = drawn
    assert ">Ada wins.<" in named
    assert ">Joueur 1 gagne.<" not in nameless
    for line in ("Gagné", "contre", "Souricier."):
        assert line in nameless
    # The board is as large as possible, and the players reach the lower edge.
    board = re.search(r'<svg x="[\d.]+" y="[\d.]+" width="([\d.]+)" height="([\d.]+)"', named)
    assert board is not None
    assert float(board[1]) * float(board[2]) > 0.45 * card.WIDE * card.HIGH
    lowest = max(float(y) for y in re.findall(r'<text x="[\d.]+" y="([\d.]+)"', named))
    assert lowest > 0.85 * card.HIGH


def test_a_card_shows_the_whole_tagline() -> None:
    for game in matou.available():
        words = matou.game(game).words
        for lang in ("en", "fr"):
            board = matou.game(game).start(2).observe(None).sheet(wide=True)
            svg_text = card.svg(
                card.Card(words.TITLE.say(lang), words.TAGLINE.say(lang), (), board)
            )
            last = words.TAGLINE.say(lang).split()[-1]
            assert f"{last}</text>" in svg_text


def test_a_card_embeds_its_letters_and_leaves_missing_ones_to_the_system() -> None:
    view = finished_game("chopchop").observe(None)
    players = (card.Player("Ada", 0, "1", won=True), card.Player("Basile", 1, "0"))
    made = card.Card("Chop! Chop!", "Ada wins.", players, view.sheet())
    assert "Ada wins." in card.svg(made)
    drawn = paper.standalone(card.svg(made))
    assert "<text" not in drawn
    assert "var(" not in drawn
    foreign = replace(made, players=(card.Player("Ада", 0), card.Player("Basile", 1)))
    assert re.findall("<text[^>]*>(.*?)</text>", paper.standalone(card.svg(foreign))) == ["Ада"]
    assert card.wrapped("a bb ccc", paper.text_width("a bb m")) == ["a bb", "ccc"]
