"""Measures how lucky each seat of a game was, so that a score can be adjusted for luck.

Before each chance event a short search evaluates every outcome. The outcome that came, minus the
weighted mean of all, is luck (``matou.bots.luck``). Every outcome is searched alike, with random
numbers of its own. So luck is exactly 0 on average, however badly the search evaluates: an adjusted
score is unbiased, and a better search makes its variance smaller. (This is AIVAT for chance events
alone.)
"""

from operator import add

from matou.bots.levels import level
from matou.bots.luck import Draw, gains, outcomes
from matou.bots.players import Searcher
from matou.core.observation import Observation
from matou.core.state import State
from matou.kit.running import BackendName

BY_NETWORK, BY_PLAYOUTS = 8, 64  # iterations for each outcome


class LuckAdjustment:
    """Sums up the luck of each seat over one game."""

    def __init__(self, state: State, *, seed: int, backend: BackendName) -> None:
        limit = BY_PLAYOUTS if state.game.network is None else BY_NETWORK
        self.bot = Searcher(state.game, level(f"level4@{limit}"), seed=seed, backend=backend)
        self.sums = [0.0] * state.seats
        self.last = 0  # the seat that acted last

    def count(self, state: State, action: int) -> None:
        """Adds the luck of a chance event that is about to have this outcome."""
        legal = state.legal()
        if len(legal) > 1:
            draw = Draw(len(state.history) + 1, legal.index(action), outcomes(state, self.last))
            chances = [o.returns if o.view is None else self.look(o.view) for o in draw.outcomes]
            self.sums = [*map(add, self.sums, gains(draw, chances))]

    def look(self, view: Observation) -> tuple[float, ...]:
        tree = self.bot.trees(view)[0]
        return tuple(float(x) / tree.iterations for x in tree.totals)
