"""Error pages: returns a page with a short message for a failed request."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from matou.core.messages import say
from matou.play.keeping import StoreFailed
from matou.play.refusals import STORE_ILL, Refused
from matou.web.db.database import Database
from matou.web.http.page_maker import PageMaker

LOST = "lost", say("Nothing here but a mouse hole"), say("This page doesn’t exist, or it’s gone.")
PAGES = {  # by status: picture, title, text
    403: ("private", say("Not that way"), say("That request didn’t come from one of our pages.")),
    404: LOST,
    405: LOST,
}
OTHERS = "error", say("Not that way"), say("That message makes no sense here.")


class ErrorPages:
    def __init__(self, pages: PageMaker, db: Database) -> None:
        self.pages = pages
        self.db = db

    async def wrong(self, request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        if isinstance(error, Refused):
            return self.pages.note(request, 410, "error", error.says)
        if status < 500:
            return self.pages.note(request, status, *PAGES.get(status, OTHERS))
        if isinstance(error, StoreFailed):
            status = 503
        # Says that no moves were lost only if that is certain.
        says = say("It’s our fault, and we’ve made a note of it. No moves were lost.")
        if status == 503 or self.db.ill:
            says = STORE_ILL
        return self.pages.note(request, status, "error", say("Matou knocked something over"), says)
