"""Fingerprints of rules change with the rules' behaviour, not with their style."""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from matou.kit.fingerprints import code, fingerprint
from matou.kit.linking import cache_folder, link

CELLS = '''"""Cells of a board."""

from matou.kit.linking import rule

SIDE = 4


@rule
def cell(row, column):
    """The number of a cell."""
    return row * SIDE + column  # rows first


@rule
def mirrored(row, column):
    return column * SIDE + row
'''
RULES = '''"""A game."""

import math
from typing import Any

from .cells import SIDE, cell
from matou.kit.linking import rule

LAST = 15
TABLE = (1, 2, 3)


@rule
def corner(state: Any) -> int:
    """Where it begins."""
    first = cell(0, SIDE - 1)
    second = TABLE[1] - LAST
    return first + second
'''


class RulePackages:
    """Packages of rules, written for a test and forgotten after it."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.made = folder, 0
        monkeypatch.syspath_prepend(folder)

    def of(self, files: dict[str, str], rules: str = "rules") -> str:
        """Returns the fingerprint of a package with these modules, one of which is linked."""
        return fingerprint(self.linked(files, rules))

    def linked(self, files: dict[str, str], rules: str = "rules") -> dict[str, dict[str, Any]]:
        self.made += 1
        package = f"made_up_{self.made}"
        for name, text in files.items():
            path = self.folder / package / f"{name}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        module = importlib.import_module(".".join((package, *rules.split("/"))))
        return link(module, compile=False)._spaces

    def clear(self) -> None:
        for name in [name for name in sys.modules if name.startswith("made_up_")]:
            del sys.modules[name]


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RulePackages]:
    packages = RulePackages(tmp_path, monkeypatch)
    yield packages
    packages.clear()


def test_comments_docstrings_and_formatting_do_not_change_a_fingerprint(
    packages: RulePackages,
) -> None:
    before = packages.of({"rules": RULES, "cells": CELLS})
    same = {
        "comments": RULES.replace("LAST = 15", "# the last one\nLAST = 15  # of sixteen\n"),
        "docstrings": RULES.replace("A game.", "Another.").replace('"""Where it begins."""', ""),
        "formatting": RULES.replace("cell(0, SIDE - 1)", "cell(\n  0,\n  (SIDE-1),\n)"),
        "numbers": RULES.replace("LAST = 15", "LAST = 0x0_F"),
        "imports": RULES.replace("from .cells import SIDE, cell\n", "").replace(
            "import math\n", "from .cells import SIDE\nfrom .cells import cell\nimport math\n"
        ),
    }
    for what, text in same.items():
        assert text != RULES
        assert packages.of({"rules": text, "cells": CELLS}) == before, what


def test_moved_files_do_not_change_a_fingerprint(packages: RulePackages) -> None:
    before = packages.of({"rules": RULES, "cells": CELLS})
    moved = RULES.replace("from .cells", "from ..board.squares")
    assert packages.of({"think/game": moved, "board/squares": CELLS}, "think/game") == before


def test_compiled_code_of_a_renamed_module_is_not_loaded(packages: RulePackages) -> None:
    """Compiled code imports its modules by name, so it cannot be loaded under another."""
    before = packages.linked({"rules": RULES, "cells": CELLS})
    renamed = RULES.replace(".cells", ".squares")
    after = packages.linked({"rules": renamed, "squares": CELLS})
    assert fingerprint(after) == fingerprint(before)
    assert cache_folder(after, False) != cache_folder(before, False)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LAST = 15", "LAST = 16"),
        ("(1, 2, 3)", "(1, 2, 4)"),
        ("first + second", "first - second"),
        ("first + second", "second + first"),
        ("TABLE[1]", "TABLE[0]"),
        ("-> int", "-> bool"),
        ("LAST = 15", 'LAST = 15\nNAME = "new"'),
        ("LAST = 15\nTABLE = (1, 2, 3)", "TABLE = (1, 2, 3)\nLAST = 15"),
        ("import math", "import cmath"),
        ("SIDE, cell", "SIDE, mirrored as cell"),
    ],
)
def test_changed_behaviour_changes_a_fingerprint(
    packages: RulePackages, old: str, new: str
) -> None:
    assert old in RULES
    before = packages.of({"rules": RULES, "cells": CELLS})
    assert packages.of({"rules": RULES.replace(old, new), "cells": CELLS}) != before


def test_reordered_statements_change_a_fingerprint(packages: RulePackages) -> None:
    lines = RULES.splitlines()
    first = lines.index("    first = cell(0, SIDE - 1)")
    lines[first], lines[first + 1] = lines[first + 1], lines[first]
    before = packages.of({"rules": RULES, "cells": CELLS})
    assert packages.of({"rules": "\n".join(lines), "cells": CELLS}) != before


def test_changed_imported_rules_or_numbers_change_a_fingerprint(packages: RulePackages) -> None:
    before = packages.of({"rules": RULES, "cells": CELLS})
    assert packages.of({"rules": RULES, "cells": CELLS.replace("* SIDE +", "+ SIDE *")}) != before
    assert packages.of({"rules": RULES, "cells": CELLS.replace("SIDE = 4", "SIDE = 5")}) != before


def test_changed_numbers_of_unlinked_modules_change_a_fingerprint(packages: RulePackages) -> None:
    rules = RULES.replace("import math", "from . import data\nfrom .data import SHARE\nimport math")
    rules = rules.replace("TABLE[1]", "data.SOME")
    data = "SOME = 3\nSHARE = 0.5\n"
    before = packages.of({"rules": rules, "cells": CELLS, "data": data})
    again = packages.of({"rules": rules, "cells": CELLS, "data": f"# a comment\n{data}"})
    assert again == before
    for other in (data.replace("3", "4"), data.replace("0.5", "0.25")):
        assert packages.of({"rules": rules, "cells": CELLS, "data": other}) != before


def test_rules_with_equal_text_differ_by_the_rules_that_they_call(packages: RulePackages) -> None:
    """Modules are identified by their content, but equal text may call different rules."""
    call = (
        "from matou.kit.linking import rule\nfrom .{} import move\n\n\n"
        "@rule\ndef go():\n    return move()\n"
    )
    move = "from matou.kit.linking import rule\n\n\n@rule\ndef move():\n    return {}\n"
    files = {
        "one": move.format(1),
        "two": move.format(2),
        "calls_one": call.format("one"),
        "calls_two": call.format("two"),
    }
    rules = (
        "from matou.kit.linking import rule\n"
        "from .calls_one import go as {}\nfrom .calls_two import go as {}\n\n\n"
        "@rule\ndef play():\n    return first() - second()\n"
    )
    one = packages.of({**files, "rules": rules.format("first", "second")})
    assert packages.of({**files, "rules": rules.format("second", "first")}) != one


def test_new_fields_in_a_newer_pythons_syntax_trees_do_not_change_a_fingerprint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source = CELLS.encode()
    before = code(source, "matou")
    parse = ast.parse

    def newer(text: bytes) -> ast.Module:
        tree = parse(text)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                node._fields = (*ast.FunctionDef._fields, "news", "more")  # type: ignore[misc]
                node.news, node.more = [], None  # type: ignore[attr-defined]
        return tree

    monkeypatch.setattr(ast, "parse", newer)
    code.cache_clear()
    assert code(source, "matou") == before
