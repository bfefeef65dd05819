"""Checks on a GPU that torch, JAX and Gymnasium share the arrays of the vector environment.

    python3 tools/gpu_sharing.py        prints what it tried; exit code 1 if something was wrong

The same policy (the first legal action) is played through each library, also on a stream that is
busy with other work, and must give the same observations and rewards to the byte; arrays must be
shared without a copy, and stay unchanged during the next step.
"""

from __future__ import annotations

import hashlib
import importlib
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

import matou
from matou.kit.ptx import cupy

GAME, ROWS, STEPS = "clocktowers", 3333, 230
Policy = Callable[[Any], Any]


def new(n: int = ROWS) -> Any:
    return matou.vector(GAME, n=n, device="cuda")


def trace(policy: Policy) -> str:
    """Returns a hash of what a policy observes."""
    env, digest = new(), hashlib.sha256()
    env.reset(seed=11)
    for _ in range(STEPS):
        env.step(policy(env))
        digest.update(env.observations.get().tobytes() + env.rewards.get().tobytes())
    return digest.hexdigest()


def plain() -> str:
    cp = cupy()
    return trace(lambda env: cp.argmax(env.masks, axis=1))


def torch_by_dlpack() -> None:
    torch: Any = importlib.import_module("torch")
    assert trace(lambda env: torch.from_dlpack(env.masks).argmax(1)) == plain()


def torch_by_cuda_array_interface() -> None:
    torch: Any = importlib.import_module("torch")
    policy: Policy = lambda env: torch.as_tensor(env.masks, device="cuda").argmax(1).int()  # noqa: E731
    assert trace(policy) == plain()


def torch_on_a_busy_stream() -> None:
    torch: Any = importlib.import_module("torch")
    stream, big = torch.cuda.Stream(), torch.randn(4096, 4096, device="cuda")

    def policy(env: Any) -> Any:
        masks = torch.from_dlpack(env.masks)
        for _ in range(3):
            torch.mm(big, big)
        return masks.argmax(1)

    with torch.cuda.stream(stream):
        assert trace(policy) == plain()


def jax_by_dlpack() -> None:
    jnp: Any = importlib.import_module("jax.numpy")
    assert trace(lambda env: jnp.argmax(jnp.from_dlpack(env.masks), axis=1)) == plain()


def nothing_is_copied() -> None:
    torch: Any = importlib.import_module("torch")
    jnp: Any = importlib.import_module("jax.numpy")
    env = new()
    env.reset(seed=1)
    for array in (env.observations, env.masks, env.rewards, env.seats, env.ended, env.illegal):
        at = array.data.ptr
        assert torch.from_dlpack(array).data_ptr() == at
        assert torch.as_tensor(array, device="cuda").data_ptr() == at
        assert jnp.from_dlpack(array).unsafe_buffer_pointer() == at


def a_step_leaves_the_arrays_of_the_last_alone() -> None:
    env = new()
    env.reset(seed=1)
    first = env.observations
    stored = first.copy()
    env.step(env.sample())
    assert (first == stored).all()
    assert env.observations.data.ptr != first.data.ptr


def few_games_are_the_first_of_many() -> None:
    few, many = new(33), new(4000)
    few.reset(seed=4)
    many.reset(seed=4)
    for _ in range(STEPS):
        few.step(few.sample())
        many.step(many.sample())
        for name in ("observations", "masks", "rewards", "seats", "ended"):
            assert (getattr(few, name) == getattr(many, name)[:33]).all()


def illegal_actions_play_nothing() -> None:
    env = new(64)
    env.reset(seed=3)
    actions = env.sample().copy()
    actions[5], actions[6] = -1, 1 << 40
    before = env.observations[5:7].copy()
    env.step(actions)
    assert env.illegal.nonzero()[0].tolist() == [5, 6]
    assert (env.observations[5:7] == before).all()
    try:
        env.check()
    except matou.IllegalAction:
        return
    raise AssertionError("it was not refused")


def gymnasium_has_the_same_arrays() -> None:
    from matou.research.gymnasium import Vector

    theirs, ours = Vector(GAME, 500, device="cuda"), new(500)
    theirs.reset(seed=2)
    ours.reset(seed=2)
    for _ in range(STEPS):
        actions = ours.sample().copy()
        seen, rewards, ended, _, _ = theirs.step(actions)
        seats = ours.seats.astype(int)
        ours.step(actions)
        assert (seen == ours.observations).all()
        assert (ended == ours.ended).all()
        assert (rewards == ours.rewards[ours.rows, seats]).all()


def main() -> int:
    tried: list[Callable[[], None]] = [
        torch_by_dlpack,
        torch_by_cuda_array_interface,
        torch_on_a_busy_stream,
        jax_by_dlpack,
        nothing_is_copied,
        a_step_leaves_the_arrays_of_the_last_alone,
        few_games_are_the_first_of_many,
        illegal_actions_play_nothing,
        gymnasium_has_the_same_arrays,
    ]
    wrong = 0
    for trial in tried:
        result = "sound"
        try:
            trial()
        except ImportError as missing:
            result = f"not tried: {missing}"
        except Exception:
            traceback.print_exc()
            result, wrong = "WRONG", 1
        print(f"{trial.__name__.replace('_', ' ')}: {result}", flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
