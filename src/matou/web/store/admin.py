"""Looking after a data folder: back it up, restore it, count what is in it, clear it out.

A backup is one zip file: the store as SQLite copies it while a server may go on writing, the
key that signs cookies (without it nobody would find their seat again), and a manifest with a
checksum of each. It is made under another name and appears whole.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
import time
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from matou.core.version import VERSION
from matou.core.words import Words
from matou.web.store.lockfile import Claim, Taken
from matou.web.store.schema import MIGRATIONS, BadStore, age, newer, sync, write_copy

STORE, KEY, MANIFEST = "tables.db", "key", "manifest.json"
KEPT = (STORE, KEY)  # what a backup holds, and a data folder needs
WHAT, FORMAT = "matou backup", 1
DAY = 86400.0
BATCH = 500  # tables deleted at a time, so that a running server never waits long


def no_store(data: Path) -> BadStore:
    return BadStore(
        Words(
            f"There are no tables in {data}: it holds no file {STORE}. Say which folder with "
            "--data.",
            f"Il n’y a pas de tables dans {data} : le fichier {STORE} n’y est pas. Dis quel "
            "dossier avec --data.",
        )
    )


def bad_backup(file: Path, why: Words) -> BadStore:
    return BadStore(
        Words(
            f"{file} is no good backup: {why.en}. Nothing was changed.",
            f"{file} n’est pas une bonne sauvegarde : {why.fr}. Rien n’a changé.",
        )
    )


FOREIGN = Words("it was not made by matou admin backup", "elle ne vient pas de matou admin backup")
DAMAGED = Words("it is damaged ({what})", "elle est abîmée ({what})")


def damaged(file: Path, what: object) -> BadStore:
    return bad_backup(file, Words(*(text.format(what=what) for text in DAMAGED)))


@contextlib.contextmanager
def reading(data: Path) -> Iterator[sqlite3.Connection]:
    """The store, only to be read; a server may be using it."""
    path = data / STORE
    if not path.is_file():
        raise no_store(data)
    try:
        db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=10)
        with contextlib.closing(db):
            if age(db, path) == 0:
                raise no_store(data)
            yield db
    except sqlite3.Error as error:
        raise BadStore(
            Words(f"{path} cannot be read: {error}.", f"{path} ne se lit pas : {error}.")
        ) from None


# Backup


@dataclass(frozen=True)
class Backup:
    """A backup that was made."""

    path: Path
    tables: int
    actions: int
    bytes: int


def backup(data: Path, to: Path | None = None) -> Backup:
    """Copy everything into one new file, while a server may be running."""
    name = time.strftime("matou-%Y%m%d-%H%M%S.zip")
    to = Path(name) if to is None else to / name if to.is_dir() else to
    if to.exists():
        raise BadStore(
            Words(
                f"{to} exists already, and is left as it is. Choose another name.",
                f"{to} existe déjà et reste comme il est. Choisis un autre nom.",
            )
        )
    with reading(data) as db, tempfile.TemporaryDirectory(prefix=".matou-", dir=to.parent) as place:
        copy, part = Path(place) / STORE, Path(place) / "backup.zip"
        write_copy(db, copy)
        with contextlib.closing(sqlite3.connect(copy)) as own:
            wrong = own.execute("PRAGMA quick_check").fetchone()[0]
            if wrong != "ok":
                raise BadStore(
                    Words(
                        f"{data / STORE} is damaged: {wrong}.",
                        f"{data / STORE} est abîmé : {wrong}.",
                    )
                )
            manifest = {
                "what": WHAT,
                "format": FORMAT,
                "matou": VERSION,
                "made": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
                "schema": age(own, copy),
                "tables": own.execute("SELECT count(*) FROM tables").fetchone()[0],
                "actions": own.execute("SELECT count(*) FROM actions").fetchone()[0],
                "files": {},
            }
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as out:
            for name, source in ((STORE, copy), (KEY, data / KEY)):
                if source.is_file():
                    out.write(source, name)
                    manifest["files"][name] = {
                        "bytes": source.stat().st_size,
                        "sha256": digest(source),
                    }
            out.writestr(MANIFEST, json.dumps(manifest, indent=1))
        sync(part)
        part.replace(to)
    sync(to.absolute().parent)
    return Backup(to, manifest["tables"], manifest["actions"], to.stat().st_size)


# Restore


@dataclass(frozen=True)
class Restored:
    """What a folder now holds, and where what it held before was put."""

    tables: int
    actions: int
    made: str
    aside: Path | None


def restore(file: Path, data: Path, force: bool = False) -> Restored:
    """Put a backup back, after it has proved good; what was there is kept aside."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".restoring-", dir=data) as place:
        manifest = unpack(file, Path(place))
        try:
            claim = Claim(data)
        except Taken:
            raise BadStore(
                Words(
                    f"A server is running on {data}. Stop it first; nothing was changed.",
                    f"Un serveur tourne sur {data}. Arrête-le d’abord ; rien n’a changé.",
                )
            ) from None
        with claim:
            aside = put_aside(data, force)
            try:
                for name in manifest["files"]:
                    (Path(place) / name).replace(data / name)
                sync(data)
            except OSError:
                if aside is not None:
                    for old in aside.iterdir():
                        old.replace(data / old.name)
                raise
    return Restored(manifest["tables"], manifest["actions"], str(manifest["made"]), aside)


def unpack(file: Path, place: Path) -> dict[str, Any]:
    """The files of a backup, checked one by one; its manifest."""
    try:
        with zipfile.ZipFile(file) as packed:
            try:
                manifest = json.loads(packed.read(MANIFEST))
                if manifest["what"] != WHAT:
                    raise bad_backup(file, FOREIGN)
                if manifest["format"] > FORMAT or manifest["schema"] > len(MIGRATIONS):
                    raise newer(file, manifest["schema"])
                files = {name: manifest["files"][name] for name in manifest["files"]}
                for key in ("tables", "actions", "made"):
                    manifest[key]
            except (KeyError, TypeError, ValueError):
                raise bad_backup(file, FOREIGN) from None
            if STORE not in files or not set(files) <= set(KEPT):
                raise bad_backup(file, FOREIGN)
            for name, stated in files.items():
                with packed.open(name) as source, open_new(place / name) as out:
                    shutil.copyfileobj(source, out)
                sync(place / name)
                if digest(place / name) != stated["sha256"]:
                    raise damaged(file, name)
    except FileNotFoundError:
        raise BadStore(
            Words(f"There is no file {file}.", f"Il n’y a pas de fichier {file}.")
        ) from None
    except zipfile.BadZipFile as error:
        is_zip = file.is_file() and file.open("rb").read(2) == b"PK"
        raise (damaged(file, error) if is_zip else bad_backup(file, FOREIGN)) from None
    except (EOFError, KeyError, NotImplementedError, RuntimeError, zlib.error) as error:
        raise damaged(file, error) from None
    with contextlib.closing(sqlite3.connect(place / STORE)) as db:
        try:
            age(db, file)
            found = db.execute("PRAGMA integrity_check").fetchone()[0]
        except sqlite3.Error as error:
            found = str(error)
        if found != "ok":
            raise damaged(file, found)
    result: dict[str, Any] = manifest
    return result


def put_aside(data: Path, force: bool) -> Path | None:
    """Make room in a folder; what lay there is moved, never deleted."""
    there = [p for p in data.iterdir() if p.name in KEPT or p.name.startswith(STORE + "-")]
    if not there:
        return None
    if not force and (data / STORE).exists():
        raise BadStore(
            Words(
                f"{data} holds tables already. With --force they are moved aside, into a folder "
                "beside them, and the backup takes their place.",
                f"{data} contient déjà des tables. Avec --force elles sont mises de côté, dans un "
                "dossier à part, et la sauvegarde prend leur place.",
            )
        )
    aside = data / time.strftime("replaced-%Y%m%d-%H%M%S")
    aside.mkdir(mode=0o700)
    for path in there:
        path.replace(aside / path.name)
    return aside


# Counting


def stats(data: Path) -> dict[str, Any]:
    """What a folder holds, in numbers."""
    with reading(data) as db:
        games: dict[str, dict[str, Any]] = {}
        for game, version, over, tables in db.execute(
            "SELECT game, version, over, count(*) FROM tables GROUP BY game, version, over"
        ):
            of = games.setdefault(
                game, {"tables": 0, "open": 0, "over": 0, "actions": 0, "versions": {}}
            )
            of["tables"] += tables
            of["over" if over else "open"] += tables
            of["versions"][str(version)] = of["versions"].get(str(version), 0) + tables
        for game, actions in db.execute(
            "SELECT game, count(*) FROM actions JOIN tables ON tables.id = tbl GROUP BY game"
        ):
            games[game]["actions"] = actions
        people = db.execute("SELECT count(DISTINCT owner) FROM seats WHERE owner != ''")
        latest = db.execute("SELECT max(touched) FROM tables").fetchone()[0]
        total = {
            key: sum(of[key] for of in games.values())
            for key in ("tables", "open", "over", "actions")
        }
        return {
            "data": str(data),
            "schema": age(db, data / STORE),
            "bytes": sum(p.stat().st_size for p in data.glob(STORE + "*")),
            **total,
            "people": people.fetchone()[0],
            "latest": latest and time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(latest)),
            "games": dict(sorted(games.items())),
        }


# Clearing out


@dataclass
class Purged:
    """What was (or would be) deleted."""

    over: Counter[str] = field(default_factory=Counter)  # by game
    abandoned: Counter[str] = field(default_factory=Counter)
    actions: int = 0
    bytes_freed: int = 0
    compact: bool = False  # was the file made smaller? Not while a server has it open.

    @property
    def tables(self) -> int:
        return self.over.total() + self.abandoned.total()


def purge(
    data: Path, days: float, over: bool = True, abandoned: bool = True, dry_run: bool = False
) -> Purged:
    """Delete tables that nobody has moved at for so many days: finished, abandoned, or both."""
    kinds = [int(wanted) for wanted, asked in ((True, over), (False, abandoned)) if asked]
    before = time.time() - days * DAY
    purged = Purged()
    with reading(data) as db:
        old = db.execute(
            f"SELECT id, game, over, (SELECT count(*) FROM actions WHERE tbl = id) FROM tables"
            f" WHERE touched < ? AND over IN ({','.join(map(str, kinds))})",
            (before,),
        ).fetchall()
    if dry_run:
        for _id, game, is_over, actions in old:
            (purged.over if is_over else purged.abandoned)[game] += 1
            purged.actions += actions
        return purged
    path = data / STORE
    size = path.stat().st_size
    with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=30)) as db:
        about = [
            name
            for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if any(column[1] == "tbl" for column in db.execute(f"PRAGMA table_info({name})"))
        ]
        for start in range(0, len(old), BATCH):
            db.execute("BEGIN IMMEDIATE")
            for id, game, is_over, actions in old[start : start + BATCH]:
                # Somebody may have come back to it since it was listed.
                gone = db.execute("DELETE FROM tables WHERE id = ? AND touched < ?", (id, before))
                if not gone.rowcount:
                    continue
                for name in about:
                    db.execute(f"DELETE FROM {name} WHERE tbl = ?", (id,))
                (purged.over if is_over else purged.abandoned)[game] += 1
                purged.actions += actions
            db.execute("COMMIT")
        if purged.tables:
            with contextlib.suppress(Taken), Claim(data):
                db.execute("VACUUM")
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                purged.compact = True
                purged.bytes_freed = max(0, size - path.stat().st_size)
    return purged


# Files


def open_new(path: Path) -> Any:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
