"""A game at this terminal: turns, hiding secrets between people, leaving, the end.

Every screen is made from ``state.observe(seat)`` of the person it is for.
"""

import shlex
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from matou.bots.levels import level
from matou.cli.declaring import FAILED, INTERRUPTED, OK
from matou.cli.parsing import prog
from matou.cli.terminal.choices import Choice, choices_of, find
from matou.cli.terminal.display import Display
from matou.cli.terminal.game import Table
from matou.cli.terminal.narration import Narrator, rule_of, shown, warn_if_slow
from matou.cli.terminal.screen import Screen
from matou.cli.terminal.signals import Stopped, stops_heard, undisturbed
from matou.core.messages import Message, Why, count, say
from matou.core.observation import Observation
from matou.kit.linking import CHANCE
from matou.play import position_words, requests, seats, timeline

if TYPE_CHECKING:
    from matou.bots import Bot

SHORT_COMMANDS = {"": "board", "?": "all"}
# What people type, with synonyms. English words work in every language.
COMMANDS = {
    "board": say("board", context="commands"),
    "log": say("log", context="commands"),
    "score": say("score scores points", context="commands"),
    "undo": say("undo", context="commands"),
    "hint": say("hint", context="commands"),
    "why": say("why rule", context="commands"),
    "resign": say("resign", context="commands"),
    "help": say("help", context="commands"),
    "quit": say("quit exit", context="commands"),
}
HELP = say(
    "To choose, type\n  a number       the choice with that number\n  a few words    the choice "
    "(or choices) they match\n  the notation   as “?” lists it\nOther commands\n  ?       list "
    "everything you can do, with its notation\n  board   show the board again (or just press "
    "Enter)\n  log     show everything that has happened so far\n  score   show the current "
    "points\n  hint    ask a wise cat what to do, and why\n  why     show the rule behind the last "
    "refusal, or for what to do now\n  undo    take back your last move, where fair play allows "
    "it\n  resign  lose the game at once\n  help    show this help\n  quit    save the game and "
    "leave (or press Ctrl-C)"
)


def command(typed: str, lang: str) -> str | None:
    """Returns the command that somebody typed, in English or in their language."""
    word = typed.strip()
    if word in SHORT_COMMANDS:
        return SHORT_COMMANDS[word]
    return next((name for name, words in COMMANDS.items() if means(typed, words, lang)), None)


def means(typed: str, words: Message, lang: str) -> bool:
    """Returns whether somebody typed one of these words, in English or in their language."""
    return seats.folded(typed.strip()) in seats.folded(f"{words.say()} {words.say(lang)}").split()


class Leave(Exception):
    """Somebody wants to stop."""


class Session:
    def __init__(
        self, table: Table, screen: Screen, *, memory: bool = False, lang_asked: str | None = None
    ) -> None:
        self.table = table
        self.screen = screen
        # Options to repeat when the game is resumed.
        self.as_asked = ["--memory"] if memory else []
        self.as_asked += [] if lang_asked is None else ["--lang", lang_asked]
        self.narrator = Narrator(screen, table.who)
        self.names = self.narrator.names
        self.people = table.people
        self.display = Display(table, self.narrator, memory=memory)
        self.viewer: int | None = None  # who looks at the screen
        self.reason: Why | None = None  # of the last refusal
        self.adviser: Bot | None = None  # gives hints

    def run(self) -> int:
        try:
            with stops_heard():
                return self.play()
        except Leave:
            return self.leave(OK)
        except Stopped as stopped:
            return self.leave(stopped.code)
        except KeyboardInterrupt:
            return self.leave(INTERRUPTED)

    def play(self) -> int:
        self.opening()
        while not self.table.state.over:
            actor = self.table.state.actor
            if actor in self.people:
                self.turn(actor)
                continue
            self.table.advance()
            if not self.people:
                self.display.show_news(None)
        return self.ending()

    def opening(self) -> None:
        state, screen = self.table.state, self.screen
        screen.heading(screen.text(state.game.words.TITLE))
        screen.say(say("At the table: {all}."), all=", ".join(self.names))
        if state.history:
            says = say("The game continues where it stopped, after move {count}.")
            screen.say(says, count=len(state.history))
            for seat in self.people:
                # A person who comes back sees the moves since their own last one.
                mine = [i for i, e in enumerate(state.history) if e.actor == seat]
                self.display.seen[seat] = mine[-1] if mine else 0
        screen.say(
            say(
                "Dice, cards and tiles all come from a secret number, the seed, chosen before the "
                "game. This is its fingerprint. At the end you see the seed and can check every "
                "draw:"
            )
        )
        screen.raw(f"  {self.table.dealer.commitment}", "dim")
        if self.people:
            screen.say(
                say(
                    "Type a number, or a few words of a choice. Press Enter to show the board "
                    "again. “hint” gives advice, “help” explains more, “quit” saves and leaves."
                )
            )

    def turn(self, seat: int) -> None:
        if not self.hand_over(seat):
            return
        view = self.table.state.observe(seat)
        self.reason = None
        choices = choices_of(view, self.screen.lang, self.names)
        self.display.show(view, choices)
        while True:
            typed = self.screen.ask("> ")
            if typed is None:
                raise Leave
            text = typed.strip()
            saying = command(text, self.screen.lang)
            if saying is not None and not any(c.name == text for c in choices):
                if self.run_command(saying, view, choices):
                    return
            elif (choice := self.chosen(view, choices, text)) is not None:
                self.table.play(choice.action)
                return

    def hand_over(self, seat: int) -> bool:
        """Hands the screen to this person; returns False if somebody undid a move instead."""
        if self.viewer == seat or len(self.people) == 1 or not self.table.has_secrets():
            if self.viewer is not None and self.viewer != seat:
                # No secrets: everybody has read what is on the shared screen.
                seen = self.display.seen
                seen[seat] = max(seen.get(seat, 0), seen.get(self.viewer, 0))
            self.viewer = seat
            return True
        screen, before = self.screen, self.table.state.history
        who = self.names[seat]
        screen.clear()
        self.display.board_at = -1
        screen.say(say("Pass the device to {who}."), "bold", who=who)
        last = before[-1].actor if before else CHANCE
        if last in self.people and self.table.state.can_undo(last):
            screen.say(say("({who} can still type “undo”.)"), "dim", who=self.names[last])
        ready = say("{who}: press Enter when nobody else is looking. ", who=who)
        while screen.asks:
            typed = screen.ask(screen.text(ready))
            saying = "quit" if typed is None else command(typed, screen.lang)
            if saying == "quit":
                raise Leave
            if saying != "undo":
                break
            if self.undo():
                self.viewer = None  # so that the next screen is hidden too
                return False
        screen.clear()
        self.viewer = seat
        return True

    def chosen(self, view: Observation, choices: list[Choice], typed: str) -> Choice | None:
        """Returns the choice that a line means; None after saying why there is none."""
        screen, groups = self.screen, self.display.groups
        if typed in groups:
            self.display.list_choices(groups[typed])
            return None
        found = find(view, choices, typed)
        if len(found.choices) == 1:
            (choice,) = found.choices
            if not typed.isdigit() or choice.number in self.display.listed:
                return choice
            # The number is hidden in a group: show the group first.
            self.display.list_choices(next(group for group in groups.values() if choice in group))
        elif found.choices:
            matching = count(len(found.choices), "{n} choices match “{text}”:", text=typed)
            screen.say(matching)
            self.display.list_choices(list(found.choices))
        elif found.number is not None:
            says = say("There is only one choice: 1.")
            if len(choices) > 1:
                says = say("There is no choice {number}. Choose from 1 to {last}.")
                says = says.filled(number=found.number, last=len(choices))
            screen.say(says, "yellow")
        else:
            self.refuse(view, typed[:40], found.why)
        return None

    def refuse(self, view: Observation, typed: str, why: Why | None) -> None:
        """Says why something cannot be chosen, which rule forbids it, and how to read that rule."""
        self.reason = why or view.game.why.why_now(view.s)
        says = say("Not possible. {why}")
        if why is None:
            says = say("“{text}” is not one of the choices. {why}", text=typed)
        self.screen.say(says, "yellow", why=self.narrator.say(self.reason.says))
        rule = rule_of(view.game, self.reason, self.screen.lang)
        if rule is not None:
            says = say("The rule is “{title}”: type “why” to read it.", title=rule.title)
            self.screen.say(says, "dim")

    def run_command(self, saying: str, view: Observation, choices: list[Choice]) -> bool:
        """Carries out a command; returns whether the position has changed."""
        screen = self.screen
        if saying == "quit":
            raise Leave
        if saying == "undo":
            return self.undo()
        if saying == "resign":
            return self.resign(view)
        if saying == "help":
            screen.say(HELP)
        elif saying == "log":
            lines = self.table.read_by(view.seat)
            if not lines:
                screen.say(say("Nothing has happened yet."))
            self.narrator.log(lines)
        elif saying == "score":
            self.display.scores(view)
        elif saying == "hint":
            self.hint(view, choices)
        elif saying == "all":
            self.display.list_choices(choices, notation=True)
        elif saying == "why":
            rule = rule_of(view.game, self.reason or view.game.why.why_now(view.s), screen.lang)
            if rule is not None:
                shown(rule, screen, numbered=False)
        else:
            self.display.board(view)
            self.display.offer(view, choices)
        return False

    def hint(self, view: Observation, choices: list[Choice]) -> None:
        """Shows what a strong bot would do with what this person may know, and why."""
        from matou.bots.players import make

        if self.adviser is None:
            warn_if_slow(view.game, self.screen)
            self.adviser = make(view.game, level(requests.HINT_LEVEL).key)
        action = self.adviser.choose(view)
        choice = next(choice for choice in choices if choice.action == action)
        advice = say("A wise cat’s advice: {says}.", says=f"{choice.number} ({choice.says})")
        self.screen.say(advice)
        self.screen.line(self.narrator.say(position_words.because(view, action)))
        self.display.listed.add(choice.number)

    def undo(self) -> bool:
        """Takes back the last action of a person at this terminal, if that is fair."""
        state = self.table.state
        last = state.history[-1].actor if state.history else CHANCE
        if last not in self.people or not state.can_undo(last):
            self.screen.say(
                say(
                    "There is nothing to take back. You cannot take back a draw or anything it "
                    "revealed, somebody else’s move, or the end of the game."
                ),
                "yellow",
            )
            return False
        self.table.play(timeline.UNDO)
        length = len(self.table.state.history)
        self.display.seen = {seat: min(seen, length) for seat, seen in self.display.seen.items()}
        self.display.board_at = -1
        self.screen.say(say("Move taken back."))
        return True

    def resign(self, view: Observation) -> bool:
        """Makes the person at the screen lose, if they confirm it."""
        assert view.seat is not None
        screen = self.screen
        typed = screen.ask(screen.text(say("You lose the game. To resign, type “resign” again: ")))
        if typed is None or command(typed, screen.lang) != "resign":
            screen.say(say("You play on."))
            return False
        self.table.resign(view.seat)
        self.people = self.table.people
        return True

    def leave(self, code: int) -> int:
        file = self.save()
        if file is None:
            return FAILED if code == OK else code
        try:
            self.screen.line()
            saved = say(
                "The game is saved in {file}. The file contains the secret seed, so keep it "
                "private."
            )
            self.screen.say(saved, file=file)
            self.screen.say(say("To continue:"))
            self.suggest("play", "--resume", str(file), *self.as_asked)
        except OSError:
            pass  # the terminal is gone; the game is safe
        return code

    def suggest(self, *words: str) -> None:
        """Shows a command to type."""
        self.screen.raw(f"  {prog()} {shlex.join(words)}", "bold cyan")

    def save(self) -> Path | None:
        """Saves the game: in its file, or else wherever there is room."""
        table = self.table
        with undisturbed():
            for folder in (None, Path.home(), Path(tempfile.gettempdir())):
                if folder is not None:
                    name = table.file.name if table.file else f"{table.dealer.game_id}.matou"
                    table.file, table.may_replace = folder / name, False
                try:
                    return table.save()
                except OSError as error:
                    says = say("{file} could not be written: {why}", file=table.file or Path())
                    self.screen.warn(says, why=error.strerror or str(error))
            self.screen.warn(say("The game could not be saved."))
            return None

    def ending(self) -> int:
        file = self.save()  # first, so that the result is not lost
        state, screen = self.table.state, self.screen
        # Nothing is secret any more, so this screen is for everybody.
        end = state.observe(self.viewer)
        self.display.heading(say("{title} · the end"))
        self.display.show_news(self.viewer, heading=True)
        screen.line()
        self.display.board(end)
        screen.line()
        self.narrator.result(end)
        screen.line()
        screen.say(say("The secret seed of this game was:"))
        screen.raw(f"  {self.table.dealer.seed}", "dim")
        if file is None:
            return FAILED
        screen.say(say("The game is recorded in {file}."), file=file)
        screen.say(say("To check every draw and replay the game:"))
        self.suggest("verify", str(file))
        self.suggest("replay", str(file))
        return OK
