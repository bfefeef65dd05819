"""Checks any OpenSpiel game for leaks: what a player sees must not depend on hidden information.

    >>> from labs.secrecy import check                      # doctest: +SKIP
    >>> print(check("leduc_poker"))                         # doctest: +SKIP

If one player cannot tell two worlds apart, both must show that player the same observation,
tensors and legal actions. Worlds come from

- *another past*: one chance event has another outcome, two chance events are swapped, or another
  player acted differently; all else is the same. If the player's information state (or its
  observation, if the game has none) is unchanged, nothing else that it is given may differ;
- *resampling*: ``resample_from_infostate``, which searches use to sample worlds, or your own
  function. A sampled world must look the same to its player, the information state included. The
  samples must not be the real world more often than chance allows, since that would give a search
  the other players' cards. The other pasts by chance tell how often it may be.

The check can prove a leak, but not that there is none: it plays random games. If all
descriptions of a game tell the same secret, only resampling shows it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, NamedTuple

GAMES, POSITIONS, PASTS, SAMPLES = 60, 6, 24, 20
CERTAIN = 6.0  # standard deviations that rule out an accident
CHANCE = -1
SHOWN = (
    "information_state_string",
    "information_state_tensor",
    "observation_string",
    "observation_tensor",
)
Resample = Callable[[Any, int, Callable[[], float]], Any]


@dataclass
class Report:
    game: str
    pasts: int = 0  # other pasts that look like the real one to a player
    resamples: int = 0
    real: int = 0  # comparable resamples that were the real world
    fair: float = 0.0  # how many fair draws would be, at most
    leaks: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        return not self.leaks

    def tell(self, kind: str, example: str) -> None:
        """Records a leak, once for each kind."""
        if not any(leak.startswith(kind) for leak in self.leaks):
            self.leaks.append(f"{kind} ({example})")

    def note(self, sentence: str) -> None:
        """Records a remark, once."""
        if sentence not in self.notes:
            self.notes.append(sentence)

    def __str__(self) -> str:
        first = f"{self.game}: {self.pasts:,} other pasts, {self.resamples:,} resamples"
        if self.fair:
            first += f", {self.real} of them the real world (fair: {self.fair:.0f} at most)"
        return "\n  ".join([first, *(self.leaks or ["no leak was found"]), *self.notes])


class Event(NamedTuple):
    who: int
    action: int


def check(
    game: Any,
    *,
    games: int = GAMES,
    samples: int = SAMPLES,
    seed: int = 0,
    resample: Resample | None = None,
) -> Report:
    """Looks for leaks in a turn-based OpenSpiel game, given by name or as an object.

    ``resample(state, player, rng)`` replaces the game's own; it must randomise what the player
    cannot know, and nothing else.
    """
    if isinstance(game, str):
        import pyspiel

        game = pyspiel.load_game_as_turn_based(game)
    report = Report(str(game))
    shown = [name for name in SHOWN if getattr(game.get_type(), f"provides_{name}")]
    if not shown:
        report.note("it shows players nothing that could be compared")
        return report
    checker = Checker(game, shown, report, random.Random(seed), samples, resample)
    for _ in range(games):
        checker.look_at(checker.played())
    checker.judge()
    return report


class Checker:
    def __init__(
        self,
        game: Any,
        shown: list[str],
        report: Report,
        chance: random.Random,
        samples: int,
        resample: Resample | None,
    ) -> None:
        self.game, self.shown, self.report, self.chance = game, shown, report, chance
        self.samples = samples
        self.resample: Resample | None = resample or (
            lambda state, player, rng: state.resample_from_infostate(player, rng)
        )
        self.recalls = shown[0].startswith("information_state")
        self.spread = 0.0  # the variance of ``report.real`` under fair draws

    def played(self) -> list[Event]:
        state, events = self.game.new_initial_state(), []
        while not state.is_terminal():
            who = state.current_player()
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                events.append(Event(CHANCE, self.chance.choices(outcomes, weights)[0]))
            else:
                events.append(Event(who, self.chance.choice(state.legal_actions())))
            state.apply_action(events[-1].action)
        return events

    def replayed(self, events: list[Event]) -> tuple[Any, float] | None:
        """Returns the state after these events and the probability of chance, or None if they are
        impossible.
        """
        state, weight = self.game.new_initial_state(), 1.0
        for event in events:
            if state.is_terminal() or state.is_chance_node() != (event.who == CHANCE):
                return None
            if event.who == CHANCE:
                likely = dict(state.chance_outcomes()).get(event.action, 0.0)
                if likely <= 0:
                    return None
                weight *= likely
            elif state.current_player() != event.who or event.action not in state.legal_actions():
                return None
            state.apply_action(event.action)
        return state, weight

    def look_at(self, events: list[Event]) -> None:
        """Compares worlds at some decisions of a game."""
        decisions = [i for i, event in enumerate(events) if event.who != CHANCE]
        for i in sorted(self.chance.sample(decisions, min(POSITIONS, len(decisions)))):
            found = self.replayed(events[:i])
            assert found is not None
            state, weight = found
            player = events[i].who
            others = self.other_pasts(state, events[:i], player)
            if self.resample is not None:
                self.resampled(state, player, weight, others)

    def view(self, state: Any, player: int) -> dict[str, Any]:
        """Returns everything that a player is given."""
        found: dict[str, Any] = {name: getattr(state, name)(player) for name in self.shown}
        found["legal_actions"] = list(state.legal_actions(player))
        return found

    def world(self, state: Any) -> str:
        """Returns what all players together know, which identifies the world."""
        return "\n".join(
            str(getattr(state, self.shown[0])(player)) for player in range(state.num_players())
        )

    def other_pasts(self, state: Any, events: list[Event], player: int) -> dict[str, float]:
        """Compares with other pasts; returns the worlds that differ by chance alone and their
        probability.
        """
        here, found = self.view(state, player), {}
        tried = list(variants(self.game, events, player))
        self.chance.shuffle(tried)
        for other, by_chance in tried[:PASTS]:
            made = self.replayed(other)
            if made is None or made[0].is_terminal() or made[0].current_player() != player:
                continue  # impossible, or not this player's decision
            there = self.view(made[0], player)
            if there[self.shown[0]] != here[self.shown[0]]:
                continue  # the player can tell
            self.report.pasts += 1
            self.compare(here, there, f"player {player} after {actions(e.action for e in events)}")
            if by_chance and self.world(made[0]) != self.world(state):
                found[self.world(made[0])] = made[1]
        return found

    def compare(self, here: dict[str, Any], there: dict[str, Any], where: str) -> None:
        """Records a leak if two views differ."""
        for name, value in here.items():
            if there.get(name) != value:
                says = f"{name} tells worlds apart that {self.shown[0]} does not"
                if self.recalls or name == "legal_actions":
                    self.report.tell(says, where)
                else:
                    self.report.note(f"{says}, which need not recall all that was shown")

    def resampled(self, state: Any, player: int, weight: float, others: dict[str, float]) -> None:
        """Compares with resampled worlds, and counts how many are the real one."""
        here, real = self.view(state, player), self.world(state)
        where = f"player {player} after {actions(state.history())}"
        fair = weight / (weight + sum(others.values()))
        assert self.resample is not None
        for _ in range(self.samples):
            try:
                other = self.resample(state, player, self.chance.random)
            except Exception as wrong:
                self.report.note(f"no resampling: {str(wrong).splitlines()[0][:120]}")
                self.resample = None
                return
            self.report.resamples += 1
            for name, value in self.view(other, player).items():
                if here.get(name) != value:
                    self.report.tell(f"resampling changes the player's own {name}", where)
            if others:
                self.report.real += self.world(other) == real
                self.report.fair += fair
                self.spread += fair * (1 - fair)

    def judge(self) -> None:
        """Records a leak if too many resamples were the real world."""
        most = self.report.fair + CERTAIN * sqrt(self.spread) + 1
        if self.report.real > most:
            self.report.tell(
                "resampling hands over the real world",
                f"{self.report.real} times, {self.report.fair:.0f} would be fair",
            )


def variants(game: Any, events: list[Event], player: int) -> Iterator[tuple[list[Event], bool]]:
    """Yields other pasts, some of them impossible, and whether they differ by chance alone."""
    state = game.new_initial_state()
    for i, event in enumerate(events):
        if event.who == CHANCE:
            others = [a for a, _ in state.chance_outcomes()]
        else:
            others = list(state.legal_actions()) if event.who != player else []
        for action in others:
            if action != event.action:
                yield (
                    [*events[:i], Event(event.who, action), *events[i + 1 :]],
                    event.who == CHANCE,
                )
        state.apply_action(event.action)
    draws = [i for i, event in enumerate(events) if event.who == CHANCE]
    for i in draws:
        for j in draws:
            if i < j and events[i].action != events[j].action:
                swapped = list(events)
                swapped[i], swapped[j] = events[j], events[i]
                yield swapped, True


def actions(played: Iterable[int]) -> str:
    return " ".join(map(str, played)) or "nothing"
