"""Charts as SVG text: lines, bars, and shares with their intervals. Readable without colour."""

from collections import Counter
from collections.abc import Sequence
from html import escape

from matou.core.phrases import percent

INK, FAINT, GRID = "#3b3034", "#766a6d", "#e6dfda"
COLOURS = ("#b4552d", "#2f6f73", "#7a5195", "#c08a1e", "#4a6fa5", "#6b7f3a", "#a23b72", "#555555")
DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 2", "12 3", "1 2", "6 2 1 2")
WIDTH = 720
BINS = 12  # of a histogram
FONT = "font-family='system-ui, sans-serif' font-size='12'"


def text(x: float, y: float, says: str, *, anchor: str = "start", colour: str = INK) -> str:
    place = f"x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}'"
    return f"<text {place} fill='{colour}'>{escape(says)}</text>"


def frame(width: int, height: int, title: str, body: list[str]) -> str:
    """Returns a chart with a title for screen readers."""
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' role='img' "
        f"{FONT}><title>{escape(title)}</title>\n" + "\n".join(body) + "\n</svg>"
    )


def lines(
    title: str,
    series: Sequence[tuple[str, Sequence[float]]],
    *,
    marks: Sequence[tuple[int, str]] = (),
    places: Sequence[float] | None = None,
    below: str = "",
    lang: str = "en",
) -> str:
    """Draws values between 0 and 1 over time, one line each; ``marks`` highlights points."""
    width, height = WIDTH, 280
    left, right, top, bottom = 46, 130, 16, 40
    longest = max(len(values) for _, values in series)
    at = [float(i) for i in (range(longest) if places is None else places)]
    first, last = (at[0], at[-1]) if at else (0.0, 1.0)
    span = (last - first) or 1

    def x(i: float) -> float:
        return left + (width - left - right) * (i - first) / span

    def y(v: float) -> float:
        return top + (height - top - bottom) * (1 - v)

    body = []
    for tenth in range(0, 11, 2):
        v = tenth / 10
        body.append(f"<path d='M{left} {y(v):.1f}H{width - right}' stroke='{GRID}' fill='none'/>")
        body.append(text(left - 6, y(v) + 4, percent(v).say(lang), anchor="end", colour=FAINT))
    for tick in sorted({first, (first + last) // 2, last}):
        body.append(text(x(tick), height - bottom + 18, f"{tick:g}", anchor="middle", colour=FAINT))
    if below:
        body.append(text((left + width - right) / 2, height - 6, below, anchor="middle"))
    for place, label in marks:
        body.append(
            f"<path d='M{x(place):.1f} {top}V{height - bottom}' stroke='{FAINT}' "
            f"stroke-dasharray='2 4' fill='none'><title>{escape(label)}</title></path>"
        )
    ends: list[float] = []
    for n, (name, values) in enumerate(series):
        points = " ".join(f"{x(at[i]):.1f},{y(v):.1f}" for i, v in enumerate(values))
        colour, dash = COLOURS[n % len(COLOURS)], DASHES[n % len(DASHES)]
        body.append(
            f"<polyline points='{points}' fill='none' stroke='{colour}' stroke-width='2' "
            f"stroke-dasharray='{dash}'><title>{escape(name)}</title></polyline>"
        )
        low = y(values[-1]) + 4 if values else float(top)
        while any(abs(low - other) < 14 for other in ends):
            low += 14
        ends.append(low)
        body.append(text(width - right + 8, low, name[:18], colour=colour))
    return frame(width, height, title, body)


def shares(
    title: str,
    rows: Sequence[tuple[str, float, float, float]],
    *,
    even: float | None = None,
    lang: str = "en",
) -> str:
    """Draws means between 0 and 1 with their intervals, one row each."""
    width, left, right, step, top = WIDTH, 150, 70, 30, 24
    height = top + step * len(rows) + 26

    def x(v: float) -> float:
        return left + (width - left - right) * v

    body = []
    for tenth in range(0, 11, 2):
        v = tenth / 10
        body.append(f"<path d='M{x(v):.1f} {top - 6}V{height - 22}' stroke='{GRID}' fill='none'/>")
        body.append(text(x(v), height - 6, percent(v).say(lang), anchor="middle", colour=FAINT))
    if even is not None:
        body.append(
            f"<path d='M{x(even):.1f} {top - 10}V{height - 22}' stroke='{FAINT}' "
            "stroke-dasharray='3 3' fill='none'/>"
        )
    for n, (name, mean, low, high) in enumerate(rows):
        y = top + step * n + step / 2
        body.append(text(left - 10, y + 4, name[:22], anchor="end"))
        body.append(
            f"<path d='M{x(low):.1f} {y:.1f}H{x(high):.1f}M{x(low):.1f} {y - 5:.1f}v10"
            f"M{x(high):.1f} {y - 5:.1f}v10' stroke='{INK}' stroke-width='1.5' fill='none'/>"
        )
        body.append(f"<circle cx='{x(mean):.1f}' cy='{y:.1f}' r='5' fill='{COLOURS[0]}'/>")
        body.append(text(width - right + 10, y + 4, percent(mean, 1).say(lang)))
    return frame(width, height, title, body)


def bars(title: str, rows: Sequence[tuple[str, float]]) -> str:
    width, left, right, step, top = WIDTH, 150, 70, 26, 8
    height = top + step * len(rows) + 8
    most = max((v for _, v in rows), default=1) or 1
    body = []
    for n, (name, value) in enumerate(rows):
        y = top + step * n
        long = (width - left - right) * value / most
        body.append(text(left - 10, y + 17, name[:22], anchor="end"))
        body.append(
            f"<rect x='{left}' y='{y + 4}' width='{long:.1f}' height='18' rx='3' "
            f"fill='{COLOURS[1]}'/>"
        )
        body.append(text(left + long + 8, y + 17, f"{value:g}"))
    return frame(width, height, title, body)


def histogram(title: str, values: Sequence[int]) -> str:
    if not values:
        return bars(title, [])
    low, high = min(values), max(values)
    size = max(1, -(-(high - low + 1) // BINS))
    counts = Counter((value - low) // size for value in values)
    rows = []
    for n in range(max(counts) + 1):
        first = low + n * size
        name = str(first) if size == 1 else f"{first}–{first + size - 1}"
        rows.append((name, float(counts[n])))
    return bars(title, rows)
