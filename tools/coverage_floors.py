"""Checks the coverage of each room, in per cent of lines and branches, against its floor.

pytest --measured                 writes .coverage.*, one file a process (tests/measuring.py)
python tools/coverage_floors.py   adds them up, prints a table, fails under a floor

``./test`` measures what runs in the tests' own processes. Code that only runs compiled, in a
browser or in another process does not count, nor do heavy tests (they would take too long). That is
why the floors of ``bots``, ``labs/bench`` and ``labs/training`` are low. A floor may rise; do not
lower it to fit. Floors are not checked if programs are missing (``tools/programs.py``), since some
tests did not run then.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import programs
from coverage import Coverage

ROOT = Path(__file__).resolve().parent.parent
HOUSE = ROOT / "src" / "matou"
FLOORS = {
    "arena": 82,
    "bots": 62,
    "cli": 86,
    "core": 95,
    "games": 94,
    "kit": 88,
    "page": 89,
    "paper": 97,
    "play": 90,
    "rating": 92,
    "research": 85,
    "web": 91,
    "labs/bench": 30,
    "labs/exploit": 90,
    "labs/puzzles": 60,
    "labs/studies": 78,
    "labs/training": 22,
}


def code_of(room: str) -> Path:
    return (ROOT if room.startswith("labs/") else HOUSE) / room


def measured() -> dict[str, float]:
    """Returns the coverage of each room, in per cent."""
    coverage = Coverage()
    coverage.combine()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "coverage.json"
        coverage.json_report(outfile=str(report))
        files: dict[str, Any] = json.loads(report.read_text())["files"]
    run: Counter[str] = Counter()
    there: Counter[str] = Counter()
    for name, file in files.items():
        path = Path(name).resolve()
        room = next((room for room in FLOORS if path.is_relative_to(code_of(room))), "")
        found = file["summary"]
        run[room] += found["covered_lines"] + found["covered_branches"]
        there[room] += found["num_statements"] + found["num_branches"]
    return {room: 100 * run[room] / max(1, there[room]) for room in sorted(FLOORS)}


def main() -> int:
    found = measured()
    everything_ran = not programs.missing()
    low = [room for room, floor in FLOORS.items() if found[room] < floor and everything_ran]
    print(f"  {'room':<14}{'run':>8}{'floor':>8}")
    for room, share in found.items():
        mark = "  under its floor" if room in low else ""
        print(f"  {room:<14}{share:>6.1f} %{FLOORS[room]:>6} %{mark}")
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
