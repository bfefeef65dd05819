"""How a game ended, in one sentence: the same at a table, in a terminal and looking back."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from matou.play import text


def result(
    winners: Sequence[int],
    who: Sequence[str],
    lang: str,
    *,
    reader: int | None = None,
    nameless: Collection[int] = (),
) -> str:
    """Who won, told to whoever sat at ``reader``; of the ``nameless``, whom they beat."""
    if not winners:
        return text.DRAWN.say(lang)
    if list(winners) == [reader]:
        return text.YOU_WIN.say(lang)
    beaten = [name for seat, name in enumerate(who) if seat not in winners]
    if beaten and all(seat in nameless for seat in winners):
        return text.WON_AGAINST.say(lang).format(names=text.listed(beaten, lang))
    won = text.listed([who[seat] for seat in winners], lang)
    return (text.WINS if len(winners) == 1 else text.WIN_TOGETHER).say(lang).format(name=won)
