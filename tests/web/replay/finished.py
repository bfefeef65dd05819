"""Finished games for tests of replays."""

from __future__ import annotations

import random
from typing import Any

from starlette.applications import Starlette
from web.support import site_of

import matou
from matou.core.fairness import Dealer, commitment
from matou.play.keeping import TableRow
from matou.play.seats import Seat

SEED = "5" * 64


def finished_game(game: str, id: str = "done", seed: int = 3) -> matou.State:
    """Plays a random game to its end, with chance drawn as a table draws it."""
    state, dealer, rng = matou.game(game).start(2), Dealer(SEED, id), random.Random(seed)
    while not state.over:
        state.play(dealer.draw(state) if state.actor == matou.CHANCE else state.sample(rng))
    return state


async def a_finished_table(
    app: Starlette, game: str, owner: str = "", id: str = "done", version: int = 0, **settings: Any
) -> matou.State:
    state = finished_game(game, id)
    stored = TableRow(
        id=id,
        game=game,
        version=version or state.game.version,
        options=dict(state.game.settings(2)),
        seats=[Seat("person", 0, owner, "Ada", 2), Seat("bot", 4, "", "", 1)],
        seed=SEED,
        commitment=commitment(SEED),
        settings={"watch": True, "hints": True, "host": owner, **settings},
        over=True,
        turn=matou.OVER,
    )
    await site_of(app).store.tables.create(stored, [entry.action for entry in state.history])
    return state
