"""Tells people at a terminal about a game: what happened, boards, scores, results, rules."""

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


def warn_if_slow(game: Game, screen: Screen) -> None:
    from matou.bots import binding

    if binding.for_long(game) == "interpreted":
        slow = say(
            "Bots think slowly here, so this may take a long time. To find out what is missing: "
            "{prog} doctor"
        )
        screen.warn(slow, prog=prog())


class Narrator:
    """Prints what happens at one table, with the players' names."""

    def __init__(self, screen: Screen, who: Mapping[int, str]) -> None:
        self.screen = screen
        self.who = who
        people = [seat for seat, name in who.items() if name not in KINDS]
        self.alone = people[0] if len(people) == 1 else None  # addressed as 'you'

    @classmethod
    def of(cls, screen: Screen, record: Record) -> Narrator:
        """Returns one for a record. Nobody here is 'you': nameless people have numbers."""
        made = cls(screen, {seat: record.players.get(seat, "") for seat in range(record.seats)})
        made.alone = None
        return made

    @cached_property
    def names(self) -> list[str]:
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
        return words.say(self.screen.lang, self.names, self.alone)

    def line(self, line: VisibleLine, before: str) -> None:
        style = "dim" if line.actor == CHANCE else ""
        self.screen.line(before + self.say(line.says), style, hang=len(before) + 2)

    def log(self, lines: Sequence[VisibleLine], first: int = 1, *, notation: bool = False) -> None:
        """Prints lines of the log with their numbers, and their notation if requested."""
        column = min(12, max((len(line.name) for line in lines), default=0))
        for number, line in enumerate(lines, first):
            written = f"{line.name:<{column}}  " if notation else ""
            self.line(line, f"{number:>4}  {written}")

    def board(self, view: Observation, *, memory: bool = False) -> None:
        """Shows the board drawn and in words, and the memory aid if it is wanted."""
        screen, game = self.screen, view.game
        rows = [] if game.sketch is None else game.sketch(view, screen.lang, self.names)
        screen.board(rows, view.text(screen.lang, self.names))
        if memory and game.memory is not None:
            screen.say(say("Memory aid:"), "bold")
            screen.line(self.say(game.memory(view)), indent="  ", hang=4)

    def score(self, at: Position, seat: int, memory: bool = True, why: bool = True) -> None:
        """Shows a seat's score, and its explanation line by line."""
        words, who = at.game.words, self.names[seat]
        tally = words.tally(at.s, seat, memory)
        if tally is None:
            self.screen.line(who, "bold")
        else:
            self.screen.say(say("{who}: {score}"), "bold", who=who, score=tally)
        for line in words.score_lines(at.s, seat) if why else ():
            self.screen.line(self.say(line), indent="  ", hang=4)

    def result(self, end: Position) -> None:
        """Shows how a game ended, every score in detail, and who won."""
        screen = self.screen
        if not end.stopped:
            screen.line(self.say(end.game.why.why_now(end.s).says))
        for seat in range(end.seats):
            screen.line()
            self.score(end, seat, why=not end.stopped)
        screen.line()
        you = self.alone if self.alone is not None and not self.who[self.alone] else None
        won = result(end.game, end.winners, self.names, screen.lang, reader=you, out=end.out)
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
