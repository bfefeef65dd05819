"""What coverage measures: a test that is not to be measured runs at full speed."""

from __future__ import annotations

import sys

import pytest


@pytest.mark.unmeasured
def test_what_is_not_measured_is_not_traced() -> None:
    assert type(sys.gettrace()).__module__ != "coverage"
