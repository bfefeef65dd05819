"""What chance brought each seat of a game, so that a match can be told without it.

Wherever chance decides, a short search looks at every outcome; what came, less the mean of all by
their weights, is luck (``matou.bots.luck``). Here every outcome is looked at alike, whether it came
or not, with random numbers that are not the match's. So luck is nothing on average, exactly,
however badly the search judges: a result without it is still right on average, and the better
the search judges, the less it varies. (In the literature: AIVAT, here for chance alone.)
"""

from __future__ import annotations

from matou.bots.levels import level
from matou.bots.luck import Draw, gains, outcomes
from matou.bots.players import Searcher
from matou.core.state import Observation, State
from matou.kit.running import Way

BY_NETWORK, BY_PLAYOUTS = 8, 64  # iterations for an outcome


class Fortune:
    """The luck of one game, summed by seat."""

    def __init__(self, state: State, *, seed: int, way: Way) -> None:
        hints = state.game.hints
        asks = hints is not None and hints.network is not None
        limit = level(f"level4@{BY_NETWORK if asks else BY_PLAYOUTS}")
        self.bot = Searcher(state.game, limit, seed=seed, way=way)
        self.sums = [0.0] * state.seats
        self.last = 0  # who chose last

    def count(self, state: State, action: int) -> None:
        """Chance is about to decide so."""
        legal = state.legal()
        if len(legal) > 1:
            draw = Draw(len(state.history) + 1, legal.index(action), outcomes(state, self.last))
            for seat, gain in enumerate(gains(draw, self.chances(draw))):
                self.sums[seat] += gain

    def chances(self, draw: Draw) -> list[tuple[float, ...]]:
        """Every seat's chances after each outcome."""
        return [o.returns if o.view is None else self.look(o.view) for o in draw.outcomes]

    def look(self, view: Observation) -> tuple[float, ...]:
        tree = self.bot.trees(view)[0]
        return tuple(float(x) / tree.iterations for x in tree.totals)
