"""The games in Gymnasium: one seat against bots, and thousands of games at once."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

import matou
from matou.core.registry import find, names
from matou.kit.layout import as_bytes
from matou.kit.linking import link
from matou.research import work_sharing
from matou.research.batch import SPAN
from matou.research.gymnasium import SingleAgentEnv, Vector, VectorEnv, id_of
from matou.research.observations import encoder_of, line, named

GAMES = names()


@pytest.mark.parametrize("observations", ["flat", "dict"])
@pytest.mark.parametrize("name", GAMES)
def test_check_env_passes_without_warnings(name: str, observations: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = SingleAgentEnv(name, opponents="random", observations=observations)
        check_env(env, skip_render_check=True)


@pytest.mark.heavy
def test_check_env_passes_without_warnings_with_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resvg_py", reason="resvg_py is not installed: it draws the pictures")
    pytest.importorskip("pygame", reason="pygame is not installed: it opens the window")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    env = gymnasium.make("matou/Clocktowers-v0", opponents="random", width=180, render_mode=None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message="pkg_resources")
        check_env(env.unwrapped)


@pytest.mark.parametrize("name", GAMES)
def test_an_episode_against_a_level_ends_with_the_seats_return_as_reward(name: str) -> None:
    made = gymnasium.make(id_of(name), opponents=1, seats=3, seat=None)
    env = made.unwrapped
    assert isinstance(env, SingleAgentEnv)
    rng = random.Random(1)
    held = set()
    for episode in range(4):
        _, info = env.reset(seed=episode)
        held.add(info["seat"])
        is_over, reward = False, 0.0
        while not is_over:
            assert env.table.actor == env.seat
            legal = np.flatnonzero(info["action_mask"])
            assert list(legal) == env.table.legal()
            _, reward, is_over, _, info = env.step(rng.choice(list(legal)))
        assert reward == env.table.returns[env.seat]
    assert len(held) > 1


def test_an_illegal_action_ends_the_episode_and_names_its_rule() -> None:
    env = SingleAgentEnv("clocktowers", opponents="random")
    _, info = env.reset(seed=3)
    bad = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, is_over, _, info = env.step(bad)
    assert (reward, is_over) == (-1.0, True)
    assert "CT" in info["illegal"]


@pytest.mark.parametrize("name", GAMES)
def test_encode_reads_nothing_that_is_hidden_from_the_seat(name: str) -> None:
    """A seat's line is the same from the whole record and from the seat's observation."""
    game = find(name)
    parts = encoder_of(game).PARTS
    rng = random.Random(7)
    for seats in range(game.min_seats, game.max_seats + 1):
        state = game.start(seats)
        while not state.over:
            if rng.random() < 0.3:
                for seat in (None, *range(seats)):
                    whole = line(game, state.s, seat)
                    assert np.array_equal(whole, line(game, state.observe(seat).s, seat))
                    if seat is None:
                        found = named(parts, whole)
                        assert not any(found[p.name].any() for p in parts if p.is_private)
            state.play(state.sample(rng) if state.actor < 0 else rng.choice(state.legal()))


@pytest.mark.parametrize("name", GAMES)
def test_the_numbers_of_an_encoded_line_fit_a_byte(name: str) -> None:
    """Encodes into Python integers, which do not wrap around."""
    game = find(name)
    rng = random.Random(8)
    state = game.start(game.max_seats)
    out = [0] * encoder_of(game).SIZE
    while not state.over:
        encoder_of(game).encode(state.s, 0, out)
        assert min(out) >= 0
        assert max(out) <= 127
        state.play(state.sample(rng) if state.actor < 0 else rng.choice(state.legal()))


@pytest.mark.parametrize("name", GAMES)
def test_parts_are_named_once_and_explained(name: str) -> None:
    encoder = encoder_of(find(name))
    assert len({p.name for p in encoder.PARTS}) == len(encoder.PARTS)
    assert all(p.says for p in encoder.PARTS)
    assert sum(p.size for p in encoder.PARTS) == encoder.SIZE


@pytest.mark.heavy
@pytest.mark.parametrize("name", GAMES)
def test_every_row_of_a_vector_env_follows_the_rules(name: str) -> None:
    """Compares masks, seats, observations, rewards and restarts, game by game."""
    seats = 3
    env = VectorEnv(name, 16, seats=seats)
    seen, infos = env.reset(seed=5)
    assert seen.shape == (16, encoder_of(env.game).SIZE)
    ended = 0
    for _ in range(400):
        before = [env.state(g) for g in range(16)]
        for g, state in enumerate(before):
            assert infos["seat"][g] == state.actor >= 0
            assert list(np.flatnonzero(infos["action_mask"][g])) == state.legal()
        for g in (0, 7):
            assert np.array_equal(seen[g], line(env.game, before[g].s, before[g].actor))
        actions = env.sample().copy()
        seen, rewards, ends, cuts, infos = env.step(actions)
        assert not cuts.any()
        for g, state in enumerate(before):
            mover = state.actor
            state.play(int(actions[g]))
            if not ends[g]:
                assert rewards[g] == 0
                if state.actor >= 0:  # no chance event followed
                    assert as_bytes(state.s) == env.state(g).tobytes()
                continue
            ended += 1
            assert infos["returns"][g].sum() == pytest.approx(rewards_in_all(name, infos, g))
            assert rewards[g] == infos["returns"][g][mover]
            if state.over:
                assert list(infos["returns"][g]) == state.returns
                assert np.array_equal(infos["final_obs"][g], line(env.game, state.s, mover))
    assert ended > 0 or name in ("chopchop", "appenzell")


def rewards_in_all(name: str, infos: dict[str, Any], g: int) -> float:
    """Returns the sum of returns: 1; in Chop! Chop! 1 for each winner, or a half each in a draw."""
    if name != "chopchop":
        return 1.0
    worth = list(infos["returns"][g])
    return {(1.0, 0.0, 0.0): 1.0, (0.0, 1.0, 1.0): 2.0, (0.5, 0.5, 0.5): 1.5}[tuple(worth)]


@pytest.mark.parametrize("threads", [2, 5])
def test_the_same_seed_gives_the_same_games_with_any_number_of_threads(threads: int) -> None:
    games = 7 * SPAN - 5  # the last span is shorter
    one, more = VectorEnv("catymini", games), VectorEnv("catymini", games, threads=threads)
    assert more.batch.pool.count == threads
    one.reset(seed=9)
    more.reset(seed=9)

    def go_on(steps: int) -> None:
        for _ in range(steps):
            actions = one.sample().copy()
            assert np.array_equal(actions, more.sample())
            one.step(actions)
            more.step(actions)
            assert one.batch.arrays.states.tobytes() == more.batch.arrays.states.tobytes()
            assert np.array_equal(one.batch.arrays.seen, more.batch.arrays.seen)
            assert np.array_equal(one.batch.arrays.mask, more.batch.arrays.mask)
            assert np.array_equal(one.games.ended, more.games.ended)

    go_on(60)
    while not all(worker.is_asleep for worker in more.batch.pool.workers):
        time.sleep(0.01)
    go_on(3)
    more.close()  # the threads end, and the caller does all the work
    go_on(3)


def test_an_illegal_action_is_refused_in_any_thread() -> None:
    env = VectorEnv("chopchop", 3 * SPAN, seats=3, threads=3)
    env.reset(seed=4)
    for wrong in (0, SPAN, 3 * SPAN - 1):
        before = env.batch.arrays.states.tobytes()
        actions = env.sample().copy()
        actions[wrong] = -1
        with pytest.raises(matou.IllegalAction):
            env.step(actions)
        assert env.batch.arrays.states.tobytes() == before
        env.step(env.sample())
    env.close()


@pytest.mark.heavy
def test_every_span_is_taken_exactly_once() -> None:
    fast = link(work_sharing)
    threads, each = 4, 20_000
    edges = np.arange(threads + 1) * each
    board = np.zeros((threads + 3) * work_sharing.LINE, np.int64)
    fast.lay_out(board, edges, threads, 0)
    found: list[list[int]] = [[] for _ in range(threads)]

    def take_all(who: int) -> None:
        for owner in range(threads):
            while (span := fast.take(board, edges, owner)) != work_sharing.NOTHING:
                found[who].append(span)
                fast.done(board, threads, span)

    crew = [threading.Thread(target=take_all, args=(who,)) for who in range(threads)]
    assert fast.outcome(board, edges, threads) == work_sharing.UNDONE
    for thread in crew:
        thread.start()
    for thread in crew:
        thread.join()
    assert sorted(span for own in found for span in own) == list(range(threads * each))
    assert fast.outcome(board, edges, threads) == sum(range(threads * each))


def test_the_learners_seat_plays_against_random_players() -> None:
    env = VectorEnv("clocktowers", 32, seats=3, seat=1, opponents="random")
    _, infos = env.reset(seed=2)
    won = ended = 0.0
    for _ in range(150):
        assert (infos["seat"] == 1).all()
        _, rewards, ends, _, infos = env.step(env.sample())
        won += rewards.sum()
        ended += ends.sum()
    assert ended >= 64
    assert 0.1 < won / ended < 0.6


def test_the_learners_seat_plays_against_bots_and_gets_final_observations() -> None:
    env = VectorEnv("catymini", 12, seat=1, opponents=2, threads=2)
    seen, infos = env.reset(seed=2)
    ended = 0
    for _ in range(45):
        assert (infos["seat"] == 1).all()
        for g in (0, 11):
            assert np.array_equal(seen[g], line(env.game, env.state(g).s, 1))
        seen, rewards, ends, _, infos = env.step(env.sample())
        ended += int(ends.sum())
        assert np.array_equal(rewards[ends], env.batch.arrays.final_returns[ends, 1])
        assert not rewards[~ends].any()
        if ends.any():
            own = named(encoder_of(env.game).PARTS, infos["final_obs"][ends])
            assert own["table"].any(), "the final observation is empty"
    assert ended >= 12


def test_an_illegal_action_raises_and_changes_no_game_of_the_step() -> None:
    env = VectorEnv("clocktowers", 8)
    _, infos = env.reset(seed=2)
    actions = env.sample().copy()
    actions[5] = int(np.flatnonzero(infos["action_mask"][5] == 0)[0])
    before = env.batch.arrays.states.tobytes()
    with pytest.raises(matou.IllegalAction, match="CT"):
        env.step(actions)
    assert env.batch.arrays.states.tobytes() == before
    with pytest.raises(ValueError, match="shape"):
        env.step(actions[:3])


def test_gymnasium_makes_the_vectorised_environment_too() -> None:
    env = gymnasium.make_vec("matou/Clocktowers-v0", num_envs=4)
    assert isinstance(env.unwrapped, VectorEnv)
    seen, _ = env.reset(seed=1)
    assert seen in env.observation_space


def test_gymnasiums_vector_plays_the_same_games_as_matou_vector() -> None:
    env, many = Vector("catymini", 50, device="cpu"), matou.vector("catymini", n=50)
    seen, infos = env.reset(seed=4)
    many.reset(seed=4)
    worth = 0.0
    for _ in range(100):
        assert (seen == many.observations).all()
        assert (infos["action_mask"] == many.masks).all()
        seats, actions = many.seats.astype(int), many.sample()
        seen, rewards, ended, cut, infos = env.step(actions)
        many.step(actions)
        assert (rewards == many.rewards[np.arange(50), seats]).all()
        assert (ended == many.ended).all()
        assert not cut.any()
        assert not infos["illegal"].any()
        worth += float(infos["returns"].sum())
    assert worth == pytest.approx(100)  # two games ended in each row
    assert env.observation_space.shape == seen.shape


def test_the_old_names_still_work() -> None:
    import matou.research.gymnasium as ours

    with pytest.warns(DeprecationWarning, match="Solo is now SingleAgentEnv"):
        assert ours.Solo is SingleAgentEnv
    with pytest.warns(DeprecationWarning, match="Many is now VectorEnv"):
        assert ours.Many is VectorEnv


def test_gymnasium_makes_each_game_without_an_import_of_ours() -> None:
    """In another process, with the module in front of the id."""
    ids = [id_of(name) for name in GAMES]
    assert ids[:2] == ["matou/Appenzell-v0", "matou/CatyMini-v0"]
    code = (
        "import gymnasium\n"
        f"for id in {ids}:\n"
        "    env = gymnasium.make(f'matou.research.gymnasium:{id}', opponents='random')\n"
        "    env.reset(seed=1)\n"
        "    print(env.unwrapped.game.name)\n"
    )
    path = {"PYTHONPATH": str(Path(matou.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, "-W", "error::DeprecationWarning:matou", "-c", code],
        env=path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == list(GAMES)


def test_the_old_id_of_a_game_still_works() -> None:
    with pytest.warns(DeprecationWarning, match="matou/Catymini-v0 is now matou/CatyMini-v0"):
        env = gymnasium.make("matou/Catymini-v0", opponents="random")
    assert isinstance(env.unwrapped, SingleAgentEnv)
