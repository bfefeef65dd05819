"""Error pages: returns a page with a short message for a failed request."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from matou.play.keeping import StoreFailed
from matou.play.refusals import STORE_ILL, Refused
from matou.web.db.database import Database
from matou.web.http.answers import Problem
from matou.web.http.page_maker import PageMaker

NOTES = {403: "foreign", 404: "nowhere", 405: "nowhere"}  # by status


class ErrorPages:
    def __init__(self, pages: PageMaker, db: Database) -> None:
        self.pages = pages
        self.db = db

    async def wrong(self, request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        if isinstance(error, Problem):
            name = "slow" if error.status == 429 else ""
            return self.pages.note(request, error.status, name, error.says)
        if isinstance(error, Refused):
            return self.pages.note(request, 410, "", error.says)
        if status < 500:
            return self.pages.note(request, status, NOTES.get(status, "nonsense"))
        if isinstance(error, StoreFailed):
            status = 503
        # Says that no moves were lost only if that is certain.
        ill = STORE_ILL if status == 503 or self.db.ill else None
        return self.pages.note(request, status, "fault", ill)
