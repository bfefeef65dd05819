"""The benchmark of a growing site: how it distributes the load and adds up its figures."""

from __future__ import annotations

import base64
import random
from typing import Any

import pytest

from labs.bench.scale_load import AT_ONCE, Onlooker, Turns
from labs.bench.site_load import Chair, Cost, Load, Match
from labs.bench.site_server import processor_seconds
from matou.core.registry import find
from matou.kit.linking import CHANCE


class Fake:
    """A table whose moves end when the test calls ``done``."""

    def __init__(self, turns: Turns) -> None:
        self.turns, self.moves, self.is_moving = turns, 0, False

    def move(self) -> None:
        self.is_moving = True

    def done(self) -> None:
        self.is_moving, self.moves = False, self.moves + 1
        self.turns.moved(self)  # type: ignore[arg-type]


async def test_the_number_of_concurrent_moves_does_not_depend_on_the_number_of_tables() -> None:
    for tables in (3, 10, 50):
        turns = Turns(each=4)
        fakes: list[Any] = [Fake(turns) for _ in range(tables)]
        turns.waiting.extend(fakes)
        turns.start()
        while not turns.over.is_set():
            moving = [fake for fake in fakes if fake.is_moving]
            if not turns.ends.is_set():
                assert len(moving) == min(AT_ONCE, tables)
            moving[0].done()
        assert [fake.moves for fake in fakes] == [4] * tables


def test_figures_add_up() -> None:
    total = Cost()
    for _ in range(2):
        total.add(Cost(moves=500, seconds=2.0, cpu=0.1, clients=0.02, bytes=1000))
    assert total.cpu_a_move == pytest.approx(200)
    assert (total.moves, total.seconds, total.bytes) == (1000, 4.0, 2000)
    assert processor_seconds(1) > 0
    assert processor_seconds(2**22 - 1) != processor_seconds(2**22 - 1)  # NaN: no such process


def test_a_client_that_draws_computes_the_legal_actions_itself() -> None:
    game = find("clocktowers")
    state, rng = game.start(), random.Random(3)
    while state.actor == CHANCE:
        state.play(state.sample(rng))
    for seat in range(2):
        record = base64.b64encode(state.observe(seat).tobytes()).decode()
        view = {"seat": seat, "position": {"record": record, "seats": 2}}
        drawing = Match(Load(), random.Random(1), game)
        wanted = [[a] for a in state.legal()] if seat == state.actor else []
        assert drawing.may_do(view) == wanted
        assert drawing.may_do({"legal": [[7, "x"]]}) == [[7, "x"]]  # before it draws itself


async def test_an_onlooker_knows_the_number_of_the_last_view_without_parsing_it() -> None:
    seen: list[int] = []
    page = Onlooker(1, Chair("t", "c"), "plain=0", lambda: seen.append(1))
    page.text(b'[{"t":"view","at":7,"svg":"<g/>"},{"t":"view","at":8}]')
    page.text(b'{"t":"players","players":[]}')
    assert (page.number, len(seen)) == (8, 1)
