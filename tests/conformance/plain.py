"""Finds machine words (seat numbers, option names, notation…) in text for people."""

from __future__ import annotations

import html
import re

# Rows of a board drawn in letters. They may contain notation.
PLAN = re.compile(r"^ {3,}\S|\S {2,}\S")
MACHINE = re.compile(
    r"\b(?:[Ss]eat|[Pp]lace)s? ?\d"  # a seat by its number, where names are known
    r"|\b[A-Z]{2}\d"  # a rule's number in a running text
    r"|\b[Oo]ptions?\b"  # people speak of variants, or of the rules of a table
    r"|\w_\w"  # an option's name
    r"|[\ue000-\uf8ff]|[{}]"  # an unfilled placeholder
    r"|(?<!of )\b[Yy]ou (?!as\b|always\b|unless\b|guess\b|pass\b)\w+s\b"  # 'You draws'
    r"|(?<!\+ )\b\d+ = \d|\bwon: \d"  # 'bear: 2 = 2', 'won: 1'; but not 2 + 3 = 5
    r"|\b(?:the|le|de|la|que|demande) ocre\b"  # « le ocre »
    r"|\b[Tt]oi et \w+ gagne"  # 'you' comes last in French, and the verb agrees
    # Notation: F1c+, K>2, xF1m, <R, =R3 · @Tc4, a4-b5*, ^c6, in the hole W · @a1, ^E, >2, +d,
    # b4=gouda · ~red, @chair/L, !table, zz, -block2.
    r"|\b[FKR]\d?[cm]?[+>]|\bx[FKR]\d|<[RKF]\b|=[FKR]\d?"
    r"|\bT[cd]\d|\b[a-g]\d-[a-g]\d|\^[A-Za-z]|@\w|(?<!\w)[<>]\d|\w=\w"
    r"|\b(?:on|in|to|en|dans|vers) [WENS]\b|\([WENS]\)"
    r"|~\w|\w/[LR]\b|(?<!\w)![a-z]|\bzz\b|(?<!\w)-[a-z]+\d"
)
# « Tu pioche ». Elsewhere 'tu' is followed by other words: «Tu nombre» in Spanish.
FRENCH = re.compile(r"(?<!-)\b[Tt]u (?!(?:ne|te|me|le|se)\b)\w*(?:e|[^\Ws]t|er)\b")


def assert_plain(text: str, lang: str = "fr") -> None:
    """Asserts that a text has no machine words, and in French no wrong verb after “tu”."""
    for row in text.split("\n"):
        found = None if PLAN.search(row) else MACHINE.search(row)
        assert found is None, (found, row)
        assert lang != "fr" or PLAN.search(row) or not FRENCH.search(row), row


def text_of_page(page: str) -> str:
    """Returns the texts, labels and titles of a page, as people read or hear them."""
    page = re.sub(r"<(script|style|svg|textarea)\b.*?</\1>", " ", page, flags=re.DOTALL)
    labels = re.findall(r'\b(?:aria-label|title|alt|placeholder)="([^"]*)"', page)
    texts = re.sub(r"<[^>]*>", "\n", page)
    return html.unescape("\n".join([*labels, *(row.strip() for row in texts.split("\n"))]))
