"""The doors of the API: who asks, how much, in which language; every answer is JSON, in words.

A door is one address. It knows its methods, reads bodies and queries by their types, and turns
whatever goes wrong into an answer. Who asks is told by a token in ``Authorization``, never by a
cookie: no page of another site can ask in somebody's name.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from matou.core.words import BadChoice, Words
from matou.play.keeping import Conflict, Gone, StoreFailed
from matou.play.refusals import Refused
from matou.web import text as site_text
from matou.web.api import questions, text
from matou.web.api.errors import Wrong, about, answer, bad_field, wrong_of
from matou.web.http.language import preferred
from matou.web.http.security import Buckets, People, address_of
from matou.web.http.visitors import body_of
from matou.web.store.interface import Store

log = logging.getLogger("matou.web")

T = TypeVar("T")

LONGEST_BODY = 8192
LARGEST = 2.0**53  # beyond it a float says nothing exact
RATE, BURST = 50.0, 200.0
OPEN, MAY, MUST = "open", "may", "must"  # no token, a token if one has it, a token

_encode = msgspec.json.Encoder().encode


class Asking(NamedTuple):
    """A request whose asker is known."""

    request: Request
    owner: str  # the hash that seats are kept under; '' for somebody without a token
    token: str
    lang: str

    @property
    def who(self) -> str:
        """Whom to count this for."""
        return self.owner or self.address

    @property
    def address(self) -> str:
        return address_of(self.request)

    def query(self, shape: type[T]) -> T:
        """What stands behind the question mark, read strictly."""
        pairs = self.request.query_params.multi_items()
        fields = dict(pairs)
        if len(fields) < len(pairs):
            names = [name for name, _ in pairs]
            raise about(next(n for n in names if names.count(n) > 1), text.TWICE)
        try:
            return msgspec.convert(fields, shape, strict=False)
        except msgspec.ValidationError as error:
            raise bad_field(error) from None

    async def body(self, shape: type[T]) -> T:
        """What the request holds, read strictly."""
        read: T = decode(await self.raw_body(), shape)
        return read

    async def raw_body(self) -> bytes:
        data = await body_of(self.request, LONGEST_BODY)
        if data is None:
            says = text.BODY_TOO_LONG.filled(most=LONGEST_BODY)
            raise Wrong(413, "big", says, headers={"connection": "close"})
        kind = self.request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if data and kind != "application/json":
            raise Wrong(415, "kind", text.WANTS_JSON, headers={"accept": "application/json"})
        return data


Answering = Callable[[Asking], Awaitable[Any]]


class Call(NamedTuple):
    """One call: where, how, what it asks for and what it answers."""

    method: str
    path: str
    name: str
    says: Words
    answering: Answering
    told: Any
    status: int = 200
    token: str = OPEN
    query: Any = questions.NoQuery
    body: Any = None
    body_needed: bool = True
    troubles: tuple[int, ...] = ()


def decode(data: bytes, shape: Any) -> Any:
    """JSON of a shape; 3.0 is a whole number, as JSON Schema has it and some languages write it."""
    try:
        data.decode()
        return msgspec.convert(whole(msgspec.json.decode(data)), shape)
    except UnicodeDecodeError:
        raise Wrong(400, "utf8", text.NOT_UTF8) from None
    except RecursionError:
        raise Wrong(400, "json", text.TOO_DEEP) from None
    except msgspec.ValidationError as error:
        raise bad_field(error) from None
    except msgspec.DecodeError:
        raise Wrong(400, "json", text.NOT_JSON) from None


def whole(value: Any) -> Any:
    """The same, with whole numbers for those that only look broken."""
    if isinstance(value, float) and value.is_integer() and abs(value) < LARGEST:
        return int(value)
    if isinstance(value, list):
        return [whole(part) for part in value]
    if isinstance(value, dict):
        return {key: whole(part) for key, part in value.items()}
    return value


def no_token() -> Wrong:
    return Wrong(401, "token", text.NO_TOKEN, headers={"www-authenticate": 'Bearer realm="matou"'})


class Gate:
    """What all doors share: it knows people by their tokens, and slows down the hasty."""

    def __init__(self, people: People, store: Store) -> None:
        self.people = people
        self.store = store
        self.requests = Buckets(RATE, BURST)

    def admit(self, request: Request) -> Asking:
        lang = preferred(request.headers.get("accept-language", ""))
        said = request.headers.get("authorization")
        token = ""
        owner = ""
        if said is not None:
            scheme, _, token = said.strip().partition(" ")
            token = token.strip()
            owner = self.people.owner(token) if scheme.lower() == "bearer" else ""
        asking = Asking(request, owner, token if owner else "", lang)
        if not self.requests.take(asking.who):
            raise wrong_of(Refused("rate", site_text.TOO_FAST))
        if said is not None and not owner:
            raise Wrong(401, "token", text.BAD_TOKEN, headers=no_token().headers)
        return asking


class Door:
    """One address of the API, as an ASGI application."""

    def __init__(self, gate: Gate, methods: Mapping[str, Call]) -> None:
        self.gate = gate
        self.methods = methods
        known = [*methods, *(["HEAD"] if "GET" in methods else []), "OPTIONS"]
        self.allowed = ", ".join(sorted(known))

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        request = Request(scope, receive)
        try:
            response = await self.answer(request)
        except ClientDisconnect:
            return
        if isinstance(response, Response):
            response.headers.setdefault("cache-control", "no-store")
            response.headers.setdefault("vary", "accept-language, authorization")
        await response(scope, receive, send)

    async def answer(self, request: Request) -> Any:
        lang = preferred(request.headers.get("accept-language", ""))
        try:
            try:
                return await self.carry_out(request)
            except Refused as refused:
                raise wrong_of(refused) from None
            except BadChoice as choice:
                raise Wrong(422, "choice", choice.says) from None
            except Conflict:  # another process was faster
                raise wrong_of(Refused("stale", site_text.STALE)) from None
            except Gone:
                raise wrong_of(Refused("gone", text.TABLE_GONE)) from None
            except StoreFailed:  # which the log knows of already
                raise wrong_of(Refused("fault", site_text.STORE_ILL)) from None
        except Wrong as wrong:
            return answer(wrong, lang)
        except ClientDisconnect:
            raise
        except Exception:
            log.exception("the API could not answer %s", request.scope["route"].path)
            says = site_text.STORE_ILL if self.gate.store.ill else site_text.ERROR
            return answer(Wrong(500, "fault", says), lang)

    async def carry_out(self, request: Request) -> Any:
        asking = self.gate.admit(request)
        if request.method == "OPTIONS":
            return Response(status_code=204, headers={"allow": self.allowed})
        call = self.methods.get("GET" if request.method == "HEAD" else request.method)
        if call is None:
            if not self.methods:
                raise Wrong(404, "address", text.NO_SUCH_ADDRESS)
            says = text.NO_SUCH_METHOD.filled(allowed=self.allowed)
            raise Wrong(405, "method", says, headers={"allow": self.allowed})
        if call.query is questions.NoQuery:
            asking.query(questions.NoQuery)
        if call.token == MUST and not asking.owner:
            raise no_token()
        told = await call.answering(asking)
        if isinstance(told, msgspec.Struct | dict):
            return Response(_encode(told), call.status, media_type="application/json")
        return told
