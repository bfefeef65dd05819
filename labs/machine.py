"""Describes the machine that games were played on."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version


def cpu() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(x.split(":")[1].strip() for x in file if x.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def machine(workers: int) -> str:
    """Returns a line with cores, processor, versions and processes."""
    try:
        numba = version("numba")
    except PackageNotFoundError:
        numba = "unknown"
    processes = f"{workers} processes of one thread each" if workers > 1 else "1 process"
    return (
        f"{os.cpu_count()} cores ({cpu()}), Python {platform.python_version()}, numba {numba}; "
        + processes
    )
