"""The vector environment: the same games on any device and in any batch, and clear refusals."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conformance.support import NATIVE

import matou
from matou.bots import binding
from matou.core import modules
from matou.core.game import Game
from matou.kit.layout import as_bytes, clone
from matou.kit.rng import WORDS, rng_words
from matou.kit.warning import warn_once
from matou.kit.wasm import BadModule
from matou.research import backends
from matou.research.backends import Unavailable
from matou.research.observations import line
from matou.research.vector import Vector

ON_GPU: dict[str, Any] = json.loads((Path(__file__).parents[1] / "data/gpu.json").read_text())
ARRAYS = ("observations", "masks", "seats", "rewards", "ended", "illegal")


def on_gpu(name: str) -> Any:
    if name not in ON_GPU["games"]:
        pytest.skip(f"no GPU has played {name} yet: tools/gpu_results.py")
    return ON_GPU["games"][name]


each_game = pytest.mark.parametrize("name", matou.available())


def digest_of(env: Vector, steps: int) -> str:
    """Returns a hash of all arrays of some steps, with some illegal actions."""
    env.reset(seed=5)
    digest = hashlib.sha256()
    for _ in range(steps):
        actions = env.sample().copy()
        actions[::97] += 1
        env.step(actions)
        for array in ARRAYS:
            digest.update(getattr(env, array).tobytes())
    return digest.hexdigest()


@each_game
def test_steps_on_a_gpu_gave_the_arrays_that_webassembly_gives(name: str) -> None:
    stored = on_gpu(name)["steps"]
    assert digest_of(matou.vector(name, n=stored["games"]), stored["steps"]) == stored["arrays"]


@each_game
def test_interpreted_steps_give_the_same_arrays(name: str) -> None:
    game = matou.game(name)
    each = [
        digest_of(matou.vector(game, n=100, backend=backend, seats=game.max_seats), 25)
        for backend in ("wasm", "interpreted")
    ]
    assert each[0] == each[1]


# One game is enough: test_compiled compares numba with the interpreted rules in every game.
@pytest.mark.heavy
def test_native_steps_give_the_same_arrays_on_any_number_of_threads() -> None:
    each = {
        digest_of(matou.vector(NATIVE, n=200, backend=backend, threads=threads), 100)
        for backend in ("wasm", "native")
        for threads in (1, 3)
    }
    assert len(each) == 1


def test_the_gpu_run_compared_imagined_worlds_in_the_games_with_secrets() -> None:
    """In the other two games, hidden pieces are drawn only when they are revealed."""
    shown = {name: stored["other worlds shown alike"] for name, stored in ON_GPU["games"].items()}
    assert {name for name, worlds in shown.items() if worlds > 1000} == {"catymini", "clocktowers"}


def rows(env: Vector) -> list[bytes]:
    return [b"".join(getattr(env, a)[g].tobytes() for a in ARRAYS) for g in range(3)]


@each_game
def test_the_games_do_not_depend_on_the_size_of_the_batch(name: str) -> None:
    few, many = matou.vector(name, n=3), matou.vector(name, n=100, threads=2)
    few.reset(seed=7)
    many.reset(seed=7)
    for _ in range(150):
        assert rows(few) == rows(many)
        few.step(few.sample())
        many.step(many.sample())
    few.reset(seed=8)
    many.reset(seed=7)
    for _ in range(20):
        few.step(few.sample())
        many.step(many.sample())
    assert rows(few) != rows(many), "another seed gives the same games"


def parts_of(env: Any) -> list[list[bytes]]:
    """Returns the states and the random number generators of all games, as a pickle has them."""
    contents = env.__reduce__()[2][0]
    found = [contents[name] for name in ("states", "luck")]
    sizes = [len(part) // env.n for part in found]
    return [
        [part[i : i + size] for i in range(0, len(part), size)]
        for part, size in zip(found, sizes, strict=True)
    ]


@each_game
def test_rows_depend_only_on_what_the_seat_to_act_knows(name: str) -> None:
    """The interpreted rules give the same row for an imagined world that fits its observation."""
    env: Any = matou.vector(name, n=40, seats=matou.game(name).max_seats)
    env.reset(seed=2)
    game, rules = env.game, env.game.rules
    others = 0
    for turn in range(60):
        env.step(env.sample())
        for g in range(0, 40, 7):
            true = env.state(g).s
            s, seat = clone(true), rules.actor(true)
            rules.observe(s, seat)
            rules.imagine(s, rng_words(turn * 40 + g))
            others += as_bytes(s) != as_bytes(true)
            line = np.zeros(env.observations.shape[1], np.int8)
            game.encode.encode(s, seat, line)
            out, weights = [0] * rules.MAX_LEGAL, [0] * rules.MAX_LEGAL
            legal = sorted(out[: rules.legal(s, out, weights)])
            assert env.seats[g] == rules.actor(s) == seat >= 0
            assert (env.observations[g] == line).all()
            assert np.flatnonzero(env.masks[g]).tolist() == legal
        assert (env.rewards.sum(axis=1)[~env.ended] == 0).all()
        assert np.allclose(env.rewards.sum(axis=1)[env.ended], 1)
    assert others or name in ("appenzell", "chopchop"), "no imagined world differed"
    public = {key for key in vars(env) if not key.startswith("_")}
    assert public == {*ARRAYS, "game", "n", "table", "rows", "never", "has_begun"}


def test_an_illegal_action_is_reported_and_changes_nothing() -> None:
    env: Any = matou.vector("clocktowers", n=64)
    env.reset(seed=3)
    for _ in range(130):  # more steps than a game has
        actions = env.sample().copy()
        actions[5], actions[6], actions[7] = -1, 10**9, env.masks[7].argmin()
        before = [a[5:8].tobytes() for a in (env.observations, env.masks, env.seats)]
        inside = parts_of(env)
        env.step(actions)
        assert np.flatnonzero(env.illegal).tolist() == [5, 6, 7]
        assert before == [a[5:8].tobytes() for a in (env.observations, env.masks, env.seats)]
        assert all(
            before[5:8] == after[5:8] for before, after in zip(inside, parts_of(env), strict=True)
        )
        assert not env.ended[5:8].any()
        assert not env.rewards[5:8].any()
    with pytest.raises(matou.IllegalAction, match="“-1” is not a legal action here"):
        env.check()
    env.step(env.sample())
    env.check()


@each_game
def test_a_game_of_the_batch_can_be_taken_out_as_a_state(name: str) -> None:
    env = matou.vector(name, n=5, seats=matou.game(name).max_seats)
    env.reset(seed=11)
    for turn in range(25):
        before = env.state(turn % 5)
        actions = env.sample().copy()
        action = int(actions[turn % 5])
        assert before.actor == env.seats[turn % 5]
        assert before.legal() == np.flatnonzero(env.masks[turn % 5]).tolist()
        seen = env.observations[turn % 5]
        assert np.array_equal(line(before.game, before.s, before.actor), seen)
        env.step(actions)
        if before.actor >= 0:  # a copy: the step has not changed it
            before.play(action)
        if not before.over and before.actor >= 0:  # no chance event followed
            assert before.tobytes() == env.state(turn % 5).tobytes()
    state, rng = env.state(0), random.Random(1)
    while not state.over:
        state.play(state.sample(rng))
    assert len(state.returns) == env.table


def test_opponents_of_any_kind_play_the_other_seats() -> None:
    asked: list[matou.Observation] = []

    def mine(view: matou.Observation) -> int:
        asked.append(view)
        return view.legal()[-1]

    class Mine:
        choose = staticmethod(mine)

    def play(opponents: Any) -> tuple[float, bytes]:
        env = matou.vector("catymini", n=6, seats=3, seat=1, opponents=opponents, threads=2)
        env.reset(seed=3)
        won = ended = 0.0
        for _ in range(45):
            assert (env.seats == 1).all()
            env.step(env.sample())
            env.check()
            assert (env.rewards.any(axis=1) <= env.ended).all()
            won += float(env.rewards[:, 1].sum())
            ended += int(env.ended.sum())
        assert ended >= 6
        return won / ended, env.observations.tobytes()

    by_function, by_object = play(mine), play(Mine())
    assert by_function == by_object, "a function and an object give different games"
    assert {view.seat for view in asked} == {0, 2}
    assert all(view.actor == view.seat for view in asked)
    assert play("random") == play(None)
    assert play(1) == play("level1"), "bots do not follow the seed"
    assert play(2)[0] < 0.25, "random play wins against a greedy bot"


@pytest.mark.parametrize("level", [3, 4])
def test_levels_that_search_can_be_opponents(level: int) -> None:
    env = matou.vector("chopchop", n=2, seat=0, opponents=level)
    env.reset(seed=3)
    for _ in range(3):
        env.step(env.sample())
        assert (env.seats == 0).all()


def test_an_illegal_choice_of_an_opponent_is_refused() -> None:
    env = matou.vector("catymini", n=2, seat=1, opponents=lambda _: -5)
    with pytest.raises(matou.IllegalAction, match="-5"):
        env.reset(seed=1)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"game": "chess"}, "chess"),
        ({"device": "tpu"}, "device is 'tpu', but must be one of 'cpu' or 'cuda'"),
        ({"n": 0}, "n is 0, but must be a whole number from 1"),
        ({"n": 2.5}, "n is 2.5"),
        ({"n": True}, "n is True"),
        ({"threads": -1}, "threads is -1"),
        ({"backend": "jax"}, "backend is 'jax', but must be one of 'wasm', 'native'"),
        ({"seat": 2}, "seat is 2, but must be from 0 to 1"),
        ({"opponents": 2}, "opponents needs a seat of your own"),
        ({"opponents": 2.5, "seat": 0}, "opponents is 2.5, but must be a level"),
        ({"opponents": 77, "seat": 0}, "77"),
        ({"opponents": 2, "seat": 0, "device": "cuda"}, "seat works on the CPU only"),
        ({"seats": 9}, "9"),
        ({"ladder": "stairs"}, "stairs"),
    ],
)
def test_a_bad_choice_is_a_sentence(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        matou.vector(**{"game": "clocktowers", **asked})


def test_bad_actions_are_a_sentence() -> None:
    env = matou.vector("catymini", n=4)
    with pytest.raises(ValueError, match="call reset before step"):
        env.step([0] * 4)
    with pytest.raises(ValueError, match="seed is 'one'"):
        env.reset("one")  # type: ignore[arg-type]
    env.reset(1)
    for actions in ([0] * 3, 0, [[0]] * 4):
        with pytest.raises(ValueError, match=r"must have shape \(4,\)"):
            env.step(actions)
    with pytest.raises(ValueError, match="must be integers"):
        env.step([0.0] * 4)


def test_without_a_gpu_the_sentence_says_what_is_missing() -> None:
    try:
        import cupy
    except ImportError:
        cupy = None
    if cupy is not None and cupy.cuda.is_available():
        pytest.skip("there is a GPU here")
    with pytest.raises(Unavailable, match=r"CuPy is not installed|NVIDIA GPU"):
        matou.vector("catymini", device="cuda")


def test_a_game_without_a_module_runs_interpreted_or_is_compiled_with_a_warning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = matou.game("catymini")
    same = digest_of(matou.vector(game, n=3), 5)
    path = str(backends.VECTOR.path(game))
    monkeypatch.setitem(modules.loaded, path, BadModule("missing", "no such file"))
    monkeypatch.setattr(backends, "has_numba", lambda: False)
    warn_once.cache_clear()
    with pytest.warns(RuntimeWarning, match="runs interpreted"):
        env = matou.vector(game, n=3)
    assert digest_of(env, 5) == same
    with pytest.raises(Unavailable, match="no such file"):
        matou.vector(game, n=3, backend="wasm")
    monkeypatch.setattr(backends, "has_numba", lambda: True)
    with pytest.warns(RuntimeWarning, match="is compiled before it starts"):
        assert backends.chosen_backend(game, None) == "native"
    monkeypatch.setitem(modules.loaded, path, BadModule("runner", "no wasmtime"))
    with pytest.raises(Unavailable, match="wasmtime is not installed"):
        matou.vector(game, n=3, backend="wasm")


def test_more_games_than_the_memory_holds_are_refused_with_a_sentence() -> None:
    with pytest.raises(MemoryError, match="take fewer games, or backend='native'"):
        matou.vector("chopchop", n=1 << 21)


def test_arrays_are_shared_without_a_copy() -> None:
    env = matou.vector("catymini", n=4)
    env.reset(1)
    for name in ARRAYS:
        array = getattr(env, name)
        assert np.from_dlpack(array).__array_interface__["data"][0] == array.ctypes.data


def finals(game: Game, games: int) -> tuple[str, int]:
    """Plays one WebAssembly playout for each seed, as ``tools/gpu_results.py`` does on the GPU."""
    room, rules = binding.open_backend(game, "wasm"), game.rules
    states = room.records(rules.State, 2)
    options = room.ints(len(game.options))
    for i, code in enumerate(game.codes(game.min_seats)):
        options[i] = code
    rest = room.ints(rules.MAX_LEGAL), room.ints(rules.MAX_LEGAL), room.ints(WORDS)
    digest, actions = hashlib.sha256(), 0
    for seed in range(1, games + 1):
        actions += room.call("playouts", states, game.min_seats, options, 1, seed, *rest)
        digest.update(bytes(states[1]))
    return digest.hexdigest(), actions


@each_game
def test_playouts_on_a_gpu_gave_the_bytes_that_webassembly_gives(name: str) -> None:
    stored = on_gpu(name)["playouts"]
    assert finals(matou.game(name), stored["games"]) == (stored["states"], stored["actions"])
