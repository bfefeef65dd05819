"""Looking back: what was seen then and no more, analyses made once, playing on, opened records."""

from __future__ import annotations

import asyncio
import json
import random
import re
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from web.support import Page, Person, a_site, parts_of, two_players
from web.test_secrecy import ID, cookies_for, has_secrets, pair, seated

import matou
from matou.core.fairness import Dealer, check, commitment
from matou.core.record import Origin, Record
from matou.core.words import set_type
from matou.web import share, text, text_back
from matou.web.players import RandomPlayers
from matou.web.reel import Reel
from matou.web.store import Kept, Seat
from matou.web.table import Line

SEED = "5" * 64


def finished(game: str, id: str = "done", seed: int = 3) -> matou.State:
    """A game played to its end, its chance drawn as a table draws it."""
    state, dealer, rng = matou.game(game).start(2), Dealer(SEED, id), random.Random(seed)
    while not state.over:
        state.play(dealer.draw(state) if state.actor == matou.CHANCE else state.sample(rng))
    return state


async def a_finished_table(
    app: Starlette, game: str, owner: str = "", id: str = "done", **settings: Any
) -> matou.State:
    state = finished(game, id)
    kept = Kept(
        id=id,
        game=game,
        version=state.game.version,
        options=dict(state.game.settings(2)),
        seats=[Seat("person", 0, owner, "Ada", 2), Seat("bot", 4, "", "", 1)],
        seed=SEED,
        commitment=commitment(SEED),
        settings={"watch": True, "hints": True, "host": owner, **settings},
        over=True,
        turn=matou.OVER,
    )
    await parts_of(app).store.create(kept, [entry.action for entry in state.history])
    return state


def owner_of(app: Starlette, person: Person) -> str:
    return parts_of(app).pages.people.owner(person.http.cookies["matou"])


def whole(answer: dict[str, Any], base: list[str]) -> list[str]:
    return [base[part] if isinstance(part, int) else part for part in answer["parts"]]


def tell(story: Callable[[], Any]) -> None:
    asyncio.run(story())


# A game in play


async def looked_at(
    tmp: Path, game: str, events: list[int], viewer: int | None, cookies: Any
) -> str:
    """All that somebody is sent who looks back on a game in play."""
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
            asked += [f"{back}/{n}?eyes={eyes}&told=1" for n in (0, len(events) // 2, len(events))]
            asked.append(f"{back}/{len(events)}?eyes={eyes}&base={len(events) - 1}")
        answers = [await reader.get(path) for path in asked]
        for path, answer in zip(asked, answers, strict=True):
            allowed = f"eyes={viewer}" in path or "eyes=-" in path or "eyes" not in path
            assert answer.status_code == (200 if allowed else 403), path
        return "\n".join(answer.text for answer in answers)


@pytest.mark.parametrize("viewer", [0, None])
@pytest.mark.parametrize("game", matou.games())
def test_looking_back_on_a_game_in_play_sends_no_byte_of_what_a_seat_cannot_know(
    game: str, viewer: int | None, tmp_path: Path
) -> None:
    rng = random.Random(f"back {game} {viewer}")
    found = 0
    for i in range(8):
        one, other, differing = pair(game, viewer, rng)
        if not one or (differing == 0 and i > 0) or found > 1:
            continue
        sent = []
        for k, events in enumerate((one, other)):
            folder = tmp_path / f"{i}-{k}"
            folder.mkdir(parents=True)
            (folder / "key").write_text("k" * 64)
            cookies = cookies_for(tmp_path)
            sent.append(asyncio.run(looked_at(folder, game, events, viewer, cookies)))
        assert sent[0] == sent[1]
        found += differing > 0
    if has_secrets(matou.game(game).start(2), viewer):
        assert found, "no pair differed in anything hidden: the test shows nothing"


def test_the_comparison_notices_a_leak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same test, with positions shown through another's eyes, fails; and with an open log."""
    compare = test_looking_back_on_a_game_in_play_sends_no_byte_of_what_a_seat_cannot_know
    with monkeypatch.context() as patch:
        patch.setattr(Reel, "view", lambda self, at, _eyes: self.state(at).observe(1))
        with pytest.raises(AssertionError, match="doctype"):
            compare("clocktowers", 0, tmp_path / "one")
    monkeypatch.setattr(Line, "read_by", lambda self, _seat, _over: (self.own, self.own_name))
    with pytest.raises(AssertionError, match="doctype"):
        compare("clocktowers", 0, tmp_path / "two")


def test_a_position_is_what_that_seat_saw_then(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            ada, basile, table = await two_players(app, "clocktowers")
            rng = random.Random(2)
            for _ in range(12):
                await ada.settle()
                await basile.settle()
                mover = ada if ada.view["legal"] else basile
                await mover.act(rng)
            state = parts_of(app).hall.tables[table].state
            reader = reader_of(app, ada)
            back = f"/t/{table}/back"
            log = (await reader.get(f"{back}/story?eyes=0")).json()
            assert log["count"] == len(state.history) == len(log["lines"])
            names = [seen.name for seen in state.observe(0).log]
            assert [line[2] for line in log["lines"]] == names
            then, before = matou.game("clocktowers").start(2), list[str]()
            for n, entry in enumerate([*state.history, None]):
                answer = (await reader.get(f"{back}/{n}?eyes=0")).json()
                sheet = then.observe(0).sheet(names=["Ada", "Basile"])
                assert answer["parts"] == sheet.parts
                assert answer["turn"] == then.actor
                if n:
                    shorter = (await reader.get(f"{back}/{n}?eyes=0&base={n - 1}")).json()
                    assert whole(shorter, before) == answer["parts"]
                before = answer["parts"]
                if entry is not None:
                    then.play(entry.action)
            # Only one's own eyes and an onlooker's; nobody plays on, no bot has a look.
            assert (await reader.get(f"{back}/3?eyes=1")).status_code == 403
            refused = await reader.post(f"{back}/play", at=3, seat=0, level=1)
            assert refused.status_code == 403
            assert text_back.PLAY_ON_LATER.en.split(":")[0] in refused.text
            study = (
                await reader.http.post(f"{back}/analysis", headers={"origin": "http://site.test"})
            ).json()
            assert study == {"state": "none", "says": text_back.STUDY_AFTER.en}

    tell(story)


def reader_of(app: Starlette, page: Page) -> Person:
    """Another window of somebody's browser."""
    headers = dict(page.scope["headers"])  # type: ignore[call-overload]
    person = Person(app)
    for part in headers[b"cookie"].decode().split("; "):
        name, _, value = part.partition("=")
        person.http.cookies.set(name, value.strip('"'))
    return person


def test_what_was_taken_back_is_not_on_the_strip(tmp_path: Path) -> None:
    async def story() -> None:
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
            # Two sit before this screen: neither's secrets are shown to the other.
            assert (await person.get(f"{back}/1?eyes=0")).status_code == 403
            beyond = (await person.get(f"{back}/99999")).json()
            assert beyond["at"] == short["count"]

    tell(story)


# A finished game


@pytest.mark.parametrize("game", matou.games())
def test_a_finished_game_is_open_through_anybodys_eyes(game: str, tmp_path: Path) -> None:
    async def story() -> None:
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
            who = ["Ada", text.LEVELS[3].fr]
            for eyes, seat in (("-", None), ("0", 0), ("1", 1)):
                answer = (await reader.get(f"/t/done/back/{half}?eyes={eyes}&told=1")).json()
                assert answer["parts"] == view.observe(seat).sheet(lang="fr", names=who).parts
                assert answer["told"]
            last = (await reader.get(f"/t/done/back/{len(state.history)}")).json()
            assert last["over"]
            assert last["scores"] == state.scores
            for wrong in ("eyes=2", "eyes=x", "eyes=-1"):
                assert (await reader.get(f"/t/done/back/3?{wrong}")).status_code == 403
            for odd in ("x", "-1", "9" * 5000, "3.5", "٣"):
                assert (await reader.get(f"/t/done/back/{odd}")).status_code == 404
            assert (await reader.get("/t/none/back")).status_code == 404

    tell(story)


def test_a_table_among_friends_is_looked_at_by_friends(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            friend, stranger = Person(app), Person(app)
            await friend.new_table("chopchop")
            await a_finished_table(app, "chopchop", owner_of(app, friend), watch=False)
            paths = ["", "/story", "/3", "/analysis"]
            for path in paths:
                assert (await friend.get(f"/t/done/back{path}")).status_code == 200
                assert (await stranger.get(f"/t/done/back{path}")).status_code == 403
            assert (await stranger.get("/t/done/share.png")).status_code == 403
            assert (
                await stranger.post("/t/done/back/play", at=1, seat=0, level=1)
            ).status_code == 403
            # Playing on does not lay it open either.
            answer = await friend.post("/t/done/back/play", at=9, seat=0, level=1)
            on = answer.headers["location"]
            assert (await friend.get(on)).status_code == 200
            assert (await stranger.get(on)).status_code == 403

    tell(story)


# The analysis


class Student(RandomPlayers):
    """Goes through a game without a search: each decision is a coin, the third one a mistake."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked = 0
        self.wrong = False
        self.go = asyncio.Event()

    async def study(self, record: Record, told: Callable[[float], None]) -> dict[str, Any]:
        self.asked += 1
        told(0.5)
        await self.go.wait()
        if self.wrong:
            raise RuntimeError("the bots are away")
        state, moments = record.game.start(record.seats), []
        for number, name in enumerate(record.actions, 1):
            if state.actor >= 0 and len(state.legal()) > 1:
                others = [state.name(a) for a in state.legal() if state.name(a) != name]
                moments.append(
                    {
                        "number": number,
                        "seat": state.actor,
                        "played": name,
                        "best": others[0],
                        "chance": 0.4,
                        "best_chance": 0.7,
                        "chances": [0.5, 0.5],
                    }
                )
            state.play(name)
        turn = {"number": moments[4]["number"], "what": "", "seat": 1, "mistake": False}
        return {
            "moments": moments,
            "returns": state.returns,
            "mistakes": [moments[2]["number"]],
            "turning_points": [{**turn, "before": 0.5, "after": 0.8}],
        }


async def study(person: Person, method: str = "GET", at: str = "/t/done/back") -> dict[str, Any]:
    answer = await person.http.request(
        method, f"{at}/analysis", headers={"origin": "http://site.test"}
    )
    assert answer.status_code == 200
    told: dict[str, Any] = answer.json()
    return told


async def until(state: str, person: Person, at: str = "/t/done/back") -> dict[str, Any]:
    for _ in range(400):
        told = await study(person, at=at)
        if told["state"] == state:
            return told
        await asyncio.sleep(0.005)
    raise AssertionError(told)


def test_a_game_is_analysed_once_one_at_a_time_and_kept(tmp_path: Path) -> None:
    async def story() -> None:
        bots = Student()
        async with a_site(tmp_path, bots) as app:
            state = await a_finished_table(app, "clocktowers")
            await a_finished_table(app, "chopchop", id="next")
            reader = Person(app, "fr")
            assert (await study(reader))["state"] == "none"
            await study(reader, "POST")
            await study(reader, "POST")
            told = await until("running", reader)
            assert told["part"] == 0.5
            assert told["says"] == text_back.STUDY_RUNS.fr
            waits = await study(reader, "POST", "/t/next/back")
            assert waits == {"state": "waiting", "says": text_back.STUDY_WAITS.fr.format(n=1)}
            bots.go.set()
            told = await until("done", reader)
            assert told["chances"][-1] == [len(state.history), state.returns]
            (mistake,) = told["mistakes"]
            at = mistake["at"]
            then = next(s for n, s in enumerate(Record.of(state).states()) if n == at)
            assert mistake["seat"] == then.actor
            assert state.history[at].action in then.legal()
            names = [set_type(then.game.words.describe(then.s, a)).fr for a in then.legal()]
            assert mistake["best"] in names
            assert mistake["played"] in names
            assert mistake["best"] != mistake["played"]
            assert mistake["shine"]
            assert told["turnings"][0]["what"].startswith(("Ada · ", text.LEVELS[3].fr))
            stranger = await reader.http.post("/t/done/back/analysis")
            assert stranger.status_code == 403
            await until("done", reader, "/t/next/back")
            assert bots.asked == 2
        idle = Student()
        async with a_site(tmp_path, idle) as app:  # after a restart it is still there
            assert (await study(Person(app), "POST"))["state"] == "done"
            assert idle.asked == 0

    tell(story)


def test_a_page_says_so_when_no_bot_can_look(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path / "a") as app:  # random players study nothing
            await a_finished_table(app, "chopchop")
            told = await study(Person(app), "POST")
            assert told == {"state": "failed", "says": text_back.STUDY_NONE.en}
        bots = Student()
        bots.wrong = True
        bots.go.set()
        async with a_site(tmp_path / "b", bots) as app:
            await a_finished_table(app, "chopchop")
            reader = Person(app)
            await study(reader, "POST")
            assert (await until("failed", reader))["says"] == text_back.STUDY_FAILED.en
            bots.wrong = False
            await study(reader, "POST")
            await until("done", reader)

    tell(story)


# Playing on


@pytest.mark.parametrize("game", matou.games())
def test_one_plays_on_from_any_position_and_the_record_says_so(game: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            first = await a_finished_table(app, game)
            person = Person(app)
            at = len(first.history) * 2 // 3
            answer = await person.post("/t/done/back/play", at=at, seat=1, level=2)
            assert answer.status_code == 303
            path = answer.headers["location"]
            table = path.removeprefix("/t/")
            page = await person.open(table)
            fair = page.view["fair"]
            assert fair != commitment(SEED)
            live = parts_of(app).hall.tables[table]
            taken = [e.action for e in first.history[:at]]
            assert [e.action for e in live.state.history][:at] == taken
            assert live.seats[1].kind == "person"
            assert live.seats[0].kind == "bot"
            said = text_back.CONTINUES.en.format(n=at)
            assert said in (await person.get(path)).text
            assert said in (await person.get(f"{path}/back")).text
            await page.close()
        async with a_site(tmp_path) as app:  # and after a restart it goes on
            person2 = Person(app)
            person2.http.cookies = person.http.cookies
            page = await person2.open(table)
            rng = random.Random(5)
            while page.view["end"] is None:
                if page.view["legal"]:
                    await page.act(rng)
                else:
                    await asyncio.sleep(0.001)
                    await page.settle()
            assert page.view["fair"] == fair
            record = Record.loads((await person2.get(f"/t/{table}/record")).text)
            assert record.origin == Origin("done", at)
            assert record.actions[:at] == Record.of(first).actions[:at]
            assert check(record) is None
            verdict = (await person2.get(f"/t/{table}/verify")).json()
            assert verdict["fits"]
            assert f"first {at} actions" in verdict["says"]
            # A rematch is a game of its own.
            again = await person2.post(f"/t/{table}/rematch")
            fresh = parts_of(app).hall.table(again.headers["location"].removeprefix("/t/"))
            assert fresh is not None
            assert fresh.origin is None

    tell(story)


def test_what_came_from_the_other_game_cannot_be_taken_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            first = await a_finished_table(app, "appenzell")
            replayed = matou.game("appenzell").start(2)
            undoable = []
            for entry in first.history:
                replayed.play(entry.action)
                if replayed.actor >= 0 and replayed.can_undo(replayed.actor):
                    undoable.append((len(replayed.history), replayed.actor))
            at, seat = undoable[3]
            person = Person(app)
            answer = await person.post("/t/done/back/play", at=at, seat=seat, level=1)
            page = await person.open(answer.headers["location"].removeprefix("/t/"))
            assert page.view["turn"] == seat
            assert not page.view["undo"]
            assert (await page.ask({"undo": True, "at": page.view["at"]}))["t"] == "no"

    tell(story)


def test_no_table_is_set_from_nowhere(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            state = await a_finished_table(app, "chopchop")
            person = Person(app)
            end = len(state.history)
            good = {"at": 3, "seat": 0, "level": 2}
            for wrong in (
                {"at": end},
                {"at": end + 1},
                {"at": -1},
                {"at": "x"},
                {"at": ""},
                {"seat": 2},
                {"seat": "9" * 50},
                {"level": 0},
                {"level": 6},
            ):
                answer = await person.post("/t/done/back/play", **{**good, **wrong})
                assert answer.status_code == 400, wrong
                assert text_back.PLAY_ON_BAD.en in answer.text
            from_elsewhere = await person.http.post("/t/done/back/play", data=good)
            assert from_elsewhere.status_code == 403

    tell(story)


# Opened records


def test_a_record_is_opened_looked_at_and_kept(tmp_path: Path) -> None:
    async def story() -> None:
        state = finished("catymini", "abc")
        signed = Record.of(state).signed(id="abc", commitment=commitment(SEED), seed=SEED)
        sent = signed.dumps()
        async with a_site(tmp_path) as app:
            person = Person(app)
            for form in (sent, sent.replace("\n", "\r\n"), "  \n" + sent.rstrip()):
                answer = await person.post("/open", record=form)
                assert answer.status_code == 303
            path = answer.headers["location"]
            page = await person.get(path)
            assert page.status_code == 200
            log = (await person.get(f"{path}/story")).json()
            assert [line[2] for line in log["lines"]] == [e.name for e in state.history]
            assert (await person.get(f"{path}/7?eyes=1")).status_code == 200
            assert (await person.get(f"{path}/record")).text == sent
            on = await person.post(f"{path}/play", at=5, seat=0, level=1)
            table = parts_of(app).hall.table(on.headers["location"].removeprefix("/t/"))
            assert table is not None
            assert table.origin == Origin("abc", 5)
            # It is nobody's table.
            assert "/open/" not in (await person.get("/")).text.replace('"/open"', "")
        async with a_site(tmp_path) as app:
            assert (await Person(app).get(path)).status_code == 200
            gone = await Person(app, "fr").get("/open/" + "0" * 24)
            assert gone.status_code == 404
            assert text_back.OPEN_GONE_TITLE.fr in gone.text
            for part in ("/story", "/3", "/record", "/share.png", "/analysis"):
                assert (await Person(app).get("/open/nothing" + part)).status_code == 404

    tell(story)


def test_what_is_no_record_gets_a_friendly_answer(tmp_path: Path) -> None:
    async def story() -> None:
        good = Record.of(finished("chopchop")).dumps()
        async with a_site(tmp_path) as app:
            person, french = Person(app), Person(app, "fr")
            wrong: list[tuple[Any, int, str]] = [
                ("", 400, text_back.OPEN_EMPTY.fr),
                ("bonjour", 400, "ce n’est pas une partie de Matou"),
                (good.replace("chopchop", "chess", 1), 400, "dans l’en-tête"),
                (good[: len(good) // 2], 400, "il a été coupé"),
                (good.replace("\n1 ", "\n2 ", 1), 400, "ligne "),
                ("x" * 200_000, 413, "ko au plus"),
                ("é" * 100_000, 413, "ko au plus"),
                ("\0\ufffd\u202e<script>", 400, "ce n’est pas une partie"),
            ]
            for sent, status, says in wrong:
                answer = await french.post("/open", record=sent)
                assert answer.status_code == status, sent[:30]
                assert says in answer.text
                assert "<script>" not in answer.text
            raw = {
                "origin": "http://site.test",
                "content-type": "application/x-www-form-urlencoded",
            }
            for body in (b"\xff\xfe", b"record=%ff%fe", b"&" * 50, b"a" * 500_000, b"other=1"):
                answer = await person.http.post("/open", content=body, headers=raw)
                assert 400 <= answer.status_code < 500, body[:9]
            assert (await person.http.post("/open", data={"record": good})).status_code == 403
            parts_of(app)  # still the same site, and it opens a good one if one is patient
            answers = [(await french.post("/open", record="x")).status_code for _ in range(20)]
            assert 429 in answers

    tell(story)


# Links that preview well


def tags(page: str) -> dict[str, str]:
    return dict(
        re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)"', page)
    )


def test_a_link_tells_what_it_leads_to(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            parts_of(app).pages.base_url = "https://example.org"
            await a_finished_table(app, "clocktowers")
            person = Person(app, "fr")
            table = await person.new_table("chopchop", "friends", name="Ada")
            page = await person.open(table)
            join = f"/t/{table}/join/{page.view['invites'][0][1]}"
            for path, card, says in (
                ("/", "/share.png", text.HOME_MORE.fr),
                ("/g/chopchop", "/g/chopchop/share.png", matou.game("chopchop").words.TAGLINE.fr),
                ("/t/done", "/t/done/share.png", "Revois chaque coup"),
                ("/t/done/back", "/t/done/share.png", "Revois chaque coup"),
                (f"/t/{table}", f"/t/{table}/share.png", text_back.SHARED_OPEN.fr),
                (join, "/g/chopchop/share.png", matou.game("chopchop").words.TAGLINE.fr),
            ):
                found = tags((await person.get(path)).text)
                assert found["og:image"] == f"https://example.org{card}?lang=fr"
                assert found["og:url"] == f"https://example.org{path}"
                assert says.replace("'", "&#39;") in found["og:description"]
                assert found["og:title"]
                assert found["twitter:card"] == "summary_large_image"

    tell(story)


def test_a_picture_to_share_is_a_png_of_the_size_that_previews_want(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            await a_finished_table(app, "clocktowers")
            person = Person(app)
            for path in ("/t/done/share.png?lang=fr", "/t/done/share.png?lang=fr"):
                answer = await person.get(path)
                assert answer.headers["content-type"] == "image/png"
                assert answer.content.startswith(b"\x89PNG")
                assert struct.unpack(">II", answer.content[16:24]) == (share.WIDE, share.HIGH)
            assert (await person.get("/g/nothing/share.png")).status_code == 404

    tell(story)


def test_a_shared_picture_of_a_game_in_play_shows_what_an_onlooker_sees(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    async def render(drawing: str, _sans: str, _serif: str) -> bytes:
        drawn.append(drawing)
        return b"\x89PNG"

    monkeypatch.setattr(share, "render", render)

    async def story() -> None:
        for k, events in enumerate(pair("clocktowers", None, random.Random(6))[:2]):
            folder = tmp_path / str(k)
            folder.mkdir()
            (folder / "key").write_text("k" * 64)
            async with a_site(folder) as app:
                people = [Person(app), Person(app)]
                for person, cookie in zip(people, cookies_for(tmp_path), strict=True):
                    person.http.cookies.set("matou", cookie)
                await seated(app, "clocktowers", events, people)
                for person in (people[0], Person(app)):  # a player gets no other picture
                    assert (await person.get(f"/t/{ID}/share.png")).status_code == 200
        assert len(drawn) == 2
        assert drawn[0] == drawn[1]
        assert "P0" in drawn[0]

    tell(story)


def test_a_picture_without_fonts_is_a_picture_without_words() -> None:
    view = finished("chopchop").observe(None)
    players = (share.Player("Ada", 0, "1", True), share.Player("Basile", 1, "0"))
    card = share.Card("Chop! Chop!", "Ada wins.", players, view.sheet())
    assert "Ada wins." in share.svg(card)
    assert "Ada wins." not in share.svg(card, with_words=False)
    assert "var(" not in share.svg(card)
    assert json.dumps(share.wrapped("a bb ccc", 4)) == '["a bb", "ccc"]'
