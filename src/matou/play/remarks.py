"""The cats' occasional remarks on a move, each in character.

A remark answers a moment of the table (``core/moments.py``), which spectators see too, and is
chosen by the number of the position. So it reveals nothing, whatever the bot knows.
"""

from collections.abc import Sequence
from hashlib import blake2b

from matou.bots.levels import at_table
from matou.core.messages import Message
from matou.core.moments import Moment
from matou.play.seats import Seat

WON = ("tower", "catch", "cheese", "toy")  # kinds of moments that are good for their seat


def remark(
    seats: Sequence[Seat], moments: Sequence[Moment], winners: Sequence[int] | None, key: str
) -> tuple[int, Message] | None:
    """Returns which bot says what about a step, or None; ``winners`` once the game is over."""
    levels = {i: at_table(seat.level) for i, seat in enumerate(seats) if seat.kind == "bot"}
    voices = {i: level.voice for i, level in levels.items() if level.voice is not None}
    bots = list(voices)
    if not bots:
        return None
    luck = blake2b(key.encode(), digest_size=8).digest()
    if winners is not None:
        happy = [i for i in bots if i in winners]
        who = (happy or bots)[luck[0] % len(happy or bots)]
        return who, voices[who].won if happy else voices[who].lost
    found = next((m for m in moments if m.kind in WON or m.kind == "fall"), None)
    if found is None or luck[1] % 2:
        return None
    if found.kind == "fall" and found.seat not in bots:
        return None  # bots do not laugh at people
    who = found.seat if found.seat in bots else bots[luck[0] % len(bots)]
    voice = voices[who]
    if found.kind == "fall" or (found.kind == "catch" and who != found.seat):
        says = voice.ouch
    else:
        says = voice.mine if who == found.seat else voice.theirs
    return who, says[luck[2] % len(says)]
