"""What a page is sent comes in frames that a WebSocket library reads, whatever its length."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from matou.web.http.connections import frame


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536, 200_000])
def test_a_text_of_any_length_is_one_whole_frame(size: int) -> None:
    reader = StreamReader()
    reader.feed_data(frame(b"x" * size))
    reader.feed_eof()
    parsing = Frame.parse(reader.read_exact, mask=False)
    with pytest.raises(StopIteration) as done:
        next(parsing)
    found = done.value.value
    assert (found.opcode, found.fin, bytes(found.data)) == (Opcode.TEXT, True, b"x" * size)
    assert frame(b"x" * size) == Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)
