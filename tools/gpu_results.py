"""Computes results on a GPU for tests on machines without one: writes tests/data/gpu.json.

    python3 tools/gpu_results.py > tests/data/gpu.json        (on a machine with an NVIDIA GPU)

Playouts: the SHA-256 of the final states of 4,096 games and of their numbers of actions. Steps: of
every array after each of 300 steps of 1,000 games, with random actions. Secrecy is checked in full
here: the GPU encodes each position for every seat as it is and as that seat may imagine it, and
both must be the same bytes; the output says how many were compared.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

import numpy as np

import matou
from labs.bench import gpu_playouts
from labs.bench.gpu import machine
from matou.core.game import Game
from matou.kit import ptx
from matou.kit.layout import as_bytes, clone
from matou.kit.rng import rng_words

GAMES, ROWS, STEPS, WORLDS = 4096, 1000, 300, 512
ARRAYS = ("observations", "masks", "seats", "rewards", "ended", "illegal")


def finals(game: Game) -> dict[str, Any]:
    """Returns the results of playouts with seeds 1 to GAMES."""
    loaded = gpu_playouts.kernels(game)
    cp = loaded.cp
    opening = cp.asarray(np.frombuffer(as_bytes(game.start(game.min_seats).s), np.uint8)[None])
    states, moves = cp.zeros((GAMES, opening.shape[1]), cp.uint8), cp.zeros(GAMES, cp.int32)
    given = ptx.kernel_args(gpu_playouts.KINDS, states, opening, moves, 1, 1)
    loaded.launch("playouts", GAMES, given)
    final = hashlib.sha256(states.get().tobytes()).hexdigest()
    return {"games": GAMES, "actions": int(moves.sum()), "states": final}


def steps(game: Game) -> dict[str, Any]:
    """Returns every array after every step; some actions are illegal."""
    env = matou.vector(game, n=ROWS, device="cuda")
    env.reset(seed=5)
    digest = hashlib.sha256()
    for _ in range(STEPS):
        actions = env.sample().copy()
        actions[::97] += 1
        env.step(actions)
        for name in ARRAYS:
            digest.update(getattr(env, name).get().tobytes())
    return {"games": ROWS, "steps": STEPS, "arrays": digest.hexdigest()}


def secrets(game: Game) -> int:
    """Returns how many imagined worlds were encoded to the same bytes as the true one."""
    env: Any = matou.vector(game, n=WORLDS, device="cuda", seats=game.max_seats)
    env.reset(seed=9)
    compared = 0
    cp, rules = env._cp, game.rules
    for turn in range(40):
        env.step(env.sample())
        if turn % 8 != 7:
            continue
        true = env._states.get()
        for seat in range(game.max_seats):
            other = true.copy()
            for g in range(WORLDS):
                s = clone(rules.State.from_buffer_copy(true[g].tobytes()))
                rules.observe(s, seat)
                rules.imagine(s, rng_words(turn * WORLDS + g))
                other[g] = np.frombuffer(as_bytes(s), np.uint8)
            seen = []
            for world in (true, other):
                env._states[:] = cp.asarray(world)
                now = env._sets[env._turn]
                now["seats"][:] = seat
                env._launch("look", now["look"])
                seen.append(env.observations.get().tobytes())
            if seen[0] != seen[1]:
                raise AssertionError(f"{game.name}: seat {seat} is shown a secret")
            compared += int((true != other).any(axis=1).sum())
        env._states[:] = cp.asarray(true)
        env._sets[env._turn]["seats"][:] = cp.asarray(
            [rules.actor(rules.State.from_buffer_copy(row.tobytes())) for row in true], cp.int8
        )
    return compared


def main() -> None:
    found: dict[str, Any] = {"machine": machine(ptx.cupy()), "games": {}}
    for name in matou.available():
        game = matou.game(name)
        found["games"][name] = {
            "playouts": finals(game),
            "steps": steps(game),
            "other worlds shown alike": secrets(game),
        }
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
