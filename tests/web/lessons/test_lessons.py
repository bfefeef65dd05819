"""Rule books, the drawer and the lessons, as the site sends them."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from conformance.support import book_of
from tested_languages import LANGS
from web.drawn import Drawn
from web.support import Person, a_site, two_players

import matou
from matou.bots.levels import LEVELS
from matou.core.messages import say
from matou.kit.linking import CHANCE
from matou.play.lesson import stage as staged

GAMES = matou.available()


class ParsedPage(HTMLParser):
    """A parsed page: its text, ids, links, pictures and rule numbers."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.pictures: list[str] = []
        self.numbers: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: Any) -> None:
        has = dict(attributes)
        self.ids += [has["id"]] if "id" in has else []
        self.links += [has["href"]] if tag == "a" else []
        self.pictures += [has["src"]] if tag == "img" else []
        self.pictures += [has["srcset"]] if tag == "source" else []
        self.numbers += [has["data-number"]] if "data-number" in has else []

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return "".join(self.words)


@LANGS
async def test_a_rule_book_is_complete_and_every_rule_has_an_address(
    tmp_path: Path, lang: str
) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app, lang)
        for name in GAMES:
            answer = await person.get(f"/rules/{name}")
            assert answer.status_code == 200
            page, book = ParsedPage(answer.text), book_of(name, lang)
            assert len(page.ids) == len(set(page.ids)), "an id occurs twice"
            for rule in book.rules:
                assert rule.rule in page.ids
                assert page.links.count(f"#{rule.rule}") >= 2, (
                    "a link in the contents or at the rule is missing"
                )
                assert rule.text in page.text
                for ruling in rule.rulings:
                    assert page.text.count(ruling) >= 2, "not both in the text and in the list"
            for about, ruling in book.rulings:
                assert ruling in page.text, about
            pieces = (piece.text for piece in book.pieces)
            makers = book.credits.says.say(lang)
            for said in (makers, book.overview, *book.tips, *pieces, book.pieces_title):
                assert said in page.text
            assert say("Our ruling").say(lang) in page.text
            inside = [link[1:] for link in page.links if link.startswith("#")]
            assert set(inside) <= set(page.ids), "a link without a target"
            assert "<style" not in answer.text, "the page's policy forbids it"


async def test_illustrations_are_drawn_in_both_themes_and_cached(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app, "fr")
        for name in GAMES:
            page = ParsedPage((await person.get(f"/rules/{name}")).text)
            shown = [p for p in page.pictures if p.startswith("/rules/")]
            wanted = sum(len(rule.pictures) for rule in book_of(name).rules)
            assert len(shown) == 2 * wanted >= 6
            drawn = [await person.get(path) for path in shown]
            for answer in drawn:
                assert answer.headers["content-type"].startswith("image/svg+xml")
                assert "var(--" not in re.sub(r"<style>.*?</style>", "", answer.text)
                seen = re.sub(r"(?s)<desc>.*?</desc>", "", answer.text)
                assert not re.search(r"\b(Seat|Place) \d", seen), "a player without a name"
            assert len({answer.text for answer in drawn}) == len(drawn)
            again = await person.http.get(
                shown[0], headers={"if-none-match": drawn[0].headers["etag"]}
            )
            assert again.status_code == 304


async def test_a_rule_is_found_by_its_number_in_either_case(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        name, last = GAMES[0], book_of(GAMES[0]).rules[-1].rule
        for typed in (last, last.lower()):
            answer = await person.get(f"/rules/{name}/{typed}")
            assert answer.headers["location"] == f"/rules/{name}#{last}"


async def test_unknown_addresses_and_queries_are_refused(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        name = GAMES[0]
        first = book_of(name).rules[0].rule
        for path in (
            "/rules/nothing",
            "/learn/nothing",
            "/rules/nothing/drawer",
            f"/rules/{name}/ZZ99",
            f"/rules/{name}/en/light/{first}-0.svg",
            f"/rules/{name}/en/light/{first}-99.svg",
            f"/rules/{name}/en/light/{first}-².svg",
            f"/rules/{name}/en/green/{first}-1.svg",
            f"/learn/{name}/xx.json",
        ):
            assert (await person.get(path)).status_code == 404, path
        for query in ("", "step=", "step=99", "step=-1", "step=1e3", "step=²"):
            answer = await person.get(f"/learn/{name}/why?{query}")
            assert answer.status_code == 400, query
        for much in ("&on=x" * 9, "&picked=x" * 9, f"&on={'x' * 61}"):
            answer = await person.get(f"/learn/{name}/why?step=1{much}")
            assert answer.status_code == 400


async def test_home_and_table_pages_link_to_rules_and_lessons(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        home = ParsedPage((await person.get("/")).text)
        library = ParsedPage((await person.get("/rules")).text)
        first = (await person.get("/")).text
        for name in GAMES:
            assert all(author in first for author in book_of(name).credits.authors)
            both = {f"/rules/{name}", f"/learn/{name}"}
            second = f"/learn/{name}/strategy"
            for way in ("/rules", f"/rules/{name}", f"/g/{name}", f"/learn/{name}"):
                assert second in ParsedPage((await person.get(way)).text).links
            for page in (home, library, ParsedPage((await person.get(f"/g/{name}")).text)):
                assert both <= set(page.links)
            table = await person.new_table(name)
            assert f"/rules/{name}" in ParsedPage((await person.get(f"/t/{table}")).text).links
            for path in both:
                assert (await person.get(path)).status_code == 200


@pytest.mark.parametrize("name", GAMES)
async def test_a_view_names_the_current_rule_and_the_drawer_contains_it(
    tmp_path: Path, name: str
) -> None:
    async with a_site(tmp_path) as app:
        first, second, _table = await two_players(app, name)
        drawer = ParsedPage((await Person(app, "fr").get(f"/rules/{name}/drawer")).text)
        assert drawer.numbers == [rule.rule for rule in book_of(name).rules]
        for rule in book_of(name, "fr").rules:
            assert rule.text in drawer.text
        for page in (first, second):
            assert page.view["rule"] in drawer.numbers
        acting = next(page for page in (first, second) if page.view["legal"])
        legal = {a for a, *_ in acting.view["legal"]}
        illegal = next(a for a in range(200) if a not in legal)
        refused = await acting.ask({"do": illegal, "at": acting.view["at"]})
        assert refused["t"] == "no"
        assert refused["rule"] in drawer.numbers
        why = await acting.ask({"why": {"on": [], "picked": []}})
        assert why["rule"] == acting.view["rule"], "another rule than the view's"


@LANGS
@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_shows_what_the_newcomer_may_see(name: str, lang: str) -> None:
    """Replays it move by move: each drawing is the newcomer's own observation."""
    stage = staged(name, lang)
    assert stage is not None
    reply = json.loads(stage.payload)
    game, lesson = matou.game(name), book_of(name, lang).lesson
    state = game.start(lesson.seats)
    you, other = say("You").say(lang), LEVELS[0].name.say(lang)
    who = [you if seat == lesson.seat else other for seat in range(lesson.seats)]
    assert len(reply["steps"]) == len(lesson.steps)

    drawn = Drawn(reply["first"])
    for step, sent in zip(lesson.steps, reply["steps"], strict=True):
        assert sent["says"] == step.says
        assert (sent["asks"] >= 0) == bool(step.asks)
        assert book_of(name).rule(sent["rule"]) is not None
        if step.asks:
            assert sent["asks"] == state.parse(step.asks)
            assert sent["asks"] in [a for a, *_ in sent["legal"]]
        else:
            assert state.actor in (lesson.seat, CHANCE) or sent["legal"] == []
        for move in step.moves:
            state.play(move.name)
        for frame in sent["frames"]:
            drawn.take(frame["drawing"])
        if sent["frames"]:
            sheet = state.observe(lesson.seat).sheet(lang=lang, names=who)
            last = sent["frames"][-1]["drawing"]
            assert drawn.parts == sheet.parts
            assert last["highlights"] == {k: list(v) for k, v in sheet.highlights.items()}


@pytest.mark.parametrize("strategy", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_the_asked_actions_of_a_lesson_can_be_clicked(name: str, strategy: bool) -> None:
    """The clickable parts of the asked action, together, stand for no other action."""
    stage = staged(name, "en", strategy=strategy)
    assert stage is not None
    reply = json.loads(stage.payload)
    drawing = reply["first"]
    for step in reply["steps"]:
        if step["asks"] >= 0:
            sets = [set(actions) for actions, *_ in drawing["highlights"].values()]
            mine = [s for s in sets if step["asks"] in s]
            assert mine
            assert set.intersection(*mine) == {step["asks"]}, step["says"]
        if step["frames"]:
            drawing = step["frames"][-1]["drawing"]


async def test_lessons_are_small(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        for name in GAMES:
            size = 0
            for way in (f"/learn/{name}/en.json", f"/learn/{name}/strategy/en.json"):
                async with person.http.stream("GET", way) as answer:
                    assert answer.headers["content-encoding"] == "gzip"
                    size = sum([len(part) async for part in answer.aiter_raw()])
                assert size < 150_000, way


@LANGS
async def test_a_lesson_explains_clicks_that_do_nothing(tmp_path: Path, lang: str) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app, lang)
        for name in GAMES:
            stage, second = staged(name, lang), staged(name, lang, strategy=True)
            assert stage is not None
            assert second is not None
            steps = [(f"step={i}", view) for i, view in enumerate(stage.views)]
            steps += [(f"strategy=1&step={i}", v) for i, v in enumerate(second.views)][::2]
            for i, (step, view) in enumerate(steps):
                sheet = view.sheet()
                drawn = re.findall(r'<g id="([^"]*)"', "".join(sheet.parts))
                cold = [id for id in drawn if id not in sheet.highlights]
                hot = [f"&picked={id}" for id in list(sheet.highlights)[:1]]
                for on in ("", "&on=nothing", f"&on={cold[i % len(cold)]}", f"&on={cold[-1]}"):
                    for picked in ("", *hot):
                        answer = await person.get(f"/learn/{name}/why?{step}{on}{picked}")
                        reason = answer.json()
                        assert len(reason["why"]) > 5
                        assert book_of(name).rule(reason["rule"]) is not None
