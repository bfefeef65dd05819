"""Analysis of a finished game: the part that a page computes, and the result in words.

A page gets every decision of the game as the seat to move knew it, searches them with the game's
WebAssembly module, and sends the results back (``static/replay/analysis.js``). This module checks
them against the game and puts them into sentences.
"""

from collections.abc import Sequence
from typing import Any

from matou.bots.analyse import ITERATIONS, SEEN_ENOUGH, Moment, decisions, looker, put_together
from matou.bots.levels import at_table
from matou.bots.luck import Luck, draws
from matou.core.messages import say
from matou.core.observation import Observation
from matou.core.puzzles import Puzzle, own_puzzle
from matou.core.record import Record
from matou.core.registry import find
from matou.play import thinking
from matou.play.log import blanked
from matou.play.protocol.messages import Question
from matou.play.protocol.program_requests import Drawn, Findings, Judged
from matou.play.protocol.replays import MissedMove
from matou.play.replay import Replay

BOT_LEVEL = 4  # the level named in the texts
QUICK = 120_000  # iterations of a quick analysis, about
CONFIRMING = 8000  # iterations of the search that confirms a missed move
LEAST = 60  # iterations of a search


class BadAnalysis(ValueError):
    """Raised when a page's results do not fit the game."""


def questions(record: Record, module: str, *, is_quick: bool = False) -> dict[str, Any]:
    """Returns the positions that a page searches to analyse a game, and its ``module`` file.

    A quick analysis searches less the longer the game is, for a headline within seconds.
    """
    made, drawn = list(decisions(record)), list(draws(record))
    full = QUICK // max(1, len(made) + len(drawn)) if is_quick else ITERATIONS
    full = min(ITERATIONS, max(LEAST, full))
    bot = looker(record, full)

    def asked(view: Observation | None, iterations: int = full) -> Question | None:
        if view is None:
            return None
        return thinking.question(view, iterations, bot.seed_of(view))

    return {
        "module": module,
        "enough": full / SEEN_ENOUGH,
        "decisions": [
            {
                "number": d.number,
                "seat": d.seat,
                "action": d.action,
                "before": asked(d.view),
                "after": asked(d.after),
                "worth": d.worth,
            }
            for d in made
        ],
        "draws": [
            {
                "number": d.number,
                "came": d.came,
                "outcomes": [
                    {
                        "part": o.part,
                        "view": asked(o.view, o.iterations(i == d.came, full)),
                        "returns": o.returns,
                    }
                    for i, o in enumerate(d.outcomes)
                ],
            }
            for d in drawn
        ],
    }


def checked(replay: Replay, found: Findings) -> dict[str, Any]:
    """Returns a page's results as an analysis. Raises BadAnalysis if they do not fit the game."""
    record = replay.record
    assert record is not None
    return put_together(record, moments(record, found.moments), lucks(record, found.draws)).data()


def moments(record: Record, judged: Sequence[Judged]) -> list[Moment]:
    """Returns a page's decisions as moments. Raises BadAnalysis if they do not fit the game."""
    made = list(decisions(record))
    if [j.number for j in judged] != [d.number for d in made]:
        raise BadAnalysis("these are not the decisions of this game")
    found = []
    for j, d in zip(judged, made, strict=True):
        if j.best not in d.names or len(j.chances) != record.seats:
            raise BadAnalysis(f"action {j.number} does not fit")
        about = (j.number, d.seat, d.played, d.names[j.best], j.chance, j.best_chance)
        found.append(Moment(*about, tuple(j.chances)))
    return found


def lucks(record: Record, drawn: Sequence[Drawn]) -> list[Luck]:
    """Returns a page's chance events as luck. Raises BadAnalysis if they do not fit the game."""
    if [d.number for d in drawn] != [d.number for d in draws(record)]:
        raise BadAnalysis("these are not the draws of this game")
    if any(len(d.gains) != record.seats for d in drawn):
        raise BadAnalysis("a draw does not fit")
    return [Luck(d.number, tuple(d.gains)) for d in drawn]


def missed(record: Record, data: dict[str, Any], seats: Sequence[int]) -> Puzzle | None:
    """Returns the clearest mistake of some seats as a puzzle; None if they made none.

    ``data`` is the analysis of the game. It knows the best action and the one played.
    """
    lost = [m for m in data["moments"] if m["number"] in data["mistakes"] and m["seat"] in seats]
    if not lost:
        return None
    worst = max(lost, key=lambda m: m["best_chance"] - m["chance"])
    there = next(d for d in decisions(record) if d.number == worst["number"])
    best = next(a for a, name in there.names.items() if name == worst["best"])
    known = {best: worst["best_chance"], there.action: worst["chance"]}
    return own_puzzle(there.view, known, there.action)


def missed_move(replay: Replay, data: dict[str, Any], module: str) -> MissedMove | None:
    """Returns the reader's clearest mistake (in an opened record, anybody's) for a page.

    ``module`` is the file with which the page searches, or '' if it cannot.
    """
    record, game = replay.record, replay.positions.game
    if record is None or not module or find(game.name).version != game.version:
        return None
    seats = range(len(replay.seats)) if replay.own is None else [replay.own]
    puzzle = missed(record, data, seats)
    if puzzle is None or puzzle.first.equal == len(puzzle.first.values):  # a page sent nonsense
        return None
    view, played = puzzle.position, puzzle.first.played
    question = thinking.question(view, CONFIRMING, looker(record, CONFIRMING).seed_of(view))
    assert played is not None
    return MissedMove(game.name, played, module, question, puzzle.data)


def in_words(
    replay: Replay, data: dict[str, Any], lang: str, module: str | None = None
) -> dict[str, Any]:
    """Returns an analysis for a page: sentences, and the positions they refer to."""
    module = thinking.module(replay.positions.game) if module is None else module
    # Positions before the first decision show the chances of the first decision.
    chances = [[m["number"] - 1, m["chances"]] for m in data["moments"]]
    if data["returns"]:
        chances.append([replay.positions.count, data["returns"]])
    lines, wrong = replay.positions.lines, set(data["mistakes"])
    return {
        "state": "done",
        "chances": chances,
        "missed": missed_move(replay, data, module),
        "bot": say(
            "What {bot} thought of each position, knowing only what the player to move knew. It is "
            "a strong cat, not an oracle.",
            bot=at_table(BOT_LEVEL).name.say(lang),
        ).say(lang),
        "mistakes": [mistake(replay, m, lang) for m in data["moments"] if m["number"] in wrong],
        "turnings": [
            {
                "at": t["number"] - 1,
                "seat": t["seat"],
                "actor": lines[t["number"] - 1].own.actor,
                "what": what(replay, t["number"], data, lang),
                "before": t["before"],
                "after": t["after"],
                "mistake": t["mistake"],
            }
            for t in data["turning_points"]
        ],
        "luck": [
            {"luck": luck, "lost": lost}
            for luck, lost in zip(data["lucky"], data["given_away"], strict=True)
        ],
        "strokes": [
            {
                "at": s["number"],
                "seat": s["seat"],
                "what": replay.tell(lines[s["number"] - 1].own.says, lang),
                "gain": s["gain"],
            }
            for s in data["strokes"]
        ],
    }


def mistake(replay: Replay, moment: dict[str, Any], lang: str) -> dict[str, Any]:
    at, seat = moment["number"] - 1, moment["seat"]
    state = replay.positions.state(at)
    best = state.parse(moment["best"])
    highlights = replay.positions.sheet(at, seat, lang, replay.names(lang)).highlights
    return {
        "at": at,
        "seat": seat,
        "played": replay.tell(replay.positions.lines[at].own.says, lang),
        "best": replay.tell(state.game.words.describe(blanked(state, seat), best), lang),
        "chance": moment["chance"],
        "best_chance": moment["best_chance"],
        "shine": [id for id, light in highlights.items() if best in light.actions],
    }


def what(replay: Replay, number: int, data: dict[str, Any], lang: str) -> str:
    """Describes a turning point: the decision, and up to two chance events after it."""
    later = [m["number"] for m in data["moments"] if m["number"] > number]
    until = min(later, default=replay.positions.count + 1)
    first, *rest = replay.positions.lines[number - 1 : until - 1]
    lucky = [line for line in rest if line.own.actor < 0][:2]
    return " · ".join(replay.tell(line.own.says, lang) for line in (first, *lucky))
