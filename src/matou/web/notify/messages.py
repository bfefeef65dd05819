"""What people are told: table names, player names, and that it is their turn.

Made from a `Turn`, which holds who sits at a table and nothing of the game: what does not come in
here cannot go out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from matou.core.game import Game
from matou.core.words import Words
from matou.play.seats import names_of
from matou.play.text import SOMEBODY, listed
from matou.web.notify import text
from matou.web.store.notices import Batch, Channel, Turn


@dataclass(frozen=True)
class Message:
    """A message to one channel, in words; each way brings its own form."""

    id: str  # the same however often it is tried
    lang: str
    subject: str
    lines: tuple[tuple[str, str], ...]  # what is said, and where that leads
    url: str
    tables: tuple[str, ...]
    confirms: bool = False  # it asks whether such messages are wanted


class NotSent(Exception):
    """A message did not arrive: why, whether it ever can, and in how many seconds to try again."""

    def __init__(self, why: Words, forever: bool = False, wait: float = 0.0) -> None:
        super().__init__(why.en)
        self.why, self.forever, self.wait = why, forever, wait


def written(batch: Batch, channel: Channel, games: Mapping[str, Game], base: str) -> Message:
    """That it is somebody's turn, at one table or several."""
    lang = channel.lang
    words = text.TURN_SAID if channel.kind == "webhook" else text.TURN_WITH  # others read it, too
    lines = tuple(
        (turn_said(words, turn, games, lang), f"{base}/t/{turn.table}") for turn in batch.turns
    )
    if len(lines) == 1:
        subject = text.TURN_AT.say(lang).format(game=title_of(batch.turns[0], games, lang))
        url = lines[0][1]
    else:
        subject, url = text.TURNS_AT.say(lang).format(n=len(lines)), f"{base}/"
    return Message(batch.name, lang, subject, lines, url, tuple(t.table for t in batch.turns))


def title_of(turn: Turn, games: Mapping[str, Game], lang: str) -> str:
    game = games.get(turn.game)
    return game.words.TITLE.say(lang) if game is not None else turn.game


def turn_said(words: Words, turn: Turn, games: Mapping[str, Game], lang: str) -> str:
    names = names_of(turn.seats, lang)
    others = [name for i, name in enumerate(names) if i != turn.seat]
    return words.say(lang).format(
        name=names[turn.seat], game=title_of(turn, games, lang), names=listed(others, lang)
    )


def asking_mail(batch: Batch, channel: Channel, base: str, url: str) -> Message:
    """Is this address yours?"""
    lang = channel.lang
    said = text.CONFIRM_MAIL.say(lang).format(site=base, url=url)
    return Message(
        batch.name, lang, text.CONFIRM_SUBJECT.say(lang), ((said, ""),), url, (), confirms=True
    )


def asking_webhook(batch: Batch, channel: Channel, url: str, end_url: str) -> Message:
    """Is this message wanted in this room?"""
    lang = channel.lang
    name = channel.details.get("name", "") or SOMEBODY.say(lang)
    said = text.CONFIRM_WEBHOOK.say(lang).format(name=name)
    lines = (said, url), (text.END_WEBHOOK.say(lang), end_url)
    return Message(batch.name, lang, said, lines, url, (), confirms=True)
