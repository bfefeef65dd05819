"""What the cats say of a move now and then, each in character: made from what all have seen.

A remark answers a moment of the table (``core/moments.py``), which an onlooker sees too, and is
chosen by the number of the position. So it can tell nobody anything, whatever the bot knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final, NamedTuple

from matou.core.moments import Moment
from matou.core.words import Words
from matou.core.words import Words as W
from matou.play.seats import Seat

WON = ("tower", "catch", "cheese", "toy")  # kinds that are somebody's luck


class Voice(NamedTuple):
    """How a character speaks of its own luck, of another's, of a mishap, and of the end."""

    mine: tuple[Words, ...]
    theirs: tuple[Words, ...]
    ouch: tuple[Words, ...]
    won: Words
    lost: Words


VOICES: Final = (
    Voice(
        (W("I did it! Did you see?", "J’ai réussi ! T’as vu ?"), W("Again! Again!", "Encore !")),
        (W("Ooh, how pretty!", "Oh, que c’est joli !"), W("Me too, me too!", "Moi aussi !")),
        (W("Oops.", "Oups."),),
        W("I won? I won!", "J’ai gagné ? J’ai gagné !"),
        W("That was fun. Another?", "C’était drôle. On recommence ?"),
    ),
    Voice(
        (W("Delicious.", "Délicieux."), W("One more bite.", "Encore une bouchée.")),
        (W("You might have shared.", "Tu aurais pu partager."), W("That looks tasty.", "Miam.")),
        (W("There goes my appetite.", "Voilà qui coupe l’appétit."),),
        W("And now, dessert.", "Et maintenant, le dessert."),
        W("I was hungry. Well played!", "J’avais faim. Bien joué !"),
    ),
    Voice(
        (W("Did I do that?", "C’est moi qui ai fait ça ?"), W("As in my dream.", "Comme en rêve.")),
        (W("Hm? Oh, lovely.", "Hm ? Oh, joli."), W("I dreamt you would.", "Je l’avais rêvé.")),
        (W("I must have dozed off.", "J’ai dû m’assoupir."),),
        W("Wake me for the next one.", "Réveille-moi pour la prochaine."),
        W("What a nice dream. Well played.", "Quel joli rêve. Bien joué."),
    ),
    Voice(
        (W("Patience pays.", "La patience paie."), W("Just as planned.", "Comme prévu.")),
        (W("Noted.", "C’est noté."), W("I see you.", "Je t’ai à l’œil.")),
        (W("I shall remember that.", "Je m’en souviendrai."),),
        W("A clean hunt.", "Une belle chasse."),
        W("You hunt well. My respects.", "Tu chasses bien. Mes respects."),
    ),
    Voice(
        (W("Naturally.", "Naturellement."), W("I have seen this before.", "J’ai déjà vu ça.")),
        (W("Not bad at all.", "Pas mal du tout."), W("Hm! Bold.", "Hm ! Audacieux.")),
        (W("Even crowns slip.", "Même les couronnes glissent."),),
        W("A pleasure, as always.", "Un plaisir, comme toujours."),
        W("The crown is yours today.", "La couronne est à toi aujourd’hui."),
    ),
)


def remark(
    seats: Sequence[Seat], moments: Sequence[Moment], winners: Sequence[int] | None, key: str
) -> tuple[int, Words] | None:
    """Who says what of a step, if anybody does; ``winners`` once the game is over."""
    bots = [i for i, seat in enumerate(seats) if seat.kind == "bot"]
    if not bots:
        return None
    luck = blake2b(key.encode(), digest_size=8).digest()
    if winners is not None:
        happy = [i for i in bots if i in winners]
        who = (happy or bots)[luck[0] % len(happy or bots)]
        voice = voice_of(seats[who])
        return who, voice.won if happy else voice.lost
    found = next((m for m in moments if m.kind in WON or m.kind == "fall"), None)
    if found is None or luck[1] % 2:
        return None
    if found.kind == "fall" and found.seat not in bots:
        return None  # nobody laughs
    who = found.seat if found.seat in bots else bots[luck[0] % len(bots)]
    voice = voice_of(seats[who])
    if found.kind == "fall" or (found.kind == "catch" and who != found.seat):
        says = voice.ouch
    else:
        says = voice.mine if who == found.seat else voice.theirs
    return who, says[luck[2] % len(says)]


def voice_of(seat: Seat) -> Voice:
    return VOICES[max(1, min(seat.level, len(VOICES))) - 1]
