"""Writes the studies' pages: tables in Markdown, and a report for each row of the balance."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from matou.arena.report import html, percent
from matou.arena.tally import Share, Tally

FILES = {
    "balance": "README.md",
    "strength": "strength.md",
    "second": "second.md",
    "values": "values.md",
    "rivals": "rivals.md",
    "kept": "kept.md",
    "cats": "cats.md",
    "endings": "endings.md",
    "ceiling": "ceiling.md",
}
TITLES = {
    "balance": "Balance",
    "strength": "Strength",
    "second": "A second a move",
    "values": "What the learned values are worth",
    "rivals": "Against OpenSpiel's searches",
    "kept": "Against the strongest of 2026",
    "cats": "What the cats are rated",
    "endings": "Beside perfect play",
    "ceiling": "What there is to be taken",
}
ABOUT = {
    "balance": "Level 5 in every seat, with 100 iterations a move where it asks a network and "
    "500 elsewhere: what each seat of a table brings, with 95 % intervals (a win is 1, a shared "
    "victory an equal share, a draw one half). In Chop! Chop! seat 0 is the cat, and all the "
    "mice's seats win together.",
    "strength": "Each level against the one below. Two-seat matches, seats turned, games in pairs "
    "with the same luck; 95 % intervals. Level 2 is greedy; level 5 has 1,000 iterations a move "
    "here where it asks a network and 5,000 elsewhere, a fraction of its second.",
    "second": "Level 5 at one second of one core a move, against greedy (level 2). Two-seat "
    "matches, seats turned, games in pairs with the same luck; 95 % intervals. In Chop! Chop! "
    "seat 0 is the cat and seat 1 the mice.",
    "values": "The same search with what the game learned by self-play (a network, `network.bin`, "
    "which is asked in the place of playouts) and without (`-plain`: playouts to the end, by the "
    "same hints): as level 4 thinks, and at a tenth of a second a move each. Two-seat "
    "matches, seats turned, games in pairs with the same luck; 95 % intervals.",
    "rivals": "Level 5 against the searches that come with OpenSpiel, which play our games through "
    "`matou.research.open_spiel` with the settings that OpenSpiel gives them: a tenth of a second "
    "of one core a move each. `mcts` searches one imagined world, `ismcts` imagines one a "
    "simulation and plays only games with secrets. Two-seat matches, seats turned, games in pairs "
    "with the same luck; 95 % intervals. In Chop! Chop! seat 0 is the cat and seat 1 the mice.",
    "kept": "Level 5 against `level5-2026`, which is kept as it was before networks: as long as it "
    "thinks, by the time of one core a move, and then a tenth of that. A name without a limit has "
    "a second. Two-seat matches, seats turned, games in pairs with the same luck; 95 % intervals. "
    "In Chop! Chop! seat 0 is the cat and seat 1 the mice.",
}
DUELS = (
    *("game", "bot", "against", "games", "score (95 %)", "asked", "from seat 0", "from seat 1"),
    "ms a decision",
)
Asked = tuple[str, str]  # the command of a match, and what is asked of its first bot


def put(study: str, folder: Path, *parts: str) -> Path:
    """Writes a page and returns its path. Text below the first heading ``##`` stays."""
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / FILES[study]
    text = "\n\n".join([f"# {TITLES[study]}", *parts]) + "\n"
    page.write_text(text + by_hand(page), encoding="utf-8")
    return page


def table(heads: Sequence[str], rows: Sequence[str]) -> str:
    return "\n".join([f"| {' | '.join(heads)} |", "|---" * len(heads) + "|", *rows])


def made_by(command: str, machines: Sequence[str], more: str = "") -> str:
    return f"Made by `{command}`{more}. On {' and on '.join(machines)}."


def write(
    study: str,
    folder: Path,
    asked: Sequence[Asked],
    tallies: Sequence[Tally],
    command: str,
    machines: Sequence[str],
) -> Path:
    """Writes a study's pages; returns the path of its table."""
    if study != "balance":
        return put(study, folder, ABOUT[study], made_by(command, machines), duels(asked, tallies))
    made = made_by(command, machines, "; each row's page names its own command")
    return put(study, folder, ABOUT[study], made, balance(folder, asked, tallies), others(study))


def by_hand(page: Path) -> str:
    """Returns what people have written below a page's table."""
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    _, heading, rest = text.partition("\n## ")
    return heading + rest


def others(study: str) -> str:
    """Returns links to the other studies."""
    links = (f"[{TITLES[other]}]({FILES[other]})" for other in FILES if other != study)
    return f"Other studies: {', '.join(links)}."


def balance(folder: Path, asked: Sequence[Asked], tallies: Sequence[Tally]) -> str:
    """Returns a row for each table, and writes its report."""
    rows = []
    for (command, _), tally in zip(asked, tallies, strict=True):
        match = tally.match
        page = folder / f"{match.game}-{match.seats}.html"
        page.write_text(html(tally, command), encoding="utf-8")
        shares = [
            f"seat {i}: {percent(share)}{fair(tally.without_luck(seat=i))}"
            for i, share in enumerate(tally.seats())
        ]
        ends = ", ".join(f"{rule} {n}" for rule, n in tally.endings().items())
        length = tally.data()["actions"]
        rows.append(
            f"| [{match.having().words.TITLE.say()}]({page.name}) | {match.seats} | "
            f"{len(tally.results)} | {'<br>'.join(shares)} | {ends} | "
            f"{length['mean'] if length else 0:.0f} |"
        )
    return table(("game", "seats", "games", "return by seat", "ended by", "actions"), rows)


def duels(asked: Sequence[Asked], tallies: Sequence[Tally]) -> str:
    """Returns a row for each match of two bots."""
    rows = []
    for (_, wish), tally in zip(asked, tallies, strict=True):
        match = tally.match
        times = " / ".join(f"{1000 * tally.seconds(b):.1f}" for b in range(2))
        score = tally.score(0)
        sides = [percent(tally.score(0, seat=seat)) for seat in range(2)]
        rows.append(
            f"| {match.having().words.TITLE.say()} | {match.bots[0]} | {match.bots[1]} | "
            f"{len(tally.results)} | {percent(score)}{fair(tally.without_luck(0))} | "
            f"{wish}: {met(wish, score)} | {sides[0]} | {sides[1]} | {times} |"
        )
    return table(DUELS, rows)


def fair(score: Share | None) -> str:
    return f"; without luck {percent(score)}" if score is not None else ""


def met(wish: str, score: Share) -> str:
    """Returns whether a score meets a target: '65 %' of the mean, 'low > 50 %' of the interval."""
    if not score.count:
        return "not played"
    bound = float(wish.removeprefix("low > ").removesuffix(" %")) / 100
    fine = score.low > bound if wish.startswith("low") else score.mean >= bound
    return "yes" if fine else "no"
