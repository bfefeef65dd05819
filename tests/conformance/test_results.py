"""How games end: returns, winners and scores as the contract says; records replay."""

from __future__ import annotations

import random

import pytest
from conformance.support import DATA, SMALL, TABLES, Table, play_on, positions

import matou

each_table = pytest.mark.parametrize("table", TABLES, ids=str)


@each_table
def test_random_games_end_and_replay_from_their_record_to_the_same_bytes(table: Table) -> None:
    rng = random.Random(f"{table}")
    for _ in range(3):
        state = play_on(table.game.start(table.seats), rng)
        text = state.record().dumps()
        record = matou.Record.loads(text)
        assert record.dumps() == text
        again = record.replay()
        assert again.tobytes() == state.tobytes()
        assert again.history == state.history


@each_table
def test_returns_are_what_the_contract_says(table: Table) -> None:
    rng = random.Random(f"returns {table}")
    for _ in range(4):
        state = table.game.start(table.seats)
        assert state.winners == []
        assert state.ended_by is None
        play_on(state, rng)
        assert table.game.rules.ended(state.s) in range(len(table.game.rules.ENDINGS))
        assert state.ended_by in table.game.rules.ENDINGS
        assert table.game.rules.winners(state.s) in range(1 << table.seats)
        returns, winners = state.returns, state.winners
        if not winners:  # a draw: one half each
            assert returns == [0.5] * table.seats
            continue
        assert all(returns[s] == 0 for s in range(table.seats) if s not in winners)
        worth = {returns[s] for s in winners}
        assert len(worth) == 1
        # a shared victory is shared equally; a winning team has one each
        assert worth.pop() in (pytest.approx(1 / len(winners)), 1.0)


@each_table
def test_scores_can_be_asked_at_any_time_and_are_explained(table: Table) -> None:
    for state in positions(table, 9, every=19):
        assert len(state.scores) == table.seats
        for seat in range(table.seats):
            lines = table.game.words.score_lines(state.s, seat)
            assert lines
            for line in lines:
                assert line.say("en").strip()
                assert line.say("fr").strip()


@pytest.mark.parametrize("table", SMALL, ids=str)
def test_there_is_a_fixture_for_every_way_a_game_can_end(table: Table) -> None:
    for rule in table.game.rules.ENDINGS:
        found = sorted((DATA / table.name).glob(f"ending-{rule}*.matou"))
        wanted = f"tests/data/{table.name}/ending-{rule}.matou"
        assert found, f"no game ends by {rule}: make {wanted}, with tools/fixtures.py or by hand"
        for path in found:
            state = matou.Record.loads(path.read_text()).replay()
            assert state.game.name == table.name
            assert state.ended_by == rule


@pytest.mark.parametrize("table", SMALL, ids=str)
def test_undo_is_never_across_chance_a_reveal_another_player_or_the_end(table: Table) -> None:
    allowed = 0
    for state in positions(table, 10):
        for seat in range(table.seats):
            if not state.can_undo(seat):
                continue
            allowed += 1
            last = state.history[-1]
            assert last.actor == seat
            assert last.reveals is False
            assert not state.over
            twin = state.copy()
            twin.undo(seat)
            assert twin.actor == seat
            assert len(twin.history) == len(state.history) - 1
            twin.play(last.action)
            assert twin.tobytes() == state.tobytes()
        if not state.over and state.history and state.history[-1].actor == matou.CHANCE:
            for seat in range(table.seats):
                assert not state.can_undo(seat)
                with pytest.raises(ValueError, match="nothing to take back"):
                    state.undo(seat)
    assert allowed


@each_table
def test_a_game_stopped_by_a_loss_on_time_has_winners_and_no_turn(
    table: Table,
) -> None:
    rng = random.Random(f"stopped {table}")
    game, seats, names = table.game, table.seats, ["Ada", "Basile", "Chloé", "Diane", "Élie"]
    half = len(play_on(game.start(seats), rng).history) // 2
    state = game.start(seats)
    while len(state.history) < min(half, 35) or state.actor < 0:
        state.play(state.sample(rng))
    side = game.team or (lambda seat: seat)
    late = state.actor
    state.lose(late, stops=True)
    assert state.winners
    assert all(side(seat) != side(late) for seat in state.winners)
    assert max(state.returns) > 0 == state.returns[late]
    for seat in (None, late, state.winners[0]):
        view = state.observe(seat)
        assert view.legal() == []
        assert not view.sheet(names=names[:seats]).highlights
        for lang in ("en", "fr"):
            text = view.text(lang, names[:seats]) + view.prompt(lang, names[:seats])
            for word in (
                "’s turn",
                "your turn",
                "ton tour",
                "de jouer",
                "is thinking",
                "réfléchit",
            ):
                assert word not in text, (lang, text)
