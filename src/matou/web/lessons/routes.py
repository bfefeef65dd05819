"""Pages to learn from: rule books, the rules drawer at a table, lessons."""

import hashlib
import re
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from matou import paper
from matou.core.book import Book, Piece
from matou.core.game import Game
from matou.core.grammar import languages
from matou.core.messages import say
from matou.core.registry import find
from matou.paper import THEMES
from matou.play import card, lesson
from matou.play.requests import LONGEST_ID, MOST_IDS
from matou.web.feature import Feature, HTTPException, Request, Response, route
from matou.web.http.answers import json_answer
from matou.web.pages import pictures

NUMBER = re.compile(r"\b[A-Z]{2}\d{1,2}\b")
SHOWN = 1.2  # pixels per unit of an illustration, where there is room
BOX = re.compile(rb'viewBox="[\d.]+ [\d.]+ ([\d.]+) ([\d.]+)"')
STYLES = re.compile(r"<style[^>]*>.*?</style>", re.DOTALL)
MOODS: tuple[paper.Mood, ...] = ("watching", "proud", "dizzy")


class LessonRoutes(Feature):
    def asked(self, request: Request) -> tuple[Game, Book]:
        """Returns the requested game and its book in the reader's language."""
        game = self.game_or_404(request)
        book = game.book(request.lang)
        if book is None:
            raise HTTPException(404)
        return game, book

    # Rule books

    @route("/rules", "/learn")
    async def library(self, request: Request) -> Response:
        books = [(game, game.book(request.lang)) for game in self.site.games.values()]
        books = [(game, book) for game, book in books if book is not None]
        return request.render("lessons/library.html", books=books, prose=prose)

    @route("/rules/{game}")
    async def book(self, request: Request) -> Response:
        return request.render("lessons/rules.html", **self.values(request))

    @route("/rules/{game}/drawer")
    async def drawer(self, request: Request) -> Response:
        """Renders only the rules, for the drawer at a table."""
        page = request.render("lessons/rule_drawer.html", **self.values(request))
        return revalidated(request, bytes(page.body), "text/html; charset=utf-8")

    def values(self, request: Request) -> dict[str, Any]:
        game, book = self.asked(request)
        return {
            "game": game,
            "book": book,
            "prose": prose,
            "icon": lambda piece: Markup(icon(piece)),
            "size": lambda rule, n: size(game.name, rule.rule, n - 1),
            "pictures": f"{request.root}/rules/{game.name}/{request.lang}",
        }

    @route("/rules/{game}/{rule}")
    async def one(self, request: Request) -> Response:
        """Redirects from a rule's number, in any case, to its place in the book."""
        game, book = self.asked(request)
        rule = book.rule(request.path_params["rule"].upper())
        if rule is None:
            raise HTTPException(404)
        return request.redirect(f"/rules/{game.name}#{rule.rule}")

    @route("/rules/{game}/{lang}/{theme}/{picture}.svg")
    async def picture(self, request: Request) -> Response:
        """Returns an illustration: ``CT8-1`` is the first of rule CT8."""
        game, book = self.asked(request)
        lang, theme = request.path_params["lang"], request.path_params["theme"]
        number, _, which = request.path_params["picture"].partition("-")
        rule = book.rule(number)
        if rule is None or lang not in languages() or theme not in THEMES:
            raise HTTPException(404)
        if which not in [str(nth) for nth in range(1, len(rule.pictures) + 1)]:
            raise HTTPException(404)
        svg = illustration(game.name, number, int(which) - 1, lang, theme)
        return revalidated(request, svg, "image/svg+xml")

    # Lessons

    @route("/learn/{game}", "/learn/{game}/strategy")
    async def lesson(self, request: Request) -> Response:
        game, book = self.asked(request)
        second = is_second(request)
        stage = staged(game, request.lang, strategy=second)
        return request.render(
            "lessons/lesson.html",
            game=game,
            book=book,
            is_second=second,
            lesson=f"/learn/{game.name}" + ("/strategy" if second else ""),
            first=stage.first[0],
            dots=len(book.strategy if second else stage.first),
            tomcat=tomcat_sprite(),
        )

    @route("/learn/{game}/{lang}.json", "/learn/{game}/strategy/{lang}.json")
    async def steps(self, request: Request) -> Response:
        game, _book = self.asked(request)
        wide = request.query_params.get("wide") == "1"
        stage = staged(game, request.path_params["lang"], wide, is_second(request))
        return revalidated(request, stage.payload, "application/json", stage.tag)

    @route("/learn/{game}/why")
    async def why(self, request: Request) -> Response:
        """Explains why an action is not possible at a step of the lesson."""
        game, _book = self.asked(request)
        second = request.query_params.get("strategy") == "1"
        stage = lesson.stage(game.name, request.lang, strategy=second)
        step = request.number("step")
        on, picked = (request.query_params.getlist(key) for key in ("on", "picked"))
        if stage is None or not 0 <= step < len(stage.views):
            raise HTTPException(400)
        if max(len(on), len(picked)) > MOST_IDS or any(len(i) > LONGEST_ID for i in on + picked):
            raise HTTPException(400)
        return json_answer(stage.why(step, on, picked))


def is_second(request: Request) -> bool:
    """Returns whether a request is for a game's second lesson, in strategy."""
    return "strategy" in request.url.path.split("/")


def staged(game: Game, lang: str, wide: bool = False, strategy: bool = False) -> lesson.Stage:
    """Returns a lesson; raises a 404 if there is none."""
    stage = lesson.stage(game.name, lang, wide, strategy) if lang in languages() else None
    if stage is None:
        raise HTTPException(404)
    return stage


def revalidated(request: Request, data: bytes, kind: str, tag: str = "") -> Response:
    """Returns a response that browsers can cache but must revalidate."""
    tag = f'"{tag or hashlib.sha256(data).hexdigest()[:16]}"'
    headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-language, cookie"}
    # A compressing proxy marks the ETag as weak, which is accepted, too.
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(data, media_type=kind, headers=headers)


def prose(text: str) -> Markup:
    """Returns a text of a book as HTML, with links for the rules that it names."""
    link = r'<a class="ref" href="#\g<0>" data-rule="\g<0>">\g<0></a>'
    return Markup(NUMBER.sub(link, str(escape(text))))


@lru_cache(maxsize=256)
def illustration(name: str, number: str, which: int, lang: str, theme: str) -> bytes:
    game = find(name)
    book = game.book(lang)
    assert book is not None
    rule = book.rule(number)
    assert rule is not None
    picture = rule.pictures[which]
    names = [
        (say("You").say(lang) if seat == picture.seat else name)
        for seat, name in enumerate(card.NAMES[: picture.seats])
    ]
    return picture.svg(game, lang, theme, names).encode()


@lru_cache(maxsize=64)
def size(name: str, number: str, which: int) -> tuple[int, int]:
    """Returns the width and height of an illustration, so that pages can reserve its space."""
    box = BOX.search(illustration(name, number, which, languages()[0], THEMES[0]))
    assert box is not None
    wide, high = (round(float(side) * SHOWN) for side in box.groups())
    return wide, high


def icon(piece: Piece) -> str:
    """Returns a piece for use in text, in the page's colours and without its own style."""
    return STYLES.sub("", piece.svg(None))


@lru_cache(maxsize=1)
def tomcat_sprite() -> Markup:
    symbols = "".join(
        pictures.symbol(f"tomcat-{mood}", paper.matou(mood, 0, 0, 100)) for mood in MOODS
    )
    return Markup(f'<svg class="sprite" aria-hidden="true">{symbols}</svg>')
