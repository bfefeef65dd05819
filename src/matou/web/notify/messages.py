"""The texts of notifications: table names, player names, and that it is someone's turn.

They are made from a `Turn`, which contains the players and nothing about the game, so messages
cannot leak hidden information.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from matou.core.game import Game
from matou.core.messages import Message, listed, say
from matou.play.seats import names_of
from matou.web.notify.repository import Batch, Channel, Turn


@dataclass(frozen=True)
class Notification:
    """A message to one channel. Each kind of channel formats it differently."""

    id: str  # stays the same when sending is retried
    lang: str
    subject: str
    lines: tuple[tuple[str, str], ...]  # text and link
    url: str
    tables: tuple[str, ...]
    confirms: bool = False  # whether it asks the receiver to confirm the channel


class NotSent(Exception):
    """A message did not arrive: the reason, whether that is permanent, and when to retry."""

    def __init__(self, why: Message, forever: bool = False, wait: float = 0.0) -> None:
        super().__init__(why.say())
        self.why, self.forever, self.wait = why, forever, wait


def written(batch: Batch, channel: Channel, games: Mapping[str, Game], base: str) -> Notification:
    """Returns the message that it is someone's turn, at one table or several."""
    lang = channel.lang
    words = (
        say("{name}, it is your turn: {game}, with {names}.")
        if channel.kind == "webhook"
        else say("{game}, with {names}")
    )  # webhooks have other readers, too
    lines = tuple(
        (turn_said(words, turn, games, lang), f"{base}/t/{turn.table}") for turn in batch.turns
    )
    if len(lines) == 1:
        subject = say("Your turn: {game}", game=title_of(batch.turns[0], games, lang)).say(lang)
        url = lines[0][1]
    else:
        subject, url = say("Your turn at {n} tables", n=len(lines)).say(lang), f"{base}/"
    return Notification(batch.name, lang, subject, lines, url, tuple(t.table for t in batch.turns))


def title_of(turn: Turn, games: Mapping[str, Game], lang: str) -> str:
    game = games.get(turn.game)
    return game.words.TITLE.say(lang) if game is not None else turn.game


def turn_said(words: Message, turn: Turn, games: Mapping[str, Game], lang: str) -> str:
    names = names_of(turn.seats, lang)
    others = [name for i, name in enumerate(names) if i != turn.seat]
    return words.filled(
        name=names[turn.seat], game=title_of(turn, games, lang), names=listed(others)
    ).say(lang)


def asking_mail(batch: Batch, channel: Channel, base: str, url: str) -> Notification:
    lang = channel.lang
    said = say(
        "Somebody on {site} asked us to write to this address when it is their turn "
        "to play. If that was you, follow this link within three days: {url}\n\nIf "
        "not, ignore this e-mail: we will not send another one.",
        site=base,
        url=url,
    ).say(lang)
    return Notification(
        batch.name,
        lang,
        say("Matou: is this address yours?").say(lang),
        ((said, ""),),
        url,
        (),
        confirms=True,
    )


def asking_webhook(batch: Batch, channel: Channel, url: str, end_url: str) -> Notification:
    lang = channel.lang
    name = channel.details.get("name", "") or say("Somebody").say(lang)
    said = say(
        "{name} asked Matou to post here when it is their turn to play. If that is right, confirm:",
        name=name,
    ).say(lang)
    lines = (said, url), (say("To stop these messages, now or later:").say(lang), end_url)
    return Notification(batch.name, lang, said, lines, url, (), confirms=True)
