"""The site: tables, seats, live updates, the store and the pages. It names no game."""

from __future__ import annotations

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """``matou serve``: the exit code."""
    from matou.web.serve import main as run

    return run(argv)
