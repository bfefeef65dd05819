"""Actions: ascending, named uniquely, read back, refused when illegal, never shared by copies."""

from __future__ import annotations

import random
import string

import pytest
from conformance.support import TABLES, Table, positions
from tested_languages import TESTED

import matou

each_table = pytest.mark.parametrize("table", TABLES, ids=str)


@each_table
def test_legal_actions_ascend_and_stay_within_the_declared_bounds(table: Table) -> None:
    rules = table.game.rules
    for state in positions(table, 1):
        legal = state.legal()
        assert legal == sorted(set(legal))
        assert len(legal) <= rules.MAX_LEGAL
        assert all(0 <= a < rules.ACTIONS for a in legal)
        assert bool(legal) == (not state.over)


@each_table
def test_names_are_unique_in_a_state_and_read_back(table: Table) -> None:
    for state in positions(table, 2):
        names = [state.name(a) for a in state.legal()]
        assert len(set(names)) == len(names)
        for a, name in zip(state.legal(), names, strict=True):
            assert state.parse(name) == a
            assert name == name.strip()
            assert " " not in name


@each_table
def test_chance_weights_are_positive_whole_numbers(table: Table) -> None:
    seen = 0
    for state in positions(table, 3):
        if state.actor == matou.CHANCE:
            seen += 1
            weights = state.weights()
            assert len(weights) == len(state.legal())
            assert all(type(w) is int and w > 0 for w in weights)
        else:
            with pytest.raises(ValueError, match="only chance has weights"):
                state.weights()
    if not seen:
        pytest.skip("there is no chance in this game")


@each_table
def test_every_action_is_described(table: Table) -> None:
    for state in positions(table, 4, every=7):
        described: dict[str, list[str]] = {lang: [] for lang in TESTED}
        for lang, lines in described.items():
            lines += [state.describe(a, lang) for a in state.legal()]
            assert all(line.strip() for line in lines)
            assert len(set(lines)) == len(lines), "two actions have the same description"
        for seat in [None, *range(table.seats)]:
            view = state.observe(seat)
            for lang in described:
                assert view.text(lang).strip()
                assert view.prompt(lang).strip()


@each_table
def test_apply_never_changes_a_copy(table: Table) -> None:
    for state in positions(table, 5, every=11):
        if state.over:
            continue
        before = state.copy()
        stored, history = before.tobytes(), list(before.history)
        twin = state.copy()
        twin.play(twin.legal()[-1])
        assert before.tobytes() == stored == state.tobytes()
        assert before.history == history == state.history
        assert twin.tobytes() != stored or twin.actor != before.actor


def refuse(state: matou.State, action: int | str) -> None:
    before, history, legal = state.tobytes(), list(state.history), state.legal()
    with pytest.raises(matou.IllegalAction) as refused:
        state.play(action)
    assert refused.value.rule in rules_of(state), refused.value.rule
    assert refused.value.sentence("en").strip()
    assert refused.value.sentence("fr").strip()
    assert refused.value.sentence("fr") != refused.value.sentence("en")
    assert state.tobytes() == before
    assert state.history == history
    assert state.legal() == legal


def rules_of(state: matou.State) -> set[str]:
    """Returns rule numbers with the prefix of the game."""
    prefix = state.game.rules.ENDINGS[0][:2]
    return {f"{prefix}{n}" for n in range(1, 20)}


@each_table
def test_every_illegal_number_is_refused_and_the_state_unchanged(table: Table) -> None:
    rng = random.Random(6)
    for state in positions(table, 6, every=13):
        legal = set(state.legal())
        numbers = [a for a in range(state.game.rules.ACTIONS) if a not in legal]
        for a in rng.sample(numbers, min(len(numbers), 60)):
            refuse(state, a)
        for a in (-1, -2, state.game.rules.ACTIONS, 2**40, True):
            refuse(state, a)


@each_table
def test_every_illegal_string_is_refused_and_the_state_unchanged(table: Table) -> None:
    rng = random.Random(7)
    alphabet = string.printable + "éß≤\u0000\u0660²"
    earlier: list[str] = ["", " ", "x?", "=?", "\n", "0", "-1", "A" * 5000]
    for state in positions(table, 7, every=17):
        legal = {state.name(a) for a in state.legal()}
        earlier = earlier[-200:] + sorted(legal)
        strings = rng.sample(earlier, min(len(earlier), 30))
        for name in list(legal)[:10]:
            i = rng.randrange(len(name))
            strings += [
                name[:i] + rng.choice(alphabet) + name[i + 1 :],
                name + " ",
                name.swapcase(),
            ]
        strings += ["".join(rng.choices(alphabet, k=rng.randrange(1, 9))) for _ in range(20)]
        for text in strings:
            if text not in legal:
                refuse(state, text)


@pytest.mark.heavy
@each_table
def test_why_not_has_an_answer_for_every_action_number(table: Table) -> None:
    for state in positions(table, 8, every=29):
        legal = set(state.legal())
        for a in range(state.game.rules.ACTIONS):
            if a not in legal:
                why = state.game.why.why_not(state.s, a)
                assert why.rule in rules_of(state)
                assert why.says.say("en").strip()
                assert why.says.say("fr").strip()
