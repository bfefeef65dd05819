"""A table as a line in a list: what is played, by whom, and whose turn it is."""

from __future__ import annotations

from typing import Any

from matou.core.game import Game
from matou.play import text, time_words
from matou.play.keeping import Kept
from matou.play.seats import name_of


def row(kept: Kept, game: Game, owner: str, lang: str, now: float | None = None) -> dict[str, Any]:
    """A table as its ``owner`` reads it in a list; '' reads it as an onlooker.

    ``now`` is the site's time, where there is a site: what is left to whoever is to move.
    """
    own = next((i for i, s in enumerate(kept.seats) if owner and s.owner == owner), None)
    names = [name_of(kept.seats, i, lang, own) for i in range(len(kept.seats))]
    turn, yours = "", False
    if kept.over:
        turn = text.LIST_OVER.say(lang)
    elif any(s.kind == "open" for s in kept.seats):
        turn = text.LIST_WAITING.say(lang)
    elif kept.turn >= 0:
        yours = owner != "" and kept.seats[kept.turn].owner == owner
        turn = (text.LIST_YOUR_TURN if yours else text.LIST_TURN).say(lang)
        turn = turn.format(name=names[kept.turn])
    left = None if now is None else time_words.left_to_move(kept, game, now)
    return {
        "id": kept.id,
        "title": game.words.TITLE.say(lang),
        "names": text.listed(names, lang),
        "turn": turn,
        "yours": yours,
        "over": kept.over,
        "left": "" if left is None else time_words.shown(left, lang),
    }
