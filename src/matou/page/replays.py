"""Replays in a page: its own games and opened records, to review, verify and play on from.

Every request names a game. Most work for a running game too, as the person here saw it::

    {"ask": "about", "table": id}  or  {"ask": "about", "opened": key}
    {"ask": "story", …, "eyes": "0" or "-"}           the log
    {"ask": "position", …, "eyes": …, "at": n, "base": n, "wide": …, "text": …}
    {"ask": "record", …}                              {"record": text, "name": file name}
    {"ask": "verify", …}                              {"fits": …, "says": …}
    {"ask": "questions", …}                           what bots should analyse; then the result:
    {"ask": "opinion", …, "moments": […], "draws": […]}   the same in words
    {"ask": "after", "table": id}                     what follows the game (``protocol.After``),
                                                      perhaps with "moments" and "draws"
    {"ask": "picture", …}  or  {"ask": "picture", "daily": game}   {"svg": …, "size": …}
    {"ask": "play_on", …, "at": n, "seat": n, "level": n}   {"table": id}
    {"ask": "open", "record": text}                   {"opened": key}
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from matou.bots.binding import module_path
from matou.core import fairness, registry
from matou.core.messages import say
from matou.core.record import Record
from matou.core.refusals import BadRecord
from matou.page import daily_games, progress
from matou.page.storage import OWNER
from matou.play import analysis, daily, headline, ladder, opening, requests, results
from matou.play.card import HIGH, WIDE, of_game, standalone
from matou.play.protocol.program_requests import Drawn, Findings, Judged
from matou.play.protocol.replays import About, After, Position, Story
from matou.play.refusals import NOT_OVER, Refused
from matou.play.replay import (
    Found,
    Positions,
    Replay,
    key_of,
    opened,
    origins_of,
    replay_of_record,
    replay_of_table,
)
from matou.play.seats import names_of

if TYPE_CHECKING:
    from matou.page.host import PageHost
    from matou.play.table import Table

OPENED = "~"  # begins the place of an opened record; a table's place is its id
REPLAY_REQUESTS = {
    *("about", "story", "position", "record", "online", "verify", "analysis", "questions"),
    *("opinion", "after", "picture", "play_on", "open"),
}


class Replays:
    """Answers requests about games that were played or opened here."""

    def __init__(self, host: PageHost) -> None:
        self.host = host
        self._positions: dict[str, Positions] = {}  # of the game that was asked for last

    async def table(self, id: str, *, today_too: bool = False) -> Table:
        """Returns a table; raises Refused for today's cat of the day, except to tell its result."""
        table = await self.host.table(id)
        if daily.is_closed(table.row) and not today_too:
            raise Refused("closed", daily.CLOSED)
        return table

    async def replay(self, message: dict[str, Any], *, today_too: bool = False) -> Replay:
        """Returns a game to review: what one saw of it, and everything once it is over."""
        if "opened" in message:
            return await self.replay_of_opened(message["opened"])
        table = await self.table(message["table"], today_too=today_too)
        async with table.lock:
            stamp = f"{table.id}-{table.number}"
            if stamp not in self._positions:
                self._positions = {stamp: Positions(table.state)}
            return replay_of_table(table, table.id, OWNER, self._positions[stamp])

    async def replay_of_opened(self, key: str) -> Replay:
        text = await self.host.store.record(key)
        if text is None:
            raise Refused("gone", say("This game isn’t in this browser (any more)."))
        record = readable(text)
        if key not in self._positions:
            self._positions = {key: Positions(record.replay())}
        return replay_of_record(record, OPENED + key, key, self._positions[key])

    async def finished(
        self, message: dict[str, Any], *, today_too: bool = False
    ) -> tuple[Replay, Record]:
        replay = await self.replay(message, today_too=today_too)
        if replay.record is None or not (replay.positions.over or "opened" in message):
            raise Refused("playing", NOT_OVER)
        return replay, replay.record

    async def origin(self, replay: Replay) -> dict[str, Any] | None:
        """Returns where the game is that this one continues, if known."""
        if replay.table:
            table = await self.host.table(replay.table)
            origin: dict[str, Any] | None = table.row.settings.get("origin")
            return origin
        found = replay.origin
        return None if found is None else {"path": found.id, "count": found.count}

    async def about(self, message: dict[str, Any], lang: str) -> About:
        replay = await self.replay(message)
        origin = await self.origin(replay) if replay.table else None
        place = f"{origin['path']}#{origin['count']}" if origin is not None else ""
        return replay.about(lang, place)

    async def story(self, message: dict[str, Any], lang: str) -> Story:
        replay = await self.replay(message)
        return replay.story(eyes(message, replay), lang)

    async def position(self, message: dict[str, Any], lang: str) -> Position:
        replay = await self.replay(message)
        at = requests.within(message["at"], 0, replay.positions.count + 1)
        base = message.get("base", -1)
        wide, in_words = bool(message.get("wide")), bool(message.get("text"))
        return replay.position(at, eyes(message, replay), lang, base, wide, in_words)

    async def record(self, message: dict[str, Any], lang: str) -> dict[str, Any]:
        replay, record = await self.finished(message)
        return {"record": named(replay, record, lang).dumps(), "name": f"{replay.id}.matou"}

    async def online(self, message: dict[str, Any], lang: str) -> dict[str, Any]:  # noqa: ARG002
        """Returns what a site needs to continue the game: its record, its origins and its seats."""
        table = await self.table(message["table"])
        async with table.lock:
            names = {i: seat.name for i, seat in enumerate(table.seats) if seat.name}
            record = table.timeline.record(table.dealer, names)
        origins = await origins_of(table.row.settings.get("origin"), self.before)
        seats = [
            f"bot{seat.level}:{seat.colour}" if seat.kind == "bot" else f"me:{seat.colour}"
            for seat in table.seats
        ]
        return {
            "record": record.dumps(),
            "origins": "".join(origin.dumps() for origin in origins),
            "seats": " ".join(seats),
            "hints": "1" if table.row.settings.get("hints") else "",
        }

    async def verify(self, message: dict[str, Any], lang: str) -> dict[str, Any]:
        replay, record = await self.finished(message)
        origins = await origins_of(await self.origin(replay), self.before)
        proof = fairness.prove(named(replay, record, lang), origins)
        return {"fits": proof.whole, "says": results.proved(proof, replay.origin, lang)}

    async def before(self, place: str) -> Found | None:
        """Returns the game at a place, if it can prove anything."""
        which = {"opened": place[1:]} if place.startswith(OPENED) else {"table": place}
        try:
            replay, record = await self.finished(which)
        except Refused:
            return None
        return record, await self.origin(replay)

    async def analysis(self, message: dict[str, Any], lang: str) -> dict[str, Any]:
        """Says that there is no analysis: the page's bots make it, if they can."""
        says = say("There’s no bot here to review the game with you.")
        if not (await self.replay(message)).positions.over:
            says = say("Once the game is over, a bot can review it with you.")
        return {"state": "none", "says": says.say(lang)}

    async def questions(self, message: dict[str, Any], lang: str) -> dict[str, Any]:  # noqa: ARG002
        _, record = await self.finished(message)
        module = module_path(record.game).name
        return analysis.questions(record, module, is_quick=bool(message.get("quick")))

    async def opinion(self, message: dict[str, Any], lang: str) -> dict[str, Any]:
        replay, record = await self.finished(message)
        module = module_path(record.game).name
        return analysis.in_words(replay, evaluated(replay, message), lang, module)

    async def after(self, message: dict[str, Any], lang: str, owner: str = OWNER) -> After:
        """Returns the headline of a game and the next cat, from an analysis if there is one."""
        replay, _ = await self.finished(message, today_too=True)
        data = evaluated(replay, message) if "moments" in message else None
        table = await self.host.table(message["table"])
        if owner != OWNER:
            replay = replay_of_table(table, table.id, owner, replay.positions)
        first = reached = None
        for met in ladder.cat_games(table) if not table.row.day else ():
            against = progress.against(await self.host.progress.results(), table.game.name)
            first, reached = ladder.first_win(met, against), ladder.rung(met, against, lang)
        link = message.get("link", "")
        return headline.after(replay, lang, data=data, first=first, rung=reached, link=link)

    async def picture(self, message: dict[str, Any], lang: str) -> dict[str, Any]:
        """Returns a card to share (``play/card.py``): of a game, or of today's result in a game."""
        replay = None if "daily" in message else (await self.finished(message, today_too=True))[0]
        if replay is None or replay.day:
            game = replay.positions.game if replay else registry.find(message["daily"])
            card = await daily_games.card(self.host.store, game, lang)
        else:
            card = of_game(replay, lang)
        return {"svg": standalone(card), "size": [WIDE, HIGH]}

    async def play_on(self, message: dict[str, Any], lang: str) -> dict[str, Any]:  # noqa: ARG002
        replay = await self.replay(message)
        at, seat, level = (int(message[key]) for key in ("at", "seat", "level"))
        mine = replay.table and seat < len(replay.seats) and replay.seats[seat].owner == OWNER
        name = replay.seats[seat].name if mine else ""
        set_up, actions = opening.continued(replay, at, seat, level, OWNER, name)
        table = opening.new_table(*set_up)
        table.turn = replay.positions.state(at).actor
        await self.host.store.create(table, events=actions)
        return {"table": table.id}

    async def open(self, message: dict[str, Any], lang: str) -> dict[str, Any]:  # noqa: ARG002
        record = readable(message["record"])
        key = key_of(record)
        await self.host.store.keep_record(key, record.dumps())
        return {"opened": key}


def named(replay: Replay, record: Record, lang: str) -> Record:
    """Returns a record with the names of its players. A table's own record has none."""
    if not replay.table:
        return record
    return replace(record, players=dict(enumerate(names_of(replay.seats, lang))))


def readable(text: str) -> Record:
    """Reads an opened record; raises Refused if it is invalid or its rules have changed."""
    try:
        return opened(text)
    except BadRecord as bad:
        raise Refused("bad", say("This can’t be opened: {why}", why=bad.says)) from None


def evaluated(replay: Replay, message: dict[str, Any]) -> dict[str, Any]:
    """Returns the analysis that the page has made of a game."""
    judged = [Judged(**moment) for moment in message["moments"]]
    drawn = [Drawn(**draw) for draw in message["draws"]]
    return analysis.checked(replay, Findings(moments=judged, draws=drawn))


def eyes(message: dict[str, Any], replay: Replay) -> int | None:
    """Returns the seat whose view the page asks for, if that is allowed."""
    asked = message.get("eyes", "")
    for seat in replay.eyes:
        if asked == ("-" if seat is None else str(seat)):
            return seat
    return replay.eyes[0]
