"""Analyses of finished games that the visitor's browser computes.

The browser gets every decision of the game, as its seat saw it, and sends back its evaluations.
The server puts them into words for this page only. It stores nothing, since the result is not
verified.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from matou.core.record import Record
from matou.play import analysis, thinking
from matou.play.analysis import BadOpinion, Drawn, Judged
from matou.play.replay import Replay

MOST_BYTES = 512 * 1024  # of a request body; the longest games need a tenth of it
Chance = Annotated[float, msgspec.Meta(ge=0, le=1)]
Gain = Annotated[float, msgspec.Meta(ge=-1, le=1)]


class SentMoment(msgspec.Struct, forbid_unknown_fields=True):
    number: int
    best: int
    chance: Chance
    best_chance: Chance
    chances: list[Chance]


class SentDraw(msgspec.Struct, forbid_unknown_fields=True):
    number: int
    gains: list[Gain]


class Sent(msgspec.Struct, forbid_unknown_fields=True):
    moments: list[SentMoment]
    draws: list[SentDraw]


def questions(record: Record) -> dict[str, Any]:
    """Returns the data that a browser needs. ``module`` is '' if it cannot analyse this game."""
    module = thinking.module(record.game)
    return analysis.questions(record, module) if module else {"module": ""}


def in_words(replay: Replay, body: bytes, lang: str) -> dict[str, Any]:
    """Returns the browser's evaluation in words. Raises `BadOpinion` if it is malformed."""
    try:
        sent = msgspec.json.decode(body, type=Sent)
    except (msgspec.DecodeError, RecursionError) as wrong:
        raise BadOpinion(str(wrong)) from None
    judged = [Judged(*msgspec.structs.astuple(one)) for one in sent.moments]
    drawn = [Drawn(*msgspec.structs.astuple(one)) for one in sent.draws]
    return analysis.page_analysis(replay, judged, drawn, lang)
