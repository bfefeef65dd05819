"""Packages that are there for some uses only, and the command that installs them here."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]  # of a clone


def install(extra: str) -> str:
    """The command that brings an extra of ``pyproject.toml``: what to type, as it stands.

    A clone has a Python of its own, which ``./matou`` runs; elsewhere pip brought Matou.
    """
    if not (ROOT / "pyproject.toml").is_file():
        return f"pip install 'matou[{extra}]'"
    if Path.cwd() == ROOT and Path(sys.executable).is_relative_to(ROOT):
        return f"{Path(sys.executable).relative_to(ROOT)} -m pip install -e '.[{extra}]'"
    return f"{sys.executable} -m pip install -e '{ROOT}[{extra}]'"
