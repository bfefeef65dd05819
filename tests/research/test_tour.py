"""The tour notebook runs from top to bottom, and is stored with its pictures."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import matou

# Not imported here, so that collecting the tests is fast.
for _module in ("nbclient", "ipykernel", "matplotlib", "gymnasium", "pettingzoo", "pyspiel"):
    if find_spec(_module) is None:
        reason = f"{_module} is not installed: the notebook needs it"
        pytest.skip(reason, allow_module_level=True)

HOUSE = Path(matou.__file__).parent


def tour() -> Any:
    """Returns the notebook."""
    nbformat: Any = import_module("nbformat")
    found = next(p for p in Path(__file__).parents if (p / "docs" / "tour.ipynb").exists())
    return nbformat.read(found / "docs" / "tour.ipynb", as_version=4)


def shown(notebook: Any) -> list[str]:
    """Returns the MIME types of the outputs, in order."""
    return [
        kind
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        for kind in output.get("data", {output.output_type: ""})
    ]


@pytest.mark.heavy
def test_the_tour_runs_without_errors_and_shows_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    from nbclient import NotebookClient

    monkeypatch.setenv("PYTHONPATH", str(HOUSE.parent))
    notebook = tour()
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    NotebookClient(notebook, timeout=600, startup_timeout=600, kernel_name="python3").execute()
    kinds = shown(notebook)
    assert "error" not in kinds
    assert kinds.count("image/svg+xml") >= 2  # states draw themselves
    assert kinds.count("image/png") >= 2  # plots


def test_the_tour_is_stored_with_its_pictures_and_is_short() -> None:
    notebook = tour()
    kinds = shown(notebook)
    assert "error" not in kinds
    assert kinds.count("image/svg+xml") >= 2
    assert sum(len(cell.source.split()) for cell in notebook.cells) < 1500
