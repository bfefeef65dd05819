"""Responses that several features share, and the language of a response."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from matou.core.grammar import languages
from matou.core.messages import Message
from matou.core.record import Record

FRESH = {"cache-control": "no-store"}


def language(request: Request) -> str:
    """Returns the language of a response, by query (``?lang=fr``), cookie or Accept-Language."""
    for asked in (chosen(request), request.cookies.get("lang")):
        if asked in languages():
            return asked
    return preferred(request.headers.get("accept-language", ""))


def chosen(request: Request) -> str:
    """Returns the language in the query, or '' if there is none that we support."""
    asked = request.query_params.get("lang", "")
    return asked if asked in languages() else ""


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


def json_answer(value: Any, status: int = 200) -> Response:
    """Returns a message of ``play/protocol``, or any JSON value, as an uncached response."""
    data = msgspec.json.encode(value)
    return Response(data, status, media_type="application/json", headers=FRESH)


def svg(drawn: str | bytes, seconds: int = 0) -> Response:
    caching = {"cache-control": f"public, max-age={seconds}"} if seconds else FRESH
    return Response(drawn, media_type="image/svg+xml", headers=caching)


def record_file(record: Record, id: str) -> Response:
    return Response(
        record.dumps(),
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{id}.matou"'},
    )
