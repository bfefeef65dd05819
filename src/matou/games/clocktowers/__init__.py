"""Clocktowers, for 2 to 4 players, by Alan R. Moon and Aaron Weissblum (2004).

Build clock towers free of mice; each colour of roof climbs one storey at a time.
Rules CT1 to CT12; options ``ladder`` and ``floors_above_clock``. A turn is two
actions, a card played or discarded and a draw, and chance shows the next card.
"""

from matou.core.game import Game, Hints, Option
from matou.games.clocktowers import (
    aid,
    cover,
    drawing,
    encode,
    hindsight,
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
from matou.games.clocktowers.components import FEWEST, SEATS

GAME = Game(
    name="clocktowers",
    version=1,
    min_seats=FEWEST,
    max_seats=SEATS,
    options=(Option("ladder", ("table", "player")), Option("floors_above_clock", (False, True))),
    rules=rules,
    notation=notation,
    words=words,
    telling=telling,
    why=why,
    drawing=drawing,
    pointing=pointing,
    encode=encode,
    hints=Hints(hints, worlds=64, inputs=inputs, network=hints.NETWORK),
    hindsight=hindsight.hindsight,
    memory=words.memory,
    aid=aid.aid,
    cover=cover.cover,
    moments=moments.moments,
    sketch=sketch.sketch,
    book_in=f"{__name__}.book",
)
