"""Writes the studies' pages: tables in Markdown, and a report for each row of the balance."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from matou.arena.report import html, interval
from matou.arena.tally import Share, Tally

FILES = {
    "balance": "README.md",
    "strength": "strength.md",
    "second": "second.md",
    "values": "values.md",
    "rivals": "rivals.md",
    "archived": "archived.md",
    "leaderboard": "../leaderboard.md",
    "cats": "cats.md",
    "endings": "endings.md",
    "ceiling": "ceiling.md",
    "strategy": "strategy.md",
}
TITLES = {
    "balance": "Balance",
    "strength": "Strength",
    "second": "One second per move",
    "values": "What the learned values are worth",
    "rivals": "Against OpenSpiel's searches",
    "archived": "Against the strongest of 2026",
    "leaderboard": "Leaderboard",
    "cats": "Ratings of the cats",
    "endings": "Compared with perfect play",
    "ceiling": "What a bot gives away",
    "strategy": "Ideas of strategy",
}
MATCHES = (
    "Matches of two seats. Seats alternate, and games come in pairs with the same luck. Intervals "
    "are 95%. *Goal* is the score that we asked for before the match (*low*: for the lower end of "
    "the interval), and whether it was reached. *ms a decision* is the time of both bots."
)
CAT = "In Chop! Chop! seat 0 is the cat and seat 1 plays the mice."
ABOUT = {
    "balance": "Level 5 in every seat, with 100 iterations per move with a network and 500 "
    "without. The tables show the score of each seat with its 95% interval: 1 for a win, an equal "
    "share for a shared victory, a half for a draw. In Chop! Chop! seat 0 is the cat, and the "
    "mice's seats win together.",
    "strength": f"Each level against the one below. {MATCHES} Level 2 is greedy. Level 5 has 1,000 "
    "iterations per move here with a network and 5,000 without, a fraction of its second.",
    "second": f"Level 5 with one second of one core per move, against greedy (level 2). {MATCHES} "
    f"{CAT}",
    "values": "The same search with and without what the game learned by self-play: with its "
    "network (`network.bin`), which replaces playouts, and without (`-plain`: playouts to the end, "
    "by the same hints). First with level 4's iterations, then with a tenth of a second per move "
    f"each. {MATCHES}",
    "rivals": "Level 5 against the searches that come with OpenSpiel. They play our games through "
    "`matou.research.open_spiel` with OpenSpiel's default settings. Each bot has a tenth of a "
    "second of one core per move. `mcts` searches one sampled world; `ismcts` samples one per "
    f"simulation and plays only games with secrets. {MATCHES} {CAT}",
    "archived": "Level 5 against `level5-2026`, archived as it was before networks: with the same "
    "time of one core per move, and then with a tenth of it. A bot named without a limit has a "
    f"second. {MATCHES} {CAT}",
}
DUELS = (
    *("game", "bot", "against", "games", "score (95%)", "goal", "from seat 0", "from seat 1"),
    "ms a decision",
)
CommandAndGoal = tuple[str, str]  # the command of a match, and the goal for its first bot


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
    matches: Sequence[CommandAndGoal],
    tallies: Sequence[Tally],
    command: str,
    machines: Sequence[str],
) -> Path:
    """Writes a study's pages; returns the path of its table."""
    if study != "balance":
        return put(study, folder, ABOUT[study], made_by(command, machines), duels(matches, tallies))
    made = made_by(command, machines, "; each row's page names its own command")
    return put(study, folder, ABOUT[study], made, balance(folder, matches, tallies), others(study))


def by_hand(page: Path) -> str:
    """Returns what people have written below a page's table."""
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    _, heading, rest = text.partition("\n## ")
    return heading + rest


def others(study: str) -> str:
    """Returns links to the other studies."""
    links = (f"[{TITLES[other]}]({FILES[other]})" for other in FILES if other != study)
    return f"Other studies: {', '.join(links)}."


def balance(folder: Path, matches: Sequence[CommandAndGoal], tallies: Sequence[Tally]) -> str:
    """Returns a row for each table, and writes its report."""
    rows = []
    for (command, _), tally in zip(matches, tallies, strict=True):
        match = tally.match
        page = folder / f"{match.game}-{match.seats}.html"
        page.write_text(html(tally, command), encoding="utf-8")
        shares = [
            f"seat {i}: {interval(share)}{fair(tally.without_luck(seat=i))}"
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


def duels(matches: Sequence[CommandAndGoal], tallies: Sequence[Tally]) -> str:
    """Returns a row for each match of two bots."""
    rows = []
    for (_, goal), tally in zip(matches, tallies, strict=True):
        match = tally.match
        times = " / ".join(f"{1000 * tally.seconds(b):.1f}" for b in range(2))
        score = tally.score(0)
        sides = [interval(tally.score(0, seat=seat)) for seat in range(2)]
        rows.append(
            f"| {match.having().words.TITLE.say()} | {match.bots[0]} | {match.bots[1]} | "
            f"{len(tally.results)} | {interval(score)}{fair(tally.without_luck(0))} | "
            f"{goal}: {met(goal, score)} | {sides[0]} | {sides[1]} | {times} |"
        )
    return table(DUELS, rows)


def fair(score: Share | None) -> str:
    return f"; luck-adjusted {interval(score)}" if score is not None else ""


def met(goal: str, score: Share) -> str:
    """Returns whether a score meets a target: '65%' of the mean, 'low > 50%' of the interval."""
    if not score.count:
        return "not played"
    bound = float(goal.removeprefix("low > ").removesuffix("%")) / 100
    fine = score.low > bound if goal.startswith("low") else score.mean >= bound
    return "yes" if fine else "no"
