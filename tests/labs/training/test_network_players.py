"""Bots with a network from a file: by search, or one action ahead."""

from __future__ import annotations

import copy
import pickle
import random
from pathlib import Path
from typing import Any

import pytest

import matou
from labs.training import network_players, network_rules
from matou.arena import Match, players
from matou.bots import binding, plain
from matou.bots.players import make
from matou.core.game import linked
from matou.core.observation import Observation
from matou.core.refusals import BadChoice
from matou.kit import network
from matou.kit.linking import link

pytest.importorskip("numba")


def decisions(name: str, n: int) -> list[Observation]:
    """Returns positions of a random game with more than one legal action."""
    state, rng = matou.game(name).start(2), random.Random(3)
    found: list[Observation] = []
    while len(found) < n:
        if state.actor >= 0 and len(state.legal()) > 1 and rng.random() < 0.3:
            found.append(state.observe(state.actor))
        state.play(state.sample(rng))
    return found


@pytest.mark.parametrize("name", ["chopchop", "clocktowers"])  # with teams, and without
def test_the_games_network_read_from_a_file_gives_the_same_chances(name: str) -> None:
    game = matou.game(name)
    hints: Any = game.hints
    known = linked(game.rules, compile=False)
    for template in (plain, hints.rules, hints.inputs, network_rules):
        known = link(template, base=known, compile=False)
    read = network_players.read(game, hints.network)
    wide = len(network.load(hints.network)[1]) // network.SECOND
    memory = network_rules.memory_of(hints.inputs.INPUTS, wide).from_buffer_copy(read.tobytes())
    own = binding.bound(game.rules, hints, compile=False)
    for view in decisions(name, 3):
        said, says = [0.0] * view.seats, [0.0] * view.seats
        own.judge(view.s, view.seat, said, network.NetworkMemory())
        known.judge(view.s, view.seat, says, memory)
        assert says == said


# One game only, because compiling a search is slow.
@pytest.mark.heavy
def test_with_the_games_network_it_searches_exactly_as_level_5() -> None:
    name = "clocktowers"
    game = matou.game(name)
    assert game.hints is not None
    assert game.hints.network is not None
    mine = players.seat(game, network_players.searching(game.hints.network, 60), seed=5)
    level5 = make(game, "level5@60", seed=5)
    for view in decisions(name, 3):
        assert mine.consider(view) == level5.consider(view)


@pytest.mark.heavy
def test_one_action_ahead_it_takes_the_networks_best_action() -> None:
    game = matou.game("clocktowers")
    assert game.hints is not None
    assert game.hints.network is not None
    mine = players.seat(game, network_players.ahead(game.hints.network), seed=5)
    assert isinstance(mine, network_players.Ahead)
    assert copy.deepcopy(mine) == pickle.loads(pickle.dumps(mine)) == mine
    for view in decisions("clocktowers", 3):
        assert view.seat is not None
        chances = mine.chances(view, view.legal())
        assert 0 <= min(chances) < max(chances) <= 1
        assert chances[view.legal().index(mine.choose(view))] == max(chances)


def test_a_bad_network_or_limit_is_refused_with_a_sentence(tmp_path: Path) -> None:
    game, other = matou.game("clocktowers"), matou.game("chopchop")
    assert other.hints is not None
    (tmp_path / "cut.network").write_bytes(b"matou network 1\n")
    for path in (tmp_path / "missing.network", tmp_path / "cut.network", other.hints.network):
        assert path is not None
        with pytest.raises(BadChoice, match="not a network for clocktowers"):
            Match.of(game, [network_players.ahead(path), "random"])
    for file in ("some.network", "some.network@0", "@20"):
        with pytest.raises(BadChoice, match="1 to 10"):
            Match.of(game, [f"labs.training.network_players:ByNetwork:{file}", "random"])


def test_the_bots_name_has_no_folder(tmp_path: Path) -> None:
    game = matou.game("clocktowers")
    assert game.network is not None
    path = tmp_path / "a@b" / "clocktowers-3f.network"
    path.parent.mkdir()
    path.write_bytes(game.network.read_bytes())
    named = [network_players.searching(path, 20), network_players.ahead(path)]
    match = Match.of(game, named)
    assert match.bots == tuple(named)
    assert match.names == ("search:clocktowers-3f@20", "ahead:clocktowers-3f")
