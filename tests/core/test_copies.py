"""Copies, pickles and equality of the objects of the public API."""

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


COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{
        f"pickle {protocol}": partial(pickled, protocol=protocol)
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    },
}
each_copy = pytest.mark.parametrize("make_copy", COPIES.values(), ids=COPIES)
each_game = pytest.mark.parametrize("name", matou.available())


def random_state(game: Game, seats: int, actions: int, seed: int = 3) -> State:
    state, rng = game.start(seats), random.Random(seed)
    while not state.over and len(state.history) < actions:
        state.play(state.sample(rng))
    return state


@each_game
@each_copy
def test_a_copied_state_is_equal_and_independent(
    name: str, make_copy: Callable[[Any], Any]
) -> None:
    state = random_state(matou.game(name), 2, 25)
    again, before = make_copy(state), state.tobytes()
    assert again == state == state.copy()
    assert again.legal() == state.legal()
    assert again.record() == state.record()
    action = again.sample(random.Random(1))
    again.play(action)
    assert again != state
    assert (state.tobytes(), len(state.history)) == (before, 25)
    state.play(action)
    assert again == state


def test_playing_on_a_copy_does_not_change_the_originals_legal_actions() -> None:
    state = random_state(matou.game("clocktowers"), 2, 3)
    assert "F1c+" in [state.name(a) for a in state.legal()]
    copy.copy(state).play("F1c+")
    legal = state.legal()
    assert legal == state.copy().legal()
    state.play("F1c+")
    with pytest.raises(matou.IllegalAction):
        state.play("F1c+")


def test_states_are_equal_only_with_equal_history_and_options() -> None:
    game = matou.game("clocktowers")
    state, undone = (random_state(game, 2, 3) for _ in range(2))
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
    assert state == state.record().replay(), "usual options count as equal, chosen or not"
    assert matou.game("clocktowers", ladder="player").start(2) != game.start(2)
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)


@each_copy
def test_losses_on_time_are_copied(make_copy: Callable[[Any], Any]) -> None:
    state = random_state(matou.game("clocktowers"), 3, 9)
    state.lose(2, stops=False)
    state.play(state.sample(random.Random(1)))
    state.lose(1, stops=True)
    again = make_copy(state)
    assert (again.out, again.stopped, again.winners) == (state.out, True, [0])
    assert make_copy(state.observe(0)).winners == [0]


@each_game
@each_copy
def test_an_imagined_state_can_be_copied_though_it_has_no_history(
    name: str, make_copy: Callable[[Any], Any]
) -> None:
    state = random_state(matou.game(name), 2, 30)
    whole = state.observe(0).imagine(rng_words(5))
    whole.play(whole.sample(random.Random(2)))
    again = make_copy(whole)
    assert again == whole
    assert len(again.history) == 1


@each_game
@each_copy
def test_a_copied_observation_is_equal_and_gives_the_same_answers(
    name: str, make_copy: Callable[[Any], Any]
) -> None:
    state = random_state(matou.game(name), 2, 30)
    for seat in (None, 0, 1):
        view = state.observe(seat)
        again = make_copy(view)
        assert again == view == state.observe(seat)
        assert len({again, view}) == 1
        assert again.s is not view.s
        assert (again.text("fr"), again.log, again.legal()) == (
            view.text("fr"),
            view.log,
            view.legal(),
        )
    assert state.observe(0) != state.observe(1)
    assert state.observe(0) != state


@each_copy
def test_a_copied_game_is_equal(make_copy: Callable[[Any], Any]) -> None:
    for game in (matou.game("clocktowers"), matou.game("clocktowers", ladder="player")):
        again = make_copy(game)
        assert again == game
        assert {again: 1}[game] == 1
        assert again.rules is game.rules
        assert again.chosen == game.chosen
    assert matou.game("clocktowers") != matou.game("clocktowers", ladder="player")


def test_a_game_that_is_not_registered_cannot_be_pickled() -> None:
    changed = replace(matou.game("clocktowers"), max_seats=3)
    with pytest.raises(pickle.PicklingError, match="cannot be found again"):
        pickle.dumps(changed)


@each_copy
def test_a_copied_record_is_equal_with_all_its_headers(make_copy: Callable[[Any], Any]) -> None:
    state = random_state(matou.game("clocktowers"), 2, 12)
    state.lose(1, stops=True)
    record = replace(
        state.record(),
        id="6d2f",
        commitment="9f86",
        seed="00",
        players={1: "Zoë", 0: " Ada "},
        origin=Origin("a", 3),
    )
    again = make_copy(record)
    assert again == record
    assert hash(again) == hash(record)
    assert str(again) == str(record)
    again.players[0] = "Bo"
    assert record.players[0] == " Ada "


@each_copy
@pytest.mark.parametrize(
    "which", ["random", 1, 2, 3, 4, 5, "level5@1s", "level4-plain", "level5-2026"]
)
def test_a_copied_bot_is_equal(which: int | str, make_copy: Callable[[Any], Any]) -> None:
    bot = matou.bot("clocktowers", which, threads=2)
    again = make_copy(bot)
    assert again == bot
    assert hash(again) == hash(bot)
    assert type(again) is type(bot)
    assert vars(again) == vars(bot)
    assert bot != matou.bot("clocktowers", which)  # another seed


@each_copy
def test_bots_of_user_classes_or_levels_can_be_copied(
    make_copy: Callable[[Any], Any],
) -> None:
    own = UserBot(matou.game("clocktowers"), level("random"), seed=3)
    own.mood = "grim"
    again = make_copy(own)
    assert type(again) is UserBot
    assert again == own
    assert again.mood == "grim"
    odd = matou.bot("clocktowers", replace(level(4), iterations=7, by_network=3), seed=1)
    assert make_copy(odd) == odd


class UserBot(Bot):
    """A bot that a user has written."""

    mood = ""


def public_objects() -> list[Any]:
    state = random_state(matou.game("clocktowers", ladder="player"), 3, 20)
    bot = matou.bot(state.game, "level4@9", seed=4)
    return [state.game, state, state.observe(0), state.observe(), state.record(), bot]


def test_pickles_name_only_the_package_matou() -> None:
    for thing in public_objects():
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


def test_a_pickle_of_another_state_layout_is_refused() -> None:
    state = random_state(matou.game("clocktowers"), 2, 9)
    function, parts = state.__reduce__()
    game, seats, layout, data, text = parts
    assert function(game, seats, layout, data, text) == state
    with pytest.raises(matou.BadChoice, match="another version of Matou"):
        function(game, seats, "0" * len(layout), data, text)


def answer(thing: Any) -> Any:
    """Returns a result that another process gets from an object, and the object."""
    if isinstance(thing, State):
        return thing.legal(), thing
    return type(thing).__name__, thing


@pytest.mark.unmeasured
@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_public_objects_can_be_sent_to_processes_and_back(method: str) -> None:
    given = public_objects()
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        for thing, (says, back) in zip(given, pool.map(answer, given), strict=True):
            assert says == answer(thing)[0]
            assert back == thing
