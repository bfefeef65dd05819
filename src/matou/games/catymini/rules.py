"""The rules of Caty Mini, CM1 to CM12: whose turn it is, what is legal, and a round.

What happens before the first round, CM1 to CM4, is in ``deal.py``; the record and the numbers
of the actions in ``state.py``; lengths and crossings in ``geometry.py``.
"""

from __future__ import annotations

from matou.games.catymini.components import (
    ALL_TILES,
    ALL_TOYS_BONUS,
    BITS,
    COLOUR_OF,
    COLOURS,
    FULL_HEAP,
    ROUNDS,
    SEATING,
    THREAD,
    TILES,
    TILES_OF,
    TOP,
    TOYS,
    VALUES,
    WORTH,
)
from matou.games.catymini.deal import (
    deal,
    may_take,
    remove,
    show,
    start,
    take,
    tiles_to_deal,
    tokens_to_remove,
)
from matou.games.catymini.geometry import COST, TOUCHED
from matou.games.catymini.state import (
    ACTIONS as ACTIONS,
    ASLEEP,
    DEAL,
    DONE,
    DRAWING,
    ENTER,
    MAX_LEGAL as MAX_LEGAL,
    PLAY,
    PLAYING,
    REMOVE,
    REMOVING,
    RUNNING,
    SHOWING,
    SLEEP,
    START,
    TAKE,
    TAKING,
    State as State,
)
from matou.kit.layout import Floats, Row
from matou.kit.linking import CHANCE, OVER, rule
from matou.kit.rng import rng_below
from matou.kit.rows import share

ENDINGS = ("CM11",)


@rule
def setup(s: State, seats: int, options: Row) -> None:
    s.seats = seats
    s.expert = options[1]
    for seat in range(seats):
        s.board[seat] = SEATING[options[0]][seat]
        s.thread[seat] = THREAD
    for toy in range(TOYS):
        s.heap[toy] = FULL_HEAP
    s.phase = SHOWING  # CM1


@rule
def actor(s: State) -> int:
    if s.phase < TAKING:
        return CHANCE
    if s.phase == DONE:
        return OVER
    return s.turn


@rule
def legal(s: State, out: Row, weights: Row) -> int:
    phase = s.phase
    if phase == RUNNING:
        return entrances(s, out)
    if phase == REMOVING:
        return tokens_to_remove(s, out, weights)
    if phase <= DRAWING:
        return tiles_to_deal(s, out, weights)
    n = 0
    if phase == PLAYING:
        tiles = playable(s)
        for tile in range(TILES):
            if tiles >> tile & 1:
                out[n] = PLAY + tile
                n += 1
    elif phase == TAKING:
        for colour in range(COLOURS):
            if may_take(s, colour):
                out[n] = TAKE + colour
                n += 1
    else:  # CM4: either notch of the shown furniture
        out[0] = START + 2 * s.middle[0]
        out[1] = START + 2 * s.middle[0] + 1
        n = 2
    return n


@rule
def apply(s: State, a: int) -> None:
    if a < PLAY:
        if s.phase == SHOWING:
            show(s, a - DEAL)
        else:
            deal(s, a - DEAL)
    elif a < ENTER:
        play(s, a - PLAY)
    elif a < START:
        run(s, a - ENTER)
    elif a < TAKE:
        start(s, a - START)
    elif a < REMOVE:
        take(s, a - TAKE)
    elif a < SLEEP:
        remove(s, (a - REMOVE) // VALUES, (a - REMOVE) % VALUES)
    else:
        sleep(s)


# --- a round


@rule
def playable(s: State) -> int:
    """CM6: the tiles of another colour than the last; all of them if there is no such tile."""
    hand = s.hand[s.turn]
    barred = TILES_OF[COLOUR_OF[s.middle[s.round]]]
    other = hand & (ALL_TILES ^ barred)
    return other if other > 0 else hand


@rule
def play(s: State, tile: int) -> None:
    """CM6: the marker's holder says where all cats run."""
    seat = s.turn
    s.hand[seat] ^= 1 << tile
    s.holds[seat][COLOUR_OF[tile]] -= 1
    s.middle[s.round + 1] = tile
    s.phase = RUNNING


@rule
def entrances(s: State, out: Row) -> int:
    """CM7, CM8: the notches that the thread left can pay for; if there is none, sleep."""
    seat = s.turn
    notch = 2 * s.middle[s.round + 1]
    board = s.board[seat]
    left = s.exit[seat]
    thread = s.thread[seat]
    n = 0
    if COST[board][left][notch] <= thread:
        out[n] = ENTER + notch
        n += 1
    if COST[board][left][notch + 1] <= thread:
        out[n] = ENTER + notch + 1
        n += 1
    if n == 0:
        out[0] = SLEEP
        n = 1
    return n


@rule
def run(s: State, notch: int) -> None:
    """CM7: straight to a notch and under the furniture, out of the other one."""
    seat = s.turn
    board = s.board[seat]
    left = s.exit[seat]
    s.thread[seat] -= COST[board][left][notch]  # CM8
    toys = TOUCHED[board][left][notch] + 0
    toy = 0
    while toys > 0:  # CM9
        if toys & 1:
            win(s, seat, toy)
        toys >>= 1
        toy += 1
    s.path[seat][s.round + 1] = notch
    s.exit[seat] = notch ^ 1
    next_cat(s)


@rule
def win(s: State, seat: int, toy: int) -> None:
    """CM9: the top token of that toy, if any is left."""
    heap = s.heap[toy]
    if heap > 0:
        token = 1 << BITS * TOP[heap]
        s.heap[toy] -= token
        s.won[seat][toy] += token


@rule
def sleep(s: State) -> None:
    """CM8: the cat stays where it is."""
    s.path[s.turn][s.round + 1] = ASLEEP
    next_cat(s)


@rule
def next_cat(s: State) -> None:
    """CM7: clockwise from the marker's holder; then the marker passes on (CM10)."""
    s.step += 1
    s.turn += 1
    if s.turn == s.seats:
        s.turn = 0
    if s.step == s.seats:
        s.step = 0
        s.round += 1
        s.turn += 1  # all have run, so this was the holder again
        if s.turn == s.seats:
            s.turn = 0
        s.phase = PLAYING
        if s.round == ROUNDS:  # CM11
            s.turn = 0
            s.phase = DONE


# --- the end


@rule
def ended(s: State) -> int:
    return 0  # CM11, the only way


@rule
def score(s: State, seat: int) -> int:
    """CM11: the values of the tokens won; CM12, as an expert: the kinds of toys too."""
    points = 0
    kinds = 0
    for toy in range(TOYS):
        heap = s.won[seat][toy]
        points += WORTH[heap]
        if heap > 0:
            kinds += 1
    if s.expert == 1:
        points += ALL_TOYS_BONUS if kinds == TOYS else kinds
    return points


@rule
def scores(s: State, out: Row) -> None:
    for seat in range(s.seats):
        out[seat] = score(s, seat)


@rule
def winners(s: State) -> int:
    """CM11: most points; of the tied, most thread left; still tied, they share."""
    best = -1
    won = 0
    for seat in range(s.seats):
        # Points first: no thread left is as long as THREAD + 1.
        value = score(s, seat) * (THREAD + 1) + s.thread[seat]
        if value > best:
            best = value
            won = 0
        if value == best:
            won |= 1 << seat
    return won


@rule
def returns(s: State, out: Floats) -> None:
    share(winners(s), s.seats, out)


# --- who knows what


@rule
def reveals(s: State, a: int) -> bool:
    """A tile played from the hand: until then the others knew its colour at most."""
    return PLAY <= a < ENTER


@rule
def observe(s: State, seat: int) -> None:
    """Hands are secret but for their colours, which ``holds`` keeps."""
    if s.phase == DONE:
        return
    for other in range(s.seats):
        if other != seat:
            s.hand[other] = 0


@rule
def imagine(s: State, r: Row) -> None:
    """Deals every hidden hand from the tiles not seen, colour by colour, each as likely.

    What was played tells nothing more of a hand than its colours, which are known; so all
    the ways to deal fit the history alike.
    """
    if s.phase == SHOWING or s.phase == DONE:
        return
    unseen = ALL_TILES ^ (1 << s.middle[0])
    played = s.round + (1 if s.phase == RUNNING else 0)
    for i in range(played):
        unseen ^= 1 << s.middle[i + 1]
    for seat in range(s.seats):
        unseen &= ALL_TILES ^ s.hand[seat]
    for seat in range(s.seats):
        if s.hand[seat] > 0:
            continue
        for colour in range(COLOURS):
            for _ in range(s.holds[seat][colour]):
                tile = any_of(unseen & TILES_OF[colour], r)
                s.hand[seat] |= 1 << tile
                unseen ^= 1 << tile


@rule
def any_of(tiles: int, r: Row) -> int:
    """Returns a random tile of a set."""
    pick = rng_below(r, tiles.bit_count())
    tile = 0
    while True:
        if tiles >> tile & 1:
            if pick == 0:
                return tile
            pick -= 1
        tile += 1
