"""Endings are solved exactly, and bots are compared with the best play."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from labs import studies
from labs.studies import endings as study
from labs.studies.solvable import chopchop as endings
from labs.studies.solved import Solved
from matou.core.registry import find
from matou.core.state import State
from matou.games.chopchop.components import CAT

SMALL = "one mouse, a cheese on e6"


@pytest.fixture(scope="module")
def solved() -> Solved:
    return Solved(find("chopchop"), endings.POSITIONS[SMALL])


def outcomes(state: State) -> list[tuple[float, State]]:
    """Returns the outcomes of a chance event with their probabilities."""
    total = sum(state.weights())
    found = []
    for action, weight in zip(state.legal(), state.weights(), strict=True):
        after = state.copy()
        after.play(action)
        found.append((weight / total, after))
    return found


def test_values_agree_with_backward_induction_by_state_play(solved: Solved) -> None:
    """One step of backward induction with State.play gives the same value."""
    rng = random.Random(5)
    for _ in range(40):
        s = solved.some(rng)
        state = State(solved.game, 2, s)
        expected = 0.0
        for throw, (chance, thrown) in enumerate(outcomes(state)):
            answers = solved.answers(s, throw)
            if thrown.actor < 0:  # nobody can move
                expected += chance * answers[0].chance
                continue
            assert [way.action for way in answers] == thrown.legal()
            chances = []
            for way in answers:
                after = thrown.copy()
                after.play(way.action)
                if after.over:
                    assert way.chance == after.returns[0]
                elif after.s.quiet == 0:  # a cheese was won
                    assert way.chance == solved.first_seat_chance(after.s)
                else:
                    assert way.chance == pytest.approx(solved.first_seat_chance(after.s), abs=1e-5)
                chances.append(way.chance)
            expected += chance * (max(chances) if thrown.actor == 0 else min(chances))
        assert solved.first_seat_chance(s) == pytest.approx(expected, abs=1e-12)


def test_with_best_play_the_cat_wins_as_often_as_the_solution_says(solved: Solved) -> None:
    rng = random.Random(9)
    won, games = 0.0, 400
    for _ in range(games):
        state = State(solved.game, 2, endings.ending("Tc4", "b2", "e6"))
        while not state.over:
            before = state.s.__class__.from_buffer_copy(bytes(state.s))
            throw = rng.choices(range(len(state.legal())), state.weights())[0]
            state.play(state.legal()[throw])
            if state.actor >= 0:
                ways = solved.answers(before, throw)
                pick = max if state.actor == 0 else min
                state.play(pick(ways, key=lambda way: way.chance).action)
        won += state.returns[0]
    assert won / games == pytest.approx(solved.value(), abs=4 * (0.25 / games) ** 0.5)


def test_the_cats_chance_grows_with_the_mouses_distance_from_its_hole(solved: Solved) -> None:
    near = solved.first_seat_chance(endings.ending("f7", "b4", ""))
    far = solved.first_seat_chance(endings.ending("f7", "b4", "", CAT))
    caught = solved.first_seat_chance(endings.ending("b5", "b4", "", CAT))
    assert near < far < caught


def test_values_do_not_depend_on_the_numbers_of_the_mice(solved: Solved) -> None:
    one, other = endings.ending("Tc4", "b2", "e6"), endings.ending("Tc4", "b2", "e6")
    other.mouse[0], other.mouse[3] = other.mouse[3], other.mouse[0]
    assert solved.first_seat_chance(one) == solved.first_seat_chance(other)
    with pytest.raises(KeyError):
        solved.first_seat_chance(endings.ending("Tc4", "b2", "e7"))


def test_the_study_writes_a_page_and_better_bots_give_away_less(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, solved: Solved
) -> None:
    monkeypatch.setattr(endings, "POSITIONS", {SMALL: endings.POSITIONS[SMALL]})
    monkeypatch.setattr(study, "BOTS", ("level4", "random"))
    assert studies.main(["endings", "--games", "4", "--seed", "3", "--out", str(tmp_path)]) == 0
    page = (tmp_path / "endings.md").read_text()
    assert f"| Chop! Chop! | {SMALL} | {solved.size:,} |" in page
    assert page.count(f"| {SMALL} | level4 |") == 2, "there is not one row for each side"
    for strong, weak in zip(
        study.compare(solved, "level4", 8, 3), study.compare(solved, "random", 8, 3), strict=True
    ):
        assert strong.given_away().mean < weak.given_away().mean
        assert strong.agreement().mean > weak.agreement().mean


def test_a_game_without_endings_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert studies.main(["endings", "--only", "catymini", "--out", str(tmp_path)]) == 2
    assert "no endings" in capsys.readouterr().err
    assert studies.main(["endings", "--render", "--out", str(tmp_path)]) == 2
    assert "no journal" in capsys.readouterr().err
