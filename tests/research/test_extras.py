"""The surroundings of ``matou.research``: missing packages, bots of others, the benchmark."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import matou
from matou.bots import binding
from matou.kit.extras import install
from matou.kit.warning import warn_once

HOUSE = Path(matou.__file__).parent
ADAPTERS = sorted(
    path.stem for path in (HOUSE / "research").glob("*.py") if path.stem != "__init__"
)


def python(code: str) -> subprocess.CompletedProcess[str]:
    """Runs code in another interpreter that can import Matou."""
    path = f"import sys; sys.path.insert(0, {str(HOUSE.parent)!r})\n"
    return subprocess.run(
        [sys.executable, "-c", path + code], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("adapter", "module", "package"),
    [
        ("open_spiel", "pyspiel", "OpenSpiel"),
        ("pettingzoo", "pettingzoo", "PettingZoo"),
        ("gymnasium", "gymnasium", "Gymnasium"),
        ("rivals", "pyspiel", "OpenSpiel"),
        *((adapter, "numpy", "NumPy") for adapter in ADAPTERS),
    ],
)
def test_a_missing_package_is_one_sentence_with_the_pip_command(
    adapter: str, module: str, package: str
) -> None:
    if adapter == "pettingzoo" and importlib.util.find_spec("gymnasium") is None:
        pytest.skip("Gymnasium is not installed")
    done = python(
        f"sys.modules[{module!r}] = None\n"
        f"try:\n    import matou.research.{adapter}\n"
        "except ImportError as missing:\n    print(missing)\n"
        "    assert missing.__suppress_context__\n"
    )
    assert done.stdout == f"{package} is not installed: {install('research')}\n"
    assert done.stderr == ""


def test_stable_baselines3_has_an_extra_of_its_own() -> None:
    done = python(
        "sys.modules['stable_baselines3'] = None\n"
        "try:\n    import matou.research.sb3\n"
        "except ImportError as missing:\n    print(missing)\n"
    )
    assert done.stdout == f"Stable-Baselines3 is not installed: {install('sb3')}\n", done.stderr


@pytest.mark.parametrize(("module", "package"), [("resvg_py", "resvg_py"), ("PIL", "Pillow")])
def test_a_missing_package_for_pictures_is_one_sentence(module: str, package: str) -> None:
    pytest.importorskip("resvg_py", reason="resvg_py is not installed")
    done = python(
        f"sys.modules[{module!r}] = None\n"
        "from matou.research.pictures import pixels\n"
        "try:\n    pixels('<svg/>')\n"
        "except ImportError as missing:\n    print(missing)\n"
    )
    assert done.stdout.startswith(f"{package}, which")
    assert done.stdout.endswith(f"is not installed: {install('research')}\n")


def test_extras_contain_the_packages_they_are_recommended_for_and_few_have_a_compiler() -> None:
    """Otherwise the sentence about a missing package would recommend an extra without it."""
    project = tomllib.loads((HOUSE.parents[1] / "pyproject.toml").read_text())["project"]
    extras = {
        name: {re.split(r"[<>=;]", one)[0].lower() for one in packages}
        for name, packages in project["optional-dependencies"].items()
    }
    assert extras["fast"] == {"numpy", "wasmtime"}
    assert "matou[fast]" in extras["research"] & extras["sb3"]
    assert {"gymnasium", "sb3-contrib", "stable-baselines3"} <= extras["sb3"]
    wanted = {"gymnasium", "open_spiel", "pettingzoo", "pillow", "pygame", "resvg_py"}
    assert wanted <= extras["research"]
    assert {"numba", "numpy"} == extras["native"]
    assert {"cupy-cuda13x", "numba", "numba-cuda", "numpy"} <= extras["gpu"]
    assert extras["cluster"] == {"ray", "wasmtime"}
    assert {name for name, packages in extras.items() if "numba" in packages} == {"native", "gpu"}


@pytest.mark.parametrize(
    ("without", "call", "said"),
    [
        ("numpy", "matou.vector('catymini')", ("NumPy", "fast")),
        ("numpy", "matou.playouts('catymini', 10)", ("NumPy", "fast")),
        ("wasmtime", "matou.vector('catymini')", ("wasmtime", "fast")),
        ("wasmtime", "matou.playouts('catymini', 10)", ("wasmtime", "fast")),
        ("numba", "matou.vector('catymini', backend='native')", ("numba", "native")),
    ],
)
def test_a_package_missing_for_vectors_or_playouts_is_one_sentence(
    without: str, call: str, said: tuple[str, str]
) -> None:
    done = python(
        f"sys.modules[{without!r}] = sys.modules['numba'] = None\n"
        f"import matou\ntry:\n    {call}\n"
        "except (ImportError, ValueError) as missing:\n    print(missing)\n"
    )
    package, extra = said
    assert done.stdout == f"{package} is not installed: {install(extra)}\n", done.stderr


# Hides everything that ``[fast]`` does not install, such as numba.
CLEAN = """
import importlib.abc
class Hidden(importlib.abc.MetaPathFinder):
    def find_spec(self, name, *_):
        if name.partition(".")[0] in ("numba", "llvmlite", "gymnasium", "pyspiel", "cupy"):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Hidden())
import matou
for name in matou.available():
    env = matou.vector(name, n=70, threads=2)
    env.reset(seed=1)
    env.step(env.sample())
    env.check()
    print(name, env.observations.any(), matou.playouts(name, 5).lengths.min() > 0)
"""


def test_an_install_of_fast_alone_steps_and_plays_every_game() -> None:
    pytest.importorskip("wasmtime", reason="wasmtime is not installed")
    done = python(CLEAN)
    assert done.stdout == "".join(f"{name} True True\n" for name in matou.available()), done.stderr
    assert done.stderr == ""


def test_bots_that_run_interpreted_warn_once() -> None:
    asked = (
        "import matou, warnings\n"
        "from matou.bots.players import first_decision\n"
        "game = matou.game('clocktowers')\n"
        "with warnings.catch_warnings(record=True) as told:\n"
        "    warnings.simplefilter('always')\n"
        "    for level in (2, 'level4@1', 'level5@1', 'level4@1'):\n"
        "        matou.bot(game, level, seed=1).prepare()\n"
        "    matou.bot(game, 2, seed=1, backend='interpreted').prepare()\n"
        "print([f'{one.category.__name__}: {one.message}' for one in told])\n"
    )
    without = "sys.modules['wasmtime'] = sys.modules['numba'] = None\n"
    done = python(without + asked)
    assert done.stdout.count("RuntimeWarning") == 1, done.stderr
    assert "The bots of clocktowers run interpreted" in done.stdout
    assert f"wasmtime is not installed: {install('fast')}" in done.stdout
    if importlib.util.find_spec("wasmtime") is not None:
        assert python(asked).stdout == "[]\n"


def test_a_bot_that_must_be_compiled_warns(monkeypatch: pytest.MonkeyPatch) -> None:
    game = matou.game("clocktowers")
    monkeypatch.setattr(binding, "has_module", lambda _: False)
    monkeypatch.setattr(binding, "has_numba", lambda: True)
    monkeypatch.setattr(binding, "linked_backend", lambda *given: given[-1])
    warn_once.cache_clear()
    with pytest.warns(RuntimeWarning, match="compiled before their first move"):
        assert str(binding.open_backend(game)) == "native"


def test_a_match_against_a_missing_package_ends_with_that_sentence() -> None:
    done = python(
        "sys.modules['pyspiel'] = None\n"
        "from matou.cli import main\n"
        "sys.exit(main(['arena', 'clocktowers', 'level1', 'openspiel:mcts', '--lang', 'en']))"
    )
    assert done.returncode == 2
    assert "OpenSpiel is not installed" in done.stderr
    assert "[research]" in done.stderr
    assert "Traceback" not in done.stderr


def test_nothing_else_imports_the_adapters_or_their_packages() -> None:
    done = python(
        "import matou, matou.cli, matou.arena, matou.bots, labs.bench\n"
        "import labs.bench.engine, matou.web.app\n"
        "for name in matou.available():\n    matou.game(name).start(2)\n"
        "wanted = ('matou.research', 'pyspiel', 'open_spiel', 'pettingzoo', 'gymnasium')\n"
        "print([m for m in sys.modules if m.startswith(wanted)])"
    )
    assert done.stdout.strip() == "[]", done.stderr


@pytest.mark.heavy
def test_a_bot_of_openspiel_plays_in_the_arena(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    from matou.arena.plan import Match
    from matou.arena.report import html
    from matou.arena.running import Journal, run
    from matou.arena.tally import Tally

    match = Match.of(matou.game("catymini"), ["greedy", "openspiel:ismcts@2"], games=2)
    assert match.bots == ("greedy", "openspiel:ismcts@2")
    journal = Journal(tmp_path / "match.jsonl", match, resume=False)
    results = run(match, journal, processes=1)
    assert {r.lineup for r in results} == {(0, 1), (1, 0)}
    assert all(sum(r.returns) == pytest.approx(1) for r in results)
    assert "openspiel:ismcts@2" in html(Tally(match, results), "matou arena")


@pytest.mark.heavy
def test_the_benchmark_lists_its_peers_and_ratios(capsys: pytest.CaptureFixture[str]) -> None:
    for module in ("gymnasium", "pettingzoo", "pyspiel"):
        pytest.importorskip(module, reason=f"{module} is not installed")
    from matou.cli import main

    assert main(["bench", "env", "catymini", "--quick", "--json", "--at-once", "64"]) == 0
    found = json.loads(capsys.readouterr().out)
    who = {(s["who"], s["game"]) for s in found["speeds"]}
    assert {("matou", "catymini"), ("OpenSpiel", "backgammon")} <= who
    assert ("PettingZoo", "connect_four_v3") in who
    assert found["ratios"]["catymini"] > 0
    assert main(["bench", "env", "chess"]) == 2
