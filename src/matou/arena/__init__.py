"""Matches between players, with ratings and a report.

>>> import matou
>>> def first(observation):
...     return observation.legal()[0]
>>> result = matou.arena.match("clocktowers", ["level1", first], games=4)
>>> [standing.name for standing in result.standings()]
['level1', 'first']
>>> len(result.results)
4
>>> print(result)                                                     # doctest: +ELLIPSIS
clocktowers, 2 seats, 4 games, seed 0
<BLANKLINE>
player  score (95%)...Elo (95%)...per decision
level1...
"""

import tempfile
from collections.abc import Iterable
from pathlib import Path

from matou.arena.one_game import IllegalChoice, Result
from matou.arena.plan import Match, Task
from matou.arena.players import AnyPlayer, CannotSend, Player
from matou.arena.running import Journal, run
from matou.arena.tally import Share, Standing, Tally
from matou.core.game import Game
from matou.core.refusals import check_whole
from matou.core.registry import find

__all__ = [
    "AnyPlayer",
    "CannotSend",
    "IllegalChoice",
    "Match",
    "Player",
    "Result",
    "Share",
    "Standing",
    "Tally",
    "Task",
    "match",
    "play_match",
]

MOST = 1_000_000_000  # games


def __dir__() -> list[str]:
    return __all__


def match(
    game: Game | str,
    players: Iterable[AnyPlayer],
    *,
    games: int = 100,
    seats: int | None = None,
    seed: int = 0,
    processes: int = 1,
    luck_adjusted: bool = False,
    records: str | Path | None = None,
) -> Tally:
    """Plays a match and returns its result, which prints as a table.

    Each player is a level (``"level4"``, ``"level5@1s"``), an object with ``choose(observation)``,
    a function of an observation, a class, or ``"module:Class"`` (``matou.arena.players``). Seats
    rotate, and the games of a round share their luck, so ``games`` is rounded up to whole rounds.
    A single player takes every seat, which shows what the seats are worth.

    ``processes`` play in parallel; 0 means one for each core. In a script, a match with more than
    one belongs under ``if __name__ == "__main__":``. Players must then be pickled: if one cannot
    be, a RuntimeWarning says why, and the match is played in this process.

    ``luck_adjusted`` also measures how lucky each seat was. ``records`` is a folder for the
    record of each game; ``matou.records`` reads them.
    """
    for name, value, least in (("games", games, 1), ("processes", processes, 0)):
        check_whole(name, value, least, MOST)
    planned = Match.of(
        find(game) if isinstance(game, str) else game,
        players,
        seats=seats,
        games=games,
        seed=seed,
        luck_adjusted=luck_adjusted,
    )
    folder = None if records is None else Path(records)
    return Tally(planned, play_match(planned, processes=processes, records=folder))


def play_match(
    match: Match, *, processes: int = 0, ray: str | None = None, records: Path | None = None
) -> list[Result]:
    """Plays a match without keeping a journal."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "journal", match, resume=False)
        try:
            return run(match, journal, processes=processes, ray=ray, records=records)
        finally:
            journal.close()
