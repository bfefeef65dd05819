"""The cats of the day in a page without a server: by the device's clock, and for this page alone.

The table of a day has an id that follows from the date and the game, so there is one try.
"""

from __future__ import annotations

from typing import Any

from matou.bots.levels import LEVELS
from matou.core.game import Game
from matou.core.registry import find, names
from matou.page.storage import OWNER, Loaded, PageStore
from matou.play import daily
from matou.play.opening import daily_table
from matou.play.timeline import Timeline


async def play(store: PageStore, game: Game) -> dict[str, Any]:
    """Opens today's table, unless it is there already; returns its id."""
    row = daily_table(game, daily.today(), OWNER, "")
    row.id = row.draws_id
    if await store.load(row.id) is None:
        await store.create(row)
    return {"table": row.id}


async def listed(store: PageStore, message: dict[str, Any], lang: str) -> dict[str, Any]:
    """Returns today's games and results. The page knows on which days a game was finished."""
    day = daily.today()
    games = []
    for game in map(find, names()):
        level, seat = daily.challenge(game, day)
        games.append(
            {
                "name": game.name,
                "cat": LEVELS[level - 1].name.say(lang),
                "level": level,
                "seat": daily.seat_words(game, seat).say(lang),
                **result(await store.load(f"{day}-{game.name}"), game, day, lang),
            }
        )
    return {"day": day, "streak": daily.streak_words(message["days"], lang), "games": games}


def result(found: Loaded | None, game: Game, day: str, lang: str) -> dict[str, Any]:
    if found is None:
        return {"state": "new", "says": "", "text": ""}
    if not found.stored.over:
        return {"state": "playing", "says": "", "text": ""}
    seats = found.stored.seats
    end = Timeline(game, len(seats), found.events).state.observe(None)
    own = next(i for i, seat in enumerate(seats) if seat.owner == OWNER)
    outcome, score, against = daily.outcome(end, own)
    says = daily.result_words(game, outcome, score, against, lang)
    return {
        "state": "over",
        "says": says,
        "text": daily.shared_text(game, day, outcome, says, "", lang),
    }
