"""The rules of Chop! Chop!, CC1 to CC19, in the order of ``docs/rules/chopchop.md``.

Everything is public: a state holds no tile that nobody has seen, only how many of each
kind are left. Where pieces may go is in ``walks``.
"""

from __future__ import annotations

from matou.games.chopchop.components import (
    ARROW,
    BITS,
    CAT,
    CAT_PLACE,
    CAT_WORLD,
    CHEESE,
    CHEESES,
    COUNTS,
    DICE,
    FACES,
    FORK,
    HOLE_SET,
    HOME,
    KINDS,
    KNIFE,
    MICE,
    MOUSE,
    MOUSE_PLACE,
    MOUSE_WORLD,
    ONE,
    PLACES,
    PLUS_ONE,
    PLUS_TWO,
    QUIET_TURNS,
    SET,
    TABLE_SET,
    TILE_SET,
)
from matou.games.chopchop.state import (
    CAUGHT,
    EXTRA,
    FINISHED,
    FLYING,
    FORKING,
    NOBODY,
    NOWHERE,
    PLACING,
    ROLLING,
    TURNING,
    WALKING,
    State as State,
)
from matou.games.chopchop.walks import (
    any_walk,
    cat_arrow,
    cat_ends,
    mouse_arrow,
    mouse_ends,
    mouse_free,
    mouse_walk,
    prey,
)
from matou.kit.layout import Floats, Row
from matou.kit.linking import CHANCE, OVER, rule

# An action is a way from a place to a place, a catch, the cat's placement, a cheese that
# the fork takes, a face of a die or a tile.
CATCH = PLACES * PLACES
PUT = 2 * CATCH
TAKE = PUT + PLACES
ROLL = TAKE + PLACES  # + face - 1
TURN = ROLL + FACES  # + kind
ACTIONS = TURN + KINDS
# At most: every mouse as far as it can go in an empty kitchen, or the cat by an arrow.
MAX_LEGAL = max(
    MICE
    * max(
        mouse_walk(here, steps + 1, MOUSE_WORLD & ~here).bit_count()
        for steps in range(FACES)
        for here in SET
        if here & MOUSE_WORLD
    ),
    CAT_WORLD.bit_count(),
)  # 60: four mice that walk 4 steps end on 15 squares each
ENDINGS = ("CC17", "CC18", "CC19")
ALL_CAUGHT, HOME_SAFE, DRAWN = 0, 1, 2


@rule
def setup(s: State, seats: int, options: Row) -> None:
    s.seats = seats
    s.down = TILE_SET
    s.plates = HOLE_SET
    s.mice = HOLE_SET
    for i in range(MICE):  # CC1
        s.mouse[i] = HOME[i]
    for kind in range(KINDS):
        s.unseen[kind] = COUNTS[kind]
    s.cat = NOWHERE
    s.mover = NOBODY
    s.player = 1
    s.side = MOUSE  # CC2: the mice first
    s.rolls = 1
    s.phase = PLACING


@rule
def actor(s: State) -> int:
    if s.phase == FINISHED:
        return OVER
    if s.phase == ROLLING or s.phase == TURNING:
        return CHANCE
    if s.phase == PLACING or s.side == CAT:  # CC1
        return 0
    return s.player


# --- what may be done


@rule
def legal(s: State, out: Row, weights: Row) -> int:
    n = 0
    if s.phase == ROLLING:  # CC3: the side's own die, weighted by its faces
        for face in range(FACES):  # without a branch: whose roll it is cannot be foreseen
            out[n] = ROLL + face
            weights[n] = DICE[s.side][face]
            n += 1 if weights[n] > 0 else 0
        return n
    if s.phase == TURNING:
        for kind in range(KINDS):
            if s.unseen[kind] > 0:
                out[n] = TURN + kind
                weights[n] = s.unseen[kind]
                n += 1
        return n
    if s.phase == PLACING:  # CC1
        return cat_ways(PUT, TABLE_SET, out, 0)
    if s.phase == FORKING:  # CC15
        return cat_ways(TAKE, s.cheese & ~SET[s.cat], out, 0)
    if s.side == CAT:
        return cat_moves(s, out)
    return mouse_moves(s, out)


@rule
def mouse_moves(s: State, out: Row) -> int:
    """Writes every move of every mouse that may move, in the order of their squares."""
    n = 0
    free = mouse_free(s)
    starts = movers(s)
    while starts != 0:
        start = starts & -starts
        starts ^= start
        ends = mouse_arrow(s) if s.phase == FLYING else mouse_ends(s, start, free)
        first = MOUSE_PLACE[(start & BITS) % ONE] * PLACES
        while ends != 0:
            end = ends & -ends
            ends ^= end
            out[n] = first + MOUSE_PLACE[(end & BITS) % ONE]
            n += 1
    return n


@rule
def movers(s: State) -> int:
    """Returns the mice that may move: all (CC3), or the one that has moved (CC13, CC14, CC16)."""
    return s.mice if s.mover == NOBODY else SET[s.mouse[s.mover]]


@rule
def cat_moves(s: State, out: Row) -> int:
    ends = cat_arrow(s) if s.phase == FLYING else cat_ends(s)
    hunted = prey(s)
    n = cat_ways(s.cat * PLACES, ends & ~hunted, out, 0)
    return cat_ways(CATCH + s.cat * PLACES, ends & hunted, out, n)  # CC9


@rule
def cat_ways(first: int, ends: int, out: Row, n: int) -> int:
    """Writes one action for each place of the cat's world in a set."""
    while ends != 0:
        end = ends & -ends
        ends ^= end
        out[n] = first + CAT_PLACE[(end & BITS) % ONE]
        n += 1
    return n


@rule
def can_move(s: State) -> bool:
    """Returns whether any piece that may move has a legal destination (CC3, CC13, CC14)."""
    if s.side == CAT:
        return (cat_arrow(s) if s.phase == FLYING else cat_ends(s)) != 0
    if s.phase == FLYING:
        return mouse_arrow(s) != 0
    return any_walk(movers(s), s.steps, mouse_free(s))


# --- what an action does


@rule
def apply(s: State, a: int) -> None:
    if a < CATCH:
        move(s, a // PLACES, a % PLACES)
    elif a < PUT:
        catch(s, (a - CATCH) % PLACES)
    elif a < TAKE:
        s.cat = a - PUT  # CC1
        s.phase = ROLLING
    elif a < ROLL:
        take(s, a - TAKE)
    elif a < TURN:
        roll(s, a - ROLL + 1)
    else:
        turn_tile(s, a - TURN)


@rule
def roll(s: State, steps: int) -> None:
    """CC3: the die is rolled; if nobody can move, the roll passes by itself."""
    s.steps = steps
    s.phase = WALKING
    if not can_move(s):
        end_roll(s)


@rule
def move(s: State, start: int, end: int) -> None:
    if s.side == CAT:
        s.cat = end
    else:
        for i in range(MICE):
            if s.mouse[i] == start:
                s.mover = i
        s.mouse[s.mover] = end
        s.mice = (s.mice & ~SET[start]) | SET[end]
        s.plates &= ~SET[start]  # CC8
    arrive(s, SET[end])


@rule
def catch(s: State, end: int) -> None:
    """CC9: the mouse on the square where the cat ends is out."""
    for i in range(MICE):
        if s.mouse[i] == end:
            s.mouse[i] = CAUGHT
    s.mice &= ~SET[end]
    s.cat = end
    s.eventful = 1
    if s.mice == 0:
        finish(s, ALL_CAUGHT)  # CC17
    else:
        arrive(s, SET[end])


@rule
def arrive(s: State, here: int) -> None:
    """CC3: a piece has ended its move, and its square takes effect."""
    if s.side == MOUSE:
        if here & HOLE_SET != 0:
            if s.won == CHEESES and s.plates == 0:
                finish(s, HOME_SAFE)  # CC18
            else:
                end_roll(s)
            return
        if here & s.cheese != 0:  # CC12
            win_cheese(s, here)
            end_roll(s)
            return
    elif here & TABLE_SET != 0:  # the tile under the table is not under the cat
        end_roll(s)
        return
    if here & s.down != 0:
        s.steps = 0
        s.phase = TURNING
    else:
        end_roll(s)


@rule
def win_cheese(s: State, here: int) -> None:
    """A visible cheese goes to the mice."""
    s.cheese &= ~here
    s.won += 1
    s.eventful = 1


@rule
def turn_tile(s: State, kind: int) -> None:
    """Shows the tile under the piece that has moved; it takes effect."""
    here = SET[s.cat] if s.side == CAT else SET[s.mouse[s.mover]]
    s.down &= ~here
    s.unseen[kind] -= 1
    s.eventful = 1
    if PLUS_ONE <= kind <= PLUS_TWO:  # CC13
        s.steps = kind - PLUS_ONE + 1
        s.phase = EXTRA
        if not can_move(s):
            end_roll(s)
    elif kind == ARROW:  # CC14
        s.phase = FLYING
        if not can_move(s):
            end_roll(s)
    elif kind == FORK and s.side == MOUSE and s.cheese & ~SET[s.cat] != 0:  # CC15
        s.phase = FORKING
    elif kind == KNIFE:  # CC16
        end_turn(s, 2)
    else:  # CC11, CC12
        if kind == CHEESE:
            s.cheese |= here
            if s.side == MOUSE:
                win_cheese(s, here)
        end_roll(s)


@rule
def take(s: State, place: int) -> None:
    """CC15: the fork takes a visible cheese. No move has ended, so CC18 is not asked."""
    win_cheese(s, SET[place])
    end_roll(s)


# --- turns


@rule
def end_roll(s: State) -> None:
    """A roll is over; in a double turn (CC16) another is due."""
    s.rolls -= 1
    if s.rolls > 0:
        s.steps = 0
        s.phase = ROLLING
    else:
        end_turn(s, 1)


@rule
def end_turn(s: State, rolls: int) -> None:
    """Starts the other side's turn, of 2 rolls after a knife (CC16)."""
    s.quiet = 0 if s.eventful == 1 else s.quiet + 1
    s.eventful = 0
    s.steps = 0
    s.mover = NOBODY
    s.rolls = rolls
    if s.side == MOUSE:  # CC2: the mouse players take turns
        s.player = s.player + 1 if s.player + 1 < s.seats else 1
        s.side = CAT
    else:
        s.side = MOUSE
    if s.quiet == QUIET_TURNS:
        finish(s, DRAWN)  # CC19
    else:
        s.phase = ROLLING


@rule
def finish(s: State, ending: int) -> None:
    s.steps = 0
    s.phase = FINISHED
    s.ending = ending


# --- the end


@rule
def ended(s: State) -> int:
    return s.ending


@rule
def winners(s: State) -> int:
    """CC2: the cat, or all mouse players; nobody in a draw."""
    if s.ending == ALL_CAUGHT:
        return 1
    if s.ending == HOME_SAFE:
        return (1 << s.seats) - 2
    return 0


@rule
def scores(s: State, out: Row) -> None:
    won = winners(s) if s.phase == FINISHED else 0
    for seat in range(s.seats):
        out[seat] = won >> seat & 1


@rule
def returns(s: State, out: Floats) -> None:
    won = winners(s)
    for seat in range(s.seats):
        out[seat] = 0.5 if s.ending == DRAWN else float(won >> seat & 1)


# --- who knows what: everything is public


@rule
def reveals(s: State, a: int) -> bool:
    return False


@rule
def observe(s: State, seat: int) -> None:
    """Nothing is secret."""


@rule
def imagine(s: State, r: Row) -> None:
    """Nothing is left to guess."""
