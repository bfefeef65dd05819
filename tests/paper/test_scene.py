"""What a drawing takes over from the one before it, and what it does not keep."""

from __future__ import annotations

import gc
import weakref

from matou.core.messages import say
from matou.paper import Scene


class Part(list[str]):
    """A list that can be watched."""


def one(text: str) -> Part:
    return Part([text])


def two(text: str) -> Part:
    return Part([text, text])


def test_what_shows_the_same_is_the_very_same_and_everything_else_is_drawn() -> None:
    first = Scene("en")
    drawn = [first.reuse(one, "a"), first.reuse(two, "b"), first.reuse(one, "c")]
    then = Scene("en", first.sheet(1, 1, "Title"))
    again = [then.reuse(one, "a"), then.reuse(one, "b"), then.reuse(one, "d"), then.reuse(two, "e")]
    assert again == [["a"], ["b"], ["d"], ["e", "e"]]
    assert again[0] is drawn[0]


def test_a_drawing_keeps_nothing_of_the_one_before_but_what_it_took_over() -> None:
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


def test_a_drawing_says_messages_in_its_language() -> None:
    assert [Scene(lang).text(say("Seat {n}", n=1)) for lang in ("en", "fr")] == [
        "Seat 1",
        "Place 1",
    ]
