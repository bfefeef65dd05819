"""What follows an action: falls, cheese, the end of a turn and of the game (AP9, AP11 to AP15)."""

from __future__ import annotations

from matou.games.appenzell.castle import NO_ROOM, ROOM_OF, ROOM_SET, SLIDING_SET
from matou.games.appenzell.components import ACTIONS_A_TURN, LOST, ROOMS, SQUARES, TURNS
from matou.games.appenzell.state import (
    ALL_CHEESES,
    GOAL_REACHED,
    MICE_LOST,
    TURNS_OVER,
    State,
    after,
    lowest,
    occupied,
)
from matou.kit.linking import rule

# --- after an action


@rule
def settle(s: State) -> None:
    """Settles an action after its reveals: falls, cheese, AP13, AP14; then the turn may be over."""
    if occupied(s) & s.traps:
        fall(s)
    news = False
    for seat in range(s.seats):
        if gather(s, seat):
            news = True
    if news:
        reach_goal(s)
    if s.ending == 0:
        lose_mice(s)
    if s.ending == 0:
        act_done(s)


@rule
def fall(s: State) -> None:
    """AP9: mice never step on traps, so a mouse on a trap had it pushed under it."""
    for seat in range(s.seats):
        falling = s.mice[seat] & s.traps
        s.mice[seat] ^= falling
        s.fallen[seat] += falling.bit_count()


@rule
def gather(s: State, seat: int) -> bool:
    """AP11: a token for each cheese under two mice of one player. Returns whether any is new."""
    mice = s.mice[seat] & SLIDING_SET
    once = 0
    twice = 0
    while mice > 0:
        kind = 1 << s.tile[lowest(mice)]
        twice |= once & kind
        once |= kind
        mice &= mice - 1
    before = s.cheeses[seat]
    after = before | twice & ALL_CHEESES
    s.cheeses[seat] = after
    return after != before


@rule
def reach_goal(s: State) -> None:
    """AP13: among several, the seat whose turn it is, or else the next of them."""
    seat = s.seat
    for _ in range(s.seats):
        if s.cheeses[seat].bit_count() >= s.goal:
            finish(s, GOAL_REACHED, 1 << seat)
            return
        seat = after(s, seat)


@rule
def lose_mice(s: State) -> None:
    """AP14: most cheeses among those with enough mice; in a tie, the first after the seat."""
    lost = False
    for seat in range(s.seats):
        if s.fallen[seat] >= LOST:
            lost = True
    if not lost:
        return
    best = -1
    winner = 0
    seat = s.seat
    for _ in range(s.seats):
        seat = after(s, seat)
        count = s.cheeses[seat].bit_count()
        if s.fallen[seat] < LOST and count > best:
            best = count
            winner = 1 << seat
    finish(s, MICE_LOST, winner if winner else (1 << s.seats) - 1)


@rule
def act_done(s: State) -> None:
    """AP3: the fourth action ends the turn by itself."""
    if s.left == 0:
        end_turn(s)


# --- the end of a turn, and of the game


@rule
def end_turn(s: State) -> None:
    cover(s)
    s.turn += 1
    if s.turn == TURNS:
        run_out(s)
        return
    s.seat = after(s, s.seat)
    s.left = ACTIONS_A_TURN
    s.pushed = 0


@rule
def cover(s: State) -> None:
    """AP12: rooms without a mouse are covered again; the cellar holds none open."""
    first = s.castle * SQUARES
    rooms = 0
    squares = 0
    mice = occupied(s)
    while mice > 0:
        room = ROOM_OF[first + lowest(mice)]
        mice &= mice - 1
        if room != NO_ROOM:
            rooms |= 1 << room
            squares |= ROOM_SET[s.castle * ROOMS + room]
    s.open_rooms = rooms
    s.open_squares = squares


@rule
def run_out(s: State) -> None:
    """AP15: most cheeses, and all tied for it."""
    best = 0
    tied = 0
    for seat in range(s.seats):
        count = s.cheeses[seat].bit_count()
        if count > best:
            best = count
            tied = 0
        if count == best:
            tied |= 1 << seat
    finish(s, TURNS_OVER, tied)


@rule
def finish(s: State, ending: int, won: int) -> None:
    s.ending = ending
    s.won = won
