"""What is said to people, always in French and English together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

LANGUAGES = ("en", "fr")
TIED = "\u00a0"  # French sets a space that must not break before : ; ! ? and within « »
NARROW = "\u202f"  # and a narrow one between thousands: 12 800


# Tables say the same sentences again and again.
@lru_cache(maxsize=4096)
def tied(fr: str) -> str:
    """French with the spaces of its punctuation made unbreakable."""
    return re.sub(r"(?<=«) | (?=[:;!?»])", TIED, fr)


class _Texts(NamedTuple):
    en: str
    fr: str


class Words(_Texts):
    """One text in both languages: neither can be forgotten. French is set as it is written down.

    A sentence about a player names the seat, ``f"{player(1)} draws a card"``, and is told what
    the players are called when it is said:

    >>> Words(f"{player(1)} draws a card", f"{player(1)} pioche").say("en", ["Ada", "Basile"])
    'Basile draws a card'
    >>> Words(f"It is {player(0)}’s turn.", f"C’est le tour {of_player(0)}.").say("fr", ["Ada"])
    'C’est le tour d’Ada.'
    >>> Words(f"{player(1)} draws a card", f"{player(1)} pioche").say()
    'Seat 1 draws a card'

    A sentence about what a player does gives the verb for others and for the reader, who is
    ``you`` when it is said:

    >>> did = Words(f"{does(0, 'draws', 'draw')} a card", f"{does(0, 'pioche', 'pioches')}")
    >>> did.say("en", ["Ada"]), did.say("en", ["Ada"], you=0), did.say("fr", ["Ada"], you=0)
    ('Ada draws a card', 'You draw a card', 'Tu pioches')
    """

    __slots__ = ()

    def __new__(cls, en: str, fr: str) -> Words:
        return super().__new__(cls, en, tied(fr))

    def say(self, lang: str = "en", names: Sequence[str] = (), you: int | None = None) -> str:
        """The text in a language, English where we do not speak it, with the players' names.

        ``you`` is the seat of the one who reads it, if they are spoken to.
        """
        text = self.fr if lang == "fr" else self.en
        if text.isascii() or not PLAYER.search(text):
            return text
        if len(text) > LONGEST_KEPT:
            return _said(text, lang, tuple(names), you)
        return _said_once(text, lang, tuple(names), you)

    def filled(self, **values: object) -> Words:
        """The text with its blanks filled, in each language; Words go in by language.

        >>> Words("no {what}", "pas de {what}").filled(what=Words("tower", "tour"))
        Words(en='no tower', fr='pas de tour')
        """
        by_language = (
            {name: v[i] if isinstance(v, Words) else v for name, v in values.items()}
            for i in range(len(LANGUAGES))
        )
        return Words(*(text.format(**given) for text, given in zip(self, by_language, strict=True)))


# A player in a sentence is one character of private use: how it is said, and which seat.
NAME, OF, WHO = 0xE000, 0xE100, 0xE300
PLAYER = re.compile("[\ue000-\ue4ff]")
# Words that differ for the reader: which seat, what is said to others, to the reader, the end.
FOR, OTHERWISE, DONE = 0xE400, "\uf000", "\uf001"
FOR_WHOM = re.compile("[\ue400-\ue4ff]")
EITHER = re.compile(
    f"([\ue400-\ue4ff])([^\ue400-\ue4ff{OTHERWISE}{DONE}]*)"
    f"{OTHERWISE}([^\ue400-\ue4ff{OTHERWISE}{DONE}]*){DONE}"
)
ELIDED = tuple("AEIOUÀÂÄÉÈÊËÎÏÔÖÙÛÜŒÆaeiouàâäéèêëîïôöùûüœæ")  # d’Ada, but de Basile


def player(seat: int) -> str:
    """A player, to be named in a sentence: 'Ada', else 'seat 0' and 'le siège 0'."""
    return chr(NAME + seat)


def of_player(seat: int) -> str:
    """In French, 'd’Ada', 'de Basile'; else 'du siège 0'."""
    return chr(OF + seat)


def either(seat: int, others: str, you: str) -> str:
    """Words that differ when the player reads them themselves: ``either(0, "their", "your")``."""
    return f"{chr(FOR + seat)}{others}{OTHERWISE}{you}{DONE}"


def does(seat: int, others: str, you: str) -> str:
    """Who does what: 'Ada draws', 'You draw'; « Ada pioche », « Tu pioches »."""
    return f"{chr(WHO + seat)} {either(seat, others, you)}"


def players(seats: Sequence[int]) -> Words:
    """'Ada and Basile': several players, to be named in a sentence."""
    return listed([player(seat) for seat in seats])


def winning(seats: Sequence[int], why: Words | None = None) -> Words:
    """'Ada wins.', 'You win.', 'Ada and Basile win together.'; with a reason, 'Ada wins: …'.

    >>> shared = winning([0, 1])
    >>> shared.say("en", ["Ada", "Basile"], you=1), shared.say("fr", ["Ada", "Basile"], you=1)
    ('You and Ada win together.', 'Ada et toi gagnez ensemble.')
    """
    end = Words(".", ".") if why is None else Words(f": {why.en}.", f" : {why.fr}.")
    if not seats:
        return Words(f"Nobody wins{end.en}", f"Personne ne gagne{end.fr}")
    if len(seats) == 1:
        wins, gagne = does(seats[0], "wins", "win"), does(seats[0], "gagne", "gagnes")
        return Words(f"{wins}{end.en}", f"{gagne}{end.fr}")
    who = players(seats)
    en, fr = f"{who.en} win together{end.en}", f"{who.fr} gagnent ensemble{end.fr}"
    for seat in seats:
        others = [player(other) for other in seats if other != seat]
        first, last = listed([Words("You", ""), *others]), listed([*others, Words("", "toi")])
        en = either(seat, en, f"{first.en} win together{end.en}")
        fr = either(seat, fr, f"{last.fr} gagnez ensemble{end.fr}")
    return Words(en, fr)


def called(names: Sequence[str], seats: int, lang: str) -> list[str]:
    """What stands beside each seat: its player's name, else 'Seat 0' and 'Siège 0'."""
    seat = "Siège" if lang == "fr" else "Seat"
    return [names[i] if i < len(names) else f"{seat} {i}" for i in range(seats)]


def _said(text: str, lang: str, names: tuple[str, ...], you: int | None) -> str:
    while FOR_WHOM.search(text):  # from the inside out
        text = EITHER.sub(partial(_which, you), text)
    return PLAYER.sub(partial(_name, lang, names, you), text)


LONGEST_KEPT = 300  # characters: a sentence, not a board in words
_said_once = lru_cache(maxsize=4096)(_said)


def _which(you: int | None, found: re.Match[str]) -> str:
    return found[3 if ord(found[1]) - FOR == you else 2]


def _name(lang: str, names: Sequence[str], you: int | None, found: re.Match[str]) -> str:
    how, seat = ord(found[0]) & 0xFF00, ord(found[0]) & 0xFF
    if how == WHO and seat == you:
        return _begun("tu" if lang == "fr" else "you", found)
    if seat < len(names):
        name = names[seat]
        if how == OF:
            return ("d’" if name.startswith(ELIDED) else "de ") + name
        return name
    seat_of = "seat" if lang != "fr" else "du siège" if how == OF else "le siège"
    return _begun(f"{seat_of} {seat}", found)


def _begun(told: str, found: re.Match[str]) -> str:
    """With a capital where it begins a sentence."""
    before = found.string[: found.start()].rstrip(" ")
    return told[0].upper() + told[1:] if not before or before[-1] in ".\n" else told


@lru_cache(maxsize=1024)
def count(n: int, en: str, fr: str) -> Words:
    """'1 action', '3 actions': a number and its noun, in either language."""
    return Words(f"{n} {en}{'' if n == 1 else 's'}", f"{n} {fr}{'' if n < 2 else 's'}")


AND, OR = Words(" and ", " et "), Words(" or ", " ou ")


def listed(items: Sequence[Words | str], last: Words = AND) -> Words:
    """'a, b and c'; with OR, 'a, b or c'. What is plain text is the same in both languages."""
    words = [Words(item, item) if isinstance(item, str) else item for item in items]
    if not words:
        return Words("", "")
    if len(words) == 1:
        return words[0]
    return Words(
        ", ".join(w.en for w in words[:-1]) + last.en + words[-1].en,
        ", ".join(w.fr for w in words[:-1]) + last.fr + words[-1].fr,
    )


def figures(number: int) -> Words:
    """A number as it is written wherever people read it: 12,800 in English, 12 800 in French."""
    return Words(f"{number:,}", f"{number:,}".replace(",", NARROW))


class Why(NamedTuple):
    """Why an action is refused: the rule it would break, and a sentence."""

    rule: str
    says: Words


def why(rule: str, en: str, fr: str) -> Why:
    return Why(rule, Words(en, fr))


class Secret(NamedTuple):
    """An action whose particulars one seat alone knows, and what the others read.

    ``says`` is a sentence of the log: 'Ada discards a card, face down'.
    """

    owner: int
    name: str
    says: Words


class Refusal(ValueError):
    """What somebody gave us cannot be used; a sentence in both languages says why."""

    def __init__(self, en: str, fr: str) -> None:
        self.says = Words(en, fr)
        super().__init__(self.says.say())

    def __reduce__(self) -> tuple[Any, ...]:
        """As another process sends it: its parts, whatever it was made of."""
        return received, (type(self), self.args, vars(self))

    def sentence(self, lang: str = "en") -> str:
        """The reason, in a language."""
        return self.says.say(lang)


def received(kind: type[Refusal], args: tuple[Any, ...], parts: dict[str, Any]) -> Refusal:
    """A refusal from another process."""
    refusal = kind.__new__(kind, *args)
    vars(refusal).update(parts)
    return refusal


class IllegalAction(Refusal):
    """An action that the rules do not allow here: ``rule`` and a sentence say why."""

    def __init__(self, why: Why, text: str = "") -> None:
        super().__init__(*why.says)
        self.args = (f"{why.says.say()} ({why.rule})",)
        self.rule = why.rule
        self.action = text


class BadChoice(Refusal):
    """A game, an option, a value or a number of seats that there is not; the choices are listed."""


class BadRecord(Refusal):
    """A record that cannot be read; the sentence says where and why."""
