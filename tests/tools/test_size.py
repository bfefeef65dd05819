"""``tools/size.py`` counts files, lines and functions of each package."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
import size

pytestmark = pytest.mark.unmeasured  # tests of a tool: no package is measured

SOURCE = '''"""A module."""

class Cat:
    def purr(self):
        def deep():
            return 1

        return deep()


@property
async def mouse():
    pass
'''


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    files = {
        ".gitignore": "*.log\n",
        "src/matou/__init__.py": "",
        "src/matou/cats/__init__.py": "# one\n# two\n",
        "src/matou/cats/inner/purring.py": SOURCE,
        "src/matou/cats/page.html": "<p>\n</p>",
        "src/matou/cats/network.wasm": "\0asm\n",
        "src/matou/cats/run.log": "ignored\n",
        "tests/test_cats.py": "x = 1\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "src/matou/cats"], cwd=tmp_path, check=True)
    return tmp_path


def test_packages_count_files_and_functions_below_them(clone: Path) -> None:
    found = size.rooms(clone, "src/matou")
    assert list(found) == ["(top)", "cats"]
    cats = found["cats"]
    assert size.longest(cats.files, 9) == [(13, "cats/inner/purring.py"), (2, "cats/__init__.py")]
    assert size.longest(cats.functions, 2) == [
        (5, "cats/inner/purring.py:Cat.purr"),
        (2, "cats/inner/purring.py:Cat.purr.deep"),
    ]
    assert cats.functions[-1] == (2, "cats/inner/purring.py:mouse")
    assert cats.lines == 15


def test_other_text_files_are_counted_by_kind_and_binaries_left_out(clone: Path) -> None:
    assert size.others(clone, "src/matou") == {".html": (1, 2)}


def test_reports_are_repeatable_and_leave_out_missing_folders(clone: Path) -> None:
    table = size.report(clone, 1)
    assert table == size.report(clone, 1)
    assert (
        "| cats | 2 | 15 | 13 cats/inner/purring.py | 5 cats/inner/purring.py:Cat.purr |" in table
    )
    assert "| **all Python** | 3 | 15 |" in table
    assert "## labs" not in table
    assert "## tests" in table
