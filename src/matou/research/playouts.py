"""``matou.playouts``: whole games at random, and how each of them went."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from matou.core.game import Game
from matou.core.refusals import check_whole
from matou.kit.rng import WORDS
from matou.kit.running import BackendName
from matou.research import backends, observations, vector
from matou.research.random_games import Results

CHUNK = 256  # games that a thread plays at a time


class Playouts(NamedTuple):
    """The results of n games, a row each."""

    returns: NDArray[np.float64]  # [n, seats]: what the result is worth to each seat, 0 to 1
    lengths: NDArray[np.int32]  # [n]: actions, chance included
    winners: NDArray[np.bool_]  # [n, seats]
    ended_by: NDArray[np.str_]  # [n]: the rule that ended the game, as in ``State.ended_by``


def playouts(
    game: Game | str,
    n: int,
    seats: int | None = None,
    seed: int = 0,
    *,
    threads: int = 1,
    backend: BackendName | None = None,
    **options: Any,
) -> Playouts:
    """Plays n games at random and returns arrays: returns, lengths, winners and ended_by.

    The results depend on the seed alone, not on the threads or the backend. It needs the extra
    ``fast``.

    >>> games = matou.playouts("clocktowers", 1000, seats=3)          # doctest: +SKIP
    >>> games.returns.mean(axis=0), games.lengths.mean()             # doctest: +SKIP
    """
    found, table = observations.chosen_table(game, seats, options)
    check_whole("n", n, 1, vector.MOST)
    check_whole("threads", threads, 1, vector.MOST)
    start = vector.start_of(seed)
    room = backends.open_arrays(found, backend, min(threads, -(-n // CHUNK)))
    results = Results(*(backends.array(room, found, name, n, table) for name in Results._fields))
    opening = backends.opening(room, found, table)
    chunks = iter(range(0, n, CHUNK))

    def play(thread: int) -> None:
        states = backends.array(room, found, "states", 1)
        lists = (backends.array(room, found, "one_list", found.rules.MAX_LEGAL) for _ in range(2))
        luck = room.array(WORDS, np.int64)
        run = room.bind("play_games", results, states, opening, *lists, luck, thread=thread)
        for first in chunks:
            run(start, first, min(first + CHUNK, n))

    with ThreadPoolExecutor(room.threads) as pool:
        list(pool.map(play, range(room.threads)))
    endings = np.array(found.rules.ENDINGS)
    return Playouts(
        results.final_returns.copy(),
        results.lengths.copy(),
        (results.winning[:, None] >> np.arange(table) & 1).astype(np.bool_),
        endings[results.endings],
    )
