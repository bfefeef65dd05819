"""API errors: HTTP status, error code and message."""

import dataclasses
import re

import msgspec
from starlette.responses import Response

from matou.core.messages import Message, Verbatim, listed, say
from matou.play.protocol.programs import Trouble
from matou.play.refusals import Refused
from matou.web.http.answers import json_answer

# HTTP statuses for refusals: 409 (conflict) if only the position forbids an action, 422 by default.
STATUS = {
    "banned": 403,
    "muted": 403,
    "private": 403,
    "seat": 403,
    "gone": 410,
    "version": 410,
    "rate": 429,
    "fault": 503,
    **dict.fromkeys(("stale", "waiting", "over", "turn", "illegal", "undo", "taken"), 409),
    **dict.fromkeys(("late", "playing", "hint", "nobody", "crowded"), 409),
}

# The JSON types in words
KINDS = {
    "int": say("a whole number"),
    "float": say("a decimal number"),
    "str": say("a string"),
    "bool": say("true or false"),
    "array": say("a list"),
    "object": say("an object"),
    "null": say("null"),
}

BOUNDS = {  # by whether it is a length, and the sign
    (False, ">="): say("it must be at least {n}."),
    (False, "<="): say("it must be at most {n}."),
    (True, ">="): say("its length must be at least {n}."),
    (True, "<="): say("its length must be at most {n}."),
}
# The messages of msgspec.
AT = re.compile(r"(?P<what>.*?)(?: - at `\$?\.?(?P<field>.*)`)?", re.DOTALL)
NAMED = re.compile(r"Object (?P<what>missing required|contains unknown) field `(?P<field>.*)`")
BOUND = re.compile(
    r"Expected `(?:int|str|array)`(?P<length> of length)? (?P<side><=|>=) (?P<n>-?\d+)"
)
EXPECTED = re.compile(r"Expected `(?P<wanted>[^`]+)`(?:, got `(?P<got>[^`]+)`)?")


@dataclasses.dataclass(eq=False)
class ApiError(Exception):
    """Raised for a request that cannot be carried out. Becomes the error response."""

    status: int
    error: str
    says: Message
    rule: str = ""
    field: str = ""
    headers: dict[str, str] = dataclasses.field(default_factory=dict)


def error_of(refused: Refused) -> ApiError:
    status = STATUS.get(refused.code, 422)
    headers = {"retry-after": "1"} if status in (429, 503) else {}
    return ApiError(status, refused.code, refused.says, rule=refused.rule, headers=headers)


def answer(wrong: ApiError, lang: str) -> Response:
    trouble = Trouble(error=wrong.error, says=wrong.says.say(lang))
    if wrong.rule:
        trouble.rule = wrong.rule
    if wrong.field:
        trouble.field = wrong.field
    return json_answer(trouble, wrong.status, **wrong.headers)


def bad_field(error: msgspec.ValidationError) -> ApiError:
    """Returns msgspec's error in our words, with the field that it is about."""
    found = AT.fullmatch(str(error))
    what, path = (found["what"], found["field"] or "") if found else (str(error), "")
    if (named := NAMED.search(what)) is not None:
        path = f"{path}.{named['field']}" if path else named["field"]
        is_missing = named["what"] == "missing required"
        return about(path, say("it is missing.") if is_missing else say("this field is unknown."))
    if what.startswith(("Invalid enum value", "Invalid value")):
        return about(path, say("it is not one of the allowed values."))
    if (bound := BOUND.search(what)) is not None:
        return about(path, BOUNDS[bool(bound["length"]), bound["side"]].filled(n=bound["n"]))
    kinds = EXPECTED.search(what)
    if kinds is None or "matching regex" in what:
        return about(path, say("it is not valid."))
    wanted, got = kind(kinds["wanted"]), kinds["got"] and kind(kinds["got"])
    if not got or got == wanted:
        return about(path, say("it must be {wanted}.", wanted=wanted))
    return about(path, say("it must be {wanted}, not {got}.", wanted=wanted, got=got))


def about(path: str, says: Message) -> ApiError:
    """Returns an error about a field, or about the whole body if the path is empty."""
    field = Verbatim(path) if path else say("the body")
    path = path[:200]
    return ApiError(422, "field", say("{field}: {what}", field=field, what=says), field=path)


def kind(names: str) -> Message:
    """Returns JSON types in words: 'str | object' becomes "a string or an object"."""
    found = [KINDS.get(name, Verbatim(name)) for name in names.split(" | ")]
    return listed(found, "or")
