"""Help that teaches: what to type first, and each command with examples."""

from __future__ import annotations

from matou.cli.commands import COMMANDS
from matou.cli.declaring import EVERYWHERE, Arg, Command, Example, Group
from matou.cli.parsing import prog
from matou.cli.terminal.screen import Screen
from matou.core.words import Words

WELCOME = Words(
    "Matou: board games of cats and mice, exact to the last rule.",
    "Matou : des jeux de chats et de souris, exacts jusqu’à la dernière règle.",
)
FIRST = Words("To begin, type:", "Pour commencer, tape :")
ALL = Words("All commands:", "Toutes les commandes :")
EACH = Words(
    "Each explains itself: {prog} {command} --help", "Chacune s’explique : {prog} {command} --help"
)
USAGE = Words("How to call it", "Comment l’appeler")
TAKES = Words("What it takes", "Ce qu’elle prend")
EXAMPLES = Words("Examples", "Exemples")
START_GAME = Words("play a game here", "jouer ici")
OPTIONS = Words("options", "options")


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
    table(screen, [(c.name, screen.tell(c.summary)) for c in COMMANDS if c.missing() is None])
    screen.line()
    screen.say(EACH, prog=prog(), command="play")


def one(screen: Screen, command: Command) -> None:
    """The help of one command."""
    screen.say(command.teaches)
    screen.line()
    screen.say(USAGE, "bold")
    places = [place(a, screen) for a in command.args if not a.flags[0].startswith("-")]
    shown = [prog(), command.name, *places, f"[{screen.tell(OPTIONS)}]"]
    screen.raw("  " + " ".join(shown))
    screen.line()
    screen.say(TAKES, "bold")
    table(screen, [(flags(a, screen), screen.tell(a.help)) for a in (*command.args, *EVERYWHERE)])
    examples(screen, command.examples)


def group(screen: Screen, command: Group) -> None:
    """The help of commands with a common first word."""
    screen.say(command.teaches)
    screen.line()
    screen.say(USAGE, "bold")
    table(screen, [(f"{prog()} {c.name}", screen.tell(c.summary)) for c in command.commands])
    examples(screen, command.examples)
    screen.line()
    screen.say(EACH, prog=prog(), command=command.commands[0].name)


def examples(screen: Screen, given: tuple[Example, ...]) -> None:
    game, most = a_game()
    screen.line()
    screen.say(EXAMPLES, "bold")
    for typed, what in given:
        screen.raw(f"  {prog()} {typed.format(game=game, most=most)}", "bold cyan")
        screen.line(screen.tell(what), indent="      ")


def place(arg: Arg, screen: Screen) -> str:
    """'FILE', '[GAME]', 'BOT …'."""
    assert arg.value is not None
    shown = arg.value.say(screen.lang) + (" …" if arg.many else "")
    return f"[{shown}]" if arg.optional else shown


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
