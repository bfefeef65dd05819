"""Measures coverage in one run of all tests: each test measures only the packages that it tests.

Tracing makes code much slower. So tests of the site do not trace the boards that they draw, and
heavy tests and browser tests trace nothing.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from coverage import Coverage
from coverage_floors import FLOORS, code_of

ROOT = Path(__file__).resolve().parent.parent
# Packages whose tests reach core, games and paper only through other packages.
OUTER = (
    *("arena", "cli", "page", "play", "web"),
    *("labs/bench", "labs/exploit", "labs/puzzles", "labs/studies"),
)
BOTH = ("bots", "rating")
INNER = tuple(package for package in FLOORS if package not in OUTER + BOTH)


class Measuring:
    """The coverage of one process; ``tools/coverage_floors.py`` adds them up."""

    def __init__(self, process: str) -> None:
        self.importing = self.coverage(process, "importing", (*INNER, *OUTER, *BOTH))
        self.inner = self.coverage(process, "inner", (*INNER, *BOTH))
        self.outer = self.coverage(process, "outer", (*OUTER, *BOTH))

    def coverage(self, process: str, name: str, packages: tuple[str, ...]) -> Coverage:
        return Coverage(
            data_file=str(ROOT / ".coverage"),
            data_suffix=f"{process}-{name}",
            source=[str(code_of(package)) for package in packages],
            config_file=str(ROOT / "pyproject.toml"),
        )

    @contextlib.contextmanager
    def of(self, package: str) -> Iterator[None]:
        """Measures a test of a package."""
        measured = self.outer if package in OUTER else self.inner
        measured.start()
        try:
            yield
        finally:
            measured.stop()

    def save(self) -> None:
        for measured in (self.importing, self.inner, self.outer):
            measured.save()
