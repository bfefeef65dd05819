"""Shows a table at this terminal to one person after another.

Everything is made from ``state.observe(seat)`` of the person it is for.
"""

from string import ascii_lowercase

from matou.cli.terminal.choices import MANY, Choice, Group, grouped
from matou.cli.terminal.game import Table
from matou.cli.terminal.narration import Narrator
from matou.core.messages import Message, say
from matou.core.observation import Observation
from matou.kit.linking import CHANCE


class Display:
    """Shows news, the board and the choices, and remembers what each person has seen."""

    def __init__(self, table: Table, narrator: Narrator, *, memory: bool) -> None:
        self.table = table
        self.screen = narrator.screen
        self.narrator = narrator
        self.memory = memory
        self.seen: dict[int | None, int] = {}  # how much of the log each person has seen
        self.board_at = -1  # the number of actions when the board was last shown
        self.groups: dict[str, list[Choice]] = {}  # by the letters on the screen
        self.listed: set[int] = set()  # numbers of choices shown for this decision

    def show_news(self, viewer: int | None, *, heading: bool = False) -> None:
        """Shows what a person has not read of the log."""
        lines = self.table.read_by(viewer)
        news = lines[self.seen.get(viewer, 0) :]
        if news and heading:
            self.screen.say(say("What happened:"), "bold")
        for line in news:
            self.narrator.line(line, "  ")
        self.seen[viewer] = len(lines)

    def show(self, view: Observation, choices: list[Choice]) -> None:
        """Shows a person's turn: the news, the board if others have moved, and the choices."""
        seat = view.seat
        assert seat is not None
        others = (e.actor not in (seat, CHANCE) for e in self.table.state.history[self.board_at :])
        fresh = self.board_at < 0 or any(others)
        if fresh:
            alone = seat == self.narrator.alone and not self.table.who[seat]
            heading = say("{title} · your turn") if alone else say("{title} · {who} to play")
            self.heading(heading, who=self.narrator.names[seat])
        self.show_news(seat, heading=fresh)
        if fresh:
            self.screen.line()
            self.board(view)
        self.offer(view, choices)

    def heading(self, says: Message, **values: object) -> None:
        title = self.table.state.game.words.TITLE
        self.screen.heading(self.screen.text(says, title=title, **values))

    def board(self, view: Observation) -> None:
        self.narrator.board(view, memory=self.memory)
        self.board_at = view.played

    def offer(self, view: Observation, choices: list[Choice]) -> None:
        self.groups, self.listed = {}, set()
        self.screen.line()
        prompt = view.prompt(self.screen.lang, self.narrator.names)
        if view.seat is not None and self.table.state.can_undo(view.seat):
            prompt += f"  ({self.screen.text(say('“undo” takes back your last move.'))})"
        self.screen.line(prompt, "bold")
        self.list_choices(choices)

    def list_choices(self, choices: list[Choice], notation: bool = False) -> None:
        """Lists choices with their numbers; many are in groups, each behind a letter."""
        groups = grouped(choices) if len(choices) > MANY and not notation else []
        if len(groups) > 1:
            self.list_groups(groups)
            return
        column = min(12, max((len(c.name) for c in choices), default=0)) if notation else 0
        self.listed |= {choice.number for choice in choices}
        for choice in choices:
            before = f"{choice.number:>3}" + (f"  {choice.name:<{column}}" if notation else "")
            self.screen.item(before, choice.says, 3)

    def list_groups(self, groups: list[Group]) -> None:
        self.groups = {}
        for head, choices in groups:
            if len(choices) == 1:
                self.listed.add(choices[0].number)
                self.screen.item(str(choices[0].number), choices[0].says, 3)
                continue
            letter = ascii_lowercase[len(self.groups)]
            self.groups[letter] = choices
            says = self.screen.text(say("{head} … ({count} ways)"), head=head, count=len(choices))
            self.screen.item(letter, says, 3)
        self.screen.say(
            say("A letter opens a group; words narrow the list; ? shows everything."), "dim", "  "
        )

    def scores(self, view: Observation) -> None:
        """Shows everybody's score, with an explanation unless it is hidden until the end."""
        is_hidden = view.game.scores_at_end and not self.memory
        for seat in range(view.seats):
            self.narrator.score(view, seat, self.memory, not is_hidden)
        if is_hidden:
            self.screen.say(say("In this game, points are counted at the end."))
