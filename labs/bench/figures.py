"""The figures of an engine benchmark, and the targets they have to reach."""

from __future__ import annotations

import platform
from dataclasses import asdict, dataclass
from typing import Any

from labs.machine import cpu

# Targets for compiled random play, moves a second.
PLAY = {"appenzell": 5e6, "catymini": 10e6, "chopchop": 10e6}
PLAIN_RATIO = 60.0  # compiled Clocktowers to plain Python
PEER_RATIO = 20.0  # compiled Clocktowers to OpenSpiel's Python interface
COPY = 100e-9  # seconds
INTERPRETED = 50e-6
WARM = 1.5


@dataclass(frozen=True)
class Target:
    """A figure and its target: at least ``least``, or below ``limit``."""

    what: str
    figure: float
    least: float | None = None
    limit: float | None = None

    @property
    def met(self) -> bool:
        if self.least is not None:
            return self.figure >= self.least
        return self.limit is None or self.figure < self.limit


@dataclass(frozen=True)
class GameFigures:
    """The figures of one game; times are in seconds."""

    name: str
    seats: int
    record_bytes: int
    moves_a_game: float
    compiled: float  # a move
    interpreted: float  # legal + play
    copy: float
    warm_start: float
    cold_start: float | None = None

    def targets(self) -> dict[str, Target]:
        """Returns the targets of this game, by field."""
        targets = {
            "copy": Target(f"{self.name}: a compiled copy", self.copy, limit=COPY),
            "interpreted": Target(
                f"{self.name}: interpreted legal + play", self.interpreted, limit=INTERPRETED
            ),
            "warm_start": Target(f"{self.name}: warm start", self.warm_start, limit=WARM),
        }
        if self.name in PLAY:
            what = f"{self.name}: compiled moves a second"
            targets["compiled"] = Target(what, 1 / self.compiled, least=PLAY[self.name])
        return targets


@dataclass(frozen=True)
class Peer:
    """Another engine's random play, compared with our Clocktowers in the same run."""

    name: str
    rate: float  # moves a second
    ratio: float  # compiled Clocktowers to it
    interpreted_ratio: float  # interpreted Clocktowers to it
    least: float

    def target(self) -> Target:
        return Target(f"compiled Clocktowers to {self.name}", self.ratio, least=self.least)


@dataclass(frozen=True)
class Figures:
    games: list[GameFigures]
    peers: list[Peer]
    notes: list[str]

    def targets(self) -> list[Target]:
        targets = [target for game in self.games for target in game.targets().values()]
        return targets + [peer.target() for peer in self.peers]

    def as_json(self) -> dict[str, Any]:
        return {
            "machine": machine(),
            "games": [{**asdict(g), "moves_a_second": 1 / g.compiled} for g in self.games],
            "peers": [asdict(p) for p in self.peers],
            "targets": [{**asdict(t), "met": t.met} for t in self.targets()],
            "notes": self.notes,
        }


def machine() -> dict[str, str]:
    import numba
    import numpy as np

    return {
        "cpu": cpu(),
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": np.__version__,
    }
