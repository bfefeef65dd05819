"""How a command is declared: what it takes, what its help teaches, what runs it.

Reading a command line (``parsing.py``) and the help in both languages (``help.py``) follow from
this, for every command alike.
"""

from __future__ import annotations

import argparse
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass

from matou.cli.complaint import NEGATIVE, Complaint
from matou.cli.terminal.screen import Screen
from matou.core.words import Words
from matou.kit.extras import install

MAKERS = Words(
    "“{name}” is a maker’s tool: it is in Matou’s repository, not in the package that pip "
    "installs. In a clone of it: ./matou {name}",
    "« {name} » est un outil de fabrication : il est dans le dépôt de Matou, pas dans le paquet "
    "que pip installe. Dans un clone : ./matou {name}",
)
NOT_HERE = Words(
    "“{name}” needs packages that are not installed here:\n{how}",
    "« {name} » a besoin de paquets qui ne sont pas installés ici :\n{how}",
)

Run = Callable[[argparse.Namespace, Screen], int]
Example = tuple[str, Words]  # what is typed after the program's name, and what that does


@dataclass(frozen=True)
class Arg:
    """One argument: a place (``file``) or an option (``--seats``), what it is in both languages."""

    names: str  # separated by blanks, where there are several
    en: str
    fr: str
    value: Words | None = None  # what stands for the value in the help; None: a switch
    many: bool = False
    optional: bool = False  # a place that may stay empty
    number: tuple[float, float] | None = None  # from, to; of whole numbers if both are whole
    otherwise: float | None = None  # the value of an option that is not given

    @property
    def flags(self) -> list[str]:
        return self.names.split()

    @property
    def help(self) -> Words:
        """What it is; and what it is otherwise, unless that is said in words of its own."""
        if not self.otherwise or "otherwise" in self.en:
            return Words(self.en, self.fr)
        told = f"{self.otherwise:.10g}"
        return Words(
            f"{self.en} (otherwise: {told})", f"{self.fr} (sinon : {told.replace('.', ',')})"
        )


@dataclass(frozen=True)
class Need:
    """A module that a command cannot do without."""

    module: str
    extra: str = ""  # the extra of the package that brings it; none: it is in the repository alone

    def missing(self, name: str) -> Complaint | None:
        """What to say where it is not installed."""
        try:
            if importlib.util.find_spec(self.module) is not None:
                return None
        except ModuleNotFoundError:
            pass
        says = (
            NOT_HERE.filled(name=name, how=install(self.extra))
            if self.extra
            else MAKERS.filled(name=name)
        )
        return Complaint(says, NEGATIVE)


@dataclass(frozen=True)
class Command:
    """One command; examples may say ``{game}`` and ``{most}``, for a game and its seats."""

    name: str
    summary: Words
    teaches: Words
    args: tuple[Arg, ...]
    examples: tuple[Example, ...]
    run: Run
    need: Need | None = None
    to_run: Need | None = None  # its help does without

    def missing(self) -> Complaint | None:
        return self.need.missing(self.name) if self.need else None

    def missing_to_run(self) -> Complaint | None:
        return self.to_run.missing(self.name) if self.to_run else None


@dataclass(frozen=True)
class Group:
    """Commands under a common first word: ``admin backup``, ``admin restore``…"""

    name: str
    summary: Words
    teaches: Words
    commands: tuple[Command, ...]  # their names begin with the group's
    need: Need | None = None

    def missing(self) -> Complaint | None:
        return self.need.missing(self.name) if self.need else None

    @property
    def examples(self) -> tuple[Example, ...]:
        """The first of each."""
        return tuple(command.examples[0] for command in self.commands)


FAST = Need("numba", "fast")

FILE = Words("FILE", "FICHIER")
GAME = Words("GAME", "JEU")
N = Words("N", "N")
OPTION = Arg(
    "--option",
    "a choice of rules (see: matou games); may be repeated",
    "un choix de règles (voir : matou games) ; se répète",
    Words("NAME=VALUE", "NOM=VALEUR"),
    many=True,
)
LANG = Arg(
    "--lang",
    "the language, en or fr (otherwise: what $LANG says)",
    "la langue, fr ou en (sinon : ce que dit $LANG)",
    Words("fr|en", "fr|en"),
)
HELP = Arg("-h --help", "show this help", "afficher cette aide")
EVERYWHERE = (LANG, HELP)  # what every command takes
