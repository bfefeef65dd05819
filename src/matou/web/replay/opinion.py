"""A bot's opinion of a finished game that the visitor's own browser works out.

It is sent every decision of the game, as its seat knew it, and sends back what it found; that is
put into words for this very page and kept nowhere, since nobody has checked it.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from matou.bots.analyse import ITERATIONS, SEEN_ENOUGH, Moment, decisions, looker, put_together
from matou.core.record import Record
from matou.core.state import Observation
from matou.play import thinking
from matou.play.replay import Replay
from matou.web.replay.analysis import in_words

MOST_BYTES = 512 * 1024  # of what a page found; the longest games take a tenth of it
Chance = Annotated[float, msgspec.Meta(ge=0, le=1)]


class Judged(msgspec.Struct, forbid_unknown_fields=True):
    """What a page says of one decision."""

    number: int
    best: int
    chance: Chance
    best_chance: Chance
    chances: list[Chance]


class BadOpinion(ValueError):
    """What a page sent does not fit the game."""


def questions(record: Record) -> dict[str, Any]:
    """What a page needs to look at a game; no module where it cannot."""
    module = thinking.module(record.game)
    if not module:
        return {"module": ""}
    bot = looker(record, ITERATIONS)

    def asked(view: Observation | None) -> dict[str, Any] | None:
        if view is None:
            return None
        return thinking.question(view, ITERATIONS, bot.seed_of(view))

    return {
        "module": module,
        "enough": ITERATIONS / SEEN_ENOUGH,
        "decisions": [
            {
                "number": d.number,
                "seat": d.seat,
                "action": d.action,
                "before": asked(d.view),
                "after": asked(d.after),
                "worth": d.worth,
            }
            for d in decisions(record)
        ],
    }


def read(body: bytes, record: Record) -> list[Moment]:
    """What a page found, held against the game."""
    try:
        judged = msgspec.json.decode(body, type=list[Judged])
    except (msgspec.DecodeError, RecursionError) as wrong:
        raise BadOpinion(str(wrong)) from None
    made = list(decisions(record))
    if [j.number for j in judged] != [d.number for d in made]:
        raise BadOpinion("these are not the decisions of this game")
    found = []
    for j, d in zip(judged, made, strict=True):
        if j.best not in d.names or len(j.chances) != record.seats:
            raise BadOpinion(f"action {d.number} does not fit")
        found.append(
            Moment(
                *(d.number, d.seat, d.played, d.names[j.best], j.chance, j.best_chance),
                tuple(j.chances),
            )
        )
    return found


def told(replay: Replay, body: bytes, lang: str) -> dict[str, Any]:
    """The opinion in words, as the page shows it."""
    assert replay.record is not None
    data = put_together(replay.record, read(body, replay.record)).data()
    return {"state": "done", **in_words(replay, data, lang)}
