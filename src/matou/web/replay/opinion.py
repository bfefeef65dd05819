"""A bot's opinion of a finished game that the visitor's own browser works out.

It is sent every decision of the game, as its seat knew it, and sends back what it found; that is
put into words for this very page and kept nowhere, since nobody has checked it.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from matou.core.record import Record
from matou.play import analysis, thinking
from matou.play.analysis import BadOpinion, Drawn, Judged
from matou.play.replay import Replay

MOST_BYTES = 512 * 1024  # of what a page found; the longest games take a tenth of it
Chance = Annotated[float, msgspec.Meta(ge=0, le=1)]
Gain = Annotated[float, msgspec.Meta(ge=-1, le=1)]


class SentMoment(msgspec.Struct, forbid_unknown_fields=True):
    """What a page says of one decision."""

    number: int
    best: int
    chance: Chance
    best_chance: Chance
    chances: list[Chance]


class SentDraw(msgspec.Struct, forbid_unknown_fields=True):
    """What a page says of one draw."""

    number: int
    gains: list[Gain]


class Sent(msgspec.Struct, forbid_unknown_fields=True):
    """What a page says of a game."""

    moments: list[SentMoment]
    draws: list[SentDraw]


def questions(record: Record) -> dict[str, Any]:
    """What a page needs to look at a game; no module where it cannot."""
    module = thinking.module(record.game)
    return analysis.questions(record, module) if module else {"module": ""}


def told(replay: Replay, body: bytes, lang: str) -> dict[str, Any]:
    """The opinion in words, as the page shows it."""
    try:
        sent = msgspec.json.decode(body, type=Sent)
    except (msgspec.DecodeError, RecursionError) as wrong:
        raise BadOpinion(str(wrong)) from None
    judged = [Judged(*msgspec.structs.astuple(one)) for one in sent.moments]
    drawn = [Drawn(*msgspec.structs.astuple(one)) for one in sent.draws]
    return analysis.told(replay, judged, drawn, lang)
