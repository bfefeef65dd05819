"""Copied and pickled environments continue like the original, and independently of it."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

import gymnasium
import numpy as np
import pyspiel

import matou
import matou.research.open_spiel
from matou.research import pettingzoo as zoo
from matou.research.gymnasium import SingleAgentEnv, Vector, VectorEnv, id_of

cloudpickle = pytest.importorskip("cloudpickle", reason="cloudpickle is not installed")
COPIERS: dict[str, Callable[[Any], Any]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "cloudpickle": lambda thing: pickle.loads(cloudpickle.dumps(thing)),
}
each_copier = pytest.mark.parametrize("copier", COPIERS.values(), ids=COPIERS)
GAME = "catymini"  # compiles fastest


def alike(one: Any, other: Any) -> bool:
    """Returns whether two values are equal, including nested arrays."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    return bool(np.array_equal(one, other))


def first(mask: Any) -> int:
    return int(np.flatnonzero(mask)[0])


def solo_steps(env: Any, mask: Any, count: int) -> tuple[list[Any], Any]:
    found = []
    for _ in range(count):
        result = env.step(first(mask))
        found.append(result)
        mask = result[-1]["action_mask"]
        if result[2]:
            break
    return found, mask


@each_copier
@pytest.mark.parametrize("made", [SingleAgentEnv, gymnasium.make], ids=["class", "by Gymnasium"])
def test_a_solo_environment(copier: Callable[[Any], Any], made: Any) -> None:
    env = SingleAgentEnv(GAME, opponents=2) if made is SingleAgentEnv else made(id_of(GAME))
    _, info = env.reset(seed=5)
    _, mask = solo_steps(env, info["action_mask"], 4)
    twin = copier(env)
    ours, theirs = solo_steps(env, mask, 6)[0], solo_steps(twin, mask, 6)[0]
    assert alike(tuple(ours), tuple(theirs))
    assert alike(env.reset()[0], twin.reset()[0]), "different random numbers after the copy"


@each_copier
def test_a_copy_does_not_share_the_window(copier: Callable[[Any], Any]) -> None:
    env = SingleAgentEnv(GAME)
    env.reset(seed=1)
    env.window = subprocess  # type: ignore[assignment]  # a window holds a module, too
    assert copier(env).window is None
    env.window = None


@each_copier
@pytest.mark.parametrize("made", ["raw_env", "env", "parallel_env"])
def test_agents_of_pettingzoo(copier: Callable[[Any], Any], made: str) -> None:
    env = getattr(getattr(zoo, f"{GAME}_v0"), made)()
    env.reset(seed=3)
    agents = [*env.agents]

    def step(env: Any) -> Any:
        if made == "parallel_env":
            raw = env.aec_env
            mask = raw.observe(raw.agent_selection)["action_mask"]
            return env.step(dict.fromkeys(agents, first(mask)))
        env.step(first(env.observe(env.agent_selection)["action_mask"]))
        return env.last()

    for _ in range(3):
        step(env)
    twin = copier(env)
    for _ in range(5):
        assert alike(tuple(step(env)), tuple(step(twin)))


@each_copier
@pytest.mark.parametrize(("seat", "opponents"), [(None, None), (0, None), (0, 2)])
def test_many_games_at_once(
    copier: Callable[[Any], Any], seat: int | None, opponents: int | None
) -> None:
    env = VectorEnv(GAME, 40 if opponents is None else 4, seat=seat, opponents=opponents, threads=2)
    env.reset(seed=8)
    for _ in range(12):
        env.step(env.sample())
    twin = copier(env)
    for _ in range(30):
        assert alike(env.step(env.sample()), twin.step(twin.sample()))
    before = twin.batch.arrays.states.tobytes()
    env.step(env.sample())
    assert twin.batch.arrays.states.tobytes() == before, "the copy shares memory"
    assert alike(env.reset(), twin.reset()), "different random numbers after the copy"
    env.close()
    twin.close()


@each_copier
def test_vectors_of_games(copier: Callable[[Any], Any]) -> None:
    games = matou.vector(GAME, 30, threads=2)
    games.reset(4)
    games.step(np.full(30, -1))  # illegal
    twin = copier(games)
    assert twin.illegal.all()
    for _ in range(30):
        for one in (games, twin):
            one.step(one.sample())
        for name in ("observations", "masks", "seats", "rewards", "ended", "illegal"):
            assert np.array_equal(getattr(games, name), getattr(twin, name)), name
    assert not np.shares_memory(games.observations, twin.observations)
    wrapped = Vector(GAME, 10)
    wrapped.reset(seed=1)
    other = copier(wrapped)
    actions = wrapped.games.sample()
    assert alike(wrapped.step(actions), other.step(actions))


def test_a_vector_that_cannot_be_copied_says_so() -> None:
    from matou.research.vector import Vector as Base

    class Elsewhere(Base):
        device = "cuda"
        _begin = _step = sample = state = _refused = None  # type: ignore[assignment]

    with pytest.raises(TypeError, match="neither copied nor pickled"):
        copy.deepcopy(Elsewhere(matou.game(GAME), 1, 2))


@each_copier
def test_games_states_and_observers_of_openspiel(copier: Callable[[Any], Any]) -> None:
    game = pyspiel.load_game("matou_clocktowers(players=3,ladder=player)")
    state = game.new_initial_state()
    for _ in range(9):
        state.apply_action(state.legal_actions()[0])
    assert str(copier(game)) == str(game)
    assert type(copier(game)) is type(game)
    twin = copier(state)
    assert (str(twin), twin.history()) == (str(state), state.history())
    observer = game.make_py_observer()
    other = copier(observer)
    for one in (observer, other):
        one.set_from(state, 1)
        assert np.array_equal(np.concatenate([x.ravel() for x in one.dict.values()]), one.tensor)
    assert np.array_equal(observer.tensor, other.tensor)


@pytest.mark.unmeasured
def test_another_process_unpickles_them_without_imports(tmp_path: Path) -> None:
    game = pyspiel.load_game("matou_clocktowers(players=3)")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    env = SingleAgentEnv(GAME)
    env.reset(seed=1)
    path = tmp_path / "pickled"
    path.write_bytes(pickle.dumps((game, state, env, env.table)))
    home = str(Path(matou.__file__).parents[1])
    code = f"""
import pickle, sys
sys.path.insert(0, {home!r})
game, state, env, table = pickle.loads(open({str(path)!r}, "rb").read())
print(game, state.history(), env.table == table, len(table.history))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    expected = f"{game} {state.history()} True {len(env.table.history)}\n"
    assert done.stdout == expected, done.stderr
