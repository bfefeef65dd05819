"""The key that signs cookies, in a file beside the store."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from matou.web.store.schema import BadStore, sync

SHORTEST_KEY = 32  # characters; ours have 64


def server_key(data: Path) -> str:
    """The key that signs cookies: made once, kept beside the store, readable by us alone."""
    path = data / "key"
    try:
        key = path.read_text(encoding="ascii", errors="replace").strip()
    except FileNotFoundError:
        return new_key(path)
    if len(key) < SHORTEST_KEY:
        raise bad_key(path, len(key))
    return key


def new_key(path: Path) -> str:
    """A key of its own, there whole or not at all."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    key = secrets.token_hex(32)
    part = path.with_name(".key.part")
    part.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    sync(path.parent)
    return key


def bad_key(path: Path, long: int) -> BadStore:
    return BadStore(
        f"The key in {path} has {long} characters, and must have {SHORTEST_KEY}: cookies "
        "signed with it could be forged. Take it from a backup (matou admin restore), or "
        "delete the file: the next start makes a new key, and nobody finds their seat again.",
        f"La clé dans {path} a {long} caractères, il en faut {SHORTEST_KEY} : on pourrait "
        "forger les cookies qu’elle signe. Reprends-la d’une sauvegarde (matou admin "
        "restore), ou efface ce fichier : le prochain démarrage en fait une neuve, et "
        "personne ne retrouve sa place.",
    )
