"""Who knows the other's mind: a response to one bot, where a game tells its past (``Hints.past``).

``mind:level5-2026@70000`` is level 5's search with 70,000 iterations a move, but the hands it
imagines are as likely as what the other played makes them: for each hand that fits, that very bot
(``level5-2026``) is asked what it would have played. It is asked shortly about all hands and longer
about those that stay likely. How long, and how sure one may be of its answers, was chosen by 20
games of ``level5-2026@200000``: shorter searches say too little of a bot that thinks so long.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from matou.bots import binding, levels
from matou.bots.kept import KeptTree
from matou.bots.memory import Tree
from matou.bots.players import Searcher
from matou.bots.search import OFTEN, SPENT, WORLDS
from matou.core.game import Game
from matou.core.state import Observation
from matou.core.words import BadChoice
from matou.kit.layout import copy_into
from matou.kit.running import Way

MIND = "mind:"
# For how many iterations it is asked, and how likely a hand must be to be asked about for longer.
STAGES = ((4000, 0.01), (16000, 0.03), (48000, 1.0))
POWER = 1.5  # of the share of visits: odds that an action is played
SLIP = 0.02  # …but so often it is any other

Odds = dict[int, float]  # of what the other was dealt


def is_mind(name: str) -> bool:
    """Is it one who knows another's mind?"""
    return name.startswith(MIND)


def make(game: Game, name: str, *, seed: int, way: Way | None = None) -> Mind:
    """The player of that name; a BadChoice says what is wrong with it."""
    known, _, limit = name.removeprefix(MIND).partition("@")
    if game.hints is None or game.hints.past is None:
        raise BadChoice(
            f"{game.name} does not tell what a hand would have played (“{name}”).",
            f"{game.name} ne dit pas ce qu’une main aurait joué (« {name} »).",
        )
    is_kept = known in levels.KNOWN and levels.KNOWN[known].kept
    if not is_kept or not limit.isdigit() or not 0 < int(limit) <= 10**9:
        raise BadChoice(
            "Who knows the mind of a kept bot searches for 1 to 10^9 iterations: "
            f"{MIND}level5-2026@70000, not “{name}”.",
            "Qui lit dans la pensée d’un robot gardé cherche de 1 à 10^9 itérations : "
            f"{MIND}level5-2026@70000, pas « {name} ».",
        )
    return Mind(game, known, int(limit), seed=seed, way=way)


class Among(Tree):
    """A search among worlds that are given, as often as each is likely."""

    def among(self, worlds: list[tuple[Any, float]]) -> None:
        """Search there and nowhere else; of the pool, what is left over is never taken."""
        odds: Any = self._args[9]
        total = 0.0
        for i in range(len(odds)):
            if i < len(worlds):
                copy_into(self.states[WORLDS + i], worlds[i][0])
                total += worlds[i][1]
            odds[i] = total

    def run(self, iterations: int) -> None:
        """In slices that end before the pool would be imagined anew."""
        most = OFTEN * self.params.worlds - 1
        while iterations > 0:
            self._marks[SPENT] = 1
            super().run(min(most, iterations))
            iterations -= most


class Mind(Searcher):
    """Level 5, with a mind of another's mind."""

    def __init__(
        self, game: Game, known: str, iterations: int, *, seed: int, way: Way | None = None
    ) -> None:
        level = replace(levels.KNOWN["level5"], iterations=iterations, seconds=0.0)
        super().__init__(game, level, seed=seed, way=way)
        assert game.hints is not None
        self.known = known
        self.past: Any = game.hints.past
        self._told: dict[bytes, Odds] = {}  # by what was seen: odds after it

    def _tree(self, view: Observation, s: Any, number: int, nodes: int) -> Tree:
        odds = self.odds(view)
        if not odds:
            return super()._tree(view, s, number, nodes)
        assert view.seat is not None
        other = 1 - view.seat
        params = self.params()
        tree = Among(
            binding.room(self.game, self.way),
            self.game.rules,
            s,
            view.seats,
            self.seed_of(view) + number,
            nodes=nodes,
            params=params._replace(worlds=max(params.worlds, len(odds))),
        )
        tree.among([(self.past.supposing(s, other, hand), x) for hand, x in odds.items()])
        return tree

    def odds(self, view: Observation) -> Odds:
        """How likely each hand is that the other may have been dealt; none before play begins."""
        assert view.seat is not None
        s, other = view.s, 1 - view.seat
        hands = self.past.dealt(s, view.seat)
        odds: Odds = {hand: 1 / len(hands) for hand in hands}
        if not hands:
            return odds
        mine = self.past.had(s, view.seat).to_bytes(8, "big")
        for before, action in self.past.decisions(s, other):
            seen = mine + bytes(before) + action.to_bytes(8, "big")
            if seen not in self._told:
                self._told[seen] = self.updated(odds, before, other, action)
            odds = self._told[seen]
        return odds

    def updated(self, odds: Odds, before: Any, other: int, action: int) -> Odds:
        """The odds after the other has played."""
        own = random.Random(f"{self.seed} mind {before.round}")
        rules: Any = self.game.rules
        out, weights = [0] * rules.MAX_LEGAL, [0] * rules.MAX_LEGAL
        likely, asked = {}, []
        for hand in odds:
            s = self.past.supposing(before, other, hand)
            n = rules.legal(s, out, weights)
            if action in out[:n]:
                likely[hand] = 1.0
                asked += [(hand, s)] if n > 1 else []
        for iterations, least in STAGES:
            for hand, s in asked:
                likely[hand] = self.likely(s, action, own.getrandbits(40), iterations)
            total = sum(odds[hand] * likely[hand] for hand in likely)
            asked = [(h, s) for h, s in asked if odds[h] * likely[h] > least * total]
        return {hand: odds[hand] * x / total for hand, x in likely.items()}

    def likely(self, s: Any, action: int, seed: int, iterations: int) -> float:
        """How likely the bot that is known plays an action, if this is what it knows."""
        room = iterations + 1  # without a network and chance, a node an iteration
        tree = KeptTree(self.game, self.known, s, s.seats, seed, nodes=room, plain=False)
        tree.run(iterations)
        share = {found.action: float(found.visits**POWER) for found in tree.found()}
        return (1 - SLIP) * share.get(action, 0.0) / sum(share.values()) + SLIP / len(share)
