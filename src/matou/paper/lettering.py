"""Pictures that stand alone, in a notebook or an `img`: they bring their colours and letters."""

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from matou.paper.cut import num
from matou.paper.letters import ADVANCES, EM
from matou.paper.palette import paint
from matou.paper.stage import unesc

_TEXT: Final = re.compile(r"<text([^>]*)>([^<]*)</text>")
_ATTRIBUTE: Final = re.compile(r' ([\w-]+)="([^"]*)"')
# Attributes of text that a path has no use for.
_OF_TEXT: Final = ("x", "y", "font-size", "font-weight", "text-anchor")
_BEFORE: Final = {"start": 0.0, "middle": 0.5, "end": 1.0}  # how much of a line is left of its x


def standalone(svg: str, theme: str = "light") -> str:
    """Returns a drawing for use outside our pages: with concrete colours, text as outlines.

    >>> standalone('<text x="5" y="9" font-size="94" fill="var(--tomato)">I</text>')[:52]
    '<path transform="translate(5 9) scale(0.1)" d="M0 0m'
    """
    return _TEXT.sub(_outlined, paint(svg, theme))


@lru_cache(maxsize=1)
def _outlines() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(
        Path(__file__).with_name("outlines.json").read_text(encoding="utf-8")
    )
    return found


def _outlined(element: re.Match[str]) -> str:
    """Returns a line of text as one path; as it was, if it has letters that our typeface lacks."""
    attributes = dict(_ATTRIBUTE.findall(element[1]))
    weight = "bold" if attributes.get("font-weight") == "700" else "regular"
    outlines, advances = _outlines()[weight], ADVANCES[weight]
    text = unesc(element[2])
    if not all(letter in outlines for letter in text):
        return element[0]
    wide = sum(advances[letter] for letter in text)
    at, path = -round(wide * _BEFORE[attributes.get("text-anchor", "start")]), ""
    for letter in text:
        path += f"M{at} 0{outlines[letter]}" if outlines[letter] else ""
        at += advances[letter]
    x, y, size = (float(attributes[name]) for name in ("x", "y", "font-size"))
    if "stroke-width" in attributes:
        attributes["stroke-width"] = num(float(attributes["stroke-width"]) * EM / size)
    other = "".join(f' {name}="{v}"' for name, v in attributes.items() if name not in _OF_TEXT)
    place = f"translate({num(x)} {num(y)}) scale({size / EM:.4g})"
    return f'<path transform="{place}" d="{path}"{other}/>'
