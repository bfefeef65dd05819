"""The small faults that ``mutate.py`` plants: where they are, their names, and their texts.

A mutation replaces a child of a syntax tree: a comparison, a number, an operator, a condition, a
dropped statement. Its name is its file, its function and its number there
(``clocktowers/rules.observe.3``); its text shows the change in its statement: ``played = s.turn +
(1 if s.phase {== → !=} DRAWING else 0)``.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

GAMES = Path(__file__).parent.parent / "src" / "matou" / "games"
ROOTS = ("rules", "encode")  # with all of the game's own files that they import
LONGEST = 100  # a statement longer than that is shown in part

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
NAMES = {"min": "max", "max": "min", "True": "False", "False": "True"}
CHECKS = ("must", "whole")  # checks of a game's components, for people who change them
DROPPED = (ast.Assign, ast.AugAssign, ast.Expr, ast.Return, ast.Continue, ast.Break)


@dataclass(frozen=True)
class Mutation:
    """One fault: ``new`` replaces a field of a node, or an item of a list there."""

    game: str
    file: Path
    tree: ast.Module
    function: str  # "" at the top of a file
    is_rule: bool  # in a function that can be replaced once its module is there
    name: str
    digest: str  # of the function or statement at the top of the file that it is in
    line: int
    text: str
    node: ast.AST
    field: str
    at: int | None
    new: Any

    @property
    def module(self) -> str:
        return f"matou.games.{self.game}.{self.file.stem}"

    @property
    def where(self) -> str:
        """Returns the file and the function, as reasons name them."""
        return f"{self.game}/{self.file.stem}" + (f".{self.function}" if self.function else "")

    def is_called(self, name: str) -> bool:
        """Returns whether it has this name, or is in this function, file or game."""
        return self.name == name or self.name.startswith((f"{name}.", f"{name}/")) or not name

    @contextmanager
    def planted(self) -> Iterator[ast.Module]:
        """Returns the tree with the fault in it."""
        with put(self.node, self.field, self.at, self.new):
            yield self.tree


@contextmanager
def put(node: ast.AST, field: str, at: int | None, new: Any) -> Iterator[None]:
    """Replaces a child for a while."""
    if at is None:
        old = getattr(node, field)
        setattr(node, field, new)
        yield
        setattr(node, field, old)
    else:
        children = getattr(node, field)
        old, children[at] = children[at], new
        yield
        children[at] = old


Place = tuple[ast.AST, str, int | None, Any]  # node, field, place in it, what to put there


def files_of(game: str) -> list[Path]:
    """Returns the rules, the encoder, and the game's files that they import, in a fixed order."""
    todo, found = list(ROOTS), []
    while todo:
        name = todo.pop(0)
        path = GAMES / game / f"{name}.py"
        if path in found:
            continue
        found.append(path)
        todo += re.findall(rf"^from matou\.games\.{game}\.(\w+) import", path.read_text(), re.M)
    return found


def mutations(game: str) -> list[Mutation]:
    """Yields every mutation of a game, always in the same order."""
    return [m for file in files_of(game) for m in mutations_in(game, file)]


def mutations_in(game: str, file: Path) -> Iterator[Mutation]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    number: Counter[str] = Counter()
    seen: Counter[tuple[str, str]] = Counter()
    for top in tree.body:
        function, is_rule = "", False
        if isinstance(top, ast.FunctionDef):
            function = top.name
            is_rule = any(isinstance(d, ast.Name) and d.id == "rule" for d in top.decorator_list)
        digest = hashlib.sha256(ast.unparse(top).encode()).hexdigest()[:12]
        for statement, place in places(top, top):
            before = head(statement)
            with put(*place):
                # A dropped statement is no longer in the tree that holds it.
                text = change(before, "pass" if is_dropped(place) else head(statement))
            number[function] += 1
            seen[function, text] += 1
            again = seen[function, text]
            name = ".".join(x for x in (f"{game}/{file.stem}", function) if x)
            yield Mutation(
                game=game,
                file=file,
                tree=tree,
                function=function,
                is_rule=is_rule,
                name=f"{name}.{number[function]}",
                digest=digest,
                line=statement.lineno,
                text=text if again == 1 else f"{text} ({again})",
                node=place[0],
                field=place[1],
                at=place[2],
                new=place[3],
            )


def is_dropped(place: Place) -> bool:
    return isinstance(place[3], ast.Pass)


def places(node: ast.AST, statement: ast.stmt) -> Iterator[tuple[ast.stmt, Place]]:
    """Yields every place in a statement that can change, from the top down."""
    if isinstance(node, (ast.Import, ast.ImportFrom, ast.Raise, ast.Assert, ast.JoinedStr)):
        return
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CHECKS:
        return
    for place in own_places(node):
        yield statement, place
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "decorator_list", "returns", "args") and not isinstance(
            node, ast.Call
        ):
            continue
        children = value if isinstance(value, list) else [value]
        for i, child in enumerate(children):
            if not isinstance(child, ast.AST):
                continue
            at = i if isinstance(value, list) else None
            if isinstance(child, ast.stmt):
                if is_worth_dropping(node, child):
                    yield child, (node, field, at, ast.copy_location(ast.Pass(), child))
                yield from places(child, child)
                continue
            if isinstance(child, ast.UnaryOp) and not is_number(child):
                yield statement, (node, field, at, child.operand)
            yield from places(child, statement)


def own_places(node: ast.AST) -> Iterator[Place]:
    """Yields what can change in a node itself."""
    if isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            for other in COMPARISONS[type(op)]:
                yield node, "ops", i, other()
    elif isinstance(node, (ast.BinOp, ast.AugAssign, ast.BoolOp)):
        yield node, "op", None, OPERATORS[type(node.op)]()
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield node, "value", None, node.value + 1
        yield node, "value", None, node.value - 1
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield node, "value", None, not node.value
    elif isinstance(node, ast.Name) and node.id in NAMES:
        yield node, "id", None, NAMES[node.id]
    if isinstance(node, (ast.If, ast.While, ast.IfExp)) and not isinstance(node.test, ast.Compare):
        negated = ast.UnaryOp(ast.Not(), node.test)
        yield node, "test", None, ast.copy_location(negated, node.test)


def is_number(node: ast.UnaryOp) -> bool:
    return isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant)


def is_worth_dropping(parent: ast.AST, child: ast.stmt) -> bool:
    """Returns False for names at the top of files and classes, and for docstrings."""
    if isinstance(parent, (ast.Module, ast.ClassDef)) or not isinstance(child, DROPPED):
        return False
    if not isinstance(child, ast.Expr):
        return True
    is_check = isinstance(child.value, ast.Call) and ast.unparse(child.value.func) in CHECKS
    return not (is_check or isinstance(child.value, ast.Constant))


def head(statement: ast.stmt) -> str:
    """Returns a statement on one line; of a compound one, its first line."""
    return ast.unparse(statement).split("\n")[0]


def change(before: str, after: str) -> str:
    """Returns a statement with the difference in braces."""
    old, new = (re.findall(r"\s+|\w+|[^\w\s]+", text) for text in (before, after))
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    lead, tail = "".join(old[:start]), "".join(old[len(old) - end :])
    if len(before) > LONGEST:
        lead = lead if len(lead) <= LONGEST // 3 else "…" + lead[-(LONGEST // 3) :]
        tail = tail if len(tail) <= LONGEST // 3 else tail[: LONGEST // 3] + "…"
    changed = ("".join(part[start : len(part) - end]) for part in (old, new))
    return f"{lead}{{{' → '.join(changed)}}}{tail}"
