"""WebSocket frames of short texts (RFC 6455, 5.2), without the parser of `websockets`."""

from typing import Any

from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.protocol import Protocol
from websockets.streams import StreamReader

PING = b"\x89\x00"  # a frame without content (RFC 6455, 5.5.2)
BETWEEN_FRAMES = StreamReader.at_eof.__code__  # where the parser waits for a new frame


def is_between_frames(conn: Protocol) -> bool:
    """Returns whether a connection's parser waits for the first frame of a message."""
    waits: Any = conn.parser
    while waits.gi_yieldfrom is not None:
        waits = waits.gi_yieldfrom
    return conn.current_size is None and waits.gi_code is BETWEEN_FRAMES


def short_text(data: bytes) -> str | None:
    """Returns the text in the bytes of one whole masked frame with fewer than 126, or None."""
    size = len(data) - 6
    if not 0 <= size < 126 or data[0] != 0x81 or data[1] != 0x80 | size:
        return None
    try:
        return apply_mask(data[6:], data[2:6]).decode()
    except UnicodeDecodeError:  # the parser closes the connection
        return None


def frame(body: bytes) -> bytes:
    """Returns text as one unmasked frame."""
    size = len(body)
    if size < 126:
        return bytes((0x81, size)) + body
    if size < 65536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + body
    return b"\x81\x7f" + size.to_bytes(8, "big") + body
