"""What a network is given of Clocktowers: the numbers of the features that hold, for one seat.

Nothing is listed that the seat may not know: of others' cards, what they had and have not built
with. Unfinished towers are a bag, by height, clock and animals: which place they have in the row
says nothing.
"""

from __future__ import annotations

from matou.core.encoding import Part, size_of, start_of
from matou.games.clocktowers.components import (
    CAT,
    COLOURS,
    COUNTS,
    HAND,
    HAND_CARDS,
    KINDS,
    MOUSE,
    PILES,
    ROOF,
    SEAT_AT,
    SEATS,
    TALLEST,
    TURNS,
    pile_size,
)
from matou.games.clocktowers.rules import (
    DISCARD,
    DRAWING,
    HAS_CLOCK,
    NONE,
    SHOWING,
    State,
    roof_fits,
)
from matou.kit.layout import Row
from matou.kit.linking import rule

PILE = max(pile_size(pile, 2) for pile in range(PILES)) + 1
UNSEEN_FROM = tuple(sum(COUNTS[:kind]) + kind for kind in range(KINDS))  # COUNTS + 1 a kind
HIGH = TALLEST + 2  # heights that are told apart; the last is "too high for any roof"
LEAD = 16  # points ahead or behind that are told apart
POINTS_BY, SCORES = 4, 22
BAG = HIGH * 8  # by height, clock, cat and mouse
TOPPED = 3 * 4  # with a clock: how many colours fit, by animals
THROWN = 8

PARTS = (
    Part("table", (SEATS + 3,), "seats; one ladder for all; floors above clocks"),
    Part("turn", (TURNS + 1,), "turns that have ended"),
    Part("whose", (SEATS, 3), "whose turn it is, by what the game waits for"),
    Part("hand", (KINDS, 2), "own cards: one or more, two or more"),
    Part("roofing", (4,), "a roof in the hand fits a tower, by its animals"),
    Part("held", (SEATS - 1, KINDS, 2), "others' cards: in the hand, or discarded unseen"),
    Part("thrown", (SEATS - 1, THROWN), "how many cards another has discarded"),
    Part("top", (PILES, KINDS), "the card on top of each pile"),
    Part("left", (PILES, PILE), "how many cards each pile has left"),
    Part("unseen", (sum(COUNTS) + KINDS,), "how many of each kind nobody has seen"),
    Part("ladder", (SEATS, COLOURS, HIGH), "storeys of the last tower with this roof"),
    Part("lead", (SEATS - 1, 2 * LEAD + 1), "points ahead of another"),
    Part("score", (SCORES,), "own points, by fours"),
    Part("bag", (SEATS, BAG, 2), "unfinished towers of a sort: one or more, two or more"),
    Part("topped", (SEATS, TOPPED, 2), "unfinished towers with a clock, by roofs that fit"),
)
INPUTS = size_of(PARTS)
MOST = 128

TURN_AT = start_of(PARTS, "turn")
WHOSE_AT = start_of(PARTS, "whose")
HAND_AT = start_of(PARTS, "hand")
ROOFING_AT = start_of(PARTS, "roofing")
HELD_AT = start_of(PARTS, "held")
THROWN_AT = start_of(PARTS, "thrown")
TOP_AT = start_of(PARTS, "top")
LEFT_AT = start_of(PARTS, "left")
UNSEEN_AT = start_of(PARTS, "unseen")
LADDER_AT = start_of(PARTS, "ladder")
LEAD_AT = start_of(PARTS, "lead")
SCORE_AT = start_of(PARTS, "score")
BAG_AT = start_of(PARTS, "bag")
TOPPED_AT = start_of(PARTS, "topped")


@rule
def active_features(s: State, seat: int, out: Row) -> int:
    """List the features that hold as ``seat`` knows the game, each once; how many."""
    seats = s.seats
    n = 0
    out[n] = seats
    n += 1
    if s.one_ladder == 1:
        out[n] = SEATS + 1
        n += 1
    if s.floors_above_clock == 1:
        out[n] = SEATS + 2
        n += 1
    out[n] = TURN_AT + s.turn
    n += 1
    if s.turn < TURNS:
        whose = SEAT_AT[seats][s.turn] - seat
        waits = 1 if s.phase == DRAWING else (2 if s.phase == SHOWING else 0)
        out[n] = WHOSE_AT + (whose if whose >= 0 else whose + seats) * 3 + waits
        n += 1
    for pile in range(PILES):
        out[n] = LEFT_AT + pile * PILE + s.left[pile]
        n += 1
        if s.top[pile] != NONE:
            out[n] = TOP_AT + pile * KINDS + s.top[pile]
            n += 1
    for kind in range(KINDS):
        out[n] = UNSEEN_AT + UNSEEN_FROM[kind] + s.unseen[kind]
        n += 1
        if s.hand[seat][kind] > 0:
            out[n] = HAND_AT + kind * 2
            n += 1
            if s.hand[seat][kind] > 1:
                out[n] = HAND_AT + kind * 2 + 1
                n += 1
    out[n] = SCORE_AT + min(s.score[seat] // POINTS_BY, SCORES - 1)
    n += 1
    n = list_towers(s, seat, 0, seat, out, n)
    other = seat
    for i in range(1, seats):
        other = other + 1 if other + 1 < seats else 0
        lead = max(-LEAD, min(LEAD, s.score[seat] - s.score[other]))
        out[n] = LEAD_AT + (i - 1) * (2 * LEAD + 1) + lead + LEAD
        n += 1
        n = list_cards(s, other, i - 1, out, n)
        n = list_towers(s, other, i, seat, out, n)
    return n


@rule
def list_cards(s: State, seat: int, i: int, out: Row, n: int) -> int:
    """Which cards another may hold: what was had and not built with; and how many were thrown."""
    held = 0  # how many of each kind, four bits a kind
    for k in range(HAND_CARDS):  # CT1
        held += 1 << 4 * HAND[k]
    thrown = 0
    for turn in range(seat, s.turn + (1 if s.phase == DRAWING else 0), s.seats):
        if s.onto[turn] == DISCARD:
            thrown += 1
        else:
            held -= 1 << 4 * s.card[turn]
        if turn < s.turn and s.drawn[turn] != NONE:
            held += 1 << 4 * s.drawn[turn]
    if thrown > 0:
        out[n] = THROWN_AT + i * THROWN + min(thrown, THROWN) - 1
        n += 1
    for kind in range(KINDS):
        count = held >> 4 * kind & 15
        if count > 0:
            out[n] = HELD_AT + (i * KINDS + kind) * 2
            n += 1
            if count > 1:
                out[n] = HELD_AT + (i * KINDS + kind) * 2 + 1
                n += 1
    return n


@rule
def list_towers(s: State, seat: int, i: int, viewer: int, out: Row, n: int) -> int:
    """A seat's ladder, its unfinished towers, and which of them a roof would fit."""
    if s.one_ladder == 0 or i == 0:
        ladder = s.ladder[0 if s.one_ladder == 1 else seat]
        for colour in range(COLOURS):
            out[n] = LADDER_AT + (i * COLOURS + colour) * HIGH + min(ladder[colour], HIGH - 1)
            n += 1
    once = 0  # sorts met once, by bit: BAG is under 64
    twice = 0
    topped = 0
    again = 0
    roofing = 0
    for t in range(s.towers[seat]):
        if s.roof[seat][t] > 0:
            continue
        marks = s.marks[seat][t]
        storeys = s.storeys[seat][t]
        bit = 1 << min(storeys, HIGH - 1) * 8 + (marks & (CAT | MOUSE | HAS_CLOCK))
        twice |= once & bit
        once |= bit
        if marks & HAS_CLOCK:
            fitting = 0
            for colour in range(COLOURS):
                if roof_fits(s, seat, colour, storeys):
                    fitting += 1
                    if seat == viewer and s.hand[seat][ROOF + colour] > 0:
                        roofing |= 1 << (marks & (CAT | MOUSE))
            bit = 1 << min(fitting, 2) * 4 + (marks & (CAT | MOUSE))
            again |= topped & bit
            topped |= bit
    for sort in range(BAG):
        if once >> sort & 1:
            out[n] = BAG_AT + (i * BAG + sort) * 2
            n += 1
            if twice >> sort & 1:
                out[n] = BAG_AT + (i * BAG + sort) * 2 + 1
                n += 1
    for sort in range(TOPPED):
        if topped >> sort & 1:
            out[n] = TOPPED_AT + (i * TOPPED + sort) * 2
            n += 1
            if again >> sort & 1:
                out[n] = TOPPED_AT + (i * TOPPED + sort) * 2 + 1
                n += 1
    for sort in range(4):
        if roofing >> sort & 1:
            out[n] = ROOFING_AT + sort
            n += 1
    return n
