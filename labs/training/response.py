"""Learns a best response to a bot: the values of positions if the bot plays on.

The learner looks one action ahead and sometimes explores; the other seat is the bot. After-state
values of both seats move towards the result by TD(λ), with the features and network of self-play
(``labs.training.learn``), starting from the game's own network if it has one. So it learns what a
position is worth *against this bot*.

In each round every process plays some games with the same weights; then the network learns from the
last rounds. With a number of rounds instead of seconds, and one process, a seed gives the same
weights again.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

from labs.training.learn import LESSONS, LONGEST, Learner, Recipe
from labs.training.selfplay import FINE, LOOK
from matou.arena.running import end, serve
from matou.bots import binding
from matou.bots.levels import level
from matou.bots.players import make
from matou.core.game import Game
from matou.core.observation import Observation
from matou.core.position import Seen
from matou.core.registry import find
from matou.kit.linking import OVER
from matou.kit.network import OUTPUTS

RATE = 1e-3
GENTLE = 0.1  # of that if there is a network already, so that it does not forget
BATCH = 2048  # positions a step
REUSE = 4  # how often a position is learned from, about
RECENT = 8  # rounds to learn from
SAMPLE = 16384  # positions that decide the scale of integers
UNSEEN = Seen(-1, -1, "")

Progress = Callable[[float, int, float], None]  # the part of the time that is over, games, score


@dataclass(frozen=True)
class Played:
    """Some games: positions, how many outputs count, and their targets."""

    seen: Any
    many: Any
    worth: Any
    taken: tuple[float, ...]  # the learner's return in each game


@dataclass(frozen=True)
class Trained:
    """The result of training."""

    network: Path
    games: int
    rounds: int
    seconds: float
    taken: float  # the score in the last rounds, with exploration


class Response(Learner):
    """A network that learns to play against a bot."""

    def __init__(self, game: Game, bot: str, n: int, seed: int) -> None:
        assert game.hints is not None
        # Games are few, and values of self-play do not fit this bot: results weigh more.
        own = (game.network,) if game.network is not None else ()
        super().__init__(game, n, "cpu", seed, Recipe(fade=0.95, start=own))
        self.bot = level(bot)
        self.is_fresh = not own
        self.rate = RATE if self.is_fresh else RATE * GENTLE
        self.recent: list[Played] = []

    def reply(self, g: int, bots: list[Any], moves: int) -> int:
        """Returns the bot's action in a game. The bot sees only what its seat may see."""
        t, game, seat = self.tables, self.game, int(self.tables.who[g])
        s = game.rules.State.from_buffer_copy(t.states[g].tobytes())
        game.rules.observe(s, seat)
        view = Observation(game, int(t.seats[g]), s, seat, [UNSEEN] * moves)
        action = bots[g].choose(view)
        return int(t.first[g]) + list(t.listed[g, : t.counts[g]]).index(action)

    def games_against(self, begun: int, done: float) -> Played:
        """Plays n games against the bot, as if ``begun`` had been played before."""
        xp, t, n = self.xp, self.tables, self.tables.n
        noise = int((0.08 * (1 - done) + 0.02) * FINE)
        lessons = self.is_fresh and self.batches < LESSONS
        t.begin(xp.zeros(n, "int32"), self.seed + begun)
        backend = binding.for_long(self.game)
        own = random.Random(f"training {self.seed} {begun}")
        bots = [
            make(self.game, self.bot, seed=own.getrandbits(40), backend=backend) for _ in range(n)
        ]
        mine, parties, ids = (begun + xp.arange(n)) % 2, self.parties(), xp.arange(n)
        log = []
        for moves in range(LONGEST):
            total = t.decide()
            if total == 0:
                break
            active, worth = t.children(total, LOOK)
            chances = self.net.look(active, parties[t.of])
            if lessons:
                t.advise(worth)
            who = t.who[t.of]
            side = xp.minimum(who, 1) if self.game.team is not None else xp.zeros_like(who)
            values = chances[xp.arange(total), side].astype("float32")
            t.choose(values, worth, noise)
            for g in ids[(t.who >= 0) & (t.who != mine)]:
                t.picked[g] = t.best[g] = self.reply(g, bots, moves)
            t.act()
            live = ids[t.picked >= 0]
            picked, best = t.picked[live], t.best[live]
            log.append((live, active[picked], t.who[live].copy(), chances[best], picked != best))
        won, over = t.results()[:, :OUTPUTS].copy(), t.who == OVER
        seen, many, worth = self.targets(log, won, over)
        return Played(seen, many, worth, tuple(map(float, won[ids, mine][over])))

    def study(self, played: Played, done: float) -> float:
        """Learns from these games and recent ones; returns the loss."""
        xp = self.xp
        self.recent = [*self.recent[1 - RECENT :], played]
        seen, many, worth = (
            xp.concatenate([getattr(some, name) for some in self.recent])
            for name in ("seen", "many", "worth")
        )
        rate, losses = self.rate * (1 - 0.95 * done), []
        for _ in range(-(-REUSE * len(played.seen) // BATCH)):
            j = self.rng.randint(0, len(seen), min(BATCH, len(seen)))
            losses.append(float(self.net.learn(seen[j], many[j], worth[j], rate)))
        self.sample = seen[self.rng.permutation(len(seen))[:SAMPLE]]
        self.games += len(played.taken)
        self.batches += 1
        return sum(losses) / max(1, len(losses))


def at_once(bot: str) -> int:
    """Returns how many games a process plays side by side: few against a slow bot, so that rounds
    end.
    """
    known = level(bot)
    if known.kind != "search":
        return 64
    return 16 if 0 < known.iterations <= 1000 else 8


# --- several processes

Order = tuple[str, dict[str, Any], str, int, int]  # game, options, bot, games at once, seed
_responses: dict[str, Response] = {}


def response(order: Order) -> Response:
    """Returns the learner of an order, made once for this process."""
    name, options, bot, n, seed = order
    key = repr(order)
    if key not in _responses:
        _responses[key] = Response(find(name).having(**options), bot, n, seed)
    return _responses[key]


def play(order: Order, weights: Any, batches: int, begun: int, done: float) -> Played:
    """Plays games with given weights, in a worker process."""
    player = response(order)
    player.net.weights, player.batches = weights, batches
    return player.games_against(begun, done)


@contextmanager
def one_thread_each() -> Iterator[None]:
    """Limits the processes started meanwhile to one thread each."""
    names = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
    before = {name: os.environ.get(name) for name in names}
    os.environ.update(dict.fromkeys(names, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def together(parts: list[Played]) -> Played:
    """Joins the games of all processes."""
    import numpy as np

    seen, many, worth = (
        np.concatenate([getattr(p, name) for p in parts]) for name in ("seen", "many", "worth")
    )
    return Played(seen, many, worth, tuple(x for p in parts for x in p.taken))


def train(
    game: Game,
    bot: str,
    into: Path,
    *,
    seconds: float = 0.0,
    rounds: int = 0,
    seed: int = 0,
    processes: int = 1,
    resume: bool = False,
    progress: Progress | None = None,
) -> Trained:
    """Learns for some time or rounds. The network's file is named by its hash."""
    order = (game.name, dict(game.chosen), bot, at_once(bot), seed)
    learner = Response(game, *order[2:])
    into.mkdir(parents=True, exist_ok=True)
    checkpoint, clock = into / "checkpoint.npz", into / "seconds"
    before = 0.0
    if resume and checkpoint.exists() and clock.exists():
        learner.load(checkpoint)
        before = float(clock.read_text())
    start = time.perf_counter() - before
    taken: list[float] = []
    with one_thread_each(), workers(processes) as ask:
        while True:
            now = time.perf_counter() - start
            done = min(1.0, learner.batches / rounds if rounds else now / seconds)
            if done >= 1 and learner.batches > 0:
                break
            begun = [learner.begun + learner.tables.n * i for i in range(processes)]
            learner.begun += learner.tables.n * processes
            weights = learner.net.weights
            played = together(ask([(order, weights, learner.batches, at, done) for at in begun]))
            learner.study(played, done)
            taken = [*taken, *played.taken][-512:]
            learner.save(checkpoint)
            if learner.batches == 1:
                start = time.perf_counter()  # the first round compiles, so its time does not count
            clock.write_text(f"{time.perf_counter() - start:.1f}")
            if progress is not None:
                progress(done, learner.games, mean(taken or [0.5]))
    data = learner.tables_of_numbers()
    path = into / f"{game.name}-{hashlib.sha256(data).hexdigest()[:8]}.network"
    path.write_bytes(data)
    took = time.perf_counter() - start
    return Trained(path, learner.games, learner.batches, took, mean(taken or [0.5]))


@contextmanager
def workers(processes: int) -> Iterator[Callable[[list[Any]], list[Played]]]:
    """Yields a function that plays orders, on several processes or in this one."""
    if processes == 1:
        yield lambda orders: [play(*order) for order in orders]
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, mp_context=context, initializer=serve)
    try:
        yield lambda orders: [
            asked.result() for asked in [pool.submit(play, *order) for order in orders]
        ]
    except BaseException:
        end(pool)
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
