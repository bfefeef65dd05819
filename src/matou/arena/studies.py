"""``python -m matou.arena.studies balance`` and ``strength``: the studies under ``docs/balance``.

Balance: level 4 in every seat, for each game and number of players: what is each seat
worth? Strength: each level against the one below, and the strongest against greedy.
Both go on where they were stopped, and write what they have.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from matou.arena.plan import Match
from matou.arena.report import html, percent
from matou.arena.running import Journal, run
from matou.arena.tally import Tally
from matou.core.kit import cache_root
from matou.games import find, names

FOLDER = Path("docs/balance")


@dataclass(frozen=True)
class Study:
    """A match, and the command that plays it."""

    match: Match
    command: str

    @classmethod
    def of(cls, game: str, bots: Sequence[str], seats: int, games: int) -> Study:
        match = Match.of(find(game), list(bots), seats=seats, games=games)
        words = [game, *bots, "--seats", str(seats), "--games", str(match.games)]
        return cls(match, "./matou arena " + " ".join(words))

    def played(self, processes: int) -> Tally:
        """What came of it; games that were played before are not played again."""
        path = cache_root() / "arena" / f"{self.match.digest()}.jsonl"
        journal = Journal(path, self.match, resume=True)
        try:
            results = run(self.match, journal, processes=processes)
        finally:
            journal.close()
        return Tally(self.match, results)


def balance(games: int, processes: int, only: Sequence[str]) -> str:
    """Level 4 in every seat."""
    rows = []
    for name in only:
        game = find(name)
        for seats in range(game.min_seats, game.max_seats + 1):
            study = Study.of(name, ["level4"], seats, games)
            tally = study.played(processes)
            page = FOLDER / f"{name}-{seats}.html"
            page.write_text(html(tally, study.command), encoding="utf-8")
            shares = [f"seat {i}: {percent(share)}" for i, share in enumerate(tally.seats())]
            ends = ", ".join(f"{rule} {n}" for rule, n in tally.endings().items())
            length = tally.data()["actions"]["mean"]
            rows.append(
                f"| [{game.words.TITLE.en}]({page.name}) | {seats} | {len(tally.results)} | "
                f"{'<br>'.join(shares)} | {ends} | {length:.0f} |"
            )
            print(rows[-1], file=sys.stderr, flush=True)
    return "\n".join(
        [
            "# Balance",
            "",
            "Level 4 in every seat: what each seat of a table brings, with 95 % intervals (a win "
            "is 1, a shared victory an equal share, a draw one half). In Chop! Chop! seat 0 is "
            "the cat, and all the mice's seats win together.",
            "",
            f"Made by `python -m matou.arena.studies balance --games {games}`; each row's page "
            "names its own command.",
            "",
            "| game | seats | games | return by seat | ended by | actions |",
            "|---|---|---|---|---|---|",
            *rows,
            "",
        ]
    )


def strength(games: int, processes: int, only: Sequence[str]) -> str:
    """Each level against the one below."""
    pairs = (
        ("greedy", "level1", games),
        ("level3", "greedy", games),
        ("level4", "level3", games),
        ("level5@20000", "level4", games),
        ("level5@20000", "greedy", games // 5),
    )
    rows: dict[str, list[str]] = {name: [] for name in only}
    for above, below, count in pairs:
        for name in only:
            study = Study.of(name, [above, below], 2, count)
            tally = study.played(processes)
            times = [f"{1000 * tally.seconds(b):.1f}" for b in range(2)]
            rows[name].append(
                f"| {find(name).words.TITLE.en} | {above} | {below} | {len(tally.results)} | "
                f"{percent(tally.score(0))} | {times[0]} / {times[1]} |"
            )
            print(rows[name][-1], file=sys.stderr, flush=True)
    return "\n".join(
        [
            "# Strength",
            "",
            "Two-seat matches, seats turned, games in pairs with the same luck; 95 % intervals. "
            "Level 2 is greedy; level 5 has 20,000 iterations a move here, about a tenth of its "
            "second.",
            "",
            f"Made by `python -m matou.arena.studies strength --games {games}`.",
            "",
            "| game | bot | against | games | score | ms a decision |",
            "|---|---|---|---|---|---|",
            *(row for name in only for row in rows[name]),
            "",
        ]
    )


STUDIES: dict[str, tuple[str, Callable[[int, int, Sequence[str]], str]]] = {
    "balance": ("README.md", balance),
    "strength": ("strength.md", strength),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a study."""
    parser = argparse.ArgumentParser(prog="python -m matou.arena.studies", description=__doc__)
    parser.add_argument("study", choices=tuple(STUDIES))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--processes", type=int, default=0)
    parser.add_argument("--only", action="append", choices=names(), help="a game; may be repeated")
    args = parser.parse_args(argv)
    FOLDER.mkdir(parents=True, exist_ok=True)
    file, made = STUDIES[args.study]
    text = made(args.games, args.processes, args.only or names())
    if args.only:
        print(text)  # a part of a study is not written over the whole
    else:
        (FOLDER / file).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
