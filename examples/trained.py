"""What the training examples share: a network that plays, and its win rates while it learns.

A trained policy is saved as an ``.npz`` file of dense layers. NumPy is enough to play with it:

    ./matou arena catymini level1 examples.trained:Network:build/vector_torch.npz

``python examples/trained.py build/*.json > curves.svg`` draws how the policies learned.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import matou
from matou.arena.tally import Share, share
from matou.bots import charts
from matou.research.observations import encoded

Numbers = NDArray[Any]
GAME = "catymini"  # two players, 22 decisions each, 2 to 3 legal actions: quick to learn
UNITS = 128  # in each of two hidden layers
OPPONENTS = ("random", "level1")


class Network:
    """A policy that takes the legal action with the highest score."""

    def __init__(self, file: str | Path) -> None:
        with np.load(file) as saved:
            self.layers = [
                (saved[f"weights{i}"], saved[f"bias{i}"]) for i in range(len(saved) // 2)
            ]
        self.name = Path(file).stem

    def scores(self, seen: Numbers) -> Numbers:
        """Returns a score for each action, of one observation or of many."""
        x = np.log1p(seen.astype(np.float32))  # flags are 0 and 1, counts go up to 127
        for weights, bias in self.layers[:-1]:
            x = np.maximum(x @ weights.T + bias, 0)
        weights, bias = self.layers[-1]
        scores: Numbers = x @ weights.T + bias
        return scores

    def choose(self, observation: matou.Observation) -> int:
        """Plays in the arena, or anywhere else."""
        scores = self.scores(encoded(observation))
        return max(observation.legal(), key=lambda action: float(scores[action]))


def save(file: Path, layers: Sequence[Any]) -> None:
    """Writes torch's linear layers to a file."""
    arrays: dict[str, Numbers] = {}
    for i, layer in enumerate(layers):
        arrays[f"weights{i}"] = layer.weight.detach().cpu().numpy()
        arrays[f"bias{i}"] = layer.bias.detach().cpu().numpy()
    file.parent.mkdir(parents=True, exist_ok=True)
    np.savez(file, **arrays)  # type: ignore[arg-type]


def win_rate(network: Network, opponent: str, games: int = 400, seed: int = 1) -> Share:
    """Plays as many games from each seat, all at once, and returns the mean return."""
    results = []
    for seat in range(2):
        env = matou.vector(GAME, n=games // 2, seat=seat, opponents=opponent)
        env.reset(seed=seed + seat)
        returns = np.full(env.n, np.nan)  # of the first game in each row
        while np.isnan(returns).any():
            scores = np.where(env.masks, network.scores(env.observations), -np.inf)
            env.step(scores.argmax(axis=1))
            first = env.ended & np.isnan(returns)
            returns[first] = env.rewards[first, seat]
        results += [[value] for value in returns]
    return share(results)


class Progress:
    """Prints win rates while a policy learns, and writes them to a file beside its network."""

    def __init__(self, example: str) -> None:
        parser = argparse.ArgumentParser()
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--games", type=int, default=60_000, help="games to learn from")
        parser.add_argument("--device", default="cpu", help="of the networks: cpu or cuda")
        parser.add_argument("--out", type=Path, default=Path("build"))
        args = parser.parse_args()
        self.seed, self.games, self.device = args.seed, args.games, args.device
        name = Path(example).stem + (f"-{self.seed}" if self.seed != 1 else "")
        self.file = args.out / f"{name}.npz"
        self.curve: list[dict[str, Any]] = []
        self.next = 0
        self.began = time.perf_counter()

    def show(self, played: int, layers: Sequence[Any]) -> None:
        """Measures at ten points of the way, and at the end more exactly."""
        is_last = played >= self.games
        if played < self.next and not is_last:
            return
        self.next = played + self.games // 10
        save(self.file, layers)
        seconds = round(time.perf_counter() - self.began)
        row: dict[str, Any] = {"games": int(played), "seconds": seconds}
        for opponent in OPPONENTS:
            found = win_rate(Network(self.file), opponent, 1000 if is_last else 400)
            row[opponent] = found.data()
            print(
                f"after {played:,} games and {seconds} s: wins {found.mean:.1%} "
                f"({found.low:.1%} to {found.high:.1%}) against {opponent}",
                flush=True,
            )
        self.curve.append(row)
        self.file.with_suffix(".json").write_text(json.dumps(self.curve))


def chart(files: Sequence[str]) -> str:
    """Draws win rates against level 1 of equally long runs, the seeds of an example averaged."""
    curves: dict[str, list[list[dict[str, Any]]]] = {}
    for file in files:
        curves.setdefault(Path(file).stem.split("-")[0], []).append(
            json.loads(Path(file).read_text())
        )
    series = []
    for name, seeds in curves.items():
        rows = zip(*seeds, strict=False)
        series.append((name, [float(np.mean([x["level1"]["mean"] for x in row])) for row in rows]))
    longest = max((rows for seeds in curves.values() for rows in seeds), key=len)
    places = [row["games"] for row in longest]
    return charts.lines("Wins against level 1", series, places=places, below="games learned from")


if __name__ == "__main__":
    print(chart(sys.argv[1:]))
