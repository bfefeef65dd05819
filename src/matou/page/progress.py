"""The progress of the person at a page: results of finished games, ladders, days and people.

The result of a game is stored beside its table when it is first needed, so that no game has to be
replayed again. Friends are known by the room of their link, whose rematches belong together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from matou.bots.levels import at_table
from matou.core.messages import say
from matou.core.phrases import date
from matou.core.registry import find, names
from matou.page.storage import OWNER, PageStore
from matou.play import daily, ladder
from matou.play.keeping import Conflict, StoreFailed, TableRow
from matou.play.ladder import CatGame
from matou.play.refusals import Refused

if TYPE_CHECKING:
    from matou.page.host import PageHost


class Result(NamedTuple):
    row: TableRow
    winners: list[int]
    met: CatGame | None  # if it was against cats alone

    @property
    def own(self) -> int | None:
        """Returns the person's seat; None if they played several on this screen."""
        held = [i for i, seat in enumerate(self.row.seats) if seat.owner == OWNER]
        return held[0] if len(held) == 1 else None

    def outcome(self, seat: int) -> int:
        """Returns 1, 0 or -1 for a win, a draw or a loss of a seat."""
        return 0 if not self.winners else 1 if seat in self.winners else -1


class Progress:
    def __init__(self, host: PageHost) -> None:
        self.host = host

    async def results(self) -> list[Result]:
        """Returns the results of all finished games, the latest first."""
        found = []
        for row, stored in await self.host.store.finished():
            known = stored if stored is not None else await self._result(row.id)
            if known is not None:
                winners, met = known
                found.append(Result(row, winners, CatGame(*met) if met else None))
        return found

    async def _result(self, id: str) -> list[Any] | None:
        """Returns a game's result, and stores it; None if its rules no longer exist."""
        try:
            table = await self.host.table(id)
        except Refused:
            return None
        if not table.state.over:
            return None
        met = ladder.cat_games(table)
        result = [table.state.winners, list(met[0]) if met else None]
        with suppress(Conflict, StoreFailed):  # the next time it is computed again
            await self.host.store.keep_result(id, result)
        return result

    async def summary(self, lang: str) -> dict[str, Any]:
        """Returns the person's games, streak, ladders and people in words."""
        results = await self.results()
        days = await days_played(self.host.store)
        games = [name for name in names() if any(one.row.game == name for one in results)]
        return {
            "totals": [line for name in games if (line := totals(results, name, lang))],
            "streak": daily.streak_words(days, lang),
            "ladders": [climbed(results, name, lang) for name in games],
            "people": people(results, lang),
        }


async def days_played(store: PageStore) -> set[str]:
    """Returns the days whose cat was played to the end in time."""
    rows = [row for row, _ in await store.finished()]
    return {row.day for row in rows if row.day and row.touched < daily.end_of(row.day)}


def against(results: Iterable[Result], game: str) -> dict[int, ladder.CatResults]:
    """Returns the person's results against each cat, by its level."""
    return ladder.results_by_cat(one.met for one in results if one.met and one.row.game == game)


def totals(results: Iterable[Result], game: str, lang: str) -> list[str | int]:
    """Returns a game's title, and how many games were played, won and lost; [] for none."""
    outcomes = Counter(
        one.outcome(one.own) for one in results if one.row.game == game and one.own is not None
    )
    if not outcomes:
        return []
    return [find(game).words.TITLE.say(lang), outcomes.total(), outcomes[1], outcomes[-1]]


def climbed(results: Iterable[Result], game: str, lang: str) -> dict[str, Any]:
    """Returns how the person stands with each cat of a game, and the next one."""
    states = ladder.states(against(results, game))
    says = say("You have beaten every cat.")
    if "next" in states:
        says = say("Next: {cat}", cat=at_table(states.index("next") + 1).name)
    return {"game": game, "states": states, "says": says.say(lang)}


def people(results: Iterable[Result], lang: str) -> list[dict[str, Any]]:
    """Returns the friends who played at this page's tables, and how it stands with each."""
    found: dict[tuple[str, str], list[tuple[Result, int]]] = {}
    for one in results:
        for i, seat in enumerate(one.row.seats):
            if seat.owner not in ("", OWNER):
                room = str(one.row.settings.get("room", ""))
                found.setdefault((room, seat.owner), []).append((one, i))
    return [met(games, lang) for games in found.values()]


def met(games: list[tuple[Result, int]], lang: str) -> dict[str, Any]:
    """Returns one of the people. ``games`` has their seats, the latest game first."""
    last, seat = games[0]
    titles = {one.row.game: Counter[int]() for one, _ in games}
    for one, theirs in games:
        if one.own is not None:
            ahead = one.outcome(one.own) - one.outcome(theirs)
            titles[one.row.game][(ahead > 0) - (ahead < 0)] += 1
    return {
        "name": last.row.seats[seat].name,
        "last": say("last played {day}", day=date(last.row.touched)).say(lang),
        "scores": [
            [find(game).words.TITLE.say(lang), stands(score, lang)]
            for game, score in titles.items()
        ],
        "table": last.row.id,
        "game": last.row.game,
    }


def stands(score: Counter[int], lang: str) -> str:
    """Returns how often the person won and lost against somebody."""
    both = {"won": score[1], "lost": score[-1]}
    if score[0]:
        says = say("{won} won, {drawn} drawn, {lost} lost", drawn=score[0])
    else:
        says = say("{won} won, {lost} lost")
    return says.filled(**both).say(lang)
