"""A table in the terminal: the game, its dealer, its seats and its file."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from matou.bots.levels import level
from matou.cli.files import ENDING, is_same_game, write_new, write_over
from matou.cli.terminal.narration import KINDS
from matou.cli.terminal.signals import undisturbed
from matou.core.fairness import Dealer
from matou.core.game import Game
from matou.core.record import Record
from matou.core.state import State
from matou.kit.linking import CHANCE
from matou.play.log import VisibleLine
from matou.play.seating import STAND_IN
from matou.play.timeline import Timeline, resignation, timeline_of

if TYPE_CHECKING:
    from matou.bots import Bot


@dataclass
class Table:
    """A game in play with its seats. It neither prints nor asks."""

    timeline: Timeline
    dealer: Dealer
    who: dict[int, str]  # seat: a kind of player, a person's name, or "" for a nameless person
    file: Path | None = None  # None: a new file
    may_replace: bool = False  # overwriting the file was requested
    bots: dict[int, Bot] = field(default_factory=dict)

    def __post_init__(self) -> None:
        out = {out.seat for out in self.state.out}
        for seat, name in self.who.items():
            if name in KINDS or seat in out:
                self._seat_bot(seat, name)

    def _seat_bot(self, seat: int, name: str) -> None:
        from matou.bots.players import make

        kind = name if name in KINDS else level(STAND_IN).key
        self.bots[seat] = make(self.timeline.game, kind, seed=self.seed_of(seat))

    @classmethod
    def new(cls, game: Game, seats: int, who: dict[int, str], seed: str | None) -> Table:
        if seed is None:
            dealer = Dealer()
        else:  # the seed alone determines the game, its id included
            id = hashlib.sha256(f"matou game id:{seed}".encode()).hexdigest()[:12]
            dealer = Dealer(seed, id)
        return cls(Timeline(game, seats), dealer, who)

    @classmethod
    def from_save(cls, record: Record, who: Mapping[int, str], file: Path) -> Table:
        """Restores a table from a private save: the same seed, so the same chance from here on."""
        seated = {seat: record.players.get(seat, "") for seat in range(record.seats)}
        return cls(timeline_of(record), Dealer(record.seed, record.id), {**seated, **who}, file)

    @property
    def state(self) -> State:
        return self.timeline.state

    @property
    def people(self) -> list[int]:
        return [seat for seat in range(self.state.seats) if seat not in self.bots]

    def play(self, event: int) -> None:
        """Plays an event completely: a request to stop is handled before or after it."""
        with undisturbed(heard_after=True):
            self.timeline.add(event)

    def resign(self, seat: int) -> None:
        """Makes a seat lose. If others play on, a bot takes its place."""
        self.play(resignation(seat, stops=self.timeline.ends_without(seat, self.people)))
        self._seat_bot(seat, "")

    def advance(self) -> None:
        """Plays one step that needs no person: chance or a bot."""
        actor = self.state.actor
        if actor == CHANCE:
            self.play(self.dealer.draw(self.state))
        else:
            self.play(self.bots[actor].choose(self.state.observe(actor)))

    def seed_of(self, seat: int) -> int:
        """Returns the seed of a bot's random numbers, the same after resuming."""
        message = f"{self.dealer.game_id}:player {seat}"
        digest = hmac.new(bytes.fromhex(self.dealer.seed), message.encode(), hashlib.sha256)
        return int.from_bytes(digest.digest()[:6])

    def has_secrets(self) -> bool:
        """Returns whether people at this table see different things."""
        return any(self.timeline.has_secrets(seat) for seat in self.people)

    def read_by(self, seat: int | None) -> list[VisibleLine]:
        return [line.read_by(seat, self.state.over) for line in self.timeline.lines]

    def record(self) -> Record:
        """Returns the record with its seed: public once the game is over, private until then."""
        names = {seat: name for seat, name in self.who.items() if name}
        return self.timeline.record(self.dealer, names)

    def save(self) -> Path:
        """Writes the record, never over another game unless that was requested."""
        text, private = self.record().dumps(), not self.state.over
        if self.file is not None and (self.may_replace or self.is_own(self.file)):
            write_over(self.file, text, private=private)
            return self.file
        wanted = self.file or Path(f"{self.state.game.name}-{self.dealer.game_id}{ENDING}")
        for n in range(1, 1000):  # game.matou, game-2.matou, game-3.matou…
            path = wanted if n == 1 else wanted.with_stem(f"{wanted.stem}-{n}")
            with contextlib.suppress(FileExistsError):
                write_new(path, text, private=private)
                self.file = path
                return path
        raise FileExistsError(f"{wanted} and all its other names exist")

    def is_own(self, path: Path) -> bool:
        return path.exists() and is_same_game(path, self.dealer.game_id)
