"""A match as a single HTML file with charts, that needs nothing else to be read."""

from __future__ import annotations

from html import escape

from matou import __version__
from matou.arena import guests
from matou.arena.tally import Share, Tally
from matou.bots import charts

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;color:#3b3034;background:#fdf9f3;max-width:780px;
margin:2rem auto;padding:0 1rem}h1{margin-bottom:.2rem}h2{margin-top:2rem}
table{border-collapse:collapse;width:100%}th,td{padding:.3rem .6rem;text-align:right;
border-bottom:1px solid #e6dfda}th:first-child,td:first-child{text-align:left}
code{background:#f2ebe3;padding:.1rem .3rem;border-radius:4px;overflow-wrap:anywhere}
svg{max-width:100%;height:auto}.quiet{color:#8a7d80}
"""


def percent(s: Share) -> str:
    """A share and its interval: 63.0 % (58.1 to 67.6)."""
    return f"{100 * s.mean:.1f} % ({100 * s.low:.1f} to {100 * s.high:.1f})"


def table(head: list[str], rows: list[list[str]]) -> str:
    """An HTML table."""
    top = "".join(f"<th>{escape(h)}</th>" for h in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(c)}</td>" for c in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def html(tally: Tally, command: str) -> str:
    """The whole report."""
    match = tally.match
    game = match.having()
    n = len(tally.results)
    bots = list(enumerate(match.bots))
    title = f"{game.words.TITLE.en}: {' · '.join(match.bots)}"
    options = ", ".join(f"{k} = {v}" for k, v in match.options) or "none"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p class='quiet'>{n:,} games at {match.seats} seats; options: {escape(options)}; "
        f"seed {match.seed}; Matou {__version__}</p>",
        f"<p>Made by <code>{escape(command)}</code></p>",
    ]
    even = 1 / match.seats
    if len(bots) > 1 and n:
        parts.append("<h2>Bots</h2>")
        elo = tally.elo()
        rows = []
        for b, name in bots:
            rows.append(
                [
                    guests.title(name),
                    percent(tally.score(b)),
                    f"{elo[b].mean:+.0f} ({elo[b].low:+.0f} to {elo[b].high:+.0f})",
                    f"{1000 * tally.seconds(b):.2f} ms",
                ]
            )
        head = ["bot", "score (95 %)", "Elo (95 %)", "a decision"]
        parts.append(table(head, rows))
        shares = [(name, *three(tally.score(b))) for b, name in bots]
        parts.append(charts.shares("Score of each bot", shares, even=even))
        parts.append("<h2>Running score</h2>")
        parts.append(
            charts.lines(
                "Score after each round",
                [(name, tally.running(b)) for b, name in bots],
                below="rounds",
            )
        )
        if len(bots) > 2:
            parts.append("<h2>Each against each</h2>")
            rows = [
                [name, *("" if b == o else percent(tally.score(b, o)) for o, _ in bots)]
                for b, name in bots
            ]
            parts.append(table(["", *match.bots], rows))
    if n:
        parts.append("<h2>Seats</h2><p>What each seat brought, whoever sat there.</p>")
        seats = [(f"seat {i}", *three(s)) for i, s in enumerate(tally.seats())]
        parts.append(charts.shares("Return of each seat", seats, even=even))
        parts.append("<h2>How games end</h2>")
        parts.append(
            charts.bars("Endings", [(rule, float(c)) for rule, c in tally.endings().items()])
        )
        parts.append("<h2>Length, in actions</h2>")
        parts.append(charts.histogram("Length", [r.actions for r in tally.results]))
    return (
        f"<!doctype html><html lang='en'><head><meta charset='utf-8'><title>{escape(title)}</title>"
        "<meta name='viewport' content='width=device-width,initial-scale=1'>"
        f"<style>{STYLE}</style></head><body>\n" + "\n".join(parts) + "\n</body></html>\n"
    )


def three(s: Share) -> tuple[float, float, float]:
    """Mean, low, high."""
    return (s.mean, s.low, s.high)
