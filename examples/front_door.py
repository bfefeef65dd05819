"""A program that uses the whole Python API: play, look, save, ask bots, run matches, analyse.

    python examples/front_door.py
    python examples/front_door.py --fast        # many games at once, too: the extra fast

``mypy --strict`` and pyright have nothing to say about it.
"""

from __future__ import annotations

import pickle
import random
import sys
import tempfile
from pathlib import Path

import matou
from matou import Bot, Game, Observation, Record, State
from matou.arena import Player, Standing


def play(game: Game, seats: int, rng: random.Random) -> State:
    """Plays a random game, and uses everything that a state says on the way."""
    state = game.start(seats=seats)
    while not state.over:
        if state.actor == matou.CHANCE:
            weights: list[int] = state.weights()
            action = rng.choices(state.legal(), weights)[0]
        else:
            action = rng.choice(state.legal())
            assert state.observe(state.actor).legal() == state.legal()
        assert state.parse(state.name(action)) == action
        state.play(action)
    assert state.actor == matou.OVER
    return state


def results(state: State) -> str:
    scores: list[int] = state.scores
    winners: list[int] = state.winners
    returns: list[float] = state.returns
    return f"{state.game.name}: {scores}, won by {winners} ({state.ended_by}), worth {returns}"


def mistakes(state: State) -> list[str]:
    """Returns the sentences of some errors."""
    said: list[str] = []
    try:
        state.play("nonsense")
    except matou.IllegalAction as refused:
        said.append(f"{refused.rule}: {refused.sentence('fr')}")
    try:
        matou.game("chess")
    except matou.BadChoice as refused:
        said.append(str(refused))
    try:
        state.game.from_text("nonsense")
    except matou.BadPosition as refused:
        said.append(str(refused))
    try:
        Record.loads("nonsense")
    except matou.BadRecord as refused:
        said.append(str(refused))
    return said


def saved(state: State) -> None:
    """Writes a position and its record, and reads them back."""
    position = state.game.from_text(state.to_text())
    assert isinstance(position, State)
    assert position.legal() == state.legal()
    view = state.game.from_text(state.observe(0).to_text())
    assert isinstance(view, Observation)
    assert view.seat == 0
    whole: State = state.game.from_bytes(state.tobytes())
    seen: Observation = state.game.from_bytes(state.observe(0).tobytes(), seen_by=0)
    assert whole.tobytes() == state.tobytes()
    assert seen.legal() == state.observe(0).legal()
    record = state.record()
    assert Record.loads(record.dumps()) == record
    assert record.replay() == state == state.copy() == pickle.loads(pickle.dumps(state))


class Turning(Bot):
    """A bot of one's own: it replaces ``pick``."""

    def pick(self, view: Observation, legal: list[int]) -> int:
        return legal[view.played % len(legal)]


class Careful:
    """Any object with ``choose`` plays, too."""

    name = "careful"

    def choose(self, observation: Observation) -> str:
        return observation.name(observation.legal()[-1])


def anything(observation: Observation) -> int:
    """So does a function."""
    return random.Random(observation.played).choice(observation.legal())


def bots(state: State) -> None:
    level = matou.bot(state.game, level=1, seed=3)
    view = state.observe(state.actor)
    thoughts = level.consider(view)
    assert level.choose(view) == thoughts[0].action
    player: Player = level
    assert player.choose(view) in state.legal()


def contest(game: Game, folder: Path) -> list[Standing]:
    result = matou.arena.match(
        game, ["level1", Turning, Careful(), anything], games=12, seed=5, records=folder
    )
    print(result)
    return result.standings()


def analysis(folder: Path) -> float:
    """Returns the mean return of seat 0 over recorded games."""
    table = matou.records.table(folder, by="seat")
    pairs = zip(table["return"], table["seat"], strict=True)
    worth: list[float] = [x for x, seat in pairs if seat == 0]
    one = matou.records.read(matou.records.files(folder)[0])
    assert sum(one.outcome.decisions) + one.outcome.chance_events == one.outcome.actions
    return sum(worth) / len(worth)


def solved(game: Game) -> str:
    """Solves the easiest puzzle of a game; returns the solution in words."""
    step = matou.puzzles(game)[0].first
    assert step.check(step.answer)
    return step.reason()


def many(games: int) -> int:
    """Plays many games at once; returns how many have ended on the way."""
    played = matou.playouts("clocktowers", games, seats=2, seed=1)
    print(
        f"{played.lengths.mean():.0f} actions a game, seat 0 gets {played.returns[:, 0].mean():.2f}"
    )
    env = matou.vector("clocktowers", n=games, seats=2)
    env.reset(seed=1)
    ended = 0
    for _ in range(150):
        env.step(env.sample())
        ended += int(env.ended.sum())
    return ended


def main() -> None:
    rng = random.Random(7)
    for name in matou.available():
        game = matou.game(name)
        state = play(game, game.max_seats, rng)
        print(results(state), solved(game), sep="\n")
        saved(state)
        assert state.svg(seat=0).startswith("<svg")
        assert state.observe(None).text("fr")
    state = matou.game("clocktowers", ladder="player").start(seats=3)
    while state.actor < 0:
        state.play(state.sample(rng))
    print(state, *mistakes(state), state.describe(state.legal()[0], "de"), sep="\n")
    bots(state)
    with tempfile.TemporaryDirectory() as folder:
        contest(matou.game("catymini"), Path(folder))
        print(f"seat 0 gets {analysis(Path(folder)):.2f}")
    if "--fast" in sys.argv:
        print(f"{many(64)} games have ended")


if __name__ == "__main__":
    main()
