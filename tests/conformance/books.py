"""Helpers for tests of rule books: source, texts in every language, pictures."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

import pytest
from conformance.support import book_of

import matou
from matou.core.book import Book, BookSource, Picture
from matou.core.book_text import Block
from matou.core.catalogues import template
from matou.core.grammar import languages

Outline = tuple[str, str, set[str], list[Any]]


GAMES = pytest.mark.parametrize("name", matou.available())


def source_of(name: str) -> BookSource:
    source: BookSource = importlib.import_module(f"matou.games.{name}.book").BOOK
    return source


def texts(book: Book, lang: str) -> Iterator[tuple[str, str]]:
    """Yields all texts of a book as (place, text)."""
    yield "overview", book.overview
    yield "credits", book.credits.says.say(lang)
    for piece in book.pieces:
        yield from ((piece.name, text) for text in (piece.name, piece.text, *piece.rulings))
    for section in book.sections:
        yield from ((section.title, text) for text in (section.title, *section.paragraphs))
        for rule in section.rules:
            captions = [picture.caption for picture in rule.pictures]
            said = (rule.title, rule.text, *rule.rulings, *captions)
            yield from ((rule.rule, text) for text in said)
    yield from (("tips", tip) for tip in book.tips)
    yield from (("lesson", step.says) for step in book.lesson.steps)
    for position in book.strategy:
        said = (position.title, position.asks, position.wrong, position.answer)
        yield from (("strategy", text) for text in said)
    yield from (("aid", line.text) for line in book.aid({}))


def in_all(name: str) -> list[tuple[str, dict[str, str]]]:
    """Returns all texts of a book as (place, {language: text})."""
    books = [texts(book_of(name, lang), lang) for lang in languages()]
    return [
        (said[0][0], dict(zip(languages(), (text for _, text in said), strict=True)))
        for said in zip(*books, strict=True)
    ]


def pictures(name: str) -> list[Picture]:
    return [picture for rule in book_of(name).rules for picture in rule.pictures]


def outline(block: Block) -> Outline:
    """Returns the parts that every language must have: rules, rulings, pictures, placeholders."""
    parts = [outline(part) for part in block.parts]
    return block.kind, block.key, {field for _, field, *_ in template(block.text)[0]}, parts


def text_at(name: str, where: str, lang: str) -> str:
    """Returns the text of a rule, the credits, all rulings or all tips."""
    book = book_of(name, lang)
    rule = book.rule(where)
    if rule is not None:
        return rule.text
    if where == "credits":
        return book.credits.says.say(lang)
    return " ".join(book.tips if where == "tips" else (said for _, said in book.rulings))
