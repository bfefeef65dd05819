"""Responses that several features share: JSON, drawings and record files."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import Response

from matou.core.messages import Message
from matou.core.record import Record

FRESH = {"cache-control": "no-store"}


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
    """Returns a drawing, publicly cached for ``seconds``."""
    caching = {"cache-control": f"public, max-age={seconds}"} if seconds else FRESH
    return Response(drawn, media_type="image/svg+xml", headers=caching)


def record_file(record: Record, id: str) -> Response:
    return Response(
        record.dumps(),
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{id}.matou"'},
    )
