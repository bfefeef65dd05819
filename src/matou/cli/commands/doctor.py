"""``matou doctor``: is what Matou needs here, and how warm is it?"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

from matou.cli.catalogue import catalogue
from matou.cli.complaint import FINE, NEGATIVE
from matou.cli.declaring import Arg, Command
from matou.cli.parsing import prog
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
    Package("rich", Words("the command line", "la ligne de commande"), True),
    Package("numpy", Words("simulation, strong players", "simulations, joueurs forts"), True),
    Package("numba", Words("compiled rules", "règles compilées"), True),
    Package("starlette", Words("the site", "le site")),
    Package("uvicorn", Words("the site", "le site")),
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
COMPILED = Words("compiled, {size} in {folder}", "compilé, {size} dans {folder}")
NOT_COMPILED = Words("not compiled yet", "pas encore compilé")
NO_NUMBA = Words("plays, but cannot be compiled", "se joue, mais ne se compile pas")
COMPILE_NOW = Words("To compile now:", "Pour compiler maintenant :")
COMPILING = Words("Compiling {game}", "Compilation de {game}")
CACHE = Words("Compiled code is kept in {folder}", "Le code compilé est gardé dans {folder}")
NO_CACHE = Words(
    "Compiled code cannot be kept: {folder} cannot be written (set MATOU_CACHE)",
    "Le code compilé ne peut pas être gardé : {folder} ne s’écrit pas (règle MATOU_CACHE)",
)
TOOLS_HEAD = Words(
    "Around it (none is needed to play)", "Autour (rien n’est nécessaire pour jouer)"
)
NOT_FOUND = Words("not found ({use})", "introuvable ({use})")
ALL_WELL = Words("All that is needed is here.", "Tout le nécessaire est là.")
NOT_WELL = Words("Something that is needed is missing.", "Il manque quelque chose de nécessaire.")


def run(args: argparse.Namespace, screen: Screen) -> int:
    versions = {p.name: version(p.name) for p in PACKAGES}
    can_compile = versions["numba"] is not None and versions["numpy"] is not None
    if args.compile and can_compile:
        compile_all(screen)
    well = [machine(screen), packages(screen, versions), games(screen, can_compile)]
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


def games(screen: Screen, can_compile: bool) -> bool:
    """The games, and whether each has compiled code waiting."""
    screen.line()
    screen.say(GAMES_HEAD, "bold")
    found = catalogue()
    cold = False
    for game in found.games:
        if not can_compile:
            row(screen, "·", game.name, screen.tell(NO_NUMBA))
            continue
        folder = cache_of(game)
        size = sum(f.stat().st_size for f in folder.rglob("*") if f.is_file())
        cold |= size == 0
        state = (
            screen.tell(COMPILED, size=f"{size / 1e6:.1f} MB", folder=folder.name)
            if size
            else screen.tell(NOT_COMPILED)
        )
        row(screen, "✓" if size else "·", game.name, state)
    for name, why in found.broken.items():
        row(screen, "✗", name, screen.tell(BROKEN, why=why))
    if not found.games and not found.broken:
        row(screen, "✗", "", screen.tell(NO_GAMES))
    keep(screen)
    if cold:
        screen.say(COMPILE_NOW, indent="  ")
        screen.raw(f"    {prog()} doctor --compile", "cyan")
    return bool(found.games) and not found.broken


def keep(screen: Screen) -> None:
    """Can compiled code be kept between runs?"""
    folder = cache_root()
    there = next(p for p in (folder, *folder.absolute().parents) if p.exists())
    writable = os.access(there, os.W_OK)
    screen.say(CACHE if writable else NO_CACHE, "dim", "  ", folder=folder)


def cache_of(game: Game) -> Path:
    """Where a game's compiled rules are kept, compiled already or not."""
    import numba

    from matou.kit.linking import link

    link(game.rules)  # type: ignore[arg-type]
    return Path(getattr(numba.config, "CACHE_DIR"))  # noqa: B009 - set by the kit


def compile_all(screen: Screen) -> None:
    """Compile every game's rules, and random play over them."""
    games = catalogue().games
    with screen.progress() as bar:
        task = bar.add_task("", total=len(games))
        for game in games:
            bar.update(task, description=screen.tell(COMPILING, game=game.name))
            compile_game(game)
            bar.advance(task)


def compile_game(game: Game) -> None:
    """One random game, compiled: what it needs is then in the cache."""
    import numpy as np

    from matou.kit import playout
    from matou.kit.layout import dtype_of
    from matou.kit.linking import link

    rules = game.rules
    linked = link(playout, base=game.compiled)
    states = np.zeros(2, dtype_of(rules.State))
    out = np.zeros(rules.MAX_LEGAL, np.int32)
    options = np.array(game.codes(game.min_seats), np.int64)
    linked.playouts(states, game.min_seats, options, 1, 1, out, out.copy(), np.zeros(4, np.int64))


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
        "Looks at this Python, the packages, the games and the compiled code. Exit code 0: what "
        "is needed is there.",
        "Regarde ce Python, les paquets, les jeux et le code compilé. Code de sortie 0 : le "
        "nécessaire est là.",
    ),
    (
        Arg(
            ("--compile",),
            Words(
                "compile every game now (strong players and simulations then start at once)",
                "compiler chaque jeu maintenant (les joueurs forts et les simulations "
                "démarreront aussitôt)",
            ),
        ),
    ),
    (
        ("doctor", Words("a check-up", "un examen")),
        ("doctor --compile", Words("and compile", "et compiler")),
    ),
    run,
)
