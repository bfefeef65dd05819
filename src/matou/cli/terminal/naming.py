"""Players, results and rules in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from matou.bots.levels import LEVELS, RANDOM
from matou.cli.parsing import prog
from matou.cli.terminal.screen import Screen
from matou.core.book import Rule
from matou.core.game import Game
from matou.core.messages import Message, Why, say
from matou.core.observation import Observation
from matou.core.position import Position
from matou.core.record import Record
from matou.kit.linking import CHANCE
from matou.play.log import VisibleLine
from matou.play.results import result

KINDS = {level.key: level for level in (RANDOM, *LEVELS)}
DEFAULT = LEVELS[1].key  # neither too weak nor too strong

SLOW = say(
    "Bots think slowly here, so this may take a long time. To find out what is "
    "missing: {prog} doctor"
)


def warn_if_slow(game: Game, screen: Screen) -> None:
    from matou.bots import binding

    if binding.for_long(game) == "interpreted":
        screen.warn(screen.text(SLOW, prog=prog()))


class Names:
    def __init__(self, screen: Screen, who: Mapping[int, str]) -> None:
        self.screen = screen
        self.who = who
        people = [seat for seat, name in who.items() if name not in KINDS]
        self.alone = people[0] if len(people) == 1 else None  # addressed as 'you'

    @classmethod
    def of(cls, screen: Screen, record: Record) -> Names:
        """Returns the names in a record. Nobody here is 'you': nameless people have numbers."""
        names = cls(screen, {seat: record.players.get(seat, "") for seat in range(record.seats)})
        names.alone = None
        return names

    @cached_property
    def list(self) -> list[str]:
        """The names by seat: 'Anna', 'You', 'Gourmand', 'Player 4'."""
        names = []
        for seat, name in sorted(self.who.items()):
            if name in KINDS:
                nth = [self.who[other] for other in range(seat)].count(name)
                names.append(KINDS[name].name_of(nth, self.screen.lang))
            elif name or seat != self.alone:
                names.append(name or self.screen.text(say("Player {n}"), n=seat + 1))
            else:
                names.append(self.screen.text(say("You")))
        return names

    def say(self, words: Message) -> str:
        """Returns a message with the players' names; a person playing alone is 'you'."""
        return words.say(self.screen.lang, self.list, self.alone)


def tell_line(screen: Screen, names: Names, line: VisibleLine, before: str) -> None:
    style = "dim" if line.actor == CHANCE else ""
    screen.line(before + names.say(line.says), style, hang=len(before) + 2)


def tell_all(
    screen: Screen,
    names: Names,
    lines: Sequence[VisibleLine],
    first: int = 1,
    *,
    notation: bool = False,
) -> None:
    """Prints lines of the log with their numbers, and their notation if requested."""
    column = min(12, max((len(line.name) for line in lines), default=0))
    for number, line in enumerate(lines, first):
        written = f"{line.name:<{column}}  " if notation else ""
        tell_line(screen, names, line, f"{number:>4}  {written}")


def show_board(screen: Screen, names: Names, view: Observation) -> None:
    sketch = view.game.sketch
    rows = [] if sketch is None else sketch(view, screen.lang, names.list)
    screen.board(rows, view.text(screen.lang, names.list))


def tell_score(
    screen: Screen, names: Names, at: Position, seat: int, memory: bool = True, why: bool = True
) -> None:
    """Shows a seat's score, and its explanation line by line."""
    words, who = at.game.words, names.list[seat]
    tally = words.tally(at.s, seat, memory)
    if tally is None:
        screen.line(who, "bold")
    else:
        screen.say(say("{who}: {score}"), "bold", who=who, score=tally.say(screen.lang))
    for line in words.score_lines(at.s, seat) if why else ():
        screen.line(names.say(line), indent="  ", hang=4)


def show_result(screen: Screen, names: Names, end: Position) -> None:
    """Shows how a game ended, every score in detail, and who won."""
    if not end.stopped:
        screen.line(names.say(end.game.why.why_now(end.s).says))
    for seat in range(end.seats):
        screen.line()
        tell_score(screen, names, end, seat, why=not end.stopped)
    screen.line()
    you = names.alone if names.alone is not None and not names.who[names.alone] else None
    won = result(end.game, end.winners, names.list, screen.lang, reader=you, out=end.out)
    screen.line(won, "bold")


def rule_of(game: Game, why: Why | None, lang: str) -> Rule | None:
    """Returns the rule that a reason names, if the game has a book."""
    book = game.book(lang)
    return book.rule(why.rule) if why is not None and book is not None else None


def shown(rule: Rule, screen: Screen, *, numbered: bool = True) -> None:
    screen.line(rule.title, "bold", " " * 8)
    screen.item(rule.rule if numbered else "", rule.text, 4)
    rulings(rule.rulings, " " * 8, screen)


def rulings(found: tuple[str, ...], indent: str, screen: Screen) -> None:
    for said in found:
        screen.line(screen.text(say("Our ruling. ")) + said, "italic dim", indent)
