"""Records: a game as readable text that loads, prints and replays.

::

    matou record 1
    game: clocktowers
    version: 1
    seats: 2
    option ladder: table
    player 0: Anna
    id: 6d2f0c9a11be
    commitment: 9f86d0…
    result: 21-17, won by seat 0 (CT10)

    1 =R3 =Km =F2
    4 F1c+ <R =R2
    7 xKm <K =K

    end 9 b1946ac9

Each line of the body begins with the number of its first action; a new one begins
when another seat decides. The last line counts the actions and sums up all the
text above it, so that a cut or altered file is noticed. Loading replays: what
loads is a legal game.
"""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from matou.core.fairness import is_seed
from matou.core.kit import CHANCE
from matou.core.words import BadRecord, IllegalAction

if TYPE_CHECKING:
    from matou.core.game import Game, Value
    from matou.core.state import State

FORMAT = 1
FIRST = "matou record"
SIMPLE = ("game", "version", "seats", "id", "commitment", "seed", "result")
MAX_CHARACTERS = 4_000_000


@dataclass(frozen=True)
class Record:
    """A game written down: what was agreed, and every action, chance included."""

    game: Game
    seats: int
    actions: tuple[str, ...]
    breaks: tuple[int, ...] = ()  # where another seat begins to decide
    result: str = "unfinished"
    players: dict[int, str] = field(default_factory=dict)
    id: str = ""
    commitment: str = ""
    seed: str = ""  # shown once the game is over, or kept in a private save

    @classmethod
    def of(cls, state: State) -> Record:
        """The record of a game so far."""
        game = state.game.having(**state.game.settings(state.seats))
        breaks, decider = [], None
        for i, entry in enumerate(state.history):
            if entry.actor != CHANCE and entry.actor != decider:
                breaks.append(i)
                decider = entry.actor
        names = tuple(entry.name for entry in state.history)
        return cls(game, state.seats, names, tuple(breaks), result_line(state))

    def signed(
        self, *, id: str, commitment: str, seed: str = "", players: dict[int, str] | None = None
    ) -> Record:
        """The same record with its table's fairness headers and names."""
        return replace(
            self,
            id=id,
            commitment=commitment,
            seed=seed,
            players=self.players if players is None else players,
        )

    def dumps(self) -> str:
        """The record as text."""
        lines = [
            f"{FIRST} {FORMAT}",
            f"game: {self.game.name}",
            f"version: {self.game.version}",
            f"seats: {self.seats}",
        ]
        for name, value in self.game.settings(self.seats).items():
            lines.append(f"option {name}: {shown(value)}")
        for seat, player in sorted(self.players.items()):
            lines.append(f"player {seat}: {' '.join(player.split())}")
        for key in ("id", "commitment", "seed", "result"):
            if getattr(self, key):
                lines.append(f"{key}: {getattr(self, key)}")
        lines.append("")
        edges = sorted({0, *self.breaks, len(self.actions)})
        for start, stop in itertools.pairwise(edges):
            lines.append(f"{start + 1} {' '.join(self.actions[start:stop])}")
        if self.actions:
            lines.append("")
        text = "\n".join(lines) + "\n"
        return text + f"end {len(self.actions)} {digest(text)}\n"

    __str__ = dumps

    @classmethod
    def loads(cls, text: str) -> Record:
        """Read a record, or say in a BadRecord where it is wrong and why."""
        return Reader(text).record()

    def replay(self) -> State:
        """The state at the record's end."""
        state = self.game.start(self.seats)
        for name in self.actions:
            state.play(name)
        return state

    def states(self) -> Iterator[State]:
        """Every state of the game, the first and the last included; each is a copy."""
        state = self.game.start(self.seats)
        yield state.copy()
        for name in self.actions:
            state.play(name)
            yield state.copy()


def result_line(state: State) -> str:
    """The result in one line: '21-17, won by seat 0 (CT10)'."""
    if not state.over:
        return "unfinished"
    scores = "-".join(str(x) for x in state.scores)
    who = " and ".join(f"seat {seat}" for seat in state.winners)
    return f"{scores}, {f'won by {who}' if who else 'drawn'} ({state.ended_by})"


def shown(value: Value) -> str:
    """An option's value as headers have it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def digest(text: str) -> str:
    """A short sum of a text, against accidents."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


class Reader:
    """Reads one record, line by line, so that every complaint names its line."""

    def __init__(self, text: str) -> None:
        if len(text) > MAX_CHARACTERS:
            raise BadRecord(f"the file is too long for a record: {len(text):,} characters")
        self.text = text.replace("\r\n", "\n").removeprefix("\ufeff")
        self.lines = self.text.split("\n")
        self.at = 0

    def wrong(self, why: str) -> BadRecord:
        return BadRecord(f"line {self.at}: {why}")

    def record(self) -> Record:
        self.first_line()
        headers, options, players = self.headers()
        game = self.game(headers)
        seats = self.number(headers, "seats")
        try:
            game = game.having(**self.values(game, options))
            game.check_seats(seats)
            game.settings(seats)
        except ValueError as error:
            raise BadRecord(f"in the headers: {error}") from None
        for key in ("commitment", "seed"):
            if headers.get(key, "") and not is_seed(headers[key]):
                raise BadRecord(f"in the headers: the {key} is not 64 hexadecimal digits")
        for seat in players:
            if seat >= seats:
                raise BadRecord(f"in the headers: player {seat} at a table of {seats} seats")
        state = self.body(game.start(seats))
        self.last_line(len(state.history))
        record = replace(
            Record.of(state),
            players=players,
            id=headers.get("id", ""),
            commitment=headers.get("commitment", ""),
            seed=headers.get("seed", ""),
        )
        if headers.get("result", record.result) != record.result:
            raise BadRecord(
                f"the header says the result is “{headers['result']}”, "
                f"but the game comes to “{record.result}”"
            )
        return record

    def first_line(self) -> None:
        self.at = 1
        match = re.fullmatch(rf"{FIRST} (\d{{1,6}})", self.lines[0])
        if match is None:
            raise self.wrong(f"this is not a Matou record: it does not begin with “{FIRST}”")
        if int(match[1]) > FORMAT:
            raise self.wrong(
                f"the file is of record format {match[1]}, newer than this Matou reads "
                f"({FORMAT}): update Matou"
            )
        if int(match[1]) < 1:
            raise self.wrong("there is no record format 0")

    def headers(self) -> tuple[dict[str, str], dict[str, str], dict[int, str]]:
        headers: dict[str, str] = {}
        options: dict[str, str] = {}
        players: dict[int, str] = {}
        while self.at < len(self.lines) and self.lines[self.at] != "":
            line = self.lines[self.at]
            self.at += 1
            key, colon, value = line.partition(": ")
            if not colon or value == "" or value != value.strip():
                raise self.wrong(f"“{line[:60]}” is no header (key: value)")
            option = re.fullmatch(r"option (\w+)", key)
            player = re.fullmatch(r"player (\d)", key)
            if key in SIMPLE and key not in headers:
                headers[key] = value
            elif option is not None and option[1] not in options:
                options[option[1]] = value
            elif player is not None and int(player[1]) not in players:
                players[int(player[1])] = value
            elif key in SIMPLE or option is not None or player is not None:
                raise self.wrong(f"the header “{key}” stands twice")
            else:
                raise self.wrong(f"the header “{key[:40]}” is unknown")
        if self.at >= len(self.lines):
            raise self.wrong("the file ends within its headers: it was cut short")
        self.at += 1
        return headers, options, players

    def game(self, headers: dict[str, str]) -> Game:
        from matou.games import find

        if "game" not in headers:
            raise BadRecord("the headers do not say which game this is")
        try:
            game = find(headers["game"])
        except ValueError as error:
            raise BadRecord(f"in the headers: {error}") from None
        version = self.number(headers, "version")
        if version > game.version:
            raise BadRecord(
                f"the game was played under version {version} of {game.name}, newer than "
                f"this Matou knows ({game.version}): update Matou"
            )
        if version < game.version:
            raise BadRecord(
                f"the game was played under version {version} of {game.name}, "
                f"which this Matou no longer plays (it has {game.version})"
            )
        return game

    def number(self, headers: dict[str, str], key: str) -> int:
        if key not in headers:
            raise BadRecord(f"the headers do not give the {key}")
        if re.fullmatch(r"[1-9]\d{0,5}", headers[key]) is None:
            raise BadRecord(f"in the headers: {key} is “{headers[key][:20]}”, not a number")
        return int(headers[key])

    def values(self, game: Game, options: dict[str, str]) -> dict[str, Value]:
        known = {o.name: {shown(v): v for v in o.values} for o in game.options}
        # An unknown name or value goes on as it is, for the game to refuse in its words.
        return {name: known.get(name, {}).get(text, text) for name, text in options.items()}

    def body(self, state: State) -> State:
        while self.at < len(self.lines) and self.lines[self.at] != "":
            line = self.lines[self.at]
            if line.startswith("end "):
                break
            self.at += 1
            first, *names = line.split(" ")
            count = len(state.history)
            if first != str(count + 1):
                raise self.wrong(
                    f"it begins with “{first[:20]}” where action {count + 1} should follow: "
                    "a line is missing, doubled or altered"
                )
            for name in names:
                try:
                    state.play(name)
                except IllegalAction as refused:
                    raise self.wrong(
                        f"action {len(state.history) + 1}, “{name[:20]}”, is not possible here: "
                        f"{refused}"
                    ) from None
        if state.history:
            if self.at >= len(self.lines) or self.lines[self.at] != "":
                raise self.wrong(
                    f"the file stops after action {len(state.history)}: it was cut short"
                )
            self.at += 1
        return state

    def last_line(self, count: int) -> None:
        if self.at >= len(self.lines):
            raise self.wrong(f"the file stops after action {count}: it was cut short")
        line = self.lines[self.at]
        self.at += 1
        match = re.fullmatch(r"end (\d{1,9}) ([0-9a-f]{8})", line)
        if match is None:
            raise self.wrong(f"the last line should be “end {count} …”: the file was cut short")
        if int(match[1]) != count:
            raise self.wrong(f"the file should hold {match[1]} actions, but {count} are here")
        above = "\n".join(self.lines[: self.at - 1]) + "\n"
        if digest(above) != match[2]:
            raise self.wrong("the text above was altered after it was written (its sum differs)")
        if any(rest.strip() for rest in self.lines[self.at :]):
            raise BadRecord(f"line {self.at + 1}: something follows after the end")
