"""Addresses of the site as files of a folder, and links that work wherever that folder lies.

A page in a language is a file in the folder of that language, never deeper than one folder inside:
``/rules`` is ``en/rules.html``, ``/rules/chopchop/drawer`` is ``en/rules/chopchop-drawer.html``,
``/learn/chopchop/en.json?wide=1`` is ``en/learn/chopchop-en-wide-1.json``. Static files lie beside
the languages. ``address`` in ``page/static/tables/server.js`` does the same in the browser.
"""

from __future__ import annotations

import os.path
import re
from urllib.parse import urlsplit

from matou.web.http.page_maker import ELSEWHERE

SITE = "https://matou.invalid"
ROOT = "/~matou~"  # what every address begins with in a page of the site that is exported
FOUND = re.compile(rf"{re.escape(ROOT)}(?![\w~])[^\s\"'<>()\\]*")


def file_of(address: str, lang: str) -> str:
    """The file that an address is, in the whole folder; ``lang`` is the language it is asked in."""
    parts = urlsplit(address)
    way = parts.path.strip("/").split("/")
    if way[0] == ELSEWHERE:  # /in/fr/rules: the same in another language
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
    """A page's text with its addresses as they are from its own file."""
    folder = os.path.dirname(file)

    def there(found: re.Match[str]) -> str:
        address, mark, place = found[0].removeprefix(ROOT).partition("#")
        if not address:  # the root itself, for scripts
            return os.path.relpath(lang, folder) + mark + place
        return os.path.relpath(file_of(address, lang), folder) + mark + place

    return FOUND.sub(there, text)


def addresses(text: str) -> set[str]:
    """Every address of the site that a page's text names."""
    found = (match[0].removeprefix(ROOT).partition("#")[0] for match in FOUND.finditer(text))
    return {address for address in found if address}
