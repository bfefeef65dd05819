"""Clocktowers, for 2 to 4 players, by Alan R. Moon and Aaron Weissblum (2004).

Build clock towers free of mice; each colour of roof climbs one storey at a time.
Rules CT1 to CT12; options ``ladder`` and ``floors_above_clock``. A turn is two
actions, a card played or discarded and a draw, and chance shows the next card.
"""

from matou.core.game import Game, Option
from matou.games.clocktowers import drawing, notation, pointing, rules, why, words

GAME = Game(
    name="clocktowers",
    version=1,
    min_seats=2,
    max_seats=4,
    options=(Option("ladder", ("table", "player")), Option("floors_above_clock", (False, True))),
    rules=rules,
    notation=notation,
    words=words,
    why=why,
    drawing=drawing,
    pointing=pointing,
)
