"""``matou puzzle``: a position to solve, with hints, and a solution with its reason."""

import argparse
import random

from matou.bots.levels import LEVELS
from matou.cli.declaring import OK, Arg, Command, CommandError
from matou.cli.lookup import all_games, find_game
from matou.cli.terminal.choices import choices_of, find
from matou.cli.terminal.narration import Narrator
from matou.cli.terminal.screen import Screen
from matou.cli.terminal.session import command, means
from matou.core.messages import say
from matou.core.observation import Observation
from matou.core.puzzles import Puzzle, Step, puzzles_of
from matou.core.state import State
from matou.kit.rng import rng_words
from matou.play import log

HOW = say(
    "Find the best move. Type its number, or a few words of it. “hint” helps, “solution” shows the "
    "answer, “quit” leaves."
)
SOLUTION = say("solution answer", context="commands")


def run(args: argparse.Namespace, screen: Screen) -> int:
    games = [find_game(args.game)] if args.game else [g for g in all_games().games if puzzles_of(g)]
    game = random.choice(games)
    found = [
        puzzle
        for puzzle in puzzles_of(game)
        if args.difficulty in (None, puzzle.difficulty) and args.id in (None, puzzle.id)
    ]
    if not found:
        raise CommandError("No puzzle of {title} matches.", title=game.words.TITLE)
    Solving(random.choice(found), screen).run()
    return OK


class Solving:
    def __init__(self, puzzle: Puzzle, screen: Screen) -> None:
        self.puzzle = puzzle
        self.screen = screen
        others = iter(LEVELS)
        seats = range(puzzle.start.seats)
        who = {seat: "" if seat == puzzle.seat else next(others).key for seat in seats}
        self.narrator = Narrator(screen, who)

    def run(self) -> None:
        puzzle, screen = self.puzzle, self.screen
        head = say("{title} · {kind} · difficulty {n} of {most}", title=puzzle.game.words.TITLE)
        kind = puzzle.title(screen.lang)
        head = head.filled(kind=kind, n=puzzle.difficulty, most=len(LEVELS))
        screen.heading(f"{screen.text(head)} · {puzzle.id}")
        if puzzle.line:
            self.watch()
        step: Step | None = puzzle.first
        while step is not None and self.solve(step):
            outcome = step.sample()
            state = step.state()
            seen = outcome.split() if outcome in step.then else outcome.split()[:1]
            self.tell(state, [state.name(step.answer), *seen])
            step = step.reply(outcome)

    def watch(self) -> None:
        """Shows what the solver must remember, and hides it again."""
        start, screen = self.puzzle.start, self.screen
        self.narrator.board(start)
        self.tell(start.imagine(rng_words(1)), self.puzzle.line)
        screen.ask(screen.text(say("Watch what happens, and remember it. Then press Enter. ")))
        screen.clear()

    def tell(self, state: State, actions: list[str]) -> None:
        for name in actions:
            line = log.play(state, state.parse(name)).read_by(self.puzzle.seat, state.over)
            self.narrator.line(line, "  ")

    def show(self, view: Observation) -> None:
        screen, names = self.screen, self.narrator.names
        self.narrator.board(view, memory=not self.puzzle.line)
        screen.line()
        screen.line(view.prompt(screen.lang, names), "bold")
        for choice in choices_of(view, screen.lang, names):
            screen.item(f"{choice.number:>3}", choice.says, 3)

    def solve(self, step: Step) -> bool:
        """Asks until the decision is solved; returns False if the solver leaves."""
        view, screen, names = step.position, self.screen, self.narrator.names
        self.show(view)
        screen.say(HOW, "dim")
        choices = choices_of(view, screen.lang, names)
        while True:
            typed = screen.ask("> ")
            saying = "quit" if typed is None else command(typed, screen.lang)
            if typed is None or saying == "quit":
                return False
            if saying == "board":
                self.show(view)
            elif saying == "hint":
                screen.line(step.hint(screen.lang, names))
            elif means(typed, SOLUTION, screen.lang):
                screen.line(step.reason(screen.lang, names))
                return True
            elif len(found := find(view, choices, typed.strip()).choices) != 1:
                screen.say(HOW, "yellow")
            elif step.check(found[0].action):
                screen.say(say("Right!"), "bold green")
                screen.line(step.reason(screen.lang, names))
                return True
            else:
                screen.say(say("That is not the best move. Try again."), "yellow")


COMMAND = Command(
    "puzzle",
    say("solve a puzzle"),
    say(
        "Shows a position in which one move is clearly best, confirmed by several deep searches. "
        "Find it; try as often as you like. Some puzzles go on from there, with whatever chance "
        "brings."
    ),
    (
        Arg("game GAME", say("the game (see: matou games)"), optional=True),
        Arg(
            "--difficulty N",
            say("from 1 to {most}: the weakest cat that finds the answer", most=len(LEVELS)),
            (1, len(LEVELS)),
        ),
        Arg("--id CODE", say("one particular puzzle, by the code after its title")),
    ),
    {
        "puzzle {game}": say("any puzzle of a game"),
        "puzzle {game} --difficulty 2": say("an easy one"),
    },
    run,
)
