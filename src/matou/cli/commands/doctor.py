"""``matou doctor``: checks the installation and the strength of the bots."""

import argparse
import os
import platform
import shutil
import sys
from typing import NamedTuple

from matou.cli.declaring import FAILED, OK, Command
from matou.cli.lookup import all_games
from matou.cli.terminal.screen import Screen
from matou.core.game import Game
from matou.core.messages import Message, say
from matou.kit.linking import cache_root

OLDEST = (3, 11)
# The first releases in which parsing a cookie does not take quadratic time (CVE-2024-7592). In
# older ones, one visitor's cookie can block the site.
SAFE = {(3, 11): 10, (3, 12): 6}


class Package(NamedTuple):
    name: str
    use: Message
    needed: bool = False


PACKAGES = (
    Package("wasmtime", say("strong bots"), True),
    Package("starlette", say("the site")),
    Package("uvicorn", say("the site")),
    Package("numba", say("research at full speed")),
    Package("open_spiel", say("research")),
    Package("pettingzoo", say("research")),
    Package("gymnasium", say("research")),
    Package("ray", say("several machines")),
)
TOOLS = (
    (
        say("browser"),
        ("chromium", "google-chrome", "firefox", "open", "xdg-open"),
        say("to see the site"),
    ),
    (say("Node"), ("node",), say("to test the site")),
    (say("PostgreSQL"), ("psql", "postgres"), say("to serve from several machines")),
)

TOO_OLD = say("too old: {least} or newer is required")
NOT_SAFE = say(
    "update to {least} or newer: it fixes a vulnerability that lets one visitor "
    "block a site (CVE-2024-7592). Matou protects its own cookies against it."
)
MISSING = say("missing, required for: {use}")
ABSENT = say("not installed (for: {use})")
INSTALL = say("To install the required packages:")
INSTALL_MORE = say("To install the optional packages:")
SLOW = say("bots think slowly: {why}")
BAD_MODULES = {
    "missing": say("the game has no WebAssembly module"),
    "runner": say("wasmtime is not installed"),
    "damaged": say("its module is damaged"),
    "foreign": say("its module was not built by Matou"),
    "stale": say("its module is out of date (run: python tools/build_wasm.py)"),
}
CACHE = say("Native code is cached in {folder}")
NO_CACHE = say("Native code cannot be cached: {folder} is not writable (set MATOU_CACHE)")
ALL_WELL = say("Everything required is installed.")
NOT_WELL = say("Something required is missing.")


def run(args: argparse.Namespace, screen: Screen) -> int:
    versions = {p.name: version(p.name) for p in PACKAGES}
    well = [machine(screen), packages(screen, versions), games(screen)]
    tools(screen)
    screen.line()
    fine = all(well)
    screen.say(ALL_WELL if fine else NOT_WELL, "bold green" if fine else "bold red")
    return OK if fine else FAILED


def row(screen: Screen, mark: str, left: str, right: str) -> None:
    styles = {"✓": "green", "✗": "bold red", "!": "yellow", "·": "dim"}
    screen.line(f"  {mark} {left:<12} {right}", styles[mark], hang=17)


def version(package: str) -> str | None:
    import importlib.metadata  # slow to import, and every command would pay for it

    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def machine(screen: Screen) -> bool:
    new_enough = sys.version_info[:2] >= OLDEST
    about = f"{platform.python_version()} ({sys.executable})"
    if not new_enough:
        about += " " + screen.text(TOO_OLD, least=".".join(map(str, OLDEST)))
    safe = safe_release(sys.version_info[:3])
    if new_enough and safe:
        about += ", " + screen.text(NOT_SAFE, least=safe)
    mark = "✗" if not new_enough else "!" if safe else "✓"
    row(screen, mark, screen.text(say("Python")), about)
    cores = os.cpu_count() or 1
    row(screen, "✓", screen.text(say("System")), f"{platform.platform()}, {cores} CPU")
    return new_enough


def safe_release(running: tuple[int, int, int]) -> str:
    """Returns the release that this Python should be updated to; '' if it is recent enough."""
    least = SAFE.get(running[:2], 0)
    return f"{running[0]}.{running[1]}.{least}" if running[2] < least else ""


def packages(screen: Screen, versions: dict[str, str | None]) -> bool:
    screen.line()
    screen.say(say("Packages"), "bold")
    missing: dict[bool, list[str]] = {True: [], False: []}
    for package in PACKAGES:
        found = versions[package.name]
        if found is not None:
            row(screen, "✓", package.name, found)
            continue
        missing[package.needed].append(package.name)
        text = screen.text(MISSING if package.needed else ABSENT, use=package.use)
        row(screen, "✗" if package.needed else "·", package.name, text)
    for needed, words in ((True, INSTALL), (False, INSTALL_MORE)):
        if missing[needed]:
            screen.say(words, indent="  ")
            screen.raw(f"    {sys.executable} -m pip install {' '.join(missing[needed])}", "cyan")
    return not missing[True]


def games(screen: Screen) -> bool:
    from matou.bots import binding

    screen.line()
    screen.say(say("Games", context="titles"), "bold")
    found = all_games()
    for game in found.games:
        row(screen, *strength(screen, game))
    for name, why in found.broken.items():
        row(screen, "✗", name, screen.text(say("cannot be loaded: {why}"), why=why))
    if not found.games and not found.broken:
        row(screen, "✗", "", screen.text(say("none found")))
    if binding.has_numba():
        compiled_cache(screen)
    return bool(found.games) and not found.broken


def strength(screen: Screen, game: Game) -> tuple[str, str, str]:
    """Returns a game's line: its module, or why it cannot be used."""
    from matou.bots import binding
    from matou.kit.wasm import BadModule

    try:
        binding.module(game)
    except BadModule as wrong:
        return "!", game.name, screen.text(SLOW, why=screen.text(BAD_MODULES[wrong.kind]))
    size = f"{binding.module_path(game).stat().st_size / 1000:.0f}"
    return "✓", game.name, screen.text(say("bots at full strength ({size} kB)"), size=size)


def compiled_cache(screen: Screen) -> None:
    folder = cache_root()
    there = next(p for p in (folder, *folder.absolute().parents) if p.exists())
    writable = os.access(there, os.W_OK)
    screen.say(CACHE if writable else NO_CACHE, "dim", "  ", folder=folder)


def tools(screen: Screen) -> None:
    screen.line()
    screen.say(say("Optional tools (not required to play)"), "bold")
    for name, programs, use in TOOLS:
        found = next((path for p in programs if (path := shutil.which(p))), None)
        text = found or screen.text(say("not found ({use})"), use=use)
        row(screen, "✓" if found else "·", screen.text(name), text)


COMMAND = Command(
    "doctor",
    say("check the installation"),
    say(
        "Checks Python, the packages, the games and their bots. Exit code 0: "
        "everything required is installed."
    ),
    (),
    (("doctor", say("check everything")),),
    run,
)
