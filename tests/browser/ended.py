"""Finished games of one person with every kind of ending, stored before a server starts."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

from browser.visitor import Visitor

import matou
from matou.core.fairness import Dealer, commitment
from matou.play.headline import Finished, headline
from matou.play.keeping import TableRow
from matou.play.replay import Positions
from matou.play.seats import Seat
from matou.web.http.security import COOKIE, People
from matou.web.store import open_store

GAME = "catymini"
SEED = "6" * 64


def random_game(game: str, id: str, seed: int, seats: int = 2) -> matou.State:
    state, dealer, rng = matou.game(game).start(seats), Dealer(SEED, id), random.Random(seed)
    while not state.over:
        state.play(dealer.draw(state) if state.actor == matou.CHANCE else state.sample(rng))
    return state


def headline_kind(state: matou.State) -> str:
    """Returns the kind of headline that the record alone gives the first seat."""
    found = headline(Finished(Positions(state), 0))
    return found.kind if found else ""


def first_game(id: str, wanted: Callable[[matou.State], bool], game: str = GAME) -> matou.State:
    """Returns the first random game that ends as wanted."""
    return next(state for seed in count() if wanted(state := random_game(game, id, seed)))


def won_by(kind: str) -> Callable[[matou.State], bool]:
    """Returns a test for wins of the first seat with a kind of headline."""
    return lambda state: headline_kind(state) == kind and state.winners == [0]


# Kinds of headline that follow from the record alone.
KINDS = {
    "appenzell": ("close", "clear", "lead"),
    "catymini": ("tie-break", "close", "clear", "lead"),
    "chopchop": ("close", "clear", "rare"),
    "clocktowers": ("tie-break", "close", "clear", "lead"),
}
ENDS: dict[str, Callable[[matou.State], bool]] = {
    **{kind: won_by(kind) for kind in ("tie-break", "close", "clear")},
    "loss": lambda state: state.winners == [1],
}


class Site:
    """A data folder with finished games, and the cookie of the person who played them."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.cookie = ""

    def fill(self, games: dict[str, matou.State], same: bool = False, **settings: Any) -> None:
        """Stores games against bots, or on the ``same`` screen."""
        with ThreadPoolExecutor(1) as aside:  # the browser's own loop may run in this thread
            aside.submit(lambda: asyncio.run(self._fill(games, same, settings))).result()

    async def _fill(
        self, games: dict[str, matou.State], same: bool, settings: dict[str, Any]
    ) -> None:
        store = open_store(self.data)
        people = People(store.db.key)
        self.cookie = self.cookie or people.new()
        owner = people.owner(self.cookie)
        for id, state in games.items():
            others = [Seat("bot", 1, "", "", i) for i in range(1, state.seats)]
            if same:
                others = [Seat("person", 0, owner, "Basile", 1)]
            row = TableRow(
                id=id,
                game=state.game.name,
                version=state.game.version,
                options=dict(state.game.settings(state.seats)),
                seats=[Seat("person", 0, owner, "Ada", 0), *others],
                seed=SEED,
                commitment=commitment(SEED),
                settings={"watch": True, "hints": True, "host": owner, **settings},
                over=True,
                turn=matou.OVER,
            )
            row.seats[0].rated_at = 1.0 if settings.get("rated") else 0.0
            await store.tables.create(row, [entry.action for entry in state.history])
        await store.db.close()

    def sign_in(self, visitor: Visitor) -> None:
        visitor.context.add_cookies(
            [{"name": COOKIE, "value": self.cookie, "url": visitor.server.url}]
        )
