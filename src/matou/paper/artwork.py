"""Artwork: drawings that never change, in SVG files that any browser or editor shows.

A file has a group with an id for each drawing, about its origin. ``data-drop`` on a path is the
depth of its shadow. Colours are roles; the file's own style is only for looking at it.
"""

import re
from pathlib import Path

from matou.paper.stage import shadow

_GROUP = re.compile(r'^<g id="([\w-]+)"[^>]*>\n(.*?)^</g>$', re.MULTILINE | re.DOTALL)
_LINE_END = re.compile(r"\n *")
_CUT_OUT = re.compile(r'<path d="([^"]+)" data-drop="([^"]+)"')
_PAINTED = re.compile(r'd="([^"]+)" fill="var\(--([\w-]+)\)"')


def drawings(path: Path) -> dict[str, str]:
    """Returns the drawings of an SVG file by their ids."""
    found = _GROUP.findall(path.read_text("utf-8"))
    return {id: _CUT_OUT.sub(_with_shadow, _LINE_END.sub("", body.strip())) for id, body in found}


def _with_shadow(cut: re.Match[str]) -> str:
    return f'{shadow(cut[1], float(cut[2]))}<path d="{cut[1]}"'


def outlines_of(drawing: str, *roles: str) -> str:
    """Returns the outlines of all shapes that have one of these colours, as one path."""
    return "".join(d for d, role in _PAINTED.findall(drawing) if role in roles)


ARTWORK = drawings(Path(__file__).with_name("artwork.svg"))
