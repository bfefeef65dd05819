"""A best response, as far as one is found: a player that knows whom it plays against.

``exploit:level4`` searches as level 5 does, and then asks the bot itself what it would answer to
each of the moves that look best: the same imagined worlds and the same luck for all of them, the
bot's true reply (its policy, not its seed), and how a search sees it when the turn is back. It
leaves what level 5 prefers only for what is better by more than chance explains. What it takes
from the bot is a lower bound of what can be taken.
"""

from __future__ import annotations

import math
import random
from dataclasses import replace

from matou.bots import binding, levels
from matou.bots.players import Bot, make
from matou.core.game import Game
from matou.core.state import Observation, State
from matou.kit.linking import CHANCE
from matou.kit.rng import rng_words

PREFIX = "exploit:"
SEARCH = "level5@4000"  # what looks good
LEAF = "level5@150"  # how it stands once the bot has answered
CANDIDATES = 4
SAMPLES = 24  # worlds and luck that each candidate is tried in
SURE = 1.0  # standard errors by which another must be better
MODEL = 1000  # iterations that a slower bot has when it is asked for its reply


class Responder:
    """Plays against one bot, and knows which."""

    def __init__(self, game: Game, name: str, *, seed: int = 0) -> None:
        self.game = game
        self.against = levels.level(name.removeprefix(PREFIX))
        self.spec = PREFIX + self.against.spec
        self.seed = seed

    def model(self) -> levels.Level:
        """The bot as it is asked for replies: itself, or with fewer iterations if it is slow."""
        known = self.against
        if known.kind != "search" or 0 < known.iterations <= MODEL:
            return known
        return replace(known, iterations=MODEL, seconds=0.0)

    def bot(self, which: str | levels.Level, seed: int) -> Bot:
        return make(self.game, which, seed=seed, way=binding.for_long(self.game))

    def prepare(self) -> None:
        """Compile what it needs, so that its first move is timed fairly."""
        for which in (SEARCH, self.model()):
            self.bot(which, 0).prepare()

    def choose(self, view: Observation) -> int:
        """The action to play."""
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        thoughts = self.bot(SEARCH, self.seed).consider(view)[:CANDIDATES]
        actions = [t.action for t in thoughts if t.visits > 0] or [thoughts[0].action]
        tried = [self.tried(view, actions, sample) for sample in range(SAMPLES)]
        best, lead = 0, 0.0
        for i in range(1, len(actions)):
            ahead, error = mean_and_error([values[i] - values[0] for values in tried])
            if ahead > SURE * error and ahead > lead:
                best, lead = i, ahead
        return actions[best]

    def tried(self, view: Observation, actions: list[int], sample: int) -> list[float]:
        """What each action is worth in one world, with one luck and one mood of the bot."""
        own = random_of(self.seed, view.played, sample)
        world = view.imagine(rng_words(own.getrandbits(48)))
        mood, luck = own.getrandbits(40), own.getrandbits(40)
        return [self.after(world.copy(), view, action, mood, luck) for action in actions]

    def after(self, state: State, view: Observation, action: int, mood: int, luck: int) -> float:
        """Play an action and the bot's answer; what the seat may hope for then."""
        seat = view.seat
        assert seat is not None
        model, leaf = self.bot(self.model(), mood), self.bot(LEAF, mood)
        state.play(action)
        answered = False
        event = 0
        while not state.over:
            who = state.actor
            if who == CHANCE:
                event += 1
                state.play(state.sample(random_of(luck, event)))
            elif who != seat:
                answered = True
                state.play(model.choose(state.observe(who)))
            elif answered:
                return leaf.consider(state.observe(seat))[0].win_chance
            else:
                state.play(leaf.choose(state.observe(seat)))
        return state.returns[seat]


def random_of(*key: int) -> random.Random:
    """Random numbers by a key."""
    return random.Random(" ".join(map(str, key)))


def mean_and_error(values: list[float]) -> tuple[float, float]:
    """A mean, and its standard error."""
    n = len(values)
    mean = sum(values) / n
    return mean, math.sqrt(sum((x - mean) ** 2 for x in values) / (n - 1) / n)
