"""``tools/declare.py`` tells the page's scripts what a page is sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import declare
import pytest

from matou.play.protocol.fields import optional, remembered

pytestmark = pytest.mark.unmeasured  # a tool's tests: no room is run


class Pair(NamedTuple):
    """Two."""

    first: int
    second: str | None


@dataclass(kw_only=True)
class Base:
    """A base."""

    t: Literal["base"] = "base"


@dataclass(kw_only=True)
class Told(Base):
    """Told."""

    pairs: dict[str, list[Pair | None]]
    some: tuple[int, Any] = optional()
    known: bool = remembered()


def test_declarations_are_up_to_date() -> None:
    assert declare.PAGE.read_text(encoding="utf-8") == declare.written(), "python tools/declare.py"


def test_fields_that_may_be_missing_are_marked_and_inherited_ones_not_repeated() -> None:
    assert (
        declare.tuple_of(Pair)
        == "/** Two. */\ntype Pair = [first: number, second: string | null];\n"
    )
    assert declare.interface_of(Base) == '/** A base. */\ninterface Base {\n  t: "base";\n}\n'
    assert declare.interface_of(Told) == (
        "/** Told. */\ninterface Told extends Base {\n"
        "  pairs: Record<string, (Pair | null)[]>;\n"
        "  some?: [number, unknown];\n"
        "  known: boolean;\n}\n"
    )
