"""Chop! Chop!, for 2 to 5 players, by Alexandre Droit (2017).

One cat against four mice in a kitchen: the mice fetch ten cheeses and bring them home,
the cat catches them all before. Rules CC1 to CC19, no options. Seat 0 is the cat, the
other seats share the mice. A roll is a die by chance, a move, and what the tile turned
by chance brings; a roll nobody can use passes with no action.
"""

from matou.core.game import Game, Hints
from matou.games.chopchop import encode, notation, rules
from matou.games.chopchop.components import FEWEST, SEATS
from matou.games.chopchop.draw import board, clicks, cover, effects, terminal
from matou.games.chopchop.say import moves, refusals, words
from matou.games.chopchop.think import hints, network_inputs

GAME = Game(
    name="chopchop",
    version=1,
    min_seats=FEWEST,
    max_seats=SEATS,
    options=(),
    rules=rules,
    notation=notation,
    words=words,
    telling=moves,
    why=refusals,
    drawing=board,
    pointing=clicks,
    encode=encode,
    sides=words.side,
    team=lambda seat: min(seat, 1),  # the cat alone, and all others together (CC2)
    margin=words.margin,
    figures=("matou", "mouse"),
    # The value sees more than a playout; two dice decide much.
    hints=Hints(
        hints,
        patience=0,
        is_lucky=True,
        features=hints.FEATURES,
        inputs=network_inputs,
        network=hints.NETWORK,
        learned_from="4559e822853b74fb",
    ),
    cover=cover.cover,
    moments=effects.moments,
    sketch=terminal.sketch,
    book_in=f"{__name__}.book",
)
