"""``matou doctor``: checks the installation and the strength of the bots."""

import argparse
import os
import platform
import shutil
import sys

from matou.cli.declaring import FAILED, OK, Command
from matou.cli.lookup import all_games
from matou.cli.terminal.screen import Screen
from matou.core.game import Game
from matou.core.messages import say
from matou.kit.linking import cache_root

OLDEST = (3, 11)
# The first releases in which parsing a cookie does not take quadratic time (CVE-2024-7592). In
# older ones, one visitor's cookie can block the site.
SAFE = {(3, 11): 10, (3, 12): 6}


REQUIRED = {"wasmtime": say("strong bots")}
OPTIONAL = {
    "starlette": say("the site"),
    "uvicorn": say("the site"),
    "numba": say("research at full speed"),
    "open_spiel": say("research"),
    "pettingzoo": say("research"),
    "gymnasium": say("research"),
    "ray": say("several machines"),
}
BROWSERS = ("chromium", "google-chrome", "firefox", "open", "xdg-open")
TOOLS = (
    (say("browser"), BROWSERS, say("to see the site")),
    (say("Node"), ("node",), say("to test the site")),
    (say("PostgreSQL"), ("psql", "postgres"), say("to serve from several machines")),
)
BAD_MODULES = {
    "missing": say("the game has no WebAssembly module"),
    "runner": say("wasmtime is not installed"),
    "damaged": say("its module is damaged"),
    "foreign": say("its module was not built by Matou"),
    "stale": say("its module is out of date (run: python tools/build_wasm.py)"),
}


def run(args: argparse.Namespace, screen: Screen) -> int:
    well = [machine(screen), packages(screen), games(screen)]
    tools(screen)
    screen.line()
    if all(well):
        screen.say(say("Everything required is installed."), "bold green")
        return OK
    screen.say(say("Something required is missing."), "bold red")
    return FAILED


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
        too_old = say("too old: {least} or newer is required")
        about += " " + screen.text(too_old, least=".".join(map(str, OLDEST)))
    safe = safe_release(sys.version_info[:3])
    if new_enough and safe:
        not_safe = say(
            "update to {least} or newer: it fixes a vulnerability that lets one visitor block a "
            "site (CVE-2024-7592). Matou protects its own cookies against it."
        )
        about += ", " + screen.text(not_safe, least=safe)
    mark = "✗" if not new_enough else "!" if safe else "✓"
    row(screen, mark, screen.text(say("Python")), about)
    cores = os.cpu_count() or 1
    row(screen, "✓", screen.text(say("System")), f"{platform.platform()}, {cores} CPU")
    return new_enough


def safe_release(running: tuple[int, int, int]) -> str:
    """Returns the release that this Python should be updated to; '' if it is recent enough."""
    least = SAFE.get(running[:2], 0)
    return f"{running[0]}.{running[1]}.{least}" if running[2] < least else ""


def packages(screen: Screen) -> bool:
    screen.line()
    screen.say(say("Packages"), "bold")
    absent = {name: use for name, use in (REQUIRED | OPTIONAL).items() if version(name) is None}
    for name in REQUIRED | OPTIONAL:
        if name not in absent:
            row(screen, "✓", name, version(name) or "")
        elif name in REQUIRED:
            says = say("missing, required for: {use}", use=absent[name])
            row(screen, "✗", name, screen.text(says))
        else:
            says = say("not installed (for: {use})", use=absent[name])
            row(screen, "·", name, screen.text(says))
    for wanted, words in (
        (REQUIRED, say("To install the required packages:")),
        (OPTIONAL, say("To install the optional packages:")),
    ):
        if missing := [name for name in wanted if name in absent]:
            screen.say(words, indent="  ")
            screen.raw(f"    {sys.executable} -m pip install {' '.join(missing)}", "cyan")
    return not REQUIRED.keys() & absent


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
        folder = cache_root()
        there = next(p for p in (folder, *folder.absolute().parents) if p.exists())
        cached = say("Native code is cached in {folder}")
        if not os.access(there, os.W_OK):
            cached = say("Native code cannot be cached: {folder} is not writable (set MATOU_CACHE)")
        screen.say(cached, "dim", "  ", folder=folder)
    return bool(found.games) and not found.broken


def strength(screen: Screen, game: Game) -> tuple[str, str, str]:
    """Returns a game's line: its module, or why it cannot be used."""
    from matou.bots import binding
    from matou.kit.wasm import BadModule

    try:
        binding.module(game)
    except BadModule as wrong:
        says = say("bots think slowly: {why}", why=BAD_MODULES[wrong.kind])
        return "!", game.name, screen.text(says)
    size = f"{binding.module_path(game).stat().st_size / 1000:.0f}"
    return "✓", game.name, screen.text(say("bots at full strength ({size} kB)"), size=size)


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
        "Checks Python, the packages, the games and their bots. Exit code 0: everything required "
        "is installed."
    ),
    (),
    {"doctor": say("check everything")},
    run,
)
