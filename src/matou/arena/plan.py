"""Which games a match is made of: who sits where, and with which luck."""

from __future__ import annotations

import ast
import hashlib
import itertools
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from matou.arena import guests
from matou.core.game import Game
from matou.core.record import shown
from matou.core.registry import find

HOUSE = Path(__file__).parents[1]  # the folder of ``matou``
# Where play begins: a game of a match, and what of a game is found by its name alone.
FIRST = "matou.arena.one_game"
FIRST_OF_A_GAME = ("rules", "hints", "hindsight")
# What says and shows, and decides nothing.
SHOWS = tuple(f"{HOUSE.name}.{room}" for room in ("core.words", "core.book", "paper"))


def source_of(module: str) -> Path | None:
    """The file of a module of ours; None if there is no such module."""
    place = HOUSE.parent.joinpath(*module.split("."))
    found = (place.with_suffix(".py"), place / "__init__.py")
    return next((path for path in found if path.exists()), None)


def imported(source: Path) -> Iterator[str]:
    """The modules of ours that a file imports, anywhere in it; not what only mypy reads."""
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
    """All code that decides how bots play a game, by module: what play begins with, and
    whatever that imports. The game's pictures and words are not among it."""
    package = f"matou.games.{game}"
    wanted = [FIRST, *(f"{package}.{room}" for room in FIRST_OF_A_GAME)]
    assert source_of(FIRST) is not None
    # Itself, for its options; it imports the pictures and words too, which are not followed.
    found = {package: HOUSE / "games" / game / "__init__.py"}
    while wanted:
        name = wanted.pop()
        source = source_of(name)
        if source is not None and name not in found and not name.startswith(SHOWS):
            found[name] = source
            wanted += imported(source)
    return dict(sorted(found.items()))


@cache
def fingerprint(game: str) -> str:
    """A sum of all that decides how bots play a game: games of other code are other games."""
    sources = deciding(game)
    data = {path.name: path for path in sorted((HOUSE / "games" / game).glob("*.toml"))}
    digest = hashlib.sha256()
    for name, source in {**sources, **data}.items():
        digest.update(name.encode() + b"\0" + source.read_bytes() + b"\0")
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
    luck_adjusted: bool = False  # each game's luck is looked at too, which takes a while

    @classmethod
    def of(
        cls,
        game: Game,
        bots: list[str],
        *,
        seats: int | None = None,
        games: int = 100,
        seed: int = 0,
        luck_adjusted: bool = False,
    ) -> Match:
        """A match, its bots' names checked and made uniform; games are made up to whole rounds."""
        specs = tuple(dict.fromkeys(guests.spec(game, text) for text in bots))
        chosen = game.check_seats(
            max(game.min_seats, min(2, game.max_seats)) if seats is None else seats
        )
        settings = tuple(sorted(game.settings(chosen).items()))
        match = cls(game.name, specs, chosen, games, settings, seed, luck_adjusted)
        return replace(match, games=-(-games // (size := len(match.lineups()))) * size)

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
