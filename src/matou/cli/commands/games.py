"""``matou games``: lists the games."""

import argparse

from matou.cli.declaring import OK, Command
from matou.cli.lookup import all_games, few
from matou.cli.parsing import prog
from matou.cli.terminal.screen import Screen
from matou.core.game import Game
from matou.core.messages import say
from matou.core.record import shown


def run(args: argparse.Namespace, screen: Screen) -> int:
    found = all_games()
    if not found.games:
        screen.say(say("No games are installed yet."))
    for i, game in enumerate(found.games):
        if i:
            screen.line()
        about(game, screen)
    for name, why in found.broken.items():
        screen.warn(say("{name} cannot be loaded: {why}"), "red", name=name, why=why)
    return OK


def about(game: Game, screen: Screen) -> None:
    words = game.words
    seats = (
        str(game.min_seats)
        if game.min_seats == game.max_seats
        else screen.text(say("{least} to {most}"), least=game.min_seats, most=game.max_seats)
    )
    screen.say(words.TITLE, "bold")
    screen.say(words.TAGLINE, indent="  ")
    facts = say("{seats} players · about {minutes} minutes", seats=seats, minutes=words.MINUTES)
    screen.say(facts, "dim", "  ")
    screen.raw(f"  {screen.text(say('To play: '))}{prog()} play {game.name}", "cyan")
    for option in game.options:
        values = few([shown(v) for v in option.values]).replace(", ", " | ")
        default = say("default: {value}", value=shown(option.values[0]))
        if option.default is not None:
            default = say("default: depends on the number of players")
        screen.line(f"--option {option.name}={values}   ({screen.text(default)})", "", "  ")
        if option.name in words.OPTIONS:
            screen.say(words.OPTIONS[option.name], "dim", "      ")


COMMAND = Command(
    "games",
    say("list the games and their options"),
    say("Lists every game with its number of players, its length and its options."),
    (),
    {"games": say("all games")},
    run,
)
