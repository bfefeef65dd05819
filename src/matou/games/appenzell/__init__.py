"""Château d'Appenzell, for 2 to 4 players, by Jens-Peter Schliemann and Bernhard Weber (2007).

Mice lift roofs, remember what lies beneath, and slide the floor away under each other; four
different cheeses win. Rules AP1 to AP15; options ``castle``, ``goal`` and ``push_back``. A turn
is one to four actions, and chance shows each tile that nobody has seen yet.
"""

from matou.core.game import Game, Hints, Option
from matou.games.appenzell import (
    aid,
    cover,
    drawing,
    encode,
    hints,
    inputs,
    moments,
    notation,
    pointing,
    rules,
    sketch,
    telling,
    why,
    words,
)
from matou.games.appenzell.components import FEWEST, GOALS, SEATS

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
    telling=telling,
    why=why,
    drawing=drawing,
    pointing=pointing,
    encode=encode,
    hints=Hints(
        hints,
        patience=24,
        features=hints.FEATURES,
        inputs=inputs,
        network=hints.NETWORK,
    ),
    memory=words.memory,
    aid=aid.aid,
    cover=cover.cover,
    moments=moments.moments,
    sketch=sketch.sketch,
    book_in=f"{__name__}.book",
)
