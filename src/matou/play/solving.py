"""Puzzles on a page: positions as drawings and words, the solution, and what follows it.

Each request says where the solver is, so nothing is stored between two of them. A page asks its own
Python (``page/host.py``); if it has none, it asks the server (``web/puzzles``)::

    {"ask": "puzzles", "game": …}              every puzzle of a game, the easiest first
    {"ask": "puzzle", "game": …, "id": …, "came": […], "wide": …}   a decision: the first one, or
                                               the one after these outcomes of chance
    {…, "answer": n}                           plays an answer there, and goes on
    {"ask": "puzzle_why", …, "on": […], "picked": […]}   why a click does nothing there
    {"ask": "puzzle_rating", "game": …, "results": [[id, 1], …]}   the solver's rating

``id`` is ``today`` for the puzzle of the day. ``own`` in place of it is a puzzle from a game of
one's own (``core.puzzles.own_puzzle``) with values that another search has ``found``.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from matou.core.game import Game
from matou.core.messages import say
from matou.core.observation import Observation
from matou.core.puzzles import Puzzle, Step, own_puzzle, puzzles_of
from matou.core.refusals import Refusal
from matou.core.registry import find
from matou.core.state import State
from matou.kit.rng import rng_words
from matou.play import daily, position_words
from matou.play.lesson import Showing, names, why_not
from matou.play.protocol.messages import Move
from matou.play.protocol.replays import LessonFrame, PuzzleEntry, PuzzlePart, PuzzleStep
from matou.play.puzzle_rating import SolverRating
from matou.play.refusals import Refused
from matou.play.requests import ids

TODAY = "today"
GONE = say("This puzzle no longer exists. Here is another one.")


@lru_cache
def by_id(name: str) -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in puzzles_of(find(name))}


def with_puzzles(games: Iterable[Game]) -> list[Game]:
    """Returns those of some games that have puzzles."""
    return [game for game in games if by_id(game.name)]


def of_day(name: str, day: str) -> Puzzle:
    """Returns a game's puzzle of a day: the same for everybody."""
    found = list(by_id(name).values())
    digest = hashlib.sha256(f"puzzle of the day {day} {name}".encode()).digest()
    return found[int.from_bytes(digest[:8], "big") % len(found)]


def turn_of_day(games: int) -> int:
    """Returns which of the games has the puzzle of the day (``today.js`` does the same)."""
    return int(daily.now() // daily.SECONDS) % games if games else 0


def rating_of(name: str, results: Iterable[Sequence[Any]]) -> SolverRating:
    """Returns the rating of a solver, given puzzles and whether the first try was right."""
    rating, known = SolverRating(), by_id(name)
    for id, solved in results:
        if id in known:
            rating = rating.after(known[id].rating, bool(solved))
    return rating


def asked(message: Mapping[str, Any]) -> tuple[Puzzle, Step]:
    """Returns the puzzle and the decision that a request is about; raises Refused."""
    game = find(message["game"])
    puzzle = own(game, message["own"]) if message.get("own") else None
    id = message.get("id", "")
    if id == TODAY:
        puzzle = of_day(game.name, daily.today())
    puzzle = puzzle or by_id(game.name).get(id)
    if puzzle is None:
        raise Refused("gone", GONE)
    step = puzzle.first
    for outcome in message["came"]:
        reply = step.reply(outcome)
        if reply is None:
            raise Refused("gone", GONE)
        step = reply
    return puzzle, step


def own(game: Game, data: Mapping[str, Any]) -> Puzzle:
    """Returns a puzzle from an address, which may be damaged; raises Refused."""
    try:
        view = game.from_text(data["position"])
        if not isinstance(view, Observation):
            raise TypeError("a puzzle holds what one seat may know")
        actions = {view.name(action): action for action in view.legal()}
        known = {actions[name]: float(value) / 100 for name, value in data["values"].items()}
        found = {int(a): float(v) for a, v in data["found"]}
        puzzle = own_puzzle(view, {**known, **found}, actions[data["played"]])
        puzzle.first.wrong  # noqa: B018  # there must be one
        return puzzle
    except (Refusal, ValueError, TypeError, LookupError):
        raise Refused("gone", GONE) from None


class Solving(Showing):
    """A decision of a puzzle for one page."""

    def __init__(self, puzzle: Puzzle, step: Step, lang: str, wide: bool) -> None:
        super().__init__(lang, wide, memory=not puzzle.line)  # else the solver has to remember
        self.puzzle, self.step = puzzle, step
        self.who = names(puzzle.start.seats, puzzle.seat, lang)

    def part(self, answer: int | None) -> PuzzlePart:
        """Returns the decision; with an ``answer``, what follows it and the next decision."""
        puzzle, came, step = self.puzzle, "", self.step if answer is None else None
        is_shown = step is puzzle.first and bool(puzzle.line)
        first = self.draw(puzzle.start if is_shown else self.step.position, self.who)
        frames = []
        if is_shown:
            frames = self.frames(puzzle.start.imagine(rng_words(1)), puzzle.line)
        elif answer is not None:
            if answer not in self.step.right:
                raise Refused("wrong", say("That is not the best move. Try again."))
            came, state = self.step.sample(), self.step.state()
            step = self.step.reply(came)
            drawn = came.split() if step else came.split()[:1]
            frames = self.frames(state, [state.name(answer), *drawn])
        seat = daily.seat_words(puzzle.game, puzzle.seat)
        return PuzzlePart(
            id=puzzle.id,
            kind=puzzle.title(self.lang),
            seat=seat.say(self.lang) if puzzle.game.sides else "",
            rating=puzzle.rating,
            difficulty=puzzle.difficulty,
            decisions=puzzle.decisions,
            first=first,
            frames=frames,
            is_shown=is_shown,
            came=came,
            step=self.words(step) if step else None,
        )

    def words(self, step: Step) -> PuzzleStep:
        view, lang, who = step.position, self.lang, self.who
        remember = view.game.memory if self.memory else None
        legal = [Move(a, view.name(a), view.describe(a, lang, who)) for a in view.legal()]
        return PuzzleStep(
            prompt=view.prompt(lang, who),
            rule=position_words.rule_now(view),
            legal=legal,
            right=step.right,
            chances={str(action): value for action, value in step.values.items()},
            hint=step.hint(lang, who),
            reason=step.reason(lang, who, ahead=False),
            aid=remember(view).say(lang, who, view.seat) if remember else "",
            board_text=position_words.board_text(view, who, lang, self.memory),
        )

    def frames(self, state: State, actions: Iterable[str]) -> list[LessonFrame]:
        made, seat = [], self.puzzle.seat
        for name in actions:
            did, moments = self.play(state, name, seat, self.who)
            made.append(LessonFrame(self.draw(state.observe(seat), self.who), did, moments))
        return made


def part(message: Mapping[str, Any], lang: str) -> PuzzlePart:
    puzzle, step = asked(message)
    return Solving(puzzle, step, lang, bool(message.get("wide"))).part(message.get("answer"))


def why(message: Mapping[str, Any], lang: str) -> dict[str, Any]:
    puzzle, step = asked(message)
    who = names(puzzle.start.seats, puzzle.seat, lang)
    return why_not(step.position, ids(message["on"]), ids(message["picked"]), who, lang)


def listed(message: Mapping[str, Any], lang: str) -> dict[str, Any]:
    found = by_id(find(message["game"]).name).values()
    return {"puzzles": [PuzzleEntry(p.id, p.data["kind"], p.rating, p.difficulty) for p in found]}


def rated(message: Mapping[str, Any], lang: str) -> dict[str, Any]:
    rating = rating_of(find(message["game"]).name, message["results"])
    return {"rating": [rating.points, rating.deviation]}


REQUESTS: dict[str, Callable[[Mapping[str, Any], str], Any]] = {
    "puzzle": part,
    "puzzles": listed,
    "puzzle_why": why,
    "puzzle_rating": rated,
}
