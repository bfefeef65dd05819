"""Finds the choice that a person types: by number, notation, or a few words.

Everything works on an observation, so a refusal cannot reveal anything.
"""

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from matou.core.messages import Why
from matou.core.observation import Observation
from matou.play.seats import folded

MANY = 20  # more choices than this are shown in groups
GROUPS = 12


class Choice(NamedTuple):
    """A legal action: its number in the list (from 1), notation, and words."""

    number: int
    action: int
    name: str
    says: str


class Found(NamedTuple):
    """The choices that a text matches, or why there are none."""

    choices: Sequence[Choice] = ()
    why: Why | None = None  # an action that is not legal here
    number: int | None = None  # the number that was typed


def choices_of(view: Observation, lang: str, names: Sequence[str] = ()) -> list[Choice]:
    """Returns all choices of a person, in the order of the rules."""
    return [
        Choice(i, action, view.name(action), view.describe(action, lang, names))
        for i, action in enumerate(view.legal(), 1)
    ]


def words_of(text: str) -> list[str]:
    return re.findall(r"\w+", folded(text))


def matches(typed: list[str], choice: Choice) -> bool:
    """Returns whether each typed word begins a word of the choice. Numbers must be whole."""
    there = words_of(choice.says)
    return all(any(w == t if t.isdigit() else w.startswith(t) for w in there) for t in typed)


def find(view: Observation, choices: list[Choice], text: str) -> Found:
    if re.fullmatch(r"\d+", text):
        number = int(text)
        return Found([c for c in choices if c.number == number], number=number)
    if exact := [c for c in choices if c.name == text]:
        return Found(exact)
    reasons, action = view.game.why, view.game.notation.read(view.s, text)
    why = reasons.why_not(view.s, action) if action >= 0 else reasons.why_never(view.s, text)
    if why is not None:
        return Found(why=why)
    is_text = any(c.isalpha() for c in text)  # “-1” is no word of a choice: not “on tower 1”
    typed = words_of(text)
    begun = [c for c in choices if c.name.startswith(text) or (is_text and matches(typed, c))]
    return Found(begun or [c for c in choices if folded(c.name) == folded(text)])


class Group(NamedTuple):
    head: str
    choices: list[Choice]


def grouped(choices: list[Choice]) -> list[Group]:
    """Groups choices by as many first words as possible without making too many groups."""
    best: list[Group] = [Group("", choices)]
    longest = max((len(c.says.split()) for c in choices), default=0)
    for depth in range(1, longest + 1):
        heads: dict[str, list[Choice]] = {}
        for choice in choices:
            heads.setdefault(" ".join(choice.says.split()[:depth]), []).append(choice)
        if len(heads) > GROUPS:
            break
        best = [Group(common_head(each), each) for each in heads.values()]
    return best


def common_head(choices: list[Choice]) -> str:
    """Returns the words with which all of these choices begin."""
    columns = zip(*(choice.says.split() for choice in choices), strict=False)
    return " ".join(words[0] for words in takewhile(lambda words: len(set(words)) == 1, columns))
