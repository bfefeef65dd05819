"""How Hypothesis looks for counterexamples here: the same each time, however long they take."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

steady = settings(
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
