"""Measures text in the typeface that it is drawn in, and makes it fit."""

import tomllib
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Final

FACE: Final = "Matou, system-ui, sans-serif"
_TABLE: Final = tomllib.loads(Path(__file__).with_name("face.toml").read_text(encoding="utf-8"))
EM: Final[int] = _TABLE["em"]
ADVANCES: Final[dict[str, dict[str, int]]] = {
    weight: dict(zip(_TABLE["letters"], _TABLE[weight], strict=True))
    for weight in ("regular", "bold")
}


@lru_cache(maxsize=8192)
def text_width(text: str, size: float = 1.0, bold: bool = False) -> float:
    """Returns how wide a line of text is. Kerning makes it a little narrower, as a rule."""
    advances = ADVANCES["bold" if bold else "regular"]
    return sum(advances.get(letter) or foreign(letter) for letter in text) * size / EM


def foreign(letter: str) -> int:
    """Returns a width that is enough for a letter that the typeface lacks, in any other."""
    if unicodedata.combining(letter):
        return 0
    return round(EM * (1.3 if unicodedata.east_asian_width(letter) in "WF" else 1.0))


@lru_cache(maxsize=4096)
def fitted(
    text: str, room: float, size: float, least: float, bold: bool = False
) -> tuple[str, float]:
    """Returns a text and the size in which it fits: smaller, down to `least`, then shortened.

    >>> fitted("Ada", 100, 20, 14), fitted("Maximilienne", 60, 20, 14)
    (('Ada', 20), ('Maximil…', 14))
    """
    size = max(least, min(size, room / max(0.01, text_width(text, 1.0, bold))))
    shown, cut = text, len(text)
    while cut > 1 and text_width(shown, size, bold) > room + 0.01:
        cut -= 1
        shown = text[:cut].rstrip() + "…"
    return shown, size
