"""A table in the terminal: the game, its dealer, who sits where, and its file."""

from __future__ import annotations

import hashlib
import hmac
import random
from dataclasses import dataclass, field, replace
from pathlib import Path

from matou.cli.files import ENDING, free_names, is_same_game, write_new, write_over
from matou.cli.terminal import opponents
from matou.core.fairness import Dealer
from matou.core.game import Game
from matou.core.record import Origin, Record
from matou.core.state import State
from matou.kit.linking import CHANCE


def id_from(seed: str) -> str:
    """The game id that goes with a chosen seed, so that the seed alone fixes the game."""
    return hashlib.sha256(f"matou game id:{seed}".encode()).hexdigest()[:12]


@dataclass
class Table:
    """A game in play with its seats; it shows nothing and asks nothing."""

    state: State
    dealer: Dealer
    who: dict[int, str]  # seat: a kind of player, a person's name, or "" for a nameless person
    file: Path | None = None  # where it is saved; None: a new file
    may_replace: bool = False  # the file may be overwritten (it was asked for)
    bots: dict[int, opponents.Player] = field(default_factory=dict)
    origin: Origin | None = None  # the game it goes on from, if it does

    def __post_init__(self) -> None:
        for seat, name in self.who.items():
            if opponents.is_kind(name):
                self.bots[seat] = opponents.make(name, self.state.game)

    @classmethod
    def new(cls, game: Game, seats: int, who: dict[int, str], seed: str | None) -> Table:
        """A fresh table."""
        dealer = Dealer() if seed is None else Dealer(seed, id_from(seed))
        return cls(game.start(seats), dealer, who)

    @classmethod
    def from_save(cls, record: Record) -> Table:
        """A table as a private save left it: same seed, so same chance from here on."""
        who = {seat: record.players.get(seat, "") for seat in range(record.seats)}
        return cls(record.replay(), Dealer(record.seed, record.id), who)

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat in range(self.state.seats) if seat not in self.bots]

    def play(self, action: int) -> None:
        """Carry out an action. An interruption leaves the state before or after, never between."""
        after = self.state.copy()
        after.play(action)
        self.state = after

    def undo(self, seat: int) -> None:
        """Take a seat's last action back."""
        before = self.state.copy()
        before.undo(seat)
        self.state = before

    def advance(self) -> None:
        """One step that needs no person: chance, or a player that is a program."""
        actor = self.state.actor
        if actor == CHANCE:
            self.play(self.dealer.draw(self.state))
        else:
            self.play(self.bots[actor].choose(self.state.observe(actor), self.whim(actor)))

    def whim(self, seat: int) -> random.Random:
        """Random numbers for a player here and now; the seed makes them the same on resuming."""
        message = f"{self.dealer.game_id}:player {seat}:{len(self.state.history)}"
        digest = hmac.new(bytes.fromhex(self.dealer.seed), message.encode(), hashlib.sha256)
        return random.Random(digest.digest())

    def has_secrets(self) -> bool:
        """Do people at this table see different things?"""
        views = [self.state.observe(seat) for seat in self.people]
        return any(v.tobytes() != views[0].tobytes() or v.log != views[0].log for v in views[1:])

    def record(self) -> Record:
        """The record with its seed: public once the game is over, private until then."""
        names = {seat: name for seat, name in self.who.items() if name}
        signed = self.state.record().signed(
            id=self.dealer.game_id,
            commitment=self.dealer.commitment,
            seed=self.dealer.seed,
            players=names,
        )
        return replace(signed, origin=self.origin)

    def save(self) -> Path:
        """Write the record; never over another game unless that was asked for."""
        text, private = self.record().dumps(), not self.state.over
        if self.file is not None and (self.may_replace or self.is_own(self.file)):
            write_over(self.file, text, private=private)
            return self.file
        wanted = self.file or Path(f"{self.state.game.name}-{self.dealer.game_id}{ENDING}")
        for path in free_names(wanted):
            try:
                write_new(path, text, private=private)
            except FileExistsError:
                continue
            self.file = path
            return path
        raise FileExistsError(f"{wanted} and all its other names exist")

    def is_own(self, path: Path) -> bool:
        """Is the file there, with this very game in it?"""
        return path.exists() and is_same_game(path, self.dealer.game_id)
