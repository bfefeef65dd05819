"""Draws positions that a server sends, so that the server need not draw them.

The result is exactly the message that the server would have sent with its own drawing.
"""

from __future__ import annotations

from typing import Any

from matou.core.game import Game
from matou.core.position import Seen
from matou.core.registry import find
from matou.play import position_words, views
from matou.play.wire import PageCopy


class Drawer:
    """Draws one position after another, for a page that has the previous drawing."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._log: list[Seen] = []
        self._words = ""
        self._picture = PageCopy()

    def draw(self, message: dict[str, Any]) -> dict[str, Any]:
        position, seat = message.pop("position"), message["seat"]
        if "game" in position:  # the page has just loaded
            name, version, options = position["game"]
            self._game = find(name, version).having(**options)
            self._picture.forget()
            self._log, self._words = [], ""
        assert self._game is not None, "the first position names its game"
        first, log = position["log"]
        self._log[first:] = [Seen(*entry) for entry in log]
        view = views.from_position(self._game, position, seat, self._log)
        lang, memory, who = position["lang"], position["memory"], position["who"]
        scene, sheet = views.drawn(view, who, lang, memory, position["wide"], self._picture.sheet)
        if sheet is None:
            self._picture.forget()
            scene.broken = True
        else:
            self._picture.write(sheet, scene)
        if (
            position["board_text"]
            and (words := position_words.board_text(view, who, lang, memory)) != self._words
        ):
            scene.board_text = self._words = words
        message.update(vars(scene))
        return message
