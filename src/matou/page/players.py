"""Bots of a page: they think in a worker of their own, with the games' WebAssembly modules.

The worker (``static/bots/bots_worker.js``) gets an observation, a seed and nothing else, so a bot
that is limited by iterations makes the same move wherever it thinks.
"""

import base64
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from matou.bots.binding import module_path
from matou.bots.players import SAMPLES, Bot, Greedy, Searcher, make, nodes_for
from matou.core.observation import Observation
from matou.kit.layout import as_bytes
from matou.play.host import Choice, Players

log = logging.getLogger("matou.page")

LOWER = 1  # the level that moves if thinking fails


class PagePlayers(Players):
    """Asks the worker. If it fails, a lower level answers, and the answer says so."""

    def __init__(self, think: Callable[[str], Awaitable[str]]) -> None:
        self._think = think

    async def answer(
        self,
        view: Observation,
        level: int,
        *,
        hint: bool = False,  # noqa: ARG002
        seed: int | None = None,
    ) -> Choice:
        legal = view.legal()
        if len(legal) == 1:
            return Choice(legal[0])
        bot = make(view.game, level, seed=seed, backend="interpreted")
        asked = question(bot, view)
        if asked is None:
            return Choice(bot.choose(view))
        try:
            return Choice(chosen(bot, view, json.loads(await self._think(json.dumps(asked)))))
        except Exception:
            log.exception("a bot of level %d could not think; a lower level moves for it", level)
            lower = make(view.game, LOWER, backend="interpreted")
            return Choice(lower.choose(view), is_lower=True)


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
    if isinstance(bot, Greedy):
        return bot.ranked(view, view.legal(), answer["values"])[0][0]
    return int(answer["found"][0]["action"])
