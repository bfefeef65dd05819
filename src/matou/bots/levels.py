"""The five levels, the same scale in each game, and how a bot is named: ``level4@2000``."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from matou.core.words import BadChoice, Words


@dataclass(frozen=True)
class Level:
    """A way to play."""

    key: str  # 'random', 'greedy', 'level1' … 'level5'
    kind: str  # 'random', 'manners', 'greedy' or 'search'
    name: Words
    character: Words
    iterations: int = 0  # how long a search thinks; 0: by the clock alone
    by_network: int = 0  # …where it asks a network, if that is another: each takes longer then
    seconds: float = 0.0  # …or at most so long; 0: by iterations alone
    forgets: bool = False
    kept: str = ""  # the name under which a search of an earlier year was kept
    is_learned: bool = False  # searches by the game's network, where it has one
    is_plain: bool = False  # searches without the game's learned values: playouts to the end

    @property
    def spec(self) -> str:
        """The level as the command line names it, its limits included."""
        standard = KNOWN[self.key]
        name = self.key + ("-plain" if self.is_plain else "")
        same = (standard.iterations, standard.seconds, standard.by_network)
        if (self.iterations, self.seconds, self.by_network) == same:
            return name
        limit = f"{self.seconds:g}s" if self.seconds else str(self.iterations)
        return f"{name}@{limit}"


RANDOM = Level(
    "random",
    "random",
    Words("Chance", "Le Hasard"),
    Words(
        "Any move that is allowed, each as likely as the next.",
        "N’importe quel coup permis, au hasard.",
    ),
)
LEVELS = (
    Level(
        "level1",
        "manners",
        Words("Kitten", "Chaton"),
        Words(
            "Plays with everything, but takes a win that lies before its nose.",
            "Joue avec tout, mais prend la victoire qui lui passe sous le nez.",
        ),
    ),
    Level(
        "level2",
        "greedy",
        Words("Gourmand", "Gourmand"),
        Words(
            "Takes the best bite now and never wonders what comes next.",
            "Prend la meilleure bouchée tout de suite, sans penser à la suite.",
        ),
    ),
    Level(
        "level3",
        "search",
        Words("Dreamer", "Rêveur"),
        Words(
            "Thinks a little ahead, and forgets half of what it saw.",
            "Réfléchit un peu, et oublie la moitié de ce qu’il a vu.",
        ),
        iterations=100,
        forgets=True,
    ),
    Level(
        "level4",
        "search",
        Words("Mouser", "Souricier"),
        Words(
            "Patient, remembers everything, rarely misses.",
            "Patient, se souvient de tout, manque rarement sa proie.",
        ),
        iterations=800,
        by_network=20,
        is_learned=True,
    ),
    Level(
        "level5",
        "search",
        Words("Great Matou", "Grand Matou"),
        Words(
            "Has seen it all and thinks as long as the clock allows.",
            "A tout vu, et réfléchit tant que la pendule le permet.",
        ),
        seconds=1.0,
        is_learned=True,
    ),
)
GREEDY = replace(LEVELS[1], key="greedy")
KEPT = replace(LEVELS[4], key="level5-2026", kept="level5-2026")  # what later ones are measured by
KNOWN = {level.key: level for level in (RANDOM, GREEDY, *LEVELS, KEPT)}
SPEC = re.compile(r"([a-z]+[1-5]?(?:-\d{4})?)(-plain)?(?:@(?:(\d+(?:\.\d+)?)s|(\d+)))?")


def level(which: int | str | Level) -> Level:
    """A level by number, or by name with an optional limit: 4, 'greedy', 'level5@1s'."""
    if isinstance(which, Level):
        return which
    text = f"level{which}" if isinstance(which, int) else which
    match = SPEC.fullmatch(text)
    if match is None or match[1] not in KNOWN:
        known = ", ".join(KNOWN)
        raise BadChoice(
            f"There is no bot “{text}”; there is {known}, each search with an optional limit: "
            "level5@1s, level4@2000 (and without what it learned: level4-plain).",
            f"Il n’y a pas de robot « {text} » ; il y a {known}, chaque recherche avec une "
            "limite au besoin : level5@1s, level4@2000 (et sans ce qu’elle a appris : "
            "level4-plain).",
        )
    found = KNOWN[match[1]]
    _, plain, seconds, iterations = match.groups()
    if plain is None and seconds is None and iterations is None:
        return found
    if found.kind != "search":
        raise BadChoice(
            f"{found.key} does not search, so it takes no limit (“{text}”).",
            f"{found.key} ne cherche pas, donc ne prend pas de limite (« {text} »).",
        )
    found = replace(found, is_plain=plain is not None)
    if seconds is not None:
        if not 0 < float(seconds) <= 3600:
            raise BadChoice(
                f"A bot thinks for up to an hour a move, not {seconds} s.",
                f"Un robot réfléchit une heure au plus par coup, pas {seconds} s.",
            )
        return replace(found, seconds=float(seconds), iterations=0, by_network=0)
    if iterations is not None:
        if not 0 < int(iterations) <= 10**9:
            raise BadChoice(
                f"A bot thinks for 1 to 10^9 iterations a move, not {iterations}.",
                f"Un robot réfléchit de 1 à 10^9 itérations par coup, pas {iterations}.",
            )
        return replace(found, seconds=0.0, iterations=int(iterations), by_network=0)
    return found
