"""What a network is given of Caty Mini: the numbers of the features that hold, for one seat.

Of hands it knows its own, of the others' the colours. What the rooms' geometry is worth now is
worked out for it: what each tile would bring to whom, and how far the thread still reaches.
"""

from __future__ import annotations

from matou.core.encoding import Part, size_of, start_of
from matou.games.catymini.components import (
    ALL_TILES,
    BOARDS,
    COLOUR_OF,
    COLOURS,
    HOW_MANY,
    LEAST,
    NOTCHES,
    PER_COLOUR,
    ROUNDS,
    SEATS,
    THREAD,
    TILES,
    TOKENS,
    TOP,
    TOYS,
    VALUES,
)
from matou.games.catymini.geometry import COST, TOUCHED
from matou.games.catymini.rules import score
from matou.games.catymini.state import (
    DONE,
    PLAYING,
    RUNNING,
    SHOWING,
    STARTING,
    TAKING,
    State,
)
from matou.kit.layout import Row
from matou.kit.linking import rule

SPOOL, SPOOL_BY = 33, -(-THREAD // 32)
PACE, PACE_BY = 20, 100  # thread a round that is left
HEAP = len(TOKENS) + 1
LEAD, SCORES, POINTS_BY = 24, 20, 4
GAIN = 10  # points of a run that are told apart, by ones
NET = 8  # points that a tile brings more to me than to another
OFTEN = 3  # tiles of a sort that are told apart
MEAN = 24  # what a tile that may be played brings on average, by quarters of a point

PARTS = (
    Part("table", (SEATS + 2,), "seats; the expert's points"),
    Part("round", (ROUNDS + 1,), "rounds that have ended"),
    Part("whose", (SEATS, DONE + 1), "whose decision it is, by what the game waits for"),
    Part("marker", (SEATS,), "who holds the marker"),
    Part("barred", (COLOURS,), "the colour in the middle"),
    Part("hand", (BOARDS, TILES), "own tiles, in one's own nursery"),
    Part("many", (COLOURS, PER_COLOUR + 1), "own tiles by colour"),
    Part("holds", (SEATS - 1, COLOURS, PER_COLOUR + 1), "others' tiles by colour"),
    Part("heap", (TOYS, HEAP), "tokens left of each toy"),
    Part("top", (TOYS, VALUES), "what the next one is worth"),
    Part("exit", (SEATS, BOARDS, NOTCHES), "the notch each thread comes out of, by nursery"),
    Part("spool", (SEATS, SPOOL), "thread left"),
    Part("pace", (SEATS, PACE), "thread left for each round to come"),
    Part("lead", (SEATS - 1, 2 * LEAD + 1), "points ahead of another"),
    Part("score", (SCORES,), "own points, by fours"),
    Part("kinds", (SEATS, TOYS + 1), "kinds of toys that each has, for the expert's points"),
    Part("gain", (GAIN, OFTEN), "own tiles by what they would bring"),
    Part("net", (2 * NET + 1, OFTEN), "own tiles by what they bring more than to another"),
    Part("mean", (SEATS, MEAN), "what a tile brings each on average, of those to come"),
    Part("coming", (SEATS, GAIN), "what the tile just played brings a cat that has still to run"),
)
INPUTS = size_of(PARTS)
MOST = 128

ROUND_AT = start_of(PARTS, "round")
WHOSE_AT = start_of(PARTS, "whose")
MARKER_AT = start_of(PARTS, "marker")
BARRED_AT = start_of(PARTS, "barred")
HAND_AT = start_of(PARTS, "hand")
MANY_AT = start_of(PARTS, "many")
HOLDS_AT = start_of(PARTS, "holds")
HEAP_AT = start_of(PARTS, "heap")
TOP_AT = start_of(PARTS, "top")
EXIT_AT = start_of(PARTS, "exit")
SPOOL_AT = start_of(PARTS, "spool")
PACE_AT = start_of(PARTS, "pace")
LEAD_AT = start_of(PARTS, "lead")
SCORE_AT = start_of(PARTS, "score")
KINDS_AT = start_of(PARTS, "kinds")
GAIN_AT = start_of(PARTS, "gain")
NET_AT = start_of(PARTS, "net")
MEAN_AT = start_of(PARTS, "mean")
COMING_AT = start_of(PARTS, "coming")


@rule
def gain(s: State, seat: int, tile: int) -> int:
    """The points that a run to a tile would bring now, by its better notch."""
    board = s.board[seat]
    left = s.exit[seat]
    best = 0
    for notch in range(2 * tile, 2 * tile + 2):
        if COST[board][left][notch] <= s.thread[seat]:
            toys = TOUCHED[board][left][notch] + 0
            points = 0
            while toys > 0:
                toy = (toys & -toys).bit_length() - 1
                toys &= toys - 1
                heap = s.heap[toy]
                points += TOP[heap] + LEAST if heap > 0 else 0
            best = max(best, points)
    return best


@rule
def active_features(s: State, seat: int, out: Row) -> int:
    """List the features that hold as ``seat`` knows the game, each once; how many."""
    seats = s.seats
    n = 0
    out[n] = seats
    out[n + 1] = ROUND_AT + s.round
    n = 2
    if s.expert == 1:
        out[n] = SEATS + 1
        n += 1
    whose = s.turn - seat
    out[n] = WHOSE_AT + (whose if whose >= 0 else whose + seats) * (DONE + 1) + s.phase
    n += 1
    if s.phase >= TAKING and s.phase < DONE:
        marker = s.round % seats - seat
        out[n] = MARKER_AT + (marker if marker >= 0 else marker + seats)
        n += 1
    for toy in range(TOYS):
        heap = s.heap[toy]
        out[n] = HEAP_AT + toy * HEAP + HOW_MANY[heap]
        n += 1
        if heap > 0:
            out[n] = TOP_AT + toy * VALUES + TOP[heap]
            n += 1
    hand = s.hand[seat]
    for tile in range(TILES):
        out[n] = HAND_AT + s.board[seat] * TILES + tile
        n += hand >> tile & 1
    for colour in range(COLOURS):
        out[n] = MANY_AT + colour * (PER_COLOUR + 1) + s.holds[seat][colour]
        n += 1
    out[n] = SCORE_AT + min(score(s, seat) // POINTS_BY, SCORES - 1)
    n += 1
    if s.phase == SHOWING:
        return n
    last = s.round + (1 if s.phase == RUNNING else 0)
    out[n] = BARRED_AT + COLOUR_OF[s.middle[last]]
    n += 1
    other = seat
    for i in range(seats):
        n = list_seat(s, seat, other, i, out, n)
        other = other + 1 if other + 1 < seats else 0
    if s.phase == PLAYING or s.phase == RUNNING:
        n = list_gains(s, seat, hand, out, n)
    return n


@rule
def list_seat(s: State, viewer: int, seat: int, i: int, out: Row, n: int) -> int:
    """What all see of a seat: its exit, its thread, its points, its colours."""
    rounds = ROUNDS - s.round
    if s.phase > STARTING or (s.phase == STARTING and seat < s.turn):
        out[n] = EXIT_AT + (i * BOARDS + s.board[seat]) * NOTCHES + s.exit[seat]
        n += 1
    out[n] = SPOOL_AT + i * SPOOL + s.thread[seat] // SPOOL_BY
    n += 1
    if rounds > 0:
        out[n] = PACE_AT + i * PACE + min(s.thread[seat] // (rounds * PACE_BY), PACE - 1)
        n += 1
    if s.expert == 1:
        kinds = 0
        for toy in range(TOYS):
            kinds += 1 if s.won[seat][toy] > 0 else 0
        out[n] = KINDS_AT + i * (TOYS + 1) + kinds
        n += 1
    if i > 0:
        lead = max(-LEAD, min(LEAD, score(s, viewer) - score(s, seat)))
        out[n] = LEAD_AT + (i - 1) * (2 * LEAD + 1) + lead + LEAD
        n += 1
        for colour in range(COLOURS):
            held = s.holds[seat][colour]
            out[n] = HOLDS_AT + ((i - 1) * COLOURS + colour) * (PER_COLOUR + 1) + held
            n += 1
    return n


@rule
def list_gains(s: State, seat: int, hand: int, out: Row, n: int) -> int:
    """What own tiles would bring, to oneself and more than to others; what any tile would."""
    seats = s.seats
    left = ALL_TILES
    for i in range(s.round + (2 if s.phase == RUNNING else 1)):
        left &= ~(1 << s.middle[i])
    if s.phase == RUNNING:
        other = seat
        for i in range(seats):
            ran = s.step  # cats that have run, from the marker's holder on
            place = other - s.round % seats
            if (place if place >= 0 else place + seats) >= ran:
                points = gain(s, other, s.middle[s.round + 1])
                out[n] = COMING_AT + i * GAIN + min(points, GAIN - 1)
                n += 1
            other = other + 1 if other + 1 < seats else 0
    gains = 0  # how many tiles of each sort, two bits a sort
    nets = 0
    tiles = hand
    while tiles > 0:
        tile = (tiles & -tiles).bit_length() - 1
        tiles &= tiles - 1
        mine = gain(s, seat, tile)
        best = 0
        for other in range(seats):
            if other != seat:
                best = max(best, gain(s, other, tile))
        sort = min(mine, GAIN - 1)
        if gains >> 2 * sort & 3 < OFTEN:
            gains += 1 << 2 * sort
        sort = max(0, min(2 * NET, mine - best + NET))
        if nets >> 2 * sort & 3 < OFTEN:
            nets += 1 << 2 * sort
    for sort in range(GAIN):
        count = gains >> 2 * sort & 3
        if count > 0:
            out[n] = GAIN_AT + sort * OFTEN + count - 1
            n += 1
    for sort in range(2 * NET + 1):
        count = nets >> 2 * sort & 3
        if count > 0:
            out[n] = NET_AT + sort * OFTEN + count - 1
            n += 1
    if left > 0:
        other = seat
        for i in range(seats):
            total = 0
            tiles = left
            while tiles > 0:
                tile = (tiles & -tiles).bit_length() - 1
                tiles &= tiles - 1
                total += gain(s, other, tile)
            mean = 4 * total // left.bit_count()
            out[n] = MEAN_AT + i * MEAN + min(mean, MEAN - 1)
            n += 1
            other = other + 1 if other + 1 < seats else 0
    return n
