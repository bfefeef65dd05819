"""Parses the form for a new table: seats, options and settings."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from matou.bots.levels import LEVELS
from matou.core.game import Game, Option, Value
from matou.core.messages import each, say
from matou.core.record import shown
from matou.core.refusals import BadChoice
from matou.play import clock
from matou.play.seats import Seat, clean_name

MODES = ("bot", "friends", "same")
COLOURS = each("teal | violet | green | blue | pink")


class SetUp(NamedTuple):
    """A new table, before it is opened."""

    game: Game
    seats: list[Seat]
    settings: dict[str, Any]
    options: dict[str, Any]


def free_colour(asked: str, taken: Sequence[int], otherwise: int) -> int:
    """Returns the requested colour if it is free, else the next free one."""
    numbers = range(len(COLOURS))
    wanted = [number for number in numbers if asked == str(number)]
    free: int = next(c for c in (*wanted, otherwise, *numbers) if c not in taken)
    return free


def number(fields: dict[str, str], key: str, otherwise: int) -> int:
    value = fields.get(key, str(otherwise))
    if not value.isascii() or not value.isdigit() or len(value) > 3:
        raise ValueError(f"{key}: “{value[:20]}”")
    return int(value)


def options(game: Game, fields: dict[str, str], seats: int) -> dict[str, Value]:
    """Returns the chosen options. An option left empty takes the game's default."""
    chosen: dict[str, Value] = {}
    for option in game.options:
        asked = fields.get(f"option-{option.name}", "") or each_its_own(option, fields, seats)
        known = {shown(value): value for value in option.values}
        if asked in known:
            chosen[option.name] = known[asked]
        elif asked != "":
            name = game.words.OPTION_NAMES[option.name]
            raise BadChoice("{option}: “{value}”", option=name, value=asked[:20])
    return chosen


def each_its_own(option: Option, fields: dict[str, str], seats: int) -> str:
    """Returns an option value composed of one letter per seat; unset seats get the rest."""
    asked = [fields.get(f"option-{option.name}-{i}", "") for i in range(seats)]
    if not any(asked):
        return ""
    for letter in option.each:
        if asked.count(letter) > 1:
            raise BadChoice(
                "{what} is chosen for two seats. Choose a different one for each.", what=letter
            )
    left = iter([letter for letter in option.each if letter not in asked])
    return "".join(letter or next(left, "") for letter in asked)


def clock_asked(fields: dict[str, str]) -> dict[str, Any] | None:
    kind = fields.get("clock", "")
    when_up = fields.get("when_up", clock.BOT)
    if kind == "live":
        return clock.live(number(fields, "minutes", 10), number(fields, "increment", 10), when_up)
    if kind == "days":
        return clock.daily(number(fields, "days", 3), when_up)
    if kind != "":
        raise ValueError(f"clock: “{kind[:20]}”")
    return None


def other_seat(fields: dict[str, str], i: int, mode: str, level: int, here: Seat) -> Seat:
    """Returns a seat that is not the first person's: ``here`` for somebody at the same screen."""
    asked = fields.get(f"seat{i}", "") or {"bot": "bot", "friends": "friend", "same": "here"}[mode]
    if asked == "bot":
        return Seat("bot", level)
    if asked in map(str, range(1, len(LEVELS) + 1)):
        return Seat("bot", int(asked))
    if asked not in ("friend", "here"):
        raise ValueError(f"seat: “{asked[:20]}”")
    return here if asked == "here" else Seat()


def plan(game: Game, fields: dict[str, str], owner: str, lang: str) -> SetUp:
    """Returns the table that a form describes. Raises ValueError if it is invalid."""
    mode = fields.get("mode", "bot")
    if mode not in MODES:
        raise ValueError(f"mode: “{mode[:20]}”")
    count = game.check_seats(number(fields, "seats", game.min_seats))
    level = number(fields, "level", 2)
    if not 1 <= level <= len(LEVELS):
        raise ValueError(f"level: {level}")
    name = clean_name(fields.get("name", ""))  # empty: a default in each reader's language
    first = free_colour(fields.get("colour", ""), (), 0)
    colours = sorted(range(len(COLOURS)), key=lambda c: c != first)
    # The seat may be gone if there are fewer players now.
    you = min(number(fields, "you", 0), count - 1)
    others = iter(colours[1:])
    seats = []
    for i in range(count):
        if i == you:
            seats.append(Seat("person", 0, owner, name, colours[0]))
            continue
        called = clean_name(fields.get(f"name{i}", "")) or say("Player {n}", n=i + 1).say(lang)
        seats.append(other_seat(fields, i, mode, level, Seat("person", 0, owner, called)))
        seats[-1].colour = next(others)
    ticked = {key for key, value in fields.items() if value == "1"}
    settings: dict[str, Any] = {"host": owner}
    settings |= {"watch": "watch" in ticked, "hints": "hints" in ticked}
    if "public" in ticked and any(seat.kind == "open" for seat in seats):
        settings["public"] = True
    if "rated" in ticked:
        settings["rated"], settings["hints"] = True, False
    if (time := clock_asked(fields)) is not None:
        settings["clock"] = time
    return SetUp(game, seats, settings, options(game, fields, count))
