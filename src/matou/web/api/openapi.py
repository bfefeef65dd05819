"""The API's own description: the table of its calls, and the OpenAPI document made of it.

Doors and document come from one list, and shapes from the types that read and write; so neither
can say what the other does not do.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from matou.core.game import Game
from matou.core.version import VERSION
from matou.web.api import questions, shapes, stream, text
from matou.web.api.calls import Calls
from matou.web.api.company import Company
from matou.web.api.endpoint import MAY, MUST, OPEN, Asking, Call
from matou.web.http.address import root

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
OF_TABLES = (403, 404, 410, 503)
OF_BODIES = (400, 413, 415)


def calls_of(calls: Calls) -> list[Call]:
    """Every call there is."""
    company = Company(calls)
    described: list[Call] = []

    async def index(asking: Asking) -> shapes.Index:
        return shapes.Index(
            name="Matou",
            version=VERSION,
            says=text.WELCOME.say(asking.lang),
            openapi=f"{root(asking.request)}/api/openapi.json",
            calls=[
                shapes.Call(
                    method=call.method,
                    path=root(asking.request) + call.path,
                    says=call.says.say(asking.lang),
                )
                for call in described
            ],
        )

    async def description(asking: Asking) -> dict[str, Any]:
        games = calls.manager.games.values()
        return document(described, games, root(asking.request), asking.lang)

    one = "/api/tables/{table}"
    described += [
        Call("GET", "/api", "index", text.INDEX, index, shapes.Index),
        Call("GET", "/api/openapi.json", "document", text.DOCUMENT, description, dict[str, Any]),
        Call("GET", "/api/games", "listGames", text.GAMES, calls.games, shapes.Games),
        Call(
            *("GET", "/api/games/{game}", "oneGame", text.GAME, calls.game, shapes.GameTold),
            troubles=(404,),
        ),
        Call(
            *("GET", "/api/tables", "listTables", text.TABLES, calls.tables, shapes.Tables),
            token=MAY,
        ),
        Call(
            *("POST", "/api/tables", "createTable", text.CREATE, calls.create, shapes.Created, 201),
            token=MAY,
            body=calls.new_table,
            troubles=(*OF_BODIES, 403),
        ),
        Call(
            *("GET", one, "observe", text.OBSERVE, calls.observe, shapes.Observed),
            token=MAY,
            query=questions.Look,
            troubles=OF_TABLES,
        ),
        Call(
            *("POST", f"{one}/join", "join", text.JOIN, calls.join, shapes.Joined),
            token=MAY,
            body=questions.Join,
            troubles=(*OF_BODIES, *OF_TABLES, 409),
        ),
        Call(
            *("POST", f"{one}/actions", "act", text.ACT, calls.act, shapes.Position),
            token=MUST,
            body=questions.Play,
            troubles=(*OF_BODIES, *OF_TABLES, 409),
        ),
        Call(
            *("POST", f"{one}/undo", "undo", text.UNDO, calls.undo, shapes.Position),
            token=MUST,
            body=questions.TakeBack,
            body_needed=False,
            troubles=(*OF_BODIES, *OF_TABLES, 409),
        ),
        Call(
            *("GET", "/api/open", "listOpenTables", text.OPEN, company.open_now, shapes.OpenTables),
            token=MAY,
        ),
        Call(
            *("POST", "/api/quick", "quickGame", text.QUICK, company.quick, shapes.Joined),
            token=MAY,
            body=company.seek,
            troubles=(*OF_BODIES, 403),
        ),
        Call(
            *("GET", f"{one}/chat", "readChat", text.READ_CHAT, company.read, shapes.ChatLines),
            token=MAY,
            query=questions.Listen,
            troubles=OF_TABLES,
        ),
        Call(
            *("POST", f"{one}/chat", "writeChat", text.WRITE_CHAT, company.write, shapes.ChatLines),
            token=MUST,
            body=questions.Say,
            troubles=(*OF_BODIES, *OF_TABLES),
        ),
        Call(
            *("POST", f"{one}/avoid", "avoid", text.AVOID, company.avoid, shapes.AvoidedPeople),
            token=MUST,
            body=questions.Avoid,
            troubles=(*OF_BODIES, *OF_TABLES),
        ),
        Call(
            *("POST", f"{one}/report", "report", text.REPORT, company.report, shapes.Reported),
            token=MUST,
            body=questions.Report,
            troubles=(*OF_BODIES, *OF_TABLES, 409),
        ),
        Call(
            *("GET", "/api/avoided", "listAvoided", text.AVOIDED, company.avoided),
            shapes.AvoidedPeople,
            token=MUST,
        ),
        Call(
            *("POST", "/api/avoided", "lift", text.LIFT, company.lift, shapes.AvoidedPeople),
            token=MUST,
            body=questions.Lift,
            troubles=OF_BODIES,
        ),
        Call(
            *("POST", f"{one}/hint", "hint", text.HINT, company.hint, shapes.Advice),
            token=MUST,
            troubles=(*OF_TABLES, 409),
        ),
        Call(
            *("POST", f"{one}/rematch", "rematch", text.REMATCH, company.rematch, shapes.Rematch),
            token=MUST,
            troubles=(*OF_TABLES, 409),
        ),
        Call(
            *("GET", f"{one}/stream", "stream", text.STREAM, calls.follow, None),
            token=MAY,
            query=questions.Follow,
            troubles=OF_TABLES,
        ),
        Call(
            *("GET", f"{one}/record", "record", text.RECORD, calls.record, None),
            token=MAY,
            troubles=(*OF_TABLES, 409),
        ),
    ]
    return described


# What follows from setting a table, for tools that try one call after another.
LINKS = {
    name: {"operationId": name, "parameters": {"table": "$response.body#/table"}}
    for name in ("observe", "act", "undo", "stream", "record", "readChat", "writeChat", "hint")
}


def document(calls: list[Call], games: Iterable[Game], site: str, lang: str) -> dict[str, Any]:
    """The OpenAPI document, of the site at that root."""
    types = [c.told for c in calls if c.told] + [c.body for c in calls if c.body]
    types += [c.query for c in calls] + [shapes.Trouble, shapes.Position]
    found, components = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    schema = {repr(t): s for t, s in zip(types, found, strict=True)}
    paths: dict[str, Any] = {}
    for call in calls:
        paths.setdefault(call.path, {})[call.method.lower()] = operation(
            call, schema, components, lang
        )
    for game in games:
        if fits := questions.by_seats(game):
            components[f"New{questions.title_of(game)}Table"]["anyOf"] = fits
    for shape in {c.query.__name__ for c in calls}:
        components.pop(shape, None)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Matou",
            "version": VERSION,
            "description": text.WELCOME.say(lang),
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
        "responses": {str(call.status): success(call, schema)},
    }
    if call.body is not None:
        made["requestBody"] = {
            "required": call.body_needed,
            "content": {"application/json": {"schema": schema[repr(call.body)]}},
        }
    for status in sorted({*ALWAYS, *call.troubles}):
        made["responses"][str(status)] = {
            "description": TROUBLES[status],
            "content": {"application/json": {"schema": schema[repr(shapes.Trouble)]}},
        }
    if call.name == "createTable":
        made["responses"][str(call.status)]["links"] = LINKS
    return made


def parameters(call: Call, components: dict[str, Any]) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = []
    for part in call.path.split("/"):
        if part.startswith("{"):
            made.append(
                {
                    "name": part.strip("{}"),
                    "in": "path",
                    "required": True,
                    "schema": {"type": "string", "minLength": 1},
                }
            )
    for name, shape in components[call.query.__name__]["properties"].items():
        told = {k: v for k, v in shape.items() if k not in ("description", "default")}
        made.append(
            {"name": name, "in": "query", "description": shape["description"], "schema": told}
        )
    if call.name == "stream":
        made.append(
            {
                "name": "Last-Event-ID",
                "in": "header",
                "description": "The position that was seen last: begin with the next.",
                "schema": {"type": "integer", "minimum": 0, "maximum": 10**9 - 1},
            }
        )
    return made


def success(call: Call, schema: dict[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {"description": call.says.en}
    if call.name == "record":
        made["content"] = {"text/plain": {"schema": {"type": "string"}}}
    elif call.name == "stream":
        each = {"x-each": schema[repr(shapes.Position)]}
        made["content"] = {
            kind: {"schema": {"type": "string", **each}} for kind in (stream.LINES, stream.EVENTS)
        }
    else:
        made["content"] = {"application/json": {"schema": schema[repr(call.told)]}}
    if call.status == 201:
        made["headers"] = {"Location": {"required": True, "schema": {"type": "string"}}}
    return made
