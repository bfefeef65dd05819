"""``matou bench env``: steps a second of many games at once, with the peers beside us in one run.

Contestants take turns in short rounds, and the best round of each counts. A step is one
decision of one game: a random legal action is chosen and played, chance plays, an ended game
starts again, and the mask of legal actions and the observation of the seat to act are there to
be read. Ours: the vectorised environment of ``matou.adapters.gymnasium``, a random action by its
``sample``, games at all stages, one thread unless ``--threads`` says otherwise. OpenSpiel: its
SyncVectorEnv over its own C++ games. PettingZoo: its own classic environments, one game, random
actions by mask. pgx: one compiled call a step chooses and plays in as many games at once as ours
(1,024 suits both), on the CPU with as many threads as XLA takes. Games of like size are
Backgammon, which both OpenSpiel and pgx have, with its dice, and Othello, of which pgx steps the
most among its board games with as many decisions as ours; Connect Four and Tic-tac-toe are far
smaller, and only shown.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import random
import sys
import warnings
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from matou.bench.measure import Contestant, take_turns
from matou.games import find, names

ROUNDS, SECONDS = 15, 0.1
QUICK_ROUNDS, QUICK_SECONDS = 2, 0.05
GAMES = 1024  # stepped at once
MOMENTS = 128  # more than the decisions of our shortest games
THEIRS = 64  # in OpenSpiel's environment: it is a loop over games, more make it no faster
LEAST = 10.0
OURS = "matou"
NEEDS = {"pettingzoo": "PettingZoo", "pyspiel": "OpenSpiel", "pgx": "pgx"}


@dataclass(frozen=True)
class Speed:
    """A contestant's best."""

    who: str
    game: str
    is_like_size: bool
    steps: float  # a second


def ours(name: str, games: int, threads: int) -> Contestant:
    """Our vectorised environment, two seats."""
    from matou.adapters.gymnasium import Many

    env = Many(find(name), games, threads=threads)
    env.reset(seed=1)
    spread(env)

    def run(steps: int) -> int:
        for _ in range(steps):
            env.step(env.sample())
        return steps * games

    return Contestant(f"{OURS}, {name}", run)


def spread(env: Any) -> None:
    """Leave the games at different moments.

    Some of ours are all equally long: they would stay in step for ever, and a round could be of
    nothing but beginnings, which are quick.
    """
    rows = [env.states, env.listed, env.counts, env.mask, env.seen, env.turn, env.luck, env.dice]
    kept = [array.copy() for array in rows]
    for moment in range(MOMENTS):
        env.step(env.sample())
        for array, keep in zip(rows, kept, strict=True):
            keep[moment::MOMENTS] = array[moment::MOMENTS]
    for array, keep in zip(rows, kept, strict=True):
        array[:] = keep


def pettingzoo(name: str) -> Contestant:
    """One of PettingZoo's classic environments."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module: Any = importlib.import_module(f"pettingzoo.classic.{name}")
        env = module.env()
    rng = np.random.default_rng(1)

    def run(steps: int) -> int:
        done = 0
        while done < steps:
            env.reset(seed=int(rng.integers(1 << 30)))
            for _ in env.agent_iter():
                seen, _, is_over, is_cut, _ = env.last()
                if is_over or is_cut:
                    break
                env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
                done += 1
        return done

    return Contestant(f"PettingZoo, {name}", run)


def open_spiel(name: str) -> Contestant:
    """OpenSpiel's synchronous vector environment."""
    from open_spiel.python import rl_environment
    from open_spiel.python.rl_agent import StepOutput
    from open_spiel.python.vector_env import SyncVectorEnv

    envs = SyncVectorEnv([rl_environment.Environment(name) for _ in range(THEIRS)])
    rng = random.Random(1)
    times = envs.reset()

    def run(steps: int) -> int:
        nonlocal times
        for _ in range(steps):
            outputs = []
            for time_step in times:
                seen = time_step.observations
                legal = seen["legal_actions"][seen["current_player"]]
                outputs.append(StepOutput(action=rng.choice(legal), probs=None))
            times, _, _, _ = envs.step(outputs, reset_if_done=True)
        return steps * THEIRS

    return Contestant(f"OpenSpiel, {name}", run)


def pgx(name: str, games: int) -> Contestant:
    """pgx on the CPU: choosing, stepping and restarting in one compiled call."""
    jax: Any = importlib.import_module("jax")
    jnp: Any = importlib.import_module("jax.numpy")
    theirs: Any = importlib.import_module("pgx")
    auto_reset: Any = importlib.import_module("pgx.experimental").auto_reset
    cpu = jax.devices("cpu")[0]
    env: Any = theirs.make(name)

    def one(state: Any, key: Any) -> Any:
        to_act, to_step = jax.random.split(key)
        action = jax.random.categorical(to_act, jnp.where(state.legal_action_mask, 0.0, -jnp.inf))
        return auto_reset(env.step, env.init)(state, action, to_step)

    def every(state: Any, key: Any) -> tuple[Any, Any]:
        key, own = jax.random.split(key)
        return jax.vmap(one)(state, jax.random.split(own, games)), key

    with jax.default_device(cpu):
        step = jax.jit(every, donate_argnums=0)
        key = jax.random.PRNGKey(1)
        state = jax.jit(jax.vmap(env.init))(jax.random.split(key, games))

    def run(steps: int) -> int:
        nonlocal state, key
        with jax.default_device(cpu):
            for _ in range(steps):
                state, key = step(state, key)
            jax.block_until_ready(state)
        return steps * games

    return Contestant(f"pgx, {name}", run)


def field_of(
    chosen: list[str], games: int, threads: int
) -> tuple[list[tuple[Contestant, bool]], list[str]]:
    """Who takes part, each with whether its game is of like size; and who is not installed."""
    here = {key: importlib.util.find_spec(key) is not None for key in NEEDS}
    field = [(ours(name, games, threads), True) for name in chosen]
    if here["pettingzoo"]:
        field += [(pettingzoo("connect_four_v3"), False), (pettingzoo("tictactoe_v3"), False)]
    if here["pyspiel"]:
        field += [(open_spiel("backgammon"), True), (open_spiel("connect_four"), False)]
    if here["pgx"]:
        field += [(pgx("backgammon", games), True), (pgx("othello", games), True)]
        field += [(pgx("connect_four", games), False)]
    notes = [
        f"{NEEDS[key]} is not installed, so it is not measured: pip install "
        + ("pgx" if key == "pgx" else "'matou[research]'")
        for key, is_here in here.items()
        if not is_here
    ]
    return field, notes


def measured(
    chosen: list[str], *, games: int, threads: int, quick: bool
) -> tuple[list[Speed], list[str]]:
    """Everybody's best, in one run."""
    field, notes = field_of(chosen, games, threads)
    rounds, seconds = (QUICK_ROUNDS, QUICK_SECONDS) if quick else (ROUNDS, SECONDS)

    def tick(name: str) -> None:
        if sys.stderr.isatty():
            print(f"\r\033[K{name} …", end="", file=sys.stderr, flush=True)

    take_turns([contestant for contestant, _ in field], rounds, seconds, tick)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    speeds = []
    for contestant, is_like_size in field:
        who, _, game = contestant.name.partition(", ")
        speeds.append(Speed(who, game, is_like_size, contestant.rate))
    return speeds, notes


def fastest(speeds: list[Speed]) -> Speed | None:
    """The fastest peer on a game of like size."""
    peers = [s for s in speeds if s.who != OURS and s.is_like_size]
    return max(peers, key=lambda s: s.steps, default=None)


def main(argv: list[str]) -> int:
    """0 when it ran (with ``--strict``: and every game is fast enough), 1 if not, 2 bad usage."""
    p = argparse.ArgumentParser(prog="matou bench env", description=__doc__)
    p.add_argument("games", nargs="*", metavar="GAME", help="which games (otherwise: all)")
    p.add_argument("--at-once", type=int, default=GAMES, metavar="N", help="games at once")
    p.add_argument("--threads", type=int, default=1, metavar="N", help="of our own")
    p.add_argument("--quick", action="store_true", help="fewer, shorter rounds: a rough idea")
    p.add_argument("--json", action="store_true", help="the figures for machines")
    p.add_argument("--strict", action="store_true", help="exit code 1 if a ratio is below 10")
    try:
        args = p.parse_args(argv)
        for name in args.games:
            if name not in names():
                p.error(f"there is no game {name!r}; there are {', '.join(names())}")
    except SystemExit as stop:
        return int(stop.code or 0)
    if importlib.util.find_spec("gymnasium") is None:
        print("Gymnasium is not installed: pip install 'matou[research]'", file=sys.stderr)
        return 1
    chosen = args.games or list(names())
    speeds, notes = measured(chosen, games=args.at_once, threads=args.threads, quick=args.quick)
    best = fastest(speeds)
    ratios = {s.game: s.steps / best.steps for s in speeds if s.who == OURS} if best else {}
    if args.json:
        found = {
            "speeds": [asdict(s) for s in speeds],
            "beside": asdict(best) if best else None,
            "ratios": ratios,
            "least": LEAST,
            "notes": notes,
        }
        print(json.dumps(found, indent=2))
    else:
        show(speeds, best, ratios, notes)
    return 1 if args.strict and any(r < LEAST for r in ratios.values()) else 0


def show(
    speeds: list[Speed], best: Speed | None, ratios: dict[str, float], notes: list[str]
) -> None:
    """The figures for people."""
    print("steps a second, random legal actions")
    for s in speeds:
        line = f"  {s.who + ' ' + s.game:<30}{round(s.steps):>12,}"
        if s.who == OURS and s.game in ratios and best is not None:
            sign = "✓" if ratios[s.game] >= LEAST else "✗"
            line += f"   {ratios[s.game]:.1f} × {best.who} {best.game} {sign}"
        elif s.who != OURS and not s.is_like_size:
            line += "   a smaller game"
        print(line)
    for note in notes:
        print(note)
    print("\n" + (__doc__ or "").partition("\n\n")[2].strip())
