"""Compiles Python for the browser ahead of time, so that pages start faster.

The compiler is Pyodide's own Python, run by Node, because compiled modules work with one Python
version only. The results are cached beside Pyodide, under a hash of their sources.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import re
import tarfile
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

from matou import page
from matou.core import catalogues
from matou.web.export import pyodide

ROOMS = ("bots", "core", "games", "kit", "page", "paper", "play")  # run in the browser
SOURCES = (".py", ".toml", ".po", ".md", ".svg")
# What runs compiled code on other machines, or makes it.
COMPILING = re.compile(r"(arrays|atomics|numba_support|ptx|ptx_\w+|wasm_build|wasm_shared)\.py$")
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


def library(at: Path) -> bytes:
    """Returns the part of the standard library that pages need, compiled."""
    made = io.BytesIO()
    with (
        zipfile.ZipFile(at / pyodide.LIBRARY) as all_of_it,
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as some,
    ):
        for entry in all_of_it.infolist():
            if not NEEDLESS.match(entry.filename):
                some.writestr(zipfile.ZipInfo(entry.filename, LONG_AGO), all_of_it.read(entry))
    return compiled(made.getvalue(), at, level=2)


def ours(at: Path) -> bytes:
    """Returns the part of our own code that the browser needs, compiled and packed."""
    home = Path(page.__file__).parents[1]
    paths = [home / "__init__.py", *(home / "locale").glob("*.po")]
    for room in ROOMS:
        paths += (path for path in (home / room).rglob("*") if path.suffix in SOURCES)
    paths = [path for path in paths if path.parent.name != "kit" or not COMPILING.match(path.name)]
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(paths):
            name, data = f"matou/{path.relative_to(home).as_posix()}", path.read_bytes()
            if path.suffix == ".po":
                name, data = f"{name.removesuffix('.po')}.mo", catalogues.compiled(data.decode())
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), data)
    with zipfile.ZipFile(io.BytesIO(compiled(made.getvalue(), at, level=0))) as archive:
        return packed({entry.filename: archive.read(entry) for entry in archive.infolist()})


def compiled(archive: bytes, at: Path, level: int) -> bytes:
    """Compiles an archive of sources. Caches the result."""
    script = pyodide.pinned() / SCRIPT
    digest = hashlib.sha256(script.read_bytes() + bytes([level]) + archive).hexdigest()[:16]
    cached = at.with_name(f"{at.name}-{digest}.zip")
    if not cached.exists():
        with tempfile.TemporaryDirectory(dir=cached.parent) as made:
            old, new = Path(made) / "old.zip", Path(made) / "new.zip"
            old.write_bytes(archive)
            command = [*pyodide.tool("node"), str(script), str(at), str(old), str(new)]
            pyodide.run([*command, str(level)], Path(made))
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
