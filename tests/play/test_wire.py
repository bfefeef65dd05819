"""Drawings are sent to pages shortened, and restored there exactly."""

from __future__ import annotations

import json
import random

import pytest
from web.drawn import Drawn

import matou
from matou.paper.symbols import symbol
from matou.play.protocol.fields import to_json
from matou.play.protocol.messages import Sent
from matou.play.wire import PageCopy, difference, named, shortened


@pytest.mark.parametrize("game", matou.available())
def test_a_symbol_is_sent_once_and_then_only_named(game: str) -> None:
    state, rng = matou.game(game).start(2), random.Random(7)
    page, drawn = PageCopy(), Drawn()
    sent = whole = 0
    for _ in range(25):
        while state.actor == matou.CHANCE:
            state.play(state.sample(rng))
        sheet = state.observe(0).sheet(names=["<s k='x'/>", '<s k="y"/>'])
        sent_now = Sent()
        page.write(sheet, sent_now)
        result = json.loads(to_json(sent_now))
        assert not drawn.runs.keys() & result.get("symbols", {}).keys(), "sent twice"
        assert drawn.take(result) == sheet.parts
        sent += len(json.dumps(result))
        whole += sum(map(len, sheet.parts))
        if state.over:
            break
        state.play(state.sample(rng))
    assert sent < whole / 3


def test_a_symbols_name_depends_on_its_content_alone() -> None:
    """A counter would reveal to a page how much others were shown before."""
    run = f'<path d="M{"1 2 " * 60}Z"/>'
    part = f'<g id="a">{run}</g>'
    before = shortened(part)
    shortened.cache_clear()
    named.cache_clear()
    symbol.cache_clear()
    shortened(part.replace("1", "3"))
    assert shortened(part) == before
    short, names, ((name, whole),) = before
    assert names == {name}
    assert (short, whole) == (f'<g id="a"><s k="{name}"/></g>', run)


def test_differences_rebuild_a_drawing_even_with_equal_parts() -> None:
    rng = random.Random(1)
    for _ in range(2000):
        old = rng.choices("abcd", k=rng.randrange(1, 9))
        new = old[: rng.randrange(len(old))] + rng.choices("abcd", k=rng.randrange(5))
        made = list(old)
        for place, gone, coming in reversed(difference(old, new)):
            made[place : place + gone] = coming
        assert made == new
