"""Archived searches of earlier years make the same moves as when they were archived."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import matou
from matou.arena import Match
from matou.bots import archived
from matou.bots.levels import level
from matou.bots.players import make
from matou.core.observation import Observation
from matou.core.refusals import BadChoice
from matou.kit import wasm

# The first two choices of level5-2026@500 with seed 3 at the sixth decision of a random game, and
# their visits. Recorded in 2026; must never change.
THOUGHTS = {
    "appenzell": ("^D", 73, "@a1", 61),
    "catymini": ("!coat-rack", 249, "!mirror", 155),
    "chopchop": ("a2-b1", 87, "a2-c2", 85),
    "clocktowers": ("<K", 313, "<R", 125),
}


def sixth_decision(name: str) -> Observation:
    state = matou.game(name).start(2)
    rng = random.Random(7)
    met = 0
    while True:
        if state.actor >= 0 and len(state.legal()) > 2:
            met += 1
            if met == 6:
                return state.observe(state.actor)
        state.play(state.sample(rng))


@pytest.mark.parametrize("name", THOUGHTS)
def test_an_archived_search_finds_the_recorded_moves(name: str) -> None:
    bot = make(name, "level5-2026@500", seed=3)
    assert bot.level.spec == "level5-2026@500"
    first, second = bot.consider(sixth_decision(name))[:2]
    assert (first.name, first.visits, second.name, second.visits) == THOUGHTS[name]


def test_an_archived_level_takes_the_same_limits_as_others() -> None:
    assert (level("level5-2026").seconds, level("level5-2026@20000").iterations) == (1.0, 20000)
    with pytest.raises(ValueError, match="level5-2025"):
        level("level5-2025")


def test_a_game_without_an_archived_search_is_refused_before_a_match() -> None:
    newer = replace(matou.game("chopchop"), version=9)
    for ask in (make, lambda game, bot: Match.of(game, [bot, "random"], games=2)):
        with pytest.raises(BadChoice, match=r"chopchop has no level5-2026"):
            ask(newer, "level5-2026")


def test_a_changed_state_layout_is_refused_with_the_field() -> None:
    view = sixth_decision("chopchop")
    layout = archived.module(view.game, "level5-2026").about["records"]["state"]
    fields = [
        ["later" if i == 0 else name, *rest] for i, (name, *rest) in enumerate(layout["fields"])
    ]
    other = archived.record({**layout, "fields": fields})
    with pytest.raises(wasm.BadModule, match="today’s later"):
        archived.translated(view.s, other, "chopchop")
