"""Backs up a site, restores it, and moves it to another database.

A backup is a zip file with a snapshot of the database as a SQLite file, whichever database it comes
from; the key that signs cookies, without which all players would lose their seats; and a manifest
with checksums. It is written under a temporary name and renamed when complete. Servers may keep
writing meanwhile.
"""

import asyncio
import contextlib
import hashlib
import json
import shutil
import sqlite3
import tempfile
import time
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from matou.core.messages import Message, say
from matou.core.version import VERSION
from matou.web.db import schema
from matou.web.db.errors import BAD_ADDRESS, IN_USE, NEWER, BadStore, Taken, shown
from matou.web.db.files import locked, make_private, server_key, sync, write_copy
from matou.web.db.schema import migrate_file, version_of_file
from matou.web.ops.copying import to_postgres, to_sqlite
from matou.web.ops.housekeeping import STORE, reading
from matou.web.store import SCHEMES

KEY, MANIFEST = "key", "manifest.json"
FILES = (STORE, KEY)  # the files of a backup and of a data folder
WHAT, FORMAT = "matou backup", 1

FOREIGN = say("it was not made by matou admin backup")
DAMAGED = say("it is damaged ({what})")
NOT_EMPTY = say(
    "{data} already contains tables. Use --force to move them to a folder next "
    "to it and restore the backup in their place."
)


def bad_backup(file: Path, why: Message) -> BadStore:
    return BadStore("{file} is not a valid backup: {why}. Nothing was changed.", file=file, why=why)


def damaged(file: Path, what: object) -> BadStore:
    return bad_backup(file, DAMAGED.filled(what=what))


@contextlib.contextmanager
def alone(data: Path) -> Iterator[None]:
    """Locks a data folder. Raises BadStore if a server uses it."""
    try:
        with locked(data):
            yield
    except Taken:
        raise BadStore(IN_USE, data=data) from None


# Backup


@dataclass(frozen=True)
class Backup:
    path: Path
    tables: int
    actions: int
    bytes: int


def backup(data: Path, to: Path | None = None, store: str = "") -> Backup:
    name = time.strftime("matou-%Y%m%d-%H%M%S.zip")
    if to is None:
        to = Path(name)
    elif to.suffix != ".zip" and not to.is_file():
        # Without this, the first backup would create a file with the name of the missing folder.
        to.mkdir(mode=0o700, exist_ok=True)
        to /= name
    if to.exists():
        raise BadStore("{file} already exists. Choose another name.", file=to)
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
    """Packs a copy of the database and the key into a zip file, renamed when complete."""
    with contextlib.closing(sqlite3.connect(copy)) as own:
        wrong = own.execute("PRAGMA quick_check").fetchone()[0]
        if wrong != "ok":
            raise BadStore("The stored data is damaged: {wrong}.", wrong=wrong)
        tables, actions = counts(own)
        manifest: dict[str, Any] = {
            "what": WHAT,
            "format": FORMAT,
            "matou": VERSION,
            "made": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "schema": version_of_file(own, copy),
            "tables": tables,
            "actions": actions,
            "files": {},
        }
    make_private(part)
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as out:
        for name, source in ((STORE, copy), (KEY, key)):
            if source.is_file():
                out.write(source, name)
                manifest["files"][name] = {"bytes": source.stat().st_size, "sha256": digest(source)}
        out.writestr(MANIFEST, json.dumps(manifest, indent=1))
    sync(part)
    part.replace(to)
    sync(to.absolute().parent)
    return Backup(to, tables, actions, to.stat().st_size)


# Restore


@dataclass(frozen=True)
class Restored:
    """The result of a restore, including where the old contents were moved."""

    tables: int
    actions: int
    made: float  # when the backup was made
    aside: Path | str | None


def restore(file: Path, data: Path, force: bool = False, store: str = "") -> Restored:
    """Restores a backup after verifying it. Moves the old contents aside."""
    if store:
        return restore_into(store, file, force)
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".restoring-", dir=data) as place:
        manifest = unpack(file, Path(place))
        with alone(data):
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
    return Restored(manifest["tables"], manifest["actions"], manifest["made"], aside)


def restore_into(store: str, file: Path, force: bool) -> Restored:
    with tempfile.TemporaryDirectory(prefix="matou-") as place:
        manifest = unpack(file, Path(place))
        copy, key = migrated(Path(place) / STORE), Path(place) / KEY
        aside = asyncio.run(
            to_postgres(copy, key.read_text() if key.exists() else "", store, force)
        )
    return Restored(manifest["tables"], manifest["actions"], manifest["made"], aside or None)


def migrated(path: Path) -> Path:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        migrate_file(db, path)
    return path


def move(data: Path, store: str) -> Restored:
    """Copies a data folder into an empty database. The folder is not changed."""
    if not store.startswith(SCHEMES):
        raise BadStore(BAD_ADDRESS, shown=shown(store))
    with alone(data), tempfile.TemporaryDirectory(prefix=".moving-", dir=data) as place:
        copy = Path(place) / STORE
        with reading(data) as db:
            write_copy(db, copy)
        asyncio.run(to_postgres(migrated(copy), server_key(data), store))
        with contextlib.closing(sqlite3.connect(copy)) as db:
            return Restored(*counts(db), time.time(), None)


def counts(db: sqlite3.Connection) -> tuple[int, int]:
    counted = "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM actions)"
    tables, actions = db.execute(counted).fetchone()
    return tables, actions


def unpack(file: Path, place: Path) -> dict[str, Any]:
    """Unpacks and verifies the files of a backup. Returns its manifest."""
    try:
        with zipfile.ZipFile(file) as packed:
            manifest = manifest_of(file, packed)
            for name, stated in manifest["files"].items():
                make_private(place / name)
                with packed.open(name) as source, (place / name).open("wb") as out:
                    shutil.copyfileobj(source, out)
                sync(place / name)
                if digest(place / name) != stated["sha256"]:
                    raise damaged(file, name)
    except FileNotFoundError:
        raise BadStore("There is no file {file}.", file=file) from None
    except zipfile.BadZipFile as error:
        is_zip = file.is_file() and file.open("rb").read(2) == b"PK"
        raise (damaged(file, error) if is_zip else bad_backup(file, FOREIGN)) from None
    except (EOFError, KeyError, NotImplementedError, RuntimeError, zlib.error) as error:
        raise damaged(file, error) from None
    with contextlib.closing(sqlite3.connect(place / STORE)) as db:
        try:
            version_of_file(db, file)
            found = db.execute("PRAGMA integrity_check").fetchone()[0]
        except sqlite3.Error as error:
            found = str(error)
        if found != "ok":
            raise damaged(file, found)
    return manifest


def manifest_of(file: Path, packed: zipfile.ZipFile) -> dict[str, Any]:
    try:
        manifest: dict[str, Any] = json.loads(packed.read(MANIFEST))
        if manifest["what"] != WHAT:
            raise bad_backup(file, FOREIGN)
        known, version = len(schema.SQLITE), manifest["schema"]
        if manifest["format"] > FORMAT or version > known:
            raise BadStore(NEWER, path=file, version=version, known=known)
        files = {name: manifest["files"][name] for name in manifest["files"]}
        for key in ("tables", "actions"):
            manifest[key]
        manifest["made"] = datetime.fromisoformat(manifest["made"]).timestamp()
    except BadStore:
        raise
    except (KeyError, TypeError, ValueError):
        raise bad_backup(file, FOREIGN) from None
    if STORE not in files or not set(files) <= set(FILES):
        raise bad_backup(file, FOREIGN)
    return manifest


def put_aside(data: Path, force: bool) -> Path | None:
    """Moves the contents of a data folder aside. Deletes nothing."""
    there = [p for p in data.iterdir() if p.name in FILES or p.name.startswith(STORE + "-")]
    if not there:
        return None
    if not force and (data / STORE).exists():
        raise BadStore(NOT_EMPTY.filled(data=data))
    aside = data / time.strftime("replaced-%Y%m%d-%H%M%S")
    aside.mkdir(mode=0o700)
    for path in there:
        path.replace(aside / path.name)
    return aside


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
