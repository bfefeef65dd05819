"""Says which tile was dealt unseen, for imagined states that need a history."""

from matou.games.catymini.components import PER_COLOUR
from matou.games.catymini.state import DEAL, RUNNING, State


def hindsight(s: State, whole: State) -> int:
    """Returns the tile dealt at ``s`` (CM2), in a game that has since come to ``whole``.

    A seat was dealt what it holds and what it has played. Of several tiles of one pile the lowest
    comes first: their order makes no difference.
    """
    dealt = whole.hand[s.turn]
    played = whole.round + (1 if whole.phase == RUNNING else 0)
    for round_ in range(played):
        if round_ % whole.seats == s.turn:  # CM10: the marker goes round
            dealt |= 1 << whole.middle[round_ + 1]
    for tile in range(PER_COLOUR * s.pile, PER_COLOUR * (s.pile + 1)):
        if dealt >> tile & 1 and not s.hand[s.turn] >> tile & 1:
            return DEAL + tile
    raise AssertionError("this seat was dealt no such tile")
