"""French and English: every text in both, every page in both."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest
from web.support import Person, a_site

import matou
from matou.core.words import Words, of_player, player
from matou.paper import THEMES, esc
from matou.web import text
from matou.web.pages.pictures import card_picture

WEB = Path(text.__file__).parent
SAME = {"MATOU", "MINUTES", "NOTATION", "ANIMATION", "SCORE"}  # one word for both
MIXED = re.compile(r"^from ([\w.]+) import \*", re.M)
FIELDS = re.compile(r"\{(\w+)\}")


def test_every_text_is_there_in_both_languages() -> None:
    for name, words in text.catalogue().items():
        assert words.en.strip(), name
        assert words.fr.strip(), name
        assert words.en != words.fr or name in SAME, name
        assert sorted(FIELDS.findall(words.en)) == sorted(FIELDS.findall(words.fr)), name


def test_no_text_takes_the_place_of_another() -> None:
    """The site's words are those of its rooms: of a name in two of them one would be lost."""
    rooms = MIXED.findall((WEB / "text.py").read_text())
    assert rooms
    found: dict[str, str] = {}
    for room in [*rooms, "matou.web.text"]:
        source = (WEB.parent / room.replace("matou.", "").replace(".", "/")).with_suffix(".py")
        for name in re.findall(r"^([A-Z][A-Z_0-9]*) = W", source.read_text(), re.M):
            assert name not in found, (name, room, found[name])
            found[name] = room


def test_every_text_that_pages_and_scripts_ask_for_exists() -> None:
    known = text.catalogue()
    sent = {name for key in dir(text) if key.startswith("FOR_") for name in getattr(text, key)}
    for path in [*WEB.rglob("*.html"), *WEB.rglob("*.js")]:
        for name in re.findall(r"\bsay\(\s*['\"]([A-Z_]+)['\"]", path.read_text()):
            assert name in known, (path.name, name)
            if path.suffix == ".js":
                assert name in sent, (path.name, name)
    assert sent <= set(known)


def test_every_text_is_used() -> None:
    sources = "\n".join(
        p.read_text()
        for room in (WEB, WEB.parent / "play")
        for p in room.rglob("*.*")
        if p.suffix in (".py", ".html", ".js", ".css")
    )
    said = Counter(re.findall(r"\w+", sources))
    for name in text.catalogue():
        assert said[name] > 1, f"{name} is said nowhere"


def test_pages_speak_the_browsers_language_and_the_chosen_one(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            english, french = Person(app, "en-GB,fr;q=0.5"), Person(app, "fr-CH, en;q=0.8")
            odd = Person(app, "de;q=x, fr;q=")
            for person, lang in ((english, "en"), (french, "fr"), (odd, "fr")):
                for path in ("/", f"/g/{matou.available()[0]}", "/nothing"):
                    page = (await person.get(path)).text
                    assert f'<html lang="{lang}"' in page, (path, lang)
            assert text.HOME_LEAD.fr in (await french.get("/")).text
            await french.post("/prefs", lang="en", back="/")
            assert text.HOME_LEAD.en in (await french.get("/")).text
            away = await french.post("/prefs", theme="dark", back="//evil.example/")
            assert away.headers["location"] == "/"
            assert 'data-theme="dark"' in (await french.get("/")).text

    asyncio.run(story())


def test_no_english_on_french_pages(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            person = Person(app, "fr")
            table = await person.new_table(matou.available()[0])
            for path in ("/", f"/g/{matou.available()[0]}", f"/t/{table}", "/nothing"):
                page = (await person.get(path)).text
                for name, words in text.catalogue().items():
                    if name in ("LANGUAGE", "OTHER_LANGUAGE") or len(words.en) < 9:
                        continue
                    if words.en not in words.fr and words.en != words.fr:
                        assert f">{words.en}<" not in page, (path, name)

    asyncio.run(story())


def test_rules_of_a_table_name_every_choice_and_none_is_blank(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            for name in matou.available():
                page = (await Person(app, "fr").get(f"/g/{name}")).text
                offered = re.findall(r'<option value="([^"]*)">([^<]*)</option>', page)
                for value, called in offered:
                    assert called.strip(), (name, offered)
                    # A word of the record stands for a choice, and is no French.
                    assert not value or value.isupper() or not value.isalpha() or value != called

    asyncio.run(story())


@pytest.mark.parametrize("game", matou.available())
def test_french_punctuation_never_begins_a_line(game: str, tmp_path: Path) -> None:
    """What stands before : ; ! ? is a space that does not break, on pages and at tables."""

    async def story() -> None:
        async with a_site(tmp_path) as app:
            person, rng = Person(app, "fr"), random.Random(2)
            table = await person.new_table(game, "same")
            page = await person.open(table)
            for _ in range(12):
                if page.view.get("curtain"):
                    await page.ask({"look": page.view["curtain"][0]})
                await page.act(rng)
                await page.settle()
            read = [(await person.get(path)).text for path in ("/", f"/g/{game}", f"/t/{table}")]
            said = [page.view[key] for key in ("prompt", "legal", "log")]
            told = re.sub(r"<(svg|style|script)\b.*?</\1>", "", "".join(read), flags=re.DOTALL)
            assert re.findall(r"\w [:;!?»](?![\w-])", told) == []
            assert re.findall(r"\w [:;!?»]", json.dumps(said, ensure_ascii=False)) == []
            assert "\u00a0" in told

    asyncio.run(story())


def test_french_elides_before_a_vowel() -> None:
    turn = f"C’est le tour {of_player(0)}, à la table {of_player(1)}."
    assert Words("", turn).say("fr", ["Émile", "Basile"]) == (
        "C’est le tour d’Émile, à la table de Basile."
    )
    assert Words("", turn).say("fr") == "C’est le tour du siège 0, à la table du siège 1."
    thinks = Words(f"{player(0)} thinks.", f"{player(0)} réfléchit.")
    assert thinks.say("fr", ["Ada"]) == "Ada réfléchit."
    assert (thinks.say("fr"), thinks.say("en")) == ("Le siège 0 réfléchit.", "Seat 0 thinks.")


def test_the_first_page_is_light(tmp_path: Path) -> None:
    """Everything the home page needs at once, compressed, is under 60 kB."""

    async def story() -> int:
        async with a_site(tmp_path) as app:
            person = Person(app)
            total = 0
            page = await person.get("/")
            paths = re.findall(r'(?:src|href)="(/(?:static|icon|picture/light)[^"]*)"', page.text)
            for path in ["/", *dict.fromkeys(paths)]:
                async with person.http.stream("GET", path) as answer:
                    assert answer.status_code == 200
                    total += sum([len(part) async for part in answer.aiter_raw()])
            return total

    assert asyncio.run(story()) < 60_000


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", [n for n in matou.available() if matou.game(n).cover])
def test_every_cover_leaves_its_title_to_the_page(name: str, lang: str, theme: str) -> None:
    game = matou.game(name)
    drawn = card_picture(name, theme)
    assert esc(game.words.TITLE.say(lang)) not in drawn.partition("</title>")[2]
    assert 'viewBox="0 0 500 620"' in drawn
    assert "var(" not in drawn
