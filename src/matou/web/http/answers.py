"""Responses that several features share, and errors for visitors."""

from typing import Any

import msgspec
from starlette.responses import Response

from matou.core.grammar import languages
from matou.core.messages import Message
from matou.core.record import Record

FRESH = {"cache-control": "no-store"}


def preferred(header: str) -> str:
    """Returns the supported language that an Accept-Language header prefers."""
    best, lang = 0.0, languages()[0]
    for part in header[:200].split(","):
        tag, _, q = part.strip().partition(";q=")
        code = tag.lower().split("-")[0]
        try:
            weight = float(q) if q else 1.0
        except ValueError:
            weight = 0.0
        if code in languages() and weight > best:
            best, lang = weight, code
    return lang


class Problem(Exception):
    """A request that is refused. ``says`` is the reason for the visitor."""

    def __init__(self, says: Message, status: int = 400) -> None:
        super().__init__(says.say())
        self.says, self.status = says, status


def json_answer(value: Any, status: int = 200, **headers: str) -> Response:
    """Returns a message of ``play/protocol``, or any JSON value, as an uncached response."""
    data = msgspec.json.encode(value)
    return Response(data, status, media_type="application/json", headers={**FRESH, **headers})


def file(data: str | bytes, kind: str, seconds: int = 0, by: str = "public") -> Response:
    """Returns a file. All caches, or only ``private`` ones, may store it for some seconds."""
    caching = {"cache-control": f"{by}, max-age={seconds}"} if seconds else FRESH
    return Response(data, media_type=kind, headers=caching)


def svg(drawn: str | bytes, seconds: int = 0) -> Response:
    return file(drawn, "image/svg+xml", seconds)


def record_file(record: Record, id: str) -> Response:
    return Response(
        record.dumps(),
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{id}.matou"'},
    )
