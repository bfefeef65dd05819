"""A language for tests of layout: English, forty per cent longer and with accents."""

from __future__ import annotations

import re

from matou.core.grammar.en import Rules as English

APART = re.compile(r"(\{[^}]*\}|<[^>]*>|&\w+;|https?://\S+)")  # placeholders, markup
ACCENTS = str.maketrans("aeiouAEIOU", "áéîóüÁÉÎÓÜ")


class Rules(English):
    NAME = "Éénglîîsh"

    def typeset(self, text: str) -> str:
        """Doubles two letters of five, except in words of one letter.

        >>> Rules().typeset("{who} draws a card")
        '{who} drráwss a cáárd'
        """
        return "".join(
            part if APART.fullmatch(part) else re.sub(r"[^\W\d_]{2,}", longer, part)
            for part in APART.split(text)
        )


def longer(word: re.Match[str]) -> str:
    made, owed = "", 0.5
    for letter in word[0].translate(ACCENTS):
        owed += 0.4
        made += letter
        if owed >= 1.0 and len(made) > 1:
            made += letter
            owed -= 1.0
    return made
