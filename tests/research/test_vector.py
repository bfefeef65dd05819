"""The vector environment: the same games on any device and in any batch, and clear refusals."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conformance.native import playouts
from conformance.support import NATIVE

import matou
from matou.core.game import Game
from matou.kit.layout import as_bytes, clone
from matou.kit.rng import rng_words
from matou.research.vector import Unavailable, Vector

KEPT: dict[str, Any] = json.loads((Path(__file__).parents[1] / "data/gpu.json").read_text())
ARRAYS = ("observations", "masks", "seats", "rewards", "ended", "illegal")


def on_gpu(name: str) -> Any:
    if name not in KEPT["games"]:
        pytest.skip(f"no GPU has played {name} yet: tools/gpu_results.py")
    return KEPT["games"][name]


def each_game(test: Callable[[str], None]) -> Callable[[str], None]:
    """A test that has every game compiled.

    From the last: tests of the search, which begin at the same time, compile rules from the first.
    """
    return pytest.mark.heavy(pytest.mark.parametrize("name", matou.available()[::-1])(test))


@each_game
def test_steps_on_a_gpu_gave_the_arrays_that_native_ones_give(name: str) -> None:
    kept = on_gpu(name)["steps"]
    env = matou.vector(name, n=kept["games"])
    env.reset(seed=5)
    digest = hashlib.sha256()
    for _ in range(kept["steps"]):
        actions = env.sample().copy()
        actions[::97] += 1
        env.step(actions)
        for array in ARRAYS:
            digest.update(getattr(env, array).tobytes())
    assert digest.hexdigest() == kept["arrays"]


def test_what_the_card_showed_of_other_worlds_was_looked_at() -> None:
    """Two games keep secrets from a seat; in the others nothing is decided before it is seen."""
    shown = {name: kept["other worlds shown alike"] for name, kept in KEPT["games"].items()}
    assert {name for name, worlds in shown.items() if worlds > 1000} == {"catymini", "clocktowers"}


def rows(env: Vector) -> list[bytes]:
    return [b"".join(getattr(env, a)[g].tobytes() for a in ARRAYS) for g in range(3)]


@each_game
def test_the_games_are_the_same_whatever_their_number(name: str) -> None:
    threads = 2 if name == NATIVE else 1  # shared out in the same way in every game
    few, many = matou.vector(name, n=3), matou.vector(name, n=100, threads=threads)
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
    assert rows(few) != rows(many), "another seed gives other games"


def parts_of(env: Any) -> list[list[bytes]]:
    """Returns the states and the random numbers of all games, as a pickle holds them."""
    contents = env.__reduce__()[2][0]
    found = [contents[name] for name in ("states", "luck")]
    sizes = [len(part) // env.n for part in found]
    return [
        [part[i : i + size] for i in range(0, len(part), size)]
        for part, size in zip(found, sizes, strict=True)
    ]


@each_game
def test_rows_show_the_seat_to_act_what_every_world_it_may_imagine_would_show(name: str) -> None:
    """Each row is made anew by the plain rules from another world that fits what the seat knows."""
    env: Any = matou.vector(name, n=40, seats=matou.game(name).max_seats)
    env.reset(seed=2)
    game, rules = env.game, env.game.rules
    others = 0
    for turn in range(60):
        env.step(env.sample())
        for g in range(0, 40, 7):
            true = rules.State.from_buffer_copy(parts_of(env)[0][g])
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
    assert others or name in ("appenzell", "chopchop"), "no other world was ever imagined"
    told = {key for key in vars(env) if not key.startswith("_")}
    assert told == {*ARRAYS, "game", "n", "table", "rows", "never", "has_begun"}


@pytest.mark.heavy
def test_an_illegal_action_plays_nothing_and_is_told() -> None:
    env: Any = matou.vector("clocktowers", n=64)
    env.reset(seed=3)
    for _ in range(130):  # beyond the end of a game: it is put back there, too
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


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"game": "chess"}, "chess"),
        ({"device": "tpu"}, "device is 'tpu', but must be 'cpu' or 'cuda'"),
        ({"n": 0}, "n is 0, but must be a whole number from 1"),
        ({"n": 2.5}, "n is 2.5"),
        ({"n": True}, "n is True"),
        ({"threads": -1}, "threads is -1"),
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


def test_arrays_are_shared_without_a_copy() -> None:
    env = matou.vector("catymini", n=4)
    env.reset(1)
    for name in ARRAYS:
        array = getattr(env, name)
        assert np.from_dlpack(array).__array_interface__["data"][0] == array.ctypes.data


def finals(game: Game, games: int) -> tuple[str, int]:
    """Native playouts, one a seed, as ``tools/gpu_results.py`` has them of the card."""
    states, play = playouts(game, game.min_seats)
    digest, actions = hashlib.sha256(), 0
    for seed in range(1, games + 1):
        actions += play(1, seed)
        digest.update(states[1].tobytes())
    return digest.hexdigest(), actions


# Last of all: by now another worker may have compiled it.
@each_game
def test_playouts_on_a_gpu_gave_the_bytes_that_native_ones_give(name: str) -> None:
    kept = on_gpu(name)["playouts"]
    assert finals(matou.game(name), kept["games"]) == (kept["states"], kept["actions"])
