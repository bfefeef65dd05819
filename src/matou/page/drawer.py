"""Drawing at a server's table: it sends the position that a seat may know, and the page draws it.

What comes of it is the message that the server would have sent with its picture, to the letter.
"""

from __future__ import annotations

from typing import Any

from matou.core.game import Game
from matou.core.registry import find
from matou.core.state import Seen
from matou.play import views
from matou.play.wire import PageCopy


class Drawer:
    """Draws one position after another, for a page that has the one before."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._log: list[Seen] = []
        self._told = ""
        self._picture = PageCopy()

    def draw(self, message: dict[str, Any]) -> dict[str, Any]:
        """A view with a picture in the place of its position."""
        told, seat = message.pop("position"), message["seat"]
        if "game" in told:  # the page comes anew, and has nothing
            name, version, options = told["game"]
            self._game = find(name, version).having(**options)
            self._picture.forget()
            self._log, self._told = [], ""
        assert self._game is not None, "the first position names its game"
        first, log = told["log"]
        self._log[first:] = [Seen(*entry) for entry in log]
        view = views.from_position(self._game, told, seat, self._log)
        lang, memory, who = told["lang"], told["memory"], told["who"]
        board = views.drawn(view, who, lang, memory, told["wide"], self._picture.sheet)
        message.update(board.message)
        if board.sheet is None:
            self._picture.forget()
            message["broken"] = True
        else:
            message.update(self._picture.write(board.sheet))
        if told["told"] and (words := views.told(view, who, lang, memory)) != self._told:
            message["told"] = self._told = words
        return message
