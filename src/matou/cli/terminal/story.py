"""What a viewer saw happen, in words: told from that viewer's observations alone."""

from __future__ import annotations

from typing import NamedTuple

from matou.core.state import Entry, State
from matou.core.words import Words


class Line(NamedTuple):
    """One action of the game, as its viewer may tell it."""

    actor: int
    name: str  # notation, as that viewer reads it
    says: Words


class Story:
    """Follows a game for one viewer (None: a spectator)."""

    def __init__(self, viewer: int | None) -> None:
        self.viewer = viewer
        self.lines: list[Line] = []
        self.told: list[Entry] = []
        self.open = False
        self.shadow: State | None = None

    def follow(self, state: State) -> list[Line]:
        """The story up to a state; an undone action is forgotten, an ended game is all open."""
        seen = state.observe(self.viewer).log
        count = len(self.told)
        undone = state.history[:count] != self.told
        if self.shadow is None or undone or state.over != self.open:
            self.shadow = state.game.start(state.seats)
            self.lines, self.told, self.open = [], [], state.over
        for i in range(len(self.told), len(state.history)):
            entry = state.history[i]
            if seen[i].action < 0:
                assert entry.secret is not None
                says = entry.secret.says
            elif self.open:
                says = state.game.words.describe(self.shadow.s, entry.action)
            else:
                view = self.shadow.observe(self.viewer)
                says = state.game.words.describe(view.s, entry.action)
            self.lines.append(Line(seen[i].actor, seen[i].name, says))
            self.told.append(entry)
            self.shadow.play(entry.action)
            self.shadow.history.clear()  # it is kept in ``told``; observing then stays quick
        return self.lines
