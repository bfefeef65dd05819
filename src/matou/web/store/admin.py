"""Looking after what a site keeps: back it up, restore it, count what is in it, clear it out.

A backup is one zip file: the store as it is at one moment while servers may go on writing, as a
SQLite file whatever database it comes from, the key that signs cookies (without it nobody would
find their seat again), and a manifest with a checksum of each. It is made under another name and
appears whole.
"""

from __future__ import annotations

import asyncio
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
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from matou.core.version import VERSION
from matou.core.words import Words
from matou.web.store import postgres_admin
from matou.web.store.copying import to_postgres, to_sqlite
from matou.web.store.counting import BATCH, Purged, counted, doomed
from matou.web.store.key import server_key
from matou.web.store.lockfile import Claim, Taken
from matou.web.store.opening import SCHEMES
from matou.web.store.postgres_schema import bad_address
from matou.web.store.schema import MIGRATIONS, BadStore, age, migrate, newer, sync, write_copy

STORE, KEY, MANIFEST = "tables.db", "key", "manifest.json"
KEPT = (STORE, KEY)  # what a backup holds, and a data folder needs
WHAT, FORMAT = "matou backup", 1
DAY = 86400.0


def no_store(data: Path) -> BadStore:
    return BadStore(
        f"There are no tables in {data}: it holds no file {STORE}. Say which folder with --data.",
        f"Il n’y a pas de tables dans {data} : le fichier {STORE} n’y est pas. Dis quel "
        "dossier avec --data.",
    )


def bad_backup(file: Path, why: Words) -> BadStore:
    return BadStore(
        f"{file} is no good backup: {why.en}. Nothing was changed.",
        f"{file} n’est pas une bonne sauvegarde : {why.fr}. Rien n’a changé.",
    )


def taken(data: Path) -> BadStore:
    return BadStore(
        f"A server is running on {data}. Stop it first; nothing was changed.",
        f"Un serveur tourne sur {data}. Arrête-le d’abord ; rien n’a changé.",
    )


FOREIGN = Words("it was not made by matou admin backup", "elle ne vient pas de matou admin backup")
DAMAGED = Words("it is damaged ({what})", "elle est abîmée ({what})")


def damaged(file: Path, what: object) -> BadStore:
    return bad_backup(file, DAMAGED.filled(what=what))


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
            f"{path} cannot be read: {error}.", f"{path} ne se lit pas : {error}."
        ) from None


# Backup


@dataclass(frozen=True)
class Backup:
    """A backup that was made."""

    path: Path
    tables: int
    actions: int
    bytes: int


def backup(data: Path, to: Path | None = None, store: str = "") -> Backup:
    """Copy everything into one new file, while a server may be running."""
    name = time.strftime("matou-%Y%m%d-%H%M%S.zip")
    if to is None:
        to = Path(name)
    elif to.suffix != ".zip" and not to.is_file():
        # A folder that is not there yet would be taken for the file, once, and the next refused.
        to.mkdir(mode=0o700, exist_ok=True)
        to /= name
    if to.exists():
        raise BadStore(
            f"{to} exists already, and is left as it is. Choose another name.",
            f"{to} existe déjà et reste comme il est. Choisis un autre nom.",
        )
    with tempfile.TemporaryDirectory(prefix=".matou-", dir=to.parent) as place:
        copy, key = Path(place) / STORE, Path(place) / KEY
        if store:
            asyncio.run(to_sqlite(store, copy, key))
        else:
            key = data / KEY
            with reading(data) as db:
                write_copy(db, copy)
        return pack(to, copy, key, Path(place) / "backup.zip")


def pack(to: Path, copy: Path, key: Path, part: Path) -> Backup:
    """A copy and the key with it, in one file that appears whole."""
    with contextlib.closing(sqlite3.connect(copy)) as own:
        wrong = own.execute("PRAGMA quick_check").fetchone()[0]
        if wrong != "ok":
            raise BadStore(
                f"What is kept is damaged: {wrong}.", f"Ce qui est gardé est abîmé : {wrong}."
            )
        manifest: dict[str, Any] = {
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
        for name, source in ((STORE, copy), (KEY, key)):
            if source.is_file():
                out.write(source, name)
                manifest["files"][name] = {"bytes": source.stat().st_size, "sha256": digest(source)}
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
    aside: Path | str | None


def restore(file: Path, data: Path, force: bool = False, store: str = "") -> Restored:
    """Put a backup back, after it has proved good; what was there is kept aside."""
    if store:
        return restore_into(store, file, force)
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".restoring-", dir=data) as place:
        manifest = unpack(file, Path(place))
        try:
            claim = Claim(data)
        except Taken:
            raise taken(data) from None
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


def restore_into(store: str, file: Path, force: bool) -> Restored:
    """Put a backup into a database."""
    with tempfile.TemporaryDirectory(prefix="matou-") as place:
        manifest = unpack(file, Path(place))
        key = Path(place) / KEY
        aside = asyncio.run(
            to_postgres(
                renewed(Path(place) / STORE), key.read_text() if key.exists() else "", store, force
            )
        )
    return Restored(manifest["tables"], manifest["actions"], str(manifest["made"]), aside or None)


def renewed(path: Path) -> Path:
    """A copy of a store, brought up to the newest schema."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        migrate(db, path)
    return path


def move(data: Path, store: str) -> Restored:
    """All that a folder keeps, into an empty database; the folder stays as it is."""
    if not store.startswith(SCHEMES):
        raise bad_address(store)
    try:
        claim = Claim(data)
    except Taken:
        raise taken(data) from None
    with claim, tempfile.TemporaryDirectory(prefix=".moving-", dir=data) as place:
        copy = Path(place) / STORE
        with reading(data) as db:
            write_copy(db, copy)
        asyncio.run(to_postgres(renewed(copy), server_key(data), store))
        with contextlib.closing(sqlite3.connect(copy)) as db:
            tables, actions = (
                db.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
                for name in ("tables", "actions")
            )
    return Restored(tables, actions, "", None)


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
        raise BadStore(f"There is no file {file}.", f"Il n’y a pas de fichier {file}.") from None
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
            f"{data} holds tables already. With --force they are moved aside, into a folder "
            "beside them, and the backup takes their place.",
            f"{data} contient déjà des tables. Avec --force elles sont mises de côté, dans un "
            "dossier à part, et la sauvegarde prend leur place.",
        )
    aside = data / time.strftime("replaced-%Y%m%d-%H%M%S")
    aside.mkdir(mode=0o700)
    for path in there:
        path.replace(aside / path.name)
    return aside


# Counting


def stats(data: Path, store: str = "") -> dict[str, Any]:
    """What a folder or a database holds, in numbers."""
    if store:
        return asyncio.run(postgres_admin.stats(store))
    with reading(data) as db:
        return counted(
            str(data),
            age(db, data / STORE),
            sum(p.stat().st_size for p in data.glob(STORE + "*")),
            db.execute(
                "SELECT game, version, over, count(*) FROM tables GROUP BY game, version, over"
            ),
            db.execute(
                "SELECT game, count(*) FROM actions JOIN tables ON tables.id = tbl GROUP BY game"
            ),
            db.execute("SELECT count(DISTINCT owner) FROM seats WHERE owner != ''").fetchone()[0],
            db.execute("SELECT max(touched) FROM tables").fetchone()[0],
        )


# Clearing out


def purge(
    data: Path,
    days: float,
    over: bool = True,
    abandoned: bool = True,
    dry_run: bool = False,
    store: str = "",
) -> Purged:
    """Delete tables that nobody has moved at for so many days: finished, abandoned, or both."""
    kinds = [int(wanted) for wanted, asked in ((True, over), (False, abandoned)) if asked]
    if store:
        return asyncio.run(postgres_admin.purge(store, days, kinds, dry_run))
    before = time.time() - days * DAY
    purged = Purged()
    with reading(data) as db:
        old = db.execute(doomed(kinds, "?"), (before,)).fetchall()
    if dry_run:
        purged.add(old)
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
            for row in old[start : start + BATCH]:
                # Somebody may have come back to it since it was listed.
                gone = db.execute(
                    "DELETE FROM tables WHERE id = ? AND touched < ?", (row[0], before)
                )
                if not gone.rowcount:
                    continue
                for name in about:
                    db.execute(f"DELETE FROM {name} WHERE tbl = ?", (row[0],))
                purged.add([row])
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
