"""The palette: colours named by role, in a light and a dark theme.

Drawings never write a colour, they write a role: ``var(--tomato)``. A web page declares the
roles once with `css` and lets the browser resolve them, so that changing the theme redraws
nothing. A notebook, a README or a shared picture calls `paint`, which fills the colours in.
"""

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Final

THEMES: Final = ("light", "dark")

# By role, in the order of the themes.
_ROLES: Final[dict[str, list[str]]] = tomllib.loads(
    Path(__file__).with_name("palette.toml").read_text(encoding="utf-8")
)
ROLES: Final = tuple(_ROLES)
SEATS: Final = tuple(f"var(--seat-{i})" for i in range(5))
ROOFS: Final = tuple(f"var(--roof-{i})" for i in range(5))
WALLS: Final = tuple(f"var(--wall-{i})" for i in range(4))

_VAR: Final = re.compile(r"var\(--([a-z0-9-]+)\)")


def colour(role: str, theme: str = "light") -> str:
    """Returns the colour of a role, such as ``#C8402F``."""
    if role not in _ROLES:
        raise ValueError(f"no colour role {role!r}; there are {', '.join(ROLES)}")
    if theme not in THEMES:
        raise ValueError(f"no theme {theme!r}; there are {', '.join(THEMES)}")
    return _ROLES[role][THEMES.index(theme)]


@lru_cache(maxsize=256)
def ink_on(fill: str) -> str:
    """Returns the role of the ink that reads best on a fill such as ``var(--sky)``."""
    match = _VAR.fullmatch(fill)
    if match is None:
        raise ValueError(f"not a colour role: {fill!r}")
    dark_ink = [
        contrast(colour("face", theme), colour(match[1], theme))
        >= contrast(colour("cream", theme), colour(match[1], theme))
        for theme in THEMES
    ]
    if dark_ink[0]:
        return "var(--face)"
    return "var(--on-seat)" if dark_ink[1] else "var(--cream)"


def paint(svg: str, theme: str = "light") -> str:
    """Returns a drawing with concrete colours, for use outside our pages.

    >>> paint('<rect fill="var(--tomato)"/>')
    '<rect fill="#C8402F"/>'
    """
    return _VAR.sub(lambda match: colour(match[1], theme), svg)


def css(theme: str = "light") -> str:
    """Returns CSS declarations of the roles, ``--paper:#FBF6EC;--card:…``, without a selector."""
    return "".join(f"--{role}:{colour(role, theme)};" for role in ROLES)


def contrast(one: str, other: str) -> float:
    """Returns the contrast ratio of two ``#RRGGBB`` colours, 1 to 21, as WCAG 2 defines it.

    >>> round(contrast("#000000", "#FFFFFF"))
    21
    """
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(hex_colour: str) -> float:
    channels = (int(hex_colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
