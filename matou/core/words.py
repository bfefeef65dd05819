"""What is said to people, always in French and English together."""

from __future__ import annotations

from typing import NamedTuple

LANGUAGES = ("en", "fr")


class Words(NamedTuple):
    """One text in both languages: neither can be forgotten."""

    en: str
    fr: str

    def say(self, lang: str = "en") -> str:
        """The text in a language, English where we do not speak it."""
        return self.fr if lang == "fr" else self.en


class Why(NamedTuple):
    """Why an action is refused: the rule it would break, and a sentence."""

    rule: str
    says: Words


class Secret(NamedTuple):
    """An action whose particulars one seat alone knows, and what the others read."""

    owner: int
    name: str
    says: Words


class IllegalAction(ValueError):
    """An action that the rules do not allow here: ``rule`` and a sentence say why."""

    def __init__(self, why: Why, text: str = "") -> None:
        self.rule = why.rule
        self.says = why.says
        self.action = text
        super().__init__(f"{why.says.en} ({why.rule})")

    def sentence(self, lang: str = "en") -> str:
        """The reason, in a language."""
        return self.says.say(lang)


class BadRecord(ValueError):
    """A record that cannot be read; the sentence says where and why."""
