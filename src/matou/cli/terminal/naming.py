"""What the seats of a table are called, and how a result is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from matou.cli.terminal import opponents, text
from matou.cli.terminal.screen import Screen
from matou.core.record import Record
from matou.core.state import Observation, Position
from matou.core.words import Words
from matou.kit.linking import CHANCE
from matou.play.log import Told
from matou.play.results import result
from matou.play.text import DEFAULT_NAME, PLAYER


class Names:
    """Everybody at the table by name, in the screen's language."""

    def __init__(self, screen: Screen, who: Mapping[int, str]) -> None:
        self.screen = screen
        self.who = who
        people = [seat for seat, name in who.items() if name not in opponents.KINDS]
        self.alone = people[0] if len(people) == 1 else None  # who is spoken to as 'you'

    @cached_property
    def list(self) -> list[str]:
        """Everybody by seat: 'Anna', 'You', 'Gourmand'; a second cat of a level has its own name,
        and what has none is numbered."""
        said: list[str] = []
        for seat in range(1 + max(self.who)):
            kind = self.who.get(seat, "")
            before = [self.who.get(other, "") for other in range(seat)].count(kind)
            said.append(self.called(seat))
            if before and kind in opponents.KINDS:
                numbered = f"{said[seat]} {before + 1}"
                said[seat] = [*opponents.family(kind), *[numbered] * before][before - 1]
        return said

    def called(self, seat: int) -> str:
        name = self.who.get(seat, "")
        if name in opponents.KINDS:
            return self.screen.tell(opponents.KINDS[name].name)
        if not name and seat == self.alone:
            return self.screen.tell(DEFAULT_NAME)
        return name or self.screen.tell(PLAYER, n=seat + 1)

    def label(self, seat: int) -> str:
        """'Anna', 'You', 'Gourmand 2', 'Player 1'."""
        return self.list[seat]

    def told(self, words: Words) -> str:
        """What a game says, with the players' names; whoever is alone here is spoken to."""
        return words.say(self.screen.lang, self.list, self.alone)


def as_seen(record: Record) -> dict[int, str]:
    """Who sat where; a nameless person stays a seat, for nobody here is 'you'."""
    who = {seat: record.players.get(seat, "") for seat in range(record.seats)}
    return {**who, -9: ""}  # a second nameless one, so that none counts as alone


def tell_line(screen: Screen, names: Names, line: Told, before: str) -> None:
    """'Anna discards a clock, face down', after something that stands before it."""
    style = "dim" if line.actor == CHANCE else ""
    screen.line(before + names.told(line.says), style, hang=len(before) + 2)


def tell_all(
    screen: Screen, names: Names, lines: Sequence[Told], first: int = 1, *, notation: bool = False
) -> None:
    """Lines of a story with their numbers, and with their notation where it was asked for."""
    column = min(12, max((len(line.name) for line in lines), default=0))
    for number, line in enumerate(lines, first):
        written = f"{line.name:<{column}}  " if notation else ""
        tell_line(screen, names, line, f"{number:>4}  {written}")


def show_board(screen: Screen, names: Names, view: Observation) -> None:
    """The board: drawn, where the terminal shows pictures, and in words."""
    sketch = view.game.sketch
    rows = [] if sketch is None else sketch(view, screen.lang, names.list)
    screen.board(rows, view.text(screen.lang, names.list))


def tell_score(
    screen: Screen, names: Names, at: Position, seat: int, memory: bool = True, why: bool = True
) -> None:
    """How a seat stands, and line by line why."""
    words, who = at.game.words, names.label(seat)
    tally = words.tally(at.s, seat, memory)
    if tally is None:
        screen.line(who, "bold")
    else:
        screen.say(text.SCORE_OF, "bold", who=who, score=tally.say(screen.lang))
    for line in words.score_lines(at.s, seat) if why else ():
        screen.line(names.told(line), indent="  ", hang=4)


def show_result(screen: Screen, names: Names, end: Position) -> None:
    """How a game ended, every score line by line, and who won."""
    if not end.stopped:
        screen.line(names.told(end.game.why.why_now(end.s).says))
    for seat in range(end.seats):
        screen.line()
        tell_score(screen, names, end, seat, why=not end.stopped)
    screen.line()
    labels = [names.label(seat) for seat in range(end.seats)]
    you = names.alone if names.alone is not None and not names.who[names.alone] else None
    late = [out.seat for out in end.out]
    screen.line(result(end.winners, labels, screen.lang, reader=you, late=late), "bold")
