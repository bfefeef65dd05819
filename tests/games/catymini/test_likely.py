"""A likely end is the end of the game that is played that way."""

from __future__ import annotations

import random

import matou
from matou.core.state import State
from matou.games.catymini.gains import best_run, tops
from matou.games.catymini.likely import likely_end
from matou.games.catymini.rules import playable, score
from matou.games.catymini.state import ENTER, PLAY, PLAYING, SLEEP

GAME = matou.game("catymini")


def brought(state: State, seat: int, tile: int) -> int:
    """The points of a run, or -1 and less where the thread does not reach."""
    s = state.s
    return best_run(s.board[seat], s.exit[seat], s.thread[seat], tile, tops(s))


def liked(state: State) -> int:
    """What who is to act does there: own points twice, the other's once; the better entrance."""
    s, me = state.s, state.actor
    if s.phase == PLAYING:
        gains = {
            tile: 2 * max(0, brought(state, me, tile) >> 6)
            - max(0, brought(state, 1 - me, tile) >> 6)
            for tile in range(20)
            if playable(s) >> tile & 1
        }
        return PLAY + max(gains, key=lambda tile: (gains[tile], tile))
    run = brought(state, me, s.middle[s.round + 1])
    return ENTER + (run & 63) if run >= 0 else SLEEP


def test_a_likely_end_is_where_a_game_played_that_way_ends() -> None:
    """With the other's hand for what is not seen, so that nothing is left to guess."""
    ends = set()
    for seed in range(12):
        state, rng = GAME.start(2), random.Random(seed)
        stop = seed % 12
        while state.s.phase < PLAYING or state.s.round < stop:
            state.play(state.sample(rng))
        for _ in range(seed % 3):  # also in the midst of a round
            state.play(state.sample(rng))
        said = [likely_end(state.s, me, state.s.hand[1 - me], 0) for me in range(2)]
        while not state.over:
            state.play(liked(state))
        lead = score(state.s, 0) - score(state.s, 1)
        assert said == [lead, -lead]
        ends.add(lead)
    assert len(ends) > 6
