"""The players: each gets an observation and nothing else, and chooses a legal action."""

from __future__ import annotations

import random
import time
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from matou.bots import binding
from matou.bots.archived import ArchivedTree, path_of
from matou.bots.levels import RANDOM, Level, level
from matou.bots.memory import OnePly, Params, Tree
from matou.bots.search import AT_ONCE
from matou.core.game import Game
from matou.core.observation import Observation
from matou.core.refusals import BadChoice, check_whole
from matou.core.registry import find
from matou.kit.layout import clone
from matou.kit.reducing import made_by
from matou.kit.rng import rng_words
from matou.kit.running import BackendName
from matou.kit.warning import renamed_keyword

SAMPLES = 8  # worlds that a greedy player samples
SLICE = 0.02  # seconds of search between two looks at the clock
MOST_NODES = 2_000_000
MOST_THREADS = 1024
ABSENT = 16  # actions for which a forgetful player forgets the same things


def nodes_for(iterations: int) -> int:
    """Returns the number of nodes that a number of iterations needs.

    With a network, an iteration adds a node for each action of a decision. ``bots_worker.js`` has
    the same figures.
    """
    return min(MOST_NODES, 32 * iterations + 1000) if iterations else MOST_NODES


@dataclass(frozen=True)
class Thought:
    """An action a bot considered."""

    action: int
    name: str
    win_chance: float  # 0 to 1
    visits: int  # in the search


class Bot:
    """A player of one game. With a seed and a limit in iterations it always plays the same way,
    on any backend and any machine.

    Equal bots play alike: they have the same class, game, level, seed and backend. What a bot has
    played does not count.

    For a bot of your own, replace ``pick``:

    >>> import matou
    >>> class First(matou.Bot):
    ...     def pick(self, view, legal):
    ...         return legal[0]
    >>> First(matou.game("catymini")).name
    'First'
    """

    def __init__(
        self,
        game: Game,
        level: Level = RANDOM,
        *,
        seed: int | None = None,
        threads: int = 1,
        backend: BackendName | None = None,  # the fastest that needs no compiling
    ):
        self.game = game
        self.level = level
        self.seed = random.SystemRandom().getrandbits(40) if seed is None else seed
        self.threads = threads
        self.backend = backend

    @property
    def name(self) -> str:
        """The bot's name in reports: its level and limit, or its class if it is your own."""
        is_ours = type(self) is kind_of(self.level)
        usual = self.level.spec if is_ours else type(self).__name__
        return str(vars(self).get("_name", usual))

    @name.setter
    def name(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return f"<{self.name} at {self.game.name}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Bot):
            return NotImplemented
        return type(self) is type(other) and self.parts() == other.parts()

    def __hash__(self) -> int:
        return hash((type(self), self.game, self.level, self.seed))

    def parts(self) -> dict[str, Any]:
        """Returns the attributes to compare."""
        return vars(self)

    def __reduce__(self) -> tuple[Any, ...]:
        if type(self) is not kind_of(self.level):  # a user's own class
            return object.__new__, (type(self),), vars(self)
        known = level(self.level.spec) == self.level
        which = self.level.spec if known else self.level
        how = {"seed": self.seed, "backend": self.backend, "threads": self.threads}
        renamed = {"_name": self._name} if "_name" in vars(self) else {}
        return (*made_by("bot", self.game, which, **how), renamed)

    def seeded(self, seed: int) -> Bot:
        twin = copy(self)
        twin.seed = seed
        return twin

    def choose(self, view: Observation) -> int:
        """Returns the action to play; a forced one at once."""
        legal = self._legal(view)
        return legal[0] if len(legal) == 1 else self.pick(view, legal)

    def consider(self, view: Observation) -> list[Thought]:
        """Returns the bot's thoughts about each action, the one it would play first."""
        legal = self._legal(view)
        chosen = self.pick(view, legal)
        ranked = sorted(legal, key=lambda action: action != chosen)
        return [Thought(action, view.name(action), 1 / view.seats, 0) for action in ranked]

    def pick(self, view: Observation, legal: list[int]) -> int:
        """Chooses one of several legal actions."""
        return self._rng(view).choice(legal)

    def prepare(self) -> None:
        """Loads or compiles what this bot needs, so that its first move is timed fairly."""

    def _legal(self, view: Observation) -> list[int]:
        if not isinstance(view, Observation):  # a state holds secrets of all seats
            raise TypeError(f"a bot is shown what a seat knows: state.observe(seat), not {view!r}")
        if (view.game.name, view.game.version) != (self.game.name, self.game.version):
            raise ValueError(f"{self!r} was shown a game of {view.game.name}")
        legal = view.legal()
        if not legal:
            raise ValueError(f"{view!r}: this seat has nothing to decide now")
        return legal

    def seed_of(self, view: Observation) -> int:
        """Returns a seed for a position, the same for equal positions."""
        return random.Random(f"{self.seed} {view.seat} {view.played}").getrandbits(48)

    def _rng(self, view: Observation) -> random.Random:
        return random.Random(self.seed_of(view))


def first_decision(game: Game) -> Observation:
    state = game.start(game.min_seats)
    rng = random.Random(0)
    while state.actor < 0:
        state.play(state.sample(rng))
    return state.observe(state.actor)


class Manners(Bot):
    """Plays at random, but takes a win on the spot. Needs no compiler."""

    def pick(self, view: Observation, legal: list[int]) -> int:
        assert view.seat is not None
        rules = self.game.rules
        whole = view.imagine(rng_words(self.seed_of(view)))
        order = legal[:]
        self._rng(view).shuffle(order)
        for action in order:
            after = clone(whole.s)
            rules.apply(after, action)
            if rules.actor(after) == -2 and rules.winners(after) >> view.seat & 1:
                return action
        return order[0]


class Greedy(Bot):
    """Looks one action ahead."""

    def prepare(self) -> None:
        self.consider(first_decision(self.game))

    def consider(self, view: Observation) -> list[Thought]:
        legal = self._legal(view)
        assert view.seat is not None
        room = binding.open_backend(self.game, self.backend)
        ahead = OnePly(room, self.game.rules, view.s, view.seats)
        values = ahead.look(view.seat, legal, SAMPLES, self.seed_of(view))
        return [
            Thought(a, view.name(a), min(1.0, max(0.0, v / SAMPLES)), SAMPLES)
            for a, v in self.ranked(view, legal, values)
        ]

    def ranked(
        self, view: Observation, legal: list[int], values: list[float]
    ) -> list[tuple[int, float]]:
        """Returns actions with their standing, the best first; equals in random order."""
        rng = self._rng(view)
        return sorted(zip(legal, values, strict=True), key=lambda av: (-av[1], rng.random()))

    def pick(self, view: Observation, legal: list[int]) -> int:  # noqa: ARG002
        return self.consider(view)[0].action


class Searcher(Bot):
    """Searches: see ``matou.bots.search``."""

    def prepare(self) -> None:
        view = first_decision(self.game)
        self.new_tree(view, view.s, 0, 1000).run(1)

    def params(self) -> Params:
        hints = self.game.hints
        if hints is None or (self.level.is_learned and not self.level.is_plain):
            return Params.of(self.game)
        params = Params.without_network(hints)
        return params._replace(patience=-1) if self.level.is_plain else params

    @property
    def limit(self) -> int:
        """Returns the number of iterations; 0 if only time limits it."""
        asks = self.level.by_network and self.params().patience == AT_ONCE
        return self.level.by_network if asks else self.level.iterations

    def new_tree(self, view: Observation, s: Any, number: int, nodes: int) -> Tree:
        return Tree(
            binding.open_backend(self.game, self.backend),
            self.game.rules,
            s,
            view.seats,
            self.seed_of(view) + number,
            nodes=nodes,
            params=self.params(),
        )

    def remembered(self, view: Observation) -> Any:
        """Returns the record of an observation, as far as this level remembers it."""
        if not self.level.forgets:
            return view.s
        s = clone(view.s)
        gone = random.Random(f"{self.seed} {view.seat} forgets {view.played // ABSENT}")
        known = binding.bound(self.game.rules, self.game.hints, compile=False)
        known.forget(s, rng_words(gone.getrandbits(48)))
        return s

    def trees(self, view: Observation) -> list[Tree]:
        """Searches an observation as long as the level says; returns a tree for each thread."""
        s, limit = self.remembered(view), self.limit
        nodes = nodes_for(limit) // self.threads
        trees = [self.new_tree(view, s, i, nodes) for i in range(self.threads)]
        if self.threads == 1:
            self._run(trees[0], limit)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                share = -(-limit // self.threads)
                list(pool.map(lambda tree: self._run(tree, share), trees))
        return trees

    def _run(self, tree: Tree, limit: int) -> None:
        if not self.level.seconds:
            tree.run(limit)
            return
        start = time.perf_counter()
        slice_ = 20
        while not limit or tree.iterations < limit:
            before = time.perf_counter()
            tree.run(slice_ if not limit else min(slice_, limit - tree.iterations))
            now = time.perf_counter()
            left = self.level.seconds - (now - start)
            if left <= 0:
                return
            rate = slice_ / max(now - before, 1e-6)
            slice_ = max(1, int(rate * min(SLICE, left)))

    def consider(self, view: Observation) -> list[Thought]:
        legal = self._legal(view)
        visits = dict.fromkeys(legal, 0)
        values = dict.fromkeys(legal, 0.0)
        for tree in self.trees(view):
            for found in tree.found():
                visits[found.action] += found.visits
                values[found.action] += found.value
        ranked = sorted(legal, key=lambda a: (-visits[a], -values[a], a))
        return [
            Thought(a, view.name(a), values[a] / visits[a] if visits[a] else 0.0, visits[a])
            for a in ranked
        ]

    def pick(self, view: Observation, legal: list[int]) -> int:  # noqa: ARG002
        return self.consider(view)[0].action


class ArchivedSearcher(Searcher):
    """A search of an earlier year (``matou.bots.archived``). Always WebAssembly."""

    def new_tree(self, view: Observation, s: Any, number: int, nodes: int) -> Tree:
        seed, level = self.seed_of(view) + number, self.level
        which = (self.game, level.archive, s, view.seats, seed)
        return ArchivedTree(*which, nodes=nodes, plain=level.is_plain)


KINDS = {"random": Bot, "manners": Manners, "greedy": Greedy, "search": Searcher}


def kind_of(level: Level) -> type[Bot]:
    if level.archive:
        return ArchivedSearcher
    if ":" not in level.kind:
        return KINDS[level.kind]
    module, name = level.kind.split(":")
    found: type[Bot] = getattr(import_module(module), name)
    if not issubclass(found, Bot):
        raise TypeError(f"{level.kind} is not a kind of Bot")
    return found


@renamed_keyword("way", "backend")
def make(
    game: Game | str,
    which: int | str | Level = 4,
    *,
    seed: int | None = None,
    threads: int = 1,
    backend: BackendName | None = None,
) -> Bot:
    """Returns a bot for a game, by level number or by name with a limit ('level5@1s', 'greedy')."""
    if not isinstance(game, Game):
        game = find(game)
    check_whole("threads", threads, 1, MOST_THREADS)
    if seed is not None and not isinstance(seed, int):
        raise BadChoice("seed is {seed}, but must be a whole number", seed=repr(seed))
    chosen = level(which)
    if chosen.archive and not path_of(game, chosen.archive).exists():
        raise BadChoice(
            "{name} has no {key}: the search of that year was not archived for this game.",
            name=game.name,
            key=chosen.key,
        )
    return kind_of(chosen)(game, chosen, seed=seed, threads=threads, backend=backend)
