"""A rate limit for one client."""

import time

from matou.play.refusals import TOO_FAST, Refused


class Bucket:
    """Allows ``burst`` requests at once, and ``rate`` more per second."""

    __slots__ = ("burst", "left", "rate", "then")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.then = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        left = self.left + (now - self.then) * self.rate
        self.then = now
        if left > self.burst:
            left = self.burst
        self.left = left - 1 if left >= 1 else left
        return left >= 1

    def check(self) -> None:
        """Raises Refused if too many requests have come."""
        if not self.take():
            raise Refused("rate", TOO_FAST)
