"""The WebSocket connection to a table page, with its queue of outgoing messages."""

import asyncio
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec

from matou.play import copies, keeping, viewer
from matou.play.protocol.messages import Message
from matou.play.table import Table
from matou.web.ops.chores import EventLoopLag

BEHIND = 256  # queued messages after which a slow page gets the whole view instead
WHOLE = b""  # stands for the whole view, built when it can be sent
AGAIN = 1013  # close code that makes the page reconnect
QUIET = 3.5  # seconds after which a page that has not answered a ping counts as gone
OF_PAGE = 64 * 1024  # bytes queued for a page that does not read…
OF_NETWORK = 1024 * 1024  # …and for all pages of its network

_encode = msgspec.json.Encoder().encode


class UnreadBytes:
    """Counts the bytes queued for the pages of each network."""

    def __init__(self) -> None:
        self._of: Counter[str] = Counter()

    def add(self, network: str, before: int, size: int) -> bool:
        """Counts ``size`` more bytes for a page. Returns False if that exceeds a limit."""
        if before + size > OF_PAGE or self._of[network] + size > OF_NETWORK:
            return False
        self._of[network] += size
        return True

    def remove(self, network: str, size: int) -> None:
        self._of[network] -= size
        if self._of[network] <= 0:
            del self._of[network]

    def total(self) -> int:
        return self._of.total()


class Connection(viewer.Viewer):
    def __init__(
        self,
        table: Table,
        owner: str,
        lang: str,
        send: Any,
        memory: bool,
        plain: bool,
        wide: bool,
        lag: EventLoopLag | None = None,
    ) -> None:
        super().__init__(table, owner, lang, memory, plain, wide)
        self.lag = lag or EventLoopLag()
        self.network = ""  # for limits
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._out: deque[bytes | None] = deque()  # outgoing messages; None closes the connection
        self._is_due = False  # the queue is about to be sent; at the end, nothing is any more
        self._sending: asyncio.Task[None] | None = None  # sends it to a page that does not read
        self._is_sending = False  # whether the page has yet to read the last message
        self.unread = UnreadBytes()  # shared by all pages; each network has a limit
        self._unread = 0  # queued bytes counted there
        self.write: Callable[[bytes], None] | None = None  # sends encoded text, if the server can
        self.write_now: Callable[[bytes], bool] = lambda _: False  # the same, if the page reads
        self.drained: Callable[[], Awaitable[None]] | None = None  # waits for the page to read
        self.ping: Callable[[], None] | None = None  # asks the page for a sign of life…
        self.quiet: Callable[[], float] = lambda: 0.0  # …and the seconds without an answer
        self.is_sent_away = False
        self.device = ""  # id of the signed-in browser
        self.sat = False  # whether the owner had a seat at the last check

    @property
    def is_late(self) -> bool:
        return self.lag.is_late

    @property
    def answers(self) -> bool:
        return self.quiet() < QUIET

    @property
    def waiting(self) -> int:
        return sum(map(len, filter(None, self._out)))

    def tell(self, message: Message) -> None:
        out = self._out
        if out and out[0] == WHOLE:  # the whole view will include this message
            return
        data = _encode(vars(message))  # half the time of encoding the dataclass
        if self._is_sending or len(out) >= BEHIND:
            data = self._limited(data)
        self._put(data)

    def _limited(self, data: bytes) -> bytes:
        """Counts a message for a page that lags. Returns WHOLE in place of it if it lags far."""
        if len(self._out) < BEHIND and self.unread.add(self.network, self._unread, len(data)):
            self._unread += len(data)
            return data
        self.take_queue()
        return WHOLE

    def _put(self, data: bytes | None) -> None:
        self._out.append(data)
        if not self._is_due:
            self._is_due = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        """Sends the queue at once, without a task, if the page reads its messages."""
        waiting = self._out
        if all(waiting) and self.write_now(joined(waiting)):
            waiting.clear()
            self._is_due = False
        else:
            self._sending = asyncio.create_task(self.send_queue())

    def take_queue(self) -> list[bytes | None]:
        """Empties the queue and returns its messages."""
        waited = list(self._out)
        self._out.clear()
        if self._unread:
            self.unread.remove(self.network, self._unread)
            self._unread = 0
        return waited

    async def send_away(self, code: int = 4404) -> None:
        await self._send({"type": "websocket.close", "code": code})

    def seats_changed(self) -> None:
        """Updates the page. If its seat moved to another account, the page reconnects."""
        sat, self.sat = self.sat, bool(self.table.seats_of(self.owner))
        if sat and not self.sat and all(s.owner != self.owner for s in self.table.seats):
            self.come_back()
        else:
            super().seats_changed()

    async def send_queue(self) -> None:
        """Sends queued messages, joined into one, until there are none or the page closes."""
        more_to_come = True
        while more_to_come and self._out:
            if self.drained is not None:  # queued bytes stay counted during the wait
                self._is_sending = True
                try:
                    await self.drained()
                finally:
                    self._is_sending = False
            more_to_come = await self._pass_on()
        if self.is_sent_away:
            await self.send_away(AGAIN)
        self._is_due = not more_to_come

    def stop(self) -> None:
        """Sends nothing more."""
        self._is_due = True
        self.write_now = lambda _: True
        if self._sending is not None:
            self._sending.cancel()
        self.take_queue()

    async def _pass_on(self) -> bool:
        """Sends all queued messages. Returns False once the connection should close."""
        more = self.take_queue()
        if WHOLE in more:
            try:
                async with self.table.lock:  # show only committed moves
                    if self.table.broken:
                        await copies.catch_up(self.table)
                    more += self.take_queue()
                    more = [_encode(self.whole()), None if more[-1] is None else WHOLE]
            except keeping.StoreFailed:  # the store cannot be read now: the page reconnects
                await self.send_away(AGAIN)
                return False
        ready = [data for data in more if data]
        if ready:
            text = joined(ready)
            if self.write is not None:
                self.write(text)
            else:
                del more[:-1], ready  # free the copies while the page does not read
                self._is_sending = True
                try:
                    await self._send({"type": "websocket.send", "text": text.decode()})
                finally:
                    self._is_sending = False
        return more[-1] is not None

    def close(self) -> None:
        self._put(None)

    def come_back(self) -> None:
        """Makes the page reconnect, to a healthy server or with its current account."""
        self.is_sent_away = True
        self.close()


def joined(messages: Sequence[Any]) -> bytes:
    """Returns encoded messages as one: alone, or as a list."""
    return messages[0] if len(messages) == 1 else b"[" + b",".join(messages) + b"]"
