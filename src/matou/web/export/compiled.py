"""Python for the browser, compiled ahead: what a page would compile anew at every start otherwise.

The compiler is the Python that Pyodide brings, run by Node: compiled modules fit one version of
Python alone. What was made is kept beside Pyodide, under the hash of what it was made from.
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
from matou.web.export import pyodide

ROOMS = ("bots", "core", "games", "kit", "page", "paper", "play")  # what runs in the browser
SOURCES = (".py", ".toml")
LONG_AGO = (2000, 1, 1, 0, 0, 0)  # so that the same sources make the same file
SCRIPT = "compile.mjs"
# Of Python's own library what no page can want: other machines, other processes, screens of
# text, code pages of long ago, and tools for makers.
NEEDLESS = re.compile(
    r"(_pyrepl|curses|dbm|email|ensurepip|http|idlelib|lib2to3|multiprocessing|profiling|pydoc_data"
    r"|sqlite3|tkinter|turtledemo|unittest|urllib/(?!__init__|parse)|venv|wsgiref|xml|xmlrpc|zoneinfo"
    r"|asyncio/(windows|proactor|tools|__main__)|concurrent/(futures/process|interpreters)"
    r"|ctypes/(wintypes|macholib|_aix)|logging/[ch]|pyodide/(console|_nodesock)|sysconfig/__main__"
    r"|encodings/(cp(?!437)|iso|mac_|koi8|kz|ptcp|tis|hp_|big5|gb|euc_|shift_|johab|hz|palmos|uu_"
    r"|bz2|rot|quopri|mbcs|oem|_win))"
    r"|(_android_support|_apple_support|_ios_support|_markupbase|_pydatetime|_pydecimal|_pyio"
    r"|_sysconfigdata.*|antigravity|argparse|bdb|cProfile|calendar|cmd|code|compileall"
    r"|configparser|csv|doctest|filecmp|fileinput|fractions|ftplib|getopt|getpass|gettext|gzip"
    r"|imaplib|mailbox|mailcap|mimetypes|modulefinder|netrc|nturl2path|optparse|pdb|pickletools"
    r"|platform|plistlib|poplib|pprint|profile|pstats|pty|py_compile|pyclbr|pydoc|rlcompleter|runpy"
    r"|sched|shelve|shlex|smtplib|socketserver|statistics|stringprep|symtable|tabnanny|tarfile|this"
    r"|timeit|trace|tracemalloc|tty|turtle|uuid|wave|webbrowser|zipapp)\.py$"
)


def library(at: Path) -> bytes:
    """Python's own library, as far as a page may want it."""
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
    """Our own Python, as far as a browser needs it, to be laid out there as files."""
    home = Path(page.__file__).parents[1]
    paths = [home / "__init__.py"]
    for room in ROOMS:
        paths += (path for path in (home / room).rglob("*") if path.suffix in SOURCES)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(paths):
            name = f"matou/{path.relative_to(home).as_posix()}"
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), path.read_bytes())
    with zipfile.ZipFile(io.BytesIO(compiled(made.getvalue(), at, level=0))) as archive:
        return packed({entry.filename: archive.read(entry) for entry in archive.infolist()})


def compiled(archive: bytes, at: Path, level: int) -> bytes:
    """An archive of sources as an archive of compiled modules."""
    script = pyodide.pinned() / SCRIPT
    told = hashlib.sha256(script.read_bytes() + bytes([level]) + archive).hexdigest()[:16]
    kept = at.with_name(f"{at.name}-{told}.zip")
    if not kept.exists():
        with tempfile.TemporaryDirectory(dir=kept.parent) as made:
            old, new = Path(made) / "old.zip", Path(made) / "new.zip"
            old.write_bytes(archive)
            command = [*pyodide.tool("node"), str(script), str(at), str(old), str(new)]
            pyodide.run([*command, str(level)], Path(made))
            new.rename(kept)
    return kept.read_bytes()


def packed(files: Mapping[str, bytes]) -> bytes:
    """Files as one: a tar within gzip, which ``static/page/pack.js`` takes apart."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return gzip.compress(made.getvalue(), 9, mtime=0)
