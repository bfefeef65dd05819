"""The rules of Château d'Appenzell, AP1 to AP15, in the order of ``docs/rules/appenzell.md``.

Nothing is decided before it may be seen: a tile is of a kind, or UNKNOWN and so any of
``unseen``. Mice are sets of squares, one per seat. An action is carried out, then what it
uncovered is revealed tile by tile (CHANCE), then it is settled: falls, cheese, the end.
"""

from __future__ import annotations

from matou.games.appenzell.castle import (
    LINE,
    LINE_SET,
    LINE_STRIDE,
    MOVE_BETWEEN,
    MOVE_FROM,
    MOVE_TO,
    NEXT,
    NOWHERE,
    PLACES,
    ROOM_SET,
    SLIDING_SET,
    SQUARE_PLACE,
    TOUCHED,
)
from matou.games.appenzell.components import (
    ACTIONS_A_TURN,
    COUNTS,
    GOALS,
    KINDS,
    MICE,
    NO_TILE,
    ROOMS,
    SIDE,
    SLOTS,
    SPARE,
    SQUARES,
    TOWERS,
    TRAP,
    UNKNOWN,
)
from matou.games.appenzell.consequences import act_done, end_turn, finish, gather, settle
from matou.games.appenzell.state import (
    END,
    ENTER,
    GOAL_REACHED,
    LIFT,
    MOVE,
    NOTHING,
    PUSH,
    REVEAL,
    State as State,
    lowest,
    occupied,
)
from matou.kit.layout import Floats, Row
from matou.kit.linking import CHANCE, OVER, rule
from matou.kit.rows import share

ACTIONS = REVEAL + PLACES * KINDS
# All roofs, all slots, the end, and four ways for each mouse inside or a tower for one outside.
MAX_LEGAL = ROOMS + 4 * MICE + SLOTS + 1
ENDINGS = ("AP13", "AP14", "AP15")

# --- setup


@rule
def setup(s: State, seats: int, options: Row) -> None:
    """AP1: every tile unknown, every room covered, and the spare about to be shown."""
    s.seats = seats
    s.castle = options[0]
    s.goal = GOALS[options[1]]
    s.push_back = 1 - options[2]
    s.placing = seats
    s.closed = NOTHING
    s.reveal = SPARE
    s.unknown = SLIDING_SET
    for seat in range(seats):
        s.outside[seat] = MICE
    for kind in range(KINDS):
        s.unseen[kind] = COUNTS[kind]
    for square in range(SQUARES):
        s.tile[square] = UNKNOWN if SLIDING_SET >> square & 1 else NO_TILE
    s.tile[SPARE] = UNKNOWN


@rule
def actor(s: State) -> int:
    if s.ending != 0:
        return OVER
    if s.reveal != NOTHING:
        return CHANCE
    return s.seat  # AP2: seat 0 begins, clockwise


# --- what may be done


@rule
def legal(s: State, out: Row, weights: Row) -> int:
    if s.reveal != NOTHING:
        return legal_reveals(s, out, weights)
    mine = s.mice[s.seat]
    taken = occupied(s)
    n = 0
    if s.placing == 0:  # AP4
        near = touched(s, mine) & (((1 << ROOMS) - 1) ^ s.open_rooms)
        for room in range(ROOMS):  # written always, counted by the step: no branch
            out[n] = LIFT + room
            n += near >> room & 1
    if s.outside[s.seat] > 0:  # AP2, AP5
        for tower in range(4):
            out[n] = ENTER + tower
            n += 1 - (taken >> TOWERS[tower] & 1)
    if s.placing > 0:
        return n
    n = legal_moves(s, mine, taken, out, n)
    if s.pushed == 0:  # AP8
        closed = s.closed
        for slot in range(SLOTS):
            out[n] = PUSH + slot
            n += slot != closed
    if s.left < ACTIONS_A_TURN:  # AP3
        out[n] = END
        n += 1
    return n


@rule
def legal_reveals(s: State, out: Row, weights: Row) -> int:
    """AP10: any tile that nobody has seen, weighted by how many there are."""
    first = REVEAL + SQUARE_PLACE[s.reveal] * KINDS
    n = 0
    for kind in range(KINDS):
        count = s.unseen[kind]
        if count > 0:
            out[n] = first + kind
            weights[n] = count
            n += 1
    return n


@rule
def legal_moves(s: State, mine: int, taken: int, out: Row, n: int) -> int:
    """AP6 and AP7: in each of four directions, past any mice, to the first free square."""
    left = s.left
    good = s.open_squares & ~(s.traps | taken)
    while mine > 0:
        square = lowest(mine)
        mine &= mine - 1
        for way in range(4):
            to = NEXT[square * 4 + way] & 63
            cost = 1
            while taken >> to & 1:  # AP7
                to = NEXT[to * 4 + way] & 63
                cost += 1
            n &= 63
            out[n] = MOVE + MOVE_BETWEEN[square * (NOWHERE + 1) + to]
            n += good >> to & (cost <= left)  # counted by the step, as above
    return n


@rule
def touched(s: State, squares: int) -> int:
    """Returns the rooms that touch one of these squares or towers, by side or corner."""
    first = s.castle * SQUARES
    rooms = 0
    while squares > 0:
        rooms |= TOUCHED[first + lowest(squares)]
        squares &= squares - 1
    return rooms


# --- doing it


@rule
def apply(s: State, a: int) -> None:
    if a >= REVEAL:
        show(s, (a - REVEAL) % KINDS)
    elif a == END:  # AP3
        end_turn(s)
    elif a >= PUSH:
        push(s, a - PUSH)
    elif a >= MOVE:
        move(s, MOVE_FROM[a - MOVE], MOVE_TO[a - MOVE])
    elif a >= ENTER:
        enter(s, TOWERS[a - ENTER])
    else:
        lift(s, a - LIFT)


@rule
def lift(s: State, room: int) -> None:
    """AP4: lifts a roof."""
    s.open_rooms |= 1 << room
    s.open_squares |= ROOM_SET[s.castle * ROOMS + room]
    s.left -= 1
    find_reveal(s)
    if s.reveal == NOTHING:
        act_done(s)  # nobody fell, no mouse stands on another tile than before


@rule
def enter(s: State, tower: int) -> None:
    """AP5; and AP2, which costs no action."""
    s.mice[s.seat] |= 1 << tower
    s.outside[s.seat] -= 1
    if s.placing == 0:
        s.left -= 1
        act_done(s)
        return
    s.placing -= 1
    s.seat += 1
    if s.placing == 0:
        s.seat = 0
        s.left = ACTIONS_A_TURN


@rule
def move(s: State, start: int, to: int) -> None:
    """AP6 and AP7: the action for the landing, and one for each mouse jumped."""
    seat = s.seat
    s.mice[seat] ^= 1 << start | 1 << to
    far = to - start if to > start else start - to
    s.left -= far if far < SIDE else far // SIDE
    if gather(s, seat) and s.cheeses[seat].bit_count() >= s.goal:
        finish(s, GOAL_REACHED, 1 << seat)  # AP13
    else:
        act_done(s)


@rule
def push(s: State, slot: int) -> None:
    """AP8: the spare goes in, the line moves on, what drops out is the new spare."""
    tile = s.tile
    first = slot * SIDE
    pushed_in = tile[SPARE]
    tile[SPARE] = tile[LINE[first + SIDE - 1]]
    for i in range(SIDE - 1, 0, -1):
        tile[LINE[first + i]] = tile[LINE[first + i - 1]]
    tile[LINE[first]] = pushed_in
    s.unknown = slid(s.unknown, slot)
    s.traps = slid(s.traps, slot)
    if pushed_in == TRAP:
        s.traps |= 1 << LINE[first]
    s.left -= 1
    s.pushed = 1
    if s.push_back == 0:
        s.closed = slot ^ 1
    find_reveal(s)
    if s.reveal == NOTHING:
        settle(s)


@rule
def slid(squares: int, slot: int) -> int:
    """Returns a set of squares after a line has moved one square on."""
    line = LINE_SET[slot]
    part = squares & line
    moved = part >> LINE_STRIDE[slot] if slot & 1 else part << LINE_STRIDE[slot]
    return squares ^ part | moved & line


# --- reveals


@rule
def find_reveal(s: State) -> None:
    """AP10: what is uncovered and not yet seen, row by row, the spare last."""
    todo = s.unknown & s.open_squares
    if todo > 0:
        s.reveal = lowest(todo)
    elif s.tile[SPARE] == UNKNOWN:
        s.reveal = SPARE
    else:
        s.reveal = NOTHING


@rule
def show(s: State, kind: int) -> None:
    """Reveals one tile; after the last one, settles the action."""
    square = s.reveal
    s.tile[square] = kind
    s.unseen[kind] -= 1
    if square != SPARE:
        s.unknown ^= 1 << square
        if kind == TRAP:
            s.traps |= 1 << square
    find_reveal(s)
    if s.reveal == NOTHING and s.placing == 0:  # AP1: the first spare comes before AP2
        settle(s)


@rule
def ended(s: State) -> int:
    return s.ending - 1


@rule
def scores(s: State, out: Row) -> None:
    for seat in range(s.seats):
        out[seat] = s.cheeses[seat].bit_count()


@rule
def winners(s: State) -> int:
    return s.won


@rule
def returns(s: State, out: Floats) -> None:
    share(s.won, s.seats, out)


# --- who knows what: all that was seen was seen by all, and the rest is not decided yet


@rule
def reveals(s: State, a: int) -> bool:
    """No seat knows more than another, but what a lift or a push shows cannot be unseen."""
    return a < ENTER or PUSH <= a < END


@rule
def observe(s: State, seat: int) -> None:
    """Nothing is secret."""


@rule
def imagine(s: State, r: Row) -> None:
    """Nothing was blanked."""
