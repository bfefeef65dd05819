"""Maps the site's URLs to files of the exported folder, and makes links relative.

Each language has a folder, with at most one level of folders inside: ``/rules`` becomes
``en/rules.html``, ``/rules/chopchop/drawer`` becomes ``en/rules/chopchop-drawer.html``, and
``/learn/chopchop/en.json?wide=1`` becomes ``en/learn/chopchop-en-wide-1.json``. Static files are
stored beside the language folders. ``address`` in ``page/static/tables/server.js`` does the same in
the browser.
"""

from __future__ import annotations

import os.path
import re
from urllib.parse import urlsplit

from matou.web.http.page_maker import ELSEWHERE

SITE = "https://matou.invalid"
ROOT = "/~matou~"  # the base path of the site while it is exported
FOUND = re.compile(rf"{re.escape(ROOT)}(?![\w~])[^\s\"'<>()\\]*")


def file_of(address: str, lang: str) -> str:
    """Returns the file for a URL that is requested in the language ``lang``."""
    parts = urlsplit(address)
    way = parts.path.strip("/").split("/")
    if way[0] == ELSEWHERE:  # /in/fr/rules: the same page in another language
        query = f"?{parts.query}" if parts.query else ""
        return file_of("/" + "/".join(way[2:]) + query, way[1])
    if way[0] == "static":
        return "/".join(way)
    stem, ending = os.path.splitext(way.pop())
    room, *rest = [*way, stem or "index"]
    if parts.query:
        rest.append(re.sub("[=&]", "-", parts.query))
    name = "/".join(part for part in (lang, room, "-".join(rest)) if part)
    return name + (ending or ".html")


def relative(text: str, file: str, lang: str) -> str:
    """Returns a page's text with its links relative to its file."""
    folder = os.path.dirname(file)

    def there(found: re.Match[str]) -> str:
        address, mark, place = found[0].removeprefix(ROOT).partition("#")
        if not address:  # the base path itself, used by scripts
            return os.path.relpath(lang, folder) + mark + place
        return os.path.relpath(file_of(address, lang), folder) + mark + place

    return FOUND.sub(there, text)


def addresses(text: str) -> set[str]:
    """Returns all of the site's URLs in a page's text."""
    found = (match[0].removeprefix(ROOT).partition("#")[0] for match in FOUND.finditer(text))
    return {address for address in found if address}
