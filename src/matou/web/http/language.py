"""Chooses the language of a response."""

from __future__ import annotations

from starlette.requests import Request

from matou.core.grammar import languages


def language(request: Request) -> str:
    """Returns the language of a response.

    It is taken from the address (``?lang=fr``), else from the cookie, else from the Accept-Language
    header.
    """
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
