"""The JSON API for bots and tools, under ``/api``.

``questions`` and ``shapes`` are the types of what goes in and out, ``calls`` and ``company`` what
can be asked, ``openapi`` the list of the calls and the OpenAPI document made of it, ``endpoint``
who asks and how trouble is put in words, ``stream`` the way to follow a table.
"""

from __future__ import annotations

from starlette.convertors import PathConvertor, register_url_convertor
from starlette.routing import Route

from matou.web.api.calls import Calls
from matou.web.api.endpoint import Call, Door, Gate
from matou.web.api.openapi import calls_of
from matou.web.http.limits import Limits
from matou.web.http.security import People
from matou.web.strangers.open_tables import OpenTables
from matou.web.tables.websocket import Live

__all__ = ["api_routes"]


class Anything(PathConvertor):
    """The rest of an address, whatever it is: Starlette's ``path`` ends at a line break."""

    regex = "(?s:.*)"


register_url_convertor("anything", Anything())


def api_routes(open_tables: OpenTables, people: People, live: Live, limits: Limits) -> list[Route]:
    """Every address of the API; ``limits`` count what pages and programs do together."""
    gate = Gate(people, open_tables.store)
    doors: dict[str, dict[str, Call]] = {}
    for call in calls_of(Calls(open_tables, people, live, limits)):
        doors.setdefault(call.path, {})[call.method] = call
    routes = [Route(path, Door(gate, methods)) for path, methods in doors.items()]
    return [*routes, Route("/api/{rest:anything}", Door(gate, {}))]
