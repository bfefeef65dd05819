"""Clocktowers written a second time from the rule book, in plain Python.

It shares no code with the game. The lockstep test plays both side by side, and ``matou bench
engine`` compares their speed.

>>> game = Clocktowers(seats=2)
>>> game.play_randomly(random.Random(1))
162
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A kind of card. Each kind has one object, so kinds compare by identity."""

    code: str
    pile: str  # R, K or F
    count: int
    storeys: int = 0
    cat: bool = False
    mouse: bool = False


CARDS = [
    Card("F1", "F", 4, storeys=1),
    Card("F1c", "F", 5, storeys=1, cat=True),
    Card("F1m", "F", 5, storeys=1, mouse=True),
    Card("F2", "F", 4, storeys=2),
    Card("F2c", "F", 5, storeys=2, cat=True),
    Card("F2m", "F", 5, storeys=2, mouse=True),
    Card("K", "K", 9),
    Card("Km", "K", 9, mouse=True),
    *(Card(f"R{colour}", "R", 4) for colour in range(1, 6)),
]
CARD = {card.code: card for card in CARDS}
PILES = "RKF"  # in the order they are first shown (CT2)
TAKEN_OUT = {"R": 3, "K": 0, "F": 5}


class Play(NamedTuple):
    """Plays a card on a tower, or as a new tower."""

    card: Card
    tower: int | None = None

    def __str__(self) -> str:
        return f"{self.card.code}{'+' if self.tower is None else f'>{self.tower + 1}'}"


class Discard(NamedTuple):
    """Discards a card, face down."""

    card: Card

    def __str__(self) -> str:
        return f"x{self.card.code}"


class Draw(NamedTuple):
    """Draws the top card of a pile."""

    pile: str

    def __str__(self) -> str:
        return f"<{self.pile}"


class Show(NamedTuple):
    """Reveals the next card of a pile (a chance event)."""

    card: Card

    def __str__(self) -> str:
        return f"={self.card.code}"


Action = Play | Discard | Draw | Show


@dataclass(slots=True)
class Tower:
    """The cards of a tower from the ground up, and their properties."""

    cards: list[Card] = field(default_factory=list)
    storeys: int = 0
    has_clock: bool = False
    complete: bool = False

    def add(self, card: Card) -> None:
        self.cards.append(card)
        self.storeys += card.storeys
        if card.pile == "K":
            self.has_clock = True
        elif card.pile == "R":
            self.complete = True

    def points(self) -> int:
        """Returns the points of the tower (CT11)."""
        if not self.complete:
            return 0
        cat = any(card.cat for card in self.cards)
        mouse = any(card.mouse for card in self.cards)
        if cat and mouse:
            return 3
        return 4 if cat else 2 if mouse else 5

    def highest(self, animal: str) -> int:
        """Returns the level of the highest cat or mouse, or 0 for a tower without one (CT12)."""
        best = level = 0
        for card in self.cards:
            level += 1 if card.pile == "K" else card.storeys
            if getattr(card, animal):
                best = level
        return best


@dataclass(slots=True)
class Player:
    hand: Counter[Card] = field(
        default_factory=lambda: Counter(CARD[c] for c in ("F1c", "F1m", "Km"))
    )
    towers: list[Tower] = field(default_factory=list)
    ladder: dict[Card, int] = field(default_factory=dict)  # storeys of a colour's last tower

    def score(self) -> int:
        return sum(tower.points() for tower in self.towers)

    def highest(self, animal: str) -> int:
        return max((t.highest(animal) for t in self.towers if t.complete), default=0)


class Clocktowers:
    """A game in play."""

    def __init__(
        self, seats: int, *, one_ladder: bool = True, floors_above_clock: bool = False
    ) -> None:
        self.players = [Player() for _ in range(seats)]
        if one_ladder:  # CT8: the table's, shared
            for player in self.players[1:]:
                player.ladder = self.players[0].ladder
        self.floors_above_clock = floors_above_clock
        self.unseen = Counter({card: card.count for card in CARDS})
        for player in self.players:  # CT1
            self.unseen -= player.hand
        self.left = {  # CT2
            pile: sum(n for card, n in self.unseen.items() if card.pile == pile) - TAKEN_OUT[pile]
            for pile in PILES
        }
        self.top: dict[str, Card] = {}
        self.to_show = list(PILES)  # piles whose next card is yet to be revealed
        self.seat = 0  # CT3
        self.drawing = False

    @property
    def chance(self) -> bool:
        return bool(self.to_show)

    @property
    def over(self) -> bool:
        """Returns whether the game is over (CT10)."""
        return not self.top and not self.to_show and not any(p.hand for p in self.players)

    def outcomes(self) -> dict[Action, int]:
        """Returns the possible next cards with the number of each still unseen (CT2)."""
        pile = self.to_show[0]
        return {Show(card): n for card, n in self.unseen.items() if n and card.pile == pile}

    def legal(self) -> list[Action]:
        """Returns the legal actions of the player to act."""
        if self.drawing:  # CT4
            return [Draw(pile) for pile in self.top]
        actions: list[Action] = []
        player = self.players[self.seat]
        for card in player.hand:
            if card.pile == "F":
                actions.append(Play(card))
            for number, tower in enumerate(player.towers):
                if self.fits(player, card, tower):
                    actions.append(Play(card, number))
            actions.append(Discard(card))  # CT9
        return actions

    def fits(self, player: Player, card: Card, tower: Tower) -> bool:
        if tower.complete:
            return False
        if card.pile == "F":  # CT5
            return self.floors_above_clock or not tower.has_clock
        if card.pile == "K":  # CT6
            return not tower.has_clock
        if not tower.has_clock:  # CT7
            return False
        last = player.ladder.get(card)  # CT8
        return tower.storeys <= 2 if last is None else tower.storeys == last + 1

    def apply(self, action: Action) -> None:
        player = self.players[self.seat]
        match action:
            case Show(card):
                self.top[self.to_show.pop(0)] = card
                self.unseen[card] -= 1
            case Draw(pile):
                player.hand[self.top.pop(pile)] += 1
                self.left[pile] -= 1
                if self.left[pile]:
                    self.to_show.append(pile)
                self.end_turn()
            case Play(card, number):
                self.remove(player, card)
                if number is None:
                    player.towers.append(Tower())
                    number = -1
                tower = player.towers[number]
                tower.add(card)
                if tower.complete:
                    player.ladder[card] = tower.storeys
            case Discard(card):
                self.remove(player, card)

    def remove(self, player: Player, card: Card) -> None:
        """Removes a card from the hand; a draw follows while there is a pile (CT4)."""
        player.hand[card] -= 1
        if not player.hand[card]:
            del player.hand[card]
        self.drawing = True
        if not self.top:
            self.end_turn()

    def end_turn(self) -> None:
        self.drawing = False
        self.seat = (self.seat + 1) % len(self.players)

    def scores(self) -> list[int]:
        return [player.score() for player in self.players]

    def winners(self) -> list[int]:
        """Returns the winners by points, the highest mouse, and the highest cat (CT12)."""
        worth = [(p.score(), p.highest("mouse"), p.highest("cat")) for p in self.players]
        return [seat for seat, value in enumerate(worth) if value == max(worth)]

    def play_randomly(self, rng: random.Random) -> int:
        """Plays to the end; returns the number of actions, including chance events."""
        moves = 0
        while not self.over:
            if self.chance:
                outcomes = self.outcomes()
                action = rng.choices(list(outcomes), list(outcomes.values()))[0]
            else:
                action = rng.choice(self.legal())
            self.apply(action)
            moves += 1
        return moves


class Table:
    """The interface for the lockstep test: actions by name."""

    def __init__(self, seats: int, ladder: str, floors_above_clock: bool) -> None:
        self.game = Clocktowers(
            seats, one_ladder=ladder == "table", floors_above_clock=floors_above_clock
        )

    @property
    def actor(self) -> int:
        if self.game.chance:
            return -1
        return -2 if self.game.over else self.game.seat

    def actions(self) -> dict[Action, int]:
        if self.game.chance:
            return self.game.outcomes()
        return dict.fromkeys(self.game.legal(), 1)

    def legal(self) -> dict[str, int]:
        return {str(action): weight for action, weight in self.actions().items()}

    def play(self, name: str) -> None:
        self.game.apply(next(action for action in self.actions() if str(action) == name))

    @property
    def scores(self) -> list[int]:
        return self.game.scores()

    @property
    def winners(self) -> list[int]:
        return self.game.winners()

    @property
    def ended_by(self) -> str:
        return "CT10" if self.game.over else ""
