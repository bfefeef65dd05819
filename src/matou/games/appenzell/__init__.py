"""Château d'Appenzell, for 2 to 4 players, by Jens-Peter Schliemann and Bernhard Weber (2007).

Mice lift roofs, remember what lies beneath, and slide the floor away under each other; four
different cheeses win. Rules AP1 to AP15; options ``castle``, ``goal`` and ``push_back``. A turn
is one to four actions, and chance shows each tile that nobody has seen yet.
"""

from matou.core.game import Game, Hints, Option
from matou.games.appenzell import encode, notation, rules
from matou.games.appenzell.components import FEWEST, GOALS, SEATS
from matou.games.appenzell.draw import board, clicks, cover, effects, terminal
from matou.games.appenzell.say import moves, refusals, words
from matou.games.appenzell.think import hints, network_inputs

GAME = Game(
    name="appenzell",
    version=1,
    min_seats=FEWEST,
    max_seats=SEATS,
    options=(
        Option("castle", ("front", "back")),
        Option("goal", GOALS),
        Option("push_back", (True, False)),
    ),
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
        patience=24,
        features=hints.FEATURES,
        inputs=network_inputs,
        network=hints.NETWORK,
        learned_from="8545674c6e98de95",
    ),
    memory=words.memory,
    margin=words.margin,
    figures=("mouse",),
    cover=cover.cover,
    moments=effects.moments,
    sketch=terminal.sketch,
    book_in=f"{__name__}.book",
)
