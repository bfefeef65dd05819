"""Compares the search on three backends: native, wasmtime in Python, and Node's V8.

All grow the same trees from the same observation, compared by their bytes. Measures CPU time in
rounds that take turns; the first, in which code is compiled, does not count.
"""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import statistics
import subprocess
import time
from pathlib import Path
from typing import Any

from matou import web
from matou.bots import binding
from matou.bots.memory import Params, Tree
from matou.bots.players import first_decision
from matou.core.game import Game
from matou.core.registry import find, names
from matou.kit.running import BackendName

ITERATIONS = 50_000
HERE: tuple[BackendName, BackendName] = ("native", "wasm")
SCRIPT = Path(web.__file__).parent / "static" / "bots" / "bots.js"
ASKED = 0.8  # the least part of native speed


class Node:
    """The search in V8, in a process that takes one round after another."""

    def __init__(self) -> None:
        script = Path(__file__).parent / "peer" / "search.mjs"
        self.process = subprocess.Popen(
            ["node", str(script), str(SCRIPT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def round(self, game: Game, seed: int, iterations: int) -> tuple[float, str]:
        view = first_decision(game)
        request = {
            "path": str(binding.module_path(game)),
            "record": base64.b64encode(view.tobytes()).decode(),
            "seats": view.seats,
            "nodes": 2 * iterations,
            "iterations": iterations,
            "seed": seed,
        }
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        answer = json.loads(self.process.stdout.readline())
        return answer["seconds"], answer["hash"]

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def here(game: Game, backend: BackendName, seed: int, iterations: int) -> tuple[float, str]:
    """Runs a round in this process; returns CPU seconds and a hash of the tree."""
    view = first_decision(game)
    tree = Tree(
        binding.open_backend(game, backend),
        game.rules,
        view.s,
        view.seats,
        seed,
        nodes=2 * iterations,
        params=Params.of(game),
    )
    start = time.process_time()
    tree.run(iterations)
    took = time.process_time() - start
    return took, hashlib.sha256(bytes(tree.nodes)).hexdigest()


def compare(repeats: int, iterations: int = ITERATIONS) -> dict[str, dict[str, Any]]:
    """Returns simulations a CPU-second of each game and backend, and the ratio to native."""
    node = Node() if shutil.which("node") else None
    found = {}
    for game in map(find, names()):
        times: dict[str, list[float]] = {}
        for number in range(repeats + 1):
            rounds: dict[str, tuple[float, str]]
            rounds = {way: here(game, way, number, iterations) for way in HERE}
            if node is not None:
                rounds["v8"] = node.round(game, number, iterations)
            assert len({tree for _, tree in rounds.values()}) == 1, "the trees differ"
            for way, (seconds, _) in rounds.items():
                times.setdefault(way, []).extend([seconds] if number else [])
        speeds = {way: iterations / statistics.median(took) for way, took in times.items()}
        ratios = {
            way: statistics.median(n / t for n, t in zip(times["native"], times[way], strict=True))
            for way in times
        }
        found[game.name] = {
            way: {"simulations": round(speeds[way]), "ratio": round(ratios[way], 2)}
            for way in times
        }
    if node is not None:
        node.close()
    return found


def report(found: dict[str, dict[str, Any]]) -> list[str]:
    lines = ["the same trees in each way of running, simulations a CPU-second (ratio to native)"]
    titles = {"native": "native", "wasm": "wasmtime", "v8": "V8"}
    for name, ways in found.items():
        parts = [
            f"{titles[way]} {figure['simulations']:,}"
            + (f" ({figure['ratio']:.2f})" if way != "native" else "")
            for way, figure in ways.items()
        ]
        lines.append(f"  {name:<14}" + "; ".join(parts))
    return lines


def well(found: dict[str, dict[str, Any]]) -> bool:
    """Returns whether every backend is fast enough."""
    return all(figure["ratio"] >= ASKED for ways in found.values() for figure in ways.values())
