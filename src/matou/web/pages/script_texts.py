"""Texts that scripts on pages show, sent with all their plural forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matou.core.catalogues import catalogue
from matou.core.messages import HOUSE, Message, count, say

# For every page with a board. The script fills in the numbers.
BOARD_TEXTS: dict[str, Message] = {
    "SPOKEN_ONE": say("{name}: {will}"),
    "SPOKEN_SEVERAL": count(2, "{name}, {n} choice", "{name}, {n} choices"),
    "RULE": say("Why?"),
    "NO_BOOK": say("The rule book can’t be loaded right now. Try again in a moment."),
    "MATTERS_NOW": say("now"),
    "LAST_ROUND": say("The last round!"),
}


def script_texts(texts: Mapping[str, Message], lang: str) -> dict[str, Any]:
    """Returns the data that ``say`` in ``static/tables/panels.js`` needs for these texts."""
    return {"texts": patterns(texts, lang), "plurals": catalogue(HOUSE, lang).plural_forms}


def patterns(texts: Mapping[str, Message], lang: str) -> dict[str, str | list[str]]:
    """Returns texts with placeholders, which the script fills in."""
    return {name: message.pattern(lang) for name, message in texts.items()}
