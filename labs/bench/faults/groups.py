"""Groups of clients that play one game after another."""

from __future__ import annotations

import asyncio
from typing import Any

from labs.bench.faults.players import CLOCK, Client, Run
from labs.bench.faults.webhook_sink import Correspondent, WebhookSink
from matou.core.registry import find, names
from matou.play.keeping import StoreFailed
from matou.play.opening import new_table
from matou.play.seats import Seat


class Group:
    """Clients that play one game after another with each other."""

    def __init__(
        self,
        run: Run,
        nth: int,
        bots: bool = False,
        watched: bool = False,
        clocked: bool = False,
        sink: WebhookSink | None = None,
    ) -> None:
        self.run = run
        self.bots = bots
        self.clocked = clocked
        self.by_webhook = sink is not None
        self.players: list[Client]
        if sink is None:
            self.players = [Client(run, f"{nth}{letter}") for letter in ("a" if bots else "ab")]
        else:
            pair = [Correspondent(run, f"{nth}{letter}", sink) for letter in "ab"]
            for one in pair:
                one.partners = pair
            self.players = [*pair]
        self.watchers = [Client(run, f"{nth}w")] if watched else []
        self.nth = nth
        self.games = 0

    @property
    def everybody(self) -> list[Client]:
        return self.players + self.watchers

    async def play(self) -> None:
        while not self.run.stopped.is_set() and not self.run.is_held:
            table = await self.lay()
            if table:
                await asyncio.gather(*(client.play(table) for client in self.everybody))

    async def lay(self) -> str:
        """Creates a table in the database and returns its id."""
        known = names()
        game = find(known[(self.nth + self.games) % len(known)])
        seats = [Seat("person", 0, p.owner, f"P{i}", i) for i, p in enumerate(self.players)]
        if self.bots:
            seats.insert(self.games % 2, Seat("bot", 1, "", "Bot", 3))
        self.games += 1
        settings: dict[str, Any] = {"watch": True, "hints": False, "host": self.players[0].owner}
        if self.clocked:
            settings["clock"] = {"kind": "live", "minutes": CLOCK / 60, "increment": 0}
        row = new_table(game, seats, settings, {})
        try:
            for player in self.players:
                if isinstance(player, Correspondent):
                    await player.subscribe()
            await self.run.store.tables.create(row)
        except StoreFailed:
            await asyncio.sleep(0.3)
            return ""
        self.run.history.note(
            "laid",
            table=row.id,
            who=[client.name for client in self.everybody],
            bots=self.bots,
            by_webhook=self.by_webhook,
        )
        return row.id
