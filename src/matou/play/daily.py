"""The cat of the day: a game of each title a day, with the same cat, seat and draws for everybody.

A day lasts from midnight to midnight UTC. Cats and seats take turns by date. The seed follows from
the date, the game and a site's secret key. Without a server there is no key, so anybody can compute
the seed. Until the day ends, nobody gets the seed, the record or a replay of such a game.
"""

import hmac
import time
from collections.abc import Callable, Collection
from datetime import date as Date, timedelta

from matou.bots.levels import LEVELS
from matou.core.game import Game
from matou.core.messages import Message, count, say
from matou.core.observation import Observation
from matou.core.phrases import date
from matou.core.registry import names
from matou.play.keeping import TableRow

WEEK = 7  # days between two missed days that a streak forgives
SECONDS = 86400  # of a day
FACES = {1: "=^.^=", 0: "=o.o=", -1: "=-.-=", -2: "=-.-="}  # by outcome, in a text to share
CLOSED = say(
    "This is a game against the cat of the day. Everybody can look back at these games and check "
    "them after midnight UTC."
)
now: Callable[[], float] = time.time  # tests move this clock


def today() -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(now()))


def hour() -> int:
    """Returns the hour of the day, UTC."""
    return time.gmtime(now()).tm_hour


def end_of(day: str) -> float:
    """Returns when a day ends, in seconds since 1970."""
    return (Date.fromisoformat(day) - Date(1970, 1, 1)).days * SECONDS + SECONDS


def date_words(day: str, lang: str) -> str:
    return date(end_of(day) - 1).say(lang)


def is_closed(row: TableRow) -> bool:
    """Returns whether a table is a game of a day that has not ended."""
    return bool(row.day) and now() < end_of(row.day)


def seed_of(day: str, game: str, key: str = "") -> str:
    return keyed(key, f"cat of the day {day} {game}")


def table_id(owner: str, day: str, game: str, key: str) -> str:
    """Returns the id of a person's table: the same for every server, so that there is one try."""
    return keyed(key, f"table of {owner} {day} {game}")[:12]


def keyed(key: str, message: str) -> str:
    return hmac.digest(key.encode(), message.encode(), "sha256").hex()


def bot_seed(row: TableRow) -> int | None:
    """Returns the seed of the cat, so that it plays alike for everybody; None at other tables."""
    if not row.day:
        return None
    return int.from_bytes(hmac.digest(bytes.fromhex(row.seed), b"cat", "sha256")[:5], "big")


def challenge(game: Game, day: str) -> tuple[int, int]:
    """Returns the cat's level and the person's seat. Cats with a limit in seconds do not play."""
    number, nth = Date.fromisoformat(day).toordinal(), names().index(game.name)
    cats = [i for i, level in enumerate(LEVELS, 1) if not level.seconds]
    turn, round = (number + nth) % len(cats), number // len(cats)
    return cats[turn], (round + nth) % game.min_seats


def streak(played: Collection[str], day: str) -> int:
    """Returns how many days were played in a row up to ``day``, which need not be played yet.

    A missed day is forgiven if no other one was missed within a week.
    """
    played_days, missed, at = 0, None, Date.fromisoformat(day)
    first = min(played, default=day)
    while at.isoformat() >= first:
        if at.isoformat() in played:
            played_days += 1
        elif at.isoformat() != day:
            if missed is not None and (missed - at).days < WEEK:
                break
            missed = at
        at -= timedelta(days=1)
    return played_days


def streak_words(days: Collection[str], lang: str) -> str:
    """Returns the length of today's streak in words, or ''."""
    n = streak(days, today())
    return count(n, "Your streak: {n} day.", "Your streak: {n} days.").say(lang) if n else ""


def outcome(end: Observation, seat: int) -> tuple[int, int, int]:
    """Returns how a game ended for a seat, its score and the best other.

    1 is a win, 0 a draw, -1 a loss, and -2 a loss by giving up or on time: all others come first.
    """
    won = 0 if not end.winners else 1 if seat in end.winners else -1
    if any(out.seat == seat for out in end.out):
        won = -2
    others = [score for i, score in enumerate(end.scores) if i != seat]
    return won, end.scores[seat], max(others)


def seat_words(game: Game, seat: int) -> Message:
    if game.sides is not None:
        return say("Your side: {side}", side=game.sides(seat))
    if seat < 2:
        return say("You play second") if seat else say("You play first")
    return say("You play in seat {n}", n=seat + 1)


def points(game: Game, score: int, against: int) -> str:
    """Returns two scores, or '' if the roles differ and scores cannot be compared."""
    return "" if game.sides is not None else f"{score}–{against}"


def result_words(game: Game, outcome: int, score: int, against: int, lang: str) -> str:
    won, lost = say("Won", context="result"), say("Lost", context="result")
    how = {1: won, 0: say("A draw")}.get(outcome, lost)
    return f"{how.say(lang)} {points(game, score, against)}".strip()


def result(game: Game, end: Observation, seat: int, lang: str) -> tuple[int, str]:
    """Returns how a game ended for a seat, as ``outcome`` does, and its result in words."""
    won, score, against = outcome(end, seat)
    return won, result_words(game, won, score, against, lang)


def shared_text(game: Game, day: str, outcome: int, result: str, link: str, lang: str) -> str:
    """Returns a result to paste elsewhere, which gives nothing of the game away."""
    title = say("Cat of the day").say(lang)
    lines = [f"{title} · {game.words.TITLE.say(lang)} · {day}", f"{result} {FACES[outcome]}", link]
    return "\n".join(lines).strip()
