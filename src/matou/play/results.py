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
    beaten = [name for seat, name in enumerate(who) if seat not in winners]
    if not winners:
        won = say("A draw: nobody wins.").say(lang)
    elif list(winners) == [reader]:
        won = say("You win!").say(lang)
    elif beaten and all(seat in nameless for seat in winners):
        won = say("Won against {names}.", names=listed(beaten)).say(lang)
    else:
        won = winning(winners, team=game.team is not None).say(lang, who, reader)
    return " ".join([won, *(lost(each, who, lang, reader) for each in out)])


def lost(out: Out, who: Sequence[str], lang: str, reader: int | None) -> str:
    """Returns why a seat lost before the end."""
    if out.resigned:
        says = say("You resigned.") if out.seat == reader else say("{name} resigned.")
    else:
        says = say("You lost on time.") if out.seat == reader else say("{name} lost on time.")
    return says.filled(name=who[out.seat]).say(lang)


def proved(proof: Proof, origin: Origin | None, lang: str) -> str:
    """Returns what is proved of a game's draws, including those of the game it continues."""
    notes: list[str] = []
    if proof.wrong is not None:
        says = say("The check failed: {why}", why=proof.wrong.say(lang))
    elif not proof.proved and not proof.whole:
        says = say("Nothing is proved: no draw of this game follows from its secret number.")
    elif not proof.whole:
        says = say(
            "Partly checked: every draw after move {taken} follows from the secret number ({n} in "
            "all), and it matches the fingerprint. Earlier moves come from another game, whose "
            "record is missing or proves nothing, so their draws cannot be checked ({open} in "
            "all).",
            taken=proof.taken,
            open=proof.unproved,
        )
    elif origin is not None and origin.count:
        says = say(
            "Checked: every draw ({n} in all) follows from the secret numbers of this game and of "
            "the game that it continues after move {taken}, and both numbers match their "
            "fingerprints.",
            taken=origin.count,
        )
    elif proof.pages:
        says = say(
            "Checked: every draw ({n} in all) follows from the secret numbers of all pages at the "
            "table ({pages}), and each of them matches its fingerprint.",
            pages=proof.pages,
        )
        notes = [note.say(lang) for note in proof.notes]
    else:
        says = say(
            "Checked: every draw ({n} in all) follows from the secret number, and it matches the "
            "fingerprint."
        )
    return " ".join([says.filled(n=proof.proved).say(lang), *notes])
