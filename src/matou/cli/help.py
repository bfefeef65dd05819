"""Help texts: where to start, and each command with examples."""

from matou.cli.commands import COMMANDS
from matou.cli.declaring import EVERYWHERE, Arg, Command, Examples, Group
from matou.cli.lookup import all_games
from matou.cli.parsing import prog
from matou.cli.terminal.screen import Screen
from matou.core.messages import say

EACH = say("For help on a command: {prog} {command} --help")
USAGE = say("Usage")


def a_game() -> tuple[str, int]:
    """Returns a game for the examples, and its number of seats."""
    games = all_games().games
    return (games[0].name, games[0].max_seats) if games else ("GAME", 4)


def everything(screen: Screen) -> None:
    game, _ = a_game()
    screen.say(say("Matou: board games about cats and mice, exact to the last rule."), "bold")
    screen.line()
    screen.say(say("To start, type:"))
    rows = [
        ("", say("open the site in your browser")),
        (" games", say("list the games")),
        (f" play {game}", say("play in the terminal")),
    ]
    table(screen, [(f"{prog()}{typed}", screen.text(what)) for typed, what in rows])
    screen.line()
    screen.say(say("All commands:"))
    table(screen, [(c.name, screen.text(c.summary)) for c in COMMANDS if c.missing() is None])
    screen.line()
    screen.say(EACH, prog=prog(), command="play")


def one(screen: Screen, command: Command) -> None:
    screen.say(command.description)
    screen.line()
    screen.say(USAGE, "bold")
    places = [place(a, screen) for a in command.args if not a.is_option]
    options = f"[{screen.text(say('options'))}]"
    screen.raw("  " + " ".join([prog(), command.name, *places, options]))
    screen.line()
    screen.say(say("Arguments and options"), "bold")
    table(screen, [(flags(a, screen), screen.text(a.help)) for a in (*command.args, *EVERYWHERE)])
    examples(screen, command.examples)


def group(screen: Screen, command: Group) -> None:
    screen.say(command.description)
    screen.line()
    screen.say(USAGE, "bold")
    table(screen, [(f"{prog()} {c.name}", screen.text(c.summary)) for c in command.commands])
    examples(screen, command.examples)
    screen.line()
    screen.say(EACH, prog=prog(), command=command.commands[0].name)


def examples(screen: Screen, given: Examples) -> None:
    game, most = a_game()
    screen.line()
    screen.say(say("Examples"), "bold")
    for typed, what in given.items():
        screen.raw(f"  {prog()} {typed.format(game=game, most=most)}", "bold cyan")
        screen.line(screen.text(what), indent="      ")


def place(arg: Arg, screen: Screen) -> str:
    """Returns 'FILE', '[GAME]' or 'BOT …'."""
    shown = flags(arg, screen) + (" …" if arg.many else "")
    return f"[{shown}]" if arg.optional else shown


def flags(arg: Arg, screen: Screen) -> str:
    """Returns '--seats N', or 'FILE' for an argument."""
    value = [] if arg.value is None else [arg.value.say(screen.lang)]
    return " ".join([", ".join(arg.flags), *value] if arg.is_option else value)


def table(screen: Screen, rows: list[tuple[str, str]]) -> None:
    """Prints two columns; a long left side gets a line of its own."""
    column = max([len(left) for left, _ in rows if len(left) <= 22], default=10)
    for left, right in rows:
        if len(left) > column:
            screen.raw(f"  {left}", "bold cyan")
            left = ""
        screen.item(f"{left:<{column}}", right, column)
