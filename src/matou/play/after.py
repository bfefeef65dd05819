"""What follows a finished game: its headline, a line to share, and the rung that was reached."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from matou.core.messages import Message
from matou.play.headline import Finished, headline
from matou.play.protocol.replays import After, Rung
from matou.play.replay import Replay


def after(
    replay: Replay,
    lang: str,
    *,
    data: dict[str, Any] | None = None,
    first: Message | None = None,
    rung: Rung | None = None,
    rating: str = "",
) -> After:
    """Returns what follows a game, for its reader. ``data`` is of an analysis.

    ``first`` is the cat that the reader has beaten for the first time.
    """
    found = headline(Finished(replay.positions, replay.own, data, first))
    title = replay.positions.game.words.TITLE.say(lang)
    share = f"{title}: {replace(replay, own=None).result(lang)}"
    if found is not None and found.short is not None:
        share += f" {found.short.say(lang)}"
    return After(
        headline="" if found is None else replay.tell(found.says, lang),
        is_settled=found is not None and found.kind == "tie-break",
        share=share,
        is_public=replay.is_public,
        rung=rung,
        rating=rating,
    )
