"""Matches between bots, with ratings and a report.

>>> from matou.arena import Match, Tally, play_match
>>> import matou
>>> match = Match.of(matou.game("clocktowers"), ["level1", "random"], games=4)
>>> tally = Tally(match, play_match(match, processes=1))
>>> len(tally.results)
4
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from matou.arena.one_game import Result
from matou.arena.plan import Match, Task
from matou.arena.running import Journal, run
from matou.arena.tally import Share, Tally

__all__ = ["Match", "Result", "Share", "Tally", "Task", "play_match"]


def play_match(match: Match, *, processes: int = 0, ray: str | None = None) -> list[Result]:
    """Plays a match without keeping a journal."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "journal", match, resume=False)
        try:
            return run(match, journal, processes=processes, ray=ray)
        finally:
            journal.close()
