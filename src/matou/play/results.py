"""Sentences for how a game ended, and for what its seed proves."""

from collections.abc import Collection, Sequence

from matou.core.fairness import Proof
from matou.core.game import Game
from matou.core.messages import listed, say
from matou.core.phrases import winning
from matou.core.position import Out
from matou.core.record import Origin


def result(
    game: Game,
    winners: Sequence[int],
    who: Sequence[str],
    lang: str,
    *,
    reader: int | None = None,
    nameless: Collection[int] = (),
    out: Sequence[Out] = (),
) -> str:
    """Returns who won, addressed to the seat ``reader``.

    For ``nameless`` winners it says whom they beat. ``out`` are those who lost on time or resigned.
    """
    won = who_won(game, winners, who, lang, reader, nameless)
    return " ".join([won, *(lost(each, who, lang, reader) for each in out)])


def lost(out: Out, who: Sequence[str], lang: str, reader: int | None) -> str:
    """Returns why a seat lost before the end."""
    if out.resigned:
        says = say("You resigned.") if out.seat == reader else say("{name} resigned.")
    else:
        says = say("You lost on time.") if out.seat == reader else say("{name} lost on time.")
    return says.filled(name=who[out.seat]).say(lang)


def who_won(
    game: Game,
    winners: Sequence[int],
    who: Sequence[str],
    lang: str,
    reader: int | None,
    nameless: Collection[int],
) -> str:
    if not winners:
        return say("A draw: nobody wins.").say(lang)
    if list(winners) == [reader]:
        return say("You win!").say(lang)
    beaten = [name for seat, name in enumerate(who) if seat not in winners]
    if beaten and all(seat in nameless for seat in winners):
        return say("Won against {names}.", names=listed(beaten)).say(lang)
    return winning(winners, team=game.team is not None).say(lang, who, reader)


def proved(proof: Proof, origin: Origin | None, lang: str) -> str:
    """Returns what is proved of a game's draws, including those of the game it continues."""
    if proof.wrong is not None:
        return say("The check failed: {why}", why=proof.wrong.say(lang)).say(lang)
    if not proof.proved and not proof.whole:
        says = say("Nothing is proved: no draw of this game follows from its secret number.")
        return says.say(lang)
    if not proof.whole:
        return say(
            "Partly checked: every draw after move {taken} follows from the secret "
            "number ({n} in all), and it matches the fingerprint. Earlier moves come "
            "from another game, whose record is missing or proves nothing, so their "
            "draws cannot be checked ({open} in all).",
            n=proof.proved,
            taken=proof.taken,
            open=proof.unproved,
        ).say(lang)
    if origin is not None and origin.count:
        says = say(
            "Checked: every draw ({n} in all) follows from the secret numbers of this "
            "game and of the game that it continues after move {taken}, and both numbers "
            "match their fingerprints.",
            n=proof.proved,
            taken=origin.count,
        )
        return says.say(lang)
    if proof.pages:
        checked = say(
            "Checked: every draw ({n} in all) follows from the secret numbers of all pages at the "
            "table ({pages}), and each of them matches its fingerprint.",
            n=proof.proved,
            pages=proof.pages,
        )
        return " ".join(says.say(lang) for says in (checked, *proof.notes))
    return say(
        "Checked: every draw ({n} in all) follows from the secret number, and it "
        "matches the fingerprint.",
        n=proof.proved,
    ).say(lang)
