"""Puzzles: positions in which one action is clearly best, confirmed by deep searches.

A game's puzzles are in ``puzzles.json.gz`` beside its rules: a JSON object on each line, which
``labs/puzzles`` writes. ::

    {"position": "catymini 1; seats=2 …; seat=1 played=57; …", "kind": "thread", "rating": 1540,
     "found": [10, 40, 90, 100, 100], "values": {"table/L": 71, "table/R": 50}}

- ``position``: what the seat to move may know (``Observation.to_text``), and nothing else. With a
  ``line``, the solver first watches these actions from there: what the seat saw and must remember.
  Without, show the position with the memory aid.
- ``kind``: a key of the game's ``words.PUZZLES``; ``rating``: how hard it is, on the scale of
  players; ``found``: how often each bot level finds the answer, in per cent.
- ``values``: actions with the chance of winning after each, in per cent, the best first. The first
  is right; with ``equal`` that many are.
- ``then``: the next decision of the same seat, by the outcomes of chance before it, with its own
  ``values``. After other outcomes the puzzle is solved.
"""

from __future__ import annotations

import hashlib
import json
import random
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from matou.core.game import Game
from matou.core.messages import Message, say
from matou.core.observation import Observation
from matou.core.phrases import joined, percent
from matou.core.refusals import check_language
from matou.core.state import State
from matou.kit.linking import CHANCE
from matou.kit.rng import rng_words

FILE = "puzzles.json.gz"
GZIP = 31  # zlib's ``wbits`` for gzip, whose module a page does not have
HALF = 50  # per cent of tries, from which on a level finds an answer
BEST = say("Best move: {best}. Chances of winning: {best_chance} instead of {chance}.")
OWN, MISSED = "own", say("Find the move you missed")  # a puzzle from one's own game
EVEN = 0.02  # winning chance by which actions are as good as each other
AFTER = say("Then: {what}.")
NEXT = say("Next best: {what}.")
YOURS = say("Your move: {what}. Chances of winning: {chance}.")
EITHER = say("It is one of these two: “{one}” or “{other}”.")


@dataclass(frozen=True)
class Step:
    """A decision of a puzzle."""

    position: Observation  # what the solver may know
    values: Mapping[int, float]  # the winning chance after some actions, the best first
    equal: int = 1  # how many of them are right
    then: Mapping[str, Any] = field(default_factory=dict)  # as in the file
    played: int | None = None  # the action of one's own game

    @property
    def answer(self) -> int:
        """The best action."""
        return next(iter(self.values))

    @property
    def right(self) -> list[int]:
        """The actions that count as right: the answer, and any that are as good."""
        return list(self.values)[: self.equal]

    @property
    def wrong(self) -> int:
        """The best action that is not right."""
        return list(self.values)[self.equal]

    @property
    def better(self) -> float:
        """How much more often the answer wins than the next best action, 0 to 1."""
        return self.values[self.answer] - self.values[self.wrong]

    def check(self, action: int | str) -> bool:
        """Returns whether an action, given by number or notation, is right."""
        return self.state().check(action) in self.right

    def state(self) -> State:
        """Returns a whole state that fits what the solver knows, to play the answer in."""
        return self.position.imagine(rng_words(1))

    def outcomes(self) -> Iterator[tuple[str, State]]:
        """Yields what chance may do after the answer, in notation, and the state then."""
        state = self.state()
        state.play(self.answer)
        waiting = [("", state)]
        while waiting:
            names, state = waiting.pop(0)
            if state.actor != CHANCE:
                yield names, state
                continue
            for action in state.legal():
                after = state.copy()
                after.play(action)
                waiting.append((f"{names} {state.name(action)}".strip(), after))

    def reply(self, outcome: str) -> Step | None:
        """Returns the next decision after an outcome of chance; None if the puzzle is solved."""
        if outcome not in self.then:
            return None
        state = self.state()
        state.play(self.answer)
        for name in outcome.split():
            state.play(name)
        return step_of(state.observe(self.position.seat), self.then[outcome])

    def sample(self, rng: random.Random | None = None) -> str:
        """Returns a random outcome of chance after the answer, by weight."""
        state, names = self.state(), []
        state.play(self.answer)
        while state.actor == CHANCE:
            action = state.sample(rng)
            names.append(state.name(action))
            state.play(action)
        return " ".join(names)

    def because(self) -> Message | None:
        return self.position.game.telling.because(self.position, self.answer)

    def hint(self, lang: str = "en", names: Sequence[str] = ()) -> str:
        """Says what is good about the answer, or between which two actions the choice is."""
        says = self.because()
        if says is None:
            one, other = (self.described(a) for a in sorted((self.answer, self.wrong)))
            says = EITHER.filled(one=one, other=other)
        return says.say(check_language(lang), names, self.position.seat)

    def reason(self, lang: str = "en", names: Sequence[str] = (), *, ahead: bool = True) -> str:
        """Returns the solution in words: the answer, how much better it is, and why.

        ``ahead`` also names the next decision, if there is no chance in between.
        """
        chances = [percent(self.values[a]) for a in (self.answer, self.wrong)]
        best = BEST.filled(
            best=self.described(self.answer), best_chance=chances[0], chance=chances[1]
        )
        because = self.because()
        says = [best, *([because] if because else [])]
        later = self.reply("") if ahead else None
        if later is not None:
            says.append(AFTER.filled(what=later.described(later.answer)))
        if self.played != self.wrong:
            says.append(NEXT.filled(what=self.described(self.wrong)))
        if self.played is not None and self.played in self.values:
            chance = percent(self.values[self.played])
            says.append(YOURS.filled(what=self.described(self.played), chance=chance))
        return joined(says).say(check_language(lang), names, self.position.seat)

    def described(self, action: int) -> Message:
        return self.position.game.words.describe(self.position.s, action)


@dataclass(frozen=True)
class Puzzle:
    """A position to solve, in one to three decisions."""

    game: Game
    data: Mapping[str, Any]  # as in the file

    @cached_property
    def id(self) -> str:
        """Eight letters and digits that stay the same if puzzles are added."""
        text = self.data["position"] + self.data.get("line", "")
        return hashlib.sha256(text.encode()).hexdigest()[:8]

    def __repr__(self) -> str:
        return f"<puzzle {self.id} of {self.game.name}: {self.kind}, {self.rating}>"

    @property
    def kind(self) -> str:
        return str(self.data["kind"])

    @property
    def rating(self) -> int:
        """How hard the puzzle is, on the scale of players; 0 if it was not graded."""
        return int(self.data.get("rating", 0))

    @property
    def found(self) -> list[float]:
        """How often each bot level finds the answer, 0 to 1."""
        return [n / 100 for n in self.data.get("found", ())]

    @property
    def difficulty(self) -> int:
        """The weakest bot level that finds the answer at least half of the time, or the last.

        0 if the puzzle was not graded.
        """
        found = self.data.get("found", ())
        return next((i for i, n in enumerate(found, 1) if n >= HALF), len(found))

    @property
    def line(self) -> list[str]:
        """Actions that the solver watches first, in notation; mostly none."""
        return str(self.data.get("line", "")).split()

    @cached_property
    def start(self) -> Observation:
        """The position before ``line``."""
        view = self.game.from_text(self.data["position"])
        assert isinstance(view, Observation), "a puzzle holds what one seat may know"
        return view

    @cached_property
    def first(self) -> Step:
        """The first decision."""
        view = self.start
        if self.line:
            state = view.imagine(rng_words(1))
            for name in self.line:
                state.play(name)
            view = state.observe(view.seat)
        return step_of(view, self.data)

    @property
    def decisions(self) -> int:
        """The number of decisions, at most."""
        return depth(self.data)

    @property
    def position(self) -> Observation:
        """What the seat to move may know."""
        return self.first.position

    @property
    def seat(self) -> int:
        seat = self.start.seat
        assert seat is not None
        return seat

    @property
    def answer(self) -> int:
        """The best action."""
        return self.first.answer

    @property
    def better(self) -> float:
        """How much more often the answer wins than the next best action, 0 to 1."""
        return self.first.better

    def check(self, action: int | str) -> bool:
        """Returns whether an action, given by number or notation, is the answer."""
        return self.first.check(action)

    def title(self, lang: str = "en") -> str:
        """Returns the kind of puzzle in words."""
        says = MISSED if self.kind == OWN else self.game.words.PUZZLES[self.kind]
        return says.say(check_language(lang))


def own_puzzle(view: Observation, values: Mapping[int, float], played: int) -> Puzzle:
    """Returns a puzzle from somebody's own game, given the winning chance after some actions.

    Actions as good as the best one are right too.
    """
    ranked = dict(sorted(values.items(), key=lambda item: -item[1]))
    best = max(ranked.values())
    data = {
        "position": view.to_text(),
        "kind": OWN,
        "values": {view.name(a): 100 * value for a, value in ranked.items()},
        "played": view.name(played),
        "equal": sum(value > best - EVEN for value in ranked.values()),
    }
    return Puzzle(view.game, data)


def step_of(view: Observation, data: Mapping[str, Any]) -> Step:
    actions = {view.name(action): action for action in view.legal()}
    values = {actions[name]: value / 100 for name, value in data["values"].items()}
    played = actions.get(data.get("played", ""))
    return Step(view, values, data.get("equal", 1), data.get("then", {}), played)


def depth(data: Mapping[str, Any]) -> int:
    return 1 + max((depth(reply) for reply in data.get("then", {}).values()), default=0)


def read(game: Game, data: bytes) -> list[Puzzle]:
    """Returns the puzzles in a file of a game, which a web server may have unpacked."""
    data = zlib.decompress(data, GZIP) if data[:2] == b"\x1f\x8b" else data
    rows = data.decode().splitlines()
    return [Puzzle(game, json.loads(row)) for row in rows]


def path_of(game: Game) -> Path:
    """Returns the path of a game's puzzles, whether or not there are any."""
    rules: Any = game.rules
    return Path(rules.__file__).with_name(FILE)


def puzzles_of(game: Game) -> list[Puzzle]:
    """Returns a game's puzzles, the easiest first; none if it has no file."""
    path = path_of(game)
    return read(game, path.read_bytes()) if path.exists() else []
