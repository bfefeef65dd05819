"""A page that has a table open: the seat it looks from, and what it is sent of each position.

Up: ``{"do": action, "at": n}``, ``{"undo": true, "at": n}``, ``chat``, ``react``, ``look``,
``hint``, ``why``, ``bot``, ``take``, ``set``, ``sync`` (``requests``). Down: ``view`` (the position
as this page may see it), ``ok`` and ``no`` (answers), ``players``, ``chat``, ``react``, ``hint``,
``rematch``, ``simpler`` (a lower level moved for a bot). ``at`` is the number of a position.
``{"hint": "here"}`` asks for what the page needs to think by itself; after
``{"set": {"draws": true}}`` a page is sent positions and draws them by itself (``page/drawer.py``).
"""

from __future__ import annotations

from typing import Any

from matou.play import copies, views
from matou.play.refusals import Refused
from matou.play.seats import name_of, names_of
from matou.play.table import Table
from matou.play.watching import Step
from matou.play.wire import PageCopy


class Viewer:
    """One open page: whose it is, which seat it looks from, what it was last sent.

    How a message gets there is another's matter: ``tell`` is theirs to write.
    """

    @property
    def is_late(self) -> bool:
        """Does whoever draws lag behind? Then drawings between two positions are left out."""
        return False

    def __init__(
        self,
        table: Table,
        owner: str,
        lang: str,
        memory: bool,
        plain: bool,
        wide: bool,
    ) -> None:
        self.table = table
        self.owner = owner
        self.lang = lang
        self.memory = memory
        self.plain = plain  # a program that wants the position, and no picture of it
        self.wide = wide  # the shape of its window, and so of the picture
        self.draws = False  # does it draw by itself? Then it is sent what it may know
        self.pace = "normal"  # of the bots
        self.muted: frozenset[str] = frozenset()  # people whose words it is not told
        self.seen = True  # or does it lie behind other windows?
        self.seat: int | None = None
        self.lifted = -1  # the seat whose curtain this page has lifted
        self.wants_told = False  # the board in words, for those who read it
        self._picture = PageCopy()
        self._last: dict[str, Any] = {}  # what is sent again only when it changes
        self._lines = 0

    # Which seat

    def choose_seat(self) -> int:
        """Look from the right seat now; the seat behind a curtain, or -1."""
        held = self.table.seats_of(self.owner)
        actor = self.table.state.actor
        if not held:
            self.seat = None
            return -1
        if len(held) == 1:
            self.seat = held[0]
            return -1
        if actor not in held:
            # Several sit before this screen; while none of them acts, only what all may see.
            if self.lifted >= 0 and self.table.state.can_undo(self.lifted):
                return -1
            self.lifted, self.seat = -1, None
            return -1
        curtain = views.veiled(self.table, held)
        if curtain >= 0 and self.lifted != curtain:
            self.lifted, self.seat = -1, None
            return curtain
        self.lifted = self.seat = actor
        return -1

    # Down

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message."""
        raise NotImplementedError

    def show(self, steps: list[Step]) -> None:
        """The positions that led here, one after another, and the one that is now.

        While the server is late, drawings in between are left out: where the game stands is seen
        sooner, and the log tells all of it.
        """
        if self.plain or self.draws or not self.is_late:
            for step in steps[:-1]:
                self.tell(self._view(step, -1))
        if steps:
            before = self.seat
            curtain = self.choose_seat()
            last = steps[-1]
            if self.seat != before:
                self._lines = 0
            self.tell(self._view(last, curtain))

    def whole(self) -> dict[str, Any]:
        """All of it, for a page that has just come (back)."""
        curtain = self.choose_seat()
        table = self.table
        self._picture.forget()
        self._lines, self._last = 0, {}
        step = Step(table.number, table.timeline.count, {self.seat: table.state.observe(self.seat)})
        message = self._view(step, curtain)
        message["whole"] = True
        if "position" in message:
            game = table.game
            message["position"]["game"] = [game.name, game.version, table.kept.options]
        message["players"] = views.players(table, self.lang, self.owner, self.muted)
        message["chat"] = [
            [c.seat, c.name, c.said, c.at] for c in table.chat if c.owner not in self.muted
        ]
        message["fair"] = table.dealer.commitment
        message["hints"] = bool(table.kept.settings.get("hints"))
        message["rematch"] = table.kept.rematch
        message["open"] = table.is_public
        message["simpler"] = table.bots.is_simpler
        message["invites"] = self._invites()
        if (origin := table.timeline.origin) is not None:
            message["continues"] = views.continues(table, origin, self.lang)
        return message

    def _invites(self) -> list[list[Any]]:
        """The links of open seats, for the host alone."""
        if not self.owner or self.table.kept.settings.get("host") != self.owner:
            return []
        return [[i, s.invite] for i, s in enumerate(self.table.seats) if s.kind == "open"]

    def _view(self, step: Step, curtain: int) -> dict[str, Any]:
        table = self.table
        seat = self.seat
        if self.plain:
            return views.plain(table, step, seat)
        who = names_of(table.seats, self.lang, seat)
        is_over = views.seen(table, step, seat).over
        first = 0 if is_over or step.lines < self._lines else self._lines
        if self.draws and table.full:
            message = self._position(step, who, first)
        else:
            message = self._drawn(step, who)
        lines = table.lines[first : step.lines]
        message["log"] = [first, views.log_lines(lines, seat, who, is_over, self.lang)]
        self._lines = step.lines
        message["undo"] = (
            step.number == table.number
            and seat is not None
            and table.state.can_undo(seat)
            and seat in table.seats_of(self.owner)
        )
        if table.time is not None:
            message["clock"] = table.time.told()
        if curtain >= 0:
            message["curtain"] = [curtain, name_of(table.seats, curtain, self.lang)]
        return message

    def _drawn(self, step: Step, who: list[str]) -> dict[str, Any]:
        """A position with its picture, and in words if those are read."""
        table, seat, lang = self.table, self.seat, self.lang
        before = self._picture.sheet
        board = views.board(table, step, seat, who, lang, self.memory, self.wide, before)
        message = dict(board.message)
        if board.sheet is None:
            self._picture.forget()
            message["broken"] = True
        else:
            message.update(self._picture.write(board.sheet))
        if self.wants_told:
            view = views.seen(table, step, seat)
            self._if_new(message, "told", views.told(view, who, lang, self.memory))
        return message

    def _position(self, step: Step, who: list[str], first: int) -> dict[str, Any]:
        """A position for a page that draws by itself, and how it is to be drawn."""
        self._picture.forget()
        message = views.position(self.table, step, self.seat, who, self.lang, first)
        how = {"lang": self.lang, "memory": self.memory, "wide": self.wide, "told": self.wants_told}
        message["position"].update(how)
        return message

    def _if_new(self, message: dict[str, Any], key: str, value: Any) -> None:
        if self._last.get(key) != value:
            message[key] = self._last[key] = value

    def presence_changed(self) -> None:
        players = views.players(self.table, self.lang, self.owner, self.muted)
        self.tell({"t": "players", "players": players})

    async def refresh(self) -> None:
        """Send all of it, once what is being written is durable; and if it is not, what is kept."""
        async with self.table.lock:
            if self.table.broken:
                await copies.catch_up(self.table)
            self.tell(self.whole())

    async def refuse(self, refused: Refused, id: Any) -> None:
        self.tell(views.refusal(refused.code, refused.says, refused.rule, self.lang, id))
        if refused.code in ("stale", "turn", "fault"):
            await self.refresh()

    def seats_changed(self) -> None:
        """Somebody came, left or sat down: tell who is there, and redraw if it matters."""
        self.tell(self.whole())
