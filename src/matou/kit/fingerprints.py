"""Fingerprints of linked rules: hashes that change exactly when the behaviour may change.

Compiled code is cached under a fingerprint, and a WebAssembly module names the one it was built
from. Comments, docstrings, formatting and file locations do not count. So modules are identified
by their content, not their names, and our own imports by the names they bring, not their paths.
"""

import ast
import hashlib
import sys
from array import array
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

OURS = __name__.partition(".")[0]
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
IMPORTS = (ast.Import, ast.ImportFrom)
WITHOUT_MEANING = ("ctx", "kind", "type_comment")  # fields that follow from others, or from style


def fingerprint(spaces: dict[str, dict[str, Any]], *also: str) -> str:
    """Returns a hash of linked modules, and of the other texts given.

    It covers their code, their constants (some of them read from data files), and the rule that
    each name stands for.
    """
    labels, links = {}, {}
    for name, space in spaces.items():
        source = sys.modules[name].__file__
        assert source is not None
        package = name.partition(".")[0]
        labels[name] = digest(code_of(source, package), *constants(space, package))
        links[name] = [
            (key, value.__module__, getattr(value, "__qualname__", ""))
            for key, value in sorted(space.items())
            if getattr(value, "__module__", None) in spaces
        ]
    for _ in spaces:  # one round per module, so that a label covers all modules in reach
        labels = {
            name: digest(labels[name], *(f"{key} {labels[to]} {rule}" for key, to, rule in found))
            for name, found in links.items()
        }
    return digest(*also, *sorted(labels.values()))


def digest(*parts: str | bytes) -> str:
    """Returns the hash of a list of texts; the boundaries between them count."""
    hashed = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        hashed.update(b"%d " % len(data) + data)
    return hashed.hexdigest()


def constants(space: dict[str, Any], package: str) -> Iterator[bytes]:
    """Yields the numbers and tables of a module and of our own modules that it names."""
    for key, value in sorted(space.items()):
        if isinstance(value, ModuleType) and value.__name__.partition(".")[0] in (package, OURS):
            yield from (key.encode() + b"." + found for found in numbers(vars(value)))
    yield from numbers(space)


def numbers(space: dict[str, Any]) -> Iterator[bytes]:
    """Yields the numbers and tables of numbers of a module, with their names."""
    for key, value in sorted(space.items()):
        if isinstance(value, (int, float)) or (isinstance(value, tuple) and is_table(value)):
            yield f"{key} {value!r}".encode()
        elif isinstance(value, array):
            yield f"{key} {value.typecode} ".encode() + value.tobytes()
        elif hasattr(value, "dtype"):  # a table of compiled code
            yield f"{key} {value.dtype} {value.shape}".encode() + value.tobytes()


def is_table(value: tuple[Any, ...]) -> bool:
    """Returns whether a tuple holds numbers, or rows of numbers, and nothing else."""
    return all(is_table(x) if isinstance(x, tuple) else isinstance(x, (int, float)) for x in value)


def code_of(path: str | Path, package: str = OURS) -> str:
    """Returns the hash of the code in a file that belongs to a package."""
    return code(Path(path).read_bytes(), package)


@cache
def code(source: bytes, package: str) -> str:
    """Returns the hash of a module's code, the same in every Python version."""
    imports: set[str] = set()
    out: list[str] = []
    flatten(ast.parse(source), (package, OURS), imports, out)
    return digest("\n".join(out), *sorted(imports))


def flatten(node: Any, ours: tuple[str, ...], imports: set[str], out: list[str]) -> None:
    """Writes a syntax tree to ``out``, and its imports to ``imports``, whose order does not count.

    Leaves out empty fields, because a newer Python has more of them.
    """
    if isinstance(node, IMPORTS):
        imports.update(imported(node, ours))
    elif isinstance(node, ast.AST):
        out.append(f"({type(node).__name__}")
        for field in node._fields:
            value = getattr(node, field, None)
            if value is None or value == [] or field in WITHOUT_MEANING:
                continue
            if field == "body" and isinstance(node, DOCUMENTED):
                value = value[1:] if ast.get_docstring(node, clean=False) is not None else value
            out.append(field)
            flatten(value, ours, imports, out)
        out.append(")")
    elif isinstance(node, list):
        out.append("[")
        for part in node:
            flatten(part, ours, imports, out)
        out.append("]")
    else:
        out.append(ascii(node))


def imported(node: ast.Import | ast.ImportFrom, ours: tuple[str, ...]) -> Iterator[str]:
    """Yields the names that a statement imports, with their modules if these are not ours."""
    for alias in node.names:
        if isinstance(node, ast.Import):
            yield f"import {alias.name} as {alias.asname}"
        elif node.level or str(node.module).partition(".")[0] in ours:
            yield f"{alias.name} as {alias.asname}"
        else:
            yield f"{node.module} {alias.name} as {alias.asname}"
