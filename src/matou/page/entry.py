"""Where the page's worker comes in (``static/page/page_worker.js``): text in, text out."""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable

from matou.core.words import Words
from matou.page import text
from matou.page.drawer import Drawer
from matou.page.host import PageHost
from matou.page.storage import Shelf
from matou.play.keeping import StoreFailed
from matou.play.refusals import Refused

log = logging.getLogger("matou.page")


class Entry:
    """One page's host, spoken to in JSON."""

    def __init__(self, host: PageHost) -> None:
        self.host = host
        self.drawer = Drawer()

    async def ask(self, asked: str) -> str:
        return json.dumps(await self.host.ask(json.loads(asked)))

    async def open(self, asked: str, opened: Callable[[], object]) -> str:
        """Open a table; what is wrong, if it cannot be."""
        told = json.loads(asked)
        self.host.pace = told["seconds"]  # that a bot takes at least
        lang = "fr" if told["lang"] == "fr" else "en"
        wrong: Words
        try:
            await self.host.table(told["table"])
            opened()
            await self.host.open(told["table"], lang, told["memory"], told["wide"], told["pace"])
            return ""
        except Refused as refused:
            wrong = refused.says
        except StoreFailed:
            wrong = text.CANNOT_READ
        return json.dumps({"wrong": wrong.say(lang)})

    async def say(self, said: str) -> None:
        await self.host.say(json.loads(said))

    def draw(self, said: str) -> str:
        """What a server says to a page that draws, drawn; '' where it cannot be."""
        told = json.loads(said)
        try:
            messages = [
                self.drawer.draw(message) if "position" in message else message
                for message in (told if isinstance(told, list) else [told])
            ]
        except Exception:
            log.exception("a position could not be drawn")
            return ""
        return json.dumps(messages)

    async def changed(self, table: str) -> None:
        await self.host.changed(table)


def start(
    shelf: Shelf, think: Callable[[str], Awaitable[str]], post: Callable[[str], object]
) -> Entry:
    """The page's host over what the browser gives."""
    return Entry(PageHost(shelf, think, lambda message: post(json.dumps(message))))
