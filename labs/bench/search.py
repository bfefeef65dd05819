"""``matou bench search``: simulations a second on each backend, and compared with OpenSpiel's
search.

One thread each. Both searches play Connect Four from the empty board with one random playout a
simulation and the same number of simulations.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from typing import Any

from labs.bench import connect_four, search_backends
from matou.bots import binding
from matou.bots.memory import Params, Tree
from matou.bots.players import first_decision
from matou.core.registry import find, names


def speed(tree: Any, seconds: float) -> tuple[float, float]:
    """Returns simulations and moves a second of a tree grown for about ``seconds``."""
    tree.run(50)
    start, before, moves = time.perf_counter(), tree.iterations, tree.moves
    while time.perf_counter() - start < seconds:
        tree.run(200)
    took = time.perf_counter() - start
    return (tree.iterations - before) / took, (tree.moves - moves) / took


def ours(name: str, seconds: float, patience: int | None = None) -> tuple[float, float]:
    """Measures one of our games from its first decision, with playouts as its hints say."""
    game = find(name)
    view = first_decision(game)
    params = Params.of(game) if patience is None else Params(patience)
    room = binding.open_backend(game, "native")
    tree = Tree(room, game.rules, view.s, view.seats, 1, nodes=1_000_000, params=params)
    return speed(tree, seconds)


def toy(simulations: int, seed: int) -> float:
    """Returns our simulations a second on Connect Four."""
    s = connect_four.State()
    nodes = 2 * simulations + 100
    room = binding.linked_backend(connect_four, None, "native")
    Tree(room, connect_four, s, 2, seed, nodes=nodes, params=Params()).run(1)  # compile
    tree = Tree(room, connect_four, s, 2, seed, nodes=nodes, params=Params())
    start = time.perf_counter()
    tree.run(simulations)
    return simulations / (time.perf_counter() - start)


def open_spiel(simulations: int, seed: int) -> float | None:
    """Returns the same of OpenSpiel's C++ search, or None if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("connect_four")
    bot = pyspiel.MCTSBot(
        game, pyspiel.RandomRolloutEvaluator(1, seed), 2.0, simulations, 1000, False, seed, False
    )
    state = game.new_initial_state()
    start = time.perf_counter()
    bot.mcts_search(state)
    return simulations / (time.perf_counter() - start)


def run(args: argparse.Namespace) -> int:
    """Returns 1 if a search is too slow."""
    found: dict[str, Any] = {"games": {}, "ways": search_backends.compare(args.repeats)}
    for name in names():
        with_hints, moves = ours(name, args.seconds)
        whole, whole_moves = ours(name, args.seconds, patience=-1)
        found["games"][name] = {
            "simulations": round(with_hints),
            "moves": round(moves),
            "to_the_end": {"simulations": round(whole), "moves": round(whole_moves)},
        }
    pairs = [
        (toy(args.simulations, i), open_spiel(args.simulations, i)) for i in range(args.repeats)
    ]
    mine = statistics.median(a for a, _ in pairs)
    theirs = [b for _, b in pairs if b is not None]
    found["connect_four"] = {"matou": round(mine)}
    ratio = None
    if theirs:
        ratio = mine / statistics.median(theirs)
        found["connect_four"]["open_spiel"] = round(statistics.median(theirs))
        found["connect_four"]["ratio"] = round(ratio, 2)
    if args.json:
        print(json.dumps(found))
    else:
        print("simulations a second, one thread (in brackets: playouts to the end of the game)")
        for name, speeds in found["games"].items():
            end = speeds["to_the_end"]
            print(
                f"  {name:<14}{speeds['simulations']:>12,} ({end['simulations']:,}); "
                f"{end['moves'] / 1e6:.1f} million moves a second"
            )
        line = f"  {'Connect Four':<14}{round(mine):>12,}"
        if ratio is not None:
            line += f"; OpenSpiel {round(statistics.median(theirs)):,}: {ratio:.1f} times"
        else:
            line += "; OpenSpiel is not installed (extra [research])"
        print(line)
        print("\n".join(search_backends.report(found["ways"])))
    slow = ratio is not None and ratio < 5
    return 1 if slow or not search_backends.well(found["ways"]) else 0
