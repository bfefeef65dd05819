"""Texts for people are sentences with names and grammatical persons, without machine words."""

from __future__ import annotations

import random
import re
from functools import partial

import pytest
from conformance.plain import assert_plain
from conformance.support import TABLES as ALL_TABLES, Table

import matou
from matou.cli.terminal.screen import STYLES
from matou.core.phrases import winning
from matou.core.state import State
from matou.kit.layout import clone
from matou.kit.linking import CHANCE
from matou.play.log import Line, play
from matou.play.results import result

# The log's words do not depend on options, so it needs no tables with options.
TABLES = [table for table in ALL_TABLES if not table.options]
NAMES = ["Ada", "Basile", "Chloé", "Dov", "Édith"]
# A line of a log says what a player does, not what to do.
INFINITIVE = re.compile(r"^(?!Ada|Basile|Chloé|Dov|Édith|There)\w+(?:er|ir|re)\b")
YOU = {"en": re.compile(r"^You \w+[^s ]\b|^Your "), "fr": re.compile(r"^Tu \w+[sx]\b|^Ton ")}
THEY = {
    "en": re.compile(r"^NAME (?:\w+s\b|\w+ \w+s\b)|^NAME’s "),
    "fr": re.compile(r"^NAME |NAME dort"),
}


def lines(table: Table, most: int = 200) -> list[Line]:
    """Returns the log of a random game; checks that lines made from public knowledge are true."""
    state, rng = table.game.start(table.seats), random.Random(f"people {table}")
    found: list[Line] = []
    while not state.over and len(found) < most:
        before, action = clone(state.s), state.sample(rng)
        found.append(play(state, action))
        known = f"{state.history[-1].name} reads differently from what its readers may know"
        assert found[-1].own.says == table.game.telling.tell(before, action), known
    return found


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_log_tells_each_reader_what_people_do(table: Table, lang: str) -> None:
    names = NAMES[: table.seats]
    for line in lines(table):
        for reader in (None, *range(table.seats)):
            for is_over in (False, True):
                said = line.read_by(reader, is_over).says.say(lang, names, reader)
                assert_plain(said)
                assert not INFINITIVE.search(said), said
                assert said[0].isupper(), said
                assert not said.endswith("."), said
                if line.own.actor == CHANCE:
                    continue
                if line.own.actor == reader:
                    assert YOU[lang].search(said), said
                else:
                    they = THEY[lang].pattern.replace("NAME", f"(?:d’|de )?{names[line.own.actor]}")
                    assert re.search(they.replace("^(?:d’|de )?", "^"), said), said
                    done = said.partition(". ")[0]  # the consequence may be about the reader
                    assert not re.search(r"\b(?:[Yy]ou|[Tt]u|[Tt]on|your)\b", done), said


@pytest.mark.parametrize("table", ALL_TABLES, ids=str)
def test_all_other_texts_are_plain(table: Table) -> None:
    """Checks prompts, boards, scores, choices and refusals, the memory help, how a game ended."""
    lang = ("en", "fr")[ALL_TABLES.index(table) % 2]
    game, names = table.game, NAMES[: table.seats]
    state, rng = game.start(table.seats), random.Random(f"said {table}")
    number = 0
    while True:
        if number % 31 == 0 or state.over:
            for seat in (None, *range(table.seats)):
                view = state.observe(seat)
                found = [view.text(lang, names), view.prompt(lang, names)]
                found.append(game.why.why_now(view.s).says.say(lang, names, seat))
                found += [view.describe(a, lang, names) for a in view.legal()]
                if game.memory is not None:
                    found.append(game.memory(view).say(lang, names, seat))
                for other in range(table.seats):
                    found += [w.say(lang, names) for w in game.words.score_lines(view.s, other)]
                    tally = game.words.tally(view.s, other, True)
                    found += [] if tally is None else [tally.say(lang)]
                assert_plain("\n".join(found))
            refused_plainly(state, lang, names, rng)
        if state.over:
            break
        state.play(state.sample(rng))
        number += 1


def refused_plainly(state: State, lang: str, names: list[str], rng: random.Random) -> None:
    """Checks the reasons for illegal actions, and for clicks without effect."""
    game, seat = state.game, max(state.actor, 0)
    view = state.observe(seat)
    legal = {*view.legal()}
    for action in rng.sample(range(game.rules.ACTIONS), min(60, game.rules.ACTIONS)):
        if action not in legal:
            said = game.why.why_not(view.s, action).says.say(lang, names, seat)
            assert_plain(said)
            assert said.endswith((".", "!", "…")), said
    ids = [*view.sheet(lang=lang, names=names).highlights]
    for id in rng.sample(ids, min(len(ids), 10)):
        remark = game.pointing.remark(view, id, ())
        if remark is not None:
            assert_plain(remark.says.say(lang, names, seat))


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", matou.available())
def test_books_and_lessons_speak_to_people(name: str, lang: str) -> None:
    """Only a rule book may name rules by number."""
    game = matou.game(name)
    book = game.book(lang)
    assert book is not None
    found = [book.credits.says, game.words.TITLE, game.words.TAGLINE]
    found += [*game.words.OPTIONS.values(), *game.words.OPTION_NAMES.values()]
    steps = [step.says for step in book.lesson.steps]
    steps += [line.text for line in book.aid(game.settings(game.min_seats))]
    for text in (book.overview, *book.tips, *steps, *(words.say(lang) for words in found)):
        assert_plain(text)
    ruled = [w for rule in book.rules for w in (rule.title, rule.text, *rule.rulings)]
    ruled += [picture.caption for rule in book.rules for picture in rule.pictures]
    ruled += [words for piece in book.pieces for words in (piece.name, piece.text, *piece.rulings)]
    for text in ruled:
        assert_plain(re.sub(r"\b[A-Z]{2}\d+\b", "", text))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_reason_for_an_action_is_a_sentence(table: Table) -> None:
    """It leaves the observation unchanged. At least a quarter of the actions have one."""
    game, names = table.game, NAMES[: table.seats]
    state, rng = game.start(table.seats), random.Random(f"why {table}")
    asked = answered = 0
    while not state.over and asked < 120:
        action = state.sample(rng)
        if state.actor >= 0:
            view = state.observe(state.actor)
            before = bytes(view.s)
            because = game.telling.because(view, action)
            assert bytes(view.s) == before
            asked += 1
            if because is not None:
                answered += 1
                for lang in ("en", "fr"):
                    said = because.say(lang, names, state.actor)
                    assert_plain(said)
                    assert said.endswith(".")
                    assert said[0].isupper() or said[0].isdigit()
        state.play(action)
    assert answered > asked / 4, f"because has {answered} answers to {asked} actions"


def test_several_winners_are_named_in_the_readers_person() -> None:
    for said in (winning([0, 1]), winning([1, 0])):
        assert said.say("en", NAMES, 1) == "You and Ada share the victory."
        assert said.say("fr", NAMES, 1) == "Ada et toi partagez la victoire."
    assert winning([0, 1]).say("fr", NAMES) == "Ada et Basile partagent la victoire."
    mice, tied = matou.game("chopchop"), matou.game("clocktowers")
    for game, en, fr in ((mice, "win together", "gagn"), (tied, "share the victory", "partag")):
        found = partial(result, game, [1, 2, 3], NAMES[:4])
        assert found("en", reader=2) == f"You, Basile and Dov {en}."
        assert found("fr", reader=2).startswith(f"Basile, Dov et toi {fr}ez ")
        assert found("fr", reader=0).startswith(f"Basile, Chloé et Dov {fr}ent ")


def test_machine_words_are_found() -> None:
    for bad in (
        "You draws the chair", "bear: 2 = 2", "won: 1", "Seat 0 plays the cat", "La place 1",
        "ended by rule CT10", "floors_above_clock", "Tu pioche une carte", "F1c+", "K>2", "xF1m",
        "<R", "=R3", "The cat goes to Tc4", "a4-b5*", "^c6", "There is no mouse on N",
        ">2 is closed", "b4=gouda", "~red", "table/R", "zz", "-block2",
        "With the option “ladders”", "le ocre", "Toi et Ada gagnent ensemble.",
    ):  # fmt: skip
        with pytest.raises(AssertionError):
            assert_plain(bad)
    assert INFINITIVE.search("Aller de g1 à f1")


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_terminal_draws_the_board_for_people(table: Table) -> None:
    """With names, within 80 columns, in known styles, and with changes during the game."""
    game, names = table.game, NAMES[: table.seats]
    assert game.sketch is not None
    state, rng, drawn = game.start(table.seats), random.Random(f"drawn {table}"), set()
    while not state.over:
        state.play(state.sample(rng))
        for seat in (None, 0):
            rows = game.sketch(state.observe(seat), "en", names)
            assert all(sum(len(text) for text, _ in row) <= 80 for row in rows)
            assert {word for row in rows for _, style in row for word in style.split()} <= {*STYLES}
            picture = "\n".join("".join(text for text, _ in row) for row in rows)
            assert_plain(picture)
            drawn.add(picture)
    assert len(drawn) > 12
