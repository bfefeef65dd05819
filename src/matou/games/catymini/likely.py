"""How a game of Caty Mini goes on if nobody looks beyond what each tile brings now.

For networks: what such a game comes to says more of a position than anything else that they are
given, and a search that plays on by itself does not need it.
"""

from __future__ import annotations

from matou.games.catymini.components import COLOUR_OF, COLOURS, ROUNDS, TILES_OF, TOYS
from matou.games.catymini.gains import HEAP_BITS, best_run, taken, tops_of
from matou.games.catymini.geometry import COST, TOUCHED
from matou.games.catymini.rules import score
from matou.games.catymini.state import PLAYING, RUNNING, State
from matou.kit.linking import rule


@rule
def waits(s: State, seat: int) -> bool:
    """Has this cat still to run to the tile that was played?"""
    place = seat - s.round % s.seats
    return s.phase == RUNNING and (place if place >= 0 else place + s.seats) >= s.step


@rule
def moved(board: int, at: int, run: int) -> int:
    """Where a thread stands after a run; asleep, where it stood."""
    if run < 0:
        return at
    return 64 * ((at >> 6) - COST[board][at & 63][run & 63]) + ((run & 63) ^ 1)


@rule
def held_by(s: State, seat: int, unseen: int) -> int:
    """The tiles of those not seen that a seat may have, by its colours."""
    tiles = unseen
    for colour in range(COLOURS):
        if s.holds[seat][colour] == 0:
            tiles &= ~TILES_OF[colour]
    return tiles


@rule
def likely_end(s: State, seat: int, unseen: int, rank: int) -> int:
    """How far ahead of the next seat one is when both have gone on by what each tile brings now.

    Tiles are chosen for twice the own points less the other's, of those not seen only the best
    after so many. Other seats play something in between, and win nothing.
    """
    seats = s.seats
    other = seat + 1 if seat + 1 < seats else 0
    board = s.board[seat] + 0
    next_board = s.board[other] + 0
    at = 64 * s.thread[seat] + s.exit[seat]
    next_at = 64 * s.thread[other] + s.exit[other]
    heaps = 0
    for toy in range(TOYS):
        heaps |= (s.heap[toy] + 0) << HEAP_BITS * toy
    lead = score(s, seat) - score(s, other)
    last = s.round + (1 if s.phase == RUNNING else 0)
    hand = s.hand[seat] + 0
    hidden = held_by(s, other, unseen)
    tile = s.middle[last] + 0
    first = s.turn == seat
    mine = waits(s, seat)
    theirs = waits(s, other)
    for i in range(s.round, ROUNDS + 1):
        for turn in range(2):
            top = tops_of(heaps)
            if (turn == 0) == first:
                if mine:
                    run = best_run(board, at & 63, at >> 6, tile, top)
                    if run >= 0:
                        lead += run >> 6
                        heaps = taken(heaps, TOUCHED[board][at & 63][run & 63] + 0)
                        at = moved(board, at, run)
            elif theirs:
                run = best_run(next_board, next_at & 63, next_at >> 6, tile, top)
                if run >= 0:
                    lead -= run >> 6
                    heaps = taken(heaps, TOUCHED[next_board][next_at & 63][run & 63] + 0)
                    next_at = moved(next_board, next_at, run)
        if s.phase == PLAYING and i == ROUNDS:
            break
        now = i + (1 if s.phase == RUNNING else 0)
        if now >= ROUNDS:
            break
        mine = True
        theirs = True
        holder = now % seats
        first = holder != other
        top = tops_of(heaps)
        tiles = hand if holder == seat else hidden
        free = tiles & ~TILES_OF[COLOUR_OF[tile]]
        if free > 0:
            tiles = free
        if tiles == 0:
            break
        best = -1
        second = -1
        third = -1
        while tiles > 0:
            one = (tiles & -tiles).bit_length() - 1
            tiles &= tiles - 1
            a = max(0, best_run(board, at & 63, at >> 6, one, top) >> 6)
            b = max(0, best_run(next_board, next_at & 63, next_at >> 6, one, top) >> 6)
            key = 32 * (32 + (2 * a - b if holder == seat else 2 * b - a)) + one
            if key > best:
                third = second
                second = best
                best = key
            elif key > second:
                third = second
                second = key
            elif key > third:
                third = key
        pick = best
        if holder != seat:
            if second >= 0 and rank > 0:
                pick = second
            if third >= 0 and rank > 1:
                pick = third
        tile = pick & 31
        if holder == seat:
            hand &= ~(1 << tile)
        else:
            hidden &= ~(1 << tile)
    return lead
