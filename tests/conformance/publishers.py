"""Finds sentences copied from the publishers' rules, by fingerprints.

The publishers' texts are not in the repository. ``tests/data/publishers.txt`` has ten digits of
the hash of every eight consecutive words of them. To write it from a folder of texts, run
``python tests/conformance/publishers.py FOLDER``.
"""

from __future__ import annotations

import hashlib
import re
import sys
import unicodedata
from functools import cache
from pathlib import Path

FINGERPRINTS = Path(__file__).parent.parent / "data" / "publishers.txt"
RUN = 8  # consecutive words in common with a publisher's text: a copied sentence
DIGITS = 10
LINE = 9  # fingerprints


def folded(text: str) -> list[str]:
    """Returns the words of a text without case, accents and punctuation."""
    split = unicodedata.normalize("NFKD", text.casefold())
    return re.findall(r"[a-z0-9]+", "".join(c for c in split if not unicodedata.combining(c)))


def fingerprints(text: str) -> dict[str, str]:
    """Returns every run of words, by fingerprint."""
    words = folded(text)
    runs = (" ".join(words[i : i + RUN]) for i in range(len(words) - RUN + 1))
    return {hashlib.sha256(run.encode()).hexdigest()[:DIGITS]: run for run in runs}


@cache
def known() -> frozenset[str]:
    """Returns the publishers' fingerprints."""
    return frozenset(FINGERPRINTS.read_text().split())


def copied(text: str, of: frozenset[str] | dict[str, str] | None = None) -> list[str]:
    """Returns the runs of a text that are also the publishers' (or in ``of``)."""
    theirs = known() if of is None else of
    return [run for mark, run in fingerprints(text).items() if mark in theirs]


if __name__ == "__main__":
    found = sorted(
        {m for path in Path(sys.argv[1]).glob("*.txt") for m in fingerprints(path.read_text())}
    )
    lines = (" ".join(found[i : i + LINE]) for i in range(0, len(found), LINE))
    FINGERPRINTS.write_text("\n".join(lines) + "\n")
