"""Choosing a language: by the browser at first, then by a menu; any number of languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from third_language import NAME, third_language
from web.support import BASE, Person, a_site

import matou
from matou.cli import main
from matou.cli.declaring import CommandError
from matou.cli.parsing import check_language, language
from matou.core.grammar import grammar, languages
from matou.core.messages import listed
from matou.web.export.copy import entries, in_english
from matou.web.export.pages import application, file_of, get
from matou.web.export.ways import Ways

__all__ = ["third_language"]  # a fixture

GAME = matou.available()[0]
MENU = re.compile(r'<li><a href="([^"]*)" lang="(\w+)" hreflang="\2"( aria-current="true")?[^>]*>')
ALTERNATE = re.compile(r'<link rel="alternate" hreflang="([\w-]+)" href="([^"]*)">')


async def test_a_link_of_the_menu_shows_the_same_page_and_is_remembered(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app, "en")
        for path in ("/", f"/g/{GAME}?mode=same", "/rules", "/games/open", "/nothing"):
            person.http.cookies.delete("lang")
            page = (await person.get(path)).text
            menu = {code: (href, bool(now)) for href, code, now in MENU.findall(page)}
            assert list(menu) == list(languages())
            assert [code for code in menu if menu[code][1]] == ["en"]
            for code in languages():
                href = menu[code][0].replace("&amp;", "&")
                assert href == f"{path}{'&' if '?' in path else '?'}lang={code}"
                answer = await person.get(href)
                assert f'<html lang="{code}"' in answer.text
                assert f'aria-current="true">{grammar(code).NAME}</a>' in answer.text
                assert f'<html lang="{code}"' in (await person.get(path)).text
                again = [found[0] for found in MENU.findall(answer.text)]
                assert again == [href for href, _ in menu.values()]  # no second "lang="


async def test_every_page_links_to_itself_in_each_language(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        for path in ("/", f"/g/{GAME}", f"/rules/{GAME}?lang=fr"):
            page = (await Person(app).get(path)).text
            plain = BASE + path.partition("?")[0]
            reply = dict(ALTERNATE.findall(page))
            assert reply == {
                **{code: f"{plain}?lang={code}" for code in languages()},
                "x-default": plain,
            }


async def test_an_unknown_language_changes_nothing(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app, "fr")
        for odd in ("zz", "", "en%00", "../en", "fr-CH"):
            answer = await person.get(f"/?lang={odd}")
            assert '<html lang="fr"' in answer.text
            assert "set-cookie" not in answer.headers


async def test_the_menu_after_a_form_leads_to_the_home_page(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        answer = await Person(app).post("/no/such/form?lang=fr")
        assert "set-cookie" not in answer.headers
        assert [href for href, *_ in MENU.findall(answer.text)] == [
            f"/?lang={code}" for code in languages()
        ]
        assert not ALTERNATE.findall(answer.text)


async def test_a_third_language_works_like_the_others(third_language: str, tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app, f"zz, {third_language};q=0.9, fr;q=0.8")
        page = (await person.get("/")).text
        assert f'<html lang="{third_language}"' in page
        assert "Zkip to the kontents" in page
        assert [code for _, code, _ in MENU.findall(page)] == [*languages()]
        manifest = re.search(r'rel="manifest" href="([^"]*)"', page)
        assert manifest
        assert (await Person(app).get(manifest[1])).json()["lang"] == third_language
        assert (await person.get(f"/learn/{GAME}/{third_language}.json")).status_code == 200
        french = Person(app, "fr")
        page = (await french.get(f"/g/{GAME}?lang={third_language}")).text
        assert f">{NAME}</span>" in page
        assert f'<html lang="{third_language}"' in (await french.get("/")).text
        table = await person.open(await person.new_table(GAME))
        assert table.view["prompt"]
        await table.ask({"set": {"lang": "fr"}})
        in_french = table.view["prompt"]
        await table.ask({"set": {"lang": third_language}})
        assert table.view["prompt"] != in_french


async def test_an_export_has_pages_in_a_third_language(third_language: str, tmp_path: Path) -> None:
    app, site = application(tmp_path, 0.0, False, Ways())
    try:
        first = (await get(app, "/welcome", "en")).body.decode()
        assert re.findall(r'data-door="(\w+)"', first) == [*languages()]
        away = (await get(app, "/away", third_language)).body.decode()
    finally:
        await site.store.db.close()
    assert "You are ofline" in away
    assert [href for href, *_ in MENU.findall(away)] == [
        f"/~matou~/in/{code}/away" for code in languages()
    ]
    assert set(dict(ALTERNATE.findall(away))) == set(languages())
    assert file_of(f"/in/{third_language}/away", "en") == f"{third_language}/away.html"


def test_a_page_is_stored_as_its_difference_from_the_english_one(third_language: str) -> None:
    name = f"{third_language}/learn/x-{third_language}-wide-1.json"
    assert in_english(name) == "en/learn/x-en-wide-1.json"
    assert in_english("static/fr/x-fr.js") == "static/fr/x-fr.js"
    same = b'"' + b"a" * 100 + b'"'
    packed = dict(entries({"en/a.html": same + b'"en"', f"{third_language}/a.html": same + b'"x"'}))
    assert packed[f"{third_language}/a.html^en/a.html"] == b'[[3, "x"]]'


def test_the_terminal_speaks_a_third_language(
    third_language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert language([f"--lang={third_language}"]) == third_language
    monkeypatch.setenv("LC_ALL", f"{third_language}_XX.UTF-8")
    assert language([]) == third_language
    with pytest.raises(CommandError) as refused:
        check_language(["--lang", "zz"])
    assert f"Choose {', '.join(languages()[:-1])} or {third_language}." in str(refused.value.says)


def test_help_names_every_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())  # ignore line breaks
    assert f"--lang CODE language: {listed(languages(), 'or')} (" in shown
