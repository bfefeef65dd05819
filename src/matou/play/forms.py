"""A form for a new table, read strictly: who sits where, which rules, what is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from matou.core.game import Game, Option, Value
from matou.core.record import shown
from matou.core.words import BadChoice
from matou.play import clock, text
from matou.play.seats import Seat, clean_name

MODES = ("bot", "friends", "same")
COLOURS = len(text.COLOURS)


@dataclass
class Plan:
    seats: list[Seat]
    settings: dict[str, Any]
    options: dict[str, Value]


def free_colour(asked: str, taken: Sequence[int], otherwise: int) -> int:
    """The colour asked for if it is free, else the next that is."""
    wanted = int(asked) if asked in [str(c) for c in range(COLOURS)] else otherwise
    order: list[int] = [wanted, otherwise, *range(COLOURS)]
    free: int = next(c for c in order if c not in taken)
    return free


def number(fields: dict[str, str], key: str, otherwise: int) -> int:
    value = fields.get(key, str(otherwise))
    if not value.isascii() or not value.isdigit() or len(value) > 3:
        raise ValueError(f"{key}: “{value[:20]}”")
    return int(value)


def options(game: Game, fields: dict[str, str], seats: int) -> dict[str, Value]:
    """The options chosen; one that is left alone is the game's default for its seats."""
    chosen: dict[str, Value] = {}
    for option in game.options:
        asked = fields.get(f"option-{option.name}", "") or each_its_own(option, fields, seats)
        if asked == "":
            continue
        known = {shown(value): value for value in option.values}
        if asked not in known:
            name = game.words.OPTION_NAMES[option.name]
            raise BadChoice(*(f"{w}: “{asked[:20]}”" for w in name))
        chosen[option.name] = known[asked]
    return chosen


def each_its_own(option: Option, fields: dict[str, str], seats: int) -> str:
    """A value made of what was chosen place by place; the others take what is left, in order."""
    asked = [fields.get(f"option-{option.name}-{i}", "") for i in range(seats)]
    if not any(asked):
        return ""
    for letter in option.each:
        if asked.count(letter) > 1:
            raise BadChoice(*(w.format(what=letter) for w in text.CHOSEN_TWICE))
    left = iter([letter for letter in option.each if letter not in asked])
    return "".join(letter or next(left, "") for letter in asked)


def clock_asked(fields: dict[str, str]) -> dict[str, Any] | None:
    """The clock that was chosen, as settings keep it; None for none."""
    kind = fields.get("clock", "")
    if kind == "":
        return None
    when_up = fields.get("when_up", clock.BOT)
    if kind == "live":
        return clock.live(number(fields, "minutes", 10), number(fields, "increment", 10), when_up)
    if kind == "days":
        return clock.daily(number(fields, "days", 3), when_up)
    raise ValueError(f"clock: “{kind[:20]}”")


def who(asked: str, mode: str, level: int) -> tuple[str, int]:
    """Who sits at a place that is not one's own, and how strong a bot is."""
    if asked in [str(level) for level in range(1, len(text.LEVELS) + 1)]:
        return "bot", int(asked)
    if asked == "":
        asked = {"bot": "bot", "friends": "friend", "same": "here"}[mode]
    if asked not in ("bot", "friend", "here"):
        raise ValueError(f"seat: “{asked[:20]}”")
    return asked, level if asked == "bot" else 0


def plan(game: Game, fields: dict[str, str], owner: str, lang: str) -> Plan:
    """The table that a form asks for; ValueError if there is no such table."""
    mode = fields.get("mode", "bot")
    if mode not in MODES:
        raise ValueError(f"mode: “{mode[:20]}”")
    count = game.check_seats(number(fields, "seats", game.min_seats))
    level = number(fields, "level", 2)
    if not 1 <= level <= len(text.LEVELS):
        raise ValueError(f"level: {level}")
    name = clean_name(fields.get("name", ""))  # none: everybody reads it in their language
    first = free_colour(fields.get("colour", ""), (), 0)
    colours = [first, *(c for c in range(COLOURS) if c != first)]
    you = min(number(fields, "you", 0), count - 1)  # a place may have gone with fewer players
    others = iter(colours[1:])
    seats = []
    for i in range(count):
        if i == you:
            seats.append(Seat("person", 0, owner, name, colours[0]))
            continue
        kind, strength = who(fields.get(f"seat{i}", ""), mode, level)
        seat = Seat(colour=next(others))
        if kind == "bot":
            seat.kind, seat.level = "bot", strength
        elif kind == "here":
            called = clean_name(fields.get(f"name{i}", ""))
            seat.kind, seat.owner = "person", owner
            seat.name = called or text.PLAYER.say(lang).format(n=i + 1)
        seats.append(seat)
    settings = {
        "host": owner,
        "watch": fields.get("watch", "") == "1",
        "hints": fields.get("hints", "") == "1",
    }
    if fields.get("public", "") == "1" and any(seat.kind == "open" for seat in seats):
        settings["public"] = True
    if fields.get("rated", "") == "1":
        settings["rated"], settings["hints"] = True, False
    if (time := clock_asked(fields)) is not None:
        settings["clock"] = time
    return Plan(seats, settings, options(game, fields, count))
