"""The machine that games were played on, in words."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version


def cpu() -> str:
    """The processor's name, as far as it tells."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(x.split(":")[1].strip() for x in file if x.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def machine(workers: int) -> str:
    """The machine and how it was used: cores, processor, Python, numba, processes."""
    try:
        numba = version("numba")
    except PackageNotFoundError:
        numba = "unknown"
    processes = f"{workers} processes of one thread each" if workers > 1 else "1 process"
    return (
        f"{os.cpu_count()} cores ({cpu()}), Python {platform.python_version()}, numba {numba}; "
        + processes
    )
