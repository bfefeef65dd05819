"""Caty Mini, for 2 to 4 players, by Jeffrey D. Allers (2020).

A thread runs from furniture to furniture across each player's own nursery; toys it crosses
are won. Rules CM1 to CM12; options ``boards`` (who plays in which nursery) and ``expert``
(points for kinds of toys). The four nurseries are our own: the facts are in ``boards.toml``.
"""

from matou.core.game import Game, Hints, Option
from matou.games.catymini import (
    aid,
    cover,
    drawing,
    encode,
    hindsight,
    hints,
    inputs,
    moments,
    notation,
    past,
    pointing,
    rules,
    sketch,
    telling,
    why,
    words,
)
from matou.games.catymini.components import BOARD_CHOICES, BOARD_LETTERS, FEWEST, SEATS
from matou.games.catymini.room import portrait

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
    telling=telling,
    why=why,
    drawing=drawing,
    pointing=pointing,
    encode=encode,
    # The tiles dealt decide much: the strongest cannot win as often.
    hints=Hints(hints, is_lucky=True, worlds=64, inputs=inputs, past=past),
    hindsight=hindsight.hindsight,
    memory=words.memory,
    moments=moments.moments,
    portrait=portrait,
    scores_at_end=True,  # until then the table shows how many tokens, not what they are worth
    aid=aid.aid,
    cover=cover.cover,
    sketch=sketch.sketch,
    book_in=f"{__name__}.book",
)
