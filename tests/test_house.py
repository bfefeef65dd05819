"""The code follows docs/architecture.md: every module is listed, every import has its arrow."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest
from measuring import BOTH, INNER, OUTER

import matou
from matou.arena.plan import imported

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))
import map as plan
from coverage_floors import FLOORS
from translate import calls

pytestmark = pytest.mark.unmeasured  # reads the code, does not run it


def test_every_module_is_listed_with_the_first_line_of_its_docstring() -> None:
    page = plan.PAGE.read_text(encoding="utf-8")
    assert plan.BEGIN in page
    assert plan.written(page) == page, "the list is stale: python tools/map.py"
    for module, path in plan.modules().items():
        if path.stat().st_size:
            assert f"`{path.name}` " in page
            assert path.read_text().lstrip().startswith(('"""', 'r"""')), (
                f"{module} has no docstring"
            )


def test_packages_import_each_other_as_the_arrows_allow() -> None:
    """No arrow is missing, and none is unused; lazy imports count."""
    page = plan.PAGE.read_text(encoding="utf-8")
    assert plan.drawn(page) == plan.arrows()


def test_nothing_in_matou_imports_labs() -> None:
    """Only one module names it: the command line looks for developers' tools there."""
    for module, path in plan.modules().items():
        if module.startswith("matou"):
            assert "labs" not in {name.split(".")[0] for name in imported(path)}, module
            texts = [
                part.value
                for part in ast.walk(ast.parse(path.read_bytes()))
                if isinstance(part, ast.Constant) and isinstance(part.value, str)
            ]
            named = [text for text in texts if re.fullmatch(r"labs(\.\w+)*", text)]
            assert not named or module == "matou.cli.commands.labs", module


def test_labs_has_no_messages_to_translate() -> None:
    for module, path in plan.modules().items():
        if module.startswith("labs"):
            made = [f"{module}:{call.lineno}" for call, _ in calls(ast.parse(path.read_bytes()))]
            assert not made


def test_imports_between_packages_have_no_cycles() -> None:
    needs = plan.drawn(plan.PAGE.read_text(encoding="utf-8"))

    def reachable(package: str) -> set[str]:
        found: set[str] = set()
        left = [package]
        while left:
            for other in needs.get(left.pop(), set()) - found:
                found.add(other)
                left.append(other)
        return found

    for package in needs.keys() - {"matou"}:  # `matou` itself imports every package
        assert package not in reachable(package), f"{package} imports itself in a circle"


def test_no_game_is_named_outside_its_folder() -> None:
    name = re.compile(rf"\b({'|'.join(matou.available())})\b")
    for module, path in plan.modules().items():
        if not module.startswith(("matou.games.", "labs.")):
            code = re.sub(r'""".*?"""|#[^\n]*', "", path.read_text(), flags=re.S)
            assert not name.search(code), f"{module} names a game"
    assert not name.search((plan.ROOT / "pyproject.toml").read_text()), (
        "package data names no game either"
    )


def test_every_package_has_a_coverage_floor() -> None:
    packages = {path.parent.name for path in (plan.ROOT / "src/matou").glob("*/__init__.py")}
    packages |= {f"labs/{path.parent.name}" for path in plan.LABS.glob("*/__init__.py")}
    assert set(FLOORS) == packages
    assert {*INNER, *OUTER, *BOTH} == packages, "./test measures every package"


def test_the_shared_page_script_has_no_top_level_await() -> None:
    """With one, a new game in the page did not begin in WebKitGTK."""
    script = Path(matou.__file__).parent / "page" / "static" / "tables" / "server.js"
    assert not re.search(r"^(export const .* = )?await ", script.read_text(), re.MULTILINE)
