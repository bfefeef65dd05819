"""Copies, pickles and equality of what the front door gives: nothing is shared, nothing is lost."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import pickletools
import random
import re
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

import matou
from matou.bots.levels import level
from matou.bots.players import Bot
from matou.core.game import Game
from matou.core.record import Origin
from matou.core.state import State
from matou.kit.rng import rng_words


def pickled(thing: Any, protocol: int) -> Any:
    return pickle.loads(pickle.dumps(thing, protocol))


WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{
        f"pickle {protocol}": partial(pickled, protocol=protocol)
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    },
}
each_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
each_game = pytest.mark.parametrize("name", matou.available())


def played(game: Game, seats: int, actions: int, seed: int = 3) -> State:
    state, rng = game.start(seats), random.Random(seed)
    while not state.over and len(state.history) < actions:
        state.play(state.sample(rng))
    return state


@each_game
@each_way
def test_a_state_s_twin_is_equal_and_its_own(name: str, way: Callable[[Any], Any]) -> None:
    state = played(matou.game(name), 2, 25)
    twin, before = way(state), state.tobytes()
    assert twin == state == state.copy()
    assert twin.legal() == state.legal()
    assert twin.record() == state.record()
    action = twin.sample(random.Random(1))
    twin.play(action)
    assert twin != state
    assert (state.tobytes(), len(state.history)) == (before, 25)
    state.play(action)
    assert twin == state


def test_a_copied_state_never_lets_the_original_play_what_is_not_legal() -> None:
    state = played(matou.game("clocktowers"), 2, 3)
    assert "F1c+" in [state.name(a) for a in state.legal()]
    copy.copy(state).play("F1c+")
    legal = state.legal()
    assert legal == state.copy().legal()
    state.play("F1c+")
    with pytest.raises(matou.IllegalAction):
        state.play("F1c+")


def test_equal_states_have_the_same_history() -> None:
    game = matou.game("clocktowers")
    state, undone = (played(game, 2, 3) for _ in range(2))
    action = undone.legal()[0]
    undone.play(action)
    assert undone.can_undo(0)
    undone.undo(0)
    assert undone == state
    sealed = state.copy()
    sealed.seal()
    assert sealed != state, "it cannot be undone"
    assert sealed.tobytes() == state.tobytes()
    lost = state.copy()
    lost.lose(1, stops=True)
    assert lost != state
    assert state != "a state"
    assert state == state.record().replay(), "usual options, chosen or not"
    assert matou.game("clocktowers", ladder="player").start(2) != game.start(2)
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)


@each_way
def test_what_time_decided_stays(way: Callable[[Any], Any]) -> None:
    state = played(matou.game("clocktowers"), 3, 9)
    state.lose(2, stops=False)
    state.play(state.sample(random.Random(1)))
    state.lose(1, stops=True)
    twin = way(state)
    assert (twin.out, twin.stopped, twin.winners) == (state.out, True, [0])
    assert way(state.observe(0)).winners == [0]


@each_game
@each_way
def test_an_imagined_state_has_no_history_and_is_pickled_all_the_same(
    name: str, way: Callable[[Any], Any]
) -> None:
    state = played(matou.game(name), 2, 30)
    whole = state.observe(0).imagine(rng_words(5))
    whole.play(whole.sample(random.Random(2)))
    twin = way(whole)
    assert twin == whole
    assert len(twin.history) == 1


@each_game
@each_way
def test_an_observation_s_twin_is_equal_and_answers_alike(
    name: str, way: Callable[[Any], Any]
) -> None:
    state = played(matou.game(name), 2, 30)
    for seat in (None, 0, 1):
        view = state.observe(seat)
        twin = way(view)
        assert twin == view == state.observe(seat)
        assert len({twin, view}) == 1
        assert twin.s is not view.s
        assert (twin.text("fr"), twin.log, twin.legal()) == (
            view.text("fr"),
            view.log,
            view.legal(),
        )
    assert state.observe(0) != state.observe(1)
    assert state.observe(0) != state


@each_way
def test_a_game_s_twin_is_the_game(way: Callable[[Any], Any]) -> None:
    for game in (matou.game("clocktowers"), matou.game("clocktowers", ladder="player")):
        twin = way(game)
        assert twin == game
        assert {twin: 1}[game] == 1
        assert twin.rules is game.rules
        assert twin.chosen == game.chosen
    assert matou.game("clocktowers") != matou.game("clocktowers", ladder="player")


def test_a_game_that_could_not_be_found_again_is_not_pickled() -> None:
    changed = replace(matou.game("clocktowers"), max_seats=3)
    with pytest.raises(pickle.PicklingError, match="cannot be found again"):
        pickle.dumps(changed)


@each_way
def test_a_record_s_twin_is_equal_to_the_last_header(way: Callable[[Any], Any]) -> None:
    state = played(matou.game("clocktowers"), 2, 12)
    state.lose(1, stops=True)
    record = state.record().signed(
        id="6d2f",
        commitment="9f86",
        seed="00",
        players={1: "Zoë", 0: " Ada "},
        origin=Origin("a", 3),
    )
    twin = way(record)
    assert twin == record
    assert hash(twin) == hash(record)
    assert str(twin) == str(record)
    twin.players[0] = "Bo"
    assert record.players[0] == " Ada "


@each_way
@pytest.mark.parametrize(
    "which", ["random", 1, 2, 3, 4, 5, "level5@1s", "level4-plain", "level5-2026"]
)
def test_a_bot_s_twin_plays_alike(which: int | str, way: Callable[[Any], Any]) -> None:
    bot = matou.bot("clocktowers", which, threads=2)
    twin = way(bot)
    assert twin == bot
    assert hash(twin) == hash(bot)
    assert type(twin) is type(bot)
    assert vars(twin) == vars(bot)
    assert bot != matou.bot("clocktowers", which)  # another seed


@each_way
def test_a_bot_of_a_level_or_a_class_of_one_s_own_stays_what_it_is(
    way: Callable[[Any], Any],
) -> None:
    own = Mine(matou.game("clocktowers"), level("random"), seed=3)
    own.mood = "grim"
    twin = way(own)
    assert type(twin) is Mine
    assert twin == own
    assert twin.mood == "grim"
    odd = matou.bot("clocktowers", replace(level(4), iterations=7, by_network=3), seed=1)
    assert way(odd) == odd


class Mine(Bot):
    """Somebody's bot."""

    mood = ""


def things() -> list[Any]:
    state = played(matou.game("clocktowers", ladder="player"), 3, 20)
    bot = matou.bot(state.game, "level4@9", seed=4)
    return [state.game, state, state.observe(0), state.observe(), state.record(), bot]


def test_pickles_name_the_front_door_and_no_module_inside() -> None:
    for thing in things():
        for protocol in (0, 2, 4, 5):
            result: list[str] = []
            strings = [""]
            for code, value, _ in pickletools.genops(pickle.dumps(thing, protocol)):
                if code.name == "STACK_GLOBAL":
                    result += [x for x in strings if re.fullmatch(r"matou(\.\w+)*", x)]
                elif code.name == "GLOBAL":
                    result.append(str(value).split()[0])
                elif isinstance(value, str):
                    strings.append(value)
            assert {module for module in result if module.startswith("matou")} == {"matou"}, thing


def test_a_pickle_of_another_layout_is_refused_and_never_misread() -> None:
    state = played(matou.game("clocktowers"), 2, 9)
    function, parts = state.__reduce__()
    game, seats, layout, data, text = parts
    assert function(game, seats, layout, data, text) == state
    with pytest.raises(matou.BadChoice, match="another version of Matou"):
        function(game, seats, "0" * len(layout), data, text)


def answer(thing: Any) -> Any:
    """What another process says of it, and the thing itself."""
    if isinstance(thing, State):
        return thing.legal(), thing
    return type(thing).__name__, thing


@pytest.mark.unmeasured
@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_all_of_them_go_to_other_processes_and_back(method: str) -> None:
    given = things()
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        for thing, (says, back) in zip(given, pool.map(answer, given), strict=True):
            assert says == answer(thing)[0]
            assert back == thing
