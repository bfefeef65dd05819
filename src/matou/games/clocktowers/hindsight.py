"""What somebody did unseen, told afterwards: for worlds that are imagined with their history."""

from __future__ import annotations

from matou.games.clocktowers.rules import DISCARD, PLACES, State


def hindsight(s: State, whole: State) -> int:
    """The discard (CT9) made at ``s``, in a game that has since come to ``whole``."""
    return whole.card[s.turn] * PLACES + DISCARD
