"""What others do on this machine meanwhile: the share of its processors that is not the run's own.

Ten seconds are ten seconds of the machine. While somebody else's processes keep its processors
busy, everything here takes longer, and no server can help it: the checker counts a second of which
others took a half as half a second. On a machine that does nothing else that is every second.

Linux counts it: all that is started here lives in a control group, which is told its processor time
with that of its dead; the rest of what the processors did is others'. Where there are no control
groups nothing is discounted.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from pathlib import Path

from matou.bench.faults.history import History

EVERY = 0.5  # seconds between two looks


class Neighbours:
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
    def are_known(self) -> bool:
        return self._group is not None

    def _enter(self, group: Path) -> None:
        (group / "cgroup.procs").write_text(str(os.getpid()))

    def _used(self) -> float:
        """Seconds of a processor that the run has taken so far."""
        assert self._group is not None
        fields = (self._group / "cpu.stat").read_text().split()
        return int(fields[fields.index("usage_usec") + 1]) / 1e6

    async def watch(self, history: History) -> None:
        """Write down what share others have, for as long as the run goes on."""
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
        """Back to where we were; the group is gone once nobody is in it."""
        if self._group is not None:
            with contextlib.suppress(OSError):
                self._enter(self._root / self._before.strip("/"))
                self._group.rmdir()


def all_busy() -> float:
    """Seconds that all processors have worked, those included that the machine's host took."""
    user, nice, system, _, _, irq, softirq, steal = (
        int(field) for field in Path("/proc/stat").read_text().split(maxsplit=9)[1:9]
    )
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")
