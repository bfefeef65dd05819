"""Answers that several features give alike: a drawing, a record as a file, what nobody may keep."""

from __future__ import annotations

from starlette.responses import Response

from matou.core.record import Record

FRESH = {"cache-control": "no-store"}


def svg(drawn: str | bytes, seconds: int = 0) -> Response:
    """A drawing; everybody may keep it for so long."""
    kept = {"cache-control": f"public, max-age={seconds}"} if seconds else FRESH
    return Response(drawn, media_type="image/svg+xml", headers=kept)


def record_file(record: Record, id: str) -> Response:
    """A record, to be kept as a file."""
    return Response(
        record.dumps(),
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{id}.matou"'},
    )
