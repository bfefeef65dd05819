"""When a request is not carried out: which status, which code, which words."""

from __future__ import annotations

import re

import msgspec
from starlette.responses import Response

from matou.core.words import OR, Words, listed
from matou.play.refusals import Refused
from matou.web.api import text
from matou.web.api.shapes import Trouble

# The statuses of what a table refuses; everything that only the position forbids is a conflict.
STATUS = {
    "stale": 409,
    "waiting": 409,
    "over": 409,
    "turn": 409,
    "illegal": 409,
    "undo": 409,
    "taken": 409,
    "late": 409,
    "playing": 409,
    "hint": 409,
    "nobody": 409,
    "banned": 403,
    "muted": 403,
    "big": 422,
    "seat": 403,
    "private": 403,
    "version": 410,
    "gone": 410,
    "rate": 429,
    "fault": 503,
}

_at = re.compile(r"^(?P<what>.*?)(?: - at `\$?\.?(?P<field>.*)`)?$", re.DOTALL)
_kinds = re.compile(r"Expected `(?P<wanted>[^`]+)`(?:, got `(?P<got>[^`]+)`)?")
_bound = re.compile(
    r"Expected `(?:int|str|array)`(?P<length> of length)? (?P<side><=|>=) (?P<n>-?\d+)"
)
_named = re.compile(r"Object (?P<what>missing required|contains unknown) field `(?P<field>.*)`")


class Wrong(Exception):
    """A request that cannot be carried out as it stands."""

    def __init__(
        self,
        status: int,
        error: str,
        says: Words,
        *,
        rule: str = "",
        field: str = "",
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(error)
        self.status = status
        self.error = error
        self.says = says
        self.rule = rule
        self.field = field
        self.headers = headers or {}


def wrong_of(refused: Refused) -> Wrong:
    """What a table refuses, as the API answers it."""
    status = STATUS.get(refused.code, 422)
    headers = {"retry-after": "1"} if status in (429, 503) else {}
    return Wrong(status, refused.code, refused.says, rule=refused.rule, headers=headers)


def answer(wrong: Wrong, lang: str) -> Response:
    told = Trouble(
        error=wrong.error,
        says=wrong.says.say(lang),
        rule=wrong.rule or msgspec.UNSET,
        field=wrong.field or msgspec.UNSET,
    )
    return Response(
        msgspec.json.encode(told),
        wrong.status,
        media_type="application/json",
        headers=wrong.headers,
    )


def bad_field(error: msgspec.ValidationError) -> Wrong:
    """What does not fit the shape, naming the field."""
    found = _at.match(str(error))
    what, path = (found["what"], found["field"] or "") if found else (str(error), "")
    named = _named.search(what)
    if named is not None:
        path = f"{path}.{named['field']}" if path else named["field"]
        says = text.MISSING if named["what"] == "missing required" else text.UNKNOWN
        return about(path, says)
    if what.startswith(("Invalid enum value", "Invalid value")):
        return about(path, text.NONE_OF)
    bound = _bound.search(what)
    if bound is not None:
        least = bound["side"] == ">="
        if bound["length"]:
            says = text.LONGER if least else text.SHORTER
        else:
            says = text.AT_LEAST if least else text.AT_MOST
        return about(path, says.filled(n=bound["n"]))
    if "matching regex" in what:
        return about(path, text.NOT_RIGHT)
    kinds = _kinds.search(what)
    if kinds is not None:
        wanted, got = kind(kinds["wanted"]), kinds["got"]
        if got is None or kind(got) == wanted:
            return about(path, text.NOT_A.filled(wanted=wanted))
        return about(path, text.WRONG_KIND.filled(wanted=wanted, got=kind(got)))
    return about(path, text.NOT_RIGHT)


def about(path: str, says: Words) -> Wrong:
    """A complaint about a field, or about the whole body where there is no path."""
    field = Words(path, path) if path else text.BODY
    path = path[:200]
    return Wrong(422, "field", text.FIELD.filled(field=field, what=says), field=path)


def kind(names: str) -> Words:
    """'str | object' in words: a text or an object."""
    found = [text.KINDS.get(name, Words(name, name)) for name in names.split(" | ")]
    return listed(found, OR)
