"""Finds games and options by what people type. Games that cannot be loaded are reported."""

from functools import cache
from typing import NamedTuple

from matou.cli.declaring import VALUES, CommandError
from matou.cli.parsing import near
from matou.core.components import BadComponents
from matou.core.game import Game, Option, Value
from matou.core.grammar import languages
from matou.core.messages import say
from matou.core.record import shown
from matou.core.registry import find, names
from matou.play.seats import folded


class Games(NamedTuple):
    games: tuple[Game, ...]
    broken: dict[str, str]  # names of games that cannot be loaded, and why


def all_games() -> Games:
    games, broken = [], {}
    for name in names():
        try:
            games.append(find(name))
        except BadComponents as refusal:
            broken[name] = str(refusal)
        except Exception as error:
            broken[name] = f"{type(error).__name__}: {error}"
    return Games(tuple(games), broken)


def plain(text: str) -> str:
    """Returns the plain letters and digits: 'Château' is 'chateau', 'Chop! Chop!' 'chopchop'."""
    return "".join(c for c in folded(text) if c.isalnum())


def find_game(name: str) -> Game:
    """Finds a game by its name, its title, or an unambiguous beginning."""
    games, broken = all_games()
    typed = plain(name)
    if typed in broken:
        raise CommandError("The game {name} cannot be loaded: {why}", name=typed, why=broken[typed])
    if not games:
        raise CommandError("No games are installed.")
    for game in games:
        titles = (game.words.TITLE.say(lang) for lang in languages())
        if typed in map(plain, (game.name, *titles)):
            return game
    begun = [game for game in games if len(typed) >= 3 and plain(game.name).startswith(typed)]
    if len(begun) == 1:
        return begun[0]
    names = [game.name for game in games]
    unknown = say("Unknown game “{name}”. Choose from: {all}.", name=name, all=", ".join(names))
    raise CommandError(near(unknown, name, names))


def option_of(game: Game, text: str) -> tuple[Option, Value]:
    """Reads 'ladder=player' as an option of a game and its value."""
    if not game.options:
        raise CommandError("{game} has no options.", game=game.name)
    name, equals, value = text.partition("=")
    known = {o.name: o for o in game.options}
    if not equals:
        first = game.options[0]
        raise CommandError(
            "Write “{text}” as {form}, for example {example}.",
            text=text,
            form=VALUES["NAME=VALUE"],
            example=f"{first.name}={shown(first.values[-1])}",
        )
    if name not in known:
        unknown = say("{game} has no option “{name}”. Its options are: {all}.", name=name)
        raise CommandError(near(unknown.filled(game=game.name, all=", ".join(known)), name, known))
    return known[name], value_of(known[name], value)


@cache
def answers() -> dict[str, bool]:
    words = {"on": True, "off": False}
    for lang in languages():
        words |= {folded(say("yes").say(lang)): True, folded(say("no").say(lang)): False}
    return words


def value_of(option: Option, text: str) -> Value:
    values = {shown(v): v for v in option.values}
    for key, value in values.items():
        if key.lower() == text.lower():
            return value
    answer = answers().get(folded(text))
    if answer is not None and any(v is answer for v in option.values):
        return answer
    unknown = say("Option {name} cannot be “{value}”. Choose from: {all}.", name=option.name)
    raise CommandError(near(unknown.filled(value=text, all=few([*values])), text, values))


def check_fits(game: Game, seats: int) -> None:
    """Raises CommandError if an option's value does not fit the number of seats."""
    for option in game.options:
        value = game.chosen.get(option.name, option.for_seats(seats))
        if option.fits is not None and not option.fits(value, seats):
            good = [shown(v) for v in option.values if option.fits(v, seats)]
            says = say(
                "Option {name} cannot be “{value}” with {seats} players. Choose from: {all}.",
                name=option.name,
            )
            raise CommandError(says, value=shown(value), seats=seats, all=few(good))


def check_seat(seat: int, seats: int) -> None:
    if seat >= seats:
        says = say("There is no seat {seat} at this table. Choose from 0 to {last}.", seat=seat)
        raise CommandError(says, last=seats - 1)


def few(values: list[str]) -> str:
    return ", ".join(values if len(values) <= 12 else [*values[:11], f"… ({len(values)})"])
