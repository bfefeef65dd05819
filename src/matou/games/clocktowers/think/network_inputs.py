"""The inputs of Clocktowers' network: the numbers of the features that hold, for one seat.

Only what the seat may know is listed: of others' cards, those they had and have not built with.
Unfinished towers are a bag, by height, clock and animals, since their order means nothing. Colours
are listed by their ladder (``placed``), so that what is learned of one holds for all.
"""

from __future__ import annotations

from matou.core.encoding import Part, size_of, starts
from matou.games.clocktowers.components import (
    CAT,
    COLOURS,
    COUNTS,
    HAND,
    HAND_CARDS,
    KINDS,
    MOUSE,
    PILES,
    POINTS,
    ROOF,
    ROOFS,
    SEAT_AT,
    SEATS,
    TALLEST,
    TURNS,
    pile_size,
)
from matou.games.clocktowers.rules import DISCARD, DRAWING, HAS_CLOCK, NONE, SHOWING, State
from matou.kit.layout import Row
from matou.kit.linking import rule

PILE = max(pile_size(pile, 2) for pile in range(PILES)) + 1
UNSEEN_FROM = tuple(sum(COUNTS[:kind]) + kind for kind in range(KINDS))  # COUNTS + 1 a kind
HIGH = TALLEST + 2  # distinct heights; the last is "too high for any roof"
LEAD = 16  # distinct points ahead or behind
POINTS_BY, SCORES = 4, 22
BAG = HIGH * 8  # by height, clock, cat and mouse
TOPPED = 3 * 4  # with a clock: how many colours fit, by animals
THROWN = 8
AT_HAND = 3  # a roof: neither, in a hand, on top of its pile
BITS = 12  # of a colour's standing (``placed``)
# Of several sorts of animals, a bit each: the sort that scores most (CT11).
BEST_OF = tuple(
    max((a for a in range(4) if sorts >> a & 1), key=lambda a: POINTS[a], default=0)
    for sorts in range(16)
)
PLAIN = sum(min(kind, ROOF) << 4 * kind for kind in range(KINDS))  # places, four bits a kind
ALL = (1 << COLOURS) - 1
HOW_MANY = tuple(colours.bit_count() for colours in range(1 << COLOURS))
APART = tuple(  # colours by bit, four bits apart
    sum((colours >> c & 1) << 4 * c for c in range(COLOURS)) for colours in range(1 << COLOURS)
)
THROWN_FROM = 4 * KINDS  # from this bit on, ``cards_of`` has the number of discards

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
    Part("ready", (SEATS, COLOURS, 4, AT_HAND), "a roof fits a tower with a clock, by animals"),
    Part("clockless", (SEATS, COLOURS, 4), "a roof will fit once a clock is on, by animals"),
    Part("tied", (SEATS - 1, 3, 3), "highest mouse, highest cat: below another's, equal, above"),
)
INPUTS = size_of(PARTS)
MOST = 176  # a card in a hand, on a tower or thrown is a feature at most, beside what always is

TURN_AT, WHOSE_AT, HAND_AT, ROOFING_AT, HELD_AT = starts(PARTS, "turn whose hand roofing held")
THROWN_AT, TOP_AT, LEFT_AT, UNSEEN_AT, LADDER_AT = starts(PARTS, "thrown top left unseen ladder")
LEAD_AT, SCORE_AT, BAG_AT, TOPPED_AT, READY_AT = starts(PARTS, "lead score bag topped ready")
CLOCKLESS_AT, TIED_AT = starts(PARTS, "clockless tied")


@rule
def placed(s: State, seat: int) -> int:
    """The place of each colour, four bits a kind of card: the most advanced ladder first.

    Other cards keep their numbers. Equal ladders come by what is in the hand, by the next seat's
    ladder, by what lies on top, and by what is unseen.
    """
    ladder = s.ladder[0 if s.one_ladder == 1 else seat]
    other = s.ladder[0 if s.one_ladder == 1 else (seat + 1 if seat + 1 < s.seats else 0)]
    standing = 0
    for colour in range(COLOURS):
        kind = ROOF + colour
        key = ladder[colour] * 4 + min(s.hand[seat][kind], 3)
        key = (key * 8 + other[colour]) * 2 + (1 if s.top[ROOFS] == kind else 0)
        standing |= ((key * 8 + s.unseen[kind]) & (1 << BITS) - 1) << BITS * colour
    places = PLAIN + 0
    for colour in range(1, COLOURS):  # each pair once: who stands behind goes one place down
        own = standing >> BITS * colour & (1 << BITS) - 1
        for rival in range(colour):
            theirs = standing >> BITS * rival & (1 << BITS) - 1
            places += 1 << 4 * (ROOF + (colour if theirs >= own else rival))
    return places


@rule
def active_features(s: State, seat: int, out: Row) -> int:
    """Lists the features that hold as ``seat`` knows the game, each once. Returns how many."""
    seats = s.seats
    places = placed(s, seat)
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
            out[n] = TOP_AT + pile * KINDS + (places >> 4 * s.top[pile] & 15)
            n += 1
    held = 0  # how many of each kind, four bits a kind
    for kind in range(KINDS):
        place = places >> 4 * kind & 15
        out[n] = UNSEEN_AT + UNSEEN_FROM[place] + s.unseen[kind]
        n += 1
        if s.hand[seat][kind] > 0:
            held |= s.hand[seat][kind] << 4 * kind
            out[n] = HAND_AT + place * 2
            n += 1
            if s.hand[seat][kind] > 1:
                out[n] = HAND_AT + place * 2 + 1
                n += 1
    out[n] = SCORE_AT + min(s.score[seat] // POINTS_BY, SCORES - 1)
    n += 1
    n = list_towers(s, seat, 0, held, places, out, n)
    highest = highest_animals(s, seat)
    other = seat
    for i in range(1, seats):
        other = other + 1 if other + 1 < seats else 0
        lead = max(-LEAD, min(LEAD, s.score[seat] - s.score[other]))
        out[n] = LEAD_AT + (i - 1) * (2 * LEAD + 1) + lead + LEAD
        n += 1
        theirs = highest_animals(s, other)
        mouse = max(-1, min(1, (highest >> 8) - (theirs >> 8))) + 1
        cat = max(-1, min(1, (highest & 255) - (theirs & 255))) + 1
        out[n] = TIED_AT + (i - 1) * 9 + mouse * 3 + cat
        n += 1
        held = cards_of(s, other)
        n = list_cards(i - 1, held, places, out, n)
        n = list_towers(s, other, i, held, places, out, n)
    return n


@rule
def highest_animals(s: State, seat: int) -> int:
    """Returns the highest mouse in a complete tower times 256, plus the highest cat (CT12)."""
    mouse = 0
    cat = 0
    for t in range(s.towers[seat]):
        if s.roof[seat][t] > 0:
            mouse = max(mouse, s.high_mouse[seat][t])
            cat = max(cat, s.high_cat[seat][t])
    return mouse * 256 + cat


@rule
def cards_of(s: State, seat: int) -> int:
    """Returns what another had and has not built with, four bits a kind; above it, discards."""
    held = 0
    for k in range(HAND_CARDS):  # CT1
        held += 1 << 4 * HAND[k]
    for turn in range(seat, s.turn + (1 if s.phase == DRAWING else 0), s.seats):
        if s.onto[turn] == DISCARD:
            held += 1 << THROWN_FROM
        else:
            held -= 1 << 4 * s.card[turn]
        if turn < s.turn and s.drawn[turn] != NONE:
            held += 1 << 4 * s.drawn[turn]
    return held


@rule
def list_cards(i: int, held: int, places: int, out: Row, n: int) -> int:
    """Lists which cards another may hold, and how many they discarded."""
    thrown = held >> THROWN_FROM
    if thrown > 0:
        out[n] = THROWN_AT + i * THROWN + min(thrown, THROWN) - 1
        n += 1
    for kind in range(KINDS):
        count = held >> 4 * kind & 15
        if count > 0:
            at = HELD_AT + (i * KINDS + (places >> 4 * kind & 15)) * 2
            out[n] = at
            n += 1
            if count > 1:
                out[n] = at + 1
                n += 1
    return n


@rule
def list_towers(s: State, seat: int, i: int, held: int, places: int, out: Row, n: int) -> int:
    """Lists a seat's ladder, its unfinished towers, and which of them a roof fits or will fit."""
    ladder = s.ladder[0 if s.one_ladder == 1 else seat]
    fits = 0  # the colours that fit a height (CT8), by bit, COLOURS bits a height
    for colour in range(COLOURS):
        last = min(ladder[colour], HIGH - 1)
        if last == 0:
            fits |= (1 << COLOURS | 1 << 2 * COLOURS) << colour
        elif last < TALLEST:
            fits |= 1 << (last + 1) * COLOURS + colour
        if s.one_ladder == 0 or i == 0:
            place = (places >> 4 * (ROOF + colour) & 15) - ROOF
            out[n] = LADDER_AT + (i * COLOURS + place) * HIGH + last
            n += 1
    once = 0  # sorts met once, by bit: BAG is under 64
    twice = 0
    topped = 0
    again = 0
    ready = 0  # for each colour, the animals of the towers that it fits, by bit
    clockless = 0
    for t in range(s.towers[seat]):
        if s.roof[seat][t] > 0:
            continue
        marks = s.marks[seat][t]
        animals = marks & (CAT | MOUSE)
        storeys = min(s.storeys[seat][t], HIGH - 1)
        sort = storeys * 8 + (marks & (CAT | MOUSE | HAS_CLOCK))
        if twice >> sort & 1 == 0:
            out[n] = BAG_AT + (i * BAG + sort) * 2 + (once >> sort & 1)
            n += 1
        twice |= once & 1 << sort
        once |= 1 << sort
        fitting = fits >> storeys * COLOURS & ALL
        if marks & HAS_CLOCK:
            ready |= APART[fitting] << animals
            sort = min(HOW_MANY[fitting], 2) * 4 + animals
            if again >> sort & 1 == 0:
                out[n] = TOPPED_AT + (i * TOPPED + sort) * 2 + (topped >> sort & 1)
                n += 1
            again |= topped & 1 << sort
            topped |= 1 << sort
        else:
            clockless |= APART[fitting] << animals
    roofing = 0
    for colour in range(COLOURS if ready | clockless else 0):
        kind = ROOF + colour
        place = i * COLOURS + (places >> 4 * kind & 15) - ROOF
        fit = ready >> 4 * colour & 15
        if fit:
            at_hand = 2 if s.top[ROOFS] == kind else 0
            if held >> 4 * kind & 15:
                at_hand = 1
                roofing |= fit
            out[n] = READY_AT + (place * 4 + BEST_OF[fit]) * AT_HAND + at_hand
            n += 1
        fit = clockless >> 4 * colour & 15
        if fit:
            out[n] = CLOCKLESS_AT + place * 4 + BEST_OF[fit]
            n += 1
    if i == 0:
        for sort in range(4):
            if roofing >> sort & 1:
                out[n] = ROOFING_AT + sort
                n += 1
    return n
