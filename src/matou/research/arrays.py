"""The arrays of a batch of games, and the threads and opponents that step it."""

from typing import Any

import numpy as np

from matou.core.game import Game
from matou.core.refusals import BadChoice
from matou.core.state import State
from matou.kit.arrays import Array
from matou.research import backends, batch
from matou.research.observations import encoder_of
from matou.research.opponents import Opponent, Opponents
from matou.research.threads import ThreadPool

# The state of a batch: everything that a copy of it needs.
NAMES = [name for name in batch.Games._fields[:-2] if name not in ("opening", "scratch")]
BOTS = "bots"  # and the random numbers of opponents that are bots


class Batch:
    """n games at once; ``batch.Games`` says what their arrays hold.

    With a seat, opponents hold the others: compiled code plays them at random, or bots choose.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        seats: int,
        *,
        seat: int | None = None,
        opponents: Opponent | None = None,
        threads: int = 1,
        backend: str | None = None,
    ) -> None:
        encoder_of(game)  # raises BadChoice if it has none
        owner = batch.EVERYBODY if seat is None else check_seat(seat, seats)
        self.game, self.n, self.seats, self.owner = game, n, seats, owner
        self.bots = Opponents.of(game, opponents, threads)
        if seat is None and opponents is not None:
            raise BadChoice("opponents needs a seat of your own: seat=0")
        room = backends.open_arrays(game, backend, min(threads, batch.spans(n)))
        fields: dict[str, Any] = {
            name: backends.array(room, game, name, n, seats) for name in batch.Games._fields[:-2]
        }
        fields["opening"] = backends.opening(room, game, seats)
        fields["scratch"] = backends.array(room, game, "scratch", room.threads)
        me = owner if self.bots is None else batch.EVERYBODY
        self.arrays = batch.Games(**fields, me=me, owner=owner)
        self.pool = ThreadPool(room, self.arrays)
        self._begin = room.bind("begin", self.arrays)
        self._first_illegal = room.bind("first_illegal", self.arrays)
        self.seed_dice = room.bind("seed_rows", self.arrays.dice)  # the seed of ``sample``

    def contents(self) -> dict[str, bytes]:
        """Returns all that a copy of these games needs."""
        found = {name: getattr(self.arrays, name).tobytes() for name in NAMES}
        return found if self.bots is None else {**found, BOTS: np.array(self.bots.luck).tobytes()}

    def fill(self, contents: dict[str, bytes]) -> None:
        """Restores what ``contents`` returned."""
        if self.bots is not None:
            self.bots.luck = np.frombuffer(contents[BOTS], np.int64).tolist()
        for name in NAMES:
            data = contents[name]
            array = getattr(self.arrays, name)
            array[...] = np.frombuffer(data, array.dtype).reshape(array.shape)

    def begin(self, seed: int) -> None:
        """Starts new games. Chance in game g depends on the seed and g alone."""
        self._begin(seed)
        if self.bots is not None:
            self.bots.begin(seed)
            self._ask_bots()
        self.arrays.rewards[:] = 0
        self.arrays.ended[:] = 0

    def illegal(self) -> int:
        """Returns the first game whose action is not legal, or ``batch.FINE``."""
        return self._first_illegal(0, self.n) if self.pool.run(batch.CHECK) else batch.FINE

    def step(self) -> int:
        """Plays the legal ``actions``, then opponents' until it is the caller's turn everywhere.

        Returns how many games have ended.
        """
        over = self.pool.run(batch.STEP)
        return over if self.bots is None else self._ask_bots()

    def _ask_bots(self) -> int:
        arrays, bots = self.arrays, self.bots
        assert bots is not None
        given, ended = arrays.actions.copy(), arrays.ended.copy()
        while len(waiting := np.flatnonzero(arrays.turn != self.owner)):
            arrays.actions[:] = batch.SKIP
            arrays.actions[waiting] = [*bots.actions([self.state(g) for g in waiting.tolist()])]
            self.pool.run(batch.STEP)
            ended |= arrays.ended
        arrays.actions[:], arrays.ended[:] = given, ended
        arrays.rewards[:] = arrays.final_returns[:, self.owner] * ended
        return int(ended.sum())

    def sample(self) -> Array:
        self.pool.run(batch.CHOOSE)
        chosen: Array = self.arrays.chosen
        return chosen

    def state(self, g: int) -> State:
        """Returns a copy of one of the games, without its history."""
        s = self.game.rules.State.from_buffer_copy(self.arrays.states[g].tobytes())
        return State(self.game, self.seats, s)


def check_seat(seat: int, seats: int) -> int:
    """Returns the seat; raises BadChoice if the table does not have it."""
    if not 0 <= seat < seats:
        raise BadChoice("seat is {seat}, but must be from 0 to {seats}", seat=seat, seats=seats - 1)
    return seat
