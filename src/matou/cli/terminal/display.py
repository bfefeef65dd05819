"""Shows a table at this terminal to one person after another.

Everything is made from ``state.observe(seat)`` of the person it is for.
"""

from matou.cli.terminal.choices import MANY, Choice, grouped
from matou.cli.terminal.game import Table
from matou.cli.terminal.naming import Names, show_board, tell_line, tell_score
from matou.cli.terminal.screen import Screen
from matou.core.messages import say
from matou.core.observation import Observation
from matou.kit.linking import CHANCE
from matou.play.log import VisibleLine

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Display:
    """Shows news, the board and the choices, and remembers what each person has seen."""

    def __init__(self, table: Table, screen: Screen, names: Names, *, memory: bool) -> None:
        self.table = table
        self.screen = screen
        self.names = names
        self.memory = memory
        self.title = table.state.game.words.TITLE.say(screen.lang)
        self.seen: dict[int | None, int] = {}  # how much of the log each person has seen
        self.board_at = -1  # the number of actions when the board was last shown
        self.groups: dict[str, list[Choice]] = {}  # by the letters on the screen
        self.listed: set[int] = set()  # numbers of choices shown for this decision

    def log(self, viewer: int | None) -> list[VisibleLine]:
        return self.table.read_by(viewer)

    def show_news(self, viewer: int | None) -> None:
        lines = self.log(viewer)
        for line in lines[self.seen.get(viewer, 0) :]:
            tell_line(self.screen, self.names, line, "  ")
        self.seen[viewer] = len(lines)

    def show(self, view: Observation, choices: list[Choice]) -> None:
        """Shows a person's turn: the news, the board if others have moved, and the choices."""
        seat = view.seat
        assert seat is not None
        others = (e.actor not in (seat, CHANCE) for e in self.table.state.history[self.board_at :])
        fresh = self.board_at < 0 or any(others)
        if fresh:
            alone = seat == self.names.alone and not self.table.who[seat]
            heading = say("{title} · your turn") if alone else say("{title} · {who} to play")
            self.screen.heading(
                self.screen.text(heading, title=self.title, who=self.names.list[seat])
            )
        if len(self.log(seat)) > self.seen.get(seat, 0):
            if fresh:
                self.screen.say(say("What happened:"), "bold")
            self.show_news(seat)
        if fresh:
            self.screen.line()
            self.board(view)
        self.offer(view, choices)

    def board(self, view: Observation) -> None:
        """Shows the board drawn and in words, and the memory aid if it is on."""
        screen = self.screen
        show_board(screen, self.names, view)
        remember = view.game.memory
        if self.memory and remember is not None:
            words = remember(view)
            screen.say(say("Memory aid:"), "bold")
            screen.line(self.names.say(words), indent="  ", hang=4)
        self.board_at = view.played

    def offer(self, view: Observation, choices: list[Choice]) -> None:
        self.groups, self.listed = {}, set()
        self.screen.line()
        prompt = view.prompt(self.screen.lang, self.names.list)
        if view.seat is not None and self.table.state.can_undo(view.seat):
            prompt += f"  ({self.screen.text(say('“undo” takes back your last move.'))})"
        self.screen.line(prompt, "bold")
        self.list_choices(choices)

    def list_choices(self, choices: list[Choice], notation: bool = False) -> None:
        """Lists choices with their numbers; many are in groups, each behind a letter."""
        groups = grouped(choices) if len(choices) > MANY and not notation else []
        if len(groups) > 1:
            self.list_groups([g.choices for g in groups], [g.head for g in groups])
            return
        column = min(12, max((len(c.name) for c in choices), default=0)) if notation else 0
        self.listed |= {choice.number for choice in choices}
        for choice in choices:
            before = f"{choice.number:>3}" + (f"  {choice.name:<{column}}" if notation else "")
            self.screen.item(before, choice.says, 3)

    def list_groups(self, groups: list[list[Choice]], heads: list[str]) -> None:
        opened: dict[str, list[Choice]] = {}
        for group, head in zip(groups, heads, strict=True):
            if len(group) == 1:
                self.listed.add(group[0].number)
                self.screen.item(str(group[0].number), group[0].says, 3)
                continue
            letter = LETTERS[len(opened)]
            opened[letter] = group
            says = self.screen.text(say("{head} … ({count} ways)"), head=head, count=len(group))
            self.screen.item(letter, says, 3)
        self.groups = opened
        self.screen.say(
            say("A letter opens a group; words narrow the list; ? shows everything."), "dim", "  "
        )

    def scores(self, view: Observation) -> None:
        """Shows everybody's score, with an explanation unless it is hidden until the end."""
        is_hidden = view.game.scores_at_end and not self.memory
        for seat in range(view.seats):
            tell_score(self.screen, self.names, view, seat, self.memory, not is_hidden)
        if is_hidden:
            self.screen.say(say("In this game, points are counted at the end."))
