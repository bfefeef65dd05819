"""Makes players by name: our levels, OpenSpiel's bots and your own.

``openspiel:mcts@1s`` and ``openspiel:ismcts@500`` play through ``matou.research``, which is
imported only then. ``my.module:NAME`` is a bot of your own: ``make(game, NAME, seed=…, backend=…)``
of that module returns it, and it has ``choose(observation)`` like ours. A ValueError from ``make``
tells what is wrong with the name.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matou.bots import binding, levels
from matou.bots.players import make
from matou.core.game import Game
from matou.core.messages import say
from matou.core.refusals import BadChoice, Missing
from matou.kit.running import BackendName
from matou.kit.warning import warn_renamed

if TYPE_CHECKING:
    from matou.research.rivals import Rival

GUESTS = "openspiel:"
OF_A_MODULE = re.compile(r"((?:\w+\.)+\w+):(.+)")


def is_guest(name: str) -> bool:
    """Returns whether the bot is one of OpenSpiel's."""
    return name.startswith(GUESTS)


def guest(game: Game, name: str, *, seed: int = 0) -> Rival:
    """Returns one of OpenSpiel's bots; raises BadChoice if a package is missing."""
    try:
        from matou.research import rivals
    except Missing as missing:
        raise BadChoice(missing.says) from None
    return rivals.Rival(game, name, seed=seed)


def of_a_module(game: Game, name: str, *, seed: int = 0, backend: BackendName | None = None) -> Any:
    """Returns a bot from a user's module; raises BadChoice if there is none."""
    module, own = split(name)
    try:
        make_it = importlib.import_module(module).make
    except (ImportError, AttributeError) as missing:
        raise BadChoice(
            say("There is no bot “{name}”: {missing}", name=name, missing=missing)
        ) from None
    try:
        if "way" in inspect.signature(make_it).parameters:
            warn_renamed("way=", "backend=")
            return make_it(game, own, seed=seed, way=backend)
        return make_it(game, own, seed=seed, backend=backend)
    except BadChoice:
        raise
    except ValueError as wrong:
        raise BadChoice(say("“{name}”: {wrong}", name=name, wrong=wrong)) from None


def split(name: str) -> tuple[str, str]:
    """Returns a bot's module and its name there; the module is '' if the name has none."""
    found = OF_A_MODULE.fullmatch(name)
    return (found[1], found[2]) if found else ("", name)


def source(name: str) -> Path | None:
    """Returns the folder with the code of a bot from a user's module."""
    module, _ = split(name)
    try:
        found = importlib.util.find_spec(module) if module else None
    except ModuleNotFoundError:  # the journal comes from another machine
        return None
    return Path(found.origin).parent if found and found.origin else None


def is_level(name: str) -> bool:
    return not (is_guest(name) or split(name)[0])


def spec(game: Game, name: str) -> str:
    """Checks a bot's name and returns its normal form; raises BadChoice if it is wrong."""
    if split(name)[0]:
        of_a_module(game, name)
        return name
    if not is_guest(name):
        return make(game, name).level.spec
    return guest(game, name).spec


def backend_for(game: Game, beside: Sequence[str], is_short: bool) -> BackendName:
    """Returns the backend for our bots in a match.

    It is the fastest one installed. Beside an archived bot it is the one that bot needs, and a
    short match takes one that needs no compiling.
    """
    ours = [levels.level(n) for n in beside if is_level(n)]
    if is_short or any(bot.archive for bot in ours):
        return binding.at_once(game)
    return binding.for_long(game)


def seat(
    game: Game, name: str, *, seed: int, beside: Sequence[str] = (), is_short: bool = False
) -> Any:
    """Returns a player for a match; ``beside`` are the names of all its players."""
    if is_guest(name):
        return guest(game, name, seed=seed)
    if split(name)[0]:
        return of_a_module(game, name, seed=seed, backend=backend_for(game, beside, is_short))
    return make(game, name, seed=seed, backend=backend_for(game, beside, is_short))


def brief(name: str) -> str:
    """Returns a bot's name without the folders of a file in it."""
    return name.rpartition("/")[2]


def title(name: str, lang: str = "en") -> str:
    """Returns a bot's name for a report."""
    return f"{name} · {levels.level(name).name.say(lang)}" if is_level(name) else name
