"""The inputs of Château d'Appenzell's network: the numbers of the features that hold.

Everything seen was seen by all. A cheese matters by who still needs it, not by its name: tiles
differ by whether the seat needs them, and whether another does. For each seat: how near its mice
are to two cheeses of one kind, and what one push would do to them.
"""

from __future__ import annotations

from matou.core.encoding import Part, size_of, starts
from matou.games.appenzell.castle import LINE, PLACES, SLIDING_SET, SQUARE_PLACE, TOWER_SET
from matou.games.appenzell.components import (
    ACTIONS_A_TURN,
    CHEESES,
    COUNTS,
    GOALS,
    KINDS,
    LOST,
    MICE,
    SEATS,
    SIDE,
    SLOTS,
    SPARE,
    SQUARES,
    TRAP,
    TURNS,
    UNKNOWN,
)
from matou.games.appenzell.rules import slid
from matou.games.appenzell.state import ALL_CHEESES, NOTHING, State, lowest
from matou.kit.layout import Row
from matou.kit.linking import rule

TIME_BY = 20
FAR = 12
SORTS = 7  # of tiles: bare, a trap, unknown; a cheese wanted by nobody, by me, by others, by all
UNSEEN_FROM = tuple(sum(COUNTS[:kind]) + kind for kind in range(KINDS))  # COUNTS + 1 a kind
MOST_GOAL = max(GOALS)
COLUMN = tuple(square % SIDE for square in range(SQUARES))
ROW = tuple(square // SIDE for square in range(SQUARES))
NEAR = 10  # steps to two cheeses of a kind: only fewer are a feature

PARTS = (
    Part("table", (SEATS + 1,), "seats"),
    Part("options", (2,), "the castle's back; pushing back"),
    Part("goal", (MOST_GOAL + 1,), "cheeses that win"),
    Part("time", (TURNS // TIME_BY + 1,), "turns that have ended"),
    Part("turn", (SEATS, ACTIONS_A_TURN + 1), "whose turn it is, by the actions left"),
    Part("pushed", (SEATS,), "who has pushed in this turn"),
    Part("closed", (SLOTS,), "the slot that is closed"),
    Part("revealing", (2,), "a tile is to be shown; mice are still to be placed"),
    Part("unseen", (sum(COUNTS) + KINDS,), "tiles of each kind that nobody has seen"),
    Part("open", (SQUARES,), "squares whose roof is off"),
    Part("tile", (PLACES, SORTS), "what lies where, by who wants it"),
    Part("outside", (SEATS, MICE + 1), "mice outside"),
    Part("fallen", (SEATS, MICE + 1), "mice in the cellar"),
    Part("wanting", (SEATS, MOST_GOAL + 1), "cheeses that a seat still needs"),
    Part("mice", (SEATS, SQUARES), "where the mice are"),
    Part("standing", (SEATS, SORTS, 2), "mice on a tile of a sort: one, two or more"),
    Part("pairs", (SEATS, NEAR, 2), "kinds so many steps from two cheeses: one, two or more"),
    Part("nearest", (SEATS, FAR * 2 + 1), "steps to the nearest two cheeses of a kind"),
    Part("single", (SEATS, MICE + 1), "kinds that a mouse of the seat stands on"),
    Part("struck", (SEATS, MICE + 1), "mice that one push would drop"),
    Part("sliding", (SEATS, MICE + 1), "mice that stand where things slide"),
    Part("now", (SEATS,), "a cheese is within the actions that are left"),
)
INPUTS = size_of(PARTS)
MOST = 192

OPTIONS_AT, GOAL_AT, TIME_AT, TURN_AT, PUSHED_AT = starts(PARTS, "options goal time turn pushed")
CLOSED_AT, REVEALING_AT, UNSEEN_AT, OPEN_AT = starts(PARTS, "closed revealing unseen open")
TILE_AT, OUTSIDE_AT, FALLEN_AT, WANTING_AT = starts(PARTS, "tile outside fallen wanting")
MICE_AT, STANDING_AT, PAIRS_AT, NEAREST_AT = starts(PARTS, "mice standing pairs nearest")
SINGLE_AT, STRUCK_AT, SLIDING_AT, NOW_AT = starts(PARTS, "single struck sliding now")


@rule
def sort_of(kind: int, mine: int, others: int) -> int:
    """Returns a tile by who wants it: ``mine`` and ``others`` are the cheeses not won yet."""
    if kind >= CHEESES:
        return kind - CHEESES  # bare, trap, unknown
    return UNKNOWN - CHEESES + 1 + (mine >> kind & 1) + 2 * (others >> kind & 1)


@rule
def struck(s: State) -> int:
    """Returns the squares under which one push would bring a trap."""
    found = 0
    for slot in range(SLOTS):
        traps = slid(s.traps, slot)
        if s.tile[SPARE] == TRAP:
            traps |= 1 << LINE[slot * SIDE]
        found |= traps & ~s.traps
    return found


@rule
def active_features(s: State, seat: int, out: Row) -> int:
    """Lists the features that hold as ``seat`` sees the game, each once. Returns how many."""
    seats = s.seats
    n = 0
    out[n] = seats
    out[n + 1] = GOAL_AT + s.goal
    out[n + 2] = TIME_AT + s.turn // TIME_BY
    n = 3
    if s.castle == 1:
        out[n] = OPTIONS_AT
        n += 1
    if s.push_back == 1:
        out[n] = OPTIONS_AT + 1
        n += 1
    if s.ending == 0:
        whose = s.seat - seat
        if whose < 0:
            whose += seats
        out[n] = TURN_AT + whose * (ACTIONS_A_TURN + 1) + s.left
        n += 1
        if s.pushed == 1:
            out[n] = PUSHED_AT + whose
            n += 1
    if s.closed != NOTHING:
        out[n] = CLOSED_AT + s.closed
        n += 1
    if s.reveal != NOTHING:
        out[n] = REVEALING_AT
        n += 1
    if s.placing > 0:
        out[n] = REVEALING_AT + 1
        n += 1
    for kind in range(KINDS):
        out[n] = UNSEEN_AT + UNSEEN_FROM[kind] + s.unseen[kind]
        n += 1
    squares = s.open_squares
    while squares > 0:
        out[n] = OPEN_AT + lowest(squares)
        squares &= squares - 1
        n += 1
    mine = ALL_CHEESES & ~s.cheeses[seat]
    others = 0
    for other in range(seats):
        if other != seat:
            others |= ALL_CHEESES & ~s.cheeses[other]
    squares = SLIDING_SET
    while squares > 0:
        square = lowest(squares)
        squares &= squares - 1
        sort = sort_of(s.tile[square], mine, others)
        out[n] = TILE_AT + SQUARE_PLACE[square] * SORTS + sort
        n += 1
    out[n] = TILE_AT + SQUARE_PLACE[SPARE] * SORTS + sort_of(s.tile[SPARE], mine, others)
    n += 1
    danger = struck(s)
    other = seat
    for i in range(seats):
        n = list_seat(s, other, i, mine, others, danger, out, n)
        other = other + 1 if other + 1 < seats else 0
    return n


@rule
def list_seat(
    s: State, seat: int, i: int, mine: int, others: int, danger: int, out: Row, n: int
) -> int:
    """Lists a seat's mice: where they are, on what, and what may happen to them."""
    mice = s.mice[seat]
    out[n] = OUTSIDE_AT + i * (MICE + 1) + s.outside[seat]
    out[n + 1] = FALLEN_AT + i * (MICE + 1) + min(s.fallen[seat], LOST)
    wanting = max(0, s.goal - s.cheeses[seat].bit_count())
    out[n + 2] = WANTING_AT + i * (MOST_GOAL + 1) + wanting
    out[n + 3] = SLIDING_AT + i * (MICE + 1) + (mice & SLIDING_SET).bit_count()
    n += 4
    out[n] = STRUCK_AT + i * (MICE + 1) + (danger & mice).bit_count()
    n += 1
    once = 0
    twice = 0
    rest = mice
    while rest > 0:
        square = lowest(rest)
        rest &= rest - 1
        out[n] = MICE_AT + i * SQUARES + square
        n += 1
        if TOWER_SET >> square & 1 == 0 and SLIDING_SET >> square & 1:
            bit = 1 << sort_of(s.tile[square], mine, others)
            twice |= once & bit
            once |= bit
    for sort in range(SORTS):
        if once >> sort & 1:
            out[n] = STANDING_AT + (i * SORTS + sort) * 2 + (twice >> sort & 1)
            n += 1
    return list_nearness(s, seat, i, mice, out, n)


@rule
def list_nearness(s: State, seat: int, i: int, mice: int, out: Row, n: int) -> int:
    """Lists how few steps would bring two mice onto cheeses of one kind not yet won."""
    steps = two_nearest(s, seat, mice)
    nearest = 2 * FAR
    single = 0
    once = 0
    twice = 0
    for kind in range(CHEESES):
        one = steps >> 8 * kind & 15
        both = one + (steps >> 8 * kind + 4 & 15)
        single += 1 if one == 0 else 0
        nearest = min(nearest, both)
        if both < NEAR:
            twice |= once & 1 << both
            once |= 1 << both
    for far in range(NEAR):
        if once >> far & 1:
            out[n] = PAIRS_AT + (i * NEAR + far) * 2 + (twice >> far & 1)
            n += 1
    out[n] = NEAREST_AT + i * (2 * FAR + 1) + nearest
    out[n + 1] = SINGLE_AT + i * (MICE + 1) + min(single, MICE)
    n += 2
    if s.placing == 0 and s.seat == seat and nearest <= s.left:
        out[n] = NOW_AT + i
        n += 1
    return n


@rule
def two_nearest(s: State, seat: int, mice: int) -> int:
    """Returns the steps to the two nearest cheeses of each kind not yet won, four bits each."""
    found = 0
    for kind in range(CHEESES):
        found |= (FAR | FAR << 4) << 8 * kind
    squares = SLIDING_SET & ~s.unknown
    while squares > 0:
        square = lowest(squares)
        squares &= squares - 1
        kind = s.tile[square]
        if kind >= CHEESES or s.cheeses[seat] >> kind & 1:
            continue
        d = FAR
        rest = mice
        while rest > 0:
            at = lowest(rest)
            rest &= rest - 1
            if at != square and s.tile[at] == kind:
                continue  # it is busy on its own cheese
            across = COLUMN[square] - COLUMN[at]
            up = ROW[square] - ROW[at]
            d = min(d, (across if across > 0 else -across) + (up if up > 0 else -up))
        if d < FAR and s.open_squares >> square & 1 == 0:
            d += 1
        first = found >> 8 * kind & 15
        second = found >> 8 * kind + 4 & 15
        found ^= (first | second << 4) << 8 * kind
        second = min(second, max(first, d))
        found |= (min(first, d) | second << 4) << 8 * kind
    return found
