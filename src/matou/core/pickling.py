"""Turns states, observations and records into plain values for pickles, and back.

A position is the bytes of its record, with a fingerprint of their layout: a pickle from a Matou
with another layout is refused, never misread. For long-term storage, use a record's text.

Actions are one string. A pickle of many small objects would reveal which of them are identical,
and an observation must reveal nothing but what its seat has seen.
"""

import hashlib
import json
from functools import cache
from typing import Any

from matou.core.chains import Chain
from matou.core.game import Game
from matou.core.observation import Observation
from matou.core.position import Entry, Out, Seen
from matou.core.record import Origin, Record
from matou.core.refusals import BadChoice
from matou.core.state import State
from matou.kit.layout import as_bytes


@cache
def layout_of(game: Game) -> str:
    """Returns a fingerprint of the fields of a game's record: names and types, in order."""
    fields = [(name, kind.__name__) for name, kind in game.rules.State._fields_]
    return hashlib.sha256(repr(fields).encode()).hexdigest()[:8]


def packed(*parts: object) -> str:
    return json.dumps(parts, separators=(",", ":"))


def record_of(game: Game, layout: str, data: bytes) -> Any:
    """Returns a record from its bytes; raises BadChoice if its layout differs."""
    if layout != layout_of(game):
        raise BadChoice(
            "this position of {name} was pickled by another version of Matou with a "
            "different layout; save the record’s text instead, which every version can "
            "read",
            name=game.name,
        )
    return game.rules.State.from_buffer_copy(data)


def parts_of_state(state: State) -> tuple[Any, ...]:
    history = [(e.actor, e.action, e.name, e.secret is not None, e.reveals) for e in state.history]
    first = () if state.begins_at_start else (state.played, as_bytes(state.first_record()).hex())
    text = packed(history, state.out, state.stopped, *first)
    return state.game, state.seats, layout_of(state.game), state.tobytes(), text


def restored_state(game: Game, seats: int, layout: str, data: bytes, text: str) -> State:
    history, out, stopped, *first = json.loads(text)
    state = State(game, seats, record_of(game, layout, data))
    if first:
        played, record = first
        begins = record_of(game, layout, bytes.fromhex(record))
        state = State.at(game, seats, begins, played - len(history))
        state.s = record_of(game, layout, data)
    state.stopped = stopped
    before = state.first_record() if history else None
    for actor, action, name, is_secret, reveals in history:
        secret = game.notation.secret(before, action) if is_secret else None
        state.history.append(Entry(actor, action, name, secret, reveals))
        game.rules.apply(before, action)
    state.out = tuple(Out(*one) for one in out)
    return state


def parts_of_observation(view: Observation) -> tuple[Any, ...]:
    before = (view.played - len(view.log),) if view.played > len(view.log) else ()
    text = packed(view.log, view.out, view.stopped, *before)
    return view.game, view.seats, view.seat, layout_of(view.game), view.tobytes(), text


def restored_observation(
    game: Game, seats: int, seat: int | None, layout: str, data: bytes, text: str
) -> Observation:
    log, out, stopped, *before = json.loads(text)
    s = record_of(game, layout, data)
    seen, lost = [Seen(*one) for one in log], tuple(Out(*one) for one in out)
    return Observation(game, seats, s, seat, seen, lost, stopped, *before)


def parts_of_record(record: Record) -> tuple[Any, ...]:
    headers = (record.result, record.id, record.commitment, record.seed)
    origin = record.origin and (record.origin.id, record.origin.count)
    table = (sorted(record.players.items()), origin, record.out, record.stopped)
    text = packed(record.actions, record.breaks, *headers, *table, *record.chains)
    return record.game, record.seats, text


def restored_record(game: Game, seats: int, text: str) -> Record:
    actions, breaks, result, id, commitment, seed, *rest = json.loads(text)
    players, origin, out, stopped, *chains = rest
    played = (tuple(actions), tuple(breaks), result, dict(players))
    headers = (id, commitment, seed, origin and Origin(*origin))
    lost = (tuple(Out(*one) for one in out), stopped)
    return Record(game, seats, *played, *headers, *lost, tuple(Chain(*one) for one in chains))
