"""Counts the code by room: files, lines, the longest files and the longest functions.

python tools/size.py              counts src, labs and tests
python tools/size.py --longest 5  names five files and five functions of each room

Counts every file that git tracks or would track, so that two clones of one commit print the same.
A line is a line of the file, blank ones and comments included. A function runs from its ``def`` to
its last line; functions inside others count for themselves too.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
TREES = ("src/matou", "labs", "tests")
TOP = "(top)"  # the room of files outside the rooms


class Size(NamedTuple):
    """A file or a function and its number of lines."""

    lines: int
    name: str


class Room:
    """The Python of one folder, with everything below it."""

    def __init__(self) -> None:
        self.files: list[Size] = []
        self.functions: list[Size] = []

    @property
    def lines(self) -> int:
        return sum(file.lines for file in self.files)


def tracked(root: Path) -> list[PurePosixPath]:
    """Returns the existing files that git tracks or would track, in order."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    found = subprocess.run(command, cwd=root, check=True, capture_output=True).stdout.decode()
    return sorted(PurePosixPath(name) for name in {*found.split("\0")} if (root / name).is_file())


def functions(tree: ast.AST, within: str = "") -> Iterator[Size]:
    """Yields every function below a node of the syntax tree, with its qualified name."""
    for node in ast.iter_child_nodes(tree):
        name = within
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            name = f"{within}.{node.name}" if within else node.name
            if not isinstance(node, ast.ClassDef):
                assert node.end_lineno is not None
                yield Size(node.end_lineno - node.lineno + 1, name)
        yield from functions(node, name)


def rooms(root: Path, tree: str) -> dict[str, Room]:
    """Returns the Python of a tree by room."""
    found: defaultdict[str, Room] = defaultdict(Room)
    for path in tracked(root):
        if path.is_relative_to(tree) and path.suffix == ".py":
            inside = path.relative_to(tree)
            room = found[inside.parts[0] if len(inside.parts) > 1 else TOP]
            source = (root / path).read_bytes()
            room.files.append(Size(len(source.splitlines()), str(inside)))
            room.functions += (
                Size(lines, f"{inside}:{name}") for lines, name in functions(ast.parse(source))
            )
    return dict(sorted(found.items()))


def others(root: Path, tree: str) -> dict[str, tuple[int, int]]:
    """Counts files and lines of all other text, by suffix."""
    files: Counter[str] = Counter()
    lines: Counter[str] = Counter()
    for path in tracked(root):
        if path.is_relative_to(tree) and path.suffix != ".py":
            data = (root / path).read_bytes()
            if b"\0" not in data:
                kind = path.suffix or path.name
                files[kind] += 1
                lines[kind] += len(data.splitlines())
    return {kind: (files[kind], lines[kind]) for kind in sorted(files)}


def longest(sizes: list[Size], n: int) -> list[Size]:
    """Returns the n longest, equals by name."""
    return sorted(sizes, key=lambda size: (-size.lines, size.name))[:n]


def report(root: Path, n: int) -> str:
    """Returns all counts as Markdown."""
    out: list[str] = []
    for tree in TREES:
        found = rooms(root, tree)
        if not found:
            continue
        out += [f"## {tree}", "", "| room | files | lines | longest file | longest function |"]
        out += ["|---|--:|--:|---|---|"]
        for name, room in found.items():
            tops = (longest(room.files, n), longest(room.functions, n))
            cells = ("<br>".join(f"{size.lines} {size.name}" for size in top) for top in tops)
            out += [f"| {name} | {len(room.files)} | {room.lines:,} | {' | '.join(cells)} |"]
        files = sum(len(room.files) for room in found.values())
        lines = sum(room.lines for room in found.values())
        out += [f"| **all Python** | {files} | {lines:,} | | |", ""]
        rest = (f"{kind} {f} ({k:,} lines)" for kind, (f, k) in others(root, tree).items())
        out += [f"Besides: {', '.join(rest) or 'nothing'}.", ""]
    return "\n".join(out)


def main() -> None:
    parser = argparse.ArgumentParser(description="Counts the code by room.")
    parser.add_argument("--longest", type=int, default=1, metavar="N", help="how many to name")
    print(report(ROOT, parser.parse_args().longest), end="")


if __name__ == "__main__":
    main()
