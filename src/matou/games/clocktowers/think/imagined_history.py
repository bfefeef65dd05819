"""Says which card was discarded unseen, for imagined states that need a history."""

from matou.games.clocktowers.rules import DISCARD, PLACES, State


def hindsight(s: State, whole: State) -> int:
    """Returns the discard (CT9) made at ``s``, in a game that has since come to ``whole``."""
    return whole.card[s.turn] * PLACES + DISCARD
