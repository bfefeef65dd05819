"""Clocktowers, for 2 to 4 players, by Alan R. Moon and Aaron Weissblum (2004).

Build clock towers free of mice; each colour of roof climbs one storey at a time.
Rules CT1 to CT12; options ``ladder`` and ``floors_above_clock``. A turn is two
actions, a card played or discarded and a draw, and chance shows the next card.
"""

from matou.core.game import Game, Hints, Option
from matou.games.clocktowers import encode, notation, rules
from matou.games.clocktowers.components import FEWEST, SEATS
from matou.games.clocktowers.draw import board, clicks, cover, effects, terminal
from matou.games.clocktowers.say import moves, refusals, words
from matou.games.clocktowers.think import hints, imagined_history, network_inputs

GAME = Game(
    name="clocktowers",
    version=1,
    min_seats=FEWEST,
    max_seats=SEATS,
    options=(Option("ladder", ("table", "player")), Option("floors_above_clock", (False, True))),
    rules=rules,
    notation=notation,
    words=words,
    telling=moves,
    why=refusals,
    drawing=board,
    pointing=clicks,
    encode=encode,
    hints=Hints(
        hints,
        worlds=64,
        inputs=network_inputs,
        network=hints.NETWORK,
        learned_from="26672f5df5af50fd",
    ),
    hindsight=imagined_history.hindsight,
    memory=words.memory,
    cover=cover.cover,
    moments=effects.moments,
    sketch=terminal.sketch,
    book_in=f"{__name__}.book",
)
