"""Bots that think elsewhere: what one has to be told for a move, and what it makes of the answer.

Whoever has the game's WebAssembly module can do the thinking (``static/bots/bots_worker.js``). A
question holds an observation and nothing else of the game; who asks keeps the seed, so that the
same bot with the same seed moves alike wherever it thinks (by iterations; a clock is a clock).
"""

from __future__ import annotations

import base64
from typing import Any

from matou.bots.binding import module_path
from matou.bots.players import SAMPLES, Bot, Greedy, Searcher, nodes_for
from matou.core.state import Observation
from matou.kit.layout import as_bytes


def question(bot: Bot, view: Observation) -> dict[str, Any] | None:
    """What a bot would have thought about; None if it need not think: ``bot.choose`` is quick."""
    if isinstance(bot, Searcher):
        return searching(bot, view)
    if isinstance(bot, Greedy):
        asked = {"seat": view.seat, "actions": view.legal(), "samples": SAMPLES}
        return {**about(bot, view, view.s), "glance": asked}
    return None


def searching(bot: Searcher, view: Observation) -> dict[str, Any]:
    limit = bot.limit
    params = bot.params()
    return {
        **about(bot, view, bot.remembered(view)),
        "iterations": limit,
        "seconds": bot.level.seconds,
        "nodes": nodes_for(limit),
        "patience": params.patience,
        "explore": params.explore,
    }


def about(bot: Bot, view: Observation, s: Any) -> dict[str, Any]:
    """The position, as that bot knows it."""
    return {
        "module": module_path(view.game).name,
        "record": base64.b64encode(as_bytes(s)).decode(),
        "seats": view.seats,
        "seed": bot.seed_of(view),
    }


def chosen(bot: Bot, view: Observation, answer: dict[str, Any]) -> int:
    """The action that a bot plays after what was found."""
    if isinstance(bot, Greedy):
        return bot.ranked(view, view.legal(), answer["values"])[0][0]
    return int(answer["found"][0]["action"])
