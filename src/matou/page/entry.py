"""The entry point of the page's worker (``static/page/page_worker.js``): JSON in, JSON out."""

import json
import logging
from collections.abc import Awaitable, Callable

from matou.core.grammar import spoken
from matou.core.messages import Message, say
from matou.page.drawer import Drawer
from matou.page.host import PageHost
from matou.page.storage import BrowserStorage
from matou.play.keeping import StoreFailed
from matou.play.protocol.fields import to_json
from matou.play.refusals import Refused

log = logging.getLogger("matou.page")


class Entry:
    def __init__(self, host: PageHost) -> None:
        self.host = host
        self.drawer = Drawer()

    async def ask(self, asked: str) -> str:
        return to_json(await self.host.ask(json.loads(asked)))

    async def open(self, asked: str, opened: Callable[[str], object]) -> str:
        """Opens a table; returns what is wrong, or ''. ``opened`` gets the room for friends."""
        request = json.loads(asked)
        self.host.pace = request["seconds"]
        lang = spoken(request["lang"])
        wrong: Message
        try:
            table = await self.host.table(request["table"])
            opened(table.row.settings.get("room", ""))
            await self.host.open(request)
            return ""
        except Refused as refused:
            wrong = refused.says
        except StoreFailed:
            wrong = say(
                "Your browser won’t let this page store anything (is this a private window?), and "
                "games need to be saved somewhere."
            )
        return json.dumps({"wrong": wrong.say(lang)})

    async def say(self, said: str) -> None:
        await self.host.say(json.loads(said))

    async def heard(self, guest: str, owner: str, said: str) -> None:
        await self.host.guests.hear(guest, owner, said)

    async def left(self, guest: str) -> None:
        await self.host.guests.left(guest)

    def draw(self, said: str) -> str:
        """Draws the positions in a server's messages; returns '' if that fails."""
        received = json.loads(said)
        try:
            messages = [
                self.drawer.draw(message) if "position" in message else message
                for message in (received if isinstance(received, list) else [received])
            ]
        except Exception:
            log.exception("a position could not be drawn")
            return ""
        return to_json(messages)

    async def changed(self, table: str) -> None:
        await self.host.changed(table)


def start(
    storage: BrowserStorage,
    think: Callable[[str], Awaitable[str]],
    post: Callable[[str, str], object],
) -> Entry:
    """Starts Python. ``post`` sends a message to the page itself (''), or to one of its guests."""
    return Entry(PageHost(storage, think, lambda to, message: post(to_json(message), to)))
