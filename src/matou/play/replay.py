"""A game to look back on: every position again, through one pair of eyes.

Whatever is shown of a position is made from ``observe`` at that position, and lines of the log
as that seat may read them now. What was taken back is not among them: it is the line of
play that stands.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from matou.core.game import Game
from matou.core.moments import Moment
from matou.core.record import Origin, Record
from matou.core.state import Entry, Observation, Out, State
from matou.core.words import BadRecord, Words
from matou.kit.layout import clone
from matou.kit.linking import CHANCE, OVER
from matou.paper import Sheet
from matou.paper.portraits import COATS, PERSON
from matou.play import text, time_words, views
from matou.play.log import Line, blanked, play
from matou.play.moments import happened
from matou.play.results import result
from matou.play.seats import Seat, clean_name, name_of, nth_of_level
from matou.play.table import Table
from matou.play.wire import PageCopy

MOST_SHEETS = 24  # drawings that are kept
MOST_BYTES = 128 * 1024  # in a record; the longest games take a tenth of it


class Positions:
    """Every position of a game, from the first to the last."""

    def __init__(
        self,
        game: Game,
        seats: int,
        actions: Sequence[int],
        out: tuple[Out, ...] = (),
        stopped: bool = False,
    ) -> None:
        self.out, self.stopped = out, stopped  # who lost by time, and did it end the game?
        self.game = game
        self.seats = seats
        state = game.start(seats)
        self._records: list[Any] = [clone(state.s)]
        self.lines: list[Line] = []
        for action in actions:
            self.lines.append(play(state, action))
            self._records.append(clone(state.s))
        self.history: list[Entry] = state.history
        self.over = state.over or stopped
        self._sheets: dict[tuple[Any, ...], Sheet] = {}

    @property
    def count(self) -> int:
        """How many actions there are; positions are numbered from 0 to this."""
        return len(self.history)

    def state(self, at: int) -> State:
        """The whole state after so many actions."""
        state = State(self.game, self.seats, clone(self._records[at]))
        state.history = self.history[:at]
        state.out = tuple(out for out in self.out if out.after <= at)
        state.stopped = self.stopped and at == self.count
        return state

    def sheet(
        self, at: int, eyes: int | None, lang: str, who: list[str], wide: bool = False
    ) -> Sheet:
        """The picture of a position, as those eyes saw it."""
        key = (at, eyes, lang, wide, *who)
        if key not in self._sheets:
            if len(self._sheets) >= MOST_SHEETS:
                del self._sheets[next(iter(self._sheets))]
            self._sheets[key] = self.view(at, eyes).sheet(lang=lang, names=who, wide=wide)
        return self._sheets[key]

    def view(self, at: int, eyes: int | None) -> Observation:
        return self.state(at).observe(eyes)

    def moments(self, at: int) -> tuple[Moment, ...]:
        """What happened on the way to a position, as it was seen by all."""
        if at == 0:
            return ()
        before, after = (blanked(self.state(n), -1) for n in (at - 1, at))
        return happened(self.game, before, after)


@dataclass
class Replay:
    """What somebody looks back on: a table's game or an opened record, and how far they may see."""

    positions: Positions
    path: str  # where it lies: /t/…/back or /open/…
    stamp: str  # changes when the positions do
    seats: list[Seat]
    eyes: list[int | None]  # through which one may look; the first is where one begins
    origin: Origin | None = None
    table: str = ""  # the table it comes from
    record: Record | None = None  # the whole of it, where all may be known
    own: int | None = None  # the seat of whoever looks
    is_public: bool = True  # may everybody look who knows where it lies?
    is_sealed: bool = False  # is what it goes on from shown only once it is over?
    left: Mapping[int, float] = field(default_factory=dict)  # what movers had then, by action

    def names(self, lang: str) -> list[str]:
        return [name_of(self.seats, i, lang, self.own) for i in range(len(self.seats))]

    def tell(self, words: Words, lang: str) -> str:
        """What a game says, with names for seats, to whoever looks back."""
        return words.say(lang, self.names(lang), self.own)

    def result(self, lang: str) -> str:
        """Who won, told to whoever looks back."""
        people = [i for i, seat in enumerate(self.seats) if seat.kind == "person" and not seat.name]
        end = self.positions.state(self.positions.count)
        return result(
            end.winners,
            self.names(lang),
            lang,
            reader=self.own,
            nameless=people,
            late=[out.seat for out in end.out],
        )

    # What a page is sent

    def about(self, lang: str) -> dict[str, Any]:
        """What was played and by whom, and what may be done with it."""
        who, notes = self.names(lang), []
        if self.record is None:
            notes.append(text.STILL_PLAYING.say(lang))
        if self.origin is not None:
            says = text.CONTINUES_SEALED if self.is_sealed else text.CONTINUES
            notes.append(says.say(lang).format(n=self.origin.count))
        return {
            "game": self.positions.game.name,
            "title": self.positions.game.words.TITLE.say(lang),
            "names": who,
            "colours": [seat.colour for seat in self.seats],
            "faces": [self._face(i) for i in range(len(self.seats))],
            "eyes": [
                ["-", text.ONLOOKER.say(lang)] if seat is None else [str(seat), who[seat]]
                for seat in self.eyes
            ],
            "own": self.own,
            "count": self.positions.count,
            "is_open": self.record is not None,  # may all of it be known?
            "is_over": self.record is not None and self.positions.over,
            "notes": notes,
        }

    def _face(self, i: int) -> tuple[int, str]:
        """Whose portrait a seat has, and its coat, as at the table."""
        seat = self.seats[i]
        if seat.kind != "bot":
            return PERSON, f"var(--c{seat.colour})"
        family = COATS[seat.level - 1]
        return seat.level, family[nth_of_level(self.seats, i) % len(family)]

    def story(self, eyes: int | None, lang: str) -> dict[str, Any]:
        """The log, line by line."""
        lines = []
        for i, line in enumerate(self.positions.lines):
            told = line.read_by(eyes, self.record is not None)
            lines.append([told.actor, self.tell(told.says, lang), told.name])
            if i in self.left:
                lines[-1].append(time_words.shown(self.left[i], lang))
        return {"stamp": self.stamp, "count": self.positions.count, "lines": lines}

    def position(
        self, at: int, eyes: int | None, lang: str, base: int, wide: bool, in_words: bool
    ) -> dict[str, Any]:
        """One position; its picture as what changes of another that the page has (``base``)."""
        who, positions = self.names(lang), self.positions
        view = positions.view(at, eyes)
        sheet = positions.sheet(at, eyes, lang, who, wide)
        told: dict[str, Any] = {
            "stamp": self.stamp,
            "at": at,
            "turn": view.actor,
            "over": view.over,
            "tallies": views.tallies(view, True, lang),
            "says": self._says(view, lang),
            "winners": view.winners if view.over else [],
            "moments": [[*moment] for moment in positions.moments(at)],
        }
        had = positions.sheet(base, eyes, lang, who, wide) if 0 <= base <= positions.count else None
        told |= PageCopy(had).write(sheet)
        if in_words:
            told["told"] = view.text(lang, who)
        return told

    def _says(self, view: Observation, lang: str) -> str:
        """Whose turn it was, or how it ended."""
        if view.actor == OVER:
            return self.result(lang)
        if view.actor == CHANCE:
            return ""
        if view.actor == self.own:
            return text.LIST_YOUR_TURN.say(lang)
        return text.LIST_TURN.say(lang).format(name=self.names(lang)[view.actor])

    @property
    def id(self) -> str:
        """What the game is called elsewhere."""
        if self.record is not None and self.record.id:
            return self.record.id
        return self.table or self.path.rsplit("/", 1)[-1][:12]

    @property
    def key(self) -> str:
        """The same for equal games: what was agreed and what was played, without names."""
        game, positions = self.positions.game, self.positions
        told = [
            game.name,
            game.version,
            positions.seats,
            sorted(game.settings(positions.seats).items()),
        ]
        if positions.out:
            told.append((positions.out, positions.stopped))
        actions = " ".join(entry.name for entry in positions.history)
        return hashlib.sha256(f"{told!r} {actions}".encode()).hexdigest()[:32]


def replay_of_table(table: Table, path: str, owner: str, positions: Positions) -> Replay:
    """A table's game, as far as this person may see: all of it once it is over."""
    held = table.seats_of(owner)
    own = held[0] if len(held) == 1 else None
    is_over = table.state.over
    eyes: list[int | None] = [None] if own is None else [own, None]
    if is_over:
        eyes += [seat for seat in range(len(table.seats)) if seat != own]
    return Replay(
        positions,
        path,
        f"{table.id}-{table.number}",
        table.seats,
        eyes,
        table.timeline.origin,
        table.id,
        table.record({}) if is_over else None,
        own,
        bool(table.kept.settings.get("watch")),
        table.kept.settings.get("origin", {}).get("sealed", False),
    )


def replay_of_record(record: Record, path: str, key: str, positions: Positions) -> Replay:
    """A record that somebody opened: all of it is theirs to see."""
    seats = [Seat("person", 0, "", record.players.get(i, ""), i) for i in range(record.seats)]
    eyes: list[int | None] = [None, *range(record.seats)]
    return Replay(positions, path, key, seats, eyes, record.origin, "", record)


class TooLong(BadRecord):
    """More text than any game takes."""

    SAYS = text.OPEN_TOO_LONG.filled(most=MOST_BYTES // 1024)


def opened(sent: str) -> Record:
    """The record that somebody brings, with the names in it as they may be shown."""
    # Whatever is pasted may have lost its last line break, or brought spaces along.
    sent = sent.replace("\r\n", "\n").strip() + "\n"
    if not sent.strip():
        raise BadRecord(*text.OPEN_EMPTY)
    if len(sent.encode(errors="replace")) > MOST_BYTES:
        raise TooLong(*TooLong.SAYS)
    return named_cleanly(Record.loads(sent))


def named_cleanly(record: Record) -> Record:
    """A record with the names in it as they may be shown."""
    cleaned = {seat: clean_name(name) for seat, name in record.players.items()}
    return replace(record, players={seat: name for seat, name in cleaned.items() if name})


def key_of(record: Record) -> str:
    """What an opened record is kept under: a hash of its text."""
    return hashlib.sha256(record.dumps().encode()).hexdigest()[:24]
