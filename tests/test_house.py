"""The house as its plan draws it: every module on the map, every arrow between rooms drawn."""

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

pytestmark = pytest.mark.unmeasured  # the house is read here, not run


def test_every_module_is_on_the_map_with_the_line_it_begins_with() -> None:
    page = plan.PAGE.read_text(encoding="utf-8")
    assert plan.BEGIN in page
    assert plan.written(page) == page, "the map is old: python tools/map.py"
    for module, path in plan.modules().items():
        if path.stat().st_size:
            assert f"`{path.name}` " in page
            assert path.read_text().lstrip().startswith(('"""', 'r"""')), f"{module} says nothing"


def test_rooms_need_each_other_as_the_plan_draws_it() -> None:
    """Arrows that are not drawn, and drawn ones that are not there; lazy imports included."""
    page = plan.PAGE.read_text(encoding="utf-8")
    assert plan.drawn(page) == plan.arrows()


def test_no_arrow_leads_from_the_house_to_labs() -> None:
    """No module imports it, and one names it: the command line looks there for tools of ours."""
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


def test_labs_speaks_english_only() -> None:
    """It makes no message that somebody would have to translate."""
    for module, path in plan.modules().items():
        if module.startswith("labs"):
            made = [f"{module}:{call.lineno}" for call, _ in calls(ast.parse(path.read_bytes()))]
            assert not made


def test_arrows_point_one_way() -> None:
    """No way leads from a room back to it, as the plan draws them: which is as they are."""
    needs = plan.drawn(plan.PAGE.read_text(encoding="utf-8"))

    def reached(room: str) -> set[str]:
        found: set[str] = set()
        left = [room]
        while left:
            for other in needs.get(left.pop(), set()) - found:
                found.add(other)
                left.append(other)
        return found

    for room in needs.keys() - {"matou"}:  # the front door opens into every room
        assert room not in reached(room), f"{room} comes back to itself"


def test_no_game_is_named_outside_its_folder() -> None:
    name = re.compile(rf"\b({'|'.join(matou.available())})\b")
    for module, path in plan.modules().items():
        if not module.startswith(("matou.games.", "labs.")):
            code = re.sub(r'""".*?"""|#[^\n]*', "", path.read_text(), flags=re.S)
            assert not name.search(code), f"{module} names a game"
    assert not name.search((plan.ROOT / "pyproject.toml").read_text()), "its files are packed"


def test_every_room_has_a_floor_of_coverage() -> None:
    rooms = {path.parent.name for path in (plan.ROOT / "src/matou").glob("*/__init__.py")}
    rooms |= {f"labs/{path.parent.name}" for path in plan.LABS.glob("*/__init__.py")}
    assert set(FLOORS) == rooms
    assert {*INNER, *OUTER, *BOTH} == rooms, "measured by ./test"


def test_a_script_that_several_pages_scripts_import_does_not_wait_at_its_top_level() -> None:
    """While it did, a new game in the page did not begin in WebKitGTK."""
    script = Path(matou.__file__).parent / "page" / "static" / "tables" / "server.js"
    assert not re.search(r"^(export const .* = )?await ", script.read_text(), re.MULTILINE)
