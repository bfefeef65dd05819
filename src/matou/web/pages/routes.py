"""The pages: home, setting a table, joining one, the table itself, and what follows a game."""

from __future__ import annotations

import logging
from typing import Any
from urllib.parse import parse_qs, quote

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from matou.core.game import Game
from matou.core.record import shown
from matou.core.words import Refusal
from matou.play import requests
from matou.play.keeping import Gone, Kept, StoreFailed
from matou.play.results import result
from matou.play.seats import clean_name, name_of, names_of
from matou.play.table import Refused, Table
from matou.web import text
from matou.web.http import assets
from matou.web.http.address import root, split
from matou.web.http.language import language
from matou.web.http.reach import Reach
from matou.web.http.security import COOKIE, YEAR, Buckets, People, same_origin
from matou.web.ops import logs
from matou.web.pages import pictures
from matou.web.replay.proof import prove_table
from matou.web.sharing.card import preview
from matou.web.tables import forms
from matou.web.tables.manager import TableManager

log = logging.getLogger("matou.web")

LONGEST_FORM = 8192


class Pages:
    """Answers every request that is not a WebSocket."""

    def __init__(self, manager: TableManager, people: People, base_url: str, reach: Reach) -> None:
        self.reach = reach
        self.manager = manager
        self.people = people
        self.base_url = base_url
        self.new_tables = Buckets(rate=0.5, burst=40)
        self.env = Environment(
            loader=PackageLoader("matou.web"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )

    # What every page needs

    def page(
        self, request: Request, name: str, status: int = 200, /, **values: Any
    ) -> HTMLResponse:
        lang, theme = language(request), request.cookies.get("theme", "auto")
        html = self.env.get_template(name).render(
            lang=lang,
            theme=theme if theme in ("light", "dark") else "auto",
            say=lambda key, **v: (
                getattr(text, key).say(lang).format(**v) if v else getattr(text, key).say(lang)
            ),
            words=lambda w: w.say(lang),
            text=text,
            root=root(request),
            origin=self.origin(request),
            friends=self.for_friends(request),
            static=f"{root(request)}/static/{assets.version()}",
            path=request.url.path,
            scene=lambda kind: Markup(pictures.scene(kind)),
            sprite=lambda: Markup(pictures.marks()),
            shown=shown,
            **values,
        )
        return HTMLResponse(
            html, status, headers={"cache-control": "no-store", "vary": "accept-language, cookie"}
        )

    def origin(self, request: Request) -> str:
        return split(self.base_url)[0] or f"{request.url.scheme}://{request.url.netloc}"

    def for_friends(self, request: Request) -> str:
        """What links for others begin with; '' where only this machine would find them."""
        origin = self.origin(request)
        origin = origin if self.base_url else self.reach.link(origin)
        return origin and origin + root(request)

    def note(self, request: Request, status: int, kind: str, title: str, more: str) -> HTMLResponse:
        lang = language(request)
        return self.page(
            request,
            "note.html",
            status,
            kind=kind,
            title=getattr(text, title).say(lang),
            more=getattr(text, more).say(lang),
        )

    def owner(self, request: Request) -> str:
        return self.people.owner(request.cookies.get(COOKIE))

    def meet(self, request: Request, response: Response) -> str:
        """Who asks; somebody new is given a cookie with the response."""
        owner = self.owner(request)
        cookie = request.cookies.get(COOKIE, "") if owner else self.people.new()
        self.keep(request, response, COOKIE, cookie)
        return self.people.owner(cookie)

    def keep(self, request: Request, response: Response, name: str, value: str) -> None:
        """A cookie, for this site alone: others may live at the same host."""
        response.set_cookie(
            name,
            value,
            max_age=YEAR,
            path=root(request) or "/",
            httponly=True,
            samesite="lax",
            secure=self.secure(request),
        )

    def secure(self, request: Request) -> bool:
        return request.url.scheme == "https" or self.base_url.startswith("https://")

    async def form(self, request: Request) -> dict[str, str]:
        """The fields of a form that our own page sent."""
        if not same_origin(request.headers, self.base_url):
            log.warning("a form of another site was refused", extra=logs.visitor(request.scope))
            raise HTTPException(403)
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > LONGEST_FORM:
                raise HTTPException(413)
        try:
            fields = parse_qs(body.decode(), max_num_fields=60, keep_blank_values=True)
        except ValueError:
            raise HTTPException(400) from None
        return {key: values[-1] for key, values in fields.items()}

    # Pages

    async def home(self, request: Request) -> Response:
        owner, lang = self.owner(request), language(request)
        yours = self.manager.store.tables_of(owner, 12) if owner else []
        mine = {k.id for k in yours}
        watch = [k for k in self.manager.store.tables_to_watch(12) if k.id not in mine]
        return self.page(
            request,
            "home.html",
            games=list(self.manager.games.values()),
            yours=[self.row(k, owner, lang) for k in yours if k.game in self.manager.games],
            watch=[self.row(k, "", lang) for k in watch if k.game in self.manager.games],
        )

    def row(self, kept: Kept, owner: str, lang: str) -> dict[str, Any]:
        """A table in a list."""
        own = next((i for i, s in enumerate(kept.seats) if owner and s.owner == owner), None)
        names = [name_of(kept.seats, i, lang, own) for i in range(len(kept.seats))]
        turn, yours = "", False
        if kept.over:
            turn = text.LIST_OVER.say(lang)
        elif any(s.kind == "open" for s in kept.seats):
            turn = text.LIST_WAITING.say(lang)
        elif kept.turn >= 0:
            yours = owner != "" and kept.seats[kept.turn].owner == owner
            turn = (text.LIST_YOUR_TURN if yours else text.LIST_TURN).say(lang)
            turn = turn.format(name=names[kept.turn])
        return {
            "id": kept.id,
            "title": self.manager.games[kept.game].words.TITLE.say(lang),
            "names": text.listed(names, lang),
            "turn": turn,
            "yours": yours,
            "over": kept.over,
        }

    def asked_game(self, request: Request) -> Game:
        game = self.manager.game(request.path_params["game"])
        if game is None:
            raise HTTPException(404)
        return game

    async def setting(self, request: Request) -> Response:
        asked = {"mode": request.query_params.get("mode", "bot")}
        asked["name"] = forms.name_in(request.cookies.get("name", ""))
        return self.set_page(request, 200, asked, "")

    def set_page(
        self, request: Request, status: int, fields: dict[str, str], wrong: str
    ) -> HTMLResponse:
        """The form for a table, filled in as far as it was."""
        had = {"mode": "bot", "level": "2", "you": "0", "hints": "1", "watch": "1"}
        if "seats" in fields:  # it was sent: what is missing was taken away
            had["hints"] = had["watch"] = ""
        had |= {key: value for key, value in fields.items() if value != ""}
        return self.page(
            request, "set.html", status, game=self.asked_game(request), had=had, wrong=wrong
        )

    async def play(self, request: Request) -> Response:
        game, lang = self.asked_game(request), language(request)
        fields = await self.form(request)
        if not self.may_set_table(request):
            return self.note(request, 429, "error", "SLOW_TITLE", "SLOW")
        response = RedirectResponse(f"{root(request)}/", 303)
        owner = self.meet(request, response)
        # Who has told their name once is called by it, also where there is no field for it.
        fields.setdefault("name", forms.name_in(request.cookies.get("name", "")))
        try:
            plan = forms.plan(game, fields, owner, lang)
            table = await self.manager.open(game, plan.seats, plan.settings, plan.options)
        except ValueError as error:
            told = error.says.say(lang) if isinstance(error, Refusal) else str(error)
            why = text.BAD_FORM.say(lang).format(why=told)
            fields["name"] = clean_name(fields.get("name", ""))
            return self.set_page(request, 400, fields, why)
        response.headers["location"] = f"{root(request)}/t/{table.id}"
        self.remember_name(request, response, fields.get("name", ""))
        return response

    def may_set_table(self, request: Request) -> bool:
        """One more table for whoever asks? Each is counted for their address."""
        may = self.new_tables.take(request.client.host if request.client else "")
        if not may:
            log.warning("somebody sets too many tables", extra=logs.visitor(request.scope))
        return may

    def remember_name(self, request: Request, response: Response, name: str) -> None:
        name = clean_name(name)
        if name:
            self.keep(request, response, "name", quote(name))

    async def asked_table(self, request: Request) -> Table:
        table = await self.manager.table(request.path_params["table"])
        if table is None:
            raise HTTPException(404)
        return table

    async def table(self, request: Request) -> Response:
        table, lang = await self.asked_table(request), language(request)
        if not requests.may_watch(table, self.owner(request)):
            return self.note(request, 403, "private", "PRIVATE_TITLE", "PRIVATE")
        who, end = names_of(table.seats, lang), table.state.observe(None)
        won = result(end.winners, who, lang) if table.kept.over else ""
        return self.page(
            request,
            "table.html",
            preview=preview(table.seats, text.listed(who, lang), won, lang),
            game=table.game,
            table=table,
            hints=bool(table.kept.settings.get("hints")),
            script={key: getattr(text, key).say(lang) for key in text.FOR_SCRIPT},
            levels=[level.say(lang) for level in text.LEVELS],
        )

    # After the game

    async def record(self, request: Request) -> Response:
        table = await self.finished(request)
        lang = language(request)
        names = dict(enumerate(names_of(table.seats, lang)))
        return Response(
            table.record(names).dumps(),
            media_type="text/plain; charset=utf-8",
            headers={"content-disposition": f'attachment; filename="{table.id}.matou"'},
        )

    async def finished(self, request: Request) -> Table:
        table = await self.asked_table(request)
        if not requests.may_watch(table, self.owner(request)) or not table.state.over:
            raise HTTPException(403)
        return table

    async def verify(self, request: Request) -> Response:
        table, lang = await self.finished(request), language(request)
        proof = await prove_table(self.manager, table)
        taken = table.timeline.origin.count if table.timeline.origin is not None else 0
        if proof.wrong is not None:
            says = text.NOT_VERIFIED.say(lang).format(why=proof.wrong.say(lang))
        elif not proof.whole:
            says = text.VERIFIED_PART.say(lang).format(
                n=proof.proved, taken=proof.taken, open=proof.unproved
            )
        elif taken:
            says = text.VERIFIED_WITH_ORIGIN.say(lang).format(n=proof.proved, taken=taken)
        else:
            says = text.VERIFIED.say(lang).format(n=proof.proved)
        return JSONResponse(
            {"fits": proof.whole, "says": says},
            headers={"cache-control": "no-store"},
        )

    async def rematch(self, request: Request) -> Response:
        table = await self.asked_table(request)
        await self.form(request)
        owner = self.owner(request)
        if not owner or not table.state.over or all(s.owner != owner for s in table.seats):
            raise HTTPException(403)
        if not table.kept.rematch and not self.may_set_table(request):
            return self.note(request, 429, "error", "SLOW_TITLE", "SLOW")
        try:
            again = await self.manager.rematch(table)
        except Gone:  # deleted by whoever runs the site
            raise HTTPException(404) from None
        return RedirectResponse(f"{root(request)}/t/{again}", 303)

    # Small things

    async def prefs(self, request: Request) -> Response:
        fields = await self.form(request)
        home = root(request) + "/"
        back = fields.get("back", home)
        safe = back.startswith(home) and not back.startswith(("//", "/\\"))
        response = RedirectResponse(back if safe else home, 303)
        for key, allowed in (("lang", ("en", "fr")), ("theme", ("auto", "light", "dark"))):
            if fields.get(key) in allowed:
                self.keep(request, response, key, fields[key])
        return response

    async def picture(self, request: Request) -> Response:
        game, theme = self.asked_game(request), request.path_params["theme"]
        if theme not in ("light", "dark"):
            raise HTTPException(404)
        svg = pictures.card_picture(game.name, theme, language(request))
        return Response(
            svg,
            media_type="image/svg+xml",
            headers={"cache-control": "public, max-age=86400", "vary": "accept-language, cookie"},
        )

    async def portrait(self, request: Request) -> Response:
        """What a letter of an option's value looks like, for who chooses."""
        game, theme = self.asked_game(request), request.path_params["theme"]
        letter = request.path_params["letter"]
        if theme not in ("light", "dark") or not any(letter in o.each for o in game.options):
            raise HTTPException(404)
        return Response(
            pictures.portrait(game.name, letter, theme),
            media_type="image/svg+xml",
            headers={"cache-control": "public, max-age=86400"},
        )

    async def icon(self, _request: Request) -> Response:
        return Response(
            pictures.favicon(),
            media_type="image/svg+xml",
            headers={"cache-control": "public, max-age=604800"},
        )

    async def static(self, request: Request) -> Response:
        found = assets.files().get(request.path_params["name"])
        if found is None or request.path_params["version"] != assets.version():
            raise HTTPException(404)
        kind, data, small = found
        headers = {
            "cache-control": "public, max-age=31536000, immutable",
            "vary": "accept-encoding",
        }
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(small, media_type=kind, headers={**headers, "content-encoding": "gzip"})
        return Response(data, media_type=kind, headers=headers)

    # When it does not work out

    async def wrong(self, request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        if isinstance(error, Refused):
            lang = language(request)
            return self.page(
                request, "note.html", 410, kind="error", title=error.says.say(lang), more=""
            )
        if status in (404, 405):
            return self.note(request, status, "lost", "NOT_FOUND_TITLE", "NOT_FOUND")
        if status == 403:
            return self.note(request, 403, "private", "FORBIDDEN_TITLE", "FORBIDDEN")
        if status < 500:
            return self.note(request, status, "error", "FORBIDDEN_TITLE", "NOT_UNDERSTOOD")
        if isinstance(error, StoreFailed):
            status = 503
        # That nothing is lost is said only where it is known.
        says = "STORE_ILL" if status == 503 or self.manager.store.ill else "ERROR"
        return self.note(request, status, "error", "ERROR_TITLE", says)
