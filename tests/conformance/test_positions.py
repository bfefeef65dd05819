"""Positions as text and as bytes: both are complete, and contain no secrets."""

from __future__ import annotations

import contextlib
import random
import re
from pathlib import Path

import pytest
from conformance.support import LARGE, SMALL, TABLES, Table, play_on, positions
from hypothesis import given, settings, strategies as st
from steady import steady

import matou
from matou.core.observation import Observation
from matou.core.state import State

GOLDEN = Path(__file__).parent.parent / "data" / "positions.txt"
each_table = pytest.mark.parametrize("table", TABLES, ids=str)


def answers(position: State | Observation) -> list[object]:
    """Returns everything that can be asked of a position without its history."""
    result = [position.tobytes(), position.seats, position.played, position.actor, position.legal()]
    result += [position.scores, position.returns, position.winners, position.ended_by]
    result += [[position.name(a) for a in position.legal()], str(position), position.to_text()]
    return [*result, position.game.settings(position.seats)]


@each_table
def test_a_position_is_the_same_after_text_and_bytes(table: Table) -> None:
    for state in positions(table, 21, every=37):
        again = matou.game(table.name).from_text(state.to_text())
        assert isinstance(again, State)
        assert answers(again) == answers(state)
        packed = table.game.from_bytes(state.tobytes())
        assert packed.tobytes() == state.tobytes()
        assert packed.legal() == state.legal()
        for seat in (None, *range(table.seats)):
            view = state.observe(seat)
            seen = matou.game(table.name).from_text(view.to_text())
            assert isinstance(seen, Observation)
            assert seen.seat == seat
            assert answers(seen) == answers(view)
            assert again.observe(seat).to_text() == view.to_text()
            unpacked = table.game.from_bytes(view.tobytes(), seen_by=seat)
            assert (unpacked.tobytes(), unpacked.seat) == (view.tobytes(), seat)


@pytest.mark.parametrize("table", LARGE, ids=str)
def test_a_game_goes_on_from_its_text(table: Table) -> None:
    rng = random.Random(f"on from {table}")
    state = play_on(table.game.start(table.seats), rng, 30)
    again = table.game.from_text(state.to_text())
    assert isinstance(again, State)
    for position in (state, again):
        play_on(position, random.Random(5))
    assert (again.scores, again.winners) == (state.scores, state.winners)
    with pytest.raises(ValueError, match="not played from the start"):
        again.record()


@pytest.mark.parametrize("table", SMALL, ids=str)
def test_undo_after_a_text_takes_back_what_came_after_it(table: Table) -> None:
    rng, undone = random.Random(f"undo {table}"), 0
    state = table.game.start(table.seats)
    while not state.over and undone < 3:
        again = table.game.from_text(state.to_text())
        assert isinstance(again, State)
        seat, before = state.actor, state.tobytes()
        state.play(action := state.sample(rng))
        again.play(action)
        if seat >= 0 and again.can_undo(seat):
            again.undo(seat)
            assert again.tobytes() == before
            undone += 1
    assert undone


@pytest.mark.parametrize("table", SMALL, ids=str)
def test_a_bot_chooses_the_same_from_the_text(table: Table) -> None:
    rng = random.Random(f"bot {table}")
    state = table.game.start(table.seats)
    bots = [matou.bot(table.game, which, seed=3) for which in ("random", "level1")]
    for _ in range(60):
        if state.over:
            break
        if state.actor >= 0:
            view = state.observe(state.actor)
            seen = table.game.from_text(view.to_text())
            assert isinstance(seen, Observation)
            assert [bot.choose(seen) for bot in bots] == [bot.choose(view) for bot in bots]
        state.play(state.sample(rng))


def test_a_loss_on_time_is_in_the_text() -> None:
    state = play_on(matou.game("clocktowers").start(3), random.Random(1), 9)
    state.lose(2, stops=False)
    state.play(state.sample(random.Random(1)))
    state.lose(1, stops=True)
    assert "out=2@9,1@10 stopped" in state.to_text()
    again = state.game.from_text(state.to_text())
    assert (again.out, again.winners, again.ended_by) == (state.out, [0], "time")


def test_texts_of_earlier_versions_are_read() -> None:
    """To remove a field or change its meaning, raise the game's version."""
    lines = GOLDEN.read_text().splitlines()
    for text, legal in zip(lines[::2], lines[1::2], strict=True):
        position = matou.game(text.split()[0]).from_text(text)
        assert position.to_text() == text
        assert " ".join(map(position.name, position.legal())) == legal
    assert {text.split()[0] for text in lines[::2]} == set(matou.available())


WRONG = {
    "": "three or four parts",
    "clocktowers 1; seats=2": "three or four parts",
    "chopchop 1; seats=2; state": "should be “clocktowers” and a version",
    "clocktowers 9; seats=2; state": "no version 9",
    "clocktowers 1; seats=7; state": "2 to 4 players",
    "clocktowers 1; state; state": "“state” should be name=value",
    "clocktowers 1; seats=2 ladder=rope; state": "must be one of 'table' or 'player'",
    "clocktowers 1; seats=2; everybody": "begin with “state”",
    "clocktowers 1; seats=2; seat=2": "seat is “2”, but must be a number from 0 to 1",
    "clocktowers 1; seats=2; state played=-1": "played is “-1”",
    "clocktowers 1; seats=2; state stopped": "nothing there is called “stopped”",
    "clocktowers 1; seats=2; state soon=1": "nothing there is called “soon”",
    "clocktowers 1; seats=2; state out=0@9": "out is “9”",
    "clocktowers 1; seats=2; state; turns=1": "no field “turns”; its fields are: “seats”",
    "clocktowers 1; seats=2; state; turn=1 turn=2": "“turn” appears twice",
    "clocktowers 1; seats=2; state; turn=x": "turn is “x”",
    "clocktowers 1; seats=2; state; turn=300": "from -128 to 127",
    "clocktowers 1; seats=2; state; left=1,2": "1 × 3 numbers",
    "clocktowers 1; seats=2; state; left=1*99999": "1 × 3 numbers",
    "clocktowers 1; seats=2; state; hand=1,2": "4 × 13 numbers",
    "clocktowers 1; seats=2; state; turn=99 phase=0": "the rules cannot go on",
    "clocktowers 1; seats=2; state; seats=3": "the rules cannot go on",
    "x" * 200_000: "too long",
}


@pytest.mark.parametrize(("text", "says"), WRONG.items(), ids=lambda text: text[:60])
def test_a_malformed_text_is_refused_with_a_sentence(text: str, says: str) -> None:
    with pytest.raises(matou.BadPosition, match=re.escape(says)) as refused:
        matou.game("clocktowers").from_text(text)
    assert refused.value.sentence("fr")
    assert refused.value.__suppress_context__ or refused.value.__context__ is None


def test_wrong_types_and_bytes_are_refused_with_a_sentence() -> None:
    game = matou.game("clocktowers")
    with pytest.raises(matou.BadPosition, match="a position is text, not NoneType"):
        game.from_text(None)  # type: ignore[arg-type]
    with pytest.raises(matou.BadPosition, match="bytes, not 3"):
        game.from_bytes(b"abc")
    with pytest.raises(matou.BadPosition, match="bytes, not str"):
        game.from_bytes("abc")  # type: ignore[call-overload]
    data = game.start(2).tobytes()
    with pytest.raises(matou.BadPosition, match="is for 2 to 4 players"):
        game.from_bytes(bytes(len(data)))
    with pytest.raises(matou.BadPosition, match="from 0 to 1"):
        game.from_bytes(data, seen_by=2)


MIDWAY = [
    play_on(table.game.start(table.seats), random.Random(f"midway {table}"), 30)
    for table in (*SMALL, *LARGE)
]


@settings(steady, max_examples=150)
@given(st.data())
def test_a_changed_text_is_read_or_refused_and_never_raises_from_inside(
    data: st.DataObject,
) -> None:
    """Changes numbers, words and characters at random."""
    state = data.draw(st.sampled_from(MIDWAY))
    seat = data.draw(st.sampled_from([None, *range(state.seats), "all"]))
    text = (state if seat == "all" else state.observe(seat)).to_text()
    words = re.findall(r"\d+|\W|[a-z_]+", text)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(words) - 1))
        words[at] = data.draw(
            st.sampled_from(
                ["", "0", "-1", "63", "1", "127", ",", "*3", "/", ";", "é", words[at] * 2]
            )
        )
    with contextlib.suppress(matou.BadPosition):
        position = state.game.from_text("".join(words))
        assert position.game.from_text(position.to_text()).to_text() == position.to_text()
