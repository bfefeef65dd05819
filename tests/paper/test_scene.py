"""Drawings reuse unchanged parts of the drawing before, and release the others."""

from __future__ import annotations

import gc
import weakref

from matou.core.messages import say
from matou.paper import Scene


class Part(list[str]):
    """A list that can be weakly referenced."""


def one(text: str) -> Part:
    return Part([text])


def two(text: str) -> Part:
    return Part([text, text])


def test_unchanged_parts_are_reused_and_others_redrawn() -> None:
    first = Scene("en")
    drawn = [first.reuse(one, "a"), first.reuse(two, "b"), first.reuse(one, "c")]
    then = Scene("en", first.sheet(1, 1, "Title"))
    again = [then.reuse(one, "a"), then.reuse(one, "b"), then.reuse(one, "d"), then.reuse(two, "e")]
    assert again == [["a"], ["b"], ["d"], ["e", "e"]]
    assert again[0] is drawn[0]


def test_a_drawing_releases_parts_that_it_does_not_reuse() -> None:
    first = Scene("en")
    stays, goes = (weakref.ref(first.reuse(one, text)) for text in "ab")
    then = Scene("en", first.sheet(1, 1, "Title"))
    then.reuse(one, "a")
    then.reuse(one, "c")
    drawn = then.sheet(1, 1, "Title")
    del first, then
    gc.collect()
    assert len(drawn.cached) == 2
    assert stays() is not None
    assert goes() is None


def test_messages_in_a_drawing_are_in_its_language() -> None:
    assert [Scene(lang).text(say("Seat {n}", n=1)) for lang in ("en", "fr")] == [
        "Seat 1",
        "Place 1",
    ]
