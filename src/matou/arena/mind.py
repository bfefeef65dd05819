"""Who knows the other's mind: a response to one bot of Caty Mini, for two seats.

``mind:level5-2026@60000`` is level 5's search with 60,000 iterations a move, but the hands it
imagines are as likely as what the other played makes them: for each hand that fits, that very bot
(``level5-2026``) is asked what it would have played. It is asked shortly about all hands and longer
about those that stay likely. How long, and how sure one may be of its answers, was chosen by 20
games of ``level5-2026@200000``: shorter searches say too little of a bot that thinks so long.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
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
from matou.kit.layout import clone, copy_into
from matou.kit.running import Way

MIND = "mind:"
GAME = "catymini"
# For how many iterations it is asked, and how likely a hand must be to be asked about for longer.
STAGES = ((4000, 0.01), (16000, 0.03), (48000, 1.0))
POWER = 1.5  # of the share of visits: odds that an action is played
SLIP = 0.02  # …but so often it is any other

Odds = dict[int, float]  # of what the other was dealt, as a set of tiles


def is_mind(name: str) -> bool:
    """Is it one who knows another's mind?"""
    return name.startswith(MIND)


def make(game: Game, name: str, *, seed: int, way: Way | None = None) -> Mind:
    """The player of that name; a BadChoice says what is wrong with it."""
    known, _, limit = name.removeprefix(MIND).partition("@")
    if game.name != GAME or known not in levels.KNOWN or not levels.KNOWN[known].kept:
        raise BadChoice(
            f"Only Caty Mini’s level5-2026 has a mind that one may know, not “{name}”.",
            f"Seul level5-2026, à Caty Mini, se laisse lire dans la pensée, pas « {name} ».",
        )
    if not limit.isdigit() or not 0 < int(limit) <= 10**9:
        raise BadChoice(
            f"Who knows a mind searches for 1 to 10^9 iterations: {MIND}level5-2026@60000, "
            f"not “{name}”.",
            f"Qui lit dans la pensée cherche de 1 à 10^9 itérations : {MIND}level5-2026@60000, "
            f"pas « {name} ».",
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
        self.known = known
        self.rules: Any = game.rules
        self._told: dict[bytes, Odds] = {}  # by what was seen: odds after it

    def _tree(self, view: Observation, s: Any, number: int, nodes: int) -> Tree:
        assert view.seat is not None
        if view.seats != 2 or s.phase not in (self.rules.PLAYING, self.rules.RUNNING):
            return super()._tree(view, s, number, nodes)
        other, worlds = 1 - view.seat, []
        for hand, likely in self.odds(view).items():
            world = clone(s)
            world.hand[other] = hand & ~self.played(s, other)
            worlds.append((world, likely))
        params = self.params()
        tree = Among(
            binding.room(self.game, self.way),
            self.rules,
            s,
            view.seats,
            self.seed_of(view) + number,
            nodes=nodes,
            params=params._replace(worlds=max(params.worlds, len(worlds))),
        )
        tree.among(worlds)
        return tree

    def played(self, s: Any, seat: int) -> int:
        """The tiles that a seat has played so far."""
        rounds = s.round + (1 if s.phase == self.rules.RUNNING else 0)
        return sum(1 << s.middle[i + 1] for i in range(rounds) if i % s.seats == seat)

    def dealt(self, s: Any, seat: int) -> list[int]:
        """Every hand that the other may have been dealt, by colours and by what this seat sees."""
        rules, other = self.rules, 1 - seat
        known = self.played(s, other)
        unseen = rules.ALL_TILES & ~(1 << s.middle[0] | s.hand[seat] | self.played(s, seat) | known)
        ways = []
        for colour in range(rules.COLOURS):
            some = unseen & rules.TILES_OF[colour]
            tiles = [1 << tile for tile in range(rules.TILES) if some >> tile & 1]
            ways.append(itertools.combinations(tiles, s.holds[other][colour]))
        return sorted(known | sum(map(sum, way)) for way in itertools.product(*ways))

    def past(self, s: Any, seat: int) -> Iterator[tuple[Any, int]]:
        """Each tile that a seat has played, and what all could see before, no hand among it."""
        rules, hints = self.rules, self.game.hints
        assert hints is not None
        past = rules.State()
        hints.rules.go_back(s, past)
        for each in range(s.seats):
            past.extras[each] = s.extras[each]
            past.path[each][0] = s.path[each][0]
            played = self.played(s, each)
            for colour in range(rules.COLOURS):
                more = (played & rules.TILES_OF[colour]).bit_count()
                past.holds[each][colour] = s.holds[each][colour] + more
        for i in range(s.round + (1 if s.phase == rules.RUNNING else 0)):
            tile = s.middle[i + 1]
            if past.turn == seat:
                before = clone(past)
                for each in range(s.seats):
                    before.hand[each] = 0
                yield before, tile
            rules.play(past, tile)
            for _ in range(s.step if i == s.round else s.seats):
                notch = s.path[past.turn][i + 1]
                if notch == rules.ASLEEP:
                    rules.sleep(past)
                else:
                    rules.run(past, notch)

    def odds(self, view: Observation) -> Odds:
        """How likely each hand is that the other may have been dealt."""
        assert view.seat is not None
        s, seat = view.s, view.seat
        mine = (s.hand[seat] | self.played(s, seat)).to_bytes(4, "big")
        hands = self.dealt(s, seat)
        odds = dict.fromkeys(hands, 1 / len(hands))
        for before, tile in self.past(s, 1 - seat):
            seen = mine + bytes(before) + bytes([tile])
            if seen not in self._told:
                self._told[seen] = self.updated(odds, before, 1 - seat, tile)
            odds = self._told[seen]
        return odds

    def updated(self, odds: Odds, before: Any, other: int, tile: int) -> Odds:
        """The odds after the other has played a tile."""
        own = random.Random(f"{self.seed} mind {before.round}")
        action = self.rules.PLAY + tile
        odds = {hand: x for hand, x in odds.items() if hand >> tile & 1}
        gone = self.played(before, other)
        asked = []
        for hand in odds:
            s = clone(before)
            s.hand[other] = hand & ~gone
            if self.rules.playable(s).bit_count() > 1:
                asked.append((hand, s))
        likely = dict.fromkeys(odds, 1.0)
        for iterations, least in STAGES:
            for hand, s in asked:
                likely[hand] = self.likely(s, action, own.getrandbits(40), iterations)
            total = sum(odds[hand] * likely[hand] for hand in odds)
            asked = [(h, s) for h, s in asked if odds[h] * likely[h] > least * total]
        return {hand: odds[hand] * likely[hand] / total for hand in odds}

    def likely(self, s: Any, action: int, seed: int, iterations: int) -> float:
        """How likely the bot that is known plays an action, if this is what it knows."""
        room = iterations + 1  # without a network and chance, a node an iteration
        tree = KeptTree(self.game, self.known, s, s.seats, seed, nodes=room, plain=False)
        tree.run(iterations)
        share = {found.action: float(found.visits**POWER) for found in tree.found()}
        return (1 - SLIP) * share.get(action, 0.0) / sum(share.values()) + SLIP / len(share)
