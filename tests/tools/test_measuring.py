"""What coverage measures: a test that is not to be measured runs at full speed."""

from __future__ import annotations

import sys

import pytest


@pytest.mark.unmeasured
def test_what_is_not_measured_is_not_traced() -> None:
    assert not is_traced()


def test_what_is_measured_is_traced(request: pytest.FixtureRequest) -> None:
    assert is_traced() == request.config.getoption("measured")


def is_traced() -> bool:
    return type(sys.gettrace()).__module__ == "coverage"
