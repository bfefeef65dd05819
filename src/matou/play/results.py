"""How a game ended and what is proved of it: one sentence each, the same wherever it is read."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from matou.core.fairness import Proof
from matou.core.record import Origin
from matou.core.words import winning
from matou.play import text


def result(
    winners: Sequence[int],
    who: Sequence[str],
    lang: str,
    *,
    reader: int | None = None,
    nameless: Collection[int] = (),
    late: Sequence[int] = (),
) -> str:
    """Who won, told to whoever sat at ``reader``; of the ``nameless``, whom they beat.

    ``late`` are those who lost because their time was up.
    """
    told = who_won(winners, who, lang, reader, nameless)
    return " ".join([told, *(lost_by_time(seat, who, lang, reader) for seat in late)])


def lost_by_time(seat: int, who: Sequence[str], lang: str, reader: int | None) -> str:
    says = text.YOU_LOST_BY_TIME if seat == reader else text.LOST_BY_TIME
    return says.say(lang).format(name=who[seat])


def who_won(
    winners: Sequence[int],
    who: Sequence[str],
    lang: str,
    reader: int | None,
    nameless: Collection[int],
) -> str:
    if not winners:
        return text.DRAWN.say(lang)
    if list(winners) == [reader]:
        return text.YOU_WIN.say(lang)
    beaten = [name for seat, name in enumerate(who) if seat not in winners]
    if beaten and all(seat in nameless for seat in winners):
        return text.WON_AGAINST.say(lang).format(names=text.listed(beaten, lang))
    return winning(winners).say(lang, who, reader)


def proved(proof: Proof, origin: Origin | None, lang: str) -> str:
    """What is proved of a game's draws, those taken over from another included."""
    if proof.wrong is not None:
        return text.NOT_VERIFIED.say(lang).format(why=proof.wrong.say(lang))
    if not proof.whole:
        return text.VERIFIED_PART.say(lang).format(
            n=proof.proved, taken=proof.taken, open=proof.unproved
        )
    if origin is not None and origin.count:
        says = text.VERIFIED_WITH_ORIGIN.say(lang)
        return says.format(n=proof.proved, taken=origin.count)
    return text.VERIFIED.say(lang).format(n=proof.proved)
