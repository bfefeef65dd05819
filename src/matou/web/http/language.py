"""In which language somebody is answered."""

from __future__ import annotations

from starlette.requests import Request


def language(request: Request) -> str:
    """What the visitor chose, else what their browser asks for first."""
    chosen = request.cookies.get("lang")
    if chosen in ("en", "fr"):
        return chosen
    return preferred(request.headers.get("accept-language", ""))


def preferred(header: str) -> str:
    """The language that an Accept-Language header likes best, of those we speak."""
    best, lang = 0.0, "en"
    for part in header[:200].split(","):
        tag, _, q = part.strip().partition(";q=")
        code = tag.lower().split("-")[0]
        try:
            weight = float(q) if q else 1.0
        except ValueError:
            weight = 0.0
        if code in ("en", "fr") and weight > best:
            best, lang = weight, code
    return lang
