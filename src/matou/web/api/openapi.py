"""The list of all API calls, and the OpenAPI document generated from it.

The routes and the document come from one list, and the schemas come from the types that validate
requests and responses, so the document always matches the code.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from matou.core.game import Game
from matou.core.grammar import languages
from matou.core.messages import say
from matou.core.version import VERSION
from matou.play.protocol import programs
from matou.web.api import stream, structs
from matou.web.api.endpoint import MAY, MUST, OPEN, ApiRequest, Call, get
from matou.web.api.structs import struct_of
from matou.web.http.address import root

SCHEMA = 2  # increases with every breaking change

TROUBLES = {
    400: "The body is not JSON, or not UTF-8.",
    401: "A token is needed, or the one sent is not ours.",
    403: "That table or seat is not yours.",
    404: "There is no such thing.",
    409: "Not in this position: `error` says whether it is `stale`, not your `turn`, `illegal`, …",
    410: "The table is no more, or was begun under older rules.",
    413: "The body is too long.",
    415: "The body is not `application/json`.",
    422: "A field is missing, unknown, or not as it should be; `field` names it.",
    429: "Too fast: wait as many seconds as `Retry-After` says.",
    503: "Something went wrong at this table; nothing is lost, ask again.",
}
ALWAYS = (401, 422, 429)
ABOUT = say("Matou’s API for bots and tools. Create a table, then play with the token you receive.")


class Index:
    def __init__(self, games: Mapping[str, Game]) -> None:
        self.games = games
        self.calls: list[Call] = []  # all calls of the API

    @get("", say("This list"))
    async def index(self, asking: ApiRequest) -> programs.Index:
        start = root(asking.request)
        return programs.Index(
            name="Matou",
            version=VERSION,
            schema=SCHEMA,
            languages=list(languages()),
            says=ABOUT.say(asking.lang),
            openapi=f"{start}/api/openapi.json",
            calls=[
                programs.Call(
                    method=each.method, path=start + each.path, says=each.says.say(asking.lang)
                )
                for each in self.calls
            ],
        )

    @get("/openapi.json", say("This API as an OpenAPI document"))
    async def document(self, asking: ApiRequest) -> dict[str, Any]:
        return document(self.calls, self.games.values(), root(asking.request), asking.lang)


# The calls that accept the id of a newly created table, for tools that chain calls.
LINKS = {
    name: {"operationId": name, "parameters": {"table": "$response.body#/table"}}
    for name in (
        *("observe", "act", "undo", "resign", "stream", "record", "readChat", "writeChat", "hint"),
    )
}


def document(calls: list[Call], games: Iterable[Game], site: str, lang: str) -> dict[str, Any]:
    types = [shape for c in calls for shape in (c.answer, c.body, c.query) if shape is not None]
    types += [struct_of(programs.Trouble), struct_of(programs.Position)]
    found, components = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    schema = {repr(t): s for t, s in zip(types, found, strict=True)}
    paths: dict[str, Any] = {}
    for each in calls:
        paths.setdefault(each.path, {})[each.method.lower()] = operation(
            each, schema, components, lang
        )
    for game in games:
        if fits := structs.by_seats(game):
            components[f"New{structs.title_of(game)}Table"]["anyOf"] = fits
    for shape in {c.query.__name__ for c in calls}:
        components.pop(shape, None)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Matou",
            "version": str(SCHEMA),
            "description": ABOUT.say(lang),
            "license": {"name": "MIT"},
        },
        "servers": [{"url": site or "/"}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }


def operation(
    call: Call, schema: dict[str, Any], components: dict[str, Any], lang: str
) -> dict[str, Any]:
    made: dict[str, Any] = {
        "operationId": call.name,
        "summary": call.says.say(lang),
        "security": {OPEN: [], MAY: [{}, {"seat": []}], MUST: [{"seat": []}]}[call.token],
        "parameters": parameters(call, components),
        "responses": {str(call.status): success(call, schema, lang)},
    }
    if call.body is not None:
        made["requestBody"] = {
            "required": call.body_needed,
            "content": {"application/json": {"schema": schema[repr(call.body)]}},
        }
    for status in sorted({*ALWAYS, *call.troubles}):
        made["responses"][str(status)] = {
            "description": TROUBLES[status],
            "content": {"application/json": {"schema": schema[repr(struct_of(programs.Trouble))]}},
        }
    if call.name == "createTable":
        made["responses"][str(call.status)]["links"] = LINKS
    return made


def parameters(call: Call, components: dict[str, Any]) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = []
    for part in re.findall(r"{(\w+)}", call.path):
        schema: dict[str, Any] = {"type": "string", "minLength": 1}
        made.append({"name": part, "in": "path", "required": True, "schema": schema})
    for name, shape in components[call.query.__name__]["properties"].items():
        schema = {k: v for k, v in shape.items() if k not in ("description", "default")}
        about = {"name": name, "in": "query", "description": shape["description"]}
        made.append({**about, "schema": schema})
    if call.name == "stream":
        says = "The position that was seen last: begin with the next."
        schema = {"type": "integer", "minimum": 0, "maximum": 10**9 - 1}
        about = {"name": "Last-Event-ID", "in": "header", "description": says}
        made.append({**about, "schema": schema})
    return made


def success(call: Call, schema: dict[str, Any], lang: str) -> dict[str, Any]:
    made: dict[str, Any] = {"description": call.says.say(lang)}
    if call.name == "record":
        made["content"] = {"text/plain": {"schema": {"type": "string"}}}
    elif call.name == "stream":
        each = {"x-each": schema[repr(struct_of(programs.Position))]}
        made["content"] = {
            kind: {"schema": {"type": "string", **each}} for kind in (stream.LINES, stream.EVENTS)
        }
    else:
        made["content"] = {"application/json": {"schema": schema[repr(call.answer)]}}
    if call.status == 201:
        made["headers"] = {"Location": {"required": True, "schema": {"type": "string"}}}
    return made
