"""Secrets: nothing that a seat receives depends on hidden information."""

from __future__ import annotations

import copy
import gc
import pickle
import random
import re

import pytest
from conformance.support import LARGE, TABLES, Table, play_on, positions

import matou
from matou.core.observation import Observation
from matou.core.pointing import explain
from matou.core.position import Entry, Seen
from matou.core.state import State
from matou.kit.rng import rng_words
from matou.research.observations import encoder_of

GAMES = 2  # at each table, with every position
OTHERS = 4  # alternative games followed for each seat, at most
LEAK = (
    "a seat has the same log of two games but sees them differently: only an action that names "
    "a secret may reveal it (docs/adding-a-game.md, 'The record')"
)
each_table = pytest.mark.parametrize("table", TABLES, ids=str)


def shown(state: State, seat: int | None) -> list[object]:
    """Returns everything that a seat receives of a position, by every channel."""
    view = state.observe(seat)
    words = [view.describe(a, lang) for a in view.legal() for lang in ("en", "fr")]
    texts = [view.text(lang) for lang in ("en", "fr")] + [
        view.prompt("fr"),
        repr(view),
        str(view),
        view.to_text(),
    ]
    pictures = [view.svg(memory=memory, lang="fr") for memory in (False, True)]
    pictures.append(view.svg(memory=True, wide=True))
    if view.game.sketch is not None:
        pictures.append(repr(view.game.sketch(view, "fr", ())))
    names = [view.name(a) for a in view.legal()]
    assert copy.copy(view).legal() == view.legal(), "legal actions do not follow from the view"
    given = [
        view.tobytes(),
        view.log,
        view.legal(),
        names,
        words,
        texts,
        pictures,
        view.actor,
    ]
    given.append(pickle.dumps(view))
    return [*given, answers(view) if view.actor == seat else []]


def answers(view: Observation) -> list[object]:
    """Returns explanations of clicks on elements, including some that other secrets would add."""
    drawn = re.findall(r'<[a-z]+ id="([^"]*)"', "".join(view.sheet().parts))
    guessed = {re.sub(r"\d+", str(n), id) for id in drawn for n in range(0, 13, 4)}
    asked = [*drawn, *sorted(guessed.difference(drawn))][view.played % 4 :: 4]
    return [(id, view.game.pointing.meant(view, id), explain(view, [id], [])) for id in asked]


def follow(
    other: State, entry: Entry, seat: int | None, rng: random.Random, otherwise: float
) -> bool:
    """Plays an action of the true game in another one; returns False if that is impossible.

    An action that the seat saw is repeated; a hidden one is sometimes replaced, if possible.
    """
    secret = entry.secret
    if secret is None or secret.owner == seat:
        if entry.action not in other.legal():
            return False
        other.play(entry.action)
        return True
    alike = []
    for a in other.legal():
        veiled = other.game.notation.secret(other.s, a)
        if veiled is not None and (veiled.owner, veiled.name) == (secret.owner, secret.name):
            alike.append(a)
    others = [a for a in alike if a != entry.action]
    if others and (entry.action not in alike or rng.random() < otherwise):
        other.play(rng.choice(others))
    elif alike:
        other.play(entry.action)
    else:
        return False
    return True


def alternative(state: State, seat: int | None, rng: random.Random) -> State | None:
    """Returns a game that this seat cannot distinguish from the true one, or None if not found.

    It may differ from a random action on: if secrets are revealed, only late ones can differ.
    """
    other, same = state.game.start(state.seats), rng.randrange(len(state.history))
    is_possible = all(
        follow(other, entry, seat, rng, otherwise=0.3 if number >= same else 0.0)
        for number, entry in enumerate(state.history)
    )
    return other if is_possible else None


@pytest.mark.parametrize("table", LARGE, ids=str)
def test_a_copied_or_pickled_observation_holds_no_later_entries(table: Table) -> None:
    """An observation shares its log with later ones, and finally the log shows everything."""
    rng = random.Random(f"pickles of {table}")
    state = table.game.start(table.seats)
    stored: list[tuple[Observation, bytes, list[Seen]]] = []
    while not state.over:
        for seat in (None, *range(table.seats)) if len(state.history) % 7 == 3 else ():
            view = state.observe(seat)
            stored.append((view, pickle.dumps(view), view.log))
        state.play(state.sample(rng))
    assert stored
    for view, before, log in stored:
        assert pickle.dumps(view) == before
        for twin in (copy.copy(view), copy.deepcopy(view), pickle.loads(before)):
            assert twin == view
            logs = [part for part in gc.get_referents(twin) if isinstance(part, list)]
            assert logs.count(log) == 1, "not the shared log"
            assert all(len(part) <= len(log) for part in logs if part and type(part[0]) is Seen)
            assert pickle.dumps(twin) == before


@pytest.mark.unmeasured  # other tests cover the same code
@each_table
def test_what_a_seat_is_shown_does_not_depend_on_what_it_cannot_know(table: Table) -> None:
    rng = random.Random(f"secrets of {table}")
    secrets = compared = 0
    for _ in range(6):
        state = table.game.start(table.seats)
        play_on(state, rng, rng.choice([8, 15, 30, 45, 60]))
        if state.over:
            continue
        for seat in [None, *range(table.seats)]:
            hidden = [e for e in state.history if e.secret and e.secret.owner != seat]
            if not hidden:
                continue
            secrets += 1
            truth = shown(state, seat)
            for _ in range(6):
                other = alternative(state, seat, rng)
                if other is None or other.history == state.history:
                    continue
                compared += 1
                assert shown(other, seat) == truth, LEAK
    assert compared or not secrets, "no alternative history was found: the test proves nothing"


def known(state: State, seat: int | None) -> list[object]:
    """Returns what a seat receives of a position, without words and pictures.

    Those are made from an observation alone, so they are the same if its bytes and log are.
    ``shown`` checks them at some positions.
    """
    view = state.observe(seat)
    line = [0] * encoder_of(state.game).SIZE
    encoder_of(state.game).encode(state.s, -1 if seat is None else seat, line)
    received = [view.tobytes(), view.to_text(), view.log, view.legal(), view.actor, line]
    return [*received, pickle.dumps(view)]


@pytest.mark.unmeasured  # other tests cover the same code
@each_table
def test_at_every_position_a_seat_cannot_tell_the_game_from_another(table: Table) -> None:
    """Plays a true game and, for each seat, alternatives that look the same to it.

    An alternative starts at a hidden action, with another action instead. It ends when the true
    game shows something that is impossible in it.
    """
    rng = random.Random(f"every position of {table}")
    everybody = [None, *range(table.seats)]
    hidden = compared = 0
    for _ in range(GAMES):
        state = table.game.start(table.seats)
        others: dict[int | None, list[State]] = {seat: [] for seat in everybody}
        while True:
            before = state.copy()
            state.play(state.sample(rng))
            if state.over:
                break
            entry = state.history[-1]
            for seat in everybody:
                going_on = [o for o in others[seat] if follow(o, entry, seat, rng, otherwise=0.3)]
                if entry.secret is not None and entry.secret.owner != seat:
                    other = before.copy()
                    follow(other, entry, seat, rng, otherwise=1.0)
                    going_on += [other] if other.history[-1].action != entry.action else []
                others[seat] = going_on[-OTHERS:]
                hidden += state.observe(seat).tobytes() != state.tobytes()
                compared += bool(going_on)
                truth = known(state, seat) if going_on else []
                for other in others[seat]:
                    assert known(other, seat) == truth, LEAK
    assert compared >= hidden / 2, "too few alternatives were found: the test proves little"


@each_table
def test_imagine_fits_the_observation(table: Table) -> None:
    rng = random.Random(f"imagine {table}")
    for state in positions(table, 11, every=7):
        for seat in [None, *range(table.seats)]:
            view = state.observe(seat)
            whole = view.imagine(rng_words(rng.randrange(2**60)))
            assert whole.observe(seat).tobytes() == view.tobytes()
            assert whole.actor == state.actor
            if state.actor == seat:
                assert whole.legal() == state.legal() == view.legal()


@each_table
def test_an_imagined_state_can_be_played_to_its_end(table: Table) -> None:
    rng = random.Random(f"imagined {table}")
    for state in positions(table, 12, every=41):
        whole = state.observe(rng.randrange(table.seats)).imagine(rng_words(rng.randrange(2**60)))
        assert play_on(whole, rng).over


@each_table
def test_observing_changes_nothing_and_hides_nothing_once_over(table: Table) -> None:
    for state in positions(table, 13, every=23):
        before = state.tobytes()
        for seat in [None, *range(table.seats)]:
            view = state.observe(seat)
            assert len(view.log) == len(state.history) == view.played
            if state.over:
                assert view.tobytes() == before
                assert [x.name for x in view.log] == [e.name for e in state.history]
            if state.actor != seat:
                assert view.legal() == []
        assert state.tobytes() == before


@pytest.mark.parametrize("table", LARGE, ids=str)
def test_observing_an_observation_changes_nothing(table: Table) -> None:
    for state in positions(table, 14, every=13):
        for seat in [-1, *range(table.seats)]:
            view = state.observe(None if seat < 0 else seat)
            once = view.tobytes()
            table.game.rules.observe(view.s, seat)
            assert view.tobytes() == once


@pytest.mark.parametrize("table", LARGE, ids=str)
def test_a_seats_view_gives_the_spectators_view_and_each_secret(table: Table) -> None:
    """Pages that draw in the browser describe moves from it."""
    secret = table.game.notation.secret
    for state in positions(table, 14, every=13):
        onlooker = state.observe(None).tobytes()
        for seat in range(table.seats):
            view = state.observe(seat)
            for action in state.legal():
                assert secret(view.s, action) == secret(state.s, action)
            table.game.rules.observe(view.s, -1)
            assert view.tobytes() == onlooker


def test_a_seat_that_does_not_exist_cannot_be_observed() -> None:
    for table in LARGE:
        state = table.game.start(table.seats)
        for seat in (-1, table.seats):
            with pytest.raises(ValueError, match="seat is"):
                state.observe(seat)
    assert matou.available()
