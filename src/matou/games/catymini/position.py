"""What words and drawings read from a position."""

from functools import lru_cache

from matou.games.catymini import components as box
from matou.games.catymini.geometry import COST, TOUCHED
from matou.games.catymini.state import RUNNING, SHOWING, STARTING, State
from matou.kit.layout import as_bytes
from matou.kit.sets import members


def tile_of_round(s: State) -> int:
    """Returns the tile on top in the middle, -1 before the first is shown."""
    if s.phase == SHOWING:
        return -1
    return s.middle[s.round + (1 if s.phase == RUNNING else 0)]


def rounds_run(s: State, seat: int) -> int:
    """Returns in how many rounds the seat's cat has run or slept."""
    if s.phase != RUNNING:
        return s.round
    holder = s.round % s.seats
    return s.round + (1 if (seat - holder) % s.seats < s.step else 0)


def has_started(s: State, seat: int) -> bool:
    return s.phase > STARTING or (s.phase == STARTING and seat < s.turn)


def hand_tiles(s: State, seat: int) -> list[int]:
    return members(s.hand[seat])


def tokens_won(s: State, seat: int) -> int:
    return _tokens(as_bytes(s.won[seat]))


@lru_cache(maxsize=8192)
def _tokens(heaps: bytes) -> int:
    return sum(box.HOW_MANY[heap] for heap in heaps)


def pile_left(s: State, colour: int) -> int:
    """Returns the face-down tiles left in a pile during the deal."""
    shown = s.phase != SHOWING and box.COLOUR_OF[s.middle[0]] == colour
    return box.PER_COLOUR - shown - sum(s.holds[seat][colour] for seat in range(s.seats))


def would_win(s: State, seat: int, notch: int) -> list[tuple[int, int]]:
    """Returns the toys that running to a notch would win, each with its token's value (CM9)."""
    toys = TOUCHED[s.board[seat]][s.exit[seat]][notch]
    return [(toy, box.TOP[s.heap[toy]] + box.LEAST) for toy in members(toys) if s.heap[toy] > 0]


def would_cost(s: State, seat: int, notch: int) -> int:
    return COST[s.board[seat]][s.exit[seat]][notch]
