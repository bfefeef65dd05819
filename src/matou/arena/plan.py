"""Plans the games of a match: who sits where, and which of them share their luck."""

from __future__ import annotations

import ast
import hashlib
import itertools
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from matou.arena.players import AnyPlayer, Entrant, entered, source
from matou.core.game import Game
from matou.core.record import shown
from matou.core.registry import find
from matou.kit.fingerprints import code_of, digest

PACKAGE = Path(__file__).parents[1]  # the folder of ``matou``
# Modules that play starts from: the arena's own, and those of a game that are found by name.
FIRST = "matou.arena.one_game"
FIRST_OF_A_GAME = ("rules", "think.hints", "think.imagined_history")
# Modules for texts and pictures, which do not influence play.
SHOWS = tuple(
    f"{PACKAGE.name}.{room}"
    for room in (
        *("core.messages", "core.phrases", "core.catalogues", "core.grammar"),
        *("core.refusals", "core.book", "core.scene", "paper"),
    )
)


def source_of(module: str) -> Path | None:
    """Returns the file of one of our modules, or None."""
    place = PACKAGE.parent.joinpath(*module.split("."))
    found = (place.with_suffix(".py"), place / "__init__.py")
    return next((path for path in found if path.exists()), None)


def imported(source: Path) -> Iterator[str]:
    """Yields our modules that a file imports, except for type checking."""
    parts: list[ast.AST] = [ast.parse(source.read_bytes())]
    while parts:
        part = parts.pop()
        if isinstance(part, ast.If) and ast.unparse(part.test) == "TYPE_CHECKING":
            continue
        if isinstance(part, ast.Import):
            yield from (name.name for name in part.names)
        elif isinstance(part, ast.ImportFrom) and part.module is not None:
            for name in part.names:
                inner = f"{part.module}.{name.name}"
                yield inner if source_of(inner) is not None else part.module
        parts += ast.iter_child_nodes(part)


@cache
def deciding(game: str) -> dict[str, Path]:
    """Returns the files of all modules that decide how bots play a game, by module name.

    These are the modules that play starts from and all that they import.
    """
    package = f"matou.games.{game}"
    wanted = [FIRST, *(f"{package}.{room}" for room in FIRST_OF_A_GAME)]
    assert source_of(FIRST) is not None
    # The package itself holds the options. Its imports of pictures and texts are not followed.
    found = {package: PACKAGE / "games" / game / "__init__.py"}
    while wanted:
        name = wanted.pop()
        source = source_of(name)
        if source is not None and name not in found and not name.startswith(SHOWS):
            found[name] = source
            wanted += imported(source)
    return dict(sorted(found.items()))


@cache
def fingerprint(game: str, brought: tuple[Path, ...] = ()) -> str:
    """Returns a hash of everything that decides how bots play a game.

    Comments, docstrings and formatting do not count. ``brought``: files, and folders of files, with
    the code of bots that are not part of Matou.
    """
    parts = [f"{name} {code_of(source)}" for name, source in deciding(game).items()]
    parts += [path.read_text() for path in sorted((PACKAGE / "games" / game).glob("*.toml"))]
    for place in brought:
        for path in [place] if place.is_file() else sorted(place.rglob("*.py")):
            parts.append(f"{path.relative_to(place.parent)} {code_of(path, place.stem)}")
    return digest(*parts)[:12]


@dataclass(frozen=True)
class Match:
    """Everything that decides which games are played."""

    game: str
    entrants: tuple[Entrant, ...]  # each once
    seats: int
    games: int
    options: tuple[tuple[str, Any], ...] = ()
    seed: int = 0
    luck_adjusted: bool = False  # measure each game's luck too, which takes time
    is_recorded: bool = field(default=False, compare=False)  # results bring the games' records

    @classmethod
    def of(
        cls,
        game: Game,
        players: Iterable[AnyPlayer],
        *,
        seats: int | None = None,
        games: int = 100,
        seed: int = 0,
        luck_adjusted: bool = False,
        is_recorded: bool = False,
    ) -> Match:
        """Returns a match with its players checked and its games rounded up to whole rounds."""
        if seats is None:
            seats = max(game.min_seats, min(2, game.max_seats))
        seats = game.check_seats(seats)
        settings = tuple(sorted(game.settings(seats).items()))
        entrants = entered(game, players)
        match = cls(game.name, entrants, seats, games, settings, seed, luck_adjusted, is_recorded)
        size = len(match.lineups())
        return replace(match, games=-(-games // size) * size)

    @property
    def bots(self) -> tuple[str, ...]:
        """Returns what to type for each player."""
        return tuple(entrant.spec for entrant in self.entrants)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(entrant.name for entrant in self.entrants)

    def having(self) -> Game:
        return find(self.game).having(**dict(self.options))

    def lineups(self) -> list[tuple[int, ...]]:
        """Returns the games of one round: each group of bots in each rotation around the table."""
        k, n = len(self.bots), self.seats
        groups = [*itertools.combinations(range(k), n)] or [tuple(i % k for i in range(n))]
        return list(dict.fromkeys(group[i:] + group[:i] for group in groups for i in range(n)))

    def tasks(self) -> Iterator[Task]:
        """Yields all games, round by round. Games of one round share their luck."""
        lineups = self.lineups()
        for number in range(self.games):
            round_, place = divmod(number, len(lineups))
            yield Task(number, round_, lineups[place])

    def header(self) -> dict[str, Any]:
        """Returns the first line of a journal."""
        brought = {place for bot in self.bots if (place := source(bot)) is not None}
        return {
            "matou arena": 1,
            "game": self.game,
            "bots": list(self.bots),
            "seats": self.seats,
            "games": self.games,
            "options": {name: shown(value) for name, value in self.options},
            "seed": self.seed,
            "luck_adjusted": self.luck_adjusted,
            "code": fingerprint(self.game, tuple(sorted(brought))),
        }

    def digest(self) -> str:
        """Returns a short name for the match."""
        # The number of games is left out, so that a match can be extended.
        text = json.dumps({**self.header(), "games": 0}, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:10]


@dataclass(frozen=True)
class Task:
    number: int
    round: int
    lineup: tuple[int, ...]  # by seat, which bot
