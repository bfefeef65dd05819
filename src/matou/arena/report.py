"""Writes a match as a single HTML file with charts."""

from collections.abc import Iterable, Sequence
from html import escape

from matou.arena import players
from matou.arena.tally import Share, Tally
from matou.bots import charts
from matou.core.messages import say
from matou.core.phrases import figures, percent
from matou.core.record import shown
from matou.core.version import VERSION

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;color:#3b3034;background:#fdf9f3;max-width:780px;
margin:2rem auto;padding:0 1rem}h1{margin-bottom:.2rem}h2{margin-top:2rem}
table{border-collapse:collapse;width:100%}th,td{padding:.3rem .6rem;text-align:right;
border-bottom:1px solid #e6dfda}th:first-child,td:first-child{text-align:left}
code{background:#f2ebe3;padding:.1rem .3rem;border-radius:4px;overflow-wrap:anywhere}
svg{max-width:100%;height:auto}.quiet{color:#766a6d}
"""
SAYS = {
    "games": say(
        "{n} games with {seats} players; options: {options}; seed {seed}; Matou {version}"
    ),
    "none": say("none", context="options"),
    "made": say("Created with"),
    "bots": say("Bots"),
    "player": say("player", context="column"),
    "score": say("score (95%)"),
    "fair": say("luck-adjusted (95%)"),
    "elo": say("Elo (95%)"),
    "decision": say("per decision"),
    "scores": say("Score of each bot"),
    "running": say("Running score"),
    "after": say("Score after each round"),
    "rounds": say("rounds"),
    "each": say("Head to head"),
    "seats": say("Seats"),
    "brought": say("Average return of each seat, over all bots."),
    "seat": say("seat"),
    "returns": say("Return of each seat"),
    "ends": say("How games end"),
    "endings": say("Endings"),
    "length": say("Length, in actions"),
}
INTERVAL = say("{mean} ({low} to {high})")


def number(x: float, lang: str, digits: int = 1, *, sign: bool = False) -> str:
    """Returns a number in a language's notation: 63.5, 63,5; 1,000, 1 000."""
    return ("+" if sign and x >= 0 else "") + figures(x, digits).say(lang)


def interval(s: Share, lang: str = "en") -> str:
    """Returns a share and its interval: 63.0% (58.1 to 67.6)."""
    low, high = figures(100 * s.low, 1), figures(100 * s.high, 1)
    return INTERVAL.filled(mean=percent(s.mean, 1), low=low, high=high).say(lang)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    top = "".join(f"<th>{escape(h)}</th>" for h in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(c)}</td>" for c in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def heading(says: str) -> str:
    return f"<h2>{escape(says)}</h2>"


def html(tally: Tally, command: str, lang: str = "en") -> str:
    says = {key: words.say(lang) for key, words in SAYS.items() if key != "games"}
    match, n = tally.match, len(tally.results)
    about = say("{game}: {bots}", game=match.having().words.TITLE, bots=" · ".join(match.names))
    title = about.say(lang)
    about = SAYS["games"].filled(
        n=number(n, lang, 0),
        seats=match.seats,
        options=", ".join(f"{k} = {shown(v)}" for k, v in match.options) or says["none"],
        seed=match.seed,
        version=VERSION,
    )
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p class='quiet'>{escape(about.say(lang))}</p>",
        f"<p>{escape(says['made'])} <code>{escape(command)}</code></p>",
    ]
    if len(match.bots) > 1 and n:
        parts += contest(tally, says, lang)
    if n:
        parts += [heading(says["seats"]), f"<p>{escape(says['brought'])}</p>"]
        seats = [(f"{says['seat']} {i}", *three(s)) for i, s in enumerate(tally.seats())]
        parts.append(charts.shares(says["returns"], seats, even=1 / match.seats, lang=lang))
        endings = [(rule, float(c)) for rule, c in tally.endings().items()]
        parts += [heading(says["ends"]), charts.bars(says["endings"], endings)]
        lengths = [r.actions for r in tally.results]
        parts += [heading(says["length"]), charts.histogram(says["length"], lengths)]
    return (
        f"<!doctype html><html lang='{lang}'><head><meta charset='utf-8'>"
        f"<title>{escape(title)}</title>"
        "<meta name='viewport' content='width=device-width,initial-scale=1'>"
        f"<style>{STYLE}</style></head><body>\n" + "\n".join(parts) + "\n</body></html>\n"
    )


def rows(tally: Tally, lang: str = "en") -> list[tuple[str, ...]]:
    """Returns a heading and a row for each player: score, rating, time for a decision."""
    standings = tally.standings()
    is_fair = all(standing.without_luck for standing in standings)
    heads = ("player", "score", "elo", "decision", *(["fair"] if is_fair else []))
    found = [tuple(SAYS[key].say(lang) for key in heads)]
    for standing in standings:
        rating, low, high = (number(x, lang, 0, sign=True) for x in three(standing.elo))
        row = (
            standing.name,
            interval(standing.score, lang),
            INTERVAL.filled(mean=rating, low=low, high=high).say(lang),
            f"{number(1000 * standing.seconds, lang, 2)} ms",
        )
        fair = standing.without_luck
        found.append(row if fair is None else (*row, interval(fair, lang)))
    return found


def text(tally: Tally) -> str:
    """Returns the result as a table of characters, in English."""
    match, many = tally.match, [*zip(*rows(tally), strict=True)]
    wide = [max(map(len, column)) for column in many]
    lines = [
        f"{match.game}, {match.seats} seats, {len(tally.results)} games, seed {match.seed}",
        "",
        *("  ".join(map(str.ljust, row, wide)).rstrip() for row in zip(*many, strict=True)),
        "",
        *(f"seat {i}: {interval(seat)}" for i, seat in enumerate(tally.seats())),
        "ended by: " + ", ".join(f"{rule} {n}" for rule, n in tally.endings().items()),
    ]
    return "\n".join(lines)


def contest(tally: Tally, says: dict[str, str], lang: str) -> list[str]:
    """Returns the parts that compare the bots."""
    match = tally.match
    bots = list(enumerate(match.names))
    head, *body = rows(tally, lang)
    titles = [players.title(entrant, lang) for entrant in match.entrants]
    shares = [(name, *three(tally.score(b))) for b, name in bots]
    running = [(name, tally.running(b)) for b, name in bots]
    parts = [
        heading(says["bots"]),
        table(head, [(title, *row[1:]) for title, row in zip(titles, body, strict=True)]),
        charts.shares(says["scores"], shares, even=1 / match.seats, lang=lang),
        heading(says["running"]),
        charts.lines(says["after"], running, below=says["rounds"], lang=lang),
    ]
    if len(bots) > 2:
        scores = [
            (name, *("" if b == o else interval(tally.score(b, o), lang) for o, _ in bots))
            for b, name in bots
        ]
        parts += [heading(says["each"]), table(("", *match.names), scores)]
    return parts


def three(s: Share) -> tuple[float, float, float]:
    return (s.mean, s.low, s.high)
