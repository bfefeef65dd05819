"""The palette: colours named by role, in a light and a dark theme.

Drawings never write a colour, they write a role: ``var(--tomato)``. A web page declares the
roles once with `css` and lets the browser resolve them, so that changing the theme redraws
nothing. A notebook, a README or a shared picture calls `paint`, which fills the colours in.
"""

import re
from functools import lru_cache
from typing import Final

THEMES: Final = ("light", "dark")

# role: (light, dark)
_ROLES: Final[dict[str, tuple[str, str]]] = {
    # The table and text on it.
    "paper": ("#FBF6EC", "#1C1B22"),
    "card": ("#FFFFFF", "#282731"),
    "ink": ("#2B2A33", "#F3EEE2"),
    "quiet": ("#6A6672", "#A9A4B2"),
    "line": ("#DCD3C2", "#45434F"),
    "shadow": ("#3A2E24", "#000000"),
    # Signals. `cheese` marks what can be clicked; `rim` does the same as a thin line, and has
    # enough contrast with paper (3:1), which cheese yellow has not.
    "cheese": ("#E8A317", "#F2B632"),
    "rim": ("#B0750A", "#F2B632"),
    "tomato": ("#C8402F", "#E8695A"),
    "teal": ("#23807C", "#4BAAA5"),
    "sky": ("#3B73B4", "#6C9FDB"),
    "leaf": ("#507A28", "#86B355"),
    "violet": ("#74549F", "#A286CC"),
    "rose": ("#B34A76", "#D97BA3"),
    # Animals and small paper: only a little darker at night, because a face is ink on paper
    # in both themes.
    "face": ("#2B2A33", "#211F28"),
    "cream": ("#FFF7E6", "#F6EBD6"),
    "blush": ("#E9A9A0", "#DE9C94"),
    "nose": ("#D9776E", "#D0706A"),
    "ginger": ("#DE9450", "#D68C4A"),
    "grey": ("#A7A1A8", "#A39DA6"),
    "charcoal": ("#45434E", "#5A5866"),
    "dark": ("#38323A", "#0F0E13"),
    # The dark line around a cheese outline, visible on any paper.
    "halo": ("#6B4503", "#17141C"),
    # Outdoors: a pale day, and dusk. By day, stars and the moon's dark side are invisible.
    "day": ("#DCEBF1", "#35315A"),
    "day-low": ("#EDF3EE", "#5A4269"),
    "cloud": ("#FFFFFF", "#4B4574"),
    "sun": ("#F8D77C", "#F3E6BE"),
    "moonshade": ("#F8D77C", "#35315A"),
    "star": ("#DCEBF1", "#F3E6BE"),
    "far": ("#C6D8DC", "#463C62"),
    "far-low": ("#B4CABF", "#3A3250"),
    "pavement": ("#E2D5BD", "#3A3644"),
    "kerb": ("#BFAE91", "#55505F"),
    "window": ("#3B73B4", "#F2C65A"),
    "indoors": ("#54A89F", "#28545C"),  # a painted wall, by day and by lamplight
    # The kitchen.
    "wood": ("#C79A66", "#8F6B45"),
    "grain": ("#A97C4B", "#73532F"),
    "floor": ("#F1E6D2", "#3D3A47"),
    "floor-odd": ("#E3D3B8", "#33313C"),
    "stone": ("#CFC8BC", "#5B5864"),
    "sandstone": ("#E3D3B8", "#CDBB98"),
    # Roofs of the castle.
    "clay": ("#B9573F", "#B9573F"),
    "thatch": ("#D9B45F", "#BE9A4C"),
    "copper": ("#62A08C", "#62A08C"),
    # The five seats, the five roof colours, the four walls.
    "seat-0": ("#23807C", "#4BAAA5"),
    "seat-1": ("#74549F", "#A286CC"),
    "seat-2": ("#57842C", "#86B355"),
    "seat-3": ("#3B73B4", "#6C9FDB"),
    "seat-4": ("#B34A76", "#D97BA3"),
    "on-seat": ("#FFF7E6", "#211F28"),  # what is written on a seat's colour
    "roof-0": ("#C8402F", "#D95B4C"),
    "roof-1": ("#3B73B4", "#5C90CE"),
    "roof-2": ("#57842C", "#73A042"),
    "roof-3": ("#74549F", "#9273BF"),
    "roof-4": ("#A8701A", "#C08A34"),
    "wall-0": ("#3A9A95", "#4BAAA5"),
    "wall-1": ("#E3B341", "#D9A93A"),
    "wall-2": ("#CB5545", "#D96557"),
    "wall-3": ("#86669F", "#A286CC"),
    # The seven cheeses.
    "appenzeller": ("#C98B45", "#C98B45"),
    "brie": ("#F3E7C9", "#EBDDBA"),
    "cheddar": ("#EE8E2E", "#E5862A"),
    "edam": ("#C93F37", "#CC4A42"),
    "emmental": ("#F4CD55", "#EBC34B"),
    "gouda": ("#E7AE3A", "#DDA535"),
    "gruyere": ("#DDC48A", "#D3B97E"),
}

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
