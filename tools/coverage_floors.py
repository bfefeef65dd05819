"""What tests run of each room, in per cent of its lines and branches, and the floor it must keep.

pytest --measured                 writes .coverage.*, one file a process (tests/measuring.py)
python tools/coverage_floors.py   adds them up, prints a table, fails under a floor

``./test`` measures what runs in the tests' own processes. What only runs compiled, in a browser or
in a process of its own is not seen, and neither is what heavy tests do (they would take too long):
the floors of ``bench``, ``bots``, ``research`` and ``training`` are low for that reason, not for
want of tests. A floor may rise; it is not lowered to fit.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from coverage import Coverage

HOUSE = Path(__file__).resolve().parent.parent / "src" / "matou"
FLOORS = {
    "arena": 77,
    "bench": 18,
    "bots": 54,
    "cli": 86,
    "core": 95,
    "games": 96,
    "kit": 74,
    "page": 89,
    "paper": 95,
    "play": 90,
    "rating": 85,
    "research": 58,
    "studies": 78,
    "training": 22,
    "web": 91,
}


def measured() -> dict[str, float]:
    """How much of each room has run, in per cent."""
    coverage = Coverage()
    coverage.combine()
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "coverage.json"
        coverage.json_report(outfile=str(told))
        files: dict[str, Any] = json.loads(told.read_text())["files"]
    run: Counter[str] = Counter()
    there: Counter[str] = Counter()
    for name, file in files.items():
        room = Path(name).resolve().relative_to(HOUSE).parts[0]
        found = file["summary"]
        run[room] += found["covered_lines"] + found["covered_branches"]
        there[room] += found["num_statements"] + found["num_branches"]
    return {room: 100 * run[room] / max(1, there[room]) for room in sorted(FLOORS)}


def main() -> int:
    found = measured()
    low = [room for room, floor in FLOORS.items() if found[room] < floor]
    print(f"  {'room':<10}{'run':>8}{'floor':>8}")
    for room, share in found.items():
        mark = "  under its floor" if room in low else ""
        print(f"  {room:<10}{share:>6.1f} %{FLOORS[room]:>6} %{mark}")
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
