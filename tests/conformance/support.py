"""Shared by the conformance tests: the tables to try, and random play at them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matou
from matou.core.book import Book
from matou.core.game import Game
from matou.core.state import State

DATA = Path(__file__).parent.parent / "data"
RULES = Path(__file__).parent.parent.parent / "docs" / "rules"  # the specification


def rule_numbers(name: str) -> list[str]:
    """Returns the numbers of a game's rules in its specification."""
    path = RULES / f"{name}.md"
    assert path.exists(), f"{name} has no specification docs/rules/{name}.md"
    return re.findall(r"^- \*\*([A-Z]{2}\d+)\*\* ", path.read_text(), re.MULTILINE)


def book_of(name: str, lang: str = "en") -> Book:
    book = matou.game(name).book(lang)
    assert book is not None, f"{name} has no rule book"
    return book


@dataclass(frozen=True)
class Table:
    """A game with a number of seats and options."""

    name: str
    seats: int
    options: tuple[tuple[str, Any], ...] = ()

    @property
    def game(self) -> Game:
        return matou.game(self.name, **dict(self.options))

    def __str__(self) -> str:
        return "-".join([self.name, str(self.seats), *(f"{k}={v}" for k, v in self.options)])


def tables() -> list[Table]:
    """Returns a table for every number of seats, and for some other values of each option."""
    found = []
    for name in matou.available():
        game = matou.game(name)
        for seats in range(game.min_seats, game.max_seats + 1):
            found.append(Table(name, seats))
        for option in game.options:
            for seats in (game.min_seats, game.max_seats):
                fitting = [
                    v
                    for v in option.values
                    if v != option.for_seats(seats) and (not option.fits or option.fits(v, seats))
                ]
                step = max(1, len(fitting) // 3)
                found += [Table(name, seats, ((option.name, v),)) for v in fitting[::step]]
    return found


TABLES = tables()
SMALL = [Table(name, matou.game(name).min_seats) for name in matou.available()]
LARGE = [Table(name, matou.game(name).max_seats) for name in matou.available()]

# The game whose bots are also compared as native code. Compiling a search takes 13 to 22 seconds
# a game; this one is the fastest. All games share the source of the search, and the compiler that
# makes the WebAssembly of every game. As native code the other games are compared by their rules
# (test_compiled), playouts and encoded lines (research/test_vector), and by a search with a
# network (arena/test_networks).
NATIVE = "catymini"


def play_on(state: State, rng: random.Random, actions: int | None = None) -> State:
    """Plays at random, to the end or for a number of actions."""
    while not state.over and (actions is None or actions > 0):
        state.play(state.sample(rng))
        if actions is not None:
            actions -= 1
    return state


def positions(table: Table, seed: int, games: int = 1, every: int = 1) -> Iterator[State]:
    """Yields one of ``every`` positions of random games, and always the last one."""
    rng = random.Random(f"{table} {seed}")
    for _ in range(games):
        state = table.game.start(table.seats)
        count = rng.randrange(every)
        while not state.over:
            if count % every == 0:
                yield state
            state.play(state.sample(rng))
            count += 1
        yield state
