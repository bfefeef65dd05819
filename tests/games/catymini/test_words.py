"""Texts of Caty Mini: notation, reasons, descriptions, the board in words."""

from __future__ import annotations

import random
import re

import pytest
from games.catymini.support import changed, dealt, play_out, ready
from games.support import names

import matou
from matou.games.catymini import notation
from matou.games.catymini.components import COLOUR_NAMES, COLOUR_OF, FURNITURE
from matou.games.catymini.rules import ACTIONS
from matou.games.catymini.say import refusals, words
from matou.games.catymini.say.names import BARE, COLOURED, PIECES, TOY_WORDS


def test_every_action_number_has_one_notation_that_reads_back() -> None:
    s = matou.game("catymini").start(2).s
    strings = [notation.name(s, a) for a in range(ACTIONS)]
    assert len(set(strings)) == ACTIONS
    assert [notation.read(s, text) for text in strings] == list(range(ACTIONS))


def test_the_notation_is_that_of_the_rule_book() -> None:
    s = matou.game("catymini").start(2).s
    for text in ("~red", "@chair/L", "@chair/R", "!table", "table/L", "rug-stand/R", "zz",
                 "=table", "-block2", "-train4", "!coat-rack"):  # fmt: skip
        assert notation.name(s, notation.read(s, text)) == text
    for text in ("", "~", "~Red", "chair", "chair/l", "@chair", "-block1", "-block5", "=?",
                 "ZZ", "zzz", "!table ", "table/R\n"):  # fmt: skip
        assert notation.read(s, text) == -1


def reason(state: matou.State, text: str) -> tuple[str, str]:
    why = refusals.why_not(state.s, notation.read(state.s, text))
    return why.rule, why.says.say()


def test_refusals_name_the_rule_that_applies_in_each_phase() -> None:
    state = matou.game("catymini").start(3)
    assert reason(state, "zz")[0] == "CM1"
    state.play("=chair")
    assert reason(state, "=table")[0] == "CM2"
    assert "turquoise pile" in reason(state, "=table")[1]
    assert "no longer in its pile" in reason(state, "=chair")[1]
    assert reason(state, "~red")[0] == "CM2"
    state = dealt(3)
    assert reason(state, "-ball2") == (
        "CM3",
        "Tokens are removed toy by toy. The next toy: block.",
    )
    assert reason(state, "=bed")[0] == "CM3"
    state = dealt(2)
    state.play("-block4")
    assert "worth 4" in reason(state, "-block4")[1]
    state = ready(2)
    assert reason(state, "@chair/L")[0] == "CM4"
    assert reason(state, "=bed")[0] == "CM2"
    assert reason(state, "-block2")[0] == "CM3"
    assert reason(state, "~red")[0] == "CM2"
    assert reason(state, "table/L")[0] == "CM6"
    assert reason(state, "zz")[0] == "CM6"
    state.play("!table")
    assert reason(state, "!sofa")[0] == "CM7"
    assert reason(dealt(4), "@bed/L")[0] == "CM4"
    assert reason(play_out(ready(2)), "!table")[0] == "CM11"


def test_a_runs_description_states_its_cost_and_toys_CM9() -> None:
    state = ready(2)  # board A: from (80, 0) to (1000, 255), past the rocket at (500, 125)
    state.play("!table")
    english = [state.describe(a) for a in state.legal()]
    assert english[0] == (
        "Run to the table, towards the clock: costs 1,095 units of thread, wins a rocket worth 3"
    )
    assert english[1].startswith("Run to the table, towards the desk: ")
    french = [state.describe(a, "fr") for a in state.legal()]
    assert french[0] == (
        "Courir à la table, côté pendule\u00a0: coûte 1\u202f095 unités de fil, "
        "rapporte une fusée de 3 points"
    )


def test_the_board_in_words_counts_tokens_and_gives_points_only_at_the_end() -> None:
    state = play_out(ready(2), until=60)
    text = state.observe(0).text()
    points = state.scores[0]
    assert points > 12  # so that the number cannot be one of tokens or rounds
    assert "tokens won" in text
    assert f"{points} points" not in text
    assert f"{points} points" in words.memory(state.observe(0)).say()
    assert state.game.scores_at_end
    over = play_out(state)
    assert f"{over.scores[0]} points" in over.observe(None).text()


def test_numbers_are_written_the_same_in_picture_text_and_scores() -> None:
    over = play_out(ready(2))
    over.s.thread[1] = 1124
    view = changed(over).observe(0)
    for lang, written in (("en", "1,124"), ("fr", "1\u202f124")):
        assert written in view.svg(lang=lang)
        assert written in view.text(lang)
        assert written in words.score_lines(over.s, 1)[-1].say(lang)


def test_texts_never_name_left_and_right() -> None:
    """Left and right depend on the wall that one faces.

    So notches are clickable in pictures, and texts name the neighbouring piece.
    """
    state = matou.game("catymini").start(4)
    rng = random.Random(7)
    while not state.over:
        view = state.observe(max(state.actor, 0))
        found = [state.describe(a, "fr") for a in state.legal()]
        if state.actor >= 0:
            assert len(set(found)) == len(found)
            found += [view.prompt("fr"), view.text("fr")]
            knobs = re.findall(r">([LRGD])</text>", "".join(view.sheet(lang="fr").parts))
            assert not knobs
        assert not re.search(r"gauche|droite", " ".join(found)), found
        state.play(state.sample(rng))
    book = matou.game("catymini").book("fr")
    assert book is not None
    texts = [step.says for step in book.lesson.steps]
    texts += [picture.caption for rule in book.rules for picture in rule.pictures]
    assert not re.search(r"gauche|(?<!ligne )droite", " ".join(texts))


def test_prompts_count_extra_tiles_CM2() -> None:
    asked = []
    for seats in (2, 3):
        state = matou.game("catymini").start(seats)
        while state.actor < 0 or state.name(state.legal()[0])[0] == "~":
            if state.actor == 0:
                asked.append(state.observe(0).prompt())
            state.play(state.legal()[0])
    one = "Choose a pile for your extra tile"
    assert asked == [f"{one} (1 of 3).", f"{one} (2 of 3).", f"{one} (3 of 3).", f"{one}."]


def test_prompts_differ_by_phase() -> None:
    state = matou.game("catymini").start(2)
    said = set()
    while not state.over:
        said.add(" ".join(state.observe(max(state.actor, 0)).prompt("fr").split(" ")[:2]))
        state.play(state.legal()[-1])
    said.add(state.observe(0).prompt("fr"))
    dealt = {"On montre", "On distribue", "On retire", "Choisis une"}
    assert {*dealt, "Attache ton", "Joue une"} <= said
    assert any(asked.startswith("Cours ") for asked in said)
    assert "La partie est finie." in said
    state = ready(2)
    state.play("!table")
    state.s.thread[0] = 5
    assert "sleeps" in changed(state).observe(0).prompt()
    assert names(state) == ["zz"]
    assert state.observe(1).prompt() == "Seat 0 is thinking."


@pytest.mark.parametrize("tile", range(20), ids=FURNITURE)
def test_every_piece_is_named_in_english_and_french(tile: int) -> None:
    assert PIECES[tile].say() == f"the {FURNITURE[tile]}"
    assert COLOURED[tile].say() == f"the {FURNITURE[tile]} ({COLOUR_NAMES[COLOUR_OF[tile]]})"
    assert BARE[tile].say() == FURNITURE[tile]
    named, short = PIECES[tile].say("fr"), BARE[tile].say("fr")
    assert named in {f"le {short}", f"la {short}", f"l’{short}"}
    assert COLOURED[tile].say("fr").startswith(f"{named} ")
    assert "(" not in COLOURED[tile].say("fr")
    assert COLOUR_OF[tile] == tile // 5
    assert len(TOY_WORDS) == 10


def test_scores_are_explained_line_by_line_CM12() -> None:
    state = play_out(ready(2, expert=True), seed=2)
    for seat in range(2):
        lines = [line.say() for line in words.score_lines(state.s, seat)]
        assert lines[-2] == f"total: {state.scores[seat]} points"
        parts = [int(line.split()[-2]) for line in lines if line.endswith((" point", " points"))]
        parts.remove(state.scores[seat])
        assert sum(parts) == state.scores[seat]
