"""The README tells the truth: its Python runs, and the files it names are there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_example_runs_as_it_stands() -> None:
    ran = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert ran.attempted >= 6
    assert ran.failed == 0


def test_what_it_links_to_is_there() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", (ROOT / "README.md").read_text())
    assert len(links) >= 5
    for link in links:
        assert (ROOT / link).exists(), link
