"""Where bots run interpreted, whoever waits for them is told why it takes long."""

from __future__ import annotations

from matou.cli.parsing import prog
from matou.cli.terminal.screen import Screen
from matou.core.game import Game
from matou.core.words import Words

SLOW = Words(
    "Bots think slowly here, and this may take very long. What is missing: {prog} doctor",
    "Les robots réfléchissent lentement ici, et cela peut durer très longtemps. Ce qui manque : "
    "{prog} doctor",
)


def warn_if_slow(game: Game, screen: Screen) -> None:
    from matou.bots import binding

    if binding.for_long(game) == "interpreted":
        screen.warn(screen.tell(SLOW, prog=prog()))
