"""Records can be read, written and replayed; wrong ones are refused with the reason."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st
from steady import steady

import matou
from matou.core.fairness import Dealer
from matou.core.record import digest


def random_record(seed: int = 1, actions: int | None = None, **options: object) -> matou.Record:
    state = matou.game("clocktowers", **options).start(2)
    dealer = Dealer(seed=f"{seed:064x}", game_id="table1")
    rng = random.Random(seed)
    while not state.over and (actions is None or len(state.history) < actions):
        state.play(dealer.draw(state) if state.actor == matou.CHANCE else state.sample(rng))
    return replace(
        state.record(),
        id=dealer.game_id,
        commitment=dealer.commitment,
        seed=dealer.seed,
        players={0: "Ann  É"},
    )


def with_end_line(text: str) -> str:
    """Returns the text with a matching end line, as a forger would write it."""
    body, _, _ = text.rpartition("end ")
    count = sum(len(line.split()) - 1 for line in body.split("\n\n")[1].splitlines())
    return f"{body}end {count} {digest(body)}\n"


@given(
    seed=st.integers(0, 2**32),
    actions=st.integers(0, 170),
    ladder=st.sampled_from(["table", "player"]),
)
@settings(steady, max_examples=40)
def test_a_record_written_and_read_again_is_the_same(seed: int, actions: int, ladder: str) -> None:
    record = random_record(seed, actions, ladder=ladder)
    text = record.dumps()
    again = matou.Record.loads(text)
    assert again.dumps() == text
    assert again.replay().tobytes() == record.replay().tobytes()
    assert again.players == {0: "Ann É"}
    assert (again.id, again.commitment, again.seed) == (record.id, record.commitment, record.seed)
    assert again.game.settings(2)["ladder"] == ladder


def test_the_headers_contain_game_options_and_seats() -> None:
    text = random_record(ladder="player").dumps()
    for line in (
        "matou record 1",
        "game: clocktowers",
        "version: 1",
        "seats: 2",
        "option ladder: player",
        "option floors_above_clock: false",
        "id: table1",
    ):
        assert line in text.splitlines()
    assert "(CT10)" in text
    assert len(max(text.splitlines(), key=len)) < 100


def test_line_endings_and_a_byte_order_mark_do_not_matter() -> None:
    text = random_record().dumps()
    assert matou.Record.loads("\ufeff" + text.replace("\n", "\r\n")).dumps() == text


def swap(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


def drop_line(start: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        return "\n".join(line for line in text.split("\n") if not line.startswith(start))

    return change


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda _: "", "line 1: this is not a Matou record"),
        (lambda _: "GIF89a…", "line 1: this is not a Matou record"),
        (swap("matou record 1", "matou record 4"), "line 1: the file uses record format 4"),
        (swap("matou record 1", "matou record 0"), "no record format 0"),
        (swap("game: clocktowers", "game: chess"), "unknown game 'chess'; choose from"),
        (drop_line("game:"), "do not say which game"),
        (swap("version: 1", "version: 9"), "version 9 of clocktowers, but this Matou knows only"),
        (swap("version: 1", "version: x"), "version is “x”, not a number"),
        (swap("seats: 2", "seats: 7"), "is for 2 to 4 players, not 7"),
        (drop_line("seats:"), "the header “seats” is missing"),
        (
            swap("ladder: table", "ladder: rope"),
            "option ladder is 'rope', but must be one of 'table' or",
        ),
        (swap("option ladder", "option lader"), "no option 'lader'; its options are: 'ladder'"),
        (swap("seats: 2", "seats: 2\nseats: 2"), "line 5: the header “seats” appears twice"),
        (swap("seats: 2", "seats: 2\nmood: good"), "line 5: the header “mood” is unknown"),
        (swap("seats: 2", "seats: 2\nmood"), "line 5: “mood” is not a header"),
        (swap("player 0", "player 3"), "player 3 at a table with 2"),
        (swap("seed: 0", "seed: g"), "the seed must be 64 hexadecimal digits"),
        (swap("\n1 =", "\n2 ="), "starts with “2”, but action 1 should come next"),
        (drop_line("4 "), "but action 4 should come next"),
        (swap("result: ", "result: 99-0, won by seat 0 (CT10)\nid: x\nfoo: "), "appears twice"),
    ],
)
def test_a_damaged_foreign_or_newer_file_is_refused_with_line_and_reason(
    change: Callable[[str], str], says: str
) -> None:
    with pytest.raises(matou.BadRecord) as refused:
        matou.Record.loads(change(random_record().dumps()))
    assert says in str(refused.value)
    assert refused.value.sentence("fr") != refused.value.sentence("en")


def test_an_illegal_action_is_named_with_its_line_and_rule() -> None:
    text = random_record().dumps()
    line = next(x for x in text.splitlines() if x.startswith("4 "))
    bad = text.replace(line, f"4 R1>1 {' '.join(line.split()[2:])}")
    with pytest.raises(
        matou.BadRecord, match=r"line \d+: action 4, “R1>1”, is not legal here: .*\(CT4\)"
    ):
        matou.Record.loads(bad)


def test_a_changed_result_or_checksum_is_detected() -> None:
    text = random_record().dumps()
    result = next(x for x in text.splitlines() if x.startswith("result: "))
    forged = text.replace(result, "result: 99-0, won by seat 0 (CT10)")
    with pytest.raises(matou.BadRecord, match="changed after it was written"):
        matou.Record.loads(forged)
    with pytest.raises(matou.BadRecord, match="but the game ends with"):
        matou.Record.loads(with_end_line(forged))
    with pytest.raises(matou.BadRecord, match="there is text after the end"):
        matou.Record.loads(text + "more\n")
    with pytest.raises(matou.BadRecord, match="too long"):
        matou.Record.loads("x" * 5_000_000)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("somewhere", "should name a game and a number"),
        ("abc after 9999 actions", "but stops after"),
    ],
)
def test_a_malformed_origin_is_refused(value: str, says: str) -> None:
    text = swap("\n\n1 ", f"\ncontinues: {value}\n\n1 ")(random_record().dumps())
    with pytest.raises(matou.BadRecord, match=says):
        matou.Record.loads(with_end_line(text))


def test_every_truncation_is_refused() -> None:
    text = random_record(actions=40).dumps()
    for cut in range(len(text) - 1):
        with pytest.raises(matou.BadRecord):
            matou.Record.loads(text[:cut])


def test_every_changed_character_is_detected() -> None:
    text = random_record(actions=30).dumps()
    rng = random.Random(3)
    for i in range(len(text) - 1):
        other = rng.choice("aZ0 =<>\n") if text[i] not in "aZ0" else "~"
        if other == text[i]:
            other = "@"
        with pytest.raises(matou.BadRecord):
            matou.Record.loads(text[:i] + other + text[i + 1 :])


def test_states_yields_an_independent_copy_of_every_position() -> None:
    record = random_record(actions=25)
    states = list(record.states())
    assert len(states) == 26
    assert [len(s.history) for s in states] == list(range(26))
    assert states[-1].tobytes() == record.replay().tobytes()
    assert states[3].tobytes() != states[4].tobytes()


# Losses on time and resignations


def record_lost_on_time() -> matou.Record:
    """Returns a game that ended when a player's time was up."""
    state = matou.game("clocktowers").start(2)
    rng = random.Random(4)
    while len(state.history) < 30 or state.actor < 0:
        state.play(state.sample(rng))
    state.lose(state.actor, stops=True)
    return state.record()


def test_a_game_lost_on_time_can_be_written_read_and_replayed() -> None:
    record = record_lost_on_time()
    text = record.dumps()
    assert text.startswith("matou record 2\n")
    assert matou.Record.loads(text) == record
    end = record.replay()
    late = end.out[0].seat
    assert (end.over, end.winners, end.returns[late]) == (True, [1 - late], 0.0)
    assert end.legal() == []
    assert end.observe(late).legal() == []
    assert not end.can_undo(late)
    assert end.copy().winners == end.winners
    assert f"won by seat {1 - late} (time)" in record.result
    assert [state.over for state in record.states()] == [False] * len(record.actions) + [True]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (swap("matou record 2", "matou record 1"), "the header “time"),
        (swap("up after", "gone after"), "should name a seat of the table and say when"),
        (swap(", which ended the game", ""), "the header says that the result is"),
        (lambda t: re.sub(r"time (\d)", "time 7", t), "should name a seat of the table"),
        (
            lambda t: re.sub(r"time (\d)", lambda m: f"time {1 - int(m[1])}", t),
            "another seat’s turn",
        ),
        (lambda t: re.sub(r"after \d+ actions", "after 999 actions", t), "but the record stops"),
        (
            lambda t: re.sub(r"time \d: up after \d+", "time 0: up after 3", t),
            "The game is over.",
        ),
    ],
)
def test_wrong_time_headers_are_refused(change: Callable[[str], str], says: str) -> None:
    record = record_lost_on_time()
    above, _, _ = change(record.dumps()).rpartition("end ")
    with pytest.raises(matou.BadRecord) as refused:
        matou.Record.loads(f"{above}end {len(record.actions)} {digest(above)}\n")
    assert says in str(refused.value)


def test_resignations_out_of_turn_can_be_written_read_and_replayed() -> None:
    state = matou.game("clocktowers").start(3)
    rng = random.Random(4)
    while len(state.history) < 30 or state.actor != 0:
        state.play(state.sample(rng))
    state.lose(2, stops=False, resigned=True)
    assert not any(state.can_undo(seat) for seat in range(3))
    state.play(state.sample(rng))
    state.lose(0, stops=True, resigned=True)
    record = state.record()
    text = record.dumps()
    count = len(state.history)
    assert text.startswith("matou record 2\n")
    assert f"resigned 2: after {count - 1} actions\n" in text
    assert f"resigned 0: after {count} actions, which ended the game\n" in text
    assert matou.Record.loads(text) == record
    assert "won by seat 1 (resigned)" in record.result
    end = record.replay()
    assert (end.out, end.winners, end.ended_by) == (state.out, [1], "resigned")
    assert state.game.from_text(state.to_text()).out == state.out
    late = text.replace(f"after {count} actions, which", f"after {count - 1} actions, which")
    for change in (late, text.replace("resigned 0", "resigned 5")):
        above = change.rpartition("end ")[0]
        with pytest.raises(matou.BadRecord):
            matou.Record.loads(f"{above}end {count} {digest(above)}\n")
