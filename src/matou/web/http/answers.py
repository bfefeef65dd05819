"""Responses that several features share: JSON, drawings and record files."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import Response

from matou.core.record import Record

FRESH = {"cache-control": "no-store"}


def json_answer(told: Any) -> Response:
    """Returns a message of ``play/protocol``, or any JSON value, as an uncached response."""
    return Response(msgspec.json.encode(told), media_type="application/json", headers=FRESH)


def svg(drawn: str | bytes, seconds: int = 0) -> Response:
    """Returns a drawing, publicly cached for ``seconds``."""
    kept = {"cache-control": f"public, max-age={seconds}"} if seconds else FRESH
    return Response(drawn, media_type="image/svg+xml", headers=kept)


def record_file(record: Record, id: str) -> Response:
    """Returns a record as a file download."""
    return Response(
        record.dumps(),
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{id}.matou"'},
    )
