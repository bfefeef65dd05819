"""The bots' ratings, measured by matches in the arena and then fixed.

``python -m labs.studies cats`` writes ``cats.json``, by the bots' keys. Each number of seats has
its own ratings: against four others even the best bot wins less often.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from matou.bots.levels import LEVELS, at_table
from matou.rating import Rating

FILE = Path(__file__).with_name("cats.json")


@cache
def known() -> dict[str, Any]:
    return dict(json.loads(FILE.read_text()))


def cat(game: str, seats: int, level: int) -> Rating:
    """Returns a bot's rating, or a newcomer's if it was not measured with this number of seats."""
    rated = known()["games"].get(game, {}).get(str(seats), {})
    return Rating(*rated.get(at_table(level).key, ()))


def cats(game: str, seats: int) -> list[Rating]:
    """Returns all bots' ratings, the weakest first."""
    return [cat(game, seats, level) for level in range(1, len(LEVELS) + 1)]
