"""Imports a game from a copy of its folder with changed components.

The changes are made to *numbers* and *squares* of the game's TOML files, and of the assignments
in its ``components.py`` whose value is only data (numbers, texts, names, and tuples or dicts of
them). A number is an integer. A square is a text like "c4": a column and a row.
"""

from __future__ import annotations

import ast
import compileall
import importlib.util
import itertools
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import matou
from matou.core import registry
from matou.core.game import Game

GAMES = Path(str(matou.games.__file__)).parent
SQUARE = re.compile(r"[a-z]\d")


@dataclass(frozen=True)
class Spot:
    """A number or square in a file of components, and the name of its component."""

    file: str
    component: str
    start: int
    end: int
    text: str
    group: int = -1  # the same for all numbers of a row


@dataclass(frozen=True)
class Change:
    """A change to one component, as the owner of another edition might make it."""

    component: str
    edits: tuple[tuple[Spot, str], ...]

    def __str__(self) -> str:
        edits = ", ".join(f"{spot.text} → {new}" for spot, new in self.edits)
        return f"{self.component} at {self.edits[0][0].start}: {edits}"


def is_data(node: ast.AST) -> bool:
    """Returns whether an expression only holds data, without calculation."""
    literals = (ast.Constant, ast.Name, ast.Tuple, ast.List, ast.Dict, ast.UnaryOp)
    grammar = (ast.expr_context, ast.unaryop)
    return all(isinstance(part, (*literals, *grammar)) for part in ast.walk(node))


def in_python(path: Path) -> Iterator[Spot]:
    text = path.read_text()
    starts = [0, *(m.end() for m in re.finditer("\n", text))]
    for statement in ast.parse(text).body:
        if not isinstance(statement, ast.Assign | ast.AnnAssign) or statement.value is None:
            continue
        if not is_data(statement.value):
            continue
        target = statement.target if isinstance(statement, ast.AnnAssign) else statement.targets[0]
        names = [part.id for part in ast.walk(target) if isinstance(part, ast.Name)]
        values = [statement.value]
        if isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
            values = list(statement.value.elts)
        for name, value in zip(names, values, strict=True):
            for part in ast.walk(value):
                if not isinstance(part, ast.Constant):
                    continue
                if type(part.value) is not int and not (
                    isinstance(part.value, str) and SQUARE.fullmatch(part.value)
                ):
                    continue
                first, last = (starts[line - 1] for line in (part.lineno, part.end_lineno or 0))
                begin, end = first + part.col_offset, last + (part.end_col_offset or 0)
                yield Spot(path.name, name, begin, end, text[begin:end], value.lineno)


def in_toml(path: Path) -> Iterator[Spot]:
    at, table = 0, ""
    for line in path.read_text().splitlines(keepends=True):
        if line.startswith("["):
            table = line[1:].partition("]")[0]
        key = line.partition(" = ")[0]
        bare = re.sub(r'"[^"]*"|#.*', lambda m: " " * len(m[0]), line)
        for found in re.finditer(r"\b\d+\b", bare):
            start, end = at + found.start(), at + found.end()
            yield Spot(path.name, f"{table}.{key}".lstrip("."), start, end, found[0], at)
        at += len(line)


def spots(game: str) -> list[Spot]:
    """Returns every number and square of a game's components."""
    found = list(in_python(GAMES / game / "components.py"))
    for path in sorted((GAMES / game).glob("*.toml")):
        found += in_toml(path)
    return found


def moved(square: str) -> list[str]:
    """Returns the squares next to a square in the four directions, also off the board."""
    column, row = square[1], square[2]  # within its quotes
    return [
        f'"{chr(ord(column) + across)}{int(row) + up}"'
        for across, up in ((-1, 0), (1, 0), (0, -1), (0, 1))
    ]


def changes(game: str) -> list[Change]:
    """Returns changes of each number by one up and down, of each square by one step, and of two
    neighbours in a row by +1 and -1, which keeps their sum (not for places on a board)."""
    found = []
    every = spots(game)
    for spot in every:
        if spot.text[0] in "\"'":
            found += [Change(spot.component, ((spot, new),)) for new in moved(spot.text)]
        else:
            n = int(spot.text)
            found += [Change(spot.component, ((spot, str(new)),)) for new in (n - 1, n + 1)]
    numbers = [s for s in every if s.text[0] not in "\"'" and s.component[:7] != "boards."]
    for one, other in itertools.pairwise(numbers):
        if int(one.text) + 1 == int(other.text):
            continue  # this would only swap them
        if (one.file, one.component, one.group) == (other.file, other.component, other.group):
            edits = ((one, str(int(one.text) + 1)), (other, str(int(other.text) - 1)))
            found.append(Change(one.component, edits))
    return found


class Workshop:
    """A copy of a game's folder, to change its components and import the result."""

    def __init__(self, game: str, folder: Path) -> None:
        self.game = game
        self.folder = folder / game
        shutil.copytree(GAMES / game, self.folder)
        compileall.compile_dir(self.folder, quiet=1)  # once, for the files that do not change
        self.count = 0

    @contextmanager
    def changed(self, *edits: tuple[Spot, str]) -> Iterator[Game]:
        """Registers the changed game in place of the real one and yields it, or raises."""
        files: dict[str, list[tuple[Spot, str]]] = {}
        for spot, new in edits:
            files.setdefault(spot.file, []).append((spot, new))
        for file, those in files.items():
            text = (GAMES / self.game / file).read_text()
            for spot, new in sorted(those, key=lambda edit: -edit[0].start):
                text = text[: spot.start] + new + text[spot.end :]
            self.write(file, text)
        home = f"matou.games.{self.game}"
        real = {name: sys.modules.pop(name) for name in list(sys.modules) if is_in(name, home)}
        written, sys.dont_write_bytecode = sys.dont_write_bytecode, True
        registry.look_again()
        try:
            spec = importlib.util.spec_from_file_location(
                home,
                self.folder / "__init__.py",
                submodule_search_locations=[str(self.folder)],
            )
            assert spec is not None
            assert spec.loader is not None
            module = sys.modules[home] = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            yield module.GAME
        finally:
            sys.dont_write_bytecode = written
            for name in [name for name in sys.modules if is_in(name, home)]:
                del sys.modules[name]
            sys.modules.update(real)
            registry.look_again()
            for file in files:
                self.write(file, (GAMES / self.game / file).read_text())

    def write(self, file: str, text: str) -> None:
        """Writes a file of the copy with a new time stamp, so that its bytecode is out of date."""
        self.count += 1
        (self.folder / file).write_text(text)
        os.utime(self.folder / file, (self.count, self.count))

    def replaced(self, file: str, old: str, new: str) -> tuple[Spot, str]:
        """Returns an edit that replaces a text which occurs once in a file."""
        text = (GAMES / self.game / file).read_text()
        assert text.count(old) == 1, old
        start = text.index(old)
        return Spot(file, "", start, start + len(old), old), new


def is_in(name: str, package: str) -> bool:
    """Returns whether a module is the package or lies in it."""
    return name == package or name.startswith(f"{package}.")
