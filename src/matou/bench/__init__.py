"""Benchmarks: ``matou bench engine``. Each runs its peers beside us and prints ratios.

A benchmark is a module of this package with a ``main(argv) -> int``; ``BENCHES`` lists
them, and a module is imported only when it is asked for.
"""

from __future__ import annotations

import importlib
import sys

BENCHES = {
    "env": "steps a second of thousands of games at once; beside PettingZoo, OpenSpiel and pgx",
    "engine": "moves a second: compiled, interpreted, plain Python, OpenSpiel; copies; starts",
    "search": "simulations a second on each game; beside OpenSpiel on Connect Four",
    "site": "durable moves a second at many tables, beside boardgame.io; memory; start",
}
USAGE = 2


def main(argv: list[str]) -> int:
    """Run the benchmark that the first word names, with the words after it."""
    if argv and argv[0] in BENCHES:
        code: int = importlib.import_module(f"{__name__}.{argv[0]}").main(argv[1:])
        return code
    lines = ["usage: matou bench NAME [options]; NAME --help says which", ""]
    lines += [f"  {name:<10}{summary}" for name, summary in BENCHES.items()]
    if not argv or argv[0] in ("-h", "--help"):
        print("\n".join(lines))
        return 0
    print(f"There is no benchmark “{argv[0]}”.", *lines, sep="\n", file=sys.stderr)
    return USAGE
