"""What a visitor is answered when a request does not work out: a page with a sentence."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from matou.play.keeping import StoreFailed
from matou.play.refusals import Refused
from matou.web.http.language import language
from matou.web.http.page_maker import PageMaker
from matou.web.store.interface import Store


class ErrorPages:
    """Answers in the place of what failed."""

    def __init__(self, pages: PageMaker, store: Store) -> None:
        self.pages = pages
        self.store = store

    async def wrong(self, request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        if isinstance(error, Refused):
            lang = language(request)
            return self.pages.page(
                request, "pages/note.html", 410, kind="error", title=error.says.say(lang), more=""
            )
        if status in (404, 405):
            return self.pages.note(request, status, "lost", "NOT_FOUND_TITLE", "NOT_FOUND")
        if status == 403:
            return self.pages.note(request, 403, "private", "FORBIDDEN_TITLE", "FORBIDDEN")
        if status < 500:
            return self.pages.note(request, status, "error", "FORBIDDEN_TITLE", "NOT_UNDERSTOOD")
        if isinstance(error, StoreFailed):
            status = 503
        # That nothing is lost is said only where it is known.
        says = "STORE_ILL" if status == 503 or self.store.ill else "ERROR"
        return self.pages.note(request, status, "error", "ERROR_TITLE", says)
