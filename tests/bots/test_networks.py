"""The games' networks: inputs, outputs, files, and which levels use them."""

from __future__ import annotations

import random
from array import array
from pathlib import Path
from typing import Any

import pytest

import matou
from labs.training.net import packed
from matou.bots import binding
from matou.bots.levels import level
from matou.bots.memory import Params, Tree
from matou.bots.players import Searcher
from matou.bots.search import AT_ONCE
from matou.core.game import Game, Hints
from matou.core.state import State
from matou.kit import network
from matou.kit.running import BackendName

BACKENDS: tuple[BackendName, ...] = ("interpreted", "wasm")  # native: test_wasm.py
MOST_BYTES = 500_000  # of a game's module, which contains its network
LEARNERS = [g for g in map(matou.game, matou.available()) if g.hints and g.hints.inputs]
GAMES = [g for g in LEARNERS if g.hints and g.hints.network]


def hints_of(game: Game) -> Hints:
    assert game.hints is not None
    return game.hints


def tables(games: list[Game]) -> list[Any]:
    """Returns every number of seats, with the usual options and with others."""
    found = []
    for game in games:
        for seats in range(game.min_seats, game.max_seats + 1):
            rng = random.Random(f"{game.name} {seats}")
            fitting = {
                o.name: rng.choice([v for v in o.values if o.fits is None or o.fits(v, seats)])
                for o in game.options
            }
            # repeats the same lines, and a search is slow when traced
            more = seats > game.min_seats
            marks = [pytest.mark.unmeasured]
            found.append(
                pytest.param(game, seats, id=f"{game.name}-{seats}", marks=marks if more else ())
            )
            found.append(
                pytest.param(
                    game.having(**fitting), seats, id=f"{game.name}-{seats}-other", marks=marks
                )
            )
    return found


def positions(game: Game, seats: int) -> list[State]:
    rng = random.Random(5)
    state = game.start(seats)
    found = []
    while not state.over:
        state.play(state.sample(rng))
        if rng.random() < 0.1:
            found.append(state.copy())
    return found


@pytest.mark.parametrize(("game", "seats"), tables(LEARNERS))
def test_network_inputs_are_distinct_and_use_only_what_a_seat_may_know(
    game: Game, seats: int
) -> None:
    inputs: Any = hints_of(game).inputs
    for state in positions(game, seats):
        for seat in range(seats):
            lists = []
            for s in (state.s, state.observe(seat).s):
                out = [0] * network.ACTIVE
                n = inputs.active_features(s, seat, out)
                assert n <= inputs.MOST <= network.ACTIVE
                lists.append(out[:n])
            assert lists[0] == lists[1]
            assert len({*lists[0]}) == len(lists[0])
            assert min(lists[0]) >= 0
            assert max(lists[0]) < inputs.INPUTS <= network.NUMBERS


@pytest.mark.parametrize(("game", "seats"), tables(GAMES))
def test_network_outputs_are_chances_that_add_up_to_one(game: Game, seats: int) -> None:
    linked: Any = binding.bound(game.rules, game.hints, compile=False)
    memory = network.NetworkMemory()
    parties = 2 if game.team is not None else seats
    for state in positions(game, seats)[::4]:
        for seat in range(seats):
            out = [0.0] * seats
            linked.judge(state.s, seat, out, memory)
            assert all(0 < x < 1 for x in out)
            assert sum(out[:parties]) == pytest.approx(1)
            assert out[parties:] == out[1:2] * (seats - parties)


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.name)
def test_earlier_positions_in_a_networks_memory_do_not_change_its_outputs(game: Game) -> None:
    linked: Any = binding.bound(game.rules, game.hints, compile=False)
    stored: Any = network.NetworkMemory()
    found = positions(game, game.max_seats)
    for state in [*found[:4], *found[1:3], *found[::-5]]:  # forward, back, and far away
        for seat in range(2):
            fresh: Any = network.NetworkMemory()
            for memory in (stored, fresh):
                linked.judge(state.s, seat, [0.0] * game.max_seats, memory)
            assert list(stored.outputs) == list(fresh.outputs)
            assert list(stored.sums) == list(fresh.sums)


@pytest.mark.parametrize(("game", "seats"), tables(GAMES))
def test_a_network_search_gives_the_same_tree_interpreted_and_as_webassembly(
    game: Game, seats: int
) -> None:
    state = next(s for s in positions(game, seats) if s.actor >= 0 and len(s.legal()) > 1)
    view, params = state.observe(state.actor), Params.of(game)
    trees = [
        Tree(
            binding.open_backend(game, backend),
            game.rules,
            view.s,
            seats,
            3,
            nodes=200,
            params=params,
        )
        for backend in BACKENDS
    ]
    for tree in trees:
        tree.run(25)
    assert bytes(trees[0].nodes) == bytes(trees[1].nodes)
    assert list(trees[0].totals) == list(trees[1].totals)


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.name)
def test_a_network_has_the_right_size_and_cannot_overflow(game: Game) -> None:
    hints = hints_of(game)
    inputs: Any = hints.inputs
    assert hints.network is not None
    first, second, third = network.load(hints.network)
    lengths = len(first), len(second), len(third)
    assert lengths == network.lengths(inputs.INPUTS, len(second) // network.SECOND)
    assert binding.module_path(game).stat().st_size <= MOST_BYTES
    # No sum of the second layer can exceed 32 bits, whatever the features.
    for k in range(network.SECOND):
        worst = abs(third[k]) + network.ROOF * sum(map(abs, second[k :: network.SECOND]))
        assert worst < 1 << 31
    assert 127 * (inputs.MOST + 1) < 1 << 15  # nor one of the first layer 16


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.name)
def test_a_network_without_a_file_is_read_from_its_module(game: Game, tmp_path: Path) -> None:
    path = hints_of(game).network
    assert path is not None
    module = binding.module_path(game)
    (tmp_path / "another.wasm").write_bytes(b"no module")
    (tmp_path / module.name).write_bytes(module.read_bytes())
    assert network.load(tmp_path / "network.bin") == network.load(path)


def test_a_network_file_reads_back_and_a_damaged_one_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.bin"
    tables = [array(kind, range(n)) for kind, n in zip("hhi", network.lengths(0, 128), strict=True)]
    tables[0] = array("b", [x % 100 for x in tables[0]])
    path.write_bytes(packed(0, (tables[0], tables[1], tables[2])))
    assert [*network.load(path)] == tables
    whole = path.read_bytes()
    for damaged, why in ((whole[:-1], "cut short"), (b"x" + whole, "no network")):
        path.write_bytes(damaged)
        with pytest.raises(ValueError, match=why):
            network.load(path)
    assert [*map(len, network.load(tmp_path / "left out"))] == [0, 0, 0]


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.name)
def test_levels_4_and_5_use_the_network_and_level_3_does_not(game: Game) -> None:
    for name, patience in (("level3", hints_of(game).patience), ("level4", AT_ONCE)):
        assert Searcher(game, level(name)).params().patience == patience
    assert Searcher(game, level("level5")).params() == Params.of(game)
    limits = [Searcher(game, level(name)).limit for name in ("level4", "level4@800", "level5")]
    # network searches take longer, so fewer iterations by default
    limit = level("level4").by_network
    assert limits == [limit, 800, 0]
    assert limit < level("level4").iterations
    assert Searcher(game, level("level4-plain")).limit == level("level4").iterations
    assert (level("level4").spec, level("level4@800").spec) == ("level4", "level4@800")
    plain = Searcher(game, level("level5-plain")).params()
    assert (plain.patience, plain.explore) == (-1, Params().explore)
