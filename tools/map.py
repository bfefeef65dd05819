"""Writes the map in docs/architecture.md: every module with the first line of its docstring.

python tools/map.py           writes it
python tools/map.py --check   only says whether it is up to date

The arrows between packages are written by hand there. ``tests/test_house.py`` compares them with
the imports that this module finds, including lazy ones and modules named in strings, but not
imports for type checking.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from matou.arena.plan import PACKAGE, imported

ROOT = Path(__file__).parent.parent
LABS = ROOT / "labs"
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- map: python tools/map.py -->\n", "<!-- end of the map -->\n"
NAMED = re.compile(r"matou(?:\.\w+)+")


def modules() -> dict[str, Path]:
    """Returns every module of ours by its dotted name, first of ``matou``, then of ``labs``."""
    return {
        ".".join(path.relative_to(tree.parent).with_suffix("").parts).removesuffix(
            ".__init__"
        ): path
        for tree in (PACKAGE, LABS)
        for path in sorted(tree.rglob("*.py"), key=lambda path: (path.parent, path))
    }


def room(module: str) -> str:
    """The room that a module stands in: 'core' for matou.core.state, 'labs.bench' for
    labs.bench.site; 'matou' for the front door, 'labs' for what its rooms share."""
    first, *rest = module.split(".")
    if first == LABS.name:
        return f"{first}.{rest[0]}" if rest and (LABS / rest[0]).is_dir() else first
    return rest[0] if rest else first


def needed(source: Path, known: dict[str, Path]) -> Iterator[str]:
    """Returns our modules that a file imports anywhere, or names in a string."""
    yield from (name for name in imported(source) if name in known)
    for part in ast.walk(ast.parse(source.read_bytes())):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            named = part.value.partition(":")[0]
            if NAMED.fullmatch(named) and named in known:
                yield named


def arrows() -> dict[str, set[str]]:
    """Returns which packages each package imports."""
    known, found = modules(), dict[str, set[str]]()
    for module, path in known.items():
        own = room(module)
        needs = found.setdefault(own, set())
        needs |= {room(other) for other in needed(path, known)} - {own}
    return found


def drawn(page: str) -> dict[str, set[str]]:
    """Returns which packages each package imports by the page: lines like 'web → play, bots'."""
    block = page.partition("```arrows\n")[2].partition("```")[0]
    lines = (line.partition("→") for line in block.splitlines() if line.strip())
    return {name.strip(): set(needs.replace(",", " ").split()) for name, _, needs in lines}


def module_list() -> str:
    """Returns the map: a heading for each folder, a line for each module."""
    lines: list[str] = []
    folder = None
    for path in modules().values():
        here = path.relative_to(ROOT).parent
        if here != folder:
            folder = here
            lines += ["", f"**{here.as_posix()}**", ""]
        doc = ast.get_docstring(ast.parse(path.read_bytes())) or ""
        first = doc.split("\n\n")[0].replace("\n", " ")
        lines.append(f"- `{path.name}` {first}")
    return "\n".join(lines[1:]) + "\n"


def written(page: str) -> str:
    """Returns the page with a new map."""
    head, _, rest = page.partition(BEGIN)
    return f"{head}{BEGIN}\n{module_list()}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    if sys.argv[1:] == ["--check"]:
        sys.exit("The map is stale: run python tools/map.py" if written(page) != page else 0)
    elif sys.argv[1:]:
        sys.exit(__doc__)
    PAGE.write_text(written(page), encoding="utf-8")
