"""``python -m labs.training learn GAME``: learns a network by self-play.

Learns after-state values by TD(λ). In every game each seat looks one action ahead, at what it may
know right after it and before chance answers, and takes the best action. Targets go back from the
result by λ, cut off where a seat explored. Half of the games are the usual ones for two; the others
have all numbers of seats and options. The game's hints or its ``evaluate`` play the first batches,
so that even games between beginners end.

It starts with a random network, or with one that was learned before (``--from``) and may be
widened: new units output 0 at first. Then no lessons are needed. Of several networks that started
from the same one it takes the mean, which plays better than any of them.

Runs on a GPU (CuPy; kernels from ``labs.training.kernels``) or on the CPU (NumPy, numba). Writes
``NAME.network``, checkpoints and ``NAME.log``: now and then a line of JSON with the score of one
action ahead against fixed opponents: a random player, the hints, the game's own network.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from labs.training.net import Net, from_whole_numbers, mean, packed, whole_numbers
from labs.training.selfplay import ADVISE, FINE, LOOK, TEACH
from labs.training.tables import Tables, openings
from matou.core.game import Game
from matou.core.registry import find, names
from matou.kit.network import OUTPUTS, load

BATCH = 16384  # positions a step
LESSONS = 6  # batches that the game's hints play first
WARM = 300  # steps in which a given network's learning rate rises
TELL = 90.0  # seconds between two lines of the log
LONGEST = 1200  # steps of a game; longer games are left out
LAST = 64  # a batch ends when fewer than 1 in LAST actions are left


@dataclass(frozen=True)
class Recipe:
    """The hyperparameters."""

    wide: int = 128  # units of the first layer
    fade: float = 0.8  # λ
    rate: float = 1e-3
    noise: float = 0.06  # exploration: so much more at the start than at the end
    start: tuple[Path, ...] = ()  # networks to start from: their mean


USUAL = Recipe()


class Learner:
    """A network, the games it plays, and its progress."""

    def __init__(self, game: Game, n: int, device: str, seed: int, recipe: Recipe = USUAL) -> None:
        self.game, self.seed, self.recipe = game, seed, recipe
        self.tables = Tables(game, n, device, seed)
        self.xp = self.tables.xp
        self.rng = self.xp.random.RandomState(seed)
        inputs = self.tables.inputs
        before = [
            from_whole_numbers(self.xp, inputs, load(path), wide=recipe.wide, seed=seed)
            for path in recipe.start
        ]
        self.net = mean(before) if before else Net(self.xp, inputs, seed, recipe.wide)
        self.usual = openings(game, seed)[1]
        self.games = self.begun = self.batches = 0
        self.sample: Any = None
        assert game.hints is not None
        self.teaching = TEACH if game.hints.patience >= 0 else ADVISE
        self.shipped: Net | None = None
        if game.network is not None:
            self.shipped = from_whole_numbers(self.xp, inputs, load(game.network))

    def parties(self) -> Any:
        """Returns how many outputs count in each game: its seats, or its teams."""
        xp, seats = self.xp, self.tables.seats
        return xp.full_like(seats, 2) if self.game.team is not None else seats

    def turned(self, rows: Any, seat: Any, seats: Any, way: int) -> Any:
        """Rotates each row from a seat's view to the table's (way 1), or back (way -1)."""
        xp = self.xp
        if self.game.team is not None:
            return rows
        at = (xp.arange(OUTPUTS)[None, :] - way * seat[:, None]) % seats[:, None]
        turned = xp.take_along_axis(rows, at, 1)
        return xp.where(xp.arange(OUTPUTS)[None, :] < seats[:, None], turned, 0)

    def play(
        self, mode: int, noise: float, *, keep: bool = True, rival: int | Net | None = None
    ) -> tuple[list[Any], Any, Any]:
        """Plays a batch of games; returns the choices and observations, the results, and which are
        over.

        With a rival (LOOK is a random player), the network has seat 0 in half of the games.
        """
        xp, t, n = self.xp, self.tables, self.tables.n
        which = xp.arange(n, dtype="int32") % (2 * self.usual)
        t.begin(xp.zeros_like(which) if rival is not None else which, self.seed + self.begun)
        self.begun += n
        parties, ids = self.parties(), xp.arange(n)
        log = []
        line = self.net.weights if keep else self.net.mean
        for _ in range(LONGEST):
            total = t.decide()
            if total < max(1, n // LAST):
                break
            known = rival if isinstance(rival, int) else mode
            active, worth = t.children(total, TEACH if known == TEACH else LOOK)
            if known == ADVISE:
                t.advise(worth)
            elif isinstance(rival, int) and rival == LOOK:
                worth = self.rng.random_sample(total).astype("float32")
            chances = self.net.look(active, parties[t.of], line)
            who = t.who[t.of]
            mine = xp.minimum(who, 1) if self.game.team is not None else xp.zeros_like(who)
            values = chances[xp.arange(total), mine].astype("float32")
            if rival is not None:
                own = (who == 0) == (t.of < n // 2)
                if isinstance(rival, Net):
                    theirs = rival.look(active, parties[t.of])[xp.arange(total), mine]
                    values = xp.where(own, values, theirs.astype("float32"))
                else:
                    worth = xp.where(own, values, worth)
            t.play(values, worth, int(noise * FINE))
            if keep:
                live = ids[t.picked >= 0]
                picked, best = t.picked[live], t.best[live]
                log.append(
                    (live, active[picked], t.who[live].copy(), chances[best], picked != best)
                )
        t.decide()
        return log, t.results()[:, :OUTPUTS].copy(), t.who == -2

    def targets(self, log: list[Any], won: Any, over: Any) -> tuple[Any, Any, Any]:
        """Returns positions, how many outputs count, and the target of each output."""
        xp, seats, parties = self.xp, self.tables.seats, self.parties()
        hope = xp.where(xp.arange(OUTPUTS)[None, :] < parties[:, None], won, 0)
        seen, many, worth = [], [], []
        for live, active, who, boot, explored in reversed(log):
            good = over[live]
            t = hope[live]
            seen.append(active[good])
            many.append(parties[live][good])
            worth.append(self.turned(t, who, seats[live], -1)[good])
            back = self.turned(boot, who, seats[live], 1)
            fade = xp.where(explored, 0.0, self.recipe.fade)[:, None].astype("float32")
            hope[live] = fade * t + (1 - fade) * back
        return xp.concatenate(seen), xp.concatenate(many), xp.concatenate(worth)

    def batch(self, done: float) -> float:
        """Plays and learns; returns the loss. ``done`` is the part of the time that is over."""
        r, new = self.recipe, not self.recipe.start
        mode = self.teaching if new and self.batches < LESSONS else LOOK
        noise = max(0.25 * (1 - self.batches / 20) if new else 0, r.noise * (1 - done) + 0.02)
        log, won, over = self.play(mode, noise)
        seen, many, worth = self.targets(log, won, over)
        order = self.rng.permutation(len(seen))
        rate = r.rate * (1 - 0.97 * done)
        losses = []
        size = min(BATCH, max(1, len(order)))
        for k in range(0, len(order) - size + 1, size):
            j = order[k : k + size]
            now = rate if new else rate * min(1.0, self.net.steps / WARM)
            losses.append(self.net.learn(seen[j], many[j], worth[j], now))
        self.games += int(over.sum())
        self.batches += 1
        self.sample = seen[order[:BATCH]]
        return float(sum(losses) / max(1, len(losses)))

    def strength(self) -> dict[str, float]:
        """Returns the score of one action ahead against fixed opponents, at two seats."""
        found = {}
        rivals: list[tuple[str, int | Net]] = [("hints", self.teaching)]
        if not self.recipe.start:
            rivals.append(("random", LOOK))
        if self.shipped is not None:
            rivals.append(("shipped", self.shipped))
        for name, rival in rivals:
            _, won, over = self.play(LOOK, 0.0, keep=False, rival=rival)
            n = len(won)
            mine = self.xp.concatenate([won[: n // 2, 0], won[n // 2 :, 1]])
            found[name] = round(float(mine[over].mean()), 4) if bool(over.any()) else 0.5
        return found

    def tables_of_numbers(self) -> bytes:
        """Returns the weights in the game's file format."""
        return packed(self.tables.inputs, whole_numbers(self.net, self.sample))

    def save(self, path: Path) -> None:
        """Saves a checkpoint."""
        import numpy as np

        def here(x: Any) -> Any:
            return x.get() if hasattr(x, "get") else x

        net = self.net
        lines = {name: here(getattr(net, name)) for name in ("weights", "mean", "slope", "square")}
        counts = np.array([net.steps, self.games, self.begun, self.batches])
        new = path.with_name(path.name + ".new.npz")
        np.savez(new, counts=counts, sample=here(self.sample), **lines)
        new.replace(path)

    def load(self, path: Path) -> None:
        """Loads a checkpoint."""
        import numpy as np

        with np.load(path) as saved:
            for name in ("weights", "mean", "slope", "square"):
                setattr(self.net, name, self.xp.asarray(saved[name]))
            self.sample = self.xp.asarray(saved["sample"])
            self.net.steps, self.games, self.begun, self.batches = map(int, saved["counts"])


def bar(done: float, text: str) -> None:
    """Shows the progress on one line."""
    full = int(30 * done)
    print(f"\r[{'#' * full}{'.' * (30 - full)}] {100 * done:3.0f}% {text}", end="", file=sys.stderr)
    sys.stderr.flush()


def learn(
    game: Game, into: Path, *, seconds: float, n: int, device: str, seed: int, resume: bool = False,
    recipe: Recipe = USUAL,
) -> Path:  # fmt: skip
    """Learns for a time; returns the file of weights."""
    learner = Learner(game, n, device, seed, recipe)
    into.mkdir(parents=True, exist_ok=True)
    checkpoint, log = into / f"{game.name}.npz", into / f"{game.name}.log"
    if resume and checkpoint.exists():
        learner.load(checkpoint)
    start, last = time.perf_counter(), 0.0
    while True:
        done = min(1.0, (time.perf_counter() - start) / seconds)
        if done >= 1 and learner.batches > 0:
            break
        loss = learner.batch(done)
        now = time.perf_counter() - start
        bar(min(1.0, now / seconds), f"{learner.games:,} games, loss {loss:.4f} ")
        if now - last > TELL or now >= seconds:
            last = now
            line = {"game": game.name, "seconds": round(now, 1), "games": learner.games}
            line |= {"loss": round(loss, 5), **learner.strength()}
            with log.open("a") as f:
                f.write(json.dumps(line) + "\n")
            print("\n" + json.dumps(line), flush=True)
            learner.save(checkpoint)
    target = into / f"{game.name}.network"
    target.write_bytes(learner.tables_of_numbers())
    return target


def main(argv: Sequence[str]) -> int:
    assert __doc__ is not None
    parser = argparse.ArgumentParser(
        prog="python -m labs.training learn", description=__doc__.partition("\n\n")[0]
    )
    able = [name for name in names() if (h := find(name).hints) is not None and h.inputs]
    parser.add_argument("game", choices=able)
    parser.add_argument("--seconds", type=float, default=180.0)
    parser.add_argument("--at-once", type=int, default=16384, metavar="GAMES")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cuda")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--into", type=Path, default=Path("build/learned"))
    parser.add_argument("--resume", action="store_true", help="go on from the last checkpoint")
    parser.add_argument(
        "--from", type=Path, dest="start", nargs="+", default=(), metavar="FILE",
        help="a network's file to go on from; of several, their mean",
    )  # fmt: skip
    parser.add_argument("--wide", type=int, default=USUAL.wide, help="units of the first layer")
    parser.add_argument("--fade", type=float, default=USUAL.fade, help="λ")
    parser.add_argument("--rate", type=float, default=USUAL.rate)
    parser.add_argument("--noise", type=float, default=USUAL.noise)
    args = parser.parse_args(argv)
    path = learn(
        find(args.game), args.into, seconds=args.seconds, n=args.at_once, device=args.device,
        seed=args.seed, resume=args.resume,
        recipe=Recipe(args.wide, args.fade, args.rate, args.noise, tuple(args.start)),
    )  # fmt: skip
    print(f"written: {path}")
    return 0
