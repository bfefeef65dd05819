"""Clocktowers as a line of numbers, for learners: see ``matou.core.encoding``."""

from __future__ import annotations

from matou.core.encoding import Part, size_of, starts
from matou.games.clocktowers.components import (
    CAT,
    COLOURS,
    HAND,
    HAND_CARDS,
    KINDS,
    MOUSE,
    PILES,
    SEAT_AT,
    SEATS,
    TOWERS,
    TURNS,
)
from matou.games.clocktowers.rules import DISCARD, DRAWING, HAS_CLOCK, NONE, PLAY, State
from matou.kit.layout import Row
from matou.kit.linking import rule
from matou.kit.rows import clear

PARTS = (
    Part("table", (3,), "how many seats; 1 with one ladder for all; 1 with floors above clocks"),
    Part("turn", (2 + SEATS,), "turns that have ended; 1 when a card is to be drawn; whose turn"),
    Part("hand", (KINDS,), "the seat's own cards, by kind", is_private=True),
    Part("away", (KINDS,), "what it has discarded, by kind", is_private=True),
    Part("held", (SEATS, KINDS), "cards got and not built with: in the hand, or discarded unseen"),
    Part("discards", (SEATS,), "how many cards each has discarded"),
    Part("top", (PILES, KINDS), "the card on top of each pile"),
    Part("left", (PILES,), "how many cards each pile has left"),
    Part("unseen", (KINDS,), "how many of each kind nobody has seen"),
    Part("ladder", (SEATS, COLOURS), "storeys of this colour's last tower, on the seat's ladder"),
    Part("score", (SEATS,), "points"),
    Part("towers", (SEATS, TOWERS, 5), "storeys; cat; mouse; clock; roof colour from 1, 0: none"),
)
SIZE = size_of(PARTS)
DECISIONS, EVENTS = 2 * TURNS, TURNS + PILES

TURN_AT, HAND_AT, AWAY_AT, HELD_AT, DISCARDS_AT = starts(PARTS, "turn hand away held discards")
TOP_AT, LEFT_AT, UNSEEN_AT, LADDER_AT, SCORE_AT = starts(PARTS, "top left unseen ladder score")
(TOWERS_AT,) = starts(PARTS, "towers")

# These only tell a compiler that an index is not negative; so do 7 and 15.
ROW, TIME, STREET = (
    (1 << n.bit_length()) - 1 for n in (SIZE, TURNS + SEATS, TOWERS)
)  # 1023, 63 and 31
# Towers written without asking whether there are so many: TOWERS are a multiple of it.
BLOCK = max(n for n in range(1, 8) if TOWERS % n == 0)


@rule
def encode(s: State, seat: int, out: Row) -> None:
    clear(out, SIZE)
    seats = s.seats & 7
    first = max(seat, 0) & 7
    now = s.turn & TIME
    out[0] = seats
    out[1] = s.one_ladder
    out[2] = s.floors_above_clock
    out[TURN_AT] = now
    out[TURN_AT + 1] = 1 if s.phase == DRAWING else 0
    if now < TURNS and (s.phase == DRAWING or s.phase == PLAY):
        whose = SEAT_AT[seats][now] - first
        out[TURN_AT + 2 + ((whose if whose >= 0 else whose + seats) & 7)] = 1
    for pile in range(PILES):
        out[LEFT_AT + pile] = s.left[pile]
        if s.top[pile] != NONE:
            out[TOP_AT + pile * KINDS + (s.top[pile] & 15)] = 1
    for kind in range(KINDS):
        out[UNSEEN_AT + kind] = s.unseen[kind]
    other = first
    for i in range(seats):
        if other == seat:
            encode_own_cards(s, seat, out)
        else:
            encode_cards(s, other, i, out)
        encode_towers(s, other, i, out)
        other = other + 1 if other + 1 < seats else 0


@rule
def encode_own_cards(s: State, seat: int, out: Row) -> None:
    seats = s.seats
    played = s.turn + (1 if s.phase == DRAWING else 0)
    card = s.card
    onto = s.onto
    discards = 0
    turn = seat & 7
    while turn < played:
        # Added without a branch: whether a card was discarded cannot be foreseen.
        thrown = 1 if onto[turn] == DISCARD else 0
        discards += thrown
        out[AWAY_AT + (card[turn] & 15)] += thrown
        turn = (turn + seats) & TIME
    out[DISCARDS_AT] = discards
    hand = s.hand[seat & 7]
    for kind in range(KINDS):
        out[HAND_AT + kind] = hand[kind]
        out[HELD_AT + kind] = hand[kind] + out[AWAY_AT + kind]


@rule
def encode_cards(s: State, seat: int, i: int, out: Row) -> None:
    """Encodes another's cards: everybody sees draws and buildings, not discards."""
    seats = s.seats
    card = s.card
    onto = s.onto
    drawn = s.drawn
    at = (HELD_AT + i * KINDS) & ROW
    for n in range(HAND_CARDS):  # CT1
        out[at + HAND[n]] += 1
    discards = 0
    turn = seat & 7
    while turn < s.turn:
        # No card, or one that may not be known, is -1, so kind 15 here: nothing is added to it.
        built = 0 if onto[turn] == DISCARD else 1
        discards += 1 - built
        out[at + (card[turn] & 15)] -= built
        out[at + (drawn[turn] & 15)] += 0 if drawn[turn] == NONE else 1
        turn = (turn + seats) & TIME
    if turn == s.turn and s.phase == DRAWING:
        built = 0 if onto[turn] == DISCARD else 1
        discards += 1 - built
        out[at + (card[turn] & 15)] -= built
    out[(DISCARDS_AT + i) & ROW] = discards


@rule
def encode_towers(s: State, seat: int, i: int, out: Row) -> None:
    seat = seat & 7
    out[(SCORE_AT + i) & ROW] = s.score[seat]
    ladder = s.ladder[0 if s.one_ladder == 1 else seat]
    at = (LADDER_AT + i * COLOURS) & ROW
    for colour in range(COLOURS):
        out[at + colour] = ladder[colour]
    storeys = s.storeys[seat]
    marks = s.marks[seat]
    roof = s.roof[seat]
    at = (TOWERS_AT + i * TOWERS * 5) & ROW
    block = 0
    while block < s.towers[seat]:
        for t in range(block, block + BLOCK):
            mark = marks[t]
            out[at + t * 5] = storeys[t]
            out[at + t * 5 + 1] = 1 if mark & CAT else 0
            out[at + t * 5 + 2] = 1 if mark & MOUSE else 0
            out[at + t * 5 + 3] = 1 if mark & HAS_CLOCK else 0
            out[at + t * 5 + 4] = roof[t]
        block = (block + BLOCK) & STREET
