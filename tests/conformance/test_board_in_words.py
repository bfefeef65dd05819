"""The text of a board says everything that its picture shows."""

from __future__ import annotations

import html
import random
import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from conformance.support import LARGE, SMALL, TABLES, Table, positions
from tested_languages import TESTED

from matou.core.observation import Observation

# The log tells the last action, and the list of moves the legal ones.
NOT_THE_BOARD = re.compile(
    r"<desc>.*?</desc>"
    r'|<path class="last"[^>]*/>'
    r'| class="slid-[a-z]+"'
    r'| class="highlighted" data-actions="[^"]*" tabindex="0" role="button"'
    r'(?: aria-label="[^"]*")?',
    re.DOTALL,
)
SQUARE = re.compile(r"[a-z]\d")  # contains the name of its row
# Captions of areas in the picture, which say nothing about the position.
CAPTIONS = {"end", "turn", "heights", "next", "pts", "discard", "hidden", "none"}


def picture(view: Observation) -> str:
    return NOT_THE_BOARD.sub("", view.svg(theme=None))


def views(table: Table, every: int = 1) -> list[list[Observation]]:
    """Returns the views of a random game for an onlooker, and for seat 0 while it has to wait."""
    state, rng = table.game.start(table.seats), random.Random(f"told {table}")
    onlooker, first = [], []
    for number in range(150):
        if state.over:
            break
        state.play(state.sample(rng))
        if number % every == 0 or state.over:
            onlooker.append(state.observe(None))
            if state.actor != 0:
                first.append(state.observe(0))
    return [onlooker, first]


@pytest.mark.parametrize("table", SMALL, ids=str)
def test_every_change_in_the_picture_changes_the_words(table: Table) -> None:
    for seen in views(table):
        shown = [(picture(view), view.text()) for view in seen]
        for (drawn, text), (drawn_next, text_next) in pairwise(shown):
            assert drawn == drawn_next or text != text_next


@pytest.mark.parametrize("table", LARGE, ids=str)
def test_every_number_and_word_in_the_picture_is_in_the_text(table: Table) -> None:
    for seen in views(table, every=14):
        for view in seen:
            in_text = set(re.findall(r"\w+", view.text().lower()))
            in_text |= {letter for word in in_text if SQUARE.fullmatch(word) for letter in word}
            for found in re.findall(r"<text[^>]*>([^<]*)</text>", picture(view)):
                words = re.findall(r"\w+", html.unescape(found).lower())
                if found.endswith("."):  # abbreviated in the picture
                    words = [w for w in words if not any(t.startswith(w) for t in in_text)]
                # the name of a column, the initials of a cheese
                if len(found) <= 2 and found.isalpha():
                    words = [w for w in words if not any(t.startswith(w) for t in in_text)]
                missing = {w for w in words if w not in in_text and w not in CAPTIONS}
                assert not missing, (found, missing)


@pytest.mark.parametrize("table", SMALL, ids=str)
def test_everything_that_can_be_chosen_has_a_spoken_name(table: Table) -> None:
    state, rng = table.game.start(table.seats), random.Random(5)
    for _ in range(45):
        if state.over:
            break
        if state.actor >= 0:
            for lang in TESTED:
                names = [
                    group.get("aria-label", "").strip()
                    for group in ET.fromstring(state.observe(state.actor).svg(lang=lang)).iter()
                    if group.get("class") == "highlighted"
                ]
                assert names
                assert all(names), names
        state.play(state.sample(rng))


# In French zero is singular, too: "0 point".
PLURALS = {
    "en": re.compile(
        r"\b1 (?:actions|cards|cheeses|points|squares|steps|storeys|tiles|tokens|turns)\b"
    ),
    "fr": re.compile(
        r"\b[01] (?:actions|cartes|cases|étages|fromages|jetons|points|tours|tuiles)\b"
    ),
}


@pytest.mark.unmeasured  # other tests cover the same code
@pytest.mark.parametrize("table", [t for t in TABLES if not t.options], ids=str)
def test_one_of_a_thing_is_in_the_singular(table: Table) -> None:
    words = table.game.words
    for state in positions(table, 5, every=20):
        view = state.observe(0)
        for lang, plural in PLURALS.items():
            texts = [view.text(lang), view.prompt(lang), view.svg(lang=lang, memory=True)]
            texts += [state.describe(action, lang) for action in state.legal()[:5]]
            for seat in range(table.seats):
                texts += [line.say(lang) for line in words.score_lines(state.s, seat)]
            if hasattr(words, "memory"):
                texts.append(words.memory(view).say(lang))
            for text in texts:
                assert not plural.search(text), plural.findall(text)
