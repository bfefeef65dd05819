"""``matou games``: what there is to play."""

from __future__ import annotations

import argparse

from matou.cli.catalogue import catalogue, few
from matou.cli.complaint import FINE
from matou.cli.declaring import Command
from matou.cli.parsing import prog
from matou.cli.terminal.screen import Screen
from matou.core.game import Game
from matou.core.record import shown
from matou.core.words import Words

FACTS = Words(
    "{seats} players · about {minutes} minutes", "{seats} joueurs · environ {minutes} min"
)
RANGE = Words("{least} to {most}", "{least} à {most}")
TYPE = Words("To play: ", "Pour jouer : ")
DEFAULT = Words("otherwise {value}", "sinon {value}")
BY_SEATS = Words("otherwise by the number of players", "sinon selon le nombre de joueurs")
BROKEN = Words("{name} cannot be loaded: {why}", "{name} ne se charge pas : {why}")
NOTHING = Words("There is no game here yet.", "Il n’y a pas encore de jeu ici.")


def run(args: argparse.Namespace, screen: Screen) -> int:
    found = catalogue()
    if not found.games:
        screen.say(NOTHING)
    for i, game in enumerate(found.games):
        if i:
            screen.line()
        about(game, screen)
    for name, why in found.broken.items():
        screen.warn(screen.tell(BROKEN, name=name, why=why), "red")
    return FINE


def about(game: Game, screen: Screen) -> None:
    """One game, as a small notice."""
    words = game.words
    seats = (
        str(game.min_seats)
        if game.min_seats == game.max_seats
        else screen.tell(RANGE, least=game.min_seats, most=game.max_seats)
    )
    screen.line(words.TITLE.say(screen.lang), "bold")
    screen.line(words.TAGLINE.say(screen.lang), indent="  ")
    screen.say(FACTS, "dim", "  ", seats=seats, minutes=words.MINUTES)
    screen.raw(f"  {screen.tell(TYPE)}{prog()} play {game.name}", "cyan")
    for option in game.options:
        values = few([shown(v) for v in option.values]).replace(", ", " | ")
        if option.default is None:
            otherwise = screen.tell(DEFAULT, value=shown(option.values[0]))
        else:
            otherwise = screen.tell(BY_SEATS)
        screen.line(f"--option {option.name}={values}   ({otherwise})", "", "  ")
        meaning = words.OPTIONS.get(option.name)
        if meaning is not None:
            screen.line(meaning.say(screen.lang), "dim", "      ")


COMMAND = Command(
    "games",
    Words("the games there are, with their options", "les jeux qu’il y a, avec leurs options"),
    Words(
        "Lists every game: how many play, how long it takes, and what can be chosen.",
        "La liste des jeux : à combien on joue, combien de temps, et ce qu’on peut choisir.",
    ),
    (),
    (("games", Words("all of them", "tous les jeux")),),
    run,
)
