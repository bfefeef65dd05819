"""One word for one thing: translations use the words of their language's glossary.

A glossary is ``tests/glossary/CODE.tsv``: an English term, the stems of its translation, words to
avoid, and the beginnings of messages that may use another word.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import translate

GLOSSARIES = sorted((Path(__file__).parent / "glossary").glob("*.tsv"))


class Term(NamedTuple):
    english: re.Pattern[str]
    stems: list[str]
    avoid: re.Pattern[str] | None
    others: tuple[str, ...]


def term(row: dict[str, str]) -> Term:
    english = row["english"].strip()
    words = {english, f"{english}s", f"{english}es", english.removesuffix("y") + "ies"}
    if english.endswith("mouse"):
        words.add(english.removesuffix("mouse") + "mice")
    avoid = split(row.get("avoid"))
    return Term(
        re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(words)))})(?![\w-])", re.I),
        split(row["stems"]),
        re.compile(rf"\b(?:{'|'.join(map(re.escape, avoid))})\b", re.I) if avoid else None,
        tuple(split(row.get("except"))),
    )


def split(cell: str | None) -> list[str]:
    return [part.strip() for part in (cell or "").split("|") if part.strip()]


def terms(path: Path) -> list[Term]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [term(row) for row in rows]


def deviations(found: list[Term], english: str, strings: tuple[str, ...]) -> Iterator[str]:
    """Yields the words of a translation that deviate from its glossary."""
    said = " / ".join(strings)
    lower = said.lower()
    plain = re.sub(r"\{[^}]*\}", "", english)  # placeholders' names are not translated
    for one in found:
        used = one.english.search(plain)
        if not used or english.startswith(one.others or "\0"):
            continue
        if not any(stem.lower() in lower for stem in one.stems):
            yield f"{used[0]!r} without {'/'.join(one.stems)}: {english!r} → {said!r}"
        if one.avoid and (wrong := one.avoid.search(said)):
            yield f"{used[0]!r} as {wrong[0]!r}: {english!r} → {said!r}"


@pytest.mark.parametrize("path", GLOSSARIES, ids=lambda path: path.stem)
def test_translations_use_the_words_of_their_glossary(path: Path) -> None:
    found = terms(path)
    assert len(found) >= 30
    wrong = [
        deviation
        for file in translate.SOURCES.rglob(f"locale/{path.stem}.po")
        for key, entry in translate.entries(file).items()
        if all(entry.strings)  # translate.py check finds the others
        for deviation in deviations(found, key.text, entry.strings)
    ]
    assert not wrong, "\n".join(wrong)


def test_a_deviation_from_the_glossary_is_found() -> None:
    roof = [term({"english": "roof", "stems": "tejado", "avoid": "techo", "except": "The roof is"})]
    assert list(deviations(roof, "Lift a roof", ("Levanta un tejado",))) == []
    assert list(deviations(roof, "The roof is on fire", ("Arde",))) == []
    assert list(deviations(roof, "{roof} it", ("Cosa",))) == []
    assert len(list(deviations(roof, "Two roofs", ("Un techo",)))) == 2
