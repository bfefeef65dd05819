"""The games there are, asked for by name; a broken one is named, and the others still play."""

from __future__ import annotations

from dataclasses import dataclass

from matou.cli.complaint import Complaint
from matou.cli.parsing import near
from matou.core.components import BadComponents
from matou.core.game import Game, Option, Value
from matou.core.record import shown
from matou.core.registry import names as registry
from matou.core.words import Words

NO_GAME = Words(
    "There is no game “{name}”.{meant} There are: {all}.",
    "Il n’y a pas de jeu « {name} ».{meant} Il y a : {all}.",
)
BROKEN_GAME = Words(
    "The game {name} cannot be loaded: {why}", "Le jeu {name} ne se charge pas : {why}"
)
NO_GAMES = Words("There is no game here at all.", "Il n’y a aucun jeu ici.")
NO_OPTION = Words(
    "{game} has no option “{name}”.{meant} It has: {all}.",
    "{game} n’a pas d’option « {name} ».{meant} Il a : {all}.",
)
NO_OPTIONS = Words("{game} has no options.", "{game} n’a pas d’options.")
NO_VALUE = Words(
    "Option {name} cannot be “{value}”.{meant} It can be: {all}.",
    "L’option {name} ne peut pas être « {value} ».{meant} Elle peut être : {all}.",
)
NOT_SO_MANY = Words(
    "Option {name} cannot be “{value}” with {seats} seats. It can be: {all}.",
    "L’option {name} ne peut pas être « {value} » à {seats} sièges. Elle peut être : {all}.",
)
NO_EQUALS = Words(
    "“{text}” should read {form}, for example {example}.",
    "« {text} » devrait s’écrire {form}, par exemple {example}.",
)
YES = {"yes": True, "on": True, "oui": True, "no": False, "off": False, "non": False}


@dataclass(frozen=True)
class Catalogue:
    games: tuple[Game, ...]
    broken: dict[str, str]  # a game that cannot be loaded, and why


def catalogue() -> Catalogue:
    """Every game that can be loaded, and those that cannot."""
    games, broken = [], {}
    for name in registry():
        try:
            games.append(find(name))
        except BadComponents as refusal:
            broken[name] = str(refusal)
        except Exception as error:
            broken[name] = f"{type(error).__name__}: {error}"
    return Catalogue(tuple(games), broken)


def find(name: str) -> Game:
    """A game by its exact name."""
    from matou.core.registry import find as exact

    return exact(name)


def plain(text: str) -> str:
    """Letters and digits alone: 'Chop! Chop!' is 'chopchop'."""
    return "".join(c for c in text.lower() if c.isalnum())


def called(name: str) -> Game:
    """A game by its name, its title, or a beginning that only one has."""
    games, broken = catalogue().games, catalogue().broken
    if plain(name) in broken:
        raise Complaint(BROKEN_GAME.filled(name=plain(name), why=broken[plain(name)]))
    if not games:
        raise Complaint(NO_GAMES)
    for game in games:
        if plain(name) in {plain(game.name), *(plain(t) for t in game.words.TITLE)}:
            return game
    begun = [g for g in games if len(plain(name)) >= 3 and plain(g.name).startswith(plain(name))]
    if len(begun) == 1:
        return begun[0]
    names = [g.name for g in games]
    raise Complaint(NO_GAME.filled(name=name, meant=near(name, names), all=", ".join(names)))


def option_of(game: Game, text: str) -> tuple[Option, Value]:
    """'ladder=player' as an option of a game and its value."""
    if not game.options:
        raise Complaint(NO_OPTIONS.filled(game=game.name))
    name, equals, value = text.partition("=")
    known = {o.name: o for o in game.options}
    if not equals:
        first = game.options[0]
        raise Complaint(
            NO_EQUALS.filled(
                text=text,
                form=Words("NAME=VALUE", "NOM=VALEUR"),
                example=f"{first.name}={shown(first.values[-1])}",
            )
        )
    if name not in known:
        raise Complaint(
            NO_OPTION.filled(
                game=game.name,
                name=name,
                meant=near(name, [*known]),
                all=", ".join(known),
            )
        )
    return known[name], value_of(known[name], value)


def value_of(option: Option, text: str) -> Value:
    values = {shown(v): v for v in option.values}
    for key, value in values.items():
        if key.lower() == text.lower():
            return value
    if text.lower() in YES and any(v is YES[text.lower()] for v in option.values):
        return YES[text.lower()]
    raise Complaint(
        NO_VALUE.filled(
            name=option.name,
            value=text,
            meant=near(text, [*values]),
            all=few([*values]),
        )
    )


def check_fits(game: Game, seats: int) -> None:
    """Refuse chosen values that do not suit the number of seats."""
    for option in game.options:
        value = game.chosen.get(option.name, option.for_seats(seats))
        if option.fits is not None and not option.fits(value, seats):
            good = [shown(v) for v in option.values if option.fits(v, seats)]
            raise Complaint(
                NOT_SO_MANY.filled(
                    name=option.name,
                    value=shown(value),
                    seats=seats,
                    all=few(good),
                )
            )


def few(values: list[str]) -> str:
    """A list of values, cut where it grows too long to help."""
    return ", ".join(values if len(values) <= 12 else [*values[:11], f"… ({len(values)})"])
