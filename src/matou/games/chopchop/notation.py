"""The notation of Chop! Chop!: ``@Tc4``, ``a4-b5``, ``a3-a4*``, ``^c6``, ``3``, ``=knife``."""

from matou.core.notation import fixed, public
from matou.games.chopchop.components import FACES, NAMES, TILES
from matou.games.chopchop.rules import ACTIONS

# A string means the same in every state, so the whole notation is one list.
WAYS = [f"{start}-{end}" for start in NAMES for end in NAMES]
WRITTEN = (
    *WAYS,
    *(f"{way}*" for way in WAYS),
    *(f"@{place}" for place in NAMES),
    *(f"^{place}" for place in NAMES),
    *(str(face + 1) for face in range(FACES)),
    *(f"={tile}" for tile in TILES),
)
name, read = fixed(WRITTEN, ACTIONS)
secret = public
