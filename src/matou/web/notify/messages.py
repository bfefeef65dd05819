"""The texts of notifications: table names, player names, and that it is someone's turn.

They are made from a `Turn`, which contains the players and nothing about the game, so messages
cannot leak hidden information.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

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


def notification(
    batch: Batch,
    channel: Channel,
    subject: Message,
    lines: Sequence[tuple[Message, str]],
    url: str,
    event: str,
) -> Notification:
    lang, tables = channel.lang, [turn.table for turn in batch.turns if turn.seat != REMINDER]
    said = tuple((line.say(lang), link) for line, link in lines)
    return Notification(batch.name, lang, subject.say(lang), said, url, tuple(tables), event)


def written(batch: Batch, channel: Channel, games: Mapping[str, Game], base: str) -> Notification:
    """Returns the message about turns, invitations, and today's cats."""
    turns = [turn for turn in batch.turns if turn.seat >= 0]
    invited = [turn for turn in batch.turns if turn.seat == INVITATION]
    lines = [(turn_said(turn, channel, games), f"{base}/t/{turn.table}") for turn in turns]
    lines += [(invitation_said(turn, channel, games), f"{base}/you/people") for turn in invited]
    if len(batch.turns) > len(lines):
        lines.append((NEW_CATS, f"{base}/daily"))
    event = "invitation" if invited else "turn" if turns else "reminder"
    subject, url = say("Cat of the day"), lines[-1][1]
    if invited:
        subject = say("Invitation: {game}", game=title_of(invited[0], games))
        url = f"{base}/you/people"
    elif len(turns) == 1:
        subject, url = say("Your turn: {game}", game=title_of(turns[0], games)), lines[0][1]
    elif turns:
        subject, url = count(len(turns), "Your turn at {n} tables"), f"{base}/"
    return notification(batch, channel, subject, lines, url, event)


def title_of(turn: Turn, games: Mapping[str, Game]) -> Message | str:
    return games[turn.game].words.TITLE if turn.game in games else turn.game


def turn_said(turn: Turn, channel: Channel, games: Mapping[str, Game]) -> Message:
    names = names_of(turn.seats, channel.lang)
    others = listed([name for i, name in enumerate(names) if i != turn.seat])
    about: dict[str, Any] = {"game": title_of(turn, games), "names": others}
    if channel.kind == "webhook":  # it has other readers, too
        return say("{name}, it is your turn: {game}, with {names}.", name=names[turn.seat], **about)
    return say("{game}, with {names}", **about)


def invitation_said(turn: Turn, channel: Channel, games: Mapping[str, Game]) -> Message:
    host = next((seat.name for seat in turn.seats if seat.kind == "person"), "")
    about: dict[str, Any] = {"name": host or say("Somebody"), "game": title_of(turn, games)}
    if channel.kind == "webhook":
        return say("{name} invites {who} to play {game}", who=name_of(channel), **about)
    return say("{name} invites you to play {game}", **about)


def name_of(channel: Channel) -> Message | str:
    return channel.details.get("name", "") or say("Somebody")


def asking_mail(batch: Batch, channel: Channel, base: str, url: str) -> Notification:
    asked = say(
        "Somebody on {site} asked us to write to this address when it is their turn to play. If "
        "that was you, follow this link within three days: {url}\n\nIf not, ignore this e-mail: "
        "we will not send another one.",
        site=base,
        url=url,
    )
    subject = say("Matou: is this address yours?")
    return notification(batch, channel, subject, [(asked, "")], url, "confirm")


def asking_webhook(batch: Batch, channel: Channel, url: str, end_url: str) -> Notification:
    asked = say(
        "{name} asked Matou to post here when it is their turn to play. If that is right, confirm:",
        name=name_of(channel),
    )
    lines = [(asked, url), (say("To stop these messages, now or later:"), end_url)]
    return notification(batch, channel, asked, lines, url, "confirm")
