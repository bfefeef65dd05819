"""WebSocket frames: written by us, and short ones parsed by us."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from matou.web.http.connections import Config, ConnectionLimiter, LiveProtocol
from matou.web.http.frames import frame, short_text

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536, 200_000])
def test_a_text_of_any_length_is_one_frame(size: int) -> None:
    reader = StreamReader()
    reader.feed_data(frame(b"x" * size))
    reader.feed_eof()
    parsing = Frame.parse(reader.read_exact, mask=False)
    with pytest.raises(StopIteration) as done:
        next(parsing)
    found = done.value.value
    assert (found.opcode, found.fin, bytes(found.data)) == (Opcode.TEXT, True, b"x" * size)
    assert frame(b"x" * size) == Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)


class NullTransport(asyncio.Transport):
    """A transport that drops everything."""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        pass

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        pass


def browser_frames(texts: list[str], rng: random.Random) -> list[bytes]:
    """Returns a browser's frames: whole texts or fragments, with control frames in between."""
    frames = []
    for text in texts:
        data = text.encode()
        cut = rng.choice((0, 0, 0, len(data) // 2))
        first, rest = (data[:cut], data[cut:]) if cut else (data, b"")
        parts = [Frame(Opcode.TEXT, first, fin=not rest)]
        parts += [Frame(Opcode.CONT, rest)] if rest else []
        for part in parts:
            frames.append(part.serialize(mask=True))
            if rng.random() < 0.2:
                frames.append(Frame(Opcode.PING, b"").serialize(mask=True))
    return frames


async def test_every_text_arrives_in_frames_of_any_split() -> None:
    heard: list[str] = []

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (event := await receive())["type"] == "websocket.receive":
            heard.append(event["text"])

    config = Config(app, ConnectionLimiter(9), log_config=None)
    config.load()
    page = LiveProtocol(config=config, server_state=ServerState(), app_state={})
    page.connection_made(NullTransport())
    page.data_received(HANDSHAKE)
    await asyncio.sleep(0)
    rng = random.Random(5)
    texts = ["é" * rng.choice((0, 1, 20, 62, 63, 64, 300)) + str(i) for i in range(400)]
    frames, quick = browser_frames(texts, rng), 0
    while frames:
        count = rng.randrange(1, 4)
        stream = b"".join(frames[:count])
        del frames[:count]
        at = rng.choice((0, 0, rng.randrange(len(stream))))
        for piece in filter(None, (stream[:at], stream[at:])):
            quick += short_text(piece) is not None and page.is_between_frames
            page.data_received(piece)
            for _ in range(5):
                await asyncio.sleep(0)
    assert heard == texts
    assert quick > 10
    page.connection_lost(None)
    await asyncio.sleep(0)
