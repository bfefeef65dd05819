"""What people read are sentences about people: names and persons, never a machine's words."""

from __future__ import annotations

import random
import re

import pytest
from conformance.support import TABLES as ALL_TABLES
from conformance.support import Table

from matou.cli.terminal.screen import STYLES
from matou.core.words import winning
from matou.kit.linking import CHANCE
from matou.play.log import Line, play
from matou.play.results import result

# Options change rules, not how people are spoken of.
TABLES = [table for table in ALL_TABLES if not table.options]
NAMES = ["Ada", "Basile", "Chloé", "Dov", "Édith"]
MACHINE = re.compile(
    r"\b(?:[Ss]eat|[Ss]iège)s? ?\d"  # a seat by its number, where names are known
    r"|\b(?:CT|CC|AP|CM)\d"  # a rule's number in a running text
    r"|\w_\w"  # an option's name
    r"|[\ue000-\uf8ff]|[{}]"  # a blank that nobody filled
    r"|\b[Yy]ou (?!as\b|always\b|unless\b)\w+s\b"  # 'You draws'
    r"|\b[Tt]u \w+(?:e|[^s]t|er)\b"  # « Tu pioche »
    r"|\d = \d|\bwon: \d"  # 'bear: 2 = 2', 'won: 1'
)
# A line of a log tells what somebody does, not what to do.
INFINITIVE = re.compile(r"^(?!Ada|Basile|Chloé|Dov|Édith)\w+(?:er|ir|re)\b")
YOU = {"en": re.compile(r"^You \w+[^s ]\b|^Your "), "fr": re.compile(r"^Tu \w+[sx]\b|^Ton ")}
THEY = {
    "en": re.compile(r"^NAME (?:\w+s\b|\w+ \w+s\b)|^NAME’s "),
    "fr": re.compile(r"^NAME |NAME dort"),
}


def plain(text: str) -> None:
    found = MACHINE.search(text)
    assert found is None, (found, text)


def lines(table: Table, most: int = 200) -> list[Line]:
    """A random game, line by line."""
    state, rng = table.game.start(table.seats), random.Random(f"people {table}")
    told: list[Line] = []
    while not state.over and len(told) < most:
        told.append(play(state, state.sample(rng)))
    return told


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_log_tells_each_reader_what_people_do(table: Table, lang: str) -> None:
    names = NAMES[: table.seats]
    for line in lines(table):
        for reader in (None, *range(table.seats)):
            for is_over in (False, True):
                said = line.read_by(reader, is_over).says.say(lang, names, reader)
                plain(said)
                assert not INFINITIVE.search(said), said
                assert said[0].isupper(), said
                assert not said.endswith("."), said
                if line.actor == CHANCE:
                    continue
                if line.actor == reader:
                    assert YOU[lang].search(said), said
                else:
                    they = THEY[lang].pattern.replace("NAME", f"(?:d’|de )?{names[line.actor]}")
                    assert re.search(they.replace("^(?:d’|de )?", "^"), said), said
                    assert not re.search(r"\b(?:[Yy]ou|[Tt]u|[Tt]on|your)\b", said), said


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_everything_else_is_said_to_people_too(table: Table, lang: str) -> None:
    """Prompts, the board, scores, choices, the memory help, how a game ended."""
    game, names = table.game, NAMES[: table.seats]
    state, rng = game.start(table.seats), random.Random(f"said {table}")
    number = 0
    while True:
        for seat in (None, *range(table.seats)) if number % 31 == 0 or state.over else ():
            view = state.observe(seat)
            told = [view.text(lang, names), view.prompt(lang, names)]
            told.append(game.why.why_now(view.s).says.say(lang, names, seat))
            told += [view.describe(a, lang, names) for a in view.legal()]
            if game.memory is not None:
                told.append(game.memory(view).say(lang, names, seat))
            for other in range(table.seats):
                told += [w.say(lang, names) for w in game.words.score_lines(view.s, other)]
            for text in told:
                for row in text.split("\n"):
                    plain(row)
        if state.over:
            break
        state.play(state.sample(rng))
        number += 1


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_is_good_about_an_action_is_a_sentence_that_changes_nothing(table: Table) -> None:
    """Made from the observation alone, which it leaves as it was; mostly there is one."""
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
                    plain(said)
                    assert said.endswith(".")
                    assert said[0].isupper() or said[0].isdigit()
        state.play(action)
    assert answered > asked / 4, (answered, asked)


def test_a_shared_victory_is_told_in_the_readers_person() -> None:
    for said in (winning([0, 1]), winning([1, 0])):
        assert said.say("en", NAMES, 1) == "You and Ada win together."
        assert said.say("fr", NAMES, 1) == "Ada et toi gagnez ensemble."
    assert winning([0, 1]).say("fr", NAMES) == "Ada et Basile gagnent ensemble."
    assert result([1, 2, 3], NAMES[:4], "en", reader=2) == "You, Basile and Dov win together."
    assert result([1, 2, 3], NAMES[:4], "fr", reader=2) == "Basile, Dov et toi gagnez ensemble."
    assert result([1, 2, 3], NAMES[:4], "fr", reader=0) == (
        "Basile, Chloé et Dov gagnent ensemble."
    )


def test_the_test_knows_machine_words() -> None:
    for bad in (
        "You draws the chair", "bear: 2 = 2", "won: 1", "Seat 0 plays the cat", "Le siège 1",
        "ended by rule CT10", "floors_above_clock", "Tu pioche une carte",
    ):  # fmt: skip
        with pytest.raises(AssertionError):
            plain(bad)
    assert INFINITIVE.search("Aller de g1 à f1")


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_terminal_draws_the_board_for_people(table: Table) -> None:
    """Names, no numbers of seats; within a terminal; in styles that it knows; as the game goes."""
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
            plain(picture)
            drawn.add(picture)
    assert len(drawn) > 12
