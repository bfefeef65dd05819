"""Records of many games as a table, for pandas, Polars or plain Python.

>>> import matou, random, tempfile
>>> from pathlib import Path
>>> folder = tempfile.mkdtemp()
>>> _ = matou.arena.match("catymini", ["level1", "random"], games=4, records=folder)
>>> games = matou.records.table(folder)
>>> games["players"][0], games["ended_by"][0]
(['level1', 'random'], 'CM11')
>>> sorted(set(matou.records.table(folder, by="seat")["player"]))
['level1', 'random']
"""

import contextlib
import importlib
import importlib.util
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from matou.core.messages import Message, listed, say
from matou.core.reading import Reader
from matou.core.record import Record, shown
from matou.core.refusals import BadRecord, Missing, check_choice

__all__ = ["GAME_COLUMNS", "SEAT_COLUMNS", "files", "read", "table", "to_frame"]

Paths = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]
ENDING = ".matou"
LIBRARIES = {"pandas": "pandas", "polars": "Polars"}
COMMON = ("file", "id", "game", "version", "seats", "options", "ended_by", "actions")
GAME_COLUMNS = (
    *COMMON,
    *("chance_events", "is_over", "is_draw", "winners"),
    *("players", "returns", "scores", "decisions"),  # a list with a value for each seat
)
SEAT_COLUMNS = (*COMMON, "seat", "player", "return", "score", "is_winner", "decisions")


def __dir__() -> list[str]:
    return __all__


def files(paths: Paths) -> list[Path]:
    """Returns the files of records: those named, and all ``*.matou`` in folders that are named."""
    found: list[Path] = []
    for path in [paths] if isinstance(paths, str | os.PathLike) else paths:
        place = Path(path)
        found += sorted(place.rglob(f"*{ENDING}")) if place.is_dir() else [place]
    return found


def read(path: str | os.PathLike[str], *, check: bool = True) -> Record:
    """Reads a record from a file; a BadRecord says what is wrong with it.

    ``check=False`` is four times as fast: it does not ask the rules whether each action is legal,
    but the checksum and the result must still be right.
    """
    try:
        text = Path(path).read_bytes().decode()
    except UnicodeDecodeError:
        raise wrong(path, say("it is not text")) from None
    try:
        if not check:  # where that fails inside the rules, only the careful way can say why
            with contextlib.suppress(Exception):
                return Reader(text).record(trusting=True)
        return Reader(text).record()
    except BadRecord as error:
        raise wrong(path, error.says) from None


def wrong(path: object, why: Message) -> BadRecord:
    return BadRecord("{file}: {why}", file=str(path), why=why)


def table(paths: Paths, *, by: str = "game", check: bool = False) -> dict[str, list[Any]]:
    """Returns the results of recorded games as columns of equal length.

    ``paths`` are files, or folders of ``*.matou`` files. ``by="game"`` has a row for each game,
    with the columns ``GAME_COLUMNS``; ``by="seat"`` one for each seat of each game, with
    ``SEAT_COLUMNS``. Games may be of different kinds and still running. For ``check`` see ``read``.
    """
    check_choice("by", by, ("game", "seat"))
    columns = GAME_COLUMNS if by == "game" else SEAT_COLUMNS
    rows = (row for path in files(paths) for row in rows_of(path, by, check))
    turned = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in columns]
    return dict(zip(columns, turned, strict=True))


def rows_of(path: Path, by: str, check: bool) -> Iterator[tuple[Any, ...]]:
    record = read(path, check=check)
    outcome, game, seats = record.outcome, record.game, record.seats
    options = " ".join(f"{k}={shown(v)}" for k, v in game.settings(seats).items())
    head = (str(path), record.id, game.name, game.version, seats, options)
    common = (*head, outcome.ended_by, outcome.actions)
    names = [record.players.get(seat, "") for seat in range(seats)]
    if by == "game":
        facts = (outcome.chance_events, outcome.is_over, outcome.is_draw, [*outcome.winners])
        each = (outcome.returns, outcome.scores, outcome.decisions)
        yield (*common, *facts, names, *map(list, each))
        return
    for seat in range(seats):
        own = (outcome.returns[seat], outcome.scores[seat], seat in outcome.winners)
        yield (*common, seat, names[seat], *own, outcome.decisions[seat])


def to_frame(
    paths: Paths, *, by: str = "game", library: str | None = None, check: bool = False
) -> Any:
    """Returns ``table`` as a data frame of pandas or Polars, whichever is installed.

    ``library="polars"`` asks for that one. Neither comes with Matou.
    """
    check_choice("library", library, (None, *LIBRARIES))
    wanted = list(LIBRARIES) if library is None else [library]
    there = [name for name in wanted if importlib.util.find_spec(name) is not None]
    if not there:
        raise Missing(
            say(
                "to_frame needs {libraries}: pip install {name}. Without it, table() returns "
                "columns of lists.",
                libraries=listed([LIBRARIES[name] for name in wanted], "or"),
                name=wanted[0],
            )
        )
    return importlib.import_module(there[0]).DataFrame(table(paths, by=by, check=check))
