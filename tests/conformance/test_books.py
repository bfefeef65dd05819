"""Every game's rule book: complete, in both languages, its pictures and its lesson real."""

from __future__ import annotations

import importlib
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

import pytest
from conformance import publishers
from conformance.support import RULES, numbered

import matou
from matou.core.book import Book, Picture
from matou.core.game import Game
from matou.core.words import NARROW, TIED, Words, tied
from matou.kit.linking import CHANCE

GAMES = pytest.mark.parametrize("name", matou.available())

# Where the publishers are silent, or cannot be right: rules that the books mark as ours.
OURS = {
    "clocktowers": {"CT1", "CT3", "CT4", "CT5", "CT8", "CT12"},
    "chopchop": {"CC6", "CC10", "CC13", "CC14", "CC15", "CC16", "CC18", "CC19"},
    "appenzell": {"AP1", "AP2", "AP7", "AP8", "AP11", "AP13", "AP14", "AP15"},
    "catymini": {"CM2", "CM3", "CM4", "CM6", "CM8", "CM9", "CM11"},
}


def book_of(name: str) -> Book:
    book = matou.game(name).book
    assert book is not None, f"{name} has no rule book"
    return book


def texts(value: object, place: str = "") -> Iterator[tuple[str, Words]]:
    """All Words of a book, wherever they are nested."""
    if isinstance(value, Words):
        yield place, value
    elif is_dataclass(value):
        number = getattr(value, "rule", "")
        for f in fields(value):
            at = number if isinstance(number, str) and number else f"{place}.{f.name}"
            yield from texts(getattr(value, f.name), at)
    elif isinstance(value, tuple):
        for i, part in enumerate(value):
            yield from texts(part, f"{place}[{i}]")


def pictures(name: str) -> list[Picture]:
    return [picture for rule in book_of(name).rules for picture in rule.pictures]


@GAMES
def test_nothing_is_left_out_of_a_book_whose_box_was_not_corrected(name: str) -> None:
    """A picture that cannot come about is left out; none may be so by mistake."""
    assert book_of(name) == importlib.import_module(f"matou.games.{name}.book").BOOK


@GAMES
def test_every_numbered_rule_stands_in_the_book_once_and_in_order(name: str) -> None:
    prefix = matou.game(name).rules.ENDINGS[0][:2]
    book, rules = book_of(name), numbered(name)
    assert rules == [f"{prefix}{n + 1}" for n in range(len(rules))], f"docs/rules/{name}.md"
    assert [rule.rule for rule in book.rules] == rules
    for rule in book.rules:
        assert book.rule(rule.rule) is rule
    assert book.rule("XX1") is None


@GAMES
def test_rules_that_are_named_exist(name: str) -> None:
    known = {rule.rule for rule in book_of(name).rules}
    for place, words in texts(book_of(name)):
        for text in words:
            assert set(re.findall(r"\b[A-Z]{2}\d+\b", text)) <= known, place


@GAMES
def test_every_option_is_explained(name: str) -> None:
    told = [*(rule.text for rule in book_of(name).rules), *(p.text for p in book_of(name).pieces)]
    words = matou.game(name).words
    assert set(words.OPTION_NAMES) == {option.name for option in matou.game(name).options}
    for option, called in words.OPTION_NAMES.items():
        assert any(f"“{called.en}”" in en and tied(f"« {called.fr} »") in fr for en, fr in told)
        # By its name in words, and never by the code that one types.
        for en, fr in told:
            assert f"“{option}”" not in en.replace(f"“{called.en}”", "")
            assert f"{option} »" not in fr.replace(f"{called.fr} »", "")
            assert "_" not in en + fr


@GAMES
def test_every_rule_has_a_short_title_of_its_own(name: str) -> None:
    for lang in ("en", "fr"):
        titles = [rule.title.say(lang) for rule in book_of(name).rules]
        assert len(set(titles)) == len(titles)
        assert all(1 < len(title) <= 34 and title[-1] not in ".:" for title in titles)


@GAMES
def test_a_figure_is_the_part_of_the_board_that_is_meant(name: str) -> None:
    game = matou.game(name)
    for rule in book_of(name).rules:
        for picture in rule.pictures:
            whole = picture.state(game).observe(picture.seat).sheet()
            assert picture.part is not None, rule.rule
            x, y, wide, high = picture.part
            assert x >= 0 <= y
            assert x + wide <= whole.width
            assert y + high <= whole.height
            assert wide * high < 0.95 * whole.width * whole.height, rule.rule
            assert f'viewBox="{x:g} {y:g} {wide:g} {high:g}"' in picture.svg(game)


# What the publishers' texts say, and where a book says it.
FACTS = (
    ("clocktowers", "CT4", "begins and ends with three cards", "main de trois cartes"),
    ("clocktowers", "CT5", "any number of floors", "autant d’étages que tu veux"),
    ("clocktowers", "CT5", "any number of towers", "autant de clochers que tu veux"),
    ("clocktowers", "CT7", "of any colours", "de toutes les couleurs"),
    ("chopchop", "CC2", "one after another, the youngest first", "en commençant par le plus jeune"),
    ("appenzell", "AP11", "several kinds in one turn", "plusieurs sortes en un seul tour"),
    ("appenzell", "AP13", "advised for two or three", "se conseille à deux ou à trois"),
    ("catymini", "CM2", "seven tiles with two players, five with three, four with four",
     "sept tuiles à deux, cinq à trois, quatre à quatre"),
    ("catymini", "CM9", "The same toy may be won several times", "jouet se gagne plusieurs fois"),
    ("clocktowers", "credits",
     "By Alan R. Moon and Aaron Weissblum. Illustrated by Jacob Elijah Walker. Published by Jolly "
     "Roger Games, 2004.",
     "Auteurs : Alan R. Moon et Aaron Weissblum. Illustrations : Jacob Elijah Walker. Édition : "
     "Jolly Roger Games, 2004."),
    ("chopchop", "credits", "By Alexandre Droit. Published by Djeco, 2017. From 6 years on.",
     "Auteur : Alexandre Droit. Édition : Djeco, 2017. À partir de 6 ans."),
    ("appenzell", "credits",
     "By Jens-Peter Schliemann and Bernhard Weber. Published by Zoch, 2007.",
     "Auteurs : Jens-Peter Schliemann et Bernhard Weber. Édition : Zoch, 2007."),
    ("catymini", "credits",
     "By Jeffrey D. Allers. Illustrated by Maciej Szymanowicz. Published by Nasza Księgarnia and "
     "MJ Games, 2020.",
     "Auteur : Jeffrey D. Allers. Illustrations : Maciej Szymanowicz. Édition : Nasza Księgarnia "
     "et MJ Games, 2020."),
    ("clocktowers", "rulings", "go on your own towers only", "que sur tes propres clochers"),
    ("clocktowers", "rulings", "takes no more floors", "ne reçoit plus d’étage"),
    ("clocktowers", "rulings", "whole table shares the ladder", "table partage l’échelle"),
    ("chopchop", "rulings", "A home plate that was never left", "Une plaque jamais quittée"),
    ("chopchop", "rulings", "Extra steps and arrows", "Ni des pas en plus ni une flèche"),
    ("chopchop", "rulings", "the third mouse may be caught", "la troisième souris peut y être"),
    ("appenzell", "rulings", "copper roof covers four squares", "cuivre couvre quatre cases"),
    ("catymini", "rulings", "A token cannot be refused", "Un jeton ne se refuse pas"),
    ("chopchop", "tips", "in the tunnel, in a hole and on its home plate", "sur sa plaque"),
)  # fmt: skip


def told(name: str, where: str) -> Words:
    """A rule's text, who made the game, all rulings or all tips."""
    book = book_of(name)
    rule = book.rule(where)
    if rule is not None:
        return rule.text
    found = {
        "credits": [book.credits.says],
        "rulings": [said for _, said in book.rulings],
        "tips": book.tips,
    }[where]
    return Words(" ".join(words.en for words in found), " ".join(words.fr for words in found))


@pytest.mark.parametrize(("name", "where", "en", "fr"), FACTS)
def test_the_books_say_what_the_publishers_say(name: str, where: str, en: str, fr: str) -> None:
    words = told(name, where)
    assert en in words.en
    assert tied(fr) in words.fr


@GAMES
def test_both_languages_say_something_and_not_the_same(name: str) -> None:
    found = list(texts(book_of(name)))
    assert len(found) > 3 * len(book_of(name).rules)
    for place, words in found:
        assert all(text.strip() == text and text for text in words), place
        short = len(words.en) < 20  # a name may be one in both languages: "+1"
        assert short or words.en != words.fr, place


@GAMES
def test_rules_are_told_in_whole_sentences(name: str) -> None:
    book = book_of(name)
    for rule in book.rules:
        for text in rule.text:
            assert len(text) >= 50, f"{rule.rule}: {text}"
            assert text.endswith((".", "!")), rule.rule
        shorter, longer = sorted(len(text) for text in rule.text)
        assert shorter > 0.6 * longer, f"{rule.rule}: one language says less"
    for text in book.overview:
        assert len(re.findall(r"[.!?](?= |$)", text)) == 3, "the overview has three sentences"


@GAMES
def test_numbers_are_the_same_in_both_languages(name: str) -> None:
    for place, words in texts(book_of(name)):
        thousands = rf"(?<=\d)[,{NARROW}](?=\d{{3}}\b)"
        en, fr = (re.findall(r"\d+", re.sub(thousands, "", text)) for text in words)
        assert sorted(en) == sorted(fr), f"{place}: {words}"


@GAMES
def test_typography(name: str) -> None:
    for place, (en, tied_fr) in texts(book_of(name)):
        fr = tied_fr.replace(TIED, " ")
        assert not set(en + fr) & set("'\""), f"{place}: typographic marks, please"
        assert not set(en) & set("«»"), place
        assert not set(fr) & set("“”‘"), place
        assert not re.search(r"[^\s(][:;!?»](?=\s|$)", re.sub(r"« .*? »", "", fr)), f"{place}: {fr}"
        assert fr.count("«") == fr.count("»") == len(re.findall(r"« [^«»]+ »", fr)), place
        assert not re.search(r"\s[;:!?]", re.sub(r"“.*?”", "", en)), f"{place}: {en}"
        assert not re.search(
            r"\b(vous|votre|vos|\w+ez)\b", re.sub(r"\b(assez|chez|nez)\b", "", fr)
        ), f"{place}: we say tu: {fr}"


@GAMES
def test_no_sentence_is_the_publishers(name: str) -> None:
    for place, words in texts(book_of(name)):
        for text in words:
            assert not publishers.copied(text), place
    assert not publishers.copied((RULES / f"{name}.md").read_text())


def test_a_copied_sentence_is_known_by_its_fingerprints() -> None:
    assert len(publishers.known()) > 1000
    text = "Le chat, très vieux, dort sur une table et ne pense à rien du tout."
    known = publishers.fingerprints(text)
    assert publishers.copied(f"Chut ! {text.upper()} Bonne nuit.", known)
    assert not publishers.copied(text.replace("table", "chaise"), known)


@GAMES
def test_the_specification_is_named_on_its_front_page_and_names_no_other_rules(name: str) -> None:
    page, rules = (RULES / f"{name}.md").read_text(), numbered(name)
    assert rules
    front = (RULES / "README.md").read_text()
    line = f"- [{matou.game(name).words.TITLE.en}]({name}.md) · `{rules[0]}` to `{rules[-1]}`"
    assert line.replace("’", "'") in front.splitlines(), f"docs/rules/README.md has no line {line}"
    for rule in matou.game(name).rules.ENDINGS:
        assert f"`{rule}`" in front, f"docs/rules/README.md does not say that {rule} ends a game"
    assert set(re.findall(r"\b[A-Z]{2}\d+\b", page)) <= set(rules)


@GAMES
def test_the_specification_names_every_option_and_its_default(name: str) -> None:
    page = " ".join((RULES / f"{name}.md").read_text().split())
    game = matou.game(name)
    for option in game.options:
        for seats in range(game.min_seats, game.max_seats + 1):
            value = option.for_seats(seats)
            shown = f'"{value}"' if isinstance(value, str) else str(value).lower()
            near = re.search(rf"`{option.name}`.{{0,80}}?{re.escape(shown)}", page)
            assert near, f"{option.name} = {shown}"


@GAMES
def test_our_own_rulings_are_named(name: str) -> None:
    """The specification gives a reason for each ruling that the book marks, and no other."""
    _, _, table = (RULES / f"{name}.md").read_text().partition("\n## Our rulings\n")
    rows = re.findall(r"^\| (.+?) \| (.+?) \| (.{9,}) \|$", table, re.MULTILINE)
    rulings = book_of(name).rulings
    assert [(about, said) for about, said, _ in rows] == [
        (about.en if isinstance(about, Words) else about, said.en) for about, said in rulings
    ]
    if name in OURS:
        assert {about for about, _ in rulings if isinstance(about, str)} >= OURS[name]
        assert any(isinstance(about, Words) for about, _ in rulings), "the pieces' rulings too"


@GAMES
def test_every_picture_replays_and_draws(name: str) -> None:
    game = matou.game(name)
    found = pictures(name)
    assert len(found) >= 3
    for picture in found:
        drawn = {lang: picture.svg(game, lang) for lang in ("en", "fr")}
        assert drawn["en"] != drawn["fr"]
        for text in drawn.values():
            assert ET.fromstring(text).tag.endswith("svg")
            assert "var(--" not in re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)
        assert "var(--" in picture.svg(game, theme=None)
        assert len(picture.state(game).history) == len(picture.position)


@GAMES
def test_every_icon_draws(name: str) -> None:
    drawn = [piece for piece in book_of(name).pieces if piece.icon is not None]
    assert len(drawn) >= 4
    for piece in drawn:
        for lang in ("en", "fr"):
            root = ET.fromstring(piece.svg(lang))
            assert root.findtext("{*}title") == piece.name.say(lang)
    assert all(p.svg() == "" for p in book_of(name).pieces if p.icon is None)


@GAMES
def test_the_lesson_is_a_real_game_with_everybody_acting_in_turn(name: str) -> None:
    game: Game = matou.game(name)
    lesson = book_of(name).lesson
    assert lesson.seats == 2
    assert 8 <= len(lesson.steps) <= 14
    state = game.start(lesson.seats)
    asked = 0
    for step, moves in lesson.moves():
        if step.asks:
            asked += 1
            assert moves[0] == (lesson.seat, step.asks)
            assert len(step.says.en) < 330, "a step is soon read"
        for move in moves:
            assert state.actor == move.actor, f"{step.says.en}: {move}"
            assert move.actor != lesson.seat or move is moves[0], "the newcomer is asked"
            state.play(move.name)
        assert state.actor != CHANCE or step is lesson.steps[-1], "chance has spoken"
    assert asked >= 7


def test_a_game_without_a_book_has_none() -> None:
    assert replace(matou.game("clocktowers"), book_in=None).book is None
