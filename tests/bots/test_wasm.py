"""The games' WebAssembly modules: fresh, small, equal to other backends; bad ones refused."""

from __future__ import annotations

import gzip
import json
import pickle
import random
import subprocess
import sys
import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import build_wasm
import pytest
import wasm_compiler
import wasmtime
from conformance.support import NATIVE, TABLES, Table

import matou
from matou.arena import players
from matou.bots import binding
from matou.bots.memory import OnePly, Params, Tree
from matou.bots.players import make
from matou.core import modules
from matou.core.game import Game, linked
from matou.core.observation import Observation
from matou.core.registry import find, names, versions
from matou.kit import playout, wasm
from matou.kit.layout import as_bytes
from matou.kit.linking import link
from matou.kit.rng import WORDS, rng_words
from matou.kit.running import BackendName

ROOT = Path(__file__).parents[2]
MODULES = [find(name, version) for name in names() for version in versions(name)]
BACKENDS: tuple[BackendName, ...] = ("native", "wasm")
GAMES_EACH = 20
each_module = pytest.mark.parametrize(
    ("purpose", "game"), build_wasm.all_modules(), ids=lambda found: getattr(found, "name", found)
)


@each_module
def test_a_module_is_fresh(purpose: str, game: Game) -> None:
    recipe = build_wasm.RECIPES[purpose]
    path = recipe.path(game)
    about = wasm.about(path.read_bytes(), path.name)
    assert build_wasm.is_fresh(recipe, game), "the module is stale: python tools/build_wasm.py"
    assert (about["game"], about["version"]) == (game.name, game.version)
    assert about["constants"] == recipe.constants(game)
    assert [*about["exports"]] == sorted(recipe.exports)


@each_module
def test_a_module_is_small_and_imports_nothing_but_memory(purpose: str, game: Game) -> None:
    recipe = build_wasm.RECIPES[purpose]
    data = recipe.path(game).read_bytes()
    network = game.hints.network if game.hints and purpose == "bots" else None
    weights = network.read_bytes() if network else b""
    assert len(data) <= 70_000 + len(weights)
    assert len(gzip.compress(data)) <= 25_000 + len(gzip.compress(weights))
    imports = [found.name for found in recipe.read(game).code.imports]
    assert imports == (["memory"] if purpose == "vector" else [])
    assert str(ROOT).encode() not in data


# One module is enough to show that builds are reproducible and that nothing was edited by hand:
# their hashes cover the sources, and other tests compare their behaviour with the interpreted
# rules. This is the smallest. ``tools/build_wasm.py --check`` rebuilds all.
@pytest.mark.heavy
def test_a_rebuilt_module_is_identical(tmp_path: Path) -> None:
    purpose, game = "vector", GAME
    path = build_wasm.RECIPES[purpose].path(game)
    about = wasm.about(path.read_bytes(), path.name)
    here = wasm_compiler.tools()
    if here != about["tools"]:
        pytest.skip(f"the module was built with {about['tools']}; here is {here or 'no wasm-ld'}")
    anew = tmp_path / path.name
    build_wasm.build(purpose, game, anew)
    assert anew.read_bytes() == path.read_bytes()


@cache
def view_of(table: Table, actions: int = 30) -> Observation:
    """Returns what the seat to act may know after some random play."""
    rng = random.Random(str(table))
    state = table.game.start(table.seats)
    while len(state.history) < actions or state.actor < 0 or len(state.legal()) < 2:
        state.play(state.sample(rng))
        assert not state.over
    return state.observe(state.actor)


def tree(view: Observation, backend: BackendName, iterations: int, nodes: int = 4000) -> Tree:
    game = view.game
    memory = binding.open_backend(game, backend)
    grown = Tree(memory, game.rules, view.s, view.seats, 7, nodes=nodes, params=Params.of(game))
    grown.run(iterations)
    return grown


@pytest.mark.heavy
@pytest.mark.parametrize("table", [t for t in TABLES if t.name == NATIVE], ids=str)
def test_native_and_webassembly_searches_give_the_same_results(table: Table) -> None:
    view = view_of(table)
    assert view.seat is not None
    one, two = (tree(view, backend, 600) for backend in BACKENDS)
    assert bytes(one.nodes) == bytes(two.nodes)
    assert list(one.totals) == list(two.totals)
    assert one.found() == two.found()
    looks = [
        OnePly(binding.open_backend(view.game, backend), view.game.rules, view.s, view.seats).look(
            view.seat, view.legal(), 5, 11
        )
        for backend in BACKENDS
    ]
    assert looks[0] == looks[1]


@pytest.mark.heavy
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_interpreted_rules_and_webassembly_play_the_same_random_games(table: Table) -> None:
    game, rules = table.game, table.game.rules
    memory = binding.open_backend(game, "wasm")
    codes = game.codes(table.seats)
    options = memory.ints(max(1, len(codes)))
    for i, code in enumerate(codes):
        options[i] = code
    states = memory.records(rules.State, 2)
    lists = [memory.ints(n) for n in (rules.MAX_LEGAL, rules.MAX_LEGAL, WORDS)]
    moves = memory.call("playouts", states, table.seats, options, GAMES_EACH, 5, *lists)
    plain: Any = link(playout, base=linked(rules, compile=False), compile=False)
    out, weights = ([0] * rules.MAX_LEGAL for _ in range(2))
    for seed in range(5, 5 + GAMES_EACH):
        s = rules.State()
        rules.setup(s, table.seats, codes)
        moves -= plain.playout(s, out, weights, rng_words(seed))
    assert moves == 0
    assert as_bytes(s) == bytes(states)[-len(as_bytes(s)) :]


@pytest.mark.heavy
@pytest.mark.parametrize("name", matou.available())
def test_a_bot_thinks_the_same_on_every_backend(name: str) -> None:
    view = view_of(Table(name, 2))
    for which in ("level2", "level3@60", "level4@60"):
        backends: tuple[BackendName, ...] = (
            "wasm",
            "interpreted",
            *(("native",) if name == NATIVE else ()),
        )
        thoughts = [
            make(name, which, seed=9, backend=backend).consider(view) for backend in backends
        ]
        assert all(thought == thoughts[0] for thought in thoughts)


@pytest.mark.parametrize("name", matou.available())
def test_forgetting_is_the_same_on_every_backend(name: str) -> None:
    view = view_of(Table(name, 2))
    game = view.game
    after = []
    backends: tuple[BackendName, ...] = ("wasm", "interpreted")
    for backend in backends:
        memory = binding.open_backend(game, backend)
        states, r = memory.records(game.rules.State, 1, view.s), memory.ints(WORDS)
        memory.call("rng_seed", r, 5)
        memory.call("forget", states if backend == "wasm" else states[0], r)
        after.append(bytes(states))
    assert after[0] == after[1]


def test_growing_memory_keeps_the_tree() -> None:
    view = view_of(Table("chopchop", 2))
    small, large = tree(view, "wasm", 300, nodes=9000), tree(view, "wasm", 300, nodes=2_000_000)
    assert bytes(small.nodes) == bytes(large.nodes)[: len(bytes(small.nodes))]


def test_matches_take_the_module_and_studies_the_fastest_backend(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for has_module, has_numba, at_once, for_long, usual in (
        (True, True, "wasm", "native", "wasm"),
        (True, False, "wasm", "wasm", "wasm"),
        (False, True, "interpreted", "native", "native"),
        (False, False, "interpreted", "interpreted", "interpreted"),
    ):
        monkeypatch.setattr(binding, "has_module", lambda _, there=has_module: there)
        monkeypatch.setattr(binding, "has_numba", lambda there=has_numba: there)
        assert binding.at_once(GAME) == at_once
        assert binding.for_long(GAME) == for_long
        assert binding.usual(GAME) == players.seat(GAME, "level4", seed=1).backend == usual


WITHOUT = """
import sys
sys.modules["numba"] = sys.modules["numpy"] = None  # as after ./matou
import json, random, matou, matou.web.app, matou.bots.worker
for name in matou.available():
    state, rng = matou.game(name).start(2), random.Random(4)
    while len(state.history) < 30 or state.actor < 0 or len(state.legal()) < 2:
        state.play(state.sample(rng))
    bot = matou.bot(name, "level4@300", seed=5)
    print(json.dumps([t.__dict__ for t in bot.consider(state.observe(state.actor))]))
"""


@pytest.mark.heavy
def test_bots_think_the_same_without_numba_and_numpy() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True
    )
    for name, line in zip(matou.available(), ran.stdout.splitlines(), strict=True):
        state, rng = matou.game(name).start(2), random.Random(4)
        while len(state.history) < 30 or state.actor < 0 or len(state.legal()) < 2:
            state.play(state.sample(rng))
        bot = matou.bot(name, "level4@300", seed=5)
        here = bot.consider(state.observe(state.actor))
        assert json.loads(line) == [vars(t) for t in here]
    assert not ran.stderr, "no message when Python exits"


def test_webassembly_modules_are_packaged_and_network_files_are_not() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    # The modules contain the networks' weights.
    packed = project["tool"]["setuptools"]["package-data"]["*"]
    assert "*.wasm" in packed
    assert "*.bin" not in packed
    assert not project["project"]["dependencies"], "the rules have no dependencies"
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    pinned = {line.split("==")[0] for line in lock.splitlines() if "==" in line}
    assert "wasmtime" in pinned
    assert not pinned & {"numba", "numpy", "llvmlite"}


def test_a_missing_wasmtime_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    assert "needs wasmtime" in refusal(DATA, tmp_path)


# --- refused modules

GAME = find("chopchop")
DATA = binding.module_path(GAME).read_bytes()
ABOUT = wasm.about(DATA, "module")


def refusal(data: bytes, tmp_path: Path, **read: Any) -> str:
    path = tmp_path / "module.wasm"
    path.write_bytes(data)
    how = {"sources": ABOUT["sources"], "records": binding.records(GAME), **read}
    with pytest.raises(wasm.BadModule) as refused:
        wasm.read(path, **how)
    sent = pickle.loads(pickle.dumps(refused.value))  # sent by the bots' process
    assert (sent.kind, str(sent)) == (refused.value.kind, str(refused.value))
    return str(sent)


def test_a_truncated_module_is_refused_with_a_reason(tmp_path: Path) -> None:
    assert wasm.read(binding.module_path(GAME), ABOUT["sources"], binding.records(GAME))
    for length in (*range(40), *range(40, len(DATA), 97), len(DATA) - 1):
        says = refusal(DATA[:length], tmp_path)
        assert "module.wasm" in says
        assert any(word in says for word in ("no WebAssembly", "cut short", "not a module of ours"))


def test_a_damaged_module_is_refused(tmp_path: Path) -> None:
    damaged = bytearray(DATA)
    damaged[8000:8040] = b"\xff" * 40  # in its code, before the network's weights
    assert "damaged" in refusal(bytes(damaged), tmp_path)


def test_a_foreign_module_is_refused(tmp_path: Path) -> None:
    plain = bytes(wasmtime.wat2wasm("(module)"))
    assert "not a module of ours" in refusal(plain, tmp_path)
    asking = bytes(wasmtime.wat2wasm('(module (import "env" "exp" (func)))'))
    assert "imports what" in refusal(wasm_compiler.with_section(asking, ABOUT), tmp_path)
    assert "no WebAssembly" in refusal(b"<svg/>" * 10, tmp_path)


def test_a_stale_module_or_one_of_another_game_is_refused(tmp_path: Path) -> None:
    assert "out of date" in refusal(DATA, tmp_path, sources="0" * 64)
    assert "out of date" in refusal(DATA, tmp_path, sources=binding.sources(find("catymini")))
    other = {**binding.records(GAME), "state": find("catymini").rules.State}
    assert "another layout" in refusal(DATA, tmp_path, records=other)


def test_changed_sources_or_record_layouts_make_modules_stale() -> None:
    hashes = {binding.sources(game) for game in MODULES}
    assert len(hashes) == len(MODULES)
    # A changed layout makes a module stale even if its rules do not use that record.
    other = {**binding.records(GAME), "network_memory": find("catymini").rules.State}
    changed = replace(binding.MODULE, records=lambda _: other)
    assert changed.sources(GAME) not in hashes


def trapping() -> bytes:
    """Returns a module whose search traps at once."""
    takes = []
    for _, kind in ABOUT["exports"]["search"]:
        takes += ["i32", "i32"] if kind.endswith("[]") else [kind]
    return bytes(
        wasmtime.wat2wasm(
            f"""(module (memory (export "memory") 1)
            (global (export "__heap_base") i32 (i32.const 1024))
            (func (export "rng_seed") (param i32 i32 i64))
            (func (export "plant") (param i32 i32 i32 i32))
            (func (export "search") (param {" ".join(takes)}) unreachable))"""
        )
    )


def test_a_trap_raises_an_error_and_leaves_the_process_running(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "module.wasm"
    path.write_bytes(wasm_compiler.with_section(trapping(), ABOUT))
    broken = wasm.read(path, ABOUT["sources"], binding.records(GAME))
    view = view_of(Table("chopchop", 2))
    monkeypatch.setitem(modules.loaded, str(binding.module_path(GAME)), broken)
    bot = make(GAME, "level4", seed=1)
    for _ in range(2):
        with pytest.raises(wasm.ModuleTrap, match="search stopped"):
            bot.consider(view)
    monkeypatch.undo()
    assert bot.consider(view)[0].visits > 0
