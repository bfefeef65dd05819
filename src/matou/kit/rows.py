"""What rules do to a whole line of numbers."""

from __future__ import annotations

from matou.kit.layout import Row
from matou.kit.linking import rule


@rule
def clear(out: Row, n: int) -> None:
    """All 0. A GPU clears many lines at once, beforehand (``ptx_build.without``)."""
    for i in range(n):
        out[i] = 0
