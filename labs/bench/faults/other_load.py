"""Measures the share of the machine's processors that other processes take.

The checker's ten seconds are seconds of the machine: if other processes take half of a second, it
counts as half a second, since no server can help that. On an otherwise idle machine nothing is
discounted.

All processes started here live in a control group, whose processor time Linux counts, dead
processes included; the rest is other load. Without control groups nothing is discounted.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from pathlib import Path

from labs.bench.faults.history import History

EVERY = 0.5  # seconds between measurements


class OtherLoad:
    """A control group for this process and all that it starts from now on."""

    def __init__(self, name: str) -> None:
        self._group: Path | None = None
        self._before = ""
        with contextlib.suppress(OSError, StopIteration, ValueError):
            mounts = [line.split() for line in Path("/proc/mounts").read_text().splitlines()]
            root = next(Path(fields[1]) for fields in mounts if fields[2] == "cgroup2")
            own = Path("/proc/self/cgroup").read_text().splitlines()
            self._before = next(line[3:] for line in own if line.startswith("0::"))
            group = root / self._before.strip("/") / name
            group.mkdir()
            self._root, self._group = root, group
            self._enter(group)
            self._used()

    @property
    def is_known(self) -> bool:
        return self._group is not None

    def _enter(self, group: Path) -> None:
        (group / "cgroup.procs").write_text(str(os.getpid()))

    def _used(self) -> float:
        """Returns the processor seconds that the run has taken so far."""
        assert self._group is not None
        fields = (self._group / "cpu.stat").read_text().split()
        return int(fields[fields.index("usage_usec") + 1]) / 1e6

    async def watch(self, history: History) -> None:
        """Records the share of other processes until it is cancelled."""
        if self._group is None:
            return
        at, ours, busy = time.monotonic(), self._used(), all_busy()
        while True:
            await asyncio.sleep(EVERY)
            then, used, all_ = at, ours, busy
            at, ours, busy = time.monotonic(), self._used(), all_busy()
            theirs = (busy - all_) - (ours - used)
            share = theirs / ((at - then) * (os.cpu_count() or 1))
            history.note("others", share=round(min(1.0, max(0.0, share)), 3), since=round(then, 4))

    def leave(self) -> None:
        """Leaves the control group and removes it."""
        if self._group is not None:
            with contextlib.suppress(OSError):
                self._enter(self._root / self._before.strip("/"))
                self._group.rmdir()


def all_busy() -> float:
    """Returns the busy seconds of all processors, with those stolen by the machine's host."""
    user, nice, system, _, _, irq, softirq, steal = (
        int(field) for field in Path("/proc/stat").read_text().split(maxsplit=9)[1:9]
    )
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")
