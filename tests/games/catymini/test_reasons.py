"""Reasons for moves are true: what a tile or notch leaves to others, now and next round."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import matou
from matou.core.observation import Observation
from matou.core.state import State
from matou.games.catymini.position import would_cost, would_win
from matou.games.catymini.rules import score
from matou.games.catymini.say.names import PIECES
from matou.games.catymini.state import PLAY, PLAYING, RUNNING
from matou.kit.rng import rng_words

GAME = matou.game("catymini")
NAMES = ["Ada", "Basile", "Chloé"]
WORLDS = 6


def decisions(seats: int, games: int) -> Iterator[tuple[Observation, int, str]]:
    """Yields tiles to play and notches to run to in random games, with the reasons for them."""
    for seed in range(games):
        state, rng = GAME.start(seats), random.Random(seed)
        while not state.over:
            if state.actor >= 0 and state.s.phase in (PLAYING, RUNNING) and rng.random() < 0.4:
                view = state.observe(state.actor)
                for action in view.legal():
                    said = GAME.telling.because(view, action)
                    if said is not None:
                        yield view, action, said.say("en", NAMES, view.seat)
            state.play(state.sample(rng))


def lines(state: State, rounds: int) -> Iterator[State]:
    """Yields the ways in which a round may continue, whatever the cats do, up to the next round."""
    if state.over or state.s.round == rounds:
        yield state
        return
    for action in state.legal():
        then = state.copy()
        then.play(action)
        yield from lines(then, rounds)


def numbers(said: str, begins: str) -> tuple[int, int] | None:
    """Returns the points in a sentence and those of other moves; None if it has none."""
    found = re.search(begins + r" (?:at most (\d+) point|nothing).*?, instead of up to (\d+)", said)
    return None if found is None else (int(found[1] or 0), int(found[2]))


def won_there(view: Observation, action: int, seat: int) -> int:
    """Returns the most that a seat can win in this round after an action."""
    most = 0
    for world in range(WORLDS):
        state = view.imagine(rng_words(world + 1))
        state.play(action)
        before = score(state.s, seat)
        ends = lines(state, view.s.round + 1)
        most = max(most, *(score(end.s, seat) - before for end in ends))
    return most


def won_later(view: Observation, action: int, seat: int) -> int:
    """Returns the most that a seat wins in the next round, in some worlds."""
    most = 0
    for world in range(WORLDS):
        state = view.imagine(rng_words(world + 1))
        state.play(action)
        for then in lines(state, view.s.round + 1):
            before = score(then.s, seat)
            ends = lines(then, view.s.round + 2)
            most = max(most, *(score(end.s, seat) - before for end in ends))
    return most


def test_others_win_at_most_the_stated_points_now_and_next_round() -> None:
    there = later = 0
    for view, action, said in decisions(2, 12):
        other = 1 - (view.seat or 0)
        if found := numbers(said, "leaves " + NAMES[other]):
            rest = [won_there(view, a, other) for a in view.legal() if a != action]
            assert found == (won_there(view, action, other), max(rest)), (said, view.to_text())
            there += 1
        if found := numbers(said, f"next round, {NAMES[other]} can then win"):
            assert won_later(view, action, other) <= found[0] < found[1], (said, view.to_text())
            later += 1
        if there > 40 and later > 20:
            return
    raise AssertionError(f"only {there} and {later}")


def test_the_stated_average_is_over_all_tiles_that_may_come_next() -> None:
    checked = 0
    for view, action, said in decisions(2, 8):
        found = re.search(r"you can win ([\d.]+) points on average", said)
        if found is None:
            continue
        me = view.seat
        assert me is not None
        tiles: dict[int, int] = {}
        for world in range(60):
            state = view.imagine(rng_words(world + 1))
            state.play(action)
            mine = state.copy()
            while state.s.round == view.s.round:
                state.play(state.legal()[0])
            for name in state.legal():
                tile = name - PLAY
                tiles[tile] = max(points(mine, me, 2 * tile), points(mine, me, 2 * tile + 1))
        average = sum(tiles.values()) / len(tiles)
        assert f"{average:.1f}" == found[1], (said, view.to_text())
        checked += 1
        if checked > 25:
            return
    raise AssertionError(f"only {checked}")


def points(state: State, seat: int, notch: int) -> int:
    """Returns the points of a run if the thread is long enough."""
    if would_cost(state.s, seat, notch) > state.s.thread[seat]:
        return 0
    return sum(value for _, value in would_win(state.s, seat, notch))


def test_a_tile_in_hand_is_named_only_if_its_owner_plays_next() -> None:
    """It can then be played and wins this number of toys."""
    named = 0
    for seats in (2, 3):
        for view, action, said in decisions(seats, 6):
            found = re.search(r"you can win (\d) toys? by running to (.+?), which", said)
            if found is None:
                continue
            seat = view.seat
            assert seat is not None
            state = view.imagine(rng_words(1))
            state.play(action)
            mine = state.copy()
            while state.s.round == view.s.round:
                state.play(state.legal()[0])
            assert state.actor == seat
            tiles = [a - PLAY for a in state.legal()]
            (tile,) = (t for t in tiles if PIECES[t].say() == found[2])
            won = max(
                (points(mine, seat, notch), len(would_win(mine.s, seat, notch)))
                for notch in (2 * tile, 2 * tile + 1)
            )
            assert won[1] == int(found[1])
            named += 1
    assert named > 20
