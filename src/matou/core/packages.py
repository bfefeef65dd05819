"""Packages that an extra brings."""

from __future__ import annotations

import importlib.util

from matou.core.messages import say
from matou.core.refusals import Missing
from matou.kit.extras import install


def need_package(module: str, package: str, extra: str) -> None:
    """Raises Missing if a package is not installed, with the extra that brings it."""
    if importlib.util.find_spec(module) is None:
        how = install(extra)
        raise Missing(say("{package} is not installed: {how}", package=package, how=how)) from None
