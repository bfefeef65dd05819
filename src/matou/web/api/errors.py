"""API errors: HTTP status, error code and message."""

import dataclasses
import re

import msgspec
from starlette.responses import Response

from matou.core.messages import Message, Verbatim, listed, say
from matou.play.protocol.programs import Trouble
from matou.play.refusals import Refused

# HTTP statuses for refusals. If only the position forbids an action, the status is 409 (conflict).
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
    "crowded": 409,
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

_at = re.compile(r"^(?P<what>.*?)(?: - at `\$?\.?(?P<field>.*)`)?$", re.DOTALL)
_kinds = re.compile(r"Expected `(?P<wanted>[^`]+)`(?:, got `(?P<got>[^`]+)`)?")
_bound = re.compile(
    r"Expected `(?:int|str|array)`(?P<length> of length)? (?P<side><=|>=) (?P<n>-?\d+)"
)
_named = re.compile(r"Object (?P<what>missing required|contains unknown) field `(?P<field>.*)`")


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
    return Response(
        msgspec.json.encode(trouble),
        wrong.status,
        media_type="application/json",
        headers=wrong.headers,
    )


def bad_field(error: msgspec.ValidationError) -> ApiError:
    found = _at.match(str(error))
    what, path = (found["what"], found["field"] or "") if found else (str(error), "")
    named = _named.search(what)
    if named is not None:
        path = f"{path}.{named['field']}" if path else named["field"]
        says = (
            say("it is missing.")
            if named["what"] == "missing required"
            else say("this field is unknown.")
        )
        return about(path, says)
    if what.startswith(("Invalid enum value", "Invalid value")):
        return about(path, say("it is not one of the allowed values."))
    bound = _bound.search(what)
    if bound is not None:
        least = bound["side"] == ">="
        if bound["length"]:
            says = (
                say("its length must be at least {n}.")
                if least
                else say("its length must be at most {n}.")
            )
        else:
            says = say("it must be at least {n}.") if least else say("it must be at most {n}.")
        return about(path, says.filled(n=bound["n"]))
    if "matching regex" in what:
        return about(path, say("it is not valid."))
    kinds = _kinds.search(what)
    if kinds is not None:
        wanted, got = kind(kinds["wanted"]), kinds["got"]
        if got is None or kind(got) == wanted:
            return about(path, say("it must be {wanted}.", wanted=wanted))
        return about(path, say("it must be {wanted}, not {got}.", wanted=wanted, got=kind(got)))
    return about(path, say("it is not valid."))


def about(path: str, says: Message) -> ApiError:
    """Returns an error about a field, or about the whole body if the path is empty."""
    field = Verbatim(path) if path else say("the body")
    path = path[:200]
    return ApiError(422, "field", say("{field}: {what}", field=field, what=says), field=path)


def kind(names: str) -> Message:
    """Returns JSON types in words: 'str | object' becomes "a string or an object"."""
    found = [KINDS.get(name, Verbatim(name)) for name in names.split(" | ")]
    return listed(found, "or")
