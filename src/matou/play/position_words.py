"""A position in words: the prompt, the standings, and how the game ended."""

import logging
from functools import lru_cache

from matou.core.messages import Message, say
from matou.core.observation import Observation
from matou.core.record import Origin
from matou.kit.linking import CHANCE, OVER
from matou.play.log import Line
from matou.play.protocol.messages import Continues, LogLine
from matou.play.results import lost, result
from matou.play.table import Table

log = logging.getLogger("matou.play")

DRAWN_TOGETHER = say(
    "At this table every player’s page has a secret number, and together they "
    "decide each draw. So nobody can choose or foresee a draw, not even the host."
)


def tallies(view: Observation, memory: bool, lang: str) -> list[str]:
    """Returns each seat's standing in a few words; empty if the game has none."""
    standings = [view.game.words.tally(view.s, seat, memory) for seat in range(view.seats)]
    return [words.say(lang) for words in standings if words is not None]


def board_text(view: Observation, who: list[str], lang: str, memory: bool) -> str:
    """Returns the board in words, with the memory help if it is on."""
    try:
        words = view.text(lang, who)
        helps = view.game.memory
        if memory and helps is not None and not view.over:
            words += "\n" + helps(view).say(lang, who, view.seat)
        return words
    except Exception:
        log.exception("%s: the board could not be put in words", view.game.name)
        return ""


def rule_now(view: Observation) -> str:
    """Returns the number of the rule that applies now, as far as the seat may know."""
    try:
        if view.stopped:
            return ""
        return view.ended_by or view.game.why.why_now(view.s).rule
    except Exception:
        log.exception("%s: no rule for what is to be done", view.game.name)
        return ""


def prompt(table: Table, view: Observation, who: list[str], lang: str) -> str:
    """Returns the prompt for a seat, or a notice while players are missing."""
    return now(view, who, lang) if table.full else say("Waiting for the other players.").say(lang)


def now(view: Observation, who: list[str], lang: str) -> str:
    """Returns what to do now, in one sentence."""
    actor = view.actor
    if actor == OVER:
        return result(view.game, view.winners, who, lang, reader=view.seat, out=view.out)
    if actor in (CHANCE, view.seat):
        return view.prompt(lang, who)
    return thinking(who[actor], lang)


@lru_cache(maxsize=1024)
def thinking(name: str, lang: str) -> str:
    return say("{name} is thinking…", name=name).say(lang)


def because(view: Observation, action: int) -> Message:
    """Returns why an action is good, for a hint."""
    return view.game.telling.because(view, action) or say(
        "Looking a few moves ahead, this comes out best."
    )


def how_it_ended(view: Observation, who: list[str], lang: str) -> str:
    """Returns which rule ended the game, and who lost before."""
    rule = [] if view.stopped else [view.game.why.why_now(view.s).says.say(lang, who)]
    return " ".join([*rule, *(lost(out, who, lang, view.seat) for out in view.out)])


def score_lines(view: Observation, seat: int) -> list[Message]:
    """Returns the lines of a seat's score; none if the game was stopped."""
    return [] if view.stopped else view.game.words.score_lines(view.s, seat)


def taken_over(origin: Origin, is_sealed: bool) -> Message:
    """Returns a note on where a game's first moves came from."""
    if is_sealed:
        return say(
            "This table continues a game from a player’s own browser. Everything up to move {n} "
            "comes from there and matches that game’s fingerprint. The fingerprint shown here "
            "covers everything drawn later.",
            n=origin.count,
        )
    return say(
        "This table continues another game. Everything up to move {n} comes from there. The "
        "fingerprint covers everything drawn later.",
        n=origin.count,
    )


def continues(table: Table, origin: Origin, lang: str) -> Continues:
    """Returns a note on the game that this one continues, with a link if it may be viewed."""
    about = table.row.settings["origin"]
    is_sealed = about.get("sealed", False)
    place = "" if is_sealed and not table.state.over else f"{about['path']}#{origin.count}"
    return Continues(taken_over(origin, is_sealed).say(lang), place)


def log_lines(
    lines: list[Line], seat: int | None, who: list[str], is_over: bool, lang: str
) -> list[LogLine]:
    """Returns lines of the log as a seat may read them."""
    read = (line.read_by(seat, is_over) for line in lines)
    return [LogLine(actor, says.say(lang, who, seat), name) for actor, says, name in read]
