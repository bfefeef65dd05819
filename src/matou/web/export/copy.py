"""The offline copy that a browser can store: its file list and its compressed pack.

``offline.json`` lists the files with their sizes and hashes. ``static/page/offline.js`` reads it,
fetches all files, and reports the copy as stored only if every file arrived complete::

    {"version": …, "files": [[name, size, hash], …], "packs": {"en": [name, size, hash], "fr": …}}

Pages are sent in a pack for each language; a reader gets English and their own. A dark picture
shares the shapes of the light one, and a French page shares much of the English one, so only the
differences are sent. Both files are split at quotation marks, and the entry
``dark.svg^light.svg`` lists the pieces that differ: ``[[index, piece], …]``.
"""

import gzip
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from matou.core.grammar import languages
from matou.web.export.pyodide import packed
from matou.web.http.assets import digest

LIST = "offline.json"
ENGLISH = languages()[0]
VERSION_MARK, SIZE_MARK = b"~version~", b"~megabytes~"  # placeholders in pages
LONGEST_NAME = 100  # in a tar archive


@dataclass(frozen=True)
class Offer:
    """The values that a page shows about the offline copy."""

    version: str = VERSION_MARK.decode()
    megabytes: str = SIZE_MARK.decode()
    static: str = ""  # the folder of its scripts


def with_copy(files: Mapping[str, bytes]) -> tuple[dict[str, bytes], Offer]:
    """Returns all files of an export with placeholders filled in, plus the list and the pack."""
    version = digest(files)
    found = {name: data.replace(VERSION_MARK, version.encode()) for name, data in files.items()}
    apart = {
        name: data
        for name, data in found.items()
        if SIZE_MARK in data or (name.startswith("static/") and language(name) == ENGLISH)
    }
    packs: dict[str, dict[str, bytes]] = {lang: {} for lang in languages()}
    for name, data in entries({n: d for n, d in found.items() if n not in apart}):
        packs[language(name)][name] = data
    sent = {lang: (f"pages-{lang}.pack", packed(files)) for lang, files in packs.items()}
    sizes = {lang: len(pack) for lang, (_, pack) in sent.items()}
    most = sizes.pop(ENGLISH) + max(sizes.values())
    size = most + sum(map(small, apart.values()))
    static = next(name for name in apart if name.startswith("static/")).split("/")[1]
    offer = Offer(version, f"{size / 1e6:.0f}", static)
    apart = {n: d.replace(SIZE_MARK, offer.megabytes.encode()) for n, d in apart.items()}
    listed = [entry(name, data) for name, data in apart.items()]
    listing = {lang: entry(*named) for lang, named in sent.items()}
    about = {"version": version, "files": listed, "packs": listing}
    return {**found, **apart, **dict(sent.values()), LIST: json.dumps(about).encode()}, offer


def language(name: str) -> str:
    """Returns the language whose readers need a file; English for what everybody needs."""
    found = re.match(r"static/.*/words-([a-z]+)\.pack$|([a-z]+)/", name)
    lang = found and (found[1] or found[2])
    return lang if lang in languages() else ENGLISH


def entries(files: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    for name, data in files.items():
        for twin in (name.replace("dark", "light"), in_english(name)):
            both = f"{name}^{twin}"
            if twin in files and twin != name and len(both) <= LONGEST_NAME:
                differs = difference(data, files[twin])
                if differs is not None and len(differs) < len(data) / 2:
                    yield both, differs
                    break
        else:
            yield name, data


def in_english(name: str) -> str:
    """Returns the name of a page's English file: 'en/learn/x-en.json' for 'fr/learn/x-fr.json'."""
    lang, _, rest = name.partition("/")
    if lang not in languages():
        return name
    return f"en/{rest}".replace(f"-{lang}-", "-en-").replace(f"-{lang}.", "-en.")


def difference(data: bytes, twin: bytes) -> bytes | None:
    """Returns the pieces that differ from another text, or None if the texts do not correspond."""
    try:
        ours, theirs = data.decode().split('"'), twin.decode().split('"')
    except UnicodeDecodeError:
        return None
    if len(ours) != len(theirs):
        return None
    pairs = enumerate(zip(ours, theirs, strict=True))
    return json.dumps([[i, own] for i, (own, other) in pairs if own != other]).encode()


def entry(name: str, data: bytes) -> tuple[str, int, str]:
    return name, len(data), hashlib.sha256(data).hexdigest()


def small(data: bytes) -> int:
    """Returns the compressed size of a file with gzip. Brotli saves another tenth."""
    return min(len(data), len(gzip.compress(data, 9)))
