"""Bots that think in another process: what to send for a move, and what to do with the answer.

Any process with the game's WebAssembly module can think (``static/bots/bots_worker.js``). It is
sent an observation and nothing else of the game, and the seed, so a bot that is limited by
iterations makes the same move wherever it thinks.
"""

from __future__ import annotations

import base64
from typing import Any

from matou.bots.binding import module_path
from matou.bots.players import SAMPLES, Bot, Greedy, Searcher, nodes_for
from matou.core.state import Observation
from matou.kit.layout import as_bytes


def question(bot: Bot, view: Observation) -> dict[str, Any] | None:
    """Returns what to send, or None for a bot whose ``choose`` is quick enough to call here."""
    if isinstance(bot, Searcher):
        return searching(bot, view)
    if isinstance(bot, Greedy):
        asked = {"seat": view.seat, "actions": view.legal(), "samples": SAMPLES}
        return {**about(bot, view, view.s), "one_ply": asked}
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
    """Returns the position as the bot knows it."""
    return {
        "module": module_path(view.game).name,
        "record": base64.b64encode(as_bytes(s)).decode(),
        "seats": view.seats,
        "seed": bot.seed_of(view),
    }


def chosen(bot: Bot, view: Observation, answer: dict[str, Any]) -> int:
    """Returns the action that a bot plays after an answer."""
    if isinstance(bot, Greedy):
        return bot.ranked(view, view.legal(), answer["values"])[0][0]
    return int(answer["found"][0]["action"])
