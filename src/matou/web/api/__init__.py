"""The JSON API for bots and tools, under ``/api``.

``play/protocol`` defines the requests and responses, and ``structs`` turns them into msgspec types.
``calls``, ``set_up``, ``social`` and ``people`` are the handlers. ``openapi`` makes the OpenAPI
document from them. ``endpoint`` handles authentication, rate limits and errors. ``stream`` streams
the positions of a table.
"""

from starlette.convertors import PathConvertor, register_url_convertor
from starlette.routing import Route

from matou.web.api.calls import Calls, Following
from matou.web.api.endpoint import Admission, Call, Endpoint, calls_at
from matou.web.api.openapi import Index
from matou.web.api.people import PeopleCalls
from matou.web.api.set_up import SettingUp
from matou.web.api.social import SocialCalls
from matou.web.site import Site

__all__ = ["api_routes"]


class Anything(PathConvertor):
    """Matches the rest of a path. Unlike Starlette's ``path``, it also matches line breaks."""

    regex = "(?s:.*)"


register_url_convertor("anything", Anything())


def api_routes(site: Site) -> list[Route]:
    admission, index = Admission(site.people, site.store), Index(site.games)
    calls = (Calls(site), SettingUp(site), Following(site), SocialCalls(site), PeopleCalls(site))
    for part in (index, *calls):
        index.calls += calls_at(part)
    by_path: dict[str, dict[str, Call]] = {}
    for call in index.calls:
        by_path.setdefault(call.path, {})[call.method] = call
    routes = [Route(path, Endpoint(admission, methods)) for path, methods in by_path.items()]
    return [*routes, Route("/api/{rest:anything}", Endpoint(admission, {}))]
