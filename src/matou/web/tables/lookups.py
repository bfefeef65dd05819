"""Finds the game or table named in a URL, or raises 404."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request

from matou.core.game import Game
from matou.play.table import Table
from matou.web.tables.manager import TableManager


def game_or_404(games: Mapping[str, Game], request: Request) -> Game:
    game = games.get(request.path_params["game"])
    if game is None:
        raise HTTPException(404)
    return game


async def table_or_404(manager: TableManager, request: Request) -> Table:
    table = await manager.table(request.path_params["table"])
    if table is None:
        raise HTTPException(404)
    return table
