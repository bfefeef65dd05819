"""The search: the same tree on every backend, repeatable by seed, from an observation alone."""

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

pytestmark = pytest.mark.heavy  # needs a compiler


def backends(name: str) -> tuple[BackendName, ...]:
    return ("interpreted", "wasm", "native") if name == NATIVE else ("interpreted", "wasm")


def view_of(name: str, seats: int, actions: int, seed: int = 1) -> Observation:
    """Returns what the seat to act may know after some random play."""
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
def test_the_search_gives_the_same_tree_on_every_backend(name: str) -> None:
    view = view_of(name, matou.game(name).max_seats, 30)
    first, *others = (tree(view, 60, backend=backend) for backend in backends(name))
    for other in others:
        assert bytes(first.nodes) == bytes(other.nodes)
        assert list(first.totals) == list(other.totals)


@pytest.mark.parametrize("name", GAMES)
def test_looking_one_ply_ahead_gives_the_same_values_on_every_backend(name: str) -> None:
    view = view_of(name, 2, 30)
    assert view.seat is not None
    looks = [
        OnePly(binding.open_backend(view.game, backend), view.game.rules, view.s, 2).look(
            view.seat, view.legal(), 3, 5
        )
        for backend in backends(name)
    ]
    assert all(look == looks[0] for look in looks)


@pytest.mark.parametrize("name", GAMES)
def test_a_search_in_slices_gives_the_same_tree_as_one_run(name: str) -> None:
    view = view_of(name, 2, 30)
    whole, sliced = tree(view, 300), tree(view, 100)
    sliced.run(150)
    sliced.run(50)
    assert bytes(whole.nodes) == bytes(sliced.nodes)
    assert sliced.iterations == 300


@pytest.mark.parametrize("name", GAMES)
def test_another_seed_gives_another_tree(name: str) -> None:
    view = view_of(name, 2, 30)
    assert bytes(tree(view, 200, seed=1).nodes) != bytes(tree(view, 200, seed=2).nodes)


@pytest.mark.parametrize("name", GAMES)
def test_every_root_action_is_legal_and_every_visit_is_counted(name: str) -> None:
    view = view_of(name, 2, 30)
    trees = [(tree(view, 500), 0)]
    if view.game.hints is not None and view.game.hints.network is not None:
        asking = tree(view, 500, patience=AT_ONCE, nodes=16_000)
        # At its first visit the network evaluates all actions, which counts as visits of the best
        # one.
        trees.append((asking, len(asking.found()) - 1))
    for grown, thought in trees:
        found = grown.found()
        assert {f.action for f in found} <= set(view.legal())
        assert sum(f.visits for f in found) == 500 + thought
        assert all(0 <= f.value <= f.visits for f in found)


@pytest.mark.parametrize("name", GAMES)
def test_a_search_with_a_full_tree_continues_without_new_nodes(name: str) -> None:
    view = view_of(name, 2, 30)
    small = tree(view, 500, nodes=60)
    assert small.full
    assert small.iterations == 500


def test_hidden_information_does_not_change_a_search() -> None:
    """Two games that differ only in a hidden discard give the same tree."""
    games = [matou.game("clocktowers").start(2) for _ in range(2)]
    for state, discard in zip(games, ("xF1m", "xKm"), strict=True):
        for name in ("=R3", "=K", "=F2", discard, "<F", "=F1"):
            state.play(name)
    trees = [tree(state.observe(1), 300) for state in games]
    assert games[0].tobytes() != games[1].tobytes()
    assert bytes(trees[0].nodes) == bytes(trees[1].nodes)


def test_the_search_samples_outcomes_in_proportion_to_their_weights() -> None:
    """Under an action with a hundred visits, outcomes are evenly spread, not random."""
    view = view_of("chopchop", 2, 30)
    whole = view.imagine(rng_words(1))  # nothing is hidden
    for seed in range(3):
        grown = tree(view, 2000, seed=seed, patience=AT_ONCE, nodes=80_000)
        checked = 0
        for node in children(grown, 0):
            after = whole.copy()
            after.play(int(grown.nodes[node].action))
            met = {x.action: x.visits for x in map(grown.nodes.__getitem__, children(grown, node))}
            if after.actor != CHANCE or len(after.legal()) > grown.params.narrow:
                continue  # some outcomes share a branch
            visits, total = sum(met.values()), sum(after.weights())
            checked += visits >= 100
            for outcome, weight in zip(after.legal(), after.weights(), strict=True):
                assert abs(met.get(outcome, 0) - visits * weight / total) < 2.5
        assert checked


def children(grown: Tree, node: int) -> list[int]:
    """Returns the children of a node."""
    found = [int(grown.nodes[node].child)]
    while found[-1] >= 0:
        found.append(int(grown.nodes[found[-1]].sibling))
    return found[:-1]
