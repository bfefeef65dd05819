"""The endpoints of the API: authentication, rate limits, language, and errors as JSON.

An endpoint handles one path. It selects the method, validates the body and the query, and turns
every failure into a response. Requests authenticate with a token in ``Authorization``, never with a
cookie, so other sites cannot send requests in a user's name (CSRF).
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, is_dataclass, replace
from typing import Any, NamedTuple, TypeVar, get_origin, get_type_hints

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from matou.core.grammar import languages
from matou.core.messages import Message, listed, say
from matou.core.refusals import BadChoice
from matou.play.keeping import Conflict, Gone, StoreFailed
from matou.play.protocol import program_requests as asked
from matou.play.refusals import MOVED_ON, STORE_ILL, TOO_FAST, Refused
from matou.web.api.errors import ApiError, about, answer, bad_field, error_of
from matou.web.api.structs import checked, plain, struct_of
from matou.web.http.answers import json_answer, preferred
from matou.web.http.request import body_of
from matou.web.http.security import Buckets, People, bearer_token, network_of
from matou.web.ops.logs import log
from matou.web.store import Store

F = TypeVar("F", bound=Callable[..., Any])

LONGEST_BODY = 8192
LARGEST = 2.0**53  # larger floats are not exact integers
RATE, BURST = 50.0, 200.0  # requests per second, and burst, for one token
NETWORK_RATE, NETWORK_BURST = 100.0, 400.0  # for all tokens of a network
OF_TABLES = (403, 404, 410, 503)  # error statuses of all calls about a table…
OF_BODIES = (400, 413, 415)  # …and of all calls with a body
OPEN, MAY, MUST = "open", "may", "must"  # token not used, optional, required


class ApiRequest(NamedTuple):
    request: Request
    owner: str  # the hash that identifies the owner of seats; '' without a token
    token: str
    lang: str

    @property
    def who(self) -> str:
        """Returns the key that rate limits count this request under."""
        return self.owner or self.network

    @property
    def network(self) -> str:
        return network_of(self.request.scope)

    def query(self, shape: Any) -> Any:
        """Returns the validated query. ``shape`` is a struct."""
        pairs = self.request.query_params.multi_items()
        fields = dict(pairs)
        if len(fields) < len(pairs):
            names = [name for name, _ in pairs]
            raise about(next(n for n in names if names.count(n) > 1), say("it appears twice."))
        try:
            return plain(msgspec.convert(fields, shape, strict=False))
        except msgspec.ValidationError as error:
            raise bad_field(error) from None

    async def body(self, shape: Any, *, needed: bool = True) -> Any:
        data = await self.raw_body()
        return plain(decode(data if data or needed else b"{}", shape))

    async def raw_body(self) -> bytes:
        data = await body_of(self.request, LONGEST_BODY)
        if data is None:
            says = say("The body is longer than {most} bytes.", most=LONGEST_BODY)
            raise ApiError(413, "big", says, headers={"connection": "close"})
        kind = self.request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if data and kind != "application/json":
            raise ApiError(
                415,
                "kind",
                say("The body must be JSON: Content-Type: application/json."),
                headers={"accept": "application/json"},
            )
        return data


@dataclass(frozen=True)
class Call:
    """One call of the API. As a decorator, it marks a method as the call's handler.

    A handler takes the request and, where it names them, the validated ``query`` and ``body``. Its
    signature says their types and the type of the response.
    """

    method: str
    path: str
    says: Message
    token: str = OPEN
    name: str = ""  # like the handler: list_games is listGames
    status: int = 200
    answer: Any = None  # the type of the response, for msgspec; None if it is not JSON
    query: Any = None  # for msgspec
    body: Any = None  # for msgspec, or the name of the attribute that holds the type
    body_needed: bool = True
    troubles: tuple[int, ...] = ()  # error statuses besides those of tables and bodies
    takes: tuple[str, ...] = ()  # the handler's arguments besides the request
    handler: Callable[..., Awaitable[Any]] | None = None

    def __call__(self, function: F) -> F:
        hints = get_type_hints(function)
        answer, body = self.answer or hints["return"], self.body or hints.get("body")
        is_json = is_dataclass(answer) or get_origin(answer) is dict
        of_table = OF_TABLES if "{table}" in self.path else ()
        function.call = replace(  # type: ignore[attr-defined]
            self,
            name=re.sub("_(.)", lambda letter: letter[1].upper(), function.__name__),
            answer=checked(answer) if is_json else None,
            query=struct_of(hints.get("query", asked.Query)),
            body=checked(body),
            troubles=(*self.troubles, *of_table, *(OF_BODIES if body else ())),
            takes=tuple(name for name in ("query", "body") if name in hints),
        )
        return function

    async def carry_out(self, asking: ApiRequest) -> Any:
        """Validates the query and the body, and calls the handler."""
        given = {"query": asking.query(self.query)}
        if "body" in self.takes:
            given["body"] = await asking.body(self.body, needed=self.body_needed)
        assert self.handler is not None
        return await self.handler(asking, **{name: given[name] for name in self.takes})


def get(path: str, says: Message, token: str = OPEN, *troubles: int) -> Call:
    return Call("GET", f"/api{path}", says, token, troubles=troubles)


def post(path: str, says: Message, token: str, *troubles: int, **more: Any) -> Call:
    return Call("POST", f"/api{path}", says, token, troubles=troubles, **more)


def calls_at(part: object) -> list[Call]:
    found = []
    for name, function in vars(type(part)).items():
        if isinstance(call := getattr(function, "call", None), Call):
            body = getattr(part, call.body) if isinstance(call.body, str) else call.body
            found.append(replace(call, handler=getattr(part, name), body=body))
    return found


def decode(data: bytes, shape: Any) -> Any:
    """Decodes JSON into a type. 3.0 counts as a whole number, as in JSON Schema."""
    try:
        data.decode()
        return msgspec.convert(whole(msgspec.json.decode(data)), shape)
    except UnicodeDecodeError:
        raise ApiError(400, "utf8", say("The body is not UTF-8.")) from None
    except RecursionError:
        raise ApiError(400, "json", say("The body is nested too deeply.")) from None
    except msgspec.ValidationError as error:
        raise bad_field(error) from None
    except msgspec.DecodeError:
        raise ApiError(400, "json", say("The body is not valid JSON.")) from None


def whole(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer() and abs(value) < LARGEST:
        return int(value)
    if isinstance(value, list):
        return [whole(part) for part in value]
    if isinstance(value, dict):
        return {key: whole(part) for key, part in value.items()}
    return value


def no_token() -> ApiError:
    return ApiError(
        401,
        "token",
        say("Authentication required: send Authorization: Bearer with the token for your seat."),
        headers={"www-authenticate": 'Bearer realm="matou"'},
    )


def language_of(request: Request) -> str:
    """Returns the response language: ``?lang=`` if we support it, otherwise from the header."""
    asked = request.query_params.get("lang")
    return asked if asked in languages() else preferred(request.headers.get("accept-language", ""))


class Admission:
    """Authenticates requests to all endpoints and applies rate limits."""

    def __init__(self, people: People, store: Store) -> None:
        self.people = people
        self.store = store
        self.requests = Buckets(RATE, BURST)
        self.of_network = Buckets(NETWORK_RATE, NETWORK_BURST)

    def admit(self, request: Request) -> ApiRequest:
        lang = language_of(request)
        token = bearer_token(request.headers)
        owner = self.people.owner(token)
        asking = ApiRequest(request, owner, token if owner else "", lang)
        # A client can create many tokens, so the network is counted as well.
        if not self.requests.take(asking.who) or not self.of_network.take(asking.network):
            raise error_of(Refused("rate", TOO_FAST))
        if "authorization" in request.headers and not owner:
            raise ApiError(
                401, "token", say("This token is not valid."), headers=no_token().headers
            )
        if request.query_params.get("lang", lang) != lang:
            raise about("lang", say("it must be {wanted}.", wanted=listed(languages(), "or")))
        return asking


class Endpoint:
    def __init__(self, admission: Admission, methods: Mapping[str, Call]) -> None:
        self.admission = admission
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
        lang = language_of(request)
        try:
            try:
                return await self.dispatch(request)
            except Refused as refused:
                raise error_of(refused) from None
            except BadChoice as choice:
                raise ApiError(422, "choice", choice.says) from None
            except Conflict:  # another process was faster
                raise error_of(Refused("stale", MOVED_ON)) from None
            except Gone:
                raise error_of(Refused("gone", say("This table no longer exists."))) from None
            except StoreFailed:  # logged already
                raise error_of(Refused("fault", STORE_ILL)) from None
        except ApiError as wrong:
            return answer(wrong, lang)
        except ClientDisconnect:
            raise
        except Exception:
            log.exception("the API could not answer %s", request.scope["route"].path)
            says = (
                STORE_ILL
                if self.admission.store.db.ill
                else say("It’s our fault, and we’ve made a note of it. No moves were lost.")
            )
            return answer(ApiError(500, "fault", says), lang)

    async def dispatch(self, request: Request) -> Any:
        asking = self.admission.admit(request)
        if request.method == "OPTIONS":
            return Response(status_code=204, headers={"allow": self.allowed})
        call = self.methods.get("GET" if request.method == "HEAD" else request.method)
        if call is None:
            if not self.methods:
                raise ApiError(404, "address", say("There is nothing at this address."))
            says = say("This address accepts only {allowed}.", allowed=self.allowed)
            raise ApiError(405, "method", says, headers={"allow": self.allowed})
        if call.token == MUST and not asking.owner:
            raise no_token()
        answer = await call.carry_out(asking)
        if call.answer is None or isinstance(answer, Response):
            return answer
        return json_answer(answer, call.status)
