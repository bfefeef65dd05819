"""Which games a match is made of: who sits where, and with which luck."""

from __future__ import annotations

import hashlib
import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from matou import bots
from matou.arena import guests
from matou.core.game import Game
from matou.core.record import shown
from matou.games import find

# The rooms of ``matou.bots`` that decide how a game is played.
PLAYING = ("glance", "levels", "memory", "plain", "players", "playing", "search")
# The rooms of a game that bots begin with; what these import decides how they play, too.
FIRST = ("rules", "hints")


def rooms(folder: Path) -> list[Path]:
    """A game's files that decide how bots play it: not its pictures, nor its words."""
    wanted = list(FIRST)
    found: dict[str, Path] = {}
    while wanted:
        name = wanted.pop()
        source = folder / f"{name}.py"
        if name not in found and source.exists():
            found[name] = source
            inside = rf"from matou\.games\.{folder.name}\.(\w+) import"
            wanted += re.findall(inside, source.read_text(encoding="utf-8"))
    return [found[name] for name in sorted(found)] + sorted(folder.glob("*.toml"))


@cache
def fingerprint(game: str) -> str:
    """A sum of all that decides how bots play a game: games of other code are other games."""
    house = Path(bots.__file__).parent
    sources = [house / f"{name}.py" for name in PLAYING]
    sources += rooms(house.parent / "games" / game)
    digest = hashlib.sha256()
    for source in sources:
        digest.update(source.name.encode() + source.read_bytes())
    return digest.hexdigest()[:12]


@dataclass(frozen=True)
class Match:
    """A match: everything that decides which games are played."""

    game: str
    bots: tuple[str, ...]  # each once
    seats: int
    games: int
    options: tuple[tuple[str, Any], ...] = ()
    seed: int = 0

    @classmethod
    def of(
        cls,
        game: Game,
        bots: list[str],
        *,
        seats: int | None = None,
        games: int = 100,
        seed: int = 0,
    ) -> Match:
        """A match, its bots' names checked and made uniform; games are made up to whole rounds."""
        specs = tuple(dict.fromkeys(guests.spec(game, text) for text in bots))
        chosen = game.check_seats(
            max(game.min_seats, min(2, game.max_seats)) if seats is None else seats
        )
        settings = tuple(sorted(game.settings(chosen).items()))
        match = cls(game.name, specs, chosen, games, settings, seed)
        size = len(match.lineups())
        return cls(game.name, specs, chosen, -(-games // size) * size, settings, seed)

    def having(self) -> Game:
        """The game with its options."""
        return find(self.game).having(**dict(self.options))

    def lineups(self) -> list[tuple[int, ...]]:
        """The games of one round: every company of bots, each turned once round the table."""
        k, n = len(self.bots), self.seats
        if k >= n:
            companies = list(itertools.combinations(range(k), n))
        else:
            companies = [tuple(i % k for i in range(n))]
        turned = [c[i:] + c[:i] for c in companies for i in range(n)]
        return list(dict.fromkeys(turned))

    def tasks(self) -> Iterator[Task]:
        """All games, round by round; those of one round meet the same luck."""
        lineups = self.lineups()
        for number in range(self.games):
            round_, place = divmod(number, len(lineups))
            yield Task(number, round_, lineups[place])

    def header(self) -> dict[str, Any]:
        """What a journal says it is of."""
        head = asdict(self)
        head["bots"] = list(self.bots)
        head["options"] = {name: shown(value) for name, value in self.options}
        return {"matou arena": 1, **head, "code": fingerprint(self.game)}

    def digest(self) -> str:
        """A short name for the match."""
        # Without the number of games: a match may be made longer.
        text = json.dumps({**self.header(), "games": 0}, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:10]


@dataclass(frozen=True)
class Task:
    """One game of a match."""

    number: int
    round: int
    lineup: tuple[int, ...]  # by seat, which bot
