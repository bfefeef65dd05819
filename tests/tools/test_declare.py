"""``tools/declare.py`` writes TypeScript declarations of the messages that pages receive."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import declare
import pytest

from matou.play.protocol.fields import optional, remembered

pytestmark = pytest.mark.unmeasured  # tests of a tool: no package is measured


class Pair(NamedTuple):
    """Two."""

    first: int
    second: str | None


@dataclass(kw_only=True)
class Base:
    """A base."""

    t: Literal["base"] = "base"


@dataclass(kw_only=True)
class Derived(Base):
    """Derived."""

    pairs: dict[str, list[Pair | None]]
    some: tuple[int, Any] = optional()
    known: bool = remembered()


def test_the_declarations_are_up_to_date() -> None:
    assert declare.PAGE.read_text(encoding="utf-8") == declare.written(), "python tools/declare.py"


def test_optional_fields_are_marked_and_inherited_ones_not_repeated() -> None:
    assert (
        declare.tuple_of(Pair)
        == "/** Two. */\ntype Pair = [first: number, second: string | null];\n"
    )
    assert declare.interface_of(Base) == '/** A base. */\ninterface Base {\n  t: "base";\n}\n'
    assert declare.interface_of(Derived) == (
        "/** Derived. */\ninterface Derived extends Base {\n"
        "  pairs: Record<string, (Pair | null)[]>;\n"
        "  some?: [number, unknown];\n"
        "  known: boolean;\n}\n"
    )
