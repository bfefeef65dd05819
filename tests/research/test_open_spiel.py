"""The games in OpenSpiel: OpenSpiel's tests pass on them, and its bots play them."""

from __future__ import annotations

import copy
import itertools
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

import numpy as np
import pyspiel
from conformance.support import TABLES, Table, positions
from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

import matou
from matou.core.registry import find, names
from matou.kit.layout import clone
from matou.research import open_spiel as adapter, rivals
from matou.research.observations import encoder_of, line

GAMES = names()
SECRETIVE = [name for name in GAMES if find(name).hindsight is not None]


def settings() -> Iterator[str]:
    """Yields every game, player count and option value, as OpenSpiel's names."""
    for name in GAMES:
        game = find(name)
        for seats in range(game.min_seats, game.max_seats + 1):
            yield f"matou_{name}(players={seats})"
            for option in game.options:
                for value in option.values:
                    fits = option.fits is None or option.fits(value, seats)
                    if fits and value != option.for_seats(seats):
                        yield f"matou_{name}(players={seats},{option.name}={value})"


def at_random(game: Any, rng: random.Random, actions: int = 10_000) -> Any:
    """A state some random actions into a game."""
    state = game.new_initial_state()
    for _ in range(actions):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.heavy
@pytest.mark.parametrize("name", GAMES)
def test_random_sim_test_passes_for_every_player_count_and_option(
    name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    for table in TABLES:
        if table.name == name:
            chosen = "".join(f",{option}={value}" for option, value in table.options)
            game = pyspiel.load_game(f"matou_{name}(players={table.seats}{chosen})")
            # With serialize=True it does everything that it does without, and more.
            pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
            capfd.readouterr()


def test_every_option_value_is_accepted_and_survives_serialization() -> None:
    for text in settings():
        state = pyspiel.load_game(text).new_initial_state()
        table = pyspiel.load_game(str(state.get_game())).new_initial_state().table
        asked = dict(part.split("=") for part in text[text.index("(") + 1 : -1].split(","))
        assert table.s.seats == int(asked.pop("players"))
        settled = table.game.settings(table.s.seats)
        assert {option: str(settled[option]) for option in asked} == asked


@pytest.mark.heavy
@pytest.mark.parametrize("name", GAMES)
def test_the_api_holds_on_a_partial_tree(name: str) -> None:
    """Runs OpenSpiel's EnforceAPIOnPartialTreeBase."""
    import unittest

    api_test = pytest.importorskip("open_spiel.integration_tests.api_test")
    body = {"game_name": f"matou_{name}", "game": pyspiel.load_game(f"matou_{name}")}
    case = type(f"Enforce_{name}", (api_test.EnforceAPIOnPartialTreeBase,), body)
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(case)
    assert suite.countTestCases() >= 4
    result = unittest.TestResult()
    suite.run(result)
    assert not result.errors + result.failures, (result.errors + result.failures)[0][1]


@pytest.mark.heavy
@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_replays_to_the_same_text(name: str) -> None:
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    text = generate_playthrough.playthrough(f"matou_{name}", None, seed=7)
    actions = [int(a) for a in re.findall(r"^action: (\d+)$", text, re.M)]
    assert len(actions) > 30
    assert f'"matou_{name}"' in text
    assert "Returns() = [" in text
    assert generate_playthrough.playthrough(f"matou_{name}", actions, seed=8) == text


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_game_is_the_same_game(name: str) -> None:
    """Compares actors, actions, names, weights and results, action by action."""
    rng = random.Random(3)
    ours = matou.game(name).start(2)
    theirs = pyspiel.load_game(f"matou_{name}").new_initial_state()
    while not ours.over:
        legal = ours.legal()
        assert theirs.legal_actions() == legal
        assert [theirs.action_to_string(a) for a in legal[:5]] == [ours.name(a) for a in legal[:5]]
        if ours.actor == matou.CHANCE:
            assert theirs.is_chance_node()
            total = sum(ours.weights())
            chances = [w / total for w in ours.weights()]
            assert [p for _, p in theirs.chance_outcomes()] == pytest.approx(chances)
        else:
            assert theirs.current_player() == ours.actor
        action = rng.choice(legal)
        ours.play(action)
        theirs.apply_action(action)
    assert theirs.is_terminal()
    assert theirs.returns() == ours.returns
    assert theirs.table.s.seats == 2
    assert bytes(theirs.table.s) == ours.tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_a_clone_is_independent_and_copies_no_python_objects(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = pyspiel.load_game(f"matou_{name}")
    state = at_random(game, random.Random(5), 30)
    before, story = bytes(state.table.s), state.history_str()
    copied: list[object] = []
    deep = copy.deepcopy

    def watched(x: object, *rest: Any) -> Any:
        copied.append(x)
        return deep(x, *rest)

    monkeypatch.setattr(copy, "deepcopy", watched)
    twin = state.clone()
    assert [type(x) for x in copied] == [adapter.Table]  # only Table, which copies itself
    assert twin.table is not state.table
    assert twin.table.step is state.table.step
    assert bytes(twin.table.s) == before
    twin.apply_action(twin.legal_actions()[0])
    assert bytes(state.table.s) == before
    assert state.history_str() == story


@pytest.mark.parametrize("name", GAMES)
def test_a_state_comes_back_from_its_text(name: str) -> None:
    game = pyspiel.load_game(f"matou_{name}(players=3)")
    state = at_random(game, random.Random(6), 40)
    text = pyspiel.serialize_game_and_state(game, state)
    game2, state2 = pyspiel.deserialize_game_and_state(text)
    assert str(game2) == str(game)
    assert state2.history() == state.history()
    assert bytes(state2.table.s) == bytes(state.table.s)
    assert state2.information_state_string(1) == state.information_state_string(1)


@pytest.mark.parametrize("name", GAMES)
def test_observers_show_exactly_what_a_seat_may_know(name: str) -> None:
    """Tensors of the whole record and of the seat's observation are equal."""
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game(f"matou_{name}(players=3)")
    plain = find(name)
    kinds = {
        "both": pyspiel.IIGObservationType(perfect_recall=False),
        "public": pyspiel.IIGObservationType(
            perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
        ),
        "private": pyspiel.IIGObservationType(
            perfect_recall=False,
            public_info=False,
            private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER,
        ),
    }
    seen = {key: make_observation(game, kind) for key, kind in kinds.items()}
    parts = {p.name for p in encoder_of(plain).PARTS}
    assert set(seen["both"].dict) == parts
    assert set(seen["public"].dict).isdisjoint(seen["private"].dict)
    assert set(seen["public"].dict) | set(seen["private"].dict) == parts
    rng = random.Random(9)
    for _ in range(6):
        state = at_random(game, rng, rng.randrange(10, 90))
        for seat in range(3):
            own = clone(state.table.s)
            plain.rules.observe(own, seat)
            seen["both"].set_from(state, seat)
            assert np.array_equal(seen["both"].tensor, line(plain, own, seat))
            assert seen["both"].string_from(state, seat) == adapter.fields(own)
            public = seen["public"].string_from(state, seat)
            assert public == seen["public"].string_from(state, (seat + 1) % 3)


@pytest.mark.parametrize("name", SECRETIVE)
def test_a_resampled_state_looks_the_same_to_its_seat(name: str) -> None:
    rng = random.Random(11)
    differ = 0
    for seats in (2, 3):
        game = pyspiel.load_game(f"matou_{name}(players={seats})")
        for _ in range(8):
            state = at_random(game, rng, rng.randrange(20, 70))
            if state.is_chance_node() or state.is_terminal():
                continue
            seat = state.current_player()
            world = state.resample_from_infostate(seat, rng.random)
            assert world.information_state_string(seat) == state.information_state_string(seat)
            assert world.observation_string(seat) == state.observation_string(seat)
            assert world.legal_actions() == state.legal_actions()
            assert len(world.history()) == len(state.history())
            differ += world.history() != state.history()
    assert differ > 0  # it does not just return the true state


@pytest.mark.parametrize("name", SECRETIVE)
def test_hindsight_gives_a_history_that_leads_to_the_imagined_record(name: str) -> None:
    from matou.kit.rng import rng_words

    rng = random.Random(12)
    loaded = pyspiel.load_game(f"matou_{name}(players=4)")
    state = matou.game(name).start(4)
    while not state.over:
        if state.actor >= 0 and rng.random() < 0.2:
            view = state.observe(state.actor)
            world = view.imagine(rng_words(rng.getrandbits(40)))
            found = loaded.retold(world.s, [seen.action for seen in view.log])
            assert bytes(found.table.s) == world.tobytes()
        state.play(state.sample(rng) if state.actor < 0 else rng.choice(state.legal()))


@pytest.mark.parametrize("name", GAMES)
def test_only_games_with_secrets_have_imperfect_information(name: str) -> None:
    state = matou.game(name).start(3)
    rng = random.Random(1)
    while not state.over:
        state.play(state.sample(rng) if state.actor < 0 else rng.choice(state.legal()))
    has_secrets = any(entry.secret is not None for entry in state.history)
    kind = pyspiel.load_game(f"matou_{name}").get_type()
    assert (kind.information == kind.Information.IMPERFECT_INFORMATION) == has_secrets
    assert kind.utility == kind.Utility.CONSTANT_SUM  # with two players
    assert kind.chance_mode == kind.ChanceMode.EXPLICIT_STOCHASTIC


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("name", "kind"),
    [*itertools.product(GAMES, ["mcts"]), *itertools.product(SECRETIVE, ["ismcts"])],
)
def test_openspiels_bots_play_whole_games(name: str, kind: str) -> None:
    game = pyspiel.load_game(f"matou_{name}")
    bots = [rivals.rival(game, kind, simulations=2, seconds=0, seed=seat) for seat in range(2)]
    state = game.new_initial_state()
    rng = random.Random(2)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(int(bots[state.current_player()].step(state)))
    assert sum(state.returns()) == pytest.approx(1)


@pytest.mark.parametrize("spec", ["openspiel:mcts@0.05s", "openspiel:ismcts@4"])
def test_a_rival_plays_on_our_state_within_its_limit(spec: str) -> None:
    game = matou.game("clocktowers", ladder="player")
    bot = rivals.Rival(game, spec, seed=3)
    state = game.start(3)
    rng = random.Random(4)
    decisions = 0
    while decisions < 12:
        if state.actor < 0:
            state.play(state.sample(rng))
            continue
        view = state.observe(state.actor)
        action = bot.choose(view)  # would never return without its limit
        assert action in state.legal()
        if spec.endswith("@4") and len(state.legal()) > 1:
            assert bot.bot.clock.simulations == 4
        state.play(action)
        decisions += 1


def test_is_mcts_is_refused_for_games_without_secrets() -> None:
    with pytest.raises(matou.BadChoice, match="plays only games with hidden information"):
        rivals.Rival(find("chopchop"), "openspiel:ismcts")
    with pytest.raises(matou.BadChoice, match="unknown bot"):
        rivals.Rival(find("chopchop"), "openspiel:alphazero")


@pytest.mark.parametrize("name", GAMES)
def test_two_player_games_are_constant_sum_or_on_request_zero_sum(name: str) -> None:
    utility = pyspiel.GameType.Utility
    kinds = {
        "players=2": (utility.CONSTANT_SUM, 1.0),
        "players=2,zero_sum=true": (utility.ZERO_SUM, 0.0),
        "players=3": (utility.GENERAL_SUM, None),
    }
    for params, (kind, total) in kinds.items():
        game = pyspiel.load_game(f"matou_{name}({params})")
        assert game.get_type().utility == kind
        assert pyspiel.load_game(str(game)).get_type().utility == kind
        if total is None:
            continue
        assert game.utility_sum() == total
        for seed in range(3):
            state = at_random(game, random.Random(seed))
            assert sum(state.returns()) == total
            assert game.min_utility() <= min(state.returns())
            assert copy.deepcopy(state).returns() == state.returns()
    with pytest.raises(ValueError, match="zero_sum is for two players, not 3"):
        pyspiel.load_game(f"matou_{name}(players=3,zero_sum=true)")


def test_openspiels_checks_pass_with_zero_sum(capfd: pytest.CaptureFixture[str]) -> None:
    game = pyspiel.load_game("matou_catymini(zero_sum=true)")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    capfd.readouterr()


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_games_where_every_seat_sees_the_whole_record_have_perfect_information(
    table: Table,
) -> None:
    kind = pyspiel.load_game(f"matou_{table.name}").get_type()
    hidden = False
    for state in positions(table, 8, every=5):
        hidden |= any(
            state.observe(seat).tobytes() != state.tobytes() for seat in range(table.seats)
        )
    assert hidden == (kind.information == kind.Information.IMPERFECT_INFORMATION)


def test_a_solver_accepts_only_perfect_information_and_texts_identify_states() -> None:
    for name in GAMES:
        named = f"matou_{name}(zero_sum=true)"
        if name in SECRETIVE:
            with pytest.raises(AssertionError):
                MinimaxSolver(named)
            continue
        assert MinimaxSolver(named)
        texts, records = set(), set()
        rng = random.Random(5)
        for _ in range(4):
            state = pyspiel.load_game(named).new_initial_state()
            while not state.is_terminal():
                texts.add(str(state))
                records.add(bytes(state.table.s))
                state.apply_action(rng.choice(state.legal_actions()))
        assert len(texts) == len(records)


def test_an_information_state_lists_every_action_as_its_player_saw_it() -> None:
    for name in GAMES:
        state = at_random(pyspiel.load_game(f"matou_{name}"), random.Random(3), 40)
        ours = matou.game(name).start(2)
        for action in state.history():
            ours.play(action)
        for seat in range(2):
            seen = " ".join(entry.name for entry in ours.observe(seat).log)
            assert state.information_state_string(seat) == f"seat {seat}: {seen}"


@pytest.mark.parametrize("name", names())
def test_our_observation_tensor_equals_openspiels(name: str) -> None:
    state = pyspiel.load_game(f"matou_{name}").new_initial_state()
    for turn in range(12):
        if not state.is_chance_node():
            for player in range(2):
                theirs = pyspiel.State.observation_tensor(state, player)
                assert state.observation_tensor(player) == theirs
        state.apply_action(state.legal_actions()[turn % len(state.legal_actions())])
    with pytest.raises(pyspiel.SpielError, match="num_players"):
        state.observation_tensor(5)
