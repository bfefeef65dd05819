"""Packs puzzles: chooses among what was found, and writes the games' files, a log and a study."""

from __future__ import annotations

import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from labs.puzzles.reviewing import decisions
from matou.bots.levels import LEVELS
from matou.core.puzzles import Puzzle, path_of, puzzles_of
from matou.core.registry import find, names

MOST = 450  # puzzles of a game
LARGEST = 100_000  # bytes of a game's file
# Rows of the study that count all puzzles found.
OF_ALL_FOUND = ("another seed", "another seed, later", "searched after each action")
CLEAR = 0.0499  # winning chance between the answer and the next best, as players see it
LOG = Path("labs/puzzles/confirmations.jsonl.gz")
STUDY = Path("docs/balance/puzzles.md")
ABOUT = """\
Positions with one clearly best action, from games of levels 2 and 3 with two seats. A search of
300 and then of 2,000 iterations looks for a gap. Deep searches of 40,000 iterations with different
seeds confirm it: each must find the same action, better than every other one by the gap of the
game. All searches know only what the seat to move may know. A solved ending needs no search: its
values are exact. `labs/puzzles/confirmations.jsonl.gz` has the gap of every search, by puzzle.

*Another seed*: how often one more deep search has another answer, among all puzzles found: right
after the confirmation, and later for every decision. Puzzles with such a decision are left out.
*Searched after each action*: where the same seat goes on, every action gets a search of its own,
because a search plays badly after actions that it hardly visits. Puzzles in which a decision then
has no clearly best action are left out.
*One more seed*: the same for decisions of packed puzzles, long after; those whose answer
changes are left out as well. So are puzzles in which, by the values that players see, some other
move comes within five games of 100, or in which we have no words for the reason of a decision.
*Found*: how often each level finds every decision of a puzzle (levels 1 to 3 in ten tries, level 4
in five, level 5 with few iterations in three). A puzzle's difficulty is the weakest level that
finds it at least half of the time.
"""


def key_of(data: dict[str, Any]) -> str:
    return str(data["position"] + data.get("line", ""))


def read(files: Iterable[Path]) -> dict[str, list[dict[str, Any]]]:
    """Returns the puzzles in some files by game, each once."""
    found: dict[str, dict[str, dict[str, Any]]] = defaultdict(dict)
    for file in files:
        for row in file.read_text().splitlines():
            data = json.loads(row)
            found[data["log"]["game"]].setdefault(key_of(data), data)
    return {game: [*puzzles.values()] for game, puzzles in found.items()}


def unpacked() -> list[dict[str, Any]]:
    """Returns the puzzles of all games as they were found, with their logs."""
    lines = gzip.decompress(LOG.read_bytes()).decode().splitlines()
    logs = {log.pop("id"): log for log in map(json.loads, lines)}
    games = map(find, names())
    return [{**p.data, "log": logs[p.id]} for game in games for p in puzzles_of(game)]


def chosen(found: Sequence[dict[str, Any]], most: int) -> list[dict[str, Any]]:
    """Returns at most ``most`` puzzles, of all difficulties and kinds alike, the easiest first.

    By turns, it takes the clearest puzzle of each difficulty and kind.
    """
    piles: dict[tuple[int, str, bool], list[dict[str, Any]]] = defaultdict(list)
    for data in sorted(found, key=lambda data: -min(data["log"]["gaps"])):
        game = find(data["log"]["game"])
        piles[Puzzle(game, data).difficulty, data["kind"], "then" in data].append(data)
    taken: list[dict[str, Any]] = []
    while len(taken) < most and any(piles.values()):
        taken += [pile.pop(0) for _, pile in sorted(piles.items()) if pile]
    return sorted(taken[:most], key=lambda data: (data["rating"], key_of(data)))


def changed(data: dict[str, Any], when: str = "again") -> int:
    """Returns how many decisions of a puzzle another seed answered differently."""
    return int(data["log"].get(when, (0, 0))[1])


def is_sure(data: dict[str, Any]) -> bool:
    """Returns whether all searches agree on a puzzle, clearly, and words can say why."""
    log = data["log"]
    if changed(data) or changed(data, "audited") or log.get("unclear"):
        return False
    steps = decisions(Puzzle(find(log["game"]), data).first)
    return all(step.better > CLEAR and step.because() is not None for step in steps)


def counted() -> dict[str, dict[str, str]]:
    """Returns the rows of the study as it is, by the titles of games."""
    titles: dict[str, dict[str, str]] = {}
    rows: dict[str, str] = {}
    for line in STUDY.read_text().splitlines():
        if line.startswith("## "):
            rows = titles.setdefault(line[3:], {})
        elif line.startswith("| ") and line.count("|") == 3:
            name, value = (part.strip() for part in line.strip("|").split("|"))
            rows[name] = value
    return titles


def packed(puzzles: Sequence[dict[str, Any]]) -> bytes:
    rows = [{k: v for k, v in data.items() if k != "log"} for data in puzzles]
    text = "".join(
        json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\n" for row in rows
    )
    return gzip.compress(text.encode(), 9, mtime=0)


def pack(files: Sequence[Path], made: str = "", *, again: bool = False) -> None:
    """Writes every game's puzzles, the log and the study; ``made`` says how they were found.

    With ``again`` the files hold packed puzzles: the study keeps its counts of what was found.
    """
    found, before = read(files), counted() if again else {}
    logs, parts = [], []
    for name in sorted(found):
        game, most = find(name), MOST
        sure = [p for p in found[name] if is_sure(p)]
        puzzles = chosen(sure, most)
        while len(data := packed(puzzles)) > LARGEST:
            most -= 10
            puzzles = chosen(sure, most)
        path_of(game).write_bytes(data)
        parts.append(study(name, puzzles, found[name], len(data), before))
        logs += [{"id": Puzzle(game, p).id, **p["log"]} for p in puzzles]
    text = "".join(json.dumps(one, separators=(",", ":")) + "\n" for one in logs)
    LOG.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    STUDY.write_text("\n".join(["# Puzzles", "", ABOUT, *([f"{made}\n"] if made else []), *parts]))


def study(
    name: str,
    puzzles: Sequence[dict[str, Any]],
    found: Sequence[dict[str, Any]],
    size: int,
    before: dict[str, dict[str, str]],
) -> str:
    """Returns the section of a game in the study; ``before`` are its rows as they were."""
    game = find(name)
    title = game.words.TITLE.say()
    searched = [p for p in found if "audit" in p["log"]]
    other = sum(p["log"]["audit"][0] != next(iter(p["values"])) for p in searched)
    decided = sum(p["log"].get("again", (0, 0))[0] for p in searched)
    unclear = sum(p["log"].get("unclear", 0) > 0 for p in found)
    solved = sum("solved" in p["log"] for p in puzzles)
    by_level = [sum(p["found"][i] for p in puzzles) / len(puzzles) for i in range(len(LEVELS))]
    grades = Counter(Puzzle(game, p).difficulty for p in puzzles)
    lengths = Counter(Puzzle(game, p).decisions for p in puzzles)
    kinds = Counter(str(game.words.PUZZLES[p["kind"]]) for p in puzzles)
    gaps = sorted(min(p["log"]["gaps"]) for p in puzzles)
    audits = [p["log"]["audited"] for p in found if "audited" in p["log"]]
    rows = [
        ("puzzles", f"{len(puzzles)} of {len(found)} found; {size / 1000:.1f} kB"),
        ("from solved endings", str(solved)),
        ("least gap; median gap", f"{gaps[0]:.3f}; {gaps[len(gaps) // 2]:.3f}"),
        ("another seed", f"{other} of {len(searched)} answers change"),
        ("another seed, later", f"{sum(map(changed, found))} of {decided} decisions change"),
        ("searched after each action", f"{unclear} of {len(found)} puzzles unclear"),
        (
            "one more seed",
            f"{sum(c for _, c in audits)} of {sum(n for n, _ in audits)} decisions change",
        ),
        ("found by levels 1 to 5", ", ".join(f"{x:.0f}%" for x in by_level)),
        ("difficulty 1 to 5", ", ".join(str(grades[i]) for i in range(1, len(LEVELS) + 1))),
        ("1, 2, 3 decisions", ", ".join(str(lengths[i]) for i in (1, 2, 3))),
        ("kinds", ", ".join(f"{kind}: {n}" for kind, n in kinds.most_common())),
    ]
    was = before.get(title, {})
    if was:
        all_found = was["puzzles"].partition(" of ")[2].partition(";")[0]
        rows[0] = ("puzzles", f"{len(puzzles)} of {all_found}; {size / 1000:.1f} kB")
        rows = [(a, was[a] if a in OF_ALL_FOUND else b) for a, b in rows]
    table = "\n".join(["| | |", "|---|---|", *(f"| {a} | {b} |" for a, b in rows)])
    return f"## {title}\n\n{table}\n"
