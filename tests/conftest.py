"""What all tests share: which of them coverage is asked of."""

from __future__ import annotations

from pathlib import Path

import pytest

# Laws that several tests share say what differed, as tests themselves do.
pytest.register_assert_rewrite("web.unknown")

# Rooms whose tests reach core, games and paper only through others: coverage would slow them down.
BESIDE = ("arena", "bench", "browser", "cli", "web")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.relative_to(here).parts[0] in BESIDE:
            item.add_marker("beside")
