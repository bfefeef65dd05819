"""Bodies of cats and mice: sitting, crouching, asleep and fallen, under any head.

Each mood has one posture, which its outline alone shows.
"""

from dataclasses import dataclass

from matou.paper.faces import INK, Mood, snores, stars, stroke
from matou.paper.stage import group, paper, place, shape


@dataclass(frozen=True)
class Build:
    """The proportions and colours of an animal's body."""

    coat: str
    stout: float  # width, relative to a cat's
    head: float  # scale of the head
    tail: float  # thickness
    limb: float  # thickness
    belly: str
    tail_colour: str = ""
    badge: str = ""  # drawn on the belly


def animal(mood: Mood, build: Build, head: str) -> str:
    """Draws a whole animal in a box of 100 units about the origin."""
    if mood == "pouncing":
        return _crouched(build, head)
    if mood == "asleep":
        return _curled(build, head)
    if mood == "fallen":
        return _on_its_back(build, head)
    return _sitting(mood, build, head)


def _tail(build: Build, d: str) -> str:
    return stroke(d, build.tail, build.tail_colour or build.coat)


def _wide(build: Build, body: str) -> str:
    if build.stout == 1.0:
        return body
    return f'<g transform="scale({build.stout:.2f} 1)">{body}</g>'


def _badge(build: Build, x: float, y: float) -> str:
    if not build.badge:
        return ""
    return f'<g transform="{place(x, y)}">{build.badge}</g>'


def _paws(build: Build, *at: tuple[float, float]) -> str:
    """Draws paws from the front, each with two lines for its toes."""
    r = build.limb * 0.62
    pads, toes = "", ""
    for x, y in at:
        pads += (
            f"M{x - r:.1f} {y:.1f}a{r:.1f} {r * 0.8:.1f} 0 1 1 {2 * r:.1f} 0"
            f"a{r:.1f} {r * 0.8:.1f} 0 1 1 -{2 * r:.1f} 0Z"
        )
        for toe in (x - r * 0.3, x + r * 0.3):
            toes += f"M{toe:.1f} {y + r * 0.2:.1f}v{r * 0.5:.1f}"
    return paper(pads, build.belly, 1.5) + stroke(toes, 1.6, INK)


def _sitting(mood: Mood, build: Build, head: str) -> str:
    proud = mood == "proud"
    tail = "M20 40C44 42 46 22 38 14S28 0 38-8" if proud else "M18 42C36 46 46 40 45 30S38 22 36 28"
    trunk = paper("M-27 44C-34 22-20-8 0-8C20-8 34 22 27 44Q0 51-27 44Z", build.coat)
    belly = shape("M-14 44C-18 26-11 8 0 8C11 8 18 26 14 44Q0 48-14 44Z", build.belly)
    tilt = {"dizzy": -10.0, "proud": 4.0}.get(mood, 0.0)
    lift = -21.0 if proud else -17.0
    extras = stars(0, -40, 34) if mood == "dizzy" else ""
    return (
        _tail(build, tail)
        + _wide(build, trunk + belly)
        + _paws(build, (-11 * build.stout, 44), (11 * build.stout, 44))
        + _badge(build, 0, 27)
        + group("", head, 0, lift + (4 if mood == "dizzy" else 0), build.head, tilt)
        + extras
    )


def _crouched(build: Build, head: str) -> str:
    tail = "M34 10C46 2 46-14 38-22S30-40 40-44"
    trunk = paper(
        "M-30 42C-30 20-12 14 4-2C14-14 36-12 42 6C47 24 44 38 40 44Q4 50-30 42Z", build.coat
    )
    return (
        _tail(build, tail)
        + _wide(build, trunk)
        + _badge(build, 26 * build.stout, 22)
        + _paws(build, (32 * build.stout, 44), (-2, 46))
        + group("", head, -13, 8, build.head, -6)
        + _paws(build, (-34, 43))
    )


def stretched(build: Build, head: str) -> str:
    """Draws an animal waking up: chest on the floor, hind legs high."""
    trunk = paper(
        "M-44 46C-48 38-42 31-32 31C-12 30 2 14 12-4C20-19 42-19 45-1C47 16 45 32 43 46H29"
        "C29 36 27 29 22 26C8 38-10 46-44 46Z",
        build.coat,
    )
    return (
        _tail(build, "M38-10C48-20 48-36 36-40S24-50 30-54")
        + trunk
        + _paws(build, (36, 46), (-46, 45), (-33, 47))
        + group("", head, -16, 12, build.head, -8)
    )


def _curled(build: Build, head: str) -> str:
    trunk = paper(
        "M-44 30C-46 10-24-6 4-6C30-6 46 10 45 28C44 42 26 47 0 47C-26 47-43 44-44 30Z", build.coat
    )
    return (
        trunk
        + _badge(build, 24, 16)
        + group("", head, -15, 16, build.head * 0.92, -6)
        + _tail(build, "M43 26C46 42 28 45 10 43")
        + snores(20, -26)
    )


def _on_its_back(build: Build, head: str) -> str:
    trunk = paper(
        "M-22 30C-22 14-4 9 16 9C36 9 47 18 46 30C45 43 31 47 11 47C-8 47-22 44-22 30Z", build.coat
    )
    belly = shape("M4 15Q22 6 41 21Q27 33 12 30Q2 26 4 15Z", build.belly)
    ends = ((9, -8), (19, -13), (35, -11), (45, 0))
    legs = "".join(
        stroke(f"M{root} 18L{x} {y}", build.limb * 0.75, build.coat)
        for root, (x, y) in zip((13, 20, 31, 38), ends, strict=True)
    )
    pads = "".join(stroke(f"M{x} {y}h.1", build.limb * 0.5, "var(--blush)") for x, y in ends)
    return (
        _tail(build, "M40 42C50 48 52 36 47 32")
        + legs
        + pads
        + trunk
        + belly
        + _badge(build, 22, 25)
        + group("", head, -22, 20, build.head * 0.8, -102)
    )
