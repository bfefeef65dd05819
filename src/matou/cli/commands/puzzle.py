"""``matou puzzle``: a position to solve, with hints, and a solution with its reason."""

import argparse
import random

from matou.bots.levels import LEVELS
from matou.cli.declaring import GAME, OK, Arg, Command, CommandError, N
from matou.cli.lookup import all_games, find_game
from matou.cli.terminal.choices import choices_of, find
from matou.cli.terminal.naming import Names, show_board, tell_line
from matou.cli.terminal.screen import Screen
from matou.cli.terminal.session import command, means
from matou.core.messages import say
from matou.core.observation import Observation
from matou.core.puzzles import Puzzle, Step, puzzles_of
from matou.core.state import State
from matou.kit.rng import rng_words
from matou.play import log

NO_PUZZLE = say("No puzzle of {title} matches.")
HEAD = say("{title} · {kind} · difficulty {n} of {most}")
HOW = say(
    "Find the best move. Type its number, or a few words of it. “hint” helps, “solution” shows the "
    "answer, “quit” leaves."
)
WATCH = say("Watch what happens, and remember it. Then press Enter. ")
NOT_BEST = say("That is not the best move. Try again.")
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
        raise CommandError(NO_PUZZLE, title=game.words.TITLE)
    Solving(random.choice(found), screen).run()
    return OK


class Solving:
    """One puzzle at this terminal."""

    def __init__(self, puzzle: Puzzle, screen: Screen) -> None:
        self.puzzle = puzzle
        self.screen = screen
        others = iter(LEVELS)
        seats = range(puzzle.start.seats)
        who = {seat: "" if seat == puzzle.seat else next(others).key for seat in seats}
        self.names = Names(screen, who)

    def run(self) -> None:
        puzzle, screen = self.puzzle, self.screen
        title = puzzle.game.words.TITLE.say(screen.lang)
        kind, most = puzzle.title(screen.lang), len(LEVELS)
        head = screen.text(HEAD, title=title, kind=kind, n=puzzle.difficulty, most=most)
        screen.heading(f"{head} · {puzzle.id}")
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
        start = self.puzzle.start
        show_board(self.screen, self.names, start)
        self.tell(start.imagine(rng_words(1)), self.puzzle.line)
        self.screen.ask(self.screen.text(WATCH))
        self.screen.clear()

    def tell(self, state: State, actions: list[str]) -> None:
        for name in actions:
            line = log.play(state, state.parse(name)).read_by(self.puzzle.seat, state.over)
            tell_line(self.screen, self.names, line, "  ")

    def show(self, view: Observation) -> None:
        show_board(self.screen, self.names, view)
        remember = view.game.memory
        if remember is not None and not self.puzzle.line:
            self.screen.say(say("Memory aid:"), "bold")
            self.screen.line(self.names.say(remember(view)), indent="  ", hang=4)
        self.screen.line()
        self.screen.line(view.prompt(self.screen.lang, self.names.list), "bold")
        for choice in choices_of(view, self.screen.lang, self.names.list):
            self.screen.item(f"{choice.number:>3}", choice.says, 3)

    def solve(self, step: Step) -> bool:
        """Asks until the decision is solved; returns False if the solver leaves."""
        view, screen, names = step.position, self.screen, self.names.list
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
                screen.say(NOT_BEST, "yellow")


COMMAND = Command(
    "puzzle",
    say("solve a puzzle"),
    say(
        "Shows a position in which one move is clearly best, confirmed by several "
        "deep searches. Find it; try as often as you like. Some puzzles go on from "
        "there, with whatever chance brings."
    ),
    (
        Arg("game", say("the game (see: matou games)"), GAME, optional=True),
        Arg(
            "--difficulty",
            say("from 1 to {most}: the weakest cat that finds the answer", most=len(LEVELS)),
            N,
            number=(1, len(LEVELS)),
        ),
        Arg("--id", say("one particular puzzle, by the code after its title"), say("CODE")),
    ),
    (
        ("puzzle {game}", say("any puzzle of a game")),
        ("puzzle {game} --difficulty 2", say("an easy one")),
    ),
    run,
)
