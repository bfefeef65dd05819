"""Says every message of random games in every language, and lists what a catalogue lacks.

python tools/sweep.py                      all languages at every table
python tools/sweep.py --lang de --games 3  more games, in one language
python tools/sweep.py --layout --lang de   looks at every page in a browser, at four sizes
python tools/sweep.py --logs FOLDER        plays each game in a browser, and writes its log to read

A table is a game, a number of seats, and one other value of one option. ``translate.py check``
reads the catalogues; this finds what only play shows: a message in the wrong domain, a missing
argument, a grammatical form that a message or a name does not have, a word cut short in a picture.
"""

from __future__ import annotations

import argparse
import gettext
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import count, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import matou
from matou.core import catalogues, messages
from matou.core.game import Game
from matou.core.grammar import grammar, languages
from matou.core.messages import Message, Reader, Seat
from matou.core.phrases import winning
from matou.core.state import State
from matou.play.log import play

ROOT = Path(__file__).resolve().parent.parent
NAMES = ("Ada", "Basile", "Chloé", "Dov", "Édith")
CUT = re.compile(r">([^<>]*…)</text>")  # words that have no room in a picture
ANY_LANGUAGE = {"cap", "comma"}
SAID = "#prompt, #end h2, #end p, #end .result, #log li"  # at the end of a game, in a page


class Alike(Exception):
    """Two legal actions are described in the same words."""


class Fallback(gettext.NullTranslations):
    """A gettext fallback that records the messages missing from a catalogue."""

    def __init__(self, package: str, lacks: set[str]) -> None:
        super().__init__()
        self.package = package
        self.lacks = lacks

    def _note(self, text: str, context: str = "") -> None:
        self.lacks.add(f"{self.package}: {text!r}" + (f" ({context})" if context else ""))

    def gettext(self, message: str) -> str:
        self._note(message)
        return super().gettext(message)

    def pgettext(self, context: str, message: str) -> str:
        self._note(message, context)
        return super().pgettext(context, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self._note(msgid1)
        return super().ngettext(msgid1, msgid2, n)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        self._note(msgid1, context)
        return super().npgettext(context, msgid1, msgid2, n)


@contextmanager
def fallbacks() -> Iterator[set[str]]:
    """Collects messages that stay English or uninflected because a catalogue lacks them."""
    lacks: set[str] = set()
    load, fill = catalogues.translations, messages._filled

    def loaded(package: str, lang: str) -> gettext.NullTranslations:
        found = load(package, lang)
        if lang in languages()[1:]:  # English is in the code
            found.add_fallback(Fallback(package, lacks))
        return found

    def filled(value: Any, reader: Reader, specs: tuple[str, ...], begins: bool) -> str:
        rules = grammar(reader.lang)
        for spec in set(specs) - ANY_LANGUAGE - {*rules.FORMS, *rules.NUMBERS}:
            if not isinstance(value, Message | Seat | tuple):
                lacks.add(f"no form {spec!r} of {value!r}, which is no message")
        return fill(value, reader, specs, begins)

    catalogues.catalogue.cache_clear()
    try:
        with (
            patch.object(catalogues, "translations", loaded),
            patch.object(messages, "_filled", filled),
        ):
            yield lacks
    finally:
        catalogues.catalogue.cache_clear()


def tables() -> Iterator[tuple[Game, int]]:
    """Yields every game with every number of seats, and with every other value of each option."""
    for name in matou.available():
        game = matou.game(name)
        for seats in range(game.min_seats, game.max_seats + 1):
            yield game, seats
            for option in game.options:
                for value in option.values:
                    fits = not option.fits or option.fits(value, seats)
                    if fits and value != option.for_seats(seats):
                        yield game.having(**{option.name: value}), seats


def position_texts(state: State, lang: str, rng: random.Random) -> Iterator[str]:
    """Yields all texts about a position, for everybody at the table."""
    game, names = state.game, NAMES[: state.seats]
    for seat in (None, *range(state.seats)):
        view = state.observe(seat)
        yield view.text(lang, names)
        yield view.prompt(lang, names)
        actions = [view.describe(a, lang, names) for a in view.legal()]
        if len({*actions}) < len(actions):
            raise Alike(f"two actions read alike: {sorted(actions)}")
        yield from actions
        said = [game.why.why_now(view.s).says]
        if game.memory is not None:
            said.append(game.memory(view))
        for other in range(state.seats):
            said += game.words.score_lines(view.s, other)
            said += [tally for tally in [game.words.tally(view.s, other, True)] if tally]
        if seat is not None and seat == state.actor:
            legal = {*view.legal()}
            numbers = range(game.rules.ACTIONS)
            some = rng.sample(numbers, min(40, len(numbers)))
            said += [game.why.why_not(view.s, a).says for a in some if a not in legal]
            said += [why for a in legal if (why := game.telling.because(view, a))]
            sheets = [view.sheet(lang=lang, names=names, wide=wide) for wide in (False, True)]
            yield from map(str, sheets)
            ids = [*sheets[0].highlights]
            for id in rng.sample(ids, min(len(ids), 10)):
                remark = game.pointing.remark(view, id, ())
                said += [] if remark is None else [remark.says]
        yield from (message.say(lang, names, seat) for message in said)


def game_texts(game: Game, seats: int, lang: str, seed: str, every: int) -> Iterator[str]:
    """Yields the texts of a random game, for one position of ``every`` and the last."""
    rng = random.Random(f"{game.name} {seats} {seed}")
    state = game.start(seats)
    names = NAMES[:seats]
    for number in count(rng.randrange(every)):
        if number % every == 0 or state.over:
            yield from position_texts(state, lang, rng)
        if state.over:
            break
        line = play(state, state.sample(rng))
        for reader in (None, *range(seats)):
            for is_over in (False, True):
                yield line.read_by(reader, is_over).says.say(lang, names, reader)
                yield line.read_by(reader, is_over).says.say(lang)
    for reader in (None, *range(seats)):
        yield winning(state.winners).say(lang, names, reader)


def texts_before_a_game(game: Game, seats: int, lang: str) -> Iterator[str]:
    """Yields the texts about a game before it begins: its book, lesson and options."""
    words, book = game.words, game.book(lang)
    said = [words.TITLE, words.TAGLINE]
    said += [*words.OPTIONS.values(), *words.OPTION_NAMES.values(), *words.CHOICES.values()]
    said += [game.sides(seat) for seat in range(game.max_seats)] if game.sides else []
    if book is not None:
        said.append(book.credits.says)
        yield from (book.overview, *(step.says for step in book.lesson.steps))
        yield from (line.text for line in book.aid(game.settings(seats)))
    yield from (message.say(lang) for message in said)


def sweep(
    lang: str, at: Sequence[tuple[Game, int]], games: int = 1, every: int = 12, seed: int = 0
) -> list[str]:
    """Returns the faults of the texts of these tables in a language."""
    wrong: list[str] = []
    with fallbacks() as lacks:
        for game, seats in {game.name: (game, seats) for game, seats in at}.values():
            wrong += faults_in(texts_before_a_game(game, seats, lang), game.name)
        for game, seats in at:
            for number in range(games):
                texts = game_texts(game, seats, lang, f"{seed} {number}", every)
                wrong += faults_in(texts, f"{game!r}, {seats} seats")
    return wrong + sorted(lacks)


def faults_in(texts: Iterator[str], where: str) -> list[str]:
    """Returns errors, texts with an open placeholder, and texts cut short in a picture."""
    try:
        for text in texts:
            if text.startswith("<svg"):
                cut = CUT.findall(text)
                if cut:
                    return [f"{where}: cut short in the picture: {cut[0]!r}"]
            elif "{" in text or "}" in text:
                return [f"{where}: an open placeholder: {text!r}"]
    except (KeyError, Alike) as wrong:
        return [f"{where}: {wrong.args[0]}"]
    return []


def has_room(lang: str) -> bool:
    """Returns whether the words of every page fit in a language, by the tests of layout."""
    tests = [str(ROOT / "test"), "-q", "-k", "room", "tests/browser/test_layout.py"]
    env = {**os.environ, "MATOU_LAYOUT_LANG": lang}
    return subprocess.run(tests, cwd=ROOT, env=env, check=False).returncode == 0


def write_logs(langs: Sequence[str], folder: Path) -> None:
    """Plays each game to its end against a bot in a browser, and writes what its page says."""
    sys.path += [str(ROOT), str(ROOT / "tests")]  # the tests use labs
    from browser.visitor import SHARED, Visitor

    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data, closing(SHARED):
        browser, server = SHARED.browse(), SHARED.serve(Path(data))
        for lang, name in product(langs, matou.available()):
            person = Visitor(browser, server, locale=lang)
            person.open_table(name)
            person.play_unwatched()
            lines = person.page.locator(SAID).all_inner_texts()
            person.close()
            texts = "\n".join(" ".join(line.split()) for line in lines)
            (folder / f"{name}-{lang}.txt").write_text(f"{texts}\n", encoding="utf-8")


def main(args: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--lang", action="append", choices=languages(), help="may be repeated")
    parser.add_argument("--games", type=int, default=1, help="games at each table")
    parser.add_argument("--every", type=int, default=12, help="look at one position in N")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--layout", action="store_true", help="look at the pages instead")
    parser.add_argument("--logs", type=Path, metavar="FOLDER", help="write logs of games instead")
    asked = parser.parse_args(args)
    if asked.logs:
        write_logs(asked.lang or languages(), asked.logs)
        return 0
    if asked.layout:
        fits = {lang: has_room(lang) for lang in asked.lang or languages()}
        for lang, fit in fits.items():
            print(
                f"{lang}: {'every page has room for its words' if fit else 'some words do not fit'}"
            )
        return 0 if all(fits.values()) else 1
    at = [*tables()]
    failed = False
    for lang in asked.lang or languages():
        wrong = sweep(lang, at, asked.games, asked.every, asked.seed)
        failed = failed or bool(wrong)
        print(f"{lang}: {len(at)} tables, {len(wrong) or 'nothing'} wrong")
        for line in wrong:
            print(f"  {line}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
