"""The rule book of a game, for people: its rules by number, pictures, pieces and a first game.

A book is content alone: pages and the terminal show it. Its pictures are positions, replayed
and drawn by the game itself, so that they never show what the rules would not allow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from matou.core.words import IllegalAction, Words, listed
from matou.kit.linking import CHANCE

if TYPE_CHECKING:
    from matou.core.game import Game, Value
    from matou.core.state import State


SIZED = re.compile(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"')


@dataclass(frozen=True)
class Picture:
    """A position and what it shows: the actions that lead there, and through whose eyes."""

    en: str
    fr: str
    position: tuple[str, ...]  # notation, from the start of the game
    seats: int = 2
    seat: int | None = None  # None: as a spectator sees it
    part: tuple[float, float, float, float] | None = None  # x, y, width, height of what is meant
    options: Mapping[str, Value] = field(default_factory=dict)

    @property
    def caption(self) -> Words:
        return Words(self.en, self.fr)

    def state(self, game: Game) -> State:
        """The position itself."""
        state = game.having(**self.options).start(self.seats)
        for action in self.position:
            state.play(action)
        return state

    def is_possible(self, game: Game) -> bool:
        """Can the position come about with the components there are?"""
        try:
            self.state(game)
        except IllegalAction:
            return False
        return True

    def svg(
        self,
        game: Game,
        lang: str = "en",
        theme: str | None = "light",
        names: Sequence[str] = (),
    ) -> str:
        """The picture, drawn by the game; of its sheet the part that is meant."""
        drawn = self.state(game).svg(seat=self.seat, lang=lang, theme=theme, names=names)
        if self.part is None:
            return drawn
        x, y, wide, high = self.part
        cut = f'viewBox="{x:g} {y:g} {wide:g} {high:g}" width="{wide:g}" height="{high:g}"'
        return SIZED.sub(cut, drawn, count=1)


@dataclass(frozen=True)
class Rule:
    """One numbered rule, complete; ``rulings`` are what in it is our own decision."""

    rule: str
    title: Words
    text: Words
    rulings: tuple[Words, ...] = ()
    pictures: tuple[Picture, ...] = ()

    @property
    def ruling(self) -> bool:
        """Is some of it our own ruling?"""
        return bool(self.rulings)


@dataclass(frozen=True)
class Section:
    """A chapter: rules under one title, and what is said around them."""

    title: Words
    rules: tuple[Rule, ...] = ()
    says: tuple[Words, ...] = ()


@dataclass(frozen=True)
class Piece:
    """An entry of the glossary; ``icon`` draws it about the origin in a box of 100 units."""

    name: Words
    text: Words
    icon: Callable[[], str] | None = None
    rulings: tuple[Words, ...] = ()

    def svg(self, lang: str = "en", theme: str | None = "light") -> str:
        """The icon as a picture of its own; empty where there is none."""
        from matou.paper import group, paint, sheet

        if self.icon is None:
            return ""
        drawn = str(sheet(100, 100, group("", self.icon(), 50, 50), self.name.say(lang)))
        return drawn if theme is None else paint(drawn, theme)


class Move(NamedTuple):
    """An action of a lesson, and whose it is: a seat's or CHANCE's."""

    actor: int
    name: str


@dataclass(frozen=True)
class Step:
    """What is said; the action asked of the newcomer, if any; what then happens by itself."""

    en: str
    fr: str
    asks: str = ""
    then: tuple[Move, ...] = ()

    @property
    def says(self) -> Words:
        return Words(self.en, self.fr)


@dataclass(frozen=True)
class Lesson:
    """A first game on the real board: the opening of a game for two, step by step."""

    seat: int  # the newcomer's
    steps: tuple[Step, ...]
    seats: int = 2

    def moves(self) -> Iterator[tuple[Step, tuple[Move, ...]]]:
        """Each step with all its actions in order, the newcomer's own first."""
        for step in self.steps:
            own = (Move(self.seat, step.asks),) if step.asks else ()
            yield step, own + step.then


@dataclass(frozen=True)
class Credits:
    """Who made a game, and for whom, as far as the sources name them."""

    authors: tuple[str, ...]
    publishers: tuple[str, ...]
    year: int
    illustrators: tuple[str, ...] = ()
    age: int = 0  # from so many years on; 0: the sources do not say

    @property
    def line(self) -> str:
        """Who made it, in few words: 'Alexandre Droit · Djeco, 2017'."""
        return f"{', '.join(self.authors)} · {', '.join(self.publishers)}, {self.year}"

    @property
    def says(self) -> Words:
        """All of it in a few words."""
        by, made = listed(self.authors), listed(self.publishers)
        author = "Auteurs" if len(self.authors) > 1 else "Auteur"
        said = [Words(f"By {by.en}.", f"{author} : {by.fr}.")]
        if self.illustrators:
            drawn = listed(self.illustrators)
            said.append(Words(f"Illustrated by {drawn.en}.", f"Illustrations : {drawn.fr}."))
        said.append(
            Words(f"Published by {made.en}, {self.year}.", f"Édition : {made.fr}, {self.year}.")
        )
        if self.age:
            said.append(Words(f"From {self.age} years on.", f"À partir de {self.age} ans."))
        return Words(" ".join(words.en for words in said), " ".join(words.fr for words in said))


@dataclass(frozen=True)
class Book:
    """All there is to know about a game."""

    credits: Credits
    overview: Words  # what it is about and how one wins, in three sentences
    pieces: tuple[Piece, ...]
    sections: tuple[Section, ...]
    tips: tuple[Words, ...]
    lesson: Lesson

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule, in the order of the book."""
        return tuple(rule for section in self.sections for rule in section.rules)

    def rule(self, number: str) -> Rule | None:
        """A rule by its number."""
        return next((rule for rule in self.rules if rule.rule == number), None)

    @property
    def rulings(self) -> tuple[tuple[str | Words, Words], ...]:
        """Each of our own rulings, with its rule's number or the name of the piece it is about."""
        of_pieces = [(piece.name, said) for piece in self.pieces for said in piece.rulings]
        of_rules = [(rule.rule, said) for rule in self.rules for said in rule.rulings]
        return (*of_rules, *of_pieces)


_fitting_ones: dict[int, tuple[Book, Book]] = {}  # by the book's identity, which it keeps alive
CUT_SHORT = Words(
    "The lesson ends here: it was written for a box with other components.",
    "La leçon s’arrête ici : elle a été écrite pour une boîte au contenu différent.",
)


def fitting(book: Book, game: Game) -> Book:
    """The book as the game's box allows it, which its owner may have corrected: a picture whose
    position cannot come about any more is left out, and so is the rest of a lesson."""
    if id(book) not in _fitting_ones:  # looked through once
        sections = tuple(_fitting(section, game) for section in book.sections)
        _fitting_ones[id(book)] = (
            book,
            replace(book, sections=sections, lesson=_possible(book.lesson, game)),
        )
    return _fitting_ones[id(book)][1]


def _possible(lesson: Lesson, game: Game) -> Lesson:
    state = game.start(lesson.seats)
    for number, (_, moves) in enumerate(lesson.moves()):
        for move in moves:
            try:
                is_due = state.actor == move.actor
                state.play(move.name)
            except IllegalAction:
                is_due = False
            if not is_due:
                return replace(lesson, steps=(*lesson.steps[:number], Step(*CUT_SHORT)))
    return lesson


def _fitting(section: Section, game: Game) -> Section:
    rules = tuple(
        replace(rule, pictures=tuple(p for p in rule.pictures if p.is_possible(game)))
        for rule in section.rules
    )
    return replace(section, rules=rules)


def moves(text: str) -> tuple[str, ...]:
    """Notation written in one line."""
    return tuple(text.split())


def chance(text: str) -> tuple[Move, ...]:
    """What chance brings, one after the other."""
    return tuple(Move(CHANCE, name) for name in text.split())


def by(seat: int, text: str) -> tuple[Move, ...]:
    """What a seat does, one action after the other."""
    return tuple(Move(seat, name) for name in text.split())
