"""``matou export``: writes Matou as a folder for any static web server."""

import argparse
import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from matou.cli.commands.serve import FOLDER, SITE
from matou.cli.declaring import Arg, Command, CommandError
from matou.cli.files import cannot_write
from matou.cli.terminal.screen import Screen
from matou.core.grammar import languages
from matou.core.messages import say
from matou.core.refusals import BadChoice

T = TypeVar("T")

NOT_EMPTY = say("{folder} contains other files. Choose a new folder or an earlier export.")
WRITTEN = say(
    "Wrote {count} files ({size} MB) to {folder}. To view the site:\n  python3 "
    "-m http.server -d {folder} -b 127.0.0.1"
)


def run(args: argparse.Namespace, screen: Screen) -> int:
    from matou.web.export.folder import export
    from matou.web.export.ways import Ways
    from matou.web.site import PACE

    try:
        ways = Ways.of(args.relay, args.stun, args.turn)
    except BadChoice as bad:
        raise CommandError(bad.says) from None
    folder = Path(args.folder)
    if folder.exists() and (not folder.is_dir() or not is_ours(folder)):
        raise CommandError(NOT_EMPTY, folder=folder)
    try:
        files = with_bars(
            screen, lambda done: asyncio.run(export(folder, done, PACE, ways)), EXPECTED
        )
    except OSError as error:
        raise cannot_write(error, folder) from None
    size = round(sum(map(len, files.values())) / 1e6, 1)
    screen.say(WRITTEN, count=len(files), size=size, folder=folder)
    return 0


def with_bars(screen: Screen, work: Callable[[Callable[[str], object]], T], expected: int) -> T:
    """Does work that needs Pyodide, which is downloaded first if necessary, with progress bars."""
    from matou.cli.terminal.screen import Bar
    from matou.web.export import pyodide

    try:
        if not pyodide.are_here():
            screen.say(say("Downloading Pyodide from npm (once)…"))
            with Bar(100) as bar:
                pyodide.fetched(lambda part: bar.show(int(100 * part), "Pyodide"))
        count = 0
        with Bar(expected) as bar:

            def done(file: str) -> None:
                nonlocal count
                count += 1
                bar.show(min(count, expected), file)

            return work(done)
    except pyodide.NoPyodide as error:
        raise CommandError(error.says) from None


EXPECTED = 420  # files; for the progress bar alone
OURS = {"index.html", "service_worker.js", "offline.json", "pages.pack", "static", *languages()}


def is_ours(folder: Path) -> bool:
    """Returns whether a folder is empty, or an export that may be overwritten."""
    names = {path.name for path in folder.iterdir()}
    return not names or (names <= OURS and "index.html" in names)


COMMAND = Command(
    "export",
    say("export Matou as a static site"),
    say(
        "Writes a folder that any static web server can serve, under any path. It "
        "has every game, against every cat or on a shared screen, with rule books "
        "and lessons, in every language. Games run and are stored in the visitor’s "
        "browser; nothing else is needed. See docs/export.md for hosting."
    ),
    (
        Arg("folder", say("the folder to write"), FOLDER),
        Arg(
            "--relay",
            say("relays for tables with friends, separated by commas (default: public ones)"),
            say("ADDRESSES"),
        ),
        Arg(
            "--stun",
            say("STUN server for direct connections, or none (default: Cloudflare’s)"),
            say("HOST:PORT"),
        ),
        Arg(
            "--turn",
            say("TURN server for networks without direct connections; visitors can read this"),
            say("USER:PASSWORD@HOST:PORT"),
        ),
    ),
    (
        ("export site", say("to the folder “site”")),
        ("export site --relay wss://example.org/relay", say("with a relay of your own")),
    ),
    run,
    SITE,
)
