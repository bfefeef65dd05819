"""Tests marked unmeasured run without tracing, at full speed."""

from __future__ import annotations

import sys

import pytest


@pytest.mark.unmeasured
def test_an_unmeasured_test_is_not_traced() -> None:
    assert not is_traced()


def test_a_measured_test_is_traced(request: pytest.FixtureRequest) -> None:
    assert is_traced() == request.config.getoption("measured")


def is_traced() -> bool:
    return type(sys.gettrace()).__module__ == "coverage"
