"""``matou games``: lists the games."""

import argparse

from matou.cli.declaring import OK, Command
from matou.cli.lookup import all_games, few
from matou.cli.parsing import prog
from matou.cli.terminal.screen import Screen
from matou.core.game import Game
from matou.core.messages import say
from matou.core.record import shown

FACTS = say("{seats} players · about {minutes} minutes")
TYPE = say("To play: ")
NOTHING = say("No games are installed yet.")


def run(args: argparse.Namespace, screen: Screen) -> int:
    found = all_games()
    if not found.games:
        screen.say(NOTHING)
    for i, game in enumerate(found.games):
        if i:
            screen.line()
        about(game, screen)
    for name, why in found.broken.items():
        screen.warn(screen.text(say("{name} cannot be loaded: {why}"), name=name, why=why), "red")
    return OK


def about(game: Game, screen: Screen) -> None:
    words = game.words
    seats = (
        str(game.min_seats)
        if game.min_seats == game.max_seats
        else screen.text(say("{least} to {most}"), least=game.min_seats, most=game.max_seats)
    )
    screen.line(words.TITLE.say(screen.lang), "bold")
    screen.line(words.TAGLINE.say(screen.lang), indent="  ")
    screen.say(FACTS, "dim", "  ", seats=seats, minutes=words.MINUTES)
    screen.raw(f"  {screen.text(TYPE)}{prog()} play {game.name}", "cyan")
    for option in game.options:
        values = few([shown(v) for v in option.values]).replace(", ", " | ")
        if option.default is None:
            default = screen.text(say("default: {value}"), value=shown(option.values[0]))
        else:
            default = screen.text(say("default: depends on the number of players"))
        screen.line(f"--option {option.name}={values}   ({default})", "", "  ")
        meaning = words.OPTIONS.get(option.name)
        if meaning is not None:
            screen.line(meaning.say(screen.lang), "dim", "      ")


COMMAND = Command(
    "games",
    say("list the games and their options"),
    say("Lists every game with its number of players, its length and its options."),
    (),
    (("games", say("all games")),),
    run,
)
