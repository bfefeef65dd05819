"""The notation of Clocktowers: ``F2c+``, ``K>2``, ``xF1m``, ``<R``, ``=R3``."""

from matou.core.notation import fixed
from matou.core.position import Secret
from matou.games.clocktowers.components import CODES, PILE_LETTERS, SEATS, TOWERS
from matou.games.clocktowers.rules import ACTIONS, DISCARD, DRAW, PLACES, State
from matou.games.clocktowers.say.messages import tell

# A string means the same in every state, so the whole notation is one list.
WRITTEN = (
    *(
        text
        for code in CODES
        for text in (f"{code}+", *(f"{code}>{t + 1}" for t in range(TOWERS)), f"x{code}")
    ),
    *(f"<{letter}" for letter in PILE_LETTERS),
    *(f"={code}" for code in CODES),
)
name, read = fixed(WRITTEN, ACTIONS)


# CT9: the others see that a card left, not which.
FACE_DOWN = [
    Secret(i, "x?", tell(i, "{who} discards a card, face down", "You discard a card, face down"))
    for i in range(SEATS)
]


def secret(s: State, a: int) -> Secret | None:
    return FACE_DOWN[s.turn % s.seats] if a < DRAW and a % PLACES == DISCARD else None
