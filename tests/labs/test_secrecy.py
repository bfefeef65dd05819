"""``labs.secrecy`` finds no leak in sound games of OpenSpiel, and each leak in others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyspiel
import pytest

import matou.research.open_spiel  # noqa: F401  (registers ours)
from labs.secrecy import Report, check


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_no_leak_is_found_in_sound_games(name: str) -> None:
    report = check(name)
    assert report.is_sound
    assert report.pasts > 50
    assert report.resamples > 1000
    assert report.real < report.fair + 100
    assert "no leak was found" in str(report)


@pytest.mark.unmeasured
def test_no_leak_is_found_in_our_games() -> None:
    report = check("matou_catymini", games=3)
    assert report.is_sound
    assert report.pasts
    assert report.real < report.fair


class Leaking:
    """Leduc poker with a leak: wraps the game, or a state."""

    def __init__(self, inside: Any, leaks: dict[str, Callable[..., Any]]) -> None:
        self.inside, self.leaks = inside, leaks

    def __getattr__(self, name: str) -> Any:
        if name in self.leaks:
            return lambda *args: self.leaks[name](self.inside, *args)
        return getattr(self.inside, name)

    def __str__(self) -> str:
        return "leaking"

    def new_initial_state(self) -> Leaking:
        return Leaking(self.inside.new_initial_state(), self.leaks)


def leaking(**leaks: Callable[..., Any]) -> Report:
    return check(Leaking(pyspiel.load_game("leduc_poker"), leaks), games=30)


def other_card(state: Any, player: int) -> float:
    return float(state.history()[1 - player]) if len(state.history()) > 1 else 0.0


def test_a_tensor_with_the_other_card_is_found() -> None:
    report = leaking(observation_tensor=lambda s, p: [*s.observation_tensor(p), other_card(s, p)])
    assert not report.is_sound
    assert "observation_tensor tells worlds apart" in str(report)


def test_legal_actions_that_depend_on_the_other_card_are_found() -> None:
    def legal(state: Any, *player: int) -> list[int]:
        found = list(state.legal_actions(*player))
        odd = player and other_card(state, player[0]) % 2
        return found[:1] if odd else found

    report = leaking(legal_actions=legal)
    assert "legal_actions tells worlds apart" in str(report)


def test_resampling_that_keeps_the_real_hand_is_found() -> None:
    report = leaking(resample_from_infostate=lambda s, *_: s.clone())
    assert "resampling hands over the real world" in str(report)
    assert report.real == report.resamples or report.real > report.fair


def test_resampling_that_changes_the_players_own_hand_is_found() -> None:
    report = leaking(
        resample_from_infostate=lambda s, p, rng: s.resample_from_infostate(1 - p, rng)
    )
    assert "resampling changes the player's own" in str(report)


def test_a_game_without_resampling_is_compared_only_by_its_pasts() -> None:
    report = check("liars_dice", games=10)
    assert report.is_sound
    assert report.pasts
    assert any("no resampling" in note for note in report.notes)
