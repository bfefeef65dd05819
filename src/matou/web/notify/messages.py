"""The texts of notifications: table names, player names, and that it is someone's turn.

They are made from a `Turn`, which contains the players and nothing about the game, so messages
cannot leak hidden information.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from matou.core.game import Game
from matou.core.messages import Message, count, listed, say
from matou.play.seats import names_of
from matou.web.daily.repository import REMINDER
from matou.web.notify.repository import Batch, Channel, Turn
from matou.web.you.invitations import INVITATION

NEW_CATS = say("New cats of the day are waiting for you, until midnight UTC.")


@dataclass(frozen=True)
class Notification:
    """A message to one channel. Each kind of channel formats it differently."""

    id: str  # stays the same when sending is retried
    lang: str
    subject: str
    lines: tuple[tuple[str, str], ...]  # text and link
    url: str
    tables: tuple[str, ...]
    event: str = "turn"  # or invitation, reminder, or confirm: asks to confirm the channel


class NotSent(Exception):
    """A message did not arrive: the reason, whether that is permanent, and when to retry."""

    def __init__(self, why: Message, forever: bool = False, wait: float = 0.0) -> None:
        super().__init__(why.say())
        self.why, self.forever, self.wait = why, forever, wait


def written(batch: Batch, channel: Channel, games: Mapping[str, Game], base: str) -> Notification:
    """Returns the message about turns, invitations, and today's cats."""
    lang = channel.lang
    turns = [turn for turn in batch.turns if turn.seat >= 0]
    invited = [turn for turn in batch.turns if turn.seat == INVITATION]
    words = (
        say("{name}, it is your turn: {game}, with {names}.")
        if channel.kind == "webhook"
        else say("{game}, with {names}")
    )  # webhooks have other readers, too
    lines = [(turn_said(words, turn, games, lang), f"{base}/t/{turn.table}") for turn in turns]
    lines += [(invitation_said(turn, channel, games), f"{base}/you/people") for turn in invited]
    if len(batch.turns) > len(lines):
        lines.append((NEW_CATS.say(lang), f"{base}/daily"))
    event = "invitation" if invited else "turn" if turns else "reminder"
    if event == "reminder":
        subject, url = say("Cat of the day").say(lang), f"{base}/daily"
    elif invited:
        subject = say("Invitation: {game}", game=title_of(invited[0], games, lang)).say(lang)
        url = f"{base}/you/people"
    elif len(turns) == 1:
        subject = say("Your turn: {game}", game=title_of(turns[0], games, lang)).say(lang)
        url = lines[0][1]
    else:
        subject = count(len(turns), "Your turn at {n} tables").say(lang)
        url = f"{base}/"
    tables = tuple(turn.table for turn in batch.turns if turn.seat != REMINDER)
    return Notification(batch.name, lang, subject, tuple(lines), url, tables, event)


def title_of(turn: Turn, games: Mapping[str, Game], lang: str) -> str:
    game = games.get(turn.game)
    return game.words.TITLE.say(lang) if game is not None else turn.game


def turn_said(words: Message, turn: Turn, games: Mapping[str, Game], lang: str) -> str:
    names = names_of(turn.seats, lang)
    others = [name for i, name in enumerate(names) if i != turn.seat]
    return words.filled(
        name=names[turn.seat], game=title_of(turn, games, lang), names=listed(others)
    ).say(lang)


def invitation_said(turn: Turn, channel: Channel, games: Mapping[str, Game]) -> str:
    lang = channel.lang
    host = next((seat.name for seat in turn.seats if seat.kind == "person"), "")
    words = (
        say("{name} invites {who} to play {game}")
        if channel.kind == "webhook"
        else say("{name} invites you to play {game}")
    )
    somebody = say("Somebody").say(lang)
    who = channel.details.get("name", "") or somebody
    return words.filled(name=host or somebody, who=who, game=title_of(turn, games, lang)).say(lang)


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
        event="confirm",
    )


def asking_webhook(batch: Batch, channel: Channel, url: str, end_url: str) -> Notification:
    lang = channel.lang
    name = channel.details.get("name", "") or say("Somebody").say(lang)
    said = say(
        "{name} asked Matou to post here when it is their turn to play. If that is right, confirm:",
        name=name,
    ).say(lang)
    lines = (said, url), (say("To stop these messages, now or later:").say(lang), end_url)
    return Notification(batch.name, lang, said, lines, url, (), event="confirm")
