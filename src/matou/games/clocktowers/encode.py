"""Clocktowers as a line of numbers, for learners: see ``matou.core.parts``."""

from __future__ import annotations

from matou.core.kit import rule
from matou.core.layout import Row
from matou.core.parts import Part, size_of, start_of
from matou.games.clocktowers.components import (
    CAT,
    COLOURS,
    HAND,
    KINDS,
    MOUSE,
    PILES,
    SEATS,
    TOWERS,
    TURNS,
)
from matou.games.clocktowers.rules import DISCARD, DRAWING, HAS_CLOCK, NONE, PLAY, State

PARTS = (
    Part("table", (3,), "how many seats; 1 with one ladder for all; 1 with floors above clocks"),
    Part("turn", (2 + SEATS,), "turns that have ended; 1 when a card is to be drawn; whose turn"),
    Part("hand", (KINDS,), "the seat's own cards, by kind", is_private=True),
    Part("away", (KINDS,), "what it has discarded, by kind", is_private=True),
    Part("held", (SEATS, KINDS), "cards had and not built with: in the hand, or discarded unseen"),
    Part("discards", (SEATS,), "how many cards each has discarded"),
    Part("top", (PILES, KINDS), "the card on top of each pile"),
    Part("left", (PILES,), "how many cards each pile has left"),
    Part("unseen", (KINDS,), "how many of each kind nobody has seen"),
    Part("ladder", (SEATS, COLOURS), "storeys of the last tower with this roof, that count here"),
    Part("score", (SEATS,), "points"),
    Part("towers", (SEATS, TOWERS, 5), "storeys; cat; mouse; clock; roof colour from 1, 0: none"),
)
SIZE = size_of(PARTS)
DECISIONS, EVENTS = 2 * TURNS, TURNS + PILES

TURN_AT = start_of(PARTS, "turn")
HAND_AT = start_of(PARTS, "hand")
AWAY_AT = start_of(PARTS, "away")
HELD_AT = start_of(PARTS, "held")
DISCARDS_AT = start_of(PARTS, "discards")
TOP_AT = start_of(PARTS, "top")
LEFT_AT = start_of(PARTS, "left")
UNSEEN_AT = start_of(PARTS, "unseen")
LADDER_AT = start_of(PARTS, "ladder")
SCORE_AT = start_of(PARTS, "score")
TOWERS_AT = start_of(PARTS, "towers")

DEALT = sum(1 << 4 * kind for kind in HAND)  # CT1, as ``encode_cards`` counts


@rule
def encode(s: State, seat: int, out: Row) -> None:
    """What a seat may know of a game, in the order of PARTS."""
    for i in range(SIZE):
        out[i] = 0
    seats = s.seats
    first = max(seat, 0)
    out[0] = seats
    out[1] = s.one_ladder
    out[2] = s.floors_above_clock
    out[TURN_AT] = s.turn
    if s.phase == DRAWING:
        out[TURN_AT + 1] = 1
    if s.turn < TURNS and (s.phase == DRAWING or s.phase == PLAY):
        out[TURN_AT + 2 + (s.turn + seats - first) % seats] = 1
    if seat >= 0:
        for kind in range(KINDS):
            out[HAND_AT + kind] = s.hand[seat][kind]
    encode_cards(s, seat, first, out)
    for pile in range(PILES):
        out[LEFT_AT + pile] = s.left[pile]
        if s.top[pile] != NONE:
            out[TOP_AT + pile * KINDS + s.top[pile]] = 1
    for kind in range(KINDS):
        out[UNSEEN_AT + kind] = s.unseen[kind]
    for i in range(seats):
        encode_towers(s, (first + i) % seats, i, out)


@rule
def encode_cards(s: State, seat: int, first: int, out: Row) -> None:
    """Which cards each seat has had: draws and buildings are seen by all, discards are not."""
    seats = s.seats
    played = s.turn + (1 if s.phase == DRAWING else 0)
    card = s.card
    onto = s.onto
    drawn = s.drawn
    for i in range(seats):
        other = (first + i) % seats
        mine = 1 if other == seat else 0
        # Counted in numbers of four bits a kind, without a branch: whether a card was discarded
        # cannot be foreseen. No card at all is kind 15, which is never read.
        held = DEALT
        away = 0
        discards = 0
        for turn in range(other, played, seats):
            one = 1 << 4 * (card[turn] & 15)
            thrown = 1 if onto[turn] == DISCARD else 0
            discards += thrown
            away += one * thrown * mine
            held -= one * (1 - thrown)
            if turn < s.turn:
                held += 1 << 4 * (drawn[turn] & 15)
        out[DISCARDS_AT + i] = discards
        for kind in range(KINDS):
            out[HELD_AT + i * KINDS + kind] = held >> 4 * kind & 15
        if mine:
            for kind in range(KINDS):
                out[AWAY_AT + kind] = away >> 4 * kind & 15


@rule
def encode_towers(s: State, seat: int, i: int, out: Row) -> None:
    """A seat's towers, its score and its ladder."""
    out[SCORE_AT + i] = s.score[seat]
    for colour in range(COLOURS):
        out[LADDER_AT + i * COLOURS + colour] = s.ladder[0 if s.one_ladder == 1 else seat][colour]
    at = TOWERS_AT + i * TOWERS * 5
    for t in range(s.towers[seat]):
        marks = s.marks[seat][t]
        out[at] = s.storeys[seat][t]
        out[at + 1] = 1 if marks & CAT else 0
        out[at + 2] = 1 if marks & MOUSE else 0
        out[at + 3] = 1 if marks & HAS_CLOCK else 0
        out[at + 4] = s.roof[seat][t]
        at += 5
