"""The privacy page agrees with the site's settings."""

from __future__ import annotations

from pathlib import Path

from web.support import Person, a_site

from matou.core.grammar import languages
from matou.play.keeping import MOST_CHAT
from matou.web.http.security import YEAR
from matou.web.replay import online, routes
from matou.web.strangers.repository import DONE_SECONDS


async def test_the_privacy_page_is_linked_and_its_figures_are_correct(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        assert 'href="/privacy"' in (await Person(app, "en").get("/")).text
        for lang in languages():
            page = (await Person(app, lang).get("/privacy")).text
            for figure in (MOST_CHAT, routes.DAYS, online.DAYS, DONE_SECONDS / 86400):
                assert f" {figure:g} " in page.replace("\N{NO-BREAK SPACE}", " ")
            assert 'href="/you"' in page
        assert YEAR == 365 * 24 * 3600
