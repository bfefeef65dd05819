"""Finds the choice that a person types: by number, notation, or a few words.

Everything works on an observation, so a refusal cannot reveal anything.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from matou.core.messages import Why
from matou.core.observation import Observation
from matou.play.seats import folded

MANY = 20  # more choices than this are shown in groups
GROUPS = 12


@dataclass(frozen=True)
class Choice:
    """A legal action: its number in the list (from 1), notation, and words."""

    number: int
    action: int
    name: str
    says: str


@dataclass(frozen=True)
class Found:
    """The choices that a text matches, or why there are none."""

    choices: list[Choice] = field(default_factory=list)
    why: Why | None = None  # an action that is not legal here
    number: int | None = None  # a number that is not in the list


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
        if 1 <= number <= len(choices):
            return Found([choices[number - 1]])
        return Found(number=number)
    exact = [c for c in choices if c.name == text]
    if exact:
        return Found(exact)
    reasons, action = view.game.why, view.game.notation.read(view.s, text)
    why = reasons.why_not(view.s, action) if action >= 0 else reasons.why_never(view.s, text)
    if why is not None:
        return Found(why=why)
    begun = [c for c in choices if c.name.startswith(text)]
    typed = words_of(text)
    is_text = any(c.isalpha() for c in text)  # “-1” is no word of a choice: not “on tower 1”
    spoken = [c for c in choices if is_text and matches(typed, c)]
    both = {c.number: c for c in [*begun, *spoken]}
    if both:
        return Found([both[n] for n in sorted(both)])
    return Found([c for c in choices if folded(c.name) == folded(text)])


@dataclass(frozen=True)
class Group:
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
    rows = [c.says.split() for c in choices]
    head = []
    for column in zip(*rows, strict=False):
        if len(set(column)) > 1:
            break
        head.append(column[0])
    return " ".join(head)
