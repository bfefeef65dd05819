"""``matou export``: Matou as a folder for any static web server."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from matou.cli.commands.serve import FOLDER, SITE
from matou.cli.complaint import Complaint
from matou.cli.declaring import Arg, Command
from matou.cli.terminal.screen import Screen
from matou.core.words import Words

T = TypeVar("T")

NOT_EMPTY = Words(
    "{folder} has other things in it: name a new folder, or an earlier export.",
    "{folder} contient autre chose : nomme un dossier neuf, ou un export précédent.",
)
CANNOT_WRITE = Words("{folder} cannot be written: {why}", "{folder} ne peut pas être écrit : {why}")
FETCHING = Words("Pyodide, from npm (once)…", "Pyodide, de npm (une fois)…")
WRITTEN = Words(
    "{count} files, {size} MB, in {folder}. To look at it:\n"
    "  python3 -m http.server -d {folder} -b 127.0.0.1",
    "{count} fichiers, {size} Mo, dans {folder}. Pour voir :\n"
    "  python3 -m http.server -d {folder} -b 127.0.0.1",
)


def run(args: argparse.Namespace, screen: Screen) -> int:
    from matou.web.export.folder import export

    folder = Path(args.folder)
    if folder.exists() and (not folder.is_dir() or not is_ours(folder)):
        raise Complaint(NOT_EMPTY.filled(folder=folder))
    try:
        files = with_bars(screen, lambda told: asyncio.run(export(folder, told)), EXPECTED)
    except OSError as error:
        raise Complaint(CANNOT_WRITE.filled(folder=folder, why=error.strerror or error)) from None
    size = round(sum(map(len, files.values())) / 1e6, 1)
    screen.say(WRITTEN, count=len(files), size=size, folder=folder)
    return 0


def with_bars(screen: Screen, work: Callable[[Callable[[str], object]], T], expected: int) -> T:
    """Do what needs Pyodide, which is fetched first if it is not here; a bar for each."""
    from matou.cli.terminal.screen import Bar
    from matou.web.export import pyodide

    try:
        if not pyodide.are_here():
            screen.say(FETCHING)
            with Bar(100) as bar:
                pyodide.fetched(lambda part: bar.tell(int(100 * part), "Pyodide"))
        done = 0
        with Bar(expected) as bar:

            def told(file: str) -> None:
                nonlocal done
                done += 1
                bar.tell(min(done, expected), file)

            return work(told)
    except pyodide.NoPyodide as error:
        raise Complaint(error.says) from None


EXPECTED = 420  # files, asked for and written; for the bar alone
OURS = {"index.html", "service_worker.js", "offline.json", "pages.pack", "static", "en", "fr"}


def is_ours(folder: Path) -> bool:
    """Is a folder empty, or an export that may be written over?"""
    names = {path.name for path in folder.iterdir()}
    return not names or (names <= OURS and "index.html" in names)


COMMAND = Command(
    "export",
    Words("write Matou as a folder, for any web server", "écrire Matou dans un dossier"),
    Words(
        "Writes a folder that any static web server can serve, under any path: every game against "
        "every cat and on the same screen, rule books and lessons, in both languages. The games "
        "run in the visitor’s own browser and are kept there; nothing else is needed. "
        "docs/export.md tells how to put it on a host.",
        "Écrit un dossier que n’importe quel serveur de fichiers peut servir, sous n’importe quel "
        "chemin : chaque jeu contre chaque chat et sur un même écran, les règles et les leçons, "
        "dans les deux langues. Les parties tournent dans le navigateur du visiteur et y restent ; "
        "il ne faut rien d’autre. docs/export.md explique comment l’héberger.",
    ),
    (Arg("folder", "the folder to write", "le dossier à écrire", FOLDER),),
    (("export site", Words("into the folder “site”", "dans le dossier « site »")),),
    run,
    SITE,
)
