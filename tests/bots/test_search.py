"""The search: the same tree interpreted and compiled, by seed, from an observation alone."""

from __future__ import annotations

import random

import pytest
from conformance.support import NATIVE

import matou
from matou.bots import binding
from matou.bots.memory import OnePly, Params, Tree
from matou.bots.search import AT_ONCE
from matou.core.observation import Observation
from matou.kit.linking import CHANCE
from matou.kit.rng import rng_words
from matou.kit.running import BackendName

GAMES = matou.available()

pytestmark = pytest.mark.heavy  # a compiler


def ways(name: str) -> tuple[BackendName, ...]:
    return ("interpreted", "wasm", "native") if name == NATIVE else ("interpreted", "wasm")


def view_of(name: str, seats: int, actions: int, seed: int = 1) -> Observation:
    """What the seat to act knows, after some random play."""
    rng = random.Random(f"{name} {seed}")
    state = matou.game(name).start(seats)
    while len(state.history) < actions or state.actor < 0 or len(state.legal()) < 2:
        state.play(state.sample(rng))
        assert not state.over
    return state.observe(state.actor)


def tree(
    view: Observation,
    iterations: int,
    *,
    seed: int = 7,
    backend: BackendName = "wasm",
    **how: object,
) -> Tree:
    grown = Tree(
        binding.open_backend(view.game, backend),
        view.game.rules,
        view.s,
        view.seats,
        seed,
        nodes=int(str(how.get("nodes", 4000))),
        params=Params(patience=int(str(how.get("patience", 40)))),
    )
    grown.run(iterations)
    return grown


@pytest.mark.parametrize("name", GAMES)
def test_interpreted_and_compiled_search_grow_the_same_tree(name: str) -> None:
    view = view_of(name, matou.game(name).max_seats, 30)
    first, *others = (tree(view, 60, backend=way) for way in ways(name))
    for other in others:
        assert bytes(first.nodes) == bytes(other.nodes)
        assert list(first.totals) == list(other.totals)


@pytest.mark.parametrize("name", GAMES)
def test_a_glance_is_the_same_interpreted_and_compiled(name: str) -> None:
    view = view_of(name, 2, 30)
    assert view.seat is not None
    looks = [
        OnePly(binding.open_backend(view.game, way), view.game.rules, view.s, 2).look(
            view.seat, view.legal(), 3, 5
        )
        for way in ways(name)
    ]
    assert all(look == looks[0] for look in looks)


@pytest.mark.parametrize("name", GAMES)
def test_slices_grow_the_tree_that_one_run_grows(name: str) -> None:
    view = view_of(name, 2, 30)
    whole, sliced = tree(view, 300), tree(view, 100)
    sliced.run(150)
    sliced.run(50)
    assert bytes(whole.nodes) == bytes(sliced.nodes)
    assert sliced.iterations == 300


@pytest.mark.parametrize("name", GAMES)
def test_another_seed_grows_another_tree(name: str) -> None:
    view = view_of(name, 2, 30)
    assert bytes(tree(view, 200, seed=1).nodes) != bytes(tree(view, 200, seed=2).nodes)


@pytest.mark.parametrize("name", GAMES)
def test_every_root_action_is_legal_and_every_visit_is_counted(name: str) -> None:
    view = view_of(name, 2, 30)
    trees = [(tree(view, 500), 0)]
    if view.game.hints is not None and view.game.hints.network is not None:
        asking = tree(view, 500, patience=AT_ONCE, nodes=16_000)
        # A network thinks of all at the first visit, which goes to the best of them.
        trees.append((asking, len(asking.found()) - 1))
    for grown, thought in trees:
        found = grown.found()
        assert {f.action for f in found} <= set(view.legal())
        assert sum(f.visits for f in found) == 500 + thought
        assert all(0 <= f.value <= f.visits for f in found)


@pytest.mark.parametrize("name", GAMES)
def test_a_full_store_of_nodes_stops_growing_and_nothing_else(name: str) -> None:
    view = view_of(name, 2, 30)
    small = tree(view, 500, nodes=60)
    assert small.full
    assert small.iterations == 500


def test_the_search_never_sees_what_its_seat_does_not() -> None:
    """Two games that differ only in a hidden discard give the same tree."""
    games = [matou.game("clocktowers").start(2) for _ in range(2)]
    for state, discard in zip(games, ("xF1m", "xKm"), strict=True):
        for name in ("=R3", "=K", "=F2", discard, "<F", "=F1"):
            state.play(name)
    trees = [tree(state.observe(1), 300) for state in games]
    assert games[0].tobytes() != games[1].tobytes()
    assert bytes(trees[0].nodes) == bytes(trees[1].nodes)


def test_outcomes_come_as_often_as_they_are_likely() -> None:
    """Under an action that is visited a hundred times, a die has fallen evenly, not by luck."""
    view = view_of("chopchop", 2, 30)
    whole = view.imagine(rng_words(1))  # nothing is hidden
    for seed in range(3):
        grown = tree(view, 2000, seed=seed, patience=AT_ONCE, nodes=80_000)
        thrown = 0
        for node in below(grown, 0):
            then = whole.copy()
            then.play(int(grown.nodes[node].action))
            met = {x.action: x.visits for x in map(grown.nodes.__getitem__, below(grown, node))}
            if then.actor != CHANCE or len(then.legal()) > grown.params.narrow:
                continue  # some outcomes share a branch
            visits, total = sum(met.values()), sum(then.weights())
            thrown += visits >= 100
            for outcome, weight in zip(then.legal(), then.weights(), strict=True):
                assert abs(met.get(outcome, 0) - visits * weight / total) < 2.5
        assert thrown


def below(grown: Tree, node: int) -> list[int]:
    """The nodes right below one."""
    found = [int(grown.nodes[node].child)]
    while found[-1] >= 0:
        found.append(int(grown.nodes[found[-1]].sibling))
    return found[:-1]
