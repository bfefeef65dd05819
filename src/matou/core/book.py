"""The rule book of a game: its rules by number, pictures, pieces and two lessons.

A book is content alone: pages and the terminal show it. Its text is Markdown, one file a language
(``core/book_text.py``). Its pictures are positions, replayed and drawn by the game itself, so that
they never show what the rules would not allow.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

from matou.core import book_text
from matou.core.book_text import Block
from matou.core.catalogues import template
from matou.core.game import Game, Value
from matou.core.grammar import grammar
from matou.core.messages import Message, count, fill, listed, say
from matou.core.phrases import joined
from matou.core.puzzles import Puzzle
from matou.core.refusals import IllegalAction, Refusal
from matou.core.state import State

SIZED = re.compile(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"')
SPACES = re.compile(" {2,}")
STRATEGY = "strategy.jsonl"  # the positions of the lesson in strategy, in the form of puzzles
T = TypeVar("T")
Values = Mapping[str, int | str | Message]  # of placeholders
CUT_SHORT = say("The lesson ends here: it was written for a box with other components.")


@dataclass(frozen=True)
class Picture:
    """A position, given by the actions that lead to it, and who looks at it."""

    position: str  # notation, from the start of the game
    caption: str = ""
    seats: int = 2
    seat: int | None = None  # None: as a spectator sees it
    part: tuple[float, float, float, float] | None = None  # x, y, width, height
    options: Mapping[str, Value] = field(default_factory=dict)

    def state(self, game: Game) -> State:
        state = game.having(**self.options).start(self.seats)
        for action in self.position.split():
            state.play(action)
        return state

    def is_possible(self, game: Game) -> bool:
        """Returns whether the position can arise with the game's components."""
        try:
            self.state(game)
        except IllegalAction:
            return False
        return True

    def svg(
        self, game: Game, lang: str = "en", theme: str | None = "light", names: Sequence[str] = ()
    ) -> str:
        """Returns the picture, cropped to ``part``."""
        drawn = self.state(game).svg(seat=self.seat, lang=lang, theme=theme, names=names)
        if self.part is None:
            return drawn
        x, y, wide, high = self.part
        cut = f'viewBox="{x:g} {y:g} {wide:g} {high:g}" width="{wide:g}" height="{high:g}"'
        return SIZED.sub(cut, drawn, count=1)


@dataclass(frozen=True)
class Rule:
    """A numbered rule; ``rulings`` are our own decisions in it."""

    rule: str
    title: str
    text: str
    rulings: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True)
class Section:
    title: str
    rules: tuple[Rule, ...] = ()
    paragraphs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Piece:
    """An entry of the glossary; ``icon`` draws it about the origin in a box of 100 units."""

    name: str
    text: str
    icon: Callable[[], str] | None = None
    rulings: tuple[str, ...] = ()

    def svg(self, theme: str | None = "light") -> str:
        """Returns the icon as a picture of its own; '' if there is none."""
        from matou.paper import group, sheet, standalone

        if self.icon is None:
            return ""
        drawn = str(sheet(100, 100, group("", self.icon(), 50, 50), self.name))
        return drawn if theme is None else standalone(drawn, theme)


class Move(NamedTuple):
    """An action of a lesson, by a seat or CHANCE."""

    actor: int
    name: str


@dataclass(frozen=True)
class Step:
    """A step of a lesson: a text, the action to take, if any, and all actions, that one first."""

    says: str
    asks: str = ""
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A first game on the real board: the opening of a game for two, step by step."""

    seat: int  # the newcomer's
    steps: tuple[Step, ...]
    seats: int = 2


@dataclass(frozen=True)
class Position:
    """A position of the lesson in strategy: find the best move, or hear why another is better."""

    title: str  # the idea
    asks: str
    wrong: str  # after any other move
    answer: str
    puzzle: Puzzle
    moves: tuple[Move, ...]  # the best action, and what follows it


class Aid(NamedTuple):
    """A line of the player's aid: a picture about the origin, 100 units wide, and a text."""

    picture: str
    text: str


@dataclass(frozen=True)
class Credits:
    """A game's makers, as far as the sources name them."""

    authors: tuple[str, ...]
    publishers: tuple[str, ...]
    year: int
    illustrators: tuple[str, ...] = ()
    age: int = 0  # minimum, in years; 0: unknown

    @property
    def line(self) -> str:
        """Names them in one line: 'Alexandre Droit · Djeco, 2017'."""
        return f"{', '.join(self.authors)} · {', '.join(self.publishers)}, {self.year}"

    @property
    def says(self) -> Message:
        authors, publishers = listed(self.authors), listed(self.publishers)
        said = [count(len(self.authors), "By {authors}.", authors=authors)]
        if self.illustrators:
            said.append(say("Illustrated by {artists}.", artists=listed(self.illustrators)))
        said.append(
            say("Published by {publishers}, {year}.", publishers=publishers, year=self.year)
        )
        if self.age:
            said.append(say("Ages {age} and up.", age=self.age))
        return joined(said)


@dataclass(frozen=True)
class Book:
    """The rule book in one language."""

    credits: Credits
    lesson: Lesson
    strategy: tuple[Position, ...]  # the second lesson
    overview: str  # the theme and the goal, in three sentences
    sections: tuple[Section, ...]
    pieces: tuple[Piece, ...]
    tips: tuple[str, ...]
    pieces_title: str
    tips_title: str
    aid: Callable[[Mapping[str, Value]], list[Aid]]  # by the options that were chosen

    @property
    def rules(self) -> tuple[Rule, ...]:
        return tuple(rule for section in self.sections for rule in section.rules)

    def rule(self, number: str) -> Rule | None:
        return next((rule for rule in self.rules if rule.rule == number), None)

    @property
    def rulings(self) -> tuple[tuple[Rule | Piece, str], ...]:
        """Our own rulings, each with its rule or piece."""
        about: tuple[Rule | Piece, ...] = (*self.rules, *self.pieces)
        return tuple((part, said) for part in about for said in part.rulings)


@dataclass(frozen=True, eq=False)
class BookSource:
    """The files of a book and the names that its text uses."""

    folder: Path  # holds en.md, fr.md, …
    credits: Credits
    # The newcomer's seat, and for each step of the lesson the action to take and those that follow.
    learner: int
    lesson: Sequence[tuple[str, str]]
    pictures: Mapping[str, Picture]
    icons: Mapping[str, Callable[[], str]]
    box: ModuleType  # the components: a text calls their numbers by name, in lower case
    values: Values  # what else it names
    # The pictures of the player's aid by name, without those that do not apply to chosen options.
    aid: Callable[[Mapping[str, Value]], Mapping[str, str]]
    read: dict[str, Book] = field(default_factory=dict)  # by language

    def book(self, game: Game, lang: str) -> Book:
        """Returns the book in a language, or in English if it is not translated.

        Leaves out pictures and positions that are impossible with the game's components, which an
        owner may have changed, and ends the lesson where it becomes impossible.
        """
        if lang not in self.read:
            there = lang if (self.folder / f"{lang}.md").is_file() else "en"
            if there not in self.read:
                self.read[there] = _BookMaker(self, replace(game, chosen={}), there).book()
            self.read[lang] = self.read[there]
        return self.read[lang]


class _BookMaker:
    def __init__(self, source: BookSource, game: Game, lang: str) -> None:
        self.source = source
        self.game = game
        self.lang = lang
        self.grammar = grammar(lang)
        counted = [(k, n) for k, n in vars(source.box).items() if k.isupper() and type(n) is int]
        numbers = {k.lower(): n for k, n in counted}
        self.values: Values = {**numbers, **source.values}

    def book(self) -> Book:
        text = book_text.read(self.source.folder / f"{self.lang}.md")
        kinds = ["piece", "tip", "aid", "step"]
        rows = []
        if (self.source.folder / STRATEGY).is_file():
            rows = (self.source.folder / STRATEGY).read_text("utf-8").splitlines()
            kinds.append("position")
        apart = [_chapter_of(text, kind) for kind in kinds]
        pieces, tips, aid, steps, *positions = apart
        rest = [s for s in text.all("section") if s not in apart and not s.all("position")]
        return Book(
            credits=self.source.credits,
            lesson=self.lesson(steps),
            strategy=self.strategy(positions[0], rows) if positions else (),
            overview=self.text(text.one("text")),
            sections=tuple(self.section(chapter) for chapter in rest),
            pieces=tuple(self.piece(piece) for piece in pieces.all("piece")),
            tips=self.texts(tips, "tip"),
            pieces_title=self.text(pieces),
            tips_title=self.text(tips),
            aid=partial(self.aid, aid),
        )

    def aid(self, chapter: Block, chosen: Mapping[str, Value]) -> list[Aid]:
        drawn, values = self.source.aid(chosen), {**self.values, **chosen}
        return [
            Aid(drawn[line.key], self.text(line, values))
            for line in chapter.all("aid")
            if line.key in drawn
        ]

    def lesson(self, chapter: Block) -> Lesson:
        """Returns the lesson, up to the first action that is impossible or not due."""
        seat, moves = self.source.learner, self.source.lesson
        texts = self.texts(chapter, "step")
        if len(texts) != len(moves):
            chapter.wrong(f"the lesson has {len(moves)} steps, and here are {len(texts)}")
        steps: list[Step] = []
        state = self.game.start()
        for says, (asks, then) in zip(texts, moves, strict=True):
            played: list[Move] = []
            for name in f"{asks} {then}".split():
                is_due = (state.actor == seat) == (bool(asks) and not played)
                played.append(Move(state.actor, name))
                try:
                    state.play(name)
                except IllegalAction:
                    is_due = False
                if not is_due:
                    return Lesson(seat, (*steps, Step(CUT_SHORT.say(self.lang))))
            steps.append(Step(says, asks, tuple(played)))
        return Lesson(seat, tuple(steps))

    def strategy(self, chapter: Block, rows: Sequence[str]) -> tuple[Position, ...]:
        blocks = chapter.all("position")
        if len(blocks) != len(rows):
            chapter.wrong(f"{STRATEGY} has {len(rows)} positions, and here are {len(blocks)}")
        found = []
        for block, row in zip(blocks, rows, strict=True):
            puzzle = Puzzle(self.game, json.loads(row))
            try:
                step, state, moves = puzzle.first, puzzle.first.state(), []
                for name in f"{state.name(step.answer)} {puzzle.data.get('after', '')}".split():
                    moves.append(Move(state.actor, name))
                    state.play(name)
            except (Refusal, LookupError):  # impossible with these components
                continue
            chances = {"best": step.values[step.answer], "other": step.values[step.wrong]}
            figures = {name: round(100 * chance) for name, chance in chances.items()}
            values = {**self.values, **figures}
            asks, wrong, answer = (
                self.text(block.one(kind), values) for kind in ("text", "ruling", "tip")
            )
            title = self.text(block)
            found.append(Position(title, asks, wrong, answer, puzzle, tuple(moves)))
        return tuple(found)

    def section(self, block: Block) -> Section:
        rules = tuple(self.rule(rule) for rule in block.all("rule"))
        return Section(self.text(block), rules, self.texts(block, "text"))

    def rule(self, block: Block) -> Rule:
        pictures = [self.picture(picture) for picture in block.all("picture")]
        return Rule(
            block.key,
            self.text(block),
            self.text(block.one("text")),
            self.texts(block, "ruling"),
            tuple(picture for picture in pictures if picture.is_possible(self.game)),
        )

    def piece(self, block: Block) -> Piece:
        icon = _named(block.one("icon"), self.source.icons) if block.all("icon") else None
        text = self.text(block.one("text"))
        return Piece(self.text(block), text, icon, self.texts(block, "ruling"))

    def picture(self, block: Block) -> Picture:
        return replace(_named(block, self.source.pictures), caption=self.text(block))

    def texts(self, block: Block, kind: str) -> tuple[str, ...]:
        """Returns the non-empty texts of all parts of a kind."""
        return tuple(filter(None, (self.text(part) for part in block.all(kind))))

    def text(self, block: Block, values: Values | None = None) -> str:
        """Returns a block's text with its placeholders filled in."""
        values = self.values if values is None else values
        try:
            text = fill(self.grammar.typeset(block.text), values, self.lang)
        except KeyError as unknown:
            block.wrong(f"nothing is called {unknown}; there are: {_names(values)}")
        except ValueError as unreadable:
            block.wrong(str(unreadable))
        for _, name, specs, _ in template(block.text)[0]:
            if not isinstance(values[name], Message):
                self.check(block, specs)
        return SPACES.sub(" ", text).strip()

    def check(self, block: Block, specs: tuple[str, ...]) -> None:
        known = ("cap", *self.grammar.FORMS, *self.grammar.NUMBERS)
        for spec in specs:
            if spec not in known:
                block.wrong(f"{spec!r} is no form; there are: {', '.join(known)}")


def _chapter_of(book: Block, kind: str) -> Block:
    """Returns the chapter that holds all blocks of a kind, and nothing else."""
    found = [chapter for chapter in book.all("section") if chapter.all(kind)]
    if len(found) != 1:
        book.wrong(f"one chapter holds each {kind}; here {len(found)} do")
    for part in found[0].parts:
        if part.kind != kind:
            part.wrong(f"a {part.kind} cannot stand in the chapter that holds each {kind}")
    return found[0]


def _named(block: Block, things: Mapping[str, T]) -> T:
    if block.key not in things:
        block.wrong(f"no {block.kind} is called {block.key!r}; there are: {_names(things)}")
    return things[block.key]


def _names(things: Mapping[str, Any]) -> str:
    return ", ".join(sorted(things))
