"""The copy of Matou that a browser keeps for when there is no network: what is in it, made small.

``offline.json`` lists it, with the size and the hash of each file; ``static/page/offline.js`` reads
it, fetches all of it and shows nothing as kept that did not arrive whole::

    {"version": …, "bytes": in all, "pack": [name, size, hash], "files": [[name, size, hash], …]}

Pages travel in one pack. A dark picture has the shapes of the light one, a French page much of the
English one, so that only what differs is sent: an entry ``dark.svg^light.svg`` is a list of those
pieces, cut at each quotation mark, that differ: ``[[which, piece], …]``.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from matou.web.export.compiled import packed

LIST, PACK = "offline.json", "pages.pack"
VERSION_MARK, SIZE_MARK = b"~version~", b"~megabytes~"  # in pages, until both are known
LONGEST_NAME = 100  # that a tar holds


@dataclass(frozen=True)
class Offer:
    """What a page says of the copy that it offers."""

    version: str = VERSION_MARK.decode()
    megabytes: str = SIZE_MARK.decode()
    static: str = ""  # the folder of its scripts


def with_copy(files: Mapping[str, bytes]) -> tuple[dict[str, bytes], Offer]:
    """All files of an export, the list and the pack of its copy among them; marks are filled in."""
    version = digest(files)
    found = {name: data.replace(VERSION_MARK, version.encode()) for name, data in files.items()}
    apart = {n: d for n, d in found.items() if n.startswith("static/") or SIZE_MARK in d}
    pack = packed(dict(entries({n: d for n, d in found.items() if n not in apart})))
    size = len(pack) + sum(map(small, apart.values()))
    static = next(name for name in apart if name.startswith("static/")).split("/")[1]
    offer = Offer(version, f"{size / 1e6:.0f}", static)
    apart = {n: d.replace(SIZE_MARK, offer.megabytes.encode()) for n, d in apart.items()}
    listed = [told(name, data) for name, data in apart.items()]
    bytes_in_all = len(pack) + sum(map(len, apart.values()))
    about = {"version": version, "bytes": bytes_in_all, "pack": told(PACK, pack), "files": listed}
    return {**found, **apart, PACK: pack, LIST: json.dumps(about).encode()}, offer


def entries(files: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """What goes into the pack."""
    for name, data in files.items():
        french = name.replace("fr/", "en/", 1).replace("-fr-", "-en-").replace("-fr.", "-en.")
        for twin in (name.replace("dark", "light"), french):
            both = f"{name}^{twin}"
            if twin in files and twin != name and len(both) <= LONGEST_NAME:
                differs = difference(data, files[twin])
                if differs is not None and len(differs) < len(data) / 2:
                    yield both, differs
                    break
        else:
            yield name, data


def difference(data: bytes, twin: bytes) -> bytes | None:
    """How a text differs from another; None where they are not of one kind."""
    try:
        ours, theirs = data.decode().split('"'), twin.decode().split('"')
    except UnicodeDecodeError:
        return None
    if len(ours) != len(theirs):
        return None
    pairs = enumerate(zip(ours, theirs, strict=True))
    return json.dumps([[i, own] for i, (own, other) in pairs if own != other]).encode()


def told(name: str, data: bytes) -> tuple[str, int, str]:
    return name, len(data), hashlib.sha256(data).hexdigest()


def small(data: bytes) -> int:
    """How much of a file goes over the line, by gzip; brotli takes a tenth less."""
    return min(len(data), len(gzip.compress(data, 9)))


def digest(files: Mapping[str, bytes]) -> str:
    """A name for these very files, so that a browser may keep them for ever."""
    told = hashlib.sha256()
    for name, data in sorted(files.items()):
        told.update(name.encode() + b"\0" + data)
    return told.hexdigest()[:12]
