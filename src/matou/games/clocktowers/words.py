"""What Clocktowers says to people, in French and English."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from matou.core.words import Words, count, of_player, player, winning
from matou.games.clocktowers.components import (
    ANIMAL,
    CAT,
    CLOCK,
    COLOURS,
    HAND,
    HAND_CARDS,
    KINDS,
    MOUSE,
    PILE_OF,
    PILES,
    POINTS,
    ROOF,
    STOREYS,
    TALLEST,
    TALLEST_OF,
)
from matou.games.clocktowers.rules import (
    DISCARD,
    DRAW,
    DRAWING,
    HAS_CLOCK,
    HIDDEN,
    NEW,
    NONE,
    PLACES,
    SHOW,
    State,
)
from matou.kit.layout import as_bytes, numbers
from matou.kit.linking import CHANCE, OVER

if TYPE_CHECKING:
    from matou.core.state import Observation

TITLE = Words("Clocktowers", "Clocktowers")
TAGLINE = Words(
    "Build clock towers free of mice, before the others close the ladder.",
    "Bâtis des clochers sans souris, avant que les autres ne ferment l’échelle.",
)
MINUTES = 30
OPTION_NAMES = {
    "ladder": Words("ladders", "échelles"),
    "floors_above_clock": Words("floors above the clock", "étages au-dessus de l’horloge"),
}
OPTIONS = {
    "ladder": Words(
        "Who shares a roof colour’s ladder: the whole table, or each player has their own",
        "Qui partage l’échelle d’une couleur : toute la table, ou chacun la sienne",
    ),
    "floors_above_clock": Words(
        "Floors may still be added once the clock is on",
        "On peut encore ajouter des étages une fois l’horloge posée",
    ),
}
CHOICES = {
    "table": Words("the whole table", "toute la table"),
    "player": Words("each player has their own", "chacun la sienne"),
}

ROOF_NAMES = (
    Words("red, scales", "rouge, écailles"),
    Words("blue, stripes", "bleu, rayures"),
    Words("green, dots", "vert, points"),
    Words("violet, chevrons", "violet, chevrons"),
    Words("ochre, lozenges", "ocre, losanges"),
)
SCORING = Words(  # CT11
    f"A tower scores {POINTS[0]} points without animals, {POINTS[CAT]} with cats alone, "
    f"{POINTS[CAT | MOUSE]} with cats and mice, {POINTS[MOUSE]} with mice alone.",
    f"Un clocher vaut {POINTS[0]} points sans animal, {POINTS[CAT]} avec des chats seuls, "
    f"{POINTS[CAT | MOUSE]} avec chats et souris, {POINTS[MOUSE]} avec des souris seules.",
)
PILE_NAMES = (Words("roofs", "toits"), Words("clocks", "horloges"), Words("floors", "étages"))
WITH = {
    0: Words("", ""),
    CAT: Words(" with a cat", " avec un chat"),
    MOUSE: Words(" with a mouse", " avec une souris"),
}


@cache
def card(kind: int) -> Words:
    """A card's name: 'two-storey floor with a cat'."""
    animal = WITH[ANIMAL[kind]]
    if kind >= ROOF:
        colour = ROOF_NAMES[kind - ROOF]
        return Words(f"roof ({colour.en})", f"toit ({colour.fr})")
    if kind >= CLOCK:
        return Words(f"clock{animal.en}", f"horloge{animal.fr}")
    if STOREYS[kind] == 1:
        return Words(f"one-storey floor{animal.en}", f"étage simple{animal.fr}")
    return Words(f"two-storey floor{animal.en}", f"étage double{animal.fr}")


COLOUR_WORDS = (
    Words("red", "rouge"),
    Words("blue", "bleu"),
    Words("green", "vert"),
    Words("violet", "violet"),
    Words("ochre", "ocre"),
)


@cache
def a_card(kind: int) -> Words:
    """A card in a sentence: 'a two-storey floor with a cat', « un toit rouge »."""
    animal = WITH[ANIMAL[kind]]
    if kind >= ROOF:
        colour = COLOUR_WORDS[kind - ROOF]
        an = "an" if colour.en[0] in "aeiou" else "a"
        return Words(f"{an} {colour.en} roof", f"un toit {colour.fr}")
    if kind >= CLOCK:
        return Words(f"a clock{animal.en}", f"une horloge{animal.fr}")
    if STOREYS[kind] == 1:
        return Words(f"a one-storey floor{animal.en}", f"un étage simple{animal.fr}")
    return Words(f"a two-storey floor{animal.en}", f"un étage double{animal.fr}")


def describe(s: State, a: int) -> Words:
    if a >= SHOW:
        return _shown(a - SHOW)
    if a >= DRAW:
        return _drawn(s.top[a - DRAW])
    kind, place = divmod(a, PLACES)
    if kind < ROOF or place in (NEW, DISCARD):
        return _put(kind, place)
    return _finish(kind, place, POINTS[s.marks[s.turn % s.seats][place - 1] & (CAT | MOUSE)])


@cache
def _shown(kind: int) -> Words:
    shown, pile = a_card(kind), PILE_NAMES[PILE_OF[kind]]
    return Words(
        f"The pile of {pile.en} shows {shown.en}", f"La pile des {pile.fr} montre {shown.fr}"
    )


@cache
def _drawn(kind: int) -> Words:
    what = a_card(kind)
    return Words(f"Draw {what.en}", f"Piocher {what.fr}")


@cache
def _put(kind: int, place: int) -> Words:
    what = a_card(kind)
    if place == NEW:
        return Words(f"Begin a new tower: {what.en}", f"Commencer un clocher : {what.fr}")
    if place == DISCARD:
        return Words(f"Discard {what.en}", f"Défausser {what.fr}")
    return Words(f"Put {what.en} on tower {place}", f"Poser {what.fr} sur le clocher {place}")


@cache
def _finish(kind: int, place: int, points: int) -> Words:
    what = a_card(kind)
    return Words(
        f"Finish tower {place} with {what.en} for {points} points",
        f"Terminer le clocher {place} avec {what.fr} pour {points} points",
    )


OVER_NOW = Words("The game is over.", "La partie est finie.")
SHOWN_NOW = Words("The next card is being shown.", "La carte suivante se découvre.")
DRAW_NOW = Words("Draw the top card of a pile.", "Pioche la première carte d’une pile.")
PLAY_NOW = Words("Play a card, or discard one.", "Pose une carte ou défausse-la.")


def prompt(view: Observation) -> Words:
    s: State = view.s
    if view.actor == OVER:
        return OVER_NOW
    if view.actor == CHANCE:
        return SHOWN_NOW
    if view.actor != view.seat:
        return Words(f"{player(view.actor)} is thinking.", f"{player(view.actor)} réfléchit.")
    return DRAW_NOW if s.phase == DRAWING else PLAY_NOW


def played(s: State) -> int:
    """How many cards have left the hands."""
    return s.turn + (1 if s.phase == DRAWING else 0)


def tower_cards(s: State, seat: int) -> Towers:
    """The cards of each of a seat's towers, from the ground up."""
    end = played(s)
    return towers(as_bytes(s.onto)[seat : end : s.seats], as_bytes(s.card)[seat : end : s.seats])


Towers = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=8192)
def towers(onto: bytes, cards: bytes) -> Towers:
    """Towers from what was put where."""
    built: list[list[int]] = []
    for place, kind in zip(onto, cards, strict=True):
        if place != DISCARD:
            built += [[] for _ in range(place - len(built))]
            built[place - 1].append(kind)
    return tuple(map(tuple, built))


def cards_held(s: State, seat: int) -> int:
    """How many cards a seat holds; that much everybody sees."""
    drawn = numbers(s.drawn)[seat : s.turn : s.seats]
    return HAND_CARDS - len(range(seat, played(s), s.seats)) + len(drawn) - drawn.count(NONE)


def hand_cards(s: State, seat: int) -> list[int]:
    """The kinds of the cards in a hand, each as often as it is held."""
    return [kind for kind, held in enumerate(numbers(s.hand[seat])) for _ in range(held)]


def never_roofed(roof: int, storeys: int) -> bool:
    """A tower of more than TALLEST storeys can never be roofed: legal, but a warning is due."""
    return roof == 0 and storeys > TALLEST


def tower_line(s: State, seat: int, t: int, cards: tuple[int, ...]) -> Words:
    return _tower_line(t, cards, s.roof[seat][t], s.marks[seat][t], s.storeys[seat][t])


@lru_cache(maxsize=4096)
def _tower_line(t: int, cards: tuple[int, ...], roof: int, marks: int, storeys: int) -> Words:
    en = ", ".join(card(kind).en for kind in cards)
    fr = ", ".join(card(kind).fr for kind in cards)
    if roof:
        points = POINTS[marks & (CAT | MOUSE)]
        state = Words(f"complete, {points} points", f"complet, {points} points")
    elif never_roofed(roof, storeys):
        state = Words("too high to be finished", "trop haut pour être terminé")
    elif marks & HAS_CLOCK:
        state = Words("waits for its roof", "attend son toit")
    else:
        state = Words("unfinished", "inachevé")
    high = count(storeys, "storey", "étage")
    return Words(
        f"  tower {t + 1} ({high.en}, {state.en}): {en}",
        f"  clocher {t + 1} ({high.fr}, {state.fr}) : {fr}",
    )


def ladder_line(s: State, colour: int, seat: int) -> Words:
    """What the next tower of a colour must measure."""
    last = s.ladder[0 if s.one_ladder else seat][colour]
    name = ROOF_NAMES[colour]
    en = "1 or 2 storeys" if last == 0 else f"{last + 1} storeys"
    fr = "1 ou 2 étages" if last == 0 else f"{last + 1} étages"
    if last >= TALLEST_OF[colour]:
        en, fr = "closed", "fermée"
    return Words(f"  {name.en}: {en}", f"  {name.fr} : {fr}")


def turn_line(view: Observation) -> list[Words]:
    """Whose turn it is, or who has won."""
    if view.actor == view.seat:
        return [Words("It is your turn.", "C’est ton tour.")]
    if view.actor >= 0:
        seat = view.actor
        return [Words(f"It is {player(seat)}’s turn.", f"C’est le tour {of_player(seat)}.")]
    if view.actor == OVER:
        return [winning(view.winners)]
    return []


def board(view: Observation) -> Words:
    s: State = view.s
    lines = turn_line(view)
    for pile in range(PILES):
        name = PILE_NAMES[pile]
        left = count(s.left[pile], "card", "carte")
        if s.left[pile] == 0:
            lines.append(Words(f"Pile of {name.en}: empty", f"Pile des {name.fr} : vide"))
            continue
        top = card(s.top[pile]) if s.top[pile] != NONE else Words("not shown yet", "pas encore vue")
        lines.append(
            Words(
                f"Pile of {name.en}: {s.left[pile]} left, on top: {top.en}",
                f"Pile des {name.fr} : {left.fr}, dessus : {top.fr}",
            )
        )
    played = s.turn + (1 if s.phase == DRAWING else 0)
    gone = sum(1 for turn in range(played) if s.onto[turn] == DISCARD)
    lines.append(Words(f"Discarded, face down: {gone}", f"Défaussées, face cachée : {gone}"))
    lines.append(SCORING)
    owners = [0] if s.one_ladder else range(s.seats)
    for seat in owners:
        whose = Words("", "") if s.one_ladder else Words(f" ({player(seat)})", f" ({player(seat)})")
        lines.append(
            Words(
                f"The next tower of each colour{whose.en}:",
                f"Prochain clocher de chaque couleur{whose.fr} :",
            )
        )
        lines += [ladder_line(s, colour, seat) for colour in range(COLOURS)]
    for seat in range(s.seats):
        points = count(s.score[seat], "point", "point")
        held = count(cards_held(s, seat), "card", "carte")
        lines.append(
            Words(
                f"{player(seat)}: {points.en}, {held.en} in hand",
                f"{player(seat)} : {points.fr}, {held.fr} en main",
            )
        )
        for t, cards in enumerate(tower_cards(s, seat)):
            lines.append(tower_line(s, seat, t, cards))
        if seat == view.seat:
            names = [card(kind) for kind in hand_cards(s, seat)]
            lines.append(
                Words(
                    "  your hand: " + ("; ".join(w.en for w in names) or "empty"),
                    "  ta main : " + (" ; ".join(w.fr for w in names) or "vide"),
                )
            )
    return Words("\n".join(w.en for w in lines), "\n".join(w.fr for w in lines))


def memory(view: Observation) -> Words:
    """The memory help: what each opponent has drawn and not played since."""
    s: State = view.s
    en, fr = [], []
    for seat in range(s.seats):
        if seat == view.seat:
            continue
        pool = [0] * KINDS
        for kind in HAND:
            pool[kind] += 1
        gone = 0
        played = s.turn + (1 if s.phase == DRAWING else 0)
        for turn in range(seat, played, s.seats):
            if s.onto[turn] == DISCARD and s.card[turn] == HIDDEN:
                gone += 1
            else:
                pool[s.card[turn]] -= 1
            if turn < s.turn and s.drawn[turn] != NONE:
                pool[s.drawn[turn]] += 1
        kinds = [kind for kind in range(KINDS) for _ in range(pool[kind])]
        # So many of them have gone, face down: nobody else knows which.
        thrown = count(gone, "discarded card", "carte")
        or_there = Words(
            f" or among {thrown.en}", f" ou parmi {thrown.fr} défaussée{'' if gone < 2 else 's'}"
        )
        if gone == 0:
            or_there = Words("", "")
        en.append(
            f"In {player(seat)}’s hand{or_there.en}: "
            + ("; ".join(card(k).en for k in kinds) or "nothing")
        )
        fr.append(
            f"Dans la main {of_player(seat)}{or_there.fr} : "
            + (" ; ".join(card(k).fr for k in kinds) or "rien")
        )
    return Words("\n".join(en), "\n".join(fr))


def tally(s: State, seat: int, memory: bool) -> Words:
    return count(s.score[seat], "point", "point")


def score_lines(s: State, seat: int) -> list[Words]:
    lines = []
    for t in range(s.towers[seat]):
        if s.roof[seat][t] == 0:
            continue
        animals = s.marks[seat][t] & (CAT | MOUSE)
        points = POINTS[animals]
        what = (
            Words("no animal", "aucun animal"),
            Words("cats only", "des chats seulement"),
            Words("mice only", "des souris seulement"),
            Words("cats and mice", "chats et souris"),
        )[animals]
        lines.append(
            Words(
                f"tower {t + 1}, {what.en}: {points} points",
                f"clocher {t + 1}, {what.fr} : {points} points",
            )
        )
    unfinished = sum(1 for t in range(s.towers[seat]) if s.roof[seat][t] == 0)
    if unfinished:
        lines.append(
            Words(
                f"{count(unfinished, 'unfinished tower', '').en}: nothing",
                f"{count(unfinished, '', 'clocher').fr} inachevé{'' if unfinished < 2 else 's'} : "
                "rien",
            )
        )
    total = count(s.score[seat], "point", "point")
    lines.append(Words(f"total: {total.en}", f"total : {total.fr}"))
    return lines
