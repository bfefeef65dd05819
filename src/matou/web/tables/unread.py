"""Limits on the bytes queued for slow pages, per page and per network."""

from __future__ import annotations

from collections import Counter

OF_PAGE = 64 * 1024  # bytes
OF_NETWORK = 1024 * 1024


class UnreadBytes:
    """Counts the bytes queued for the pages of each network."""

    def __init__(self) -> None:
        self._of: Counter[str] = Counter()

    def add(self, network: str, before: int, size: int) -> bool:
        """Counts ``size`` more bytes for a page with ``before`` bytes in its queue.

        Returns False, and counts nothing, if that exceeds the limit of the page or its network.
        """
        if before + size > OF_PAGE or self._of[network] + size > OF_NETWORK:
            return False
        self._of[network] += size
        return True

    def remove(self, network: str, size: int) -> None:
        self._of[network] -= size
        if self._of[network] <= 0:
            del self._of[network]

    def total(self) -> int:
        return self._of.total()
