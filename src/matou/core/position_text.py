"""Positions as text: one line that people can read and edit, for a state or for an observation.

::

    chopchop 1; seats=2; state played=1; cat=16 phase=1

The parts, separated by ``; ``, are

- the game and its version;
- the number of seats, and every option;
- who knows the rest: ``state`` (everything), ``seat=0`` (what seat 0 may know) or ``spectator``;
  ``played``, the number of actions so far; losses on time: ``out=1@34`` (seat 1, after 34 actions),
  and resignations: ``out=1@34r``, with ``stopped`` if that ended the game;
- the fields of the record that are not as at the start of a game.

A field is a number; a row of them, ``4,0,-1``; or rows, ``4,0/1,1``. ``0*7`` is seven zeros. Fields
of 32 and 64 bits are sets: ``0-3+9`` has the members 0, 1, 2, 3 and 9, and ``-`` has none.

As in chess, such a text says where a game stands, not how it got there: that is in a record.
"""

import ctypes
import itertools
import re
from collections.abc import Iterator, Sequence
from types import EllipsisType
from typing import Any, NamedTuple

from matou.core.game import Game, Value
from matou.core.messages import Message, listed
from matou.core.observation import Observation
from matou.core.phrases import figures
from matou.core.position import Out
from matou.core.record import shown
from matou.core.refusals import BadPart, BadPosition, Refusal
from matou.core.registry import find
from matou.core.state import State
from matou.kit.linking import CHANCE, OVER
from matou.kit.rng import rng_words
from matou.kit.sets import members

MOST = 100_000  # characters, far more than any position has
SETS = {ctypes.c_int32: 32, ctypes.c_int64: 64}  # how many members a field of a type can have
BITS = {ctypes.c_int8: 8, ctypes.c_int16: 16}
ITEM = re.compile(r"([^*]+)(?:\*([1-9]\d{0,5}))?")


class Shape(NamedTuple):
    """The form of a field: numbers of one type, in rows of one length."""

    kind: Any
    rows: int  # 0: a single row
    length: int  # 0: a single number


def shape_of(ctype: Any) -> Shape:
    if not issubclass(ctype, ctypes.Array):
        return Shape(ctype, 0, 0)
    if not issubclass(ctype._type_, ctypes.Array):
        return Shape(ctype._type_, 0, ctype._length_)
    return Shape(ctype._type_._type_, ctype._length_, ctype._type_._length_)


def written(position: State | Observation) -> str:
    game, seats = position.game, position.seats
    options = [f"{name}={shown(value)}" for name, value in game.settings(seats).items()]
    who = [position.kind, f"played={position.played}"]
    if position.out:
        lost = (f"{seat}@{after}{'r' * resigned}" for seat, after, resigned in position.out)
        who.append("out=" + ",".join(lost))
    if position.stopped:
        who.append("stopped")
    start = game.start(seats).s
    fields = [
        f"{name}={field_text(shape_of(ctype), getattr(position.s, name))}"
        for name, ctype in game.rules.State._fields_
        if as_bytes(ctype, position.s, name) != as_bytes(ctype, start, name)
    ]
    parts = [f"{game.name} {game.version}", " ".join([f"seats={seats}", *options]), " ".join(who)]
    return "; ".join([*parts, " ".join(fields)] if fields else parts)


def as_bytes(ctype: Any, s: Any, name: str) -> bytes:
    value = getattr(s, name)
    return bytes(value if isinstance(value, ctypes.Array) else ctype(value))


def field_text(shape: Shape, value: Any) -> str:
    rows = value if shape.rows else [value if shape.length else [value]]
    return "/".join(",".join(runs([item_text(shape, x) for x in row])) for row in rows)


def item_text(shape: Shape, value: int) -> str:
    if shape.kind not in SETS:
        return str(value)
    spans: list[list[int]] = []
    for member in members(value & (1 << SETS[shape.kind]) - 1):
        if spans and spans[-1][-1] == member - 1:
            spans[-1].append(member)
        else:
            spans.append([member])
    texts = [f"{s[0]}-{s[-1]}" if len(s) > 2 else "+".join(map(str, s)) for s in spans]
    return "+".join(texts) or "-"


def runs(items: Sequence[str]) -> Iterator[str]:
    """Yields items, with ``0*7`` for three and more that are the same."""
    for item, same in itertools.groupby(items):
        count = len([*same])
        yield from [f"{item}*{count}"] if count > 2 else [item] * count


class Reader:
    """Reads one text, so that every error says where it is."""

    def __init__(self, game: Game, text: object) -> None:
        if not isinstance(text, str):
            raise BadPosition("a position is text, not {kind}", kind=type(text).__name__)
        if len(text) > MOST:
            raise BadPosition(
                "the text is too long for a position: {n} characters", n=figures(len(text))
            )
        self.asked = game
        parts = [part.strip() for part in text.strip().split(";")]
        if not 3 <= len(parts) <= 4:
            raise BadPosition(
                "a position has three or four parts with “;” between them (game; seats and "
                "options; who knows it; fields), and this text has {n}",
                n=len(parts),
            )
        self.parts = [part.split() for part in (*parts, "")[:4]]

    def position(self) -> State | Observation:
        game, seats = self.table()
        kind, named = self.knower()
        played = self.number("played", named.pop("played", "0"), 0, 1_000_000)
        out = self.losses(named.pop("out", ""), seats, played)
        stopped = "stopped" in named
        if (stopped and (not out or named.pop("stopped"))) or named:
            raise BadPart("nothing there is called {names}", part=3, names=names(named))
        s = self.record(game, seats)
        position: State | Observation
        if kind == "state":
            position = State.at(game, seats, s, played)
        else:
            seat = None
            if kind != "spectator":
                seat = self.number("seat", kind.removeprefix("seat="), 0, seats - 1)
            position = Observation(game, seats, s, seat, [], before=played)
        position.out, position.stopped = out, stopped
        if not is_playable(position):
            raise cannot_go_on(game)
        return position

    def table(self) -> tuple[Game, int]:
        """Returns the game with its options, and the number of seats."""
        if len(self.parts[0]) != 2 or self.parts[0][0] != self.asked.name:
            raise BadPart(
                "it should be “{name}” and a version, not “{text}”",
                part=1,
                name=self.asked.name,
                text=" ".join(self.parts[0])[:60],
            )
        version = self.number("version", self.parts[0][1], 1, 999_999, part=1)
        named = self.pairs(2)
        seats = self.number("seats", named.pop("seats", ""), 1, 99, part=2)
        game = self.asked if version == self.asked.version else None
        try:
            game = game or find(self.asked.name, version)
            known = {o.name: {shown(v): v for v in o.values} for o in game.options}
            values: dict[str, Value] = {
                name: known.get(name, {}).get(text, text) for name, text in named.items()
            }
            game = game.having(**values)
            game.settings(game.check_seats(seats))
        except Refusal as refused:
            raise BadPart(refused.says, part=2) from None
        return game, seats

    def knower(self) -> tuple[str, dict[str, str]]:
        """Returns who knows the position, and what else the part says."""
        kind = self.parts[2][0] if self.parts[2] else ""
        if kind not in ("state", "spectator") and not kind.startswith("seat="):
            raise BadPart(
                "it should begin with “state”, “seat=0” or “spectator”, not “{text}”",
                part=3,
                text=kind[:40],
            )
        self.parts[2] = [f"{x}=" if x == "stopped" else x for x in self.parts[2][1:]]
        return kind, self.pairs(3)

    def pairs(self, part: int) -> dict[str, str]:
        """Returns the ``name=value`` pairs of a part."""
        found: dict[str, str] = {}
        for word in self.parts[part - 1]:
            name, equals, value = word.partition("=")
            if not name or not equals:
                raise BadPart("“{word}” should be name=value", part=part, word=word[:40])
            if name in found:
                raise BadPart("“{name}” appears twice", part=part, name=name[:40])
            found[name] = value
        return found

    def number(self, name: str, text: str, least: int, most: int, part: int = 3) -> int:
        if re.fullmatch(r"-?\d{1,19}", text) and least <= int(text) <= most:
            return int(text)
        raise BadPart(
            "{name} is “{text}”, but must be a number from {least} to {most}",
            part=part,
            name=name,
            text=text[:40],
            least=least,
            most=most,
        )

    def losses(self, text: str, seats: int, played: int) -> tuple[Out, ...]:
        found = []
        for word in text.split(",") if text else ():
            seat, _, after = word.partition("@")
            at, resigned = self.number("out", seat, 0, seats - 1), after.endswith("r")
            found.append(Out(at, self.number("out", after.removesuffix("r"), 0, played), resigned))
        return tuple(found)

    def record(self, game: Game, seats: int) -> Any:
        s = game.start(seats).s
        shapes = {name: shape_of(ctype) for name, ctype in game.rules.State._fields_}
        for name, text in self.pairs(4).items():
            if name not in shapes:
                raise BadPart(
                    "{game} has no field “{name}”; its fields are: {fields}",
                    part=4,
                    game=game.name,
                    name=name[:40],
                    fields=names(shapes),
                )
            self.fill(s, name, shapes[name], text)
        return s

    def fill(self, s: Any, name: str, shape: Shape, text: str) -> None:
        rows = text.split("/")
        if len(rows) != max(1, shape.rows):
            raise self.misshapen(name, shape)
        values = [self.row(name, shape, row) for row in rows]
        if not shape.length:
            setattr(s, name, values[0][0])
            return
        for target, row in zip(
            getattr(s, name) if shape.rows else [getattr(s, name)], values, strict=True
        ):
            target[:] = row

    def misshapen(self, name: str, shape: Shape) -> BadPart:
        return BadPart(
            "“{name}” must have {rows} × {length} numbers (4,0,2/1,0*2)",
            part=4,
            name=name,
            rows=max(1, shape.rows),
            length=max(1, shape.length),
        )

    def row(self, name: str, shape: Shape, text: str) -> list[int]:
        found: list[int] = []
        for word in text.split(","):
            match = ITEM.fullmatch(word)
            count = int(match[2] or 1) if match else 0
            if match is None or len(found) + count > max(1, shape.length):
                raise self.misshapen(name, shape)
            found += [self.item(name, shape, match[1])] * count
        if len(found) != max(1, shape.length):
            raise self.misshapen(name, shape)
        return found

    def item(self, name: str, shape: Shape, text: str) -> int:
        if shape.kind not in SETS:
            most = 1 << BITS[shape.kind] - 1
            return self.number(name, text, -most, most - 1, part=4)
        found = 0
        for span in text.split("+") if text != "-" else ():
            first, dash, last = span.partition("-")
            start = self.number(name, first, 0, SETS[shape.kind] - 1, part=4)
            stop = self.number(name, last, start, SETS[shape.kind] - 1, part=4) if dash else start
            found |= (1 << stop + 1) - (1 << start)
        return found - (1 << SETS[shape.kind]) if found >> SETS[shape.kind] - 1 else found


def from_bytes(game: Game, data: object, seen_by: int | EllipsisType | None) -> State | Observation:
    """Returns the position of a record's bytes; raises BadPosition if there is none."""
    size = ctypes.sizeof(game.rules.State)
    if not isinstance(data, bytes | bytearray | memoryview) or len(bytes(data)) != size:
        raise BadPosition(
            "a position of {name} is {size} bytes, not {data}",
            name=game.name,
            size=size,
            data=len(data) if isinstance(data, bytes) else type(data).__name__,
        )
    s = game.rules.State.from_buffer_copy(bytes(data))
    position: State | Observation
    try:
        seats = game.check_seats(s.seats)
        if seen_by is ...:
            position = State.at(game, seats, s)
        else:
            State(game, seats, s).check_seat(seen_by)
            position = Observation(game, seats, s, seen_by, [])
    except Refusal as refused:
        raise BadPosition(refused.says) from None
    if not is_playable(position):
        raise cannot_go_on(game)
    return position


def cannot_go_on(game: Game) -> BadPosition:
    return BadPosition(
        "this is not a possible position of {name}: the rules cannot go on from it", name=game.name
    )


def names(found: Any) -> Message:
    return listed([f"“{name[:40]}”" for name in found])


def is_playable(position: State | Observation) -> bool:
    """Returns whether the rules, the notation and the words can work with a position.

    Not whether it can arise by play: a text may give somebody cards that are elsewhere.
    """
    rules = position.game.rules
    try:
        whole = position if isinstance(position, State) else position.imagine(rng_words(1))
        legal = whole.legal()
        is_sound = (
            position.seats == position.s.seats
            and OVER <= position.actor == whole.actor < position.seats
            and whole.over == (not legal)
            and all(0 <= action < rules.ACTIONS for action in legal)
            and (whole.actor != CHANCE or min(whole.weights()) > 0)
        )
        used = [position.legal(), position.scores, position.returns, position.ended_by]
        used += [(whole.name(action), whole.describe(action)) for action in legal]
        for seat in (None, *range(position.seats)):
            view = whole.observe(seat)
            used += [view.text(), view.prompt(), str(view)]
    except Exception:  # rules may raise anything for numbers that never occur
        return False
    return is_sound
