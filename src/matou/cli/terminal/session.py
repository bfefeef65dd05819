"""A game at this terminal: turns, the curtain between people, leaving, the end.

Every screen is made from ``state.observe(seat)`` of the person it is for.
"""

from __future__ import annotations

import shlex
import tempfile
from pathlib import Path

from matou.cli.complaint import FINE, INTERRUPTED, NEGATIVE
from matou.cli.parsing import prog
from matou.cli.rule_text import rule_of, shown
from matou.cli.terminal import text
from matou.cli.terminal.choices import MANY, Choice, choices_of, find, fold, grouped
from matou.cli.terminal.game import Table
from matou.cli.terminal.naming import (
    Names,
    show_board,
    show_result,
    tell_all,
    tell_line,
    tell_score,
)
from matou.cli.terminal.screen import Screen
from matou.cli.terminal.signals import Stopped, stops_heard, undisturbed
from matou.core.state import Observation
from matou.core.words import Why, Words
from matou.kit.linking import CHANCE
from matou.play.log import Told
from matou.play.timeline import UNDO

LETTERS = "abcdefghijklmnopqrstuvwxyz"
SAYINGS = {
    "board": "board", "plateau": "board", "": "board",
    "log": "log", "journal": "log",
    "score": "score", "scores": "score", "points": "score",
    "undo": "undo", "annuler": "undo",
    "why": "why", "rule": "why", "pourquoi": "why", "regle": "why",
    "help": "help", "aide": "help",
    "quit": "quit", "exit": "quit", "quitter": "quit",
    "?": "all",
}  # fmt: skip


class Leave(Exception):
    """Somebody wants to stop here."""


class Sitting:
    """Plays a table to its end, or until somebody leaves."""

    def __init__(
        self, table: Table, screen: Screen, *, memory: bool = False, lang_asked: str | None = None
    ) -> None:
        self.table = table
        self.screen = screen
        self.memory = memory
        self.lang_asked = lang_asked
        self.names = Names(screen, table.who)
        self.title = table.state.game.words.TITLE.say(screen.lang)
        self.people = table.people
        self.viewer: int | None = None  # whose screen this is now
        self.seen: dict[int | None, int] = {}  # how much of the story each was told
        self.board_at = -1  # the moment the board was last shown
        self.groups: dict[str, list[Choice]] = {}  # letters on the screen now
        self.listed: set[int] = set()  # numbers this person has been shown for this decision
        self.reason: Why | None = None  # of the last refusal

    # --- the course of a game

    def run(self) -> int:
        """The whole evening; the exit code."""
        try:
            with stops_heard():
                return self.evening()
        except Leave:
            return self.leave(FINE)
        except Stopped as stopped:
            return self.leave(stopped.code)
        except KeyboardInterrupt:
            return self.leave(INTERRUPTED)

    def evening(self) -> int:
        """From the opening to the end, if nobody leaves."""
        self.opening()
        while not self.table.state.over:
            actor = self.table.state.actor
            if actor in self.people:
                self.turn(actor)
                continue
            self.table.advance()
            if not self.people:
                self.tell_news(None)
        return self.ending()

    def opening(self) -> None:
        state, screen = self.table.state, self.screen
        screen.heading(self.title)
        seats = [self.names.label(seat) for seat in range(state.seats)]
        screen.say(text.TABLE, all=", ".join(seats))
        if state.history:
            screen.say(text.RESUMED, count=len(state.history))
            for seat in self.people:
                # Whoever comes back is told the moves since their own last one.
                mine = [i for i, e in enumerate(state.history) if e.actor == seat]
                self.seen[seat] = mine[-1] if mine else 0
        screen.say(text.PROMISE)
        screen.raw(f"  {self.table.dealer.commitment}", "dim")
        if self.people:
            screen.say(text.HOW)

    def turn(self, seat: int) -> None:
        """One decision of a person."""
        if not self.hand_over(seat):
            return
        view = self.table.state.observe(seat)
        self.reason = None
        choices = choices_of(view, self.screen.lang, self.names.list)
        self.show(view, choices)
        while True:
            typed = self.screen.ask("> ")
            if typed is None:
                raise Leave
            text = typed.strip()
            saying = SAYINGS.get(fold(text))
            if saying is not None and not any(c.name == text for c in choices):
                if self.obey(saying, view, choices):
                    return
                continue
            choice = self.chosen(view, choices, text)
            if choice is not None:
                self.table.play(choice.action)
                return

    def hand_over(self, seat: int) -> bool:
        """Make the screen this person's; False if they undid instead of taking it."""
        if self.viewer == seat or len(self.people) == 1 or not self.table.has_secrets():
            if self.viewer is not None and self.viewer != seat:
                # No secrets: all look at one screen, and have all read what is on it.
                self.seen[seat] = max(self.seen.get(seat, 0), self.seen.get(self.viewer, 0))
            self.viewer = seat
            return True
        screen, before = self.screen, self.table.state.history
        who = self.names.label(seat)
        screen.clear()
        self.board_at = -1
        screen.say(text.PASS_ON, "bold", who=who)
        last = before[-1].actor if before else CHANCE
        if last in self.people and self.table.state.can_undo(last):
            screen.say(text.PASS_UNDO, "dim", who=self.names.label(last))
        while screen.asks:
            typed = screen.ask(screen.tell(text.READY, who=who))
            if typed is None:
                raise Leave
            saying = SAYINGS.get(fold(typed.strip()))
            if saying == "quit":
                raise Leave
            if saying == "undo":
                if self.undo():
                    self.viewer = None  # whoever typed it, the next screen has its curtain too
                    return False
                continue
            break
        screen.clear()
        self.viewer = seat
        return True

    def chosen(self, view: Observation, choices: list[Choice], typed: str) -> Choice | None:
        """The choice a line means; None after saying why it means none."""
        screen = self.screen
        if typed in self.groups:
            self.list_choices(self.groups[typed])
            return None
        found = find(view, choices, typed)
        if len(found.choices) == 1:
            (choice,) = found.choices
            if not typed.isdigit() or choice.number in self.listed:
                return choice
            # A number still folded away in a group: nobody should play it unseen.
            self.list_choices(next(g for g in self.groups.values() if choice in g))
            return None
        if found.choices:
            screen.say(text.SEVERAL, count=len(found.choices), text=typed)
            self.list_choices(found.choices)
        elif found.number is not None:
            if len(choices) == 1:
                screen.say(text.ONLY_CHOICE, "yellow")
            else:
                screen.say(text.NOT_IN_LIST, "yellow", number=found.number, last=len(choices))
        elif found.why is not None:
            self.reason = found.why
            why = self.names.told(found.why.says)
            screen.say(text.REFUSED, "yellow", why=why)
            self.offer_rule()
        else:
            self.reason = view.game.why.why_now(view.s)
            why = self.names.told(self.reason.says)
            screen.say(text.NO_ACTION, "yellow", text=typed[:40], why=why)
            self.offer_rule()
        return None

    def offer_rule(self) -> None:
        """The rule of a refusal by its title; one word opens it."""
        rule = rule_of(self.table.state.game, self.reason)
        if rule is not None:
            self.screen.say(text.RULE_SAYS_WHY, "dim", title=rule.title)

    def obey(self, saying: str, view: Observation, choices: list[Choice]) -> bool:
        """Carry out a command word; True if the position has changed."""
        screen = self.screen
        if saying == "quit":
            raise Leave
        if saying == "undo":
            return self.undo()
        if saying == "help":
            screen.say(text.HELP)
        elif saying == "log":
            lines = self.story(view.seat)
            if not lines:
                screen.say(text.NOTHING_YET)
            tell_all(screen, self.names, lines)
        elif saying == "score":
            self.scores(view)
        elif saying == "all":
            self.list_choices(choices, notation=True)
        elif saying == "why":
            rule = rule_of(view.game, self.reason or view.game.why.why_now(view.s))
            if rule is not None:
                shown(rule, screen, numbered=False)
        else:
            self.board(view)
            self.offer(view, choices)
        return False

    def undo(self) -> bool:
        """Take back the last action of whoever at this terminal did it, if that is fair."""
        state = self.table.state
        last = state.history[-1].actor if state.history else CHANCE
        if last not in self.people or not state.can_undo(last):
            self.screen.say(text.NO_UNDO, "yellow")
            return False
        self.table.play(UNDO)
        count = len(self.table.state.history)
        self.seen = {seat: min(seen, count) for seat, seen in self.seen.items()}
        self.board_at = -1
        self.screen.say(text.UNDONE)
        return True

    # --- what a person sees

    def story(self, viewer: int | None) -> list[Told]:
        return self.table.read_by(viewer)

    def tell_news(self, viewer: int | None) -> None:
        """What happened since this viewer last looked."""
        lines = self.story(viewer)
        for line in lines[self.seen.get(viewer, 0) :]:
            tell_line(self.screen, self.names, line, "  ")
        self.seen[viewer] = len(lines)

    def show(self, view: Observation, choices: list[Choice]) -> None:
        """A person's turn: what happened, the board when it changed hands, what to do."""
        seat = view.seat
        assert seat is not None
        others = (e.actor not in (seat, CHANCE) for e in self.table.state.history[self.board_at :])
        fresh = self.board_at < 0 or any(others)
        if fresh:
            alone = seat == self.names.alone and not self.table.who[seat]
            heading = text.YOUR_TURN if alone else text.TURN_OF
            self.screen.heading(
                self.screen.tell(heading, title=self.title, who=self.names.label(seat))
            )
        if len(self.story(seat)) > self.seen.get(seat, 0):
            if fresh:
                self.screen.say(text.HAPPENED, "bold")
            self.tell_news(seat)
        if fresh:
            self.screen.line()
            self.board(view)
        self.offer(view, choices)

    def board(self, view: Observation) -> None:
        """The board drawn and in words, with the memory help where it was asked for."""
        screen = self.screen
        show_board(screen, self.names, view)
        remember = view.game.memory
        if self.memory and remember is not None:
            words: Words = remember(view)
            screen.say(text.MEMORY, "bold")
            screen.line(self.names.told(words), indent="  ", hang=4)
        self.board_at = view.played

    def offer(self, view: Observation, choices: list[Choice]) -> None:
        """What may be done now, and the list of choices."""
        self.groups, self.listed = {}, set()
        self.screen.line()
        prompt = view.prompt(self.screen.lang, self.names.list)
        if view.seat is not None and self.table.state.can_undo(view.seat):
            prompt += f"  ({self.screen.tell(text.CAN_UNDO)})"
        self.screen.line(prompt, "bold")
        self.list_choices(choices)

    def list_choices(self, choices: list[Choice], notation: bool = False) -> None:
        """Choices with their numbers; very many in groups, each behind a letter."""
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
            says = self.screen.tell(text.GROUP, head=head, count=len(group))
            self.screen.item(letter, says, 3)
        self.groups = opened
        self.screen.say(text.GROUP_HINT, "dim", "  ")

    def scores(self, view: Observation) -> None:
        """How everybody stands, and how that comes about unless it is kept until the end."""
        kept_back = view.game.scores_at_end and not self.memory
        for seat in range(view.seats):
            tell_score(self.screen, self.names, view, seat, self.memory, not kept_back)
        if kept_back:
            self.screen.say(text.SCORES_HIDDEN)

    # --- leaving, and the end

    def leave(self, code: int) -> int:
        """Save, and say how to go on."""
        file = self.save()
        if file is None:
            return NEGATIVE if code == FINE else code
        try:
            self.screen.line()
            self.screen.say(text.SAVED, file=file)
            self.screen.say(text.GO_ON)
            self.screen.raw(f"  {self.again(file)}", "bold cyan")
        except OSError:
            pass  # the terminal is gone; the game is safe
        return code

    def again(self, file: Path) -> str:
        """The exact command that goes on with the game."""
        words = ["play", "--resume", str(file)]
        if self.memory:
            words.append("--memory")
        if self.lang_asked is not None:
            words += ["--lang", self.lang_asked]
        return f"{prog()} {shlex.join(words)}"

    def save(self) -> Path | None:
        """Write the game down: where it belongs, or else wherever there is room."""
        table = self.table
        with undisturbed():
            for folder in (None, Path.home(), Path(tempfile.gettempdir())):
                if folder is not None:
                    name = table.file.name if table.file else f"{table.dealer.game_id}.matou"
                    table.file, table.may_replace = folder / name, False
                try:
                    return table.save()
                except OSError as error:
                    file = table.file or Path()
                    why = error.strerror or str(error)
                    self.screen.warn(self.screen.tell(text.NOT_SAVED_THERE, file=file, why=why))
            self.screen.warn(self.screen.tell(text.NOT_SAVED))
            return None

    def ending(self) -> int:
        """The last moves, the last board, the result, the seed, the record."""
        file = self.save()  # first of all, lest the result be lost
        state, screen = self.table.state, self.screen
        # Once over nothing is secret, so there is one last screen for all.
        viewer = self.viewer
        end = state.observe(viewer)
        screen.heading(screen.tell(text.THE_END, title=self.title))
        told = self.seen.get(viewer, 0)
        if len(self.story(viewer)) > told:
            screen.say(text.HAPPENED, "bold")
            self.tell_news(viewer)
        screen.line()
        self.board(end)
        screen.line()
        show_result(screen, self.names, end)
        screen.line()
        screen.say(text.SEED)
        screen.raw(f"  {self.table.dealer.seed}", "dim")
        if file is None:
            return NEGATIVE
        screen.say(text.RECORD_IN, file=file)
        screen.say(text.CHECK_IT)
        for word in ("verify", "replay"):
            screen.raw(f"  {prog()} {shlex.join([word, str(file)])}", "bold cyan")
        return FINE
