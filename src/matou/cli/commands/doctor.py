"""``matou doctor``: is what Matou needs here, and how strong are its bots?"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import sys
from typing import NamedTuple

from matou.cli.catalogue import catalogue
from matou.cli.complaint import FINE, NEGATIVE
from matou.cli.declaring import Command
from matou.cli.terminal.screen import Screen
from matou.core.game import Game
from matou.core.words import Words
from matou.kit.linking import cache_root

OLDEST = (3, 11)
# From which release on a version reads cookies in time that grows with their length, not with its
# square (CVE-2024-7592): before, one visitor's cookie can hold up everybody.
SAFE = {(3, 11): 10, (3, 12): 6}


class Package(NamedTuple):
    name: str
    use: Words
    needed: bool = False


PACKAGES = (
    Package("wasmtime", Words("strong players", "joueurs forts"), True),
    Package("starlette", Words("the site", "le site")),
    Package("uvicorn", Words("the site", "le site")),
    Package("numba", Words("studies at full speed", "études à pleine vitesse")),
    Package("open_spiel", Words("research", "recherche")),
    Package("pettingzoo", Words("research", "recherche")),
    Package("gymnasium", Words("research", "recherche")),
    Package("ray", Words("many machines", "plusieurs machines")),
)
TOOLS = (
    (
        Words("browser", "navigateur"),
        ("chromium", "google-chrome", "firefox", "open", "xdg-open"),
        Words("to see the site", "pour voir le site"),
    ),
    (Words("Node", "Node"), ("node",), Words("to test the site", "pour tester le site")),
    (
        Words("PostgreSQL", "PostgreSQL"),
        ("psql", "postgres"),
        Words("to serve from several machines", "pour servir depuis plusieurs machines"),
    ),
)

PYTHON = Words("Python", "Python")
SYSTEM = Words("System", "Système")
TOO_OLD = Words("too old: {least} or newer is needed", "trop ancien : il faut {least} au moins")
NOT_SAFE = Words(
    "should be newer: {least} closes a hole by which one visitor can hold up a site "
    "(CVE-2024-7592). Matou guards its own cookies against it.",
    "devrait être plus récent : {least} ferme une faille par laquelle un visiteur peut bloquer "
    "un site (CVE-2024-7592). Matou en protège ses propres cookies.",
)
PACKAGES_HEAD = Words("Packages", "Paquets")
MISSING = Words("missing, needed for: {use}", "manque, nécessaire pour : {use}")
ABSENT = Words("not here (for: {use})", "absent (pour : {use})")
INSTALL = Words("To install what is needed:", "Pour installer le nécessaire :")
INSTALL_MORE = Words("To add what is optional:", "Pour ajouter le facultatif :")
GAMES_HEAD = Words("Games", "Jeux")
NO_GAMES = Words("none found", "aucun trouvé")
BROKEN = Words("cannot be loaded: {why}", "ne se charge pas : {why}")
STRONG = Words("bots at full strength ({size} kB)", "robots au meilleur de leur force ({size} ko)")
SLOW = Words("bots think slowly: {why}", "les robots réfléchissent lentement : {why}")
BAD_MODULES = {
    "missing": Words("the game has no WebAssembly module", "le jeu n’a pas de module WebAssembly"),
    "runner": Words("wasmtime is not installed", "wasmtime n’est pas installé"),
    "damaged": Words("its module is damaged", "son module est abîmé"),
    "foreign": Words("its module is not one of ours", "son module n’est pas des nôtres"),
    "stale": Words(
        "its module was made from other sources (python tools/build_wasm.py)",
        "son module vient d’autres sources (python tools/build_wasm.py)",
    ),
}
CACHE = Words("Native code is kept in {folder}", "Le code natif est gardé dans {folder}")
NO_CACHE = Words(
    "Native code cannot be kept: {folder} cannot be written (set MATOU_CACHE)",
    "Le code natif ne peut pas être gardé : {folder} ne s’écrit pas (règle MATOU_CACHE)",
)
TOOLS_HEAD = Words(
    "Around it (none is needed to play)", "Autour (rien n’est nécessaire pour jouer)"
)
NOT_FOUND = Words("not found ({use})", "introuvable ({use})")
ALL_WELL = Words("All that is needed is here.", "Tout le nécessaire est là.")
NOT_WELL = Words("Something that is needed is missing.", "Il manque quelque chose de nécessaire.")


def run(args: argparse.Namespace, screen: Screen) -> int:
    versions = {p.name: version(p.name) for p in PACKAGES}
    well = [machine(screen), packages(screen, versions), games(screen)]
    tools(screen)
    screen.line()
    fine = all(well)
    screen.say(ALL_WELL if fine else NOT_WELL, "bold green" if fine else "bold red")
    return FINE if fine else NEGATIVE


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
    """Python and the system."""
    new_enough = sys.version_info[:2] >= OLDEST
    about = f"{platform.python_version()} ({sys.executable})"
    if not new_enough:
        about += " " + screen.tell(TOO_OLD, least=".".join(map(str, OLDEST)))
    safe = safe_release(sys.version_info[:3])
    if new_enough and safe:
        about += ", " + screen.tell(NOT_SAFE, least=safe)
    mark = "✗" if not new_enough else "!" if safe else "✓"
    row(screen, mark, screen.tell(PYTHON), about)
    cores = os.cpu_count() or 1
    row(screen, "✓", screen.tell(SYSTEM), f"{platform.platform()}, {cores} CPU")
    return new_enough


def safe_release(running: tuple[int, int, int]) -> str:
    """The release of this Python that it should be at least; '' if it is."""
    least = SAFE.get(running[:2], 0)
    return f"{running[0]}.{running[1]}.{least}" if running[2] < least else ""


def packages(screen: Screen, versions: dict[str, str | None]) -> bool:
    """What is installed, what is missing, and how to install it."""
    screen.line()
    screen.say(PACKAGES_HEAD, "bold")
    missing: dict[bool, list[str]] = {True: [], False: []}
    for package in PACKAGES:
        found = versions[package.name]
        if found is not None:
            row(screen, "✓", package.name, found)
            continue
        missing[package.needed].append(package.name)
        text = screen.tell(MISSING if package.needed else ABSENT, use=package.use)
        row(screen, "✗" if package.needed else "·", package.name, text)
    for needed, words in ((True, INSTALL), (False, INSTALL_MORE)):
        if missing[needed]:
            screen.say(words, indent="  ")
            screen.raw(f"    {sys.executable} -m pip install {' '.join(missing[needed])}", "cyan")
    return not missing[True]


def games(screen: Screen) -> bool:
    """The games, and how strong their bots are here."""
    from matou.bots import binding

    screen.line()
    screen.say(GAMES_HEAD, "bold")
    found = catalogue()
    for game in found.games:
        row(screen, *strength(screen, game))
    for name, why in found.broken.items():
        row(screen, "✗", name, screen.tell(BROKEN, why=why))
    if not found.games and not found.broken:
        row(screen, "✗", "", screen.tell(NO_GAMES))
    if binding.has_numba():
        keep(screen)
    return bool(found.games) and not found.broken


def strength(screen: Screen, game: Game) -> tuple[str, str, str]:
    """A game's line: its module, or why that cannot be used."""
    from matou.bots import binding
    from matou.kit.wasm import BadModule

    try:
        binding.module(game)
    except BadModule as wrong:
        return "!", game.name, screen.tell(SLOW, why=screen.tell(BAD_MODULES[wrong.kind]))
    size = f"{binding.module_path(game).stat().st_size / 1000:.0f}"
    return "✓", game.name, screen.tell(STRONG, size=size)


def keep(screen: Screen) -> None:
    """Can natively compiled code be kept between runs?"""
    folder = cache_root()
    there = next(p for p in (folder, *folder.absolute().parents) if p.exists())
    writable = os.access(there, os.W_OK)
    screen.say(CACHE if writable else NO_CACHE, "dim", "  ", folder=folder)


def tools(screen: Screen) -> None:
    """What else is on this machine; for information."""
    screen.line()
    screen.say(TOOLS_HEAD, "bold")
    for name, programs, use in TOOLS:
        found = next((path for p in programs if (path := shutil.which(p))), None)
        text = found or screen.tell(NOT_FOUND, use=use)
        row(screen, "✓" if found else "·", screen.tell(name), text)


COMMAND = Command(
    "doctor",
    Words("is all that Matou needs here?", "a-t-on tout ce qu’il faut à Matou ?"),
    Words(
        "Looks at this Python, the packages, the games and their bots. Exit code 0: what is "
        "needed is there.",
        "Regarde ce Python, les paquets, les jeux et leurs robots. Code de sortie 0 : le "
        "nécessaire est là.",
    ),
    (),
    (("doctor", Words("a check-up", "un examen")),),
    run,
)
