"""Finds games and options by what people type. Games that cannot be loaded are reported."""

from dataclasses import dataclass
from functools import cache

from matou.cli.declaring import CommandError
from matou.cli.parsing import near
from matou.core.components import BadComponents
from matou.core.game import Game, Option, Value
from matou.core.grammar import languages
from matou.core.messages import say
from matou.core.phrases import lines
from matou.core.record import shown
from matou.core.registry import find, names
from matou.play.seats import folded

BROKEN_GAME = say("The game {name} cannot be loaded: {why}")
NO_OPTION = say("{game} has no option “{name}”. Its options are: {all}.")
NO_VALUE = say("Option {name} cannot be “{value}”. Choose from: {all}.")
NOT_SO_MANY = say("Option {name} cannot be “{value}” with {seats} players. Choose from: {all}.")
NO_SEAT = say("There is no seat {seat} at this table. Choose from 0 to {last}.")
NO_EQUALS = say("Write “{text}” as {form}, for example {example}.")


@dataclass(frozen=True)
class Games:
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
    games, broken = all_games().games, all_games().broken
    if plain(name) in broken:
        raise CommandError(BROKEN_GAME, name=plain(name), why=broken[plain(name)])
    if not games:
        raise CommandError(say("No games are installed."))
    for game in games:
        if plain(name) in {
            plain(game.name),
            *(plain(game.words.TITLE.say(lang)) for lang in languages()),
        }:
            return game
    begun = [g for g in games if len(plain(name)) >= 3 and plain(g.name).startswith(plain(name))]
    if len(begun) == 1:
        return begun[0]
    names = [g.name for g in games]
    unknown = say("Unknown game “{name}”. Choose from: {all}.", name=name, all=", ".join(names))
    raise CommandError(lines([unknown, *near(name, names)]))


def option_of(game: Game, text: str) -> tuple[Option, Value]:
    """Reads 'ladder=player' as an option of a game and its value."""
    if not game.options:
        raise CommandError(say("{game} has no options.", game=game.name))
    name, equals, value = text.partition("=")
    known = {o.name: o for o in game.options}
    if not equals:
        first = game.options[0]
        raise CommandError(
            NO_EQUALS,
            text=text,
            form=say("NAME=VALUE"),
            example=f"{first.name}={shown(first.values[-1])}",
        )
    if name not in known:
        unknown = NO_OPTION.filled(game=game.name, name=name, all=", ".join(known))
        raise CommandError(lines([unknown, *near(name, [*known])]))
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
    unknown = NO_VALUE.filled(name=option.name, value=text, all=few([*values]))
    raise CommandError(lines([unknown, *near(text, [*values])]))


def check_fits(game: Game, seats: int) -> None:
    """Raises CommandError if an option's value does not fit the number of seats."""
    for option in game.options:
        value = game.chosen.get(option.name, option.for_seats(seats))
        if option.fits is not None and not option.fits(value, seats):
            good = [shown(v) for v in option.values if option.fits(v, seats)]
            raise CommandError(
                NOT_SO_MANY, name=option.name, value=shown(value), seats=seats, all=few(good)
            )


def check_seat(seat: int, seats: int) -> None:
    if seat >= seats:
        raise CommandError(NO_SEAT, seat=seat, last=seats - 1)


def few(values: list[str]) -> str:
    return ", ".join(values if len(values) <= 12 else [*values[:11], f"… ({len(values)})"])
