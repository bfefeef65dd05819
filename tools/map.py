"""Write the map of the house into docs/architecture.md: every module with the line it begins with.

python tools/map.py           writes it
python tools/map.py --check   only says whether it is true

The arrows between rooms are drawn by hand there, and ``tests/test_house.py`` compares them with
the imports that this module finds: lazy ones and modules named in strings included, what only the
type checker reads not.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from matou.arena.plan import HOUSE, imported

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- map: python tools/map.py -->\n", "<!-- end of the map -->\n"
NAMED = re.compile(r"matou(?:\.\w+)+")


def modules() -> dict[str, Path]:
    """Every module of ours, by its dotted name."""
    return {
        ".".join((HOUSE.name, *path.relative_to(HOUSE).with_suffix("").parts)).removesuffix(
            ".__init__"
        ): path
        for path in sorted(HOUSE.rglob("*.py"), key=lambda path: (path.parent, path))
    }


def room(module: str) -> str:
    """The room that a module stands in: 'core' for matou.core.state; 'matou' for the front door."""
    first, *rest = module.split(".")
    return rest[0] if rest else first


def needed(source: Path, known: dict[str, Path]) -> Iterator[str]:
    """The modules of ours that a file needs, imported anywhere in it or named in a string."""
    yield from (name for name in imported(source) if name in known)
    for part in ast.walk(ast.parse(source.read_bytes())):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            named = part.value.partition(":")[0]
            if NAMED.fullmatch(named) and named in known:
                yield named


def arrows() -> dict[str, set[str]]:
    """Which room needs which others, as the imports have it."""
    known, found = modules(), dict[str, set[str]]()
    for module, path in known.items():
        own = room(module)
        needs = found.setdefault(own, set())
        needs |= {room(other) for other in needed(path, known)} - {own}
    return found


def drawn(page: str) -> dict[str, set[str]]:
    """Which room needs which others, as the page draws it: lines like 'web → play, bots'."""
    block = page.partition("```arrows\n")[2].partition("```")[0]
    lines = (line.partition("→") for line in block.splitlines() if line.strip())
    return {name.strip(): set(needs.replace(",", " ").split()) for name, _, needs in lines}


def told() -> str:
    """The map: a heading for each folder, a line for each module."""
    lines: list[str] = []
    folder = None
    for path in modules().values():
        here = path.relative_to(HOUSE).parent
        if here != folder:
            folder = here
            title = "src/matou" if here == Path() else f"src/matou/{here.as_posix()}"
            lines += ["", f"**{title}**", ""]
        doc = ast.get_docstring(ast.parse(path.read_bytes())) or ""
        first = doc.split("\n\n")[0].replace("\n", " ")
        lines.append(f"- `{path.name}` {first}")
    return "\n".join(lines[1:]) + "\n"


def written(page: str) -> str:
    """The page with its map made anew."""
    head, _, rest = page.partition(BEGIN)
    return f"{head}{BEGIN}\n{told()}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    if "--check" in sys.argv:
        sys.exit(written(page) != page)
    PAGE.write_text(written(page), encoding="utf-8")
