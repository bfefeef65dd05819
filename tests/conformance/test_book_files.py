"""Reading a book's Markdown file: errors name the line."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from conformance.books import outline, source_of

import matou
from matou.core import book_text
from matou.core.book_text import BadBook


def test_a_missing_rule_ruling_picture_or_placeholder_is_noticed(tmp_path: Path) -> None:
    whole = (source_of("clocktowers").folder / "fr.md").read_text()
    wanted = outline(book_text.read(source_of("clocktowers").folder / "en.md"))
    path = tmp_path / "fr.md"
    path.write_text(whole)
    assert outline(book_text.read(path)) == wanted
    for left_out in (
        r"### CT6.*?(?=###)",
        r"> Le jeu est pour.*?\n\n",
        r"!\[La table.*?\n\n",
        r"\{turns\}",
        r"- Avant.*?(?=- )",
    ):
        path.write_text(re.sub(left_out, "", whole, count=1, flags=re.DOTALL))
        assert path.read_text() != whole
        assert outline(book_text.read(path)) != wanted, left_out


def test_a_game_may_have_books_in_some_of_the_languages(tmp_path: Path) -> None:
    source = source_of("clocktowers")
    shutil.copy(source.folder / "en.md", tmp_path)
    alone, game = replace(source, folder=tmp_path, read={}), matou.game("clocktowers")
    assert alone.book(game, "fr") is alone.book(game, "en")
    assert alone.book(game, "fr") != source.book(game, "fr")


def test_a_game_without_a_book_has_none() -> None:
    assert replace(matou.game("clocktowers"), book_in=None).book() is None


# Errors in the text of a book: the text, what replaces it, the line, part of the message.
WRONG = (
    ("## The pieces", "##The pieces", 7, "is no heading"),
    ("## The pieces", "##### The pieces", 7, "is no heading"),
    ("## The pieces", "#### The pieces", 7, "begins with its title, and has one"),
    ("#### Good", "#### One\n\n#### Good", 223, "has 5 positions, and here are 6"),
    ("# Clocktowers\n", "", 2, "begins with its title"),
    ("## The pieces", "# Another", 7, "begins with its title, and has one"),
    ("![](icon:low)", "![](icon:lwo)", 11, "no icon is called 'lwo'; there are: clock, high"),
    ("![](icon:low)", "![](low)", 11, "a picture is written"),
    ("![](icon:low)", "![](picture:start)", 11, "a picture cannot stand under a piece"),
    ("![](icon:low)", "- A tip.", 11, "a tip cannot stand under a piece"),
    ("![](icon:low)", "More.\n\n![](icon:low)", 9, "a piece has one text, and this one has 2"),
    ("{low_plain}", "{low_plian}", 13, "nothing is called 'low_plian'; there are: all_four"),
    ("{low_plain}", "{low_plain", 13, "unexpected '{' in field name"),
    ("{low_plain}", "{low_plain:wrods}", 13, "'wrods' is no form; there are: cap, "),
    ("## Good to know", "## Good to know\n\n## More\n\n- One.\n\n## Yet more", 1, "here 2 do"),
    ("### One-storey floor", "Some say.\n\n### One-storey floor", 9, "a text cannot stand in the"),
    ("### CT2", "### CT1", 47, "CT1 stands here twice"),
    ("\n2. Every", "\nEvery", 195, "a text cannot stand in the chapter that holds each step"),
    ("\n2. Every", " Every", 190, "the lesson has 11 steps, and here are 10"),
)


@pytest.mark.parametrize(("old", "new", "line", "says"), WRONG)
def test_an_error_in_a_book_names_its_line(
    old: str, new: str, line: int, says: str, tmp_path: Path
) -> None:
    source = source_of("clocktowers")
    text = (source.folder / "en.md").read_text()
    assert old in text
    path = tmp_path / "en.md"
    path.write_text(text.replace(old, new, 1))
    shutil.copy(source.folder / "strategy.jsonl", tmp_path)
    with pytest.raises(BadBook) as wrong:
        replace(source, folder=tmp_path, read={}).book(matou.game("clocktowers"), "en")
    assert str(wrong.value).startswith(f"{path}:{line}: ")
    assert says in str(wrong.value)
    assert str(wrong.value).count(str(path)) == 1


def test_lines_of_a_book_may_be_wrapped_and_headings_need_no_blank_lines(tmp_path: Path) -> None:
    path = tmp_path / "en.md"
    path.write_text("# A\nb\n  c\n## D\n### AB1 E\nf\n> g\n> h\n\n> i\n## J\n- k\n  l\n- m\n")
    book = book_text.read(path)
    section, tips = book.all("section")
    rule = section.one("rule")
    assert (book.text, book.one("text").text) == ("A", "b c")
    assert (rule.key, rule.text, rule.one("text").text) == ("AB1", "E", "f")
    assert [ruling.text for ruling in rule.all("ruling")] == ["g h", "i"]
    assert [(tip.text, tip.line) for tip in tips.all("tip")] == [("k l", 12), ("m", 14)]
