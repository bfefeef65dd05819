"""What a drawing takes over from the one before it, and what it does not keep."""

from __future__ import annotations

import gc
import weakref

from matou.paper import Scene


class Part(list[str]):
    """A list that can be watched."""


def one(text: str) -> Part:
    return Part([text])


def two(text: str) -> Part:
    return Part([text, text])


def test_what_shows_the_same_is_the_very_same_and_everything_else_is_drawn() -> None:
    first = Scene("en")
    drawn = [first.keep(one, "a"), first.keep(two, "b"), first.keep(one, "c")]
    then = Scene("en", first.sheet(1, 1, "Title"))
    again = [then.keep(one, "a"), then.keep(one, "b"), then.keep(one, "d"), then.keep(two, "e")]
    assert again == [["a"], ["b"], ["d"], ["e", "e"]]
    assert again[0] is drawn[0]


def test_a_drawing_keeps_nothing_of_the_one_before_but_what_it_took_over() -> None:
    first = Scene("en")
    stays, goes = (weakref.ref(first.keep(one, text)) for text in "ab")
    then = Scene("en", first.sheet(1, 1, "Title"))
    then.keep(one, "a")
    then.keep(one, "c")
    drawn = then.sheet(1, 1, "Title")
    del first, then
    gc.collect()
    assert len(drawn.corners) == 2
    assert stays() is not None
    assert goes() is None
