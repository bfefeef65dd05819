"""People you have played with, and invitations to play again."""

from __future__ import annotations

import html
import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from web.db.stores import Stores, two_stores
from web.notify.notified import (
    content,
    follow,
    no_background_sending,
    notify_all,
    subscribe,
    with_mail,
)
from web.notify.receivers import Browser as PushBrowser, http_receiver, mail_server
from web.support import BASE, Person, a_site, owner_of, site_of, table_of
from web.test_permanent_ids import Recorder
from web.you.passkey_browser import Browser
from web.you.test_games import a_table

from matou.play.seats import Seat
from matou.web.db.database import one
from matou.web.store import Store
from matou.web.tables.player_games import results_of
from matou.web.you.invitations import MOST_WAITING, SECONDS

__all__ = ["no_background_sending"]  # a fixture
GAME = "catymini"


async def record_game(
    store: Store, id: str, names: dict[str, str], winners: list[int], **more: Any
) -> None:
    seats = [Seat("person", 0, owner, name, i) for i, (owner, name) in enumerate(names.items())]
    table = a_table(id, next(iter(names)), seats=seats, **more)
    await store.tables.create(table)
    await store.games.record(id, results_of(table, winners))


async def test_scores_between_two_people(stores: Stores) -> None:
    async with two_stores(stores) as (store, other):
        pair = {"ada": "Ada", "bo": "Bo"}
        for i, winners in enumerate(([0], [0], [1], [0, 1], [])):
            await record_game(store, f"t{i}", pair, winners, touched=100.0 + i)
        await record_game(store, "three", {**pair, "cy": "Cy"}, [2], touched=200.0)
        await record_game(store, "renamed", {"bo": "Bob", "ada": "Ada"}, [0], touched=300.0)
        await record_game(store, "alone", {"ada": "Ada"}, [0])
        met = await other.invitations.met("ada")
        assert [(m.owner, m.name, m.games, m.won, m.lost, m.last) for m in met] == [
            ("bo", "Bob", 1, 0, 1, 300.0),
            ("bo", "Bo", 6, 2, 1, 200.0),
            ("cy", "Cy", 1, 0, 1, 200.0),
        ]
        assert await other.invitations.last_table("ada", "bo", GAME) == "renamed"
        assert await other.invitations.last_table("ada", "cy", GAME) == "three"
        assert await other.invitations.last_table("ada", "cy", "clocktowers") == ""
        assert await other.invitations.met("") == []
        # A person who deletes their data is on no list.
        await other.personal_data.delete("bo")
        assert {m.owner for m in await store.invitations.met("ada")} == {"cy"}


async def test_an_invitation_stands_as_long_as_both_agree(stores: Stores) -> None:
    async with two_stores(stores) as (store, other):

        async def asked() -> list[str]:
            return await other.invitations.waiting_for("bo")

        seats = [Seat("person", 0, "ada", "Ada"), Seat("open", invite="token", colour=1)]
        for id in ("new", "later"):
            await store.tables.create(a_table(id, "ada", seats=seats, over=False, turn=0))
        assert not await store.invitations.invite("new", "bo", ""), "not allowed"
        await store.invitations.allow("bo", True)
        await other.invitations.allow("bo", True)
        assert await store.invitations.invite("new", "bo", "")
        assert await asked() == ["new"]
        assert await other.invitations.asked("ada", "bo", GAME) == "new"
        for who, whom, kind in (("bo", "ada", "mute"), ("bo", "ada", "block")):
            await store.moderation.avoid(who, whom, kind, "")  # type: ignore[arg-type]
            assert await asked() == []
            await store.moderation.stop_avoiding(who, whom)
        await store.moderation.avoid("ada", "bo", "mute", "Bo")  # the host has muted him
        assert await asked() == ["new"]
        await store.moderation.avoid("ada", "bo", "block", "Bo")
        assert await asked() == []
        await store.moderation.stop_avoiding("ada", "bo")
        await store.moderation.sanction("ada", "mute", "Ada")
        assert await asked() == []
        await store.moderation.lift("ada", "mute")
        await store.invitations.allow("bo", False)
        assert await asked() == []
        await store.invitations.allow("bo", True)
        assert await asked() == ["new"]
        # Declined: the invitation is gone for him, and the host cannot tell.
        await store.invitations.decline("new", "cy")
        assert await asked() == ["new"]
        await store.invitations.decline("new", "bo")
        assert await asked() == []
        assert await other.invitations.asked("ada", "bo", GAME) == "new"
        # Expired invitations are deleted.
        assert await store.invitations.invite("later", "bo", "")
        await store.db.write(one(f"UPDATE invitations SET until = until - {SECONDS + 1}"))
        assert (await asked(), await other.invitations.asked("ada", "bo", GAME)) == ([], "")
        await store.clean_up()
        assert await store.db.fetch("SELECT * FROM invitations") == []
        # Invitations to a person are limited.
        for i in range(MOST_WAITING):
            assert await store.invitations.invite(f"t{i}", "bo", "")
        assert not await other.invitations.invite("new", "bo", "")


async def test_a_browsers_ladder_is_added_to_the_accounts(stores: Stores) -> None:
    async with two_stores(stores) as (store, other):
        rows = [
            ("browser", GAME, 1, 2, 1, 9, 0),
            ("browser", GAME, 3, 1, 1, 4, 1),
            ("ada", GAME, 1, 3, 1, 5, 1),
        ]
        insert = "INSERT INTO ladder (owner, game, level, games, won, best, hinted)"
        await store.db.execute_many(f"{insert} VALUES ($1, $2, $3, $4, $5, $6, $7)", rows)
        await record_game(store, "before", {"browser": "Ada", "bo": "Bo"}, [0])
        await store.invitations.allow("browser", True)
        await other.personal_data.move("browser", "ada")
        assert await store.ratings.ladder("ada", GAME) == {1: (5, 2, 9, 1), 3: (1, 1, 4, 1)}
        assert await store.ratings.ladder("browser", GAME) == {}
        assert [(m.owner, m.won) for m in await store.invitations.met("ada")] == [("bo", 1)]
        assert len(await store.games.figures_of("ada")) == 1
        assert await store.invitations.allowed("ada")


async def play_game(
    app: Starlette, ada: Person, bo: Person, game: str = GAME, **fields: Any
) -> str:
    """Plays a game that Bo resigns. Returns the table."""
    table = await ada.new_table(game, "friends", name="Ada", **fields)
    mine = await ada.open(table)
    link = mine.view["invites"][0][1]
    await bo.post(f"/t/{table}/join/{link}", name="Bo", colour="3")
    page = await bo.open(table)
    assert (await page.ask({"resign": True}))["t"] == "ok"
    for each in (mine, page):
        await each.close()
    await site_of(app).manager.recorder.record_some()
    return table


async def text(person: Person, path: str) -> str:
    answer = await person.get(path)
    assert answer.status_code == 200, path
    return html.unescape(answer.text)


async def invite_again(person: Person, game: str = GAME) -> str:
    """Presses the first button. Returns where it leads."""
    found = re.search(r'name="person" value="(\w+)"', await text(person, "/you/people"))
    assert found is not None
    answer = await person.post("/you/people/again", person=found[1], game=game)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).removeprefix("/t/")


async def test_inviting_and_accepting(tmp_path: Path, address: str) -> None:
    async with a_site(tmp_path, store=address) as app:
        recorder = Recorder(app)
        ada, bo = Person(app), Person(app)
        assert "you’ll find them here" in await text(ada, "/you/people")
        first = await play_game(app, ada, bo, minutes="7", clock="live", increment="3")
        ids = [owner_of(app, person) for person in (ada, bo)]
        for path in ("/you", "/you/people"):
            assert "1 won, 0 lost" in await text(ada, path)
            assert "0 won, 1 lost" in await text(bo, path)
        # Bo has not allowed invitations: Ada gets a link to send, and he sees nothing.
        table, _, says = (await invite_again(ada)).partition("#")
        assert says == "send-link"
        assert "Accept" not in await text(bo, "/you/people")
        # He allows them, and is invited to a table like the last one.
        await bo.post("/you/people/allow", may="1")
        assert "checked" in await text(bo, "/you")
        table, _, says = (await invite_again(ada)).partition("#")
        assert says == "asked"
        new, old = table_of(app, table), table_of(app, first)
        assert [seat.kind for seat in new.seats] == ["open", "person"]  # he begins this time
        assert (new.row.options, new.row.settings) == (old.row.options, old.row.settings)
        assert await invite_again(ada) == f"{table}#asked", "a second invitation"
        for path in ("/", "/you", "/you/people", "/you/invitations"):
            assert "Ada invites you to play Caty Mini" in await text(bo, path)
            assert "Accept" not in await text(ada, path)
        asked = re.search(r'action="(/t/\w+/join/[^"]+)"', await text(bo, "/"))
        assert asked is not None
        answer = await bo.post(asked[1], name="Bo")
        assert answer.headers["location"] == f"/t/{table}"
        assert [seat.owner for seat in new.seats] == [ids[1], ids[0]]
        assert "Accept" not in await text(bo, "/you")
        assert [path for id in ids for path in recorder.addresses_with(id)] == []


async def test_games_from_before_the_account_are_added_to_it(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        ada, phone, bo = Browser(app), Browser(app), Browser(app)
        await play_game(app, ada, bo)
        await ada.make_passkey("Ada")
        assert "1 won, 0 lost" in await ada.page("/you")
        await play_game(app, phone, bo)
        await phone.post("/you/people/allow", may="1")
        await phone.use_passkey(ada.passkeys)
        for device in (ada, phone):
            shown = await device.page("/you")
            assert "2 won, 0 lost" in shown
            assert "<td>2</td><td>2</td><td>0</td>" in shown
            assert 'name="may" value="1" checked' in shown
        (person,) = set(re.findall(r'name="person" value="(\w+)"', await bo.page("/you/people")))
        assert person == site_of(app).moderation.pair_id(owner_of(app, bo), owner_of(app, ada))


async def test_muted_blocked_declined_and_unknown_people(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        ada, bo, store = Person(app), Person(app), site_of(app).store
        await play_game(app, ada, bo)
        await play_game(app, bo, ada, "clocktowers", public="1")
        adas, bos = (owner_of(app, person) for person in (ada, bo))
        await store.moderation.avoid(adas, bos, "mute", "Bo")
        assert "muted" in await text(ada, "/you/people")
        await store.moderation.avoid(adas, bos, "block", "Bo")
        for path in ("/you", "/you/people"):
            assert "won," not in await text(ada, path)
        id = site_of(app).moderation.pair_id(adas, bos)
        for person in (id, site_of(app).moderation.pair_id(bos, adas), "", bos):
            answer = await ada.post("/you/people/again", person=person, game=GAME)
            assert answer.status_code == 404
        await store.moderation.stop_avoiding(adas, bos)
        for game in ("", "appenzell", "x"):
            answer = await ada.post("/you/people/again", person=id, game=game)
            assert answer.status_code == 404
        # An inviter who is muted or blocked gets the usual answer.
        await bo.post("/you/people/allow", may="1")
        await store.moderation.avoid(bos, adas, "mute", "Ada")
        table, _, says = (await invite_again(ada, "clocktowers")).partition("#")
        assert says == "asked"
        assert not table_of(app, table).is_public, "the table is public"
        assert "Accept" not in await text(bo, "/you")
        await store.moderation.stop_avoiding(bos, adas)
        assert "Accept" in await text(bo, "/you")
        await bo.post("/you/people/decline", table=table)
        assert "Accept" not in await text(bo, "/you")
        assert await invite_again(ada, "clocktowers") == f"{table}#asked"
        # The personal data of both: in the download, and deleted.
        answer = await bo.post("/you/export")
        with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
            about = json.loads(packed.read("about.json"))
        assert len(about["invitable"]) == 1
        assert [row["tbl"] for row in about["invitations"]] == [table]
        await bo.post("/you/delete", word="delete")
        assert not any((await store.personal_data.export(bos)).values())
        assert "you’ll find them here" in await text(ada, "/you/people")


async def test_invitations_are_limited(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        ada, bo = Person(app), Person(app)
        await play_game(app, ada, bo)
        id = site_of(app).moderation.pair_id(owner_of(app, ada), owner_of(app, bo))
        answers = [
            (await ada.post("/you/people/again", person=id, game=GAME)).status_code
            for _ in range(5)
        ]
        assert answers == [303, 303, 303, 429, 429]


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
async def test_invitations_are_sent_by_the_chosen_channels(
    tmp_path: Path, address: str, lang: str
) -> None:
    invites = {"en": "invites you to play", "fr": "t’invite à jouer\xa0:", "de": "lädt dich ein:"}
    says = f"Ada {invites[lang]} Caty Mini"
    title = {"en": "Invitation:", "fr": "Invitation\xa0:", "de": "Einladung:"}[lang] + " Caty Mini"
    with mail_server() as (smtp, port):
        async with (
            http_receiver() as service,
            http_receiver() as room,
            a_site(tmp_path, store=address, notify=with_mail(port)) as app,
        ):
            ada, bo, browser = Person(app), Person(app, lang), PushBrowser()
            table = await ada.new_table(GAME, "friends", name="Ada")
            mine = await ada.open(table)
            link = mine.view["invites"][0][1]
            await bo.post(f"/t/{table}/join/{link}", name="Bo")
            page = await bo.open(table)
            assert await subscribe(bo, browser, service) == 204
            await bo.post("/notify/mail", address="bo@example.org")
            hook = {"table": table, "form": "json", "address": f"{room.url}/hook"}
            await bo.post("/notify/webhook", **hook)
            await notify_all(app)
            await follow(bo, smtp.mails[0].get_content(), "confirm")
            await follow(bo, room.taken[0].json["text"], "confirm")
            await page.ask({"resign": True})
            await site_of(app).manager.recorder.record_some()
            service.taken.clear()
            await notify_all(app)
            assert (await invite_again(ada)).endswith("#send-link")
            await notify_all(app)
            assert (service.taken, len(smtp.mails), len(room.taken)) == ([], 1, 1)
            await bo.post("/you/people/allow", may="1")
            new = (await invite_again(ada)).removesuffix("#asked")
            await notify_all(app)
            await notify_all(app)  # the second call sends nothing
            (push,) = service.taken
            found = browser.read(push)
            assert (found["title"], found["body"]) == (title, says)
            assert found["url"] == f"{BASE}/you/people"
            assert smtp.mails[-1]["subject"] == title
            assert f"{says}\n{BASE}/you/people" in content(smtp.mails[-1])
            assert len(smtp.mails) == 2
            chat = room.taken[-1].json
            assert (chat["event"], chat["tables"]) == ("invitation", [new])
            assert "join" not in chat["text"], "the room gets the link to his seat"
            for each in (mine, page):
                await each.close()
