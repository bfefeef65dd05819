"""The players and their levels."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

import matou
from matou.bots import LEVELS, Bot, level
from matou.core.grammar import languages
from matou.core.state import State

GAMES = matou.available()


def play(state: State, bots: list[Bot], seed: int) -> State:
    rng = random.Random(seed)
    while not state.over:
        if state.actor < 0:
            state.play(state.sample(rng))
        else:
            state.play(bots[state.actor].choose(state.observe(state.actor)))
    return state


def test_making_bots_imports_no_compiler() -> None:
    code = (
        "import sys, matou\n"
        "state = matou.game('clocktowers').start(2)\n"
        "for name in ('=R3', '=K', '=F2'): state.play(name)\n"
        "for level in (1, 2, 'random'):\n"
        "    bot = matou.bot('clocktowers', level, seed=1)\n"
        "    assert bot.choose(state.observe(0)) in state.legal()\n"
        "assert 'numba' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.heavy
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("which", ["random", 1, 2, "level3@20", "level4@30"])
def test_every_level_plays_legal_moves(name: str, which: int | str) -> None:
    game = matou.game(name)
    bots = [matou.bot(name, which, seed=seat) for seat in range(game.max_seats)]
    state = game.start(game.max_seats)
    rng = random.Random(3)
    for _ in range(150):  # most of a game, at the largest table
        if state.over:
            break
        if state.actor < 0:
            state.play(state.sample(rng))
        else:
            state.play(bots[state.actor].choose(state.observe(state.actor)))


@pytest.mark.heavy
@pytest.mark.parametrize("name", GAMES)
def test_a_seeded_bot_with_an_iteration_limit_is_repeatable(name: str) -> None:
    state = matou.game(name).start(2)
    rng = random.Random(5)
    while len(state.history) < 25 or state.actor < 0 or len(state.legal()) < 2:
        state.play(state.sample(rng))
    view = state.observe(state.actor)
    for which in ("random", "level1", "greedy", "level3@100", "level4@200"):
        thoughts = [matou.bot(name, which, seed=9).consider(view) for _ in range(2)]
        assert thoughts[0] == thoughts[1]
        assert thoughts[0][0].action == matou.bot(name, which, seed=9).choose(view)
        assert {t.action for t in thoughts[0]} == set(view.legal())
        assert all(0 <= t.win_chance <= 1 for t in thoughts[0])


@pytest.mark.heavy
def test_searches_on_several_threads_are_repeatable() -> None:
    from matou.bots.players import make

    state = matou.game("clocktowers").start(3)
    for name in ("=R3", "=K", "=F2"):
        state.play(name)
    view = state.observe(0)
    first, second = (
        make("clocktowers", "level4@400", seed=2, threads=2).consider(view) for _ in range(2)
    )
    assert first == second
    # At its first visit the network evaluates all actions, which counts as visits of the best one.
    assert sum(t.visits for t in first) == 400 + 2 * (len(first) - 1)


@pytest.mark.heavy
def test_a_search_stops_at_its_time_limit() -> None:
    state = matou.game("clocktowers").start(2)
    for name in ("=R3", "=K", "=F2"):
        state.play(name)
    bot = matou.bot("clocktowers", "level5@0.2s", seed=1)
    assert level("level5@0.2s").iterations == 0, "no other limit"
    assert sum(t.visits for t in bot.consider(state.observe(0))) >= 20


def test_choosing_when_it_is_not_the_seats_turn_is_an_error() -> None:
    state = matou.game("clocktowers").start(2)
    bot = matou.bot("clocktowers", 1)
    with pytest.raises(ValueError, match="nothing to decide"):
        bot.choose(state.observe(0))
    with pytest.raises(ValueError, match="nothing to decide"):
        bot.choose(state.observe(None))


def test_levels_have_names_and_characters_in_every_language() -> None:
    assert [each.key for each in LEVELS] == [f"level{i}" for i in range(1, 6)]
    texts = [
        each.name.say(lang) and each.character.say(lang) for each in LEVELS for lang in languages()
    ]
    assert all(texts)


def test_a_bots_name_may_include_a_limit() -> None:
    assert level("level5@1s").seconds == 1.0
    assert level("level4@700").iterations == 700
    assert level("level4@700").spec == "level4@700"
    assert level("level4").spec == "level4"
    assert level("level3@2.5s").spec == "level3@2.5s"
    plain = level("level4-plain@700")
    assert (plain.spec, plain.is_plain, plain.iterations) == ("level4-plain@700", True, 700)
    assert level("level5-plain").spec == "level5-plain"
    for wrong in (
        "greedy-plain",
        "level6",
        "level4@",
        "level4@0",
        "level4@-1s",
        "greedy@10",
        "deep",
        "level4@0s",
    ):
        with pytest.raises(ValueError, match=r"Unknown bot|limit|think|search"):
            level(wrong)
