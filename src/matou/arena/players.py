"""The players of a match: our levels, OpenSpiel's bots and your own.

A player is given in one of these ways, the same in Python and on the command line:

- a level by name or number: ``"level4"``, ``"level5@1s"``, ``"greedy"``, ``4``;
- one of OpenSpiel's bots, ``"openspiel:mcts@1s"`` or ``"openspiel:ismcts@500"``, which play through
  ``matou.research``;
- an object with ``choose(observation)``, or a function of an observation. Either returns a legal
  action, as a number or in notation. The object plays every game itself; other processes get
  copies of it. Bots of ours are seeded anew for each game, so that the match's seed decides;
- a class with ``choose``. Each seat of each game gets an instance of its own, made with those of
  the keyword arguments ``game``, ``seed`` and ``backend`` that it names;
- ``"module:Name"``, an object, function or class in a module. ``"module:Class:TEXT"`` passes TEXT
  to the class as its first argument.

A player's ``name`` is used in reports. One without a name is called by its class or function.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import pickle
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, runtime_checkable

from matou.bots import binding, levels
from matou.bots.players import Bot, make
from matou.core.game import Game
from matou.core.observation import Observation
from matou.core.refusals import BadChoice, Missing, Refusal
from matou.kit.running import BackendName

if TYPE_CHECKING:
    from matou.research.rivals import Rival

GUESTS = "openspiel:"
NAMED = re.compile(r"([A-Za-z_]\w*(?:\.\w+)*):([A-Za-z_]\w*)(?::(.+))?")


@runtime_checkable
class Player(Protocol):
    """Anything that chooses actions from what its seat may know."""

    def choose(self, observation: Observation, /) -> SupportsIndex | str:
        """Returns a legal action, as a number or in notation."""


Policy = Callable[[Observation], SupportsIndex | str]
AnyPlayer = str | int | Player | Policy | Callable[..., Player]  # the last: a class


class CannotSend(Refusal):
    """A player that cannot be sent to other processes. ``says`` names it and the reason."""


@dataclass(frozen=True)
class Entrant:
    spec: str  # how it was named; of an object, its name
    name: str  # in reports
    given: Any = field(default=None, compare=False)  # an object, function or class; None: see spec


def is_guest(name: str) -> bool:
    return name.startswith(GUESTS)


def is_level(name: str) -> bool:
    return ":" not in name


def guest(game: Game, name: str, *, seed: int = 0) -> Rival:
    """Returns one of OpenSpiel's bots; raises BadChoice if a package is missing."""
    try:
        from matou.research import rivals
    except Missing as missing:
        raise BadChoice(missing.says) from None
    return rivals.Rival(game, name, seed=seed)


def found(spec: str) -> tuple[Any, str | None]:
    """Returns the object that ``module:Name:TEXT`` names, and TEXT; raises BadChoice."""
    match = NAMED.fullmatch(spec)
    if match is None:
        raise BadChoice(
            "“{spec}” is not a player: write module:Class, for example my_bots:Careful", spec=spec
        )
    try:
        return getattr(importlib.import_module(match[1]), match[2]), match[3]
    except (ImportError, AttributeError) as missing:
        raise BadChoice("There is no bot “{name}”: {missing}", name=spec, missing=missing) from None


def made(player: Any, text: str | None, offered: dict[str, Any]) -> Any:
    """Returns a player that is ready for a game; of a class, a new instance."""
    if isinstance(player, Bot):
        return player.seeded(offered["seed"])
    if not inspect.isclass(player):
        if text is not None:
            raise ValueError(f"only a class takes “{text}”, and this is {player!r}")
        return player
    signature, first = inspect.signature(player), [] if text is None else [text]
    given = {name: value for name, value in offered.items() if name in signature.parameters}
    try:
        signature.bind(*first, **given)
    except TypeError as wrong:
        raise ValueError(
            f"{player.__name__} cannot be made: {wrong}. The arena passes game, seed and backend "
            "by keyword, and TEXT of module:Class:TEXT first"
        ) from None
    return player(*first, **given)


def ready(entrant: Entrant, game: Game, seed: int, backend: BackendName | None) -> Any:
    """Returns an entrant as a player of one game; raises BadChoice if it is not a player."""
    player, text = (entrant.given, None) if entrant.given is not None else found(entrant.spec)
    try:
        mine = made(player, text, {"game": game, "seed": seed, "backend": backend})
    except Refusal:
        raise
    except ValueError as wrong:
        raise BadChoice("“{name}”: {wrong}", name=entrant.spec, wrong=wrong) from None
    policy(mine)
    if isinstance(mine, Bot) and (mine.game.name, mine.game.version) != (game.name, game.version):
        raise BadChoice(
            "“{name}” plays {other}, but this is a match of {game}",
            name=entrant.spec,
            other=mine.game.name,
            game=game.name,
        )
    return mine


def policy(player: Any) -> Policy:
    """Returns the function with which a player chooses; raises BadChoice if it has none."""
    choose = getattr(player, "choose", player)
    if not callable(choose) or isinstance(player, str | int):
        raise BadChoice(
            "{player} cannot play: a player is a level like level4, an object with "
            "choose(observation), a function of an observation, or module:Class",
            player=repr(player),
        )
    chosen: Policy = choose
    return chosen


def own_name(player: Any, otherwise: str = "") -> str:
    """Returns a player's name; without one, ``otherwise``, or its class or function."""
    name = getattr(player, "name", None)
    if isinstance(name, str) and name.strip():
        return name.strip()
    kind = player if hasattr(player, "__name__") else type(player)
    return otherwise or str(kind.__name__).strip("<>")


def entered(game: Game, players: Iterable[AnyPlayer]) -> tuple[Entrant, ...]:
    """Returns the players of a match, each once; raises BadChoice for what cannot play.

    Different objects of one name are numbered: First, First 2.
    """
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise BadChoice(
            "players is {players}, but must be a list of players", players=repr(players)
        )
    entrants: dict[str | int, Entrant] = {}
    for player in players:
        entrant = entry(game, player)
        # A name stands for one player; of objects, only the same one is the same player.
        which = entrant.spec if entrant.given is None else id(entrant.given)
        if which in entrants:
            continue
        names = [known.name for known in entrants.values()]
        if entrant.name in names:
            numbered = (f"{entrant.name} {n}" for n in range(2, len(names) + 2))
            entrant = replace(entrant, name=next(name for name in numbered if name not in names))
        entrants[which] = entrant
    if not entrants:
        raise BadChoice("A match needs at least one player.")
    return tuple(entrants.values())


def entry(game: Game, player: Any) -> Entrant:
    """Returns a player with its name; raises BadChoice if it cannot play."""
    if isinstance(player, str | int) and not isinstance(player, bool):
        spec = str(player)
        if is_guest(spec):
            spec = guest(game, spec).spec
        elif is_level(spec):
            spec = make(game, player).level.spec
        else:
            return Entrant(spec, own_name(ready(Entrant(spec, spec), game, 0, None), spec))
        return Entrant(spec, spec)
    policy(player)
    name = own_name(player)
    example = ready(Entrant(name, name, player), game, 0, None)
    if inspect.isclass(player):
        name = own_name(example, name)
    return Entrant(name, name, player)


def source(spec: str) -> Path | None:
    """Returns the code of a bot from a user's module: its package's folder, or its file."""
    match = NAMED.fullmatch(spec)
    if match is None or is_guest(spec):
        return None
    try:
        module = importlib.util.find_spec(match[1])
    except (ModuleNotFoundError, ValueError):  # the journal comes from another machine
        return None
    if module is None or module.origin is None:
        return None
    path = Path(module.origin)
    is_alone = "." not in match[1] and path.name != "__init__.py"
    return path if is_alone else path.parent


def check_sendable(entrants: Iterable[Entrant]) -> None:
    """Raises CannotSend if a player cannot be sent to other processes."""
    for entrant in entrants:
        why = "" if entrant.given is None else unsendable(entrant.given)
        if why:
            raise CannotSend(
                "“{name}” cannot be sent to other processes: {why}. Define it in a module "
                "that can be imported, so that it can be pickled.",
                name=entrant.name,
                why=why,
            )


def unsendable(player: Any) -> str:
    """Returns why other processes cannot get a player; '' if they can."""
    try:
        data = pickle.dumps(player)
    except Exception as error:  # a player's own class may raise anything
        return str(error) or type(error).__name__
    if b"__main__" in data and not hasattr(sys.modules["__main__"], "__file__"):
        return "it was defined at the prompt or in a notebook"
    return ""


def seat(game: Game, entrant: Entrant | str, *, seed: int) -> Any:
    """Returns a player for one game of a match. Bots of ours run from the game's module."""
    if isinstance(entrant, str):
        entrant = Entrant(entrant, entrant)
    if entrant.given is None and is_guest(entrant.spec):
        return guest(game, entrant.spec, seed=seed)
    backend = binding.usual(game)
    if entrant.given is None and is_level(entrant.spec):
        return make(game, entrant.spec, seed=seed, backend=backend)
    return ready(entrant, game, seed, backend)


def title(entrant: Entrant, lang: str = "en") -> str:
    """Returns a player's name for a report, with that of a level in words."""
    if entrant.given is None and is_level(entrant.spec):
        return f"{entrant.name} · {levels.level(entrant.spec).name.say(lang)}"
    return entrant.name
