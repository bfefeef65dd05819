"""The search in a browser grows the same trees, node for node, for all games, seats and options."""

from __future__ import annotations

import base64
import hashlib
import random
from pathlib import Path
from typing import Any

from browser.visitor import MARKS, browser
from conformance.support import TABLES, Table

from matou import web
from matou.bots import binding
from matou.bots.memory import Params, Tree

__all__ = ["browser"]  # a fixture

pytestmark = MARKS
SITE = "http://localhost:1"  # no server: the test answers all requests
STATIC = Path(web.__file__).parent / "static" / "bots"
ITERATIONS, NODES, SEED = 600, 4000, (1 << 45) + 7

GROW = """async (asked) => {
  const { Module, Tree } = await import("/bots.js");
  const modules = {}, trees = [];
  for (const { module, record, ...how } of asked) {
    modules[module] ??= await Module.read(await (await fetch(module)).arrayBuffer());
    const bytes = Uint8Array.from(atob(record), (c) => c.charCodeAt(0));
    const tree = new Tree(modules[module], { record: bytes, ...how });
    tree.run(how.iterations - 100);
    tree.run(100);
    const sum = await crypto.subtle.digest("SHA-256", tree.dump());
    trees.push([Array.from(new Uint8Array(sum)), tree.chances, tree.found()]);
  }
  return trees;
}"""


def search_request(table: Table) -> dict[str, Any]:
    """Returns a search from an observation in mid-game, as a page gets one."""
    rng = random.Random(str(table))
    state = table.game.start(table.seats)
    while len(state.history) < 30 or state.actor < 0 or len(state.legal()) < 2:
        state.play(state.sample(rng))
    return {
        "module": f"/{binding.module_path(table.game).name}",
        "record": base64.b64encode(state.observe(state.actor).tobytes()).decode(),
        "seats": table.seats,
        "seed": SEED,
        "nodes": NODES,
        "iterations": ITERATIONS,
    }


def grow_tree(table: Table, question: dict[str, Any]) -> Tree:
    """Grows the same tree in Python."""
    game = table.game
    s = game.rules.State.from_buffer_copy(base64.b64decode(question["record"]))
    room = binding.open_backend(game, "wasm")
    params = Params.of(game)
    tree = Tree(room, game.rules, s, table.seats, SEED, nodes=NODES, params=params)
    tree.run(ITERATIONS)
    return tree


def test_a_browser_grows_the_same_trees(browser: Any) -> None:
    modules = {path.name: path for path in (binding.module_path(t.game) for t in TABLES)}

    def serve(route: Any) -> None:
        name = route.request.url.rpartition("/")[2]
        if name == "":
            route.fulfill(body="<!doctype html>", content_type="text/html")
        elif name in modules:
            route.fulfill(body=modules[name].read_bytes(), content_type="application/wasm")
        else:
            route.fulfill(path=STATIC / name, content_type="text/javascript")

    context = browser.new_context()
    page = context.new_page()
    page.route(f"{SITE}/**", serve)
    page.goto(f"{SITE}/")
    questions = [search_request(table) for table in TABLES]
    trees = page.evaluate(GROW, questions)
    for table, question, (sum, chances, found) in zip(TABLES, questions, trees, strict=True):
        tree = grow_tree(table, question)
        assert bytes(sum) == hashlib.sha256(bytes(tree.nodes)).digest(), str(table)
        assert chances == [x / ITERATIONS for x in tree.totals]
        there = {(f["action"], f["visits"], f["value"]) for f in found}
        assert there == {tuple(f) for f in tree.found()}
    context.close()
