"""The cats of the day in a page without a server: by the device's clock, and for this page alone.

The table of a day has an id that follows from the date and the game, so there is one try.
"""

from typing import Any

from matou.bots.levels import LEVELS
from matou.core.game import Game
from matou.core.registry import find, names
from matou.page.progress import days_played
from matou.page.storage import OWNER, PageStore
from matou.play import daily
from matou.play.card import Card, of_day
from matou.play.keeping import Loaded
from matou.play.opening import daily_table
from matou.play.refusals import NOT_OVER, Refused
from matou.play.timeline import Timeline


async def play(store: PageStore, game: Game) -> dict[str, Any]:
    """Opens today's table, unless it is there already; returns its id."""
    row = daily_table(game, daily.today(), OWNER, "")
    row.id = row.draws_id  # a word that the page can look up
    if await store.load(row.id) is None:
        await store.create(row)
    return {"table": row.id}


async def listed(store: PageStore, link: str, lang: str) -> dict[str, Any]:
    """Returns today's games and results."""
    day, games = daily.today(), []
    for game in map(find, names()):
        level, seat = daily.challenge(game, day)
        about = {
            "name": game.name,
            "cat": LEVELS[level - 1].name.say(lang),
            "level": level,
            "seat": seat,
            "seat_words": daily.seat_words(game, seat).say(lang),
        }
        found = await store.load(f"{day}-{game.name}")
        games.append({**about, **result(found, game, day, link, lang)})
    streak = daily.streak_words(await days_played(store), lang)
    return {"day": day, "date": daily.date_words(day, lang), "streak": streak, "games": games}


def result(found: Loaded | None, game: Game, day: str, link: str, lang: str) -> dict[str, Any]:
    if found is None or not found.row.over:
        return {"state": "playing" if found else "new", "says": "", "text": ""}
    outcome, says = ended(found, game, lang)
    text = daily.shared_text(game, day, outcome, says, link, lang)
    return {"state": "over", "says": says, "text": text}


def ended(found: Loaded, game: Game, lang: str) -> tuple[int, str]:
    """Returns how a game ended (``daily.outcome``), and its result in words."""
    end = Timeline(game, len(found.row.seats), found.events).state.observe(None)
    own = found.row.seat_of(OWNER)
    assert own is not None
    return daily.result(game, end, own, lang)


async def card(store: PageStore, game: Game, lang: str) -> Card:
    """Returns the card of today's result; raises Refused if there is none yet."""
    day = daily.today()
    found = await store.load(f"{day}-{game.name}")
    if found is None or not found.row.over:
        raise Refused("playing", NOT_OVER)
    return of_day(game, day, ended(found, game, lang)[1], lang)
