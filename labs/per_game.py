"""Finds the module that a package has for a game."""

from __future__ import annotations

import importlib
import importlib.util
from types import ModuleType


def module_for(package: ModuleType, game: str) -> ModuleType | None:
    """Returns the module of a package that is named like a game, or None."""
    name = f"{package.__name__}.{game}"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None
