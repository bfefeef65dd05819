"""What Clocktowers says about itself and a position."""

from functools import cache, lru_cache

from matou.core.messages import Message, Seat, listed
from matou.core.observation import Observation
from matou.core.phrases import in_points, lines, turn_line, under
from matou.games.clocktowers import components as box, rules
from matou.games.clocktowers.say.messages import count, counting, each, say
from matou.kit.layout import as_bytes, numbers
from matou.kit.linking import CHANCE, OVER

TITLE = say("Clocktowers")
TAGLINE = say("Build clock towers without mice, each one higher than the last of its colour.")
MINUTES = 30
OPTION_NAMES = {"ladder": say("ladders"), "floors_above_clock": say("floors above the clock")}
OPTIONS = {
    "ladder": say(
        "Each roof colour has a ladder: the whole table shares it, or each player has their own"
    ),
    "floors_above_clock": say("Floors may still be added once the clock is on"),
}
CHOICES = {"table": say("shared by the whole table"), "player": say("each player’s own")}
PUZZLES = {
    "discard": say("The card to discard"),
    "pile": say("The best pile"),
    "roof": say("The roof that wins"),
    "tower": say("The card to build with"),
}


def worth(marks: int) -> Message:
    """Says what a tower scores, by what is in it (CT11)."""
    return in_points(box.POINTS[marks & (box.CAT | box.MOUSE)])


in_storeys = counting("{n} storey", "{n} storeys")
SCORING = say(  # CT11
    "A finished tower scores {none} with no animals, {cats} with cats only, "
    "{both} with cats and mice, {mice} with mice only.",
    none=in_points(box.POINTS[0]),
    cats=box.POINTS[box.CAT],
    both=box.POINTS[box.CAT | box.MOUSE],
    mice=box.POINTS[box.MOUSE],
)
PILE_NAMES = each("roofs | clocks | floors")
THE_PILES = each("the roof pile | the clock pile | the floor pile")
ROOF_NAMES = each("red, scales | blue, stripes | green, dots | violet, chevrons | ochre, lozenges")
CARDS = each(  # on its own
    "one-storey floor | one-storey floor with a cat | one-storey floor with a mouse | "
    "two-storey floor | two-storey floor with a cat | two-storey floor with a mouse | "
    "clock | clock with a mouse | roof (red, scales) | roof (blue, stripes) | "
    "roof (green, dots) | roof (violet, chevrons) | roof (ochre, lozenges)"
)
A_CARD = each(  # in a sentence
    "a one-storey floor | a one-storey floor with a cat | a one-storey floor with a mouse | "
    "a two-storey floor | a two-storey floor with a cat | a two-storey floor with a mouse | "
    "a clock | a clock with a mouse | a red roof | a blue roof | a green roof | a violet roof | "
    "an ochre roof"
)


def describe(s: rules.State, a: int) -> Message:
    if a >= rules.DRAW:
        return _described(a, s.top[a - rules.DRAW] if a < rules.SHOW else rules.NONE)
    place = a % rules.PLACES
    is_built = rules.NEW < place < rules.DISCARD
    return _described(a, s.marks[s.turn % s.seats][place - 1] if is_built else 0)


@cache
def _described(a: int, seen: int) -> Message:
    """``seen``: the card on top of the pile that is drawn from, or the marks of the tower."""
    if a >= rules.SHOW:
        pile = THE_PILES[box.PILE_OF[a - rules.SHOW]]
        return say("{pile:cap} shows {card}", pile=pile, card=A_CARD[a - rules.SHOW])
    if a >= rules.DRAW:
        return say("Draw {card}", card=A_CARD[seen])
    kind, place = divmod(a, rules.PLACES)
    card = A_CARD[kind]
    if place == rules.NEW:
        return say("Start a new tower with {card}", card=card)
    if place == rules.DISCARD:
        return say("Discard {card}", card=card)
    if kind < box.ROOF:
        return say("Put {card} on tower {tower}", card=card, tower=place)
    points = worth(seen)
    return say(
        "Finish tower {tower} with {card} for {points}", tower=place, card=card, points=points
    )


OVER_NOW = say("The game is over.")
SHOWN_NOW = say("The next card is coming up.")
DRAW_NOW = say("Draw the top card of a pile.")
PLAY_NOW = say("Play a card, or discard one.")


def prompt(view: Observation) -> Message:
    actor = view.actor
    if actor == OVER:
        return OVER_NOW
    if actor == CHANCE:
        return SHOWN_NOW
    if actor != view.seat:
        return say("{who} is thinking.", who=Seat(actor))
    return DRAW_NOW if view.s.phase == rules.DRAWING else PLAY_NOW


def played(s: rules.State) -> int:
    """Returns how many cards have left the hands."""
    return s.turn + (1 if s.phase == rules.DRAWING else 0)


NO_CARD = rules.NONE & 255  # as a byte
Cards = tuple[int, ...]  # of a tower, from the ground up
Towers = tuple[Cards, ...]


def all_towers(s: rules.State) -> tuple[Towers, ...]:
    n = played(s)
    return _all_towers(as_bytes(s.onto)[:n], as_bytes(s.card)[:n], s.seats)


@lru_cache(maxsize=8192)
def _all_towers(onto: bytes, cards: bytes, seats: int) -> tuple[Towers, ...]:
    return tuple(_towers(onto[seat::seats], cards[seat::seats]) for seat in range(seats))


@lru_cache(maxsize=8192)
def _towers(onto: bytes, cards: bytes) -> Towers:
    """Returns a seat's towers, from where each of its cards went: those before the last, and it."""
    if not onto:
        return ()
    built, place = _towers(onto[:-1], cards[:-1]), onto[-1]
    if place == rules.DISCARD:
        return built
    below = built[place - 1] if place <= len(built) else ()
    return (*built[: place - 1], (*below, cards[-1]), *built[place:])


def cards_held(s: rules.State, seat: int) -> int:
    """Returns how many cards a seat holds, which everybody sees."""
    seats = s.seats
    drawn = as_bytes(s.drawn)[seat : s.turn : seats]
    away = len(range(seat, played(s), seats)) + drawn.count(NO_CARD)
    return box.HAND_CARDS - away + len(drawn)


def hand_cards(s: rules.State, seat: int) -> Cards:
    return _hand(as_bytes(s.hand[seat]))


@lru_cache(maxsize=2048)
def _hand(held: bytes) -> Cards:
    return tuple(kind for kind, number in enumerate(held) for _ in range(number))


def never_roofed(storeys: int) -> bool:
    """Returns whether a tower is too high to be finished, which is legal but deserves a warning."""
    return storeys > box.TALLEST


@lru_cache(maxsize=4096)
def tower_line(t: int, cards: Cards) -> Message:
    storeys = sum(box.STOREYS[kind] for kind in cards)
    if cards[-1] >= box.ROOF:
        points = worth(sum({box.ANIMAL[kind] for kind in cards}))
        line = say("tower {tower} ({storeys}, finished, {points}): {cards}", points=points)
    elif never_roofed(storeys):
        line = say("tower {tower} ({storeys}, too high to be finished): {cards}")
    elif max(cards) >= box.CLOCK:
        line = say("tower {tower} ({storeys}, waiting for its roof): {cards}")
    else:
        line = say("tower {tower} ({storeys}, unfinished): {cards}")
    shown = listed([CARDS[kind] for kind in cards], "comma")
    return line.filled(tower=t + 1, storeys=in_storeys(storeys), cards=shown)


FIRST_HEIGHT = say("1 or 2 storeys")  # CT8


@cache
def ladder_line(colour: int, last: int) -> Message:
    """Says what the next tower of a colour needs, given how high the last one is."""
    if last >= box.TALLEST_OF[colour]:
        return say("{roof}: no more towers", roof=ROOF_NAMES[colour])
    needs = FIRST_HEIGHT if last == 0 else in_storeys(last + 1)
    return say("{roof}: {storeys}", roof=ROOF_NAMES[colour], storeys=needs)


def board(view: Observation) -> Message:
    s: rules.State = view.s
    said = [*turn_line(view), *map(pile_line, range(box.PILES), numbers(s.left), numbers(s.top))]
    gone = numbers(s.onto)[: played(s)].count(rules.DISCARD)
    said += [say("Discarded, face down: {gone}", gone=gone), SCORING]
    for seat in range(1 if s.one_ladder else s.seats):
        heading = say("The next tower of each colour ({who}):", who=Seat(seat))
        if s.one_ladder:
            heading = say("The next tower of each colour:")
        said.append(
            under(heading, [*map(ladder_line, range(box.COLOURS), numbers(s.ladder[seat]))])
        )
    for seat in range(s.seats):
        points, cards = in_points(s.score[seat]), cards_held(s, seat)
        heading = say("{who}: {points}, {cards} in hand", who=Seat(seat), points=points)
        heading = heading.filled(cards=count(cards, "{n} card", "{n} cards"))
        owned = [tower_line(t, tower) for t, tower in enumerate(all_towers(s)[seat])]
        if seat == view.seat:
            owned.append(hand_line(s, seat))
        said.append(under(heading, owned))
    return lines(said)


@cache
def pile_line(pile: int, left: int, top: int) -> Message:
    name = PILE_NAMES[pile]
    if left == 0:
        return say("{pile:cap}: none left", pile=name)
    if top == rules.NONE:
        return count(left, "{pile:cap}: {n} left, the top one not shown yet", pile=name)
    return count(left, "{pile:cap}: {n} left, on top: {card}", pile=name, card=CARDS[top])


def hand_line(s: rules.State, seat: int) -> Message:
    held = [CARDS[kind] for kind in hand_cards(s, seat)]
    if not held:
        return say("your hand: empty")
    return say("your hand: {cards}", cards=listed(held, "semicolon"))


def memory(view: Observation) -> Message:
    """Says what each opponent has drawn and not played since."""
    s: rules.State = view.s
    return lines([memory_line(s, seat) for seat in range(s.seats) if seat != view.seat])


def memory_line(s: rules.State, seat: int) -> Message:
    pool = [0] * box.KINDS
    for kind in box.HAND:
        pool[kind] += 1
    gone = 0
    for turn in range(seat, played(s), s.seats):
        if s.onto[turn] == rules.DISCARD and s.card[turn] == rules.HIDDEN:
            gone += 1
        else:
            pool[s.card[turn]] -= 1
        if turn < s.turn and s.drawn[turn] != rules.NONE:
            pool[s.drawn[turn]] += 1
    kinds = [CARDS[kind] for kind in range(box.KINDS) for _ in range(pool[kind])]
    if not kinds:
        return say("{who} holds no cards", who=Seat(seat))
    cards = listed(kinds, "semicolon")
    if gone == 0:
        return say("{who} holds: {cards}", who=Seat(seat), cards=cards)
    return count(
        gone,
        "{who} has discarded {n} of these cards and holds the rest: {cards}",
        who=Seat(seat),
        cards=cards,
    )


def tally(s: rules.State, seat: int, memory: bool) -> Message:
    return in_points(s.score[seat])


ANIMALS = each("no animal | cats only | mice only | cats and mice")


def score_lines(s: rules.State, seat: int) -> list[Message]:
    found = []
    unfinished = 0
    for t in range(s.towers[seat]):
        if s.roof[seat][t] == 0:
            unfinished += 1
            continue
        animals = ANIMALS[s.marks[seat][t] & (box.CAT | box.MOUSE)]
        line = say("tower {tower}, {animals}: {points}", tower=t + 1, animals=animals)
        found.append(line.filled(points=worth(s.marks[seat][t])))
    if unfinished:
        found.append(
            count(unfinished, "{n} unfinished tower: nothing", "{n} unfinished towers: nothing")
        )
    found.append(say("total: {points}", points=in_points(s.score[seat])))
    scores = [s.score[other] for other in range(s.seats)]
    if rules.actor(s) == OVER and s.score[seat] == max(scores) and scores.count(max(scores)) > 1:
        mouse, cat = rules.highest(s, seat, box.MOUSE), rules.highest(s, seat, box.CAT)
        line = say("to break a tie: mouse at height {mouse}, cat at height {cat}")
        found.append(line.filled(mouse=mouse, cat=cat))
    return found
