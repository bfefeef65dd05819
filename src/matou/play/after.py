"""What follows a finished game: its headline, a line to share, and the rung that was reached."""

from dataclasses import replace
from typing import Any

from matou.core.messages import Message
from matou.play import daily
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
    link: str = "",
) -> After:
    """Returns what follows a game, for its reader. ``data`` is of an analysis.

    ``first`` is the cat that the reader has beaten for the first time, and ``link`` leads to the
    cats of the day.
    """
    finished = Finished(replay.positions, replay.own, data, first)
    game, day = replay.positions.game, replay.day
    found = headline(finished, bool(day))
    share = f"{game.words.TITLE.say(lang)}: {replace(replay, own=None).result(lang)}"
    if day and replay.own is not None:
        won, says = daily.result(game, finished.end.observe(replay.own), replay.own, lang)
        share = daily.shared_text(game, day, won, says, link, lang)
    elif found is not None and found.short is not None:
        share += f" {found.short.say(lang)}"
    return After(
        headline="" if found is None else replay.tell(found.says, lang),
        is_settled=bool(day) or (found is not None and found.kind == "tie-break"),
        share=share,
        is_public=replay.is_public and not day,
        rung=rung,
        rating=rating,
    )
