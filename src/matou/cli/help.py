"""Help that teaches: what to type first, and each command with examples."""

from __future__ import annotations

import importlib.util

from matou.cli.commands import COMMANDS, HANDED, HELP, LANG, Arg, Command, Handed
from matou.cli.parsing import prog
from matou.cli.terminal.screen import Screen
from matou.core.words import Words

WELCOME = Words(
    "Matou: board games of cats and mice, exact to the last rule.",
    "Matou : des jeux de chats et de souris, exacts jusqu’à la dernière règle.",
)
FIRST = Words("To begin, type:", "Pour commencer, tape :")
ALL = Words("All commands:", "Toutes les commandes :")
MORE = Words("Each explains itself: {prog} play --help", "Chacune s’explique : {prog} play --help")
USAGE = Words("How to call it", "Comment l’appeler")
TAKES = Words("What it takes", "Ce qu’elle prend")
EXAMPLES = Words("Examples", "Exemples")
START_GAME = Words("play a game here", "jouer ici")
OPTIONS = Words("options", "options")


def installed(handed: Handed) -> bool:
    """Is the package of a handed-on command here?"""
    try:
        return importlib.util.find_spec(handed.package) is not None
    except ModuleNotFoundError:
        return False


def a_game() -> tuple[str, int]:
    """A game for the examples, and how many it seats at most."""
    from matou.cli.catalogue import catalogue

    for game in catalogue().games:
        return game.name, game.max_seats
    return "GAME", 4


def everything(screen: Screen) -> None:
    """The first help: what to type, what there is."""
    game, _ = a_game()
    screen.say(WELCOME, "bold")
    screen.line()
    screen.say(FIRST)
    rows = [
        ("games", Words("the games there are", "les jeux qu’il y a")),
        (f"play {game}", START_GAME),
    ]
    table(screen, [(f"{prog()} {typed}", screen.tell(what)) for typed, what in rows])
    screen.line()
    screen.say(ALL)
    known: list[Command | Handed] = [*COMMANDS, *(h for h in HANDED if installed(h))]
    table(screen, [(c.name, screen.tell(c.summary)) for c in known])
    screen.line()
    screen.say(MORE, prog=prog())


def one(screen: Screen, command: Command) -> None:
    """The help of one command."""
    game, most = a_game()
    screen.say(command.teaches)
    screen.line()
    screen.say(USAGE, "bold")
    args = command.args if LANG in command.args else (*command.args, LANG)
    places = [
        f"[{a.value.say(screen.lang)}]" if a.optional else a.value.say(screen.lang)
        for a in args
        if a.value is not None and not a.flags[0].startswith("-")
    ]
    shown = [prog(), command.name, *places, f"[{screen.tell(OPTIONS)}]"]
    screen.raw("  " + " ".join(shown))
    screen.line()
    screen.say(TAKES, "bold")
    table(screen, [(flags(a, screen), screen.tell(a.help)) for a in (*args, HELP)])
    screen.line()
    screen.say(EXAMPLES, "bold")
    for typed, what in command.examples:
        screen.raw(f"  {prog()} {typed.format(game=game, most=most)}", "bold cyan")
        screen.line(screen.tell(what), indent="      ")


def flags(arg: Arg, screen: Screen) -> str:
    """'--seats N', as the help lists it."""
    if not arg.flags[0].startswith("-"):
        assert arg.value is not None
        return arg.value.say(screen.lang)
    names = ", ".join(arg.flags)
    return names if arg.value is None else f"{names} {arg.value.say(screen.lang)}"


def table(screen: Screen, rows: list[tuple[str, str]]) -> None:
    """Two columns; a long left side gets a line of its own."""
    column = max([len(left) for left, _ in rows if len(left) <= 22], default=10)
    for left, right in rows:
        if len(left) > column:
            screen.raw(f"  {left}", "bold cyan")
            left = ""
        screen.item(f"{left:<{column}}", right, column)
