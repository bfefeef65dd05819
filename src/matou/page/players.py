"""Bots of a page: they think in a worker of their own, with the games' WebAssembly modules."""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable

from matou.bots.players import make
from matou.bots.remote import chosen, question
from matou.core.state import Observation
from matou.play.players import Choice

log = logging.getLogger("matou.page")

LOWER = 1  # the level that moves if thinking fails


class PagePlayers:
    """Asks the worker. If it fails, a lower level answers, and the answer says so."""

    def __init__(self, think: Callable[[str], Awaitable[str]]) -> None:
        self._think = think

    async def answer(self, view: Observation, level: int, *, hint: bool = False) -> Choice:  # noqa: ARG002
        legal = view.legal()
        if len(legal) == 1:
            return Choice(legal[0])
        bot = make(view.game, level, backend="interpreted")
        asked = question(bot, view)
        if asked is None:
            return Choice(bot.choose(view))
        try:
            return Choice(chosen(bot, view, json.loads(await self._think(json.dumps(asked)))))
        except Exception:
            log.exception("a bot of level %d could not think; a lower level moves for it", level)
            lower = make(view.game, LOWER, backend="interpreted")
            return Choice(lower.choose(view), is_lower=True)
