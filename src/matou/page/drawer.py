"""Draws positions that a server sends, so that the server need not draw them.

The result is exactly the message that the server would have sent with its own drawing.
"""

from typing import Any

from matou.core.game import Game
from matou.core.observation import Observation
from matou.core.position import Seen
from matou.core.registry import find
from matou.play import position_words, views
from matou.play.log import blanked, happened, spoken, written
from matou.play.protocol.messages import DrawingOptions, LogLine
from matou.play.wire import PageCopy


class Drawer:
    """Draws one position after another, for a page that has the previous drawing."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._how: DrawingOptions
        self._who: list[str] = []
        self._log: list[Seen] = []
        self._words = ""
        self._picture = PageCopy()
        self._view: Observation | None = None  # the previous position…
        self._onlooker: Any = None  # …and its record as a spectator knows it

    def draw(self, message: dict[str, Any]) -> dict[str, Any]:
        position, seat = message.pop("position"), message["seat"]
        if "how" in position:  # the page has just loaded
            self._how = how = DrawingOptions(*position["how"])
            self._game = find(how.name, how.version).having(**how.options)
            self._picture.forget()
            self._log, self._words, self._view = [], "", None
        assert self._game is not None, "the first position names its game"
        how, self._who = self._how, position.get("who", self._who)
        first, log = position["log"]
        self._log[first:] = [Seen(*entry) for entry in log]
        view = views.from_position(self._game, how.seats, position, seat, self._log)
        self._tell(view, first, message)
        before = self._picture.sheet
        scene, sheet = views.drawn(view, self._who, how.lang, how.memory, how.wide, before)
        if sheet is None:
            self._picture.forget()
            scene.broken = True
        else:
            self._picture.write(sheet, scene)
        if (
            how.board_text
            and (words := position_words.board_text(view, self._who, how.lang, how.memory))
            != self._words
        ):
            scene.board_text = self._words = words
        message.update(vars(scene))
        return message

    def _tell(self, view: Observation, first: int, message: dict[str, Any]) -> None:
        """Adds the moments of the last action and, unless it is there, the log from ``first``."""
        then, before, game, lang = self._view, self._onlooker, view.game, self._how.lang
        self._view, self._onlooker = view, blanked(view, -1)
        is_new = then is not None and view.played == then.played + 1
        message["moments"] = happened(game, before, self._onlooker) if is_new else ()
        if "log" in message:
            return
        lines: list[LogLine] = []
        if view.over:  # nothing is secret any more
            played = written(game, view.seats, [entry.action for entry in view.log])
            lines = position_words.log_lines(played, view.seat, self._who, True, lang)
        elif then is not None and is_new:
            actor, action, name = self._log[first]
            known = before if game.notation.secret(then.s, action) is None else then.s
            says = spoken(game, known, action, name).say(lang, self._who, view.seat)
            lines = [LogLine(actor, says, name)]
        message["log"] = first, lines
