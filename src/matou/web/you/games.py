"""A visitor's games: in play, finished, a search, and statistics by game, opponent and seat.

These pages use public data only: the players, whose turn it is, the winners.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from matou.bots.levels import LEVELS
from matou.core.game import Game
from matou.core.messages import Message, say
from matou.core.phrases import date
from matou.core.position import Out
from matou.play.clock import time_words
from matou.play.keeping import TableRow
from matou.play.listing import row
from matou.play.results import result
from matou.play.seats import cats_called, folded, name_of, nth_of_level, printable
from matou.web.feature import Feature, Request, Response, route
from matou.web.pages.set_table import IN_TURN
from matou.web.tables.player_games import DRAWN, LOST, NOT_COUNTED, WON, Figure, Result, Search

PAGE = 20  # finished games on a page
MOST_IN_PLAY = 200  # on the first page
LONGEST_SEARCH = 40
MOST_PAGES = 100_000


class Tally(NamedTuple):
    who: str
    games: int
    won: int
    drawn: int
    lost: int
    long: str


class YourGames(Feature):
    @route("/you/games")
    async def games(self, request: Request) -> Response:
        owner, lang, asked = request.owner, request.lang, request.query_params
        games, theirs = self.site.games, self.store.games
        name = printable(asked.get("q", "")[:LONGEST_SEARCH])
        game = asked.get("game", "") if asked.get("game") in games else ""
        search = Search(game, name, cats_called(name))
        page = max(1, min(request.number("page"), MOST_PAGES))
        found, count = await theirs.finished_of(owner, search, PAGE, (page - 1) * PAGE)
        playing = await theirs.in_play_of(owner, MOST_IN_PLAY) if owner and page == 1 else []
        return request.render(
            "you/games.html",
            running=[
                row(table, games[table.game], owner, lang, self.manager.time.now())
                for table in playing
                if table.game in games and fits(table, owner, search)
            ],
            finished=[
                finished(table, how, games[table.game], owner, lang)
                for table, how in found
                if table.game in games
            ],
            with_others=any(s.owner not in ("", owner) for table in playing for s in table.seats),
            q=name,
            game=game,
            searched=bool(name or game),
            finished_count=count,
            page=page,
            all_pages=max(1, -(-count // PAGE)),
            signed_in=request.device != "",
        )

    @route("/you/figures")
    async def figures(self, request: Request) -> Response:
        owner, lang = request.owner, request.lang
        found = await self.store.games.figures_of(owner) if owner else []
        return request.render(
            "you/figures.html",
            figures=[
                (game, *tallies(game, [f for f in found if f.game == game.name], lang))
                for game in self.manager.games.values()
                if any(f.game == game.name for f in found)
            ],
        )


def fits(table: TableRow, owner: str, search: Search) -> bool:
    if search.game and table.game != search.game:
        return False
    if not search.name:
        return True
    asked = folded(search.name)
    return any(
        asked in folded(seat.name)
        or (seat.kind == "bot" and (seat.level, nth_of_level(table.seats, i)) in search.cats)
        for i, seat in enumerate(table.seats)
        if seat.owner != owner
    )


def finished(table: TableRow, how: Result, game: Game, owner: str, lang: str) -> dict[str, Any]:
    own = None if how.outcome == NOT_COUNTED else how.seat
    who = [name_of(table.seats, i, lang, own) for i in range(len(table.seats))]
    winners = [int(seat) for seat in how.winners.split(",") if seat]
    out = [Out(seat, 0) for seat in table.lost_by_time(game)]
    is_known = own is not None or bool(winners)
    ending = result(game, winners, who, lang, reader=own, out=out)
    return {
        **row(table, game, owner, lang),
        "turn": ending if is_known else say("finished").say(lang),
        "won": how.outcome == WON,
        "ended": date(how.ended).say(lang),
    }


def tallies(game: Game, found: Sequence[Figure], lang: str) -> tuple[list[Tally], list[Tally]]:
    """Returns a person's results in one game against each kind of opponent, and by seat."""
    against = [
        (level.name, [f for f in found if str(i) in f.levels]) for i, level in enumerate(LEVELS, 1)
    ]
    against += [(say("people"), [f for f in found if f.people]), (say("in total"), [*found])]
    seats = [
        (game.sides(i) if game.sides else IN_TURN[i], [f for f in found if f.seat == i])
        for i in range(game.max_seats)
    ]
    of_opponents, of_seats = (
        [tally(who, some, lang) for who, some in groups if some] for groups in (against, seats)
    )
    return of_opponents, of_seats


def tally(who: Message, found: Iterable[Figure], lang: str) -> Tally:
    games: Counter[int] = Counter()
    seconds = 0.0
    for figure in found:
        games[figure.outcome] += figure.games
        seconds += figure.seconds
    length = time_words(seconds / max(1, games.total()), lang)
    return Tally(who.say(lang), games.total(), games[WON], games[DRAWN], games[LOST], length)
