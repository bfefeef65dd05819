"""Chop! Chop!, for 2 to 5 players, by Alexandre Droit (2017).

One cat against four mice in a kitchen: the mice fetch ten cheeses and bring them home,
the cat catches them all before. Rules CC1 to CC19, no options. Seat 0 is the cat, the
other seats share the mice. A roll is a die by chance, a move, and what the tile turned
by chance brings; a roll nobody can use passes with no action.
"""

from matou.core.game import Game
from matou.games.chopchop import drawing, notation, pointing, rules, why, words

GAME = Game(
    name="chopchop",
    version=1,
    min_seats=2,
    max_seats=5,
    options=(),
    rules=rules,
    notation=notation,
    words=words,
    why=why,
    drawing=drawing,
    pointing=pointing,
)
