"""``matou export``: writes Matou as a folder for any static web server."""

import argparse
import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from matou.cli.commands.serve import SITE
from matou.cli.declaring import OK, Arg, Command, CommandError
from matou.cli.files import writing
from matou.cli.terminal.screen import Bar, Screen
from matou.core.grammar import languages
from matou.core.messages import say

T = TypeVar("T")

EXPECTED = 420  # files; for the progress bar alone
OURS = {"index.html", "service_worker.js", "offline.json", "pages.pack", "static", *languages()}
OURS |= {f"pages-{lang}.pack" for lang in languages()}


def run(args: argparse.Namespace, screen: Screen) -> int:
    from matou.web.export.folder import export
    from matou.web.export.ways import Ways
    from matou.web.site import PACE

    ways, folder = Ways.of(args.relay, args.stun, args.turn), Path(args.folder)
    if folder.exists() and (not folder.is_dir() or not is_ours(folder)):
        raise CommandError(
            "{folder} contains other files. Choose a new folder or an earlier export.",
            folder=folder,
        )

    def work(done: Callable[[str], object]) -> dict[str, bytes]:
        return asyncio.run(export(folder, done, PACE, ways))

    with writing(folder):
        files = with_bars(screen, work, EXPECTED)
    says = say(
        "Wrote {count} files ({size} MB) to {folder}. To view the site:\n  python3 -m http.server "
        "-d {folder} -b 127.0.0.1",
        size=round(sum(map(len, files.values())) / 1e6, 1),
    )
    screen.say(says, count=len(files), folder=folder)
    return OK


def with_bars(screen: Screen, work: Callable[[Callable[[str], object]], T], expected: int) -> T:
    """Does work that needs Pyodide, which is downloaded first if necessary, with progress bars."""
    from matou.web.export import pyodide

    if not pyodide.are_here():
        screen.say(say("Downloading Pyodide from npm (once)…"))
        with Bar(100) as bar:
            pyodide.fetched(lambda part: bar.show(int(100 * part), "Pyodide"))
    with Bar(expected) as bar:
        return work(lambda file: bar.show(min(bar.done + 1, expected), file))


def is_ours(folder: Path) -> bool:
    """Returns whether a folder is empty, or an export that may be overwritten."""
    names = {path.name for path in folder.iterdir()}
    return not names or (names <= OURS and "index.html" in names)


COMMAND = Command(
    "export",
    say("export Matou as a static site"),
    say(
        "Writes a folder that any static web server can serve, under any path. It has every game, "
        "against every cat or on a shared screen, with rule books and lessons, in every language. "
        "Games run and are stored in the visitor’s browser; nothing else is needed. See "
        "docs/export.md for hosting."
    ),
    (
        Arg("folder FOLDER", say("the folder to write")),
        Arg(
            "--relay ADDRESSES",
            say("relays for tables with friends, separated by commas (default: public ones)"),
        ),
        Arg(
            "--stun HOST:PORT",
            say("STUN server for direct connections, or none (default: Cloudflare’s)"),
        ),
        Arg(
            "--turn USER:PASSWORD@HOST:PORT",
            say("TURN server for networks without direct connections; visitors can read this"),
        ),
    ),
    {
        "export site": say("to the folder “site”"),
        "export site --relay wss://example.org/relay": say("with a relay of your own"),
    },
    run,
    SITE,
)
