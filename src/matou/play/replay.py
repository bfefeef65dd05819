"""Replays: every position of a game, viewed from one seat.

Everything shown of a position comes from ``observe`` at that position, and from lines of the log as
that seat may read them now. Actions that were undone are not part of a replay.
"""

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from matou.core.messages import Message, say
from matou.core.moments import Moment
from matou.core.observation import Observation
from matou.core.position import Entry
from matou.core.record import Origin, Record
from matou.core.refusals import BadRecord
from matou.core.state import State
from matou.kit.layout import clone
from matou.kit.linking import CHANCE, OVER
from matou.paper import Sheet
from matou.play import clock, daily, position_words, results
from matou.play.log import Line, blanked, happened, play
from matou.play.protocol.messages import LogLine
from matou.play.protocol.replays import About, Eyes, Position, Story, TimedLine
from matou.play.seats import Seat, clean_name, face_of, name_of
from matou.play.table import Table
from matou.play.wire import PageCopy

FARTHEST = 20  # games back that are looked for; longer chains can be verified from their records
MOST_SHEETS = 24  # drawings in the cache
MOST_BYTES = 128 * 1024  # of a record; the longest games take a tenth of it
Found = tuple[Record, dict[str, Any] | None]  # a game, and the ``origin`` in its table's settings


class Positions:
    def __init__(self, end: State) -> None:
        self.out, self.stopped, self.over = end.out, end.stopped, end.over
        self.game, self.seats = end.game, end.seats
        state = self.game.start(self.seats)
        self._records: list[Any] = [clone(state.s)]
        self.lines: list[Line] = []
        for entry in end.history:
            self.lines.append(play(state, entry.action))
            self._records.append(clone(state.s))
        self.history: list[Entry] = state.history
        self._sheets: dict[tuple[Any, ...], Sheet] = {}

    @property
    def count(self) -> int:
        """Returns the number of actions; positions are numbered from 0 to this."""
        return len(self.history)

    def state(self, at: int) -> State:
        state = State(self.game, self.seats, clone(self._records[at]))
        state.history = self.history[:at]
        state.out = tuple(out for out in self.out if out.after <= at)
        state.stopped = self.stopped and at == self.count
        return state

    def sheet(
        self, at: int, eyes: int | None, lang: str, who: list[str], wide: bool = False
    ) -> Sheet:
        """Returns the picture of a position as a seat saw it; cached."""
        key = (at, eyes, lang, wide, *who)
        if key not in self._sheets:
            if len(self._sheets) >= MOST_SHEETS:
                del self._sheets[next(iter(self._sheets))]
            self._sheets[key] = self.view(at, eyes).sheet(lang=lang, names=who, wide=wide)
        return self._sheets[key]

    def view(self, at: int, eyes: int | None) -> Observation:
        return self.state(at).observe(eyes)

    def moments(self, at: int) -> tuple[Moment, ...]:
        """Returns the moments on the way to a position, as everybody saw them."""
        if at == 0:
            return ()
        before, after = (blanked(self.state(n), -1) for n in (at - 1, at))
        return happened(self.game, before, after)


@dataclass
class Replay:
    """A table's game or an opened record, and how much of it the reader may see."""

    positions: Positions
    path: str  # its address: /t/…/back or /open/…
    stamp: str  # changes when the positions do
    seats: list[Seat]
    eyes: list[int | None]  # the seats it may be viewed from, the default first
    origin: Origin | None = None
    table: str = ""  # the table it comes from
    record: Record | None = None  # the full record, if nothing is secret
    own: int | None = None  # the reader's own seat
    is_public: bool = True  # anybody who has the address may view it
    is_sealed: bool = False  # the game it continues is shown only once this one is over
    day: str = ""  # of a game with the cat of a day that has not ended
    left: Mapping[int, float] = field(default_factory=dict)  # the mover's remaining time, by action

    def names(self, lang: str) -> list[str]:
        return [name_of(self.seats, i, lang, self.own) for i in range(len(self.seats))]

    def tell(self, words: Message, lang: str) -> str:
        """Returns a message in the reader's language, with names for seats."""
        return words.say(lang, self.names(lang), self.own)

    def result(self, lang: str) -> str:
        people = [i for i, seat in enumerate(self.seats) if seat.kind == "person" and not seat.name]
        end, who = self.positions.state(self.positions.count), self.names(lang)
        about: dict[str, Any] = {"reader": self.own, "nameless": people, "out": end.out}
        return results.result(end.game, end.winners, who, lang, **about)

    # Messages for a page

    def about(self, lang: str, origin: str = "") -> About:
        """Returns the game's description for a page.

        ``origin`` is the address of the game that this one continues.
        """
        who, game, notes = self.names(lang), self.positions.game, []
        if self.record is None:
            notes.append(
                say("The game is still going on: you see only what you could see at that point.")
            )
        if self.origin is not None:
            notes.append(position_words.taken_over(self.origin, self.is_sealed))
        spectator = Eyes("-", say("a spectator").say(lang))
        return About(
            game=game.name,
            title=game.words.TITLE.say(lang),
            names=who,
            colours=[seat.colour for seat in self.seats],
            faces=[face_of(game, self.seats, i) for i in range(len(self.seats))],
            eyes=[spectator if i is None else Eyes(str(i), who[i]) for i in self.eyes],
            own=self.own,
            count=self.positions.count,
            is_open=self.record is not None,
            is_over=self.record is not None and self.positions.over,
            notes=[note.say(lang) for note in notes],
            table=self.table,
            origin=origin,
        )

    def story(self, eyes: int | None, lang: str) -> Story:
        lines: list[LogLine | TimedLine] = []
        for i, line in enumerate(self.positions.lines):
            read = line.read_by(eyes, self.record is not None)
            made = LogLine(read.actor, self.tell(read.says, lang), read.name)
            timed = i in self.left
            lines.append(TimedLine(*made, clock.time_words(self.left[i], lang)) if timed else made)
        return Story(self.stamp, self.positions.count, lines)

    def position(
        self, at: int, eyes: int | None, lang: str, base: int, wide: bool, in_words: bool
    ) -> Position:
        """Returns a position; its picture is sent as changes to position ``base``."""
        who, positions = self.names(lang), self.positions
        view = positions.view(at, eyes)
        sheet = positions.sheet(at, eyes, lang, who, wide)
        made = Position(
            stamp=self.stamp,
            at=at,
            turn=view.actor,
            over=view.over,
            tallies=position_words.tallies(view, True, lang),
            says=self._says(view, lang),
            winners=view.winners if view.over else [],
            moments=positions.moments(at),
        )
        had = positions.sheet(base, eyes, lang, who, wide) if 0 <= base <= positions.count else None
        PageCopy(had).write(sheet, made)
        if in_words:
            made.board_text = view.text(lang, who)
        return made

    def _says(self, view: Observation, lang: str) -> str:
        """Returns whose turn it was, or how the game ended."""
        if view.actor == OVER:
            return self.result(lang)
        if view.actor == CHANCE:
            return ""
        if view.actor == self.own:
            return say("you to play").say(lang)
        return say("{name} to play", name=self.names(lang)[view.actor]).say(lang)

    @property
    def id(self) -> str:
        """Returns the game's id in its record, else its table or the end of its path."""
        if self.record is not None and self.record.id:
            return self.record.id
        return self.table or self.path.rsplit("/", 1)[-1][:12]

    @property
    def key(self) -> str:
        """Returns a hash of the rules and actions, without names: equal games share it."""
        game, positions = self.positions.game, self.positions
        settings = sorted(game.settings(positions.seats).items())
        rules = [game.name, game.version, positions.seats, settings]
        if positions.out:
            rules.append((positions.out, positions.stopped))
        actions = " ".join(entry.name for entry in positions.history)
        return hashlib.sha256(f"{rules!r} {actions}".encode()).hexdigest()[:32]


def replay_of_table(table: Table, path: str, owner: str, positions: Positions) -> Replay:
    """Returns a table's game as far as this person may see it: all of it once it is over."""
    held = table.seats_of(owner)
    own = held[0] if len(held) == 1 else None
    is_over = table.state.over
    eyes: list[int | None] = [None] if own is None else [own, None]
    if is_over:
        eyes += [seat for seat in range(len(table.seats)) if seat != own]
    settings = table.row.settings
    return Replay(
        *(positions, path, f"{table.id}-{table.number}", table.seats, eyes),
        origin=table.timeline.origin,
        table=table.id,
        record=table.record({}) if is_over else None,
        own=own,
        is_public=bool(settings.get("watch")),
        is_sealed=settings.get("origin", {}).get("sealed", False),
        day=table.row.day if daily.is_closed(table.row) else "",
    )


def replay_of_record(record: Record, path: str, key: str, positions: Positions) -> Replay:
    """Returns the replay of an opened record, with nothing hidden."""
    seats = [Seat("person", 0, "", record.players.get(i, ""), i) for i in range(record.seats)]
    eyes: list[int | None] = [None, *range(record.seats)]
    return Replay(positions, path, key, seats, eyes, record.origin, record=record)


class TooLong(BadRecord):
    """Raised when a record is longer than any game could be."""

    SAYS = say("it is longer than any game could be (at most {most} kB)", most=MOST_BYTES // 1024)


def opened(sent: str) -> Record:
    """Parses an uploaded record and cleans the names in it. Raises BadRecord."""
    # Pasted text may lack its last line break, or have extra spaces.
    sent = sent.replace("\r\n", "\n").strip() + "\n"
    if not sent.strip():
        raise BadRecord("it is empty")
    if len(sent.encode(errors="replace")) > MOST_BYTES:
        raise TooLong(TooLong.SAYS)
    return named_cleanly(Record.loads(sent))


def named_cleanly(record: Record) -> Record:
    cleaned = {seat: clean_name(name) for seat, name in record.players.items()}
    return replace(record, players={seat: name for seat, name in cleaned.items() if name})


def key_of(record: Record) -> str:
    """Returns the key that an opened record is stored under: a hash of its text."""
    return hashlib.sha256(record.dumps().encode()).hexdigest()[:24]


async def origins_of(
    origin: dict[str, Any] | None, find: Callable[[str], Awaitable[Found | None]]
) -> list[Record]:
    """Returns the records of the games that one continues, the nearest first, to prove its draws.

    ``find`` looks a game up by its path; the search stops at the first that is missing. The records
    are only verified, not shown, and a player who continues a private game has seen it.
    """
    found: list[Record] = []
    while origin is not None and len(found) < FARTHEST:
        before = await find(str(origin["path"]))
        if before is None:
            break
        record, origin = before
        found.append(record)
    return found
