"""Caty Mini, for 2 to 4 players, by Jeffrey D. Allers (2020).

A thread runs from furniture to furniture across each player's own nursery; toys it crosses
are won. Rules CM1 to CM12; options ``boards`` (who plays in which nursery) and ``expert``
(points for kinds of toys). The four nurseries are our own: the facts are in ``boards.toml``.
"""

from matou.core.game import Game, Hints, Option
from matou.games.catymini import encode, notation, rules
from matou.games.catymini.components import BOARD_CHOICES, BOARD_LETTERS, FEWEST, SEATS
from matou.games.catymini.draw import board, clicks, cover, effects, terminal
from matou.games.catymini.draw.room import portrait
from matou.games.catymini.say import moves, refusals, words
from matou.games.catymini.think import hints, imagined_history

GAME = Game(
    name="catymini",
    version=1,
    min_seats=FEWEST,
    max_seats=SEATS,
    options=(
        Option(
            "boards",
            BOARD_CHOICES,
            default=lambda seats: "".join(BOARD_LETTERS[:seats]),
            fits=lambda value, seats: len(str(value)) == seats,
            each=BOARD_LETTERS,
        ),
        Option("expert", (False, True)),
    ),
    rules=rules,
    notation=notation,
    words=words,
    telling=moves,
    why=refusals,
    drawing=board,
    pointing=clicks,
    encode=encode,
    # The tiles dealt decide much: the strongest cannot win as often.
    hints=Hints(hints, is_lucky=True, worlds=64),
    hindsight=imagined_history.hindsight,
    memory=words.memory,
    moments=effects.moments,
    portrait=portrait,
    scores_at_end=True,  # until then the table shows how many tokens, not what they are worth
    cover=cover.cover,
    sketch=terminal.sketch,
    book_in=f"{__name__}.book",
)
