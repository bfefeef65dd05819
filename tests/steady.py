"""Hypothesis settings: the same examples each time, without a time limit."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

steady = settings(
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
