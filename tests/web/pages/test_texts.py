"""Every text and every page, in each language."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from web.support import Person, a_site

import matou
from matou import web
from matou.core.catalogues import template
from matou.core.grammar import grammar, languages
from matou.paper import THEMES, esc
from matou.web.http.page_maker import in_language, templates
from matou.web.pages.pictures import card_picture

WEB = Path(web.__path__[0])
TEXTS = [path.relative_to(WEB / "templates") for path in WEB.glob("templates/*/*texts.html")]


def texts(template: Path, lang: str) -> dict[str, str | list[str]]:
    """Returns the texts that a page sends to its scripts."""
    module: Any = templates().get_template(template.as_posix()).make_module(in_language(lang))
    sent: dict[str, str | list[str]] = module.texts
    return sent


def test_scripts_get_every_text_that_they_use() -> None:
    sent = {name for template in TEXTS for name in texts(template, "en")}
    for path in WEB.rglob("*.js"):
        for name in re.findall(r"\bsay\(\s*['\"]([A-Z_]+)['\"]", path.read_text()):
            assert name in sent, (path.name, name)


@pytest.mark.parametrize("lang", languages())
def test_scripts_can_fill_in_names_and_plurals(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their ``say`` knows names in braces and plural forms, but no grammatical forms."""
    marked = dict.fromkeys(grammar(lang).FORMS, "<{}>".format)
    monkeypatch.setattr(grammar(lang), "FORMS", marked)
    for page in TEXTS:
        for name, text in texts(page, lang).items():
            forms = text if isinstance(text, list) else [text]
            assert not any(specs for form in forms for _, _, specs, _ in template(form)[0]), name
            assert "<{" not in str(text), f"{name}: the grammatical form has a placeholder"
            if isinstance(text, list):
                plurals = in_language(lang)["plurals"]
                assert {int(form) for form in plurals} == {*range(len(text))}, name


async def test_pages_are_in_the_browsers_language_or_the_chosen_one(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        english, french = Person(app, "en-GB,fr;q=0.5"), Person(app, "fr-CH, en;q=0.8")
        odd = Person(app, "de;q=x, fr;q=")
        for person, lang in ((english, "en"), (french, "fr"), (odd, "fr")):
            for path in ("/", f"/g/{matou.available()[0]}", "/nothing"):
                page = (await person.get(path)).text
                assert f'<html lang="{lang}"' in page, (path, lang)
        assert "Quatre jeux de chats et de souris" in (await french.get("/")).text
        await french.get("/?lang=en")
        assert "Four games of cats and mice" in (await french.get("/")).text
        away = await french.post("/prefs", theme="dark", back="//evil.example/")
        assert away.headers["location"] == "/"
        assert 'data-theme="dark"' in (await french.get("/")).text


async def test_every_option_of_a_table_has_a_translated_name(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        for name in matou.available():
            page = (await Person(app, "fr").get(f"/g/{name}")).text
            offered = re.findall(r'<option value="([^"]*)">([^<]*)</option>', page)
            for value, called in offered:
                assert called.strip(), (name, offered)
                # The value is a word of the record, not French.
                assert not value or value.isupper() or not value.isalpha() or value != called


@pytest.mark.parametrize("game", matou.available())
async def test_french_punctuation_never_begins_a_line(game: str, tmp_path: Path) -> None:
    """The space before : ; ! ? is a no-break space, on pages and at tables."""

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
        reply = re.sub(r"<(svg|style|script)\b.*?</\1>", "", "".join(read), flags=re.DOTALL)
        assert re.findall(r"\w [:;!?»](?![\w-])", reply) == []
        assert re.findall(r"\w [:;!?»]", json.dumps(said, ensure_ascii=False)) == []
        assert "\u00a0" in reply


async def test_the_home_page_is_small(tmp_path: Path) -> None:
    """Everything that the home page loads, compressed, is under 80 kB; fonts take 32 of them."""
    async with a_site(tmp_path) as app:
        person = Person(app)

        async def size(path: str) -> int:
            async with person.http.stream("GET", path) as answer:
                assert answer.status_code == 200
                return sum([len(part) async for part in answer.aiter_raw()])

        page = await person.get("/")
        paths = re.findall(r'(?:src|href)="(/(?:static|icon|picture/light)[^"]*)"', page.text)
        others = sum([await size(path) for path in dict.fromkeys(paths)])
        for lang in languages():
            await person.get(f"/?lang={lang}")  # sets the cookie
            assert await size("/") + others < 80_000, lang


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", [n for n in matou.available() if matou.game(n).cover])
def test_every_cover_leaves_its_title_to_the_page(name: str, lang: str, theme: str) -> None:
    game = matou.game(name)
    drawn = card_picture(name, theme)
    assert esc(game.words.TITLE.say(lang)) not in drawn
    assert 'viewBox="0 0 500 620"' in drawn
    assert "var(" not in drawn
