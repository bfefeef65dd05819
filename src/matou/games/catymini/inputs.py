"""What a network is given of Caty Mini: the numbers of the features that hold, for one seat.

Of hands it knows its own, of the others' the colours. What the rooms' geometry is worth is worked
out for it, from where each thread will come out when the round is over: what each tile would bring
to whom, how a likely game would end, and how far the thread still reaches.
"""

from __future__ import annotations

from matou.core.encoding import Part, size_of, start_of
from matou.games.catymini.components import (
    ALL_TILES,
    BOARDS,
    COLOUR_OF,
    COLOURS,
    HOW_MANY,
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
from matou.games.catymini.gains import best_run, tops
from matou.games.catymini.geometry import COST
from matou.games.catymini.likely import held_by, likely_end, waits
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

SPOOL, SPOOL_BY = 17, -(-THREAD // 16)
PACE, PACE_BY = 20, 100  # thread a round that is left
HEAP = len(TOKENS) + 1
LEAD, SCORES, POINTS_BY = 24, 20, 4
GAIN = 10  # points of a run that are told apart, by ones
NET = 8  # points that a tile brings more to me than to another
OFTEN = 3  # tiles of a sort that are told apart
MEAN = 24  # what a tile that is not seen brings on average, by quarters of a point
FINAL = 30  # points ahead at the end of a likely game
STAGES = (0, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4)  # by rounds to come: few, and each counts
SPAN = 16  # points that it depends on what another has
RANKS = 3  # the tile that another plays is its best, its second, or its third
SOON = 8  # rounds to come, from which on all of these are tried

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
    Part("exit", (2, BOARDS, NOTCHES), "the notch a thread comes out of, by nursery"),
    Part("going", (2, BOARDS, TILES), "where a cat that has still to run runs to, by nursery"),
    Part("unseen", (BOARDS, TILES), "tiles that the next seat may have, in its nursery"),
    Part("spool", (SEATS, SPOOL), "thread left after the round"),
    Part("pace", (SEATS, PACE), "thread left for each round to come"),
    Part("lead", (SEATS - 1, 2 * LEAD + 1), "points ahead of another"),
    Part("score", (SCORES,), "own points, by fours"),
    Part("kinds", (SEATS, TOYS + 1), "kinds of toys that each has, for the expert's points"),
    Part("gain", (GAIN, OFTEN), "own tiles by what they would bring"),
    Part("net", (2 * NET + 1, OFTEN), "own tiles by what they bring more than to another"),
    Part("mean", (SEATS, MEAN), "what a tile that is not seen brings each on average"),
    Part("coming", (SEATS, GAIN), "what the tile just played brings a cat that has still to run"),
    Part("final", (max(STAGES) + 1, 2 * FINAL + 1), "points ahead at a likely end"),
    Part("middle", (2 * FINAL + 1,), "…of the games tried, the one in the middle"),
    Part("span", (SPAN,), "how much of that depends on another's hand"),
)
INPUTS = size_of(PARTS)
MOST = 144

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
GOING_AT = start_of(PARTS, "going")
UNSEEN_AT = start_of(PARTS, "unseen")
SPOOL_AT = start_of(PARTS, "spool")
PACE_AT = start_of(PARTS, "pace")
LEAD_AT = start_of(PARTS, "lead")
SCORE_AT = start_of(PARTS, "score")
KINDS_AT = start_of(PARTS, "kinds")
GAIN_AT = start_of(PARTS, "gain")
NET_AT = start_of(PARTS, "net")
MEAN_AT = start_of(PARTS, "mean")
COMING_AT = start_of(PARTS, "coming")
FINAL_AT = start_of(PARTS, "final")
MIDDLE_AT = start_of(PARTS, "middle")
SPAN_AT = start_of(PARTS, "span")


@rule
def stand(s: State, seat: int, top: int) -> int:
    """The notch that a thread comes out of after the round, and 64 times what is left of it.

    A cat that has still to run is taken to go where it wins more.
    """
    left = s.exit[seat]
    thread = s.thread[seat]
    if waits(s, seat):
        run = best_run(s.board[seat], left, thread, s.middle[s.round + 1], top)
        if run >= 0:
            thread -= COST[s.board[seat]][left][run & 63]
            left = (run & 63) ^ 1
    return 64 * thread + left


@rule
def brings(board: int, at: int, tile: int, top: int) -> int:
    """The points of a run to a tile from where a thread stands."""
    return max(0, best_run(board, at & 63, at >> 6, tile, top) >> 6)


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
    top = tops(s)
    other = seat
    for i in range(seats):
        n = list_seat(s, seat, other, i, top, out, n)
        other = other + 1 if other + 1 < seats else 0
    unseen = ALL_TILES & ~hand
    for i in range(last + 1):
        unseen &= ~(1 << s.middle[i])
    other = seat + 1 if seat + 1 < seats else 0
    kept = held_by(s, other, unseen)
    for tile in range(TILES):
        out[n] = UNSEEN_AT + s.board[other] * TILES + tile
        n += kept >> tile & 1
    if (s.phase == PLAYING or s.phase == RUNNING) and last < ROUNDS:
        n = list_gains(s, seat, unseen, top, out, n)
        n = list_end(s, seat, unseen, out, n)
    elif s.phase == RUNNING:
        n = list_coming(s, seat, top, out, n)
        n = list_end(s, seat, unseen, out, n)
    return n


@rule
def list_seat(s: State, viewer: int, seat: int, i: int, top: int, out: Row, n: int) -> int:
    """What all see of a seat: its exit, its thread, its points, its colours."""
    rounds = ROUNDS - s.round - (1 if s.phase == RUNNING else 0)
    at = stand(s, seat, top)
    if waits(s, seat) and i < 2:
        out[n] = GOING_AT + (i * BOARDS + s.board[seat]) * TILES + s.middle[s.round + 1]
        n += 1
    elif i < 2 and (s.phase > STARTING or (s.phase == STARTING and seat < s.turn)):
        out[n] = EXIT_AT + (i * BOARDS + s.board[seat]) * NOTCHES + (at & 63)
        n += 1
    out[n] = SPOOL_AT + i * SPOOL + (at >> 6) // SPOOL_BY
    n += 1
    if rounds > 0:
        out[n] = PACE_AT + i * PACE + min((at >> 6) // (rounds * PACE_BY), PACE - 1)
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
def list_coming(s: State, seat: int, top: int, out: Row, n: int) -> int:
    """What the tile that was just played brings to each cat that has still to run."""
    other = seat
    for i in range(s.seats):
        if waits(s, other):
            at = 64 * s.thread[other] + s.exit[other]
            points = brings(s.board[other], at, s.middle[s.round + 1], top)
            out[n] = COMING_AT + i * GAIN + min(points, GAIN - 1)
            n += 1
        other = other + 1 if other + 1 < s.seats else 0
    return n


@rule
def list_gains(s: State, seat: int, unseen: int, top: int, out: Row, n: int) -> int:
    """What own tiles would bring, to oneself and more than to others; what others' would."""
    seats = s.seats
    if s.phase == RUNNING:
        n = list_coming(s, seat, top, out, n)
    own = stand(s, seat, top)
    next_seat = seat + 1 if seat + 1 < seats else 0
    their = stand(s, next_seat, top)
    gains = 0  # how many tiles of each sort, two bits a sort
    nets = 0
    tiles = s.hand[seat] + 0
    while tiles > 0:
        tile = (tiles & -tiles).bit_length() - 1
        tiles &= tiles - 1
        mine = brings(s.board[seat], own, tile, top)
        best = brings(s.board[next_seat], their, tile, top)
        for other in range(seats):
            if other != seat and other != next_seat:
                best = max(best, brings(s.board[other], stand(s, other, top), tile, top))
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
    if unseen > 0:
        other = seat
        for i in range(seats):
            at = stand(s, other, top)
            total = 0
            tiles = unseen
            while tiles > 0:
                tile = (tiles & -tiles).bit_length() - 1
                tiles &= tiles - 1
                total += brings(s.board[other], at, tile, top)
            mean = 4 * total // unseen.bit_count()
            out[n] = MEAN_AT + i * MEAN + min(mean, MEAN - 1)
            n += 1
            other = other + 1 if other + 1 < seats else 0
    return n


@rule
def list_end(s: State, seat: int, unseen: int, out: Row, n: int) -> int:
    """How far ahead of the next seat a likely game would end, and on what that depends."""
    last = s.round + (1 if s.phase == RUNNING else 0)
    middle = likely_end(s, seat, unseen, 1)
    good = middle
    bad = middle
    if last < ROUNDS and ROUNDS - last <= SOON:
        good = likely_end(s, seat, unseen, 2)
        bad = likely_end(s, seat, unseen, 0)
    lead = max(-FINAL, min(FINAL, (good + middle + bad) // 3))
    out[n] = FINAL_AT + STAGES[ROUNDS - last] * (2 * FINAL + 1) + lead + FINAL
    out[n + 1] = MIDDLE_AT + max(-FINAL, min(FINAL, middle)) + FINAL
    out[n + 2] = SPAN_AT + max(0, min(SPAN - 1, good - bad + SPAN // 2))
    return n + 3
