"""Fixtures for tests of operations."""

from __future__ import annotations

from pathlib import Path

import pytest
from web.ops.data_folder import DataFolder


@pytest.fixture
def data_folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "data")
