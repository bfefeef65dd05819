"""An open page of a table: the seat it views from, and its view of each position."""

from typing import Any

from matou.core.observation import Observation
from matou.play import copies, position_words, views
from matou.play.host import Step, Watcher
from matou.play.protocol import messages
from matou.play.protocol.fields import filled
from matou.play.refusals import Refused
from matou.play.seats import name_of, names_of
from matou.play.table import Table
from matou.play.wire import PageCopy


class Viewer(Watcher):
    """One open page: its owner, its seat, and what it was last sent.

    Subclasses implement ``tell``, which transports messages.
    """

    @property
    def is_late(self) -> bool:
        """Returns whether drawing lags behind; intermediate drawings are then skipped."""
        return False

    def __init__(
        self, table: Table, owner: str, lang: str, memory: bool, plain: bool, wide: bool
    ) -> None:
        self.table = table
        self.owner = owner
        self.lang = lang
        self.memory = memory
        self.plain = plain  # a program, which gets positions without pictures
        self.wide = wide  # the window is wide, and so is the picture
        self.lifted = -1  # the seat whose curtain this page has lifted
        self.board_text = False  # the page wants the board in words
        self.picture = PageCopy()
        self._board_text = ""  # the board in words, as last sent
        self._lines = -1  # of the log that the page has; -1 if it has none of this seat

    # Seat

    def choose_seat(self) -> int:
        """Chooses the seat to view from. Returns the seat behind a curtain, or -1."""
        held = self.table.seats_of(self.owner)
        if len(held) < 2:
            self.seat = held[0] if held else None
            return -1
        actor = self.table.state.actor
        if actor not in held:
            # On a shared screen where none of the players acts, show only what all may see.
            if self.lifted >= 0 and self.table.can_undo(self.lifted):
                return -1
            self.lifted, self.seat = -1, None
            return -1
        is_veiled = self.table.full and self.table.timeline.has_secrets(actor)
        if is_veiled and self.lifted != actor:
            self.lifted, self.seat = -1, None
            return actor
        self.lifted = self.seat = actor
        return -1

    # Messages to the page

    def show(self, steps: list[Step]) -> None:
        """Sends the intermediate positions and the current one.

        If the server lags behind, it skips intermediate drawings, so that the current position
        arrives sooner. The log still has every line.
        """
        if self.plain or self.draws or not self.is_late:
            for step in steps[:-1]:
                self.tell(self._view(step, -1))
        if steps:
            before, curtain = self.seat, self.choose_seat()
            if self.seat != before:
                self._lines = -1
            self.tell(self._view(steps[-1], curtain))

    def whole(
        self, *, has_runs: bool = False
    ) -> messages.View | messages.UndrawnView | messages.PlainView:
        """Returns the full view, for a page that connects or reconnects, or that has all before."""
        curtain, table = self.choose_seat(), self.table
        self.picture.forget(has_runs=has_runs and not (self.draws and table.full))
        self._lines, self._board_text = -1, ""
        step = Step(table.number, table.timeline.count, {self.seat: table.state.observe(self.seat)})
        message = self._view(step, curtain)
        message.whole = True
        if isinstance(message, messages.UndrawnView):
            message.position.how = messages.DrawingOptions(
                *(table.game.name, table.game.version, table.row.options, table.state.seats),
                *(self.lang, self.memory, self.wide, self.board_text),
            )
        message.players = views.players(table, self.lang, self.owner, self.muted)
        message.chat = [
            messages.ChatLine(c.seat, c.name, c.said, c.at)
            for c in table.chat
            if c.owner not in self.muted
        ]
        message.fair = table.dealer.commitment
        message.hints = bool(table.row.settings.get("hints"))
        message.rematch = table.row.rematch
        message.daily = bool(table.row.day)
        message.open = table.is_public
        message.simpler = table.bots.is_simpler
        message.invites = views.invites(table, self.owner)
        if (origin := table.timeline.origin) is not None:
            message.continues = position_words.continues(table, origin, self.lang)
        elif table.dealer.chains:
            message.continues = messages.Continues(position_words.DRAWN_TOGETHER.say(self.lang), "")
        return message

    def _view(
        self, step: Step, curtain: int
    ) -> messages.View | messages.UndrawnView | messages.PlainView:
        table, seat = self.table, self.seat
        if self.plain:
            return views.plain(table, step, seat)
        view = step.seen.get(seat) or views.seen(table, step, seat)
        first = 0 if self._lines < 0 or view.over else min(self._lines, step.lines)
        draws = self.draws and table.full
        message = self._undrawn(step, view, first) if draws else self._drawn(step, view, first)
        self._lines = step.lines
        message.undo = (
            step.number == table.timeline.number
            and seat is not None
            and table.can_undo(seat)
            and table.holds(self.owner, seat)
        )
        if table.time is not None:
            message.clock = table.time.message()
        if curtain >= 0:
            message.curtain = messages.Curtain(curtain, name_of(table.seats, curtain, self.lang))
        return message

    def _undrawn(self, step: Step, view: Observation, first: int) -> messages.UndrawnView:
        """Returns a position for a page that draws by itself."""
        message = views.undrawn(self.table, step, view, self.lang, first)
        _, log = message.position.log
        if self._lines < 0:
            message.position.who = self._names()
            if not view.over:
                message.log = first, self._log(step, view, first, message.position.who)
        elif log and (last := log[-1]).action < 0:
            secret = self.table.state.history[first].secret
            assert secret is not None, "only a secret action is hidden"
            says = secret.says.say(self.lang, self._names(), self.seat)
            message.log = first, [messages.LogLine(last.actor, says, secret.name)]
        return message

    def _names(self) -> list[str]:
        return names_of(self.table.seats, self.lang, self.seat)

    def _log(
        self, step: Step, view: Observation, first: int, who: list[str]
    ) -> list[messages.LogLine]:
        lines = self.table.lines[first : step.lines]
        return position_words.log_lines(lines, self.seat, who, view.over, self.lang)

    def _drawn(self, step: Step, view: Observation, first: int) -> messages.View:
        """Returns a position with its picture, and in words if the page wants them."""
        table, lang, who = self.table, self.lang, self._names()
        before = self.picture.sheet
        board = views.board(table, step, view, who, lang, self.memory, self.wide, before)
        message = filled(messages.View, vars(board.message).copy())
        message.log = first, self._log(step, view, first, who)
        if board.sheet is None:
            self.picture.forget()
            message.broken = True
        else:
            self.picture.write(board.sheet, message)
        if self.board_text:
            text = position_words.board_text(view, who, lang, self.memory)
            if text != self._board_text:
                message.board_text = self._board_text = text
        return message

    def presence_changed(self) -> None:
        players = views.players(self.table, self.lang, self.owner, self.muted)
        self.tell(messages.Players(players))

    async def refresh(self) -> None:
        """Sends the full view once pending writes are durable; reloads a broken table first."""
        async with self.table.lock:
            if self.table.broken:
                await copies.catch_up(self.table)
            self.tell(self.whole())

    def answer(self, answer: messages.Ok, id: int | str | None) -> None:
        answer.id = id
        if answer.at < 0:
            answer.at = self.table.number
        self.tell(answer)

    async def refuse(self, refused: Refused, id: Any) -> None:
        self.tell(messages.No(id, refused.code, refused.says.say(self.lang), refused.rule))
        if refused.code in ("stale", "turn", "fault"):
            await self.refresh()

    def seats_changed(self) -> None:
        self.tell(self.whole(has_runs=True))
