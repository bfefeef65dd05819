"""The store's schema, how an older file is brought up to it, and which files are refused.

A change of schema is one more script at the end of ``MIGRATIONS``; those that stand there are
never changed, because files of every age have run them. Before an older file is touched a copy
of it is put beside it, and the scripts run in one transaction: all of them, or none.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import time
from pathlib import Path

from matou.core.words import Words

log = logging.getLogger("matou.web")

MARK = 0x4D61746F  # SQLite's application_id: "Mato"

# Steps that both databases take (``postgres_schema.py`` says them in its own words).

# How much each has asked for of late, by a hash of who it is.
LIMITS = "CREATE TABLE limits (who TEXT PRIMARY KEY, taken REAL NOT NULL, at REAL NOT NULL);"
# Clocks, and how long there was no server at all: that is nobody's time.
CLOCKS = """
ALTER TABLE tables ADD COLUMN clock TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN deadline REAL;
CREATE INDEX tables_by_deadline ON tables (deadline) WHERE deadline IS NOT NULL;
CREATE TABLE uptime (id INTEGER PRIMARY KEY, lost REAL NOT NULL, last REAL NOT NULL);
"""
# Names that last: passkeys, the devices that are signed in, and what is asked for a while.
NAMES = """
CREATE TABLE kept_names (
    owner TEXT PRIMARY KEY, name TEXT NOT NULL, recovery TEXT NOT NULL, made REAL NOT NULL
);
CREATE UNIQUE INDEX kept_names_by_recovery ON kept_names (recovery) WHERE recovery != '';
CREATE TABLE passkeys (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, public_key TEXT NOT NULL,
    counter INTEGER NOT NULL, name TEXT NOT NULL, made REAL NOT NULL, used REAL NOT NULL
);
CREATE INDEX passkeys_by_owner ON passkeys (owner);
CREATE TABLE devices (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, name TEXT NOT NULL, made REAL NOT NULL,
    seen REAL NOT NULL
);
CREATE INDEX devices_by_owner ON devices (owner);
CREATE TABLE tickets (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, owner TEXT NOT NULL, text TEXT NOT NULL,
    until REAL NOT NULL
);
CREATE INDEX tickets_by_owner ON tickets (owner);
CREATE INDEX tickets_by_until ON tickets (until);
"""
# How games ended for each person, and which are still to be recorded.
RESULTS = """
CREATE TABLE results (
    tbl TEXT NOT NULL, owner TEXT NOT NULL, game TEXT NOT NULL, seat INTEGER NOT NULL,
    outcome INTEGER NOT NULL, winners TEXT NOT NULL, levels TEXT NOT NULL,
    people INTEGER NOT NULL, seconds REAL NOT NULL, ended REAL NOT NULL,
    PRIMARY KEY (tbl, owner)
);
CREATE INDEX results_by_owner ON results (owner, ended);
ALTER TABLE tables ADD COLUMN recorded INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tables_to_record ON tables (touched) WHERE over = 1 AND recorded = 0;
ALTER TABLE seats ADD COLUMN done INTEGER NOT NULL DEFAULT 0;
CREATE INDEX seats_in_play ON seats (owner) WHERE done = 0 AND owner <> '';
"""
# Strangers: tables that anybody may join, whom somebody avoids, what the operator is told.
STRANGERS = """
ALTER TABLE seats ADD COLUMN program INTEGER NOT NULL DEFAULT 0;
ALTER TABLE chat ADD COLUMN owner TEXT NOT NULL DEFAULT '';
CREATE TABLE offers (tbl TEXT PRIMARY KEY, since REAL NOT NULL, until REAL NOT NULL);
CREATE INDEX offers_by_until ON offers (until);
CREATE TABLE strangers (
    owner TEXT PRIMARY KEY, program INTEGER NOT NULL, only_people INTEGER NOT NULL
);
CREATE TABLE avoided (
    owner TEXT NOT NULL, other TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
    at REAL NOT NULL, PRIMARY KEY (owner, other)
);
CREATE INDEX avoided_by_other ON avoided (other);
CREATE TABLE sanctions (
    owner TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (owner, kind)
);
CREATE TABLE reports (
    id TEXT PRIMARY KEY, about TEXT NOT NULL, owner TEXT NOT NULL, name TEXT NOT NULL,
    reporter TEXT NOT NULL, reporter_name TEXT NOT NULL, reason TEXT NOT NULL,
    lines TEXT NOT NULL, at REAL NOT NULL, done INTEGER NOT NULL
);
CREATE INDEX reports_by_time ON reports (done, at);
"""
# Since which event it is whose turn; how people are told of turns, and what they were told.
NOTICES = """
ALTER TABLE tables ADD COLUMN turned INTEGER NOT NULL DEFAULT 0;
UPDATE tables SET turned = number;
CREATE TABLE channels (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, kind TEXT NOT NULL, tbl TEXT NOT NULL,
    address TEXT NOT NULL, details TEXT NOT NULL, lang TEXT NOT NULL, shown TEXT NOT NULL,
    confirmed INTEGER NOT NULL, trouble TEXT NOT NULL, created REAL NOT NULL,
    rest REAL NOT NULL, taker TEXT NOT NULL, until REAL NOT NULL
);
CREATE INDEX channels_by_owner ON channels (owner);
CREATE TABLE notices (
    channel TEXT NOT NULL, tbl TEXT NOT NULL, turned INTEGER NOT NULL, seat INTEGER NOT NULL,
    state INTEGER NOT NULL, due REAL NOT NULL, tries INTEGER NOT NULL, batch TEXT NOT NULL,
    PRIMARY KEY (channel, tbl, turned)
) WITHOUT ROWID;
CREATE INDEX notices_by_due ON notices (due) WHERE state = 0;
"""
# How strong people are, and the cats they have beaten: games that are over count from now on.
# What whoever moved had left, with each of their events.
RATINGS = """
CREATE TABLE wants_rating (owner TEXT PRIMARY KEY, since REAL NOT NULL);
CREATE TABLE ratings (
    owner TEXT NOT NULL, game TEXT NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL,
    games INTEGER NOT NULL, PRIMARY KEY (owner, game)
);
CREATE TABLE rated (
    table_id TEXT NOT NULL, owner TEXT NOT NULL, game TEXT NOT NULL, mu REAL NOT NULL,
    sigma REAL NOT NULL, place INTEGER NOT NULL, places INTEGER NOT NULL,
    at REAL NOT NULL, PRIMARY KEY (table_id, owner)
);
CREATE INDEX rated_by_owner ON rated (owner, game, at);
CREATE TABLE ladder (
    owner TEXT NOT NULL, game TEXT NOT NULL, level INTEGER NOT NULL, games INTEGER NOT NULL,
    won INTEGER NOT NULL, best INTEGER NOT NULL, PRIMARY KEY (owner, game, level)
);
ALTER TABLE tables ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
UPDATE tables SET rated = 1 WHERE over = 1;
CREATE INDEX tables_to_rate ON tables (touched) WHERE over = 1 AND rated = 0;
ALTER TABLE actions ADD COLUMN remaining REAL;
"""
# The weakest of the cats that were exchanged at a seat: whom one has beaten there.
EXCHANGED = "ALTER TABLE seats ADD COLUMN weakest INTEGER NOT NULL DEFAULT 0;"

# One script per schema version; user_version counts those that have run.
MIGRATIONS = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, version INTEGER NOT NULL,
        options TEXT NOT NULL, seats INTEGER NOT NULL,
        seed TEXT NOT NULL, commitment TEXT NOT NULL,
        created REAL NOT NULL, touched REAL NOT NULL,
        settings TEXT NOT NULL, over INTEGER NOT NULL DEFAULT 0, turn INTEGER NOT NULL DEFAULT -1,
        rematch TEXT NOT NULL DEFAULT ''
    );
    CREATE INDEX tables_by_touched ON tables (over, touched);
    CREATE TABLE actions (
        tbl TEXT NOT NULL, number INTEGER NOT NULL, action INTEGER NOT NULL,
        PRIMARY KEY (tbl, number)
    ) WITHOUT ROWID;
    CREATE TABLE seats (
        tbl TEXT NOT NULL, seat INTEGER NOT NULL, kind TEXT NOT NULL, level INTEGER NOT NULL,
        owner TEXT NOT NULL, name TEXT NOT NULL, colour INTEGER NOT NULL, invite TEXT NOT NULL,
        PRIMARY KEY (tbl, seat)
    ) WITHOUT ROWID;
    CREATE INDEX seats_by_owner ON seats (owner) WHERE owner != '';
    CREATE TABLE chat (
        tbl TEXT NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL,
        name TEXT NOT NULL, said TEXT NOT NULL, at REAL NOT NULL,
        PRIMARY KEY (tbl, number)
    ) WITHOUT ROWID;
    """,
    f"PRAGMA application_id = {MARK};",
    # Texts kept for a while: records that somebody opened, analyses.
    """
    CREATE TABLE papers (
        kind TEXT NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL, until REAL NOT NULL,
        PRIMARY KEY (kind, key)
    );
    CREATE INDEX papers_by_until ON papers (kind, until);
    """,
    # How far each table is, and what several processes tell each other.
    """
    ALTER TABLE tables ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN sitting INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN talked INTEGER NOT NULL DEFAULT 0;
    UPDATE tables SET
        number = (SELECT count(*) FROM actions WHERE tbl = id),
        talked = (SELECT coalesce(max(number) + 1, 0) FROM chat WHERE tbl = id);
    CREATE TABLE jobs (
        kind TEXT NOT NULL, key TEXT NOT NULL, payload TEXT NOT NULL, due REAL NOT NULL,
        taker TEXT NOT NULL, until REAL NOT NULL, part REAL NOT NULL, failed INTEGER NOT NULL,
        PRIMARY KEY (kind, key)
    );
    CREATE INDEX jobs_by_due ON jobs (kind, due);
    CREATE TABLE presence (
        tbl TEXT NOT NULL, owner TEXT NOT NULL, seen REAL NOT NULL, PRIMARY KEY (tbl, owner)
    );
    CREATE TABLE signals (
        tbl TEXT NOT NULL, name TEXT NOT NULL, message TEXT NOT NULL, at REAL NOT NULL
    );
    CREATE INDEX signals_by_table ON signals (tbl, at);
    """,
    LIMITS,
    CLOCKS,
    # Who set a table: a person's tables are found by that, too.
    """
    ALTER TABLE tables ADD COLUMN host TEXT NOT NULL DEFAULT '';
    UPDATE tables SET host = coalesce(json_extract(settings, '$.host'), '')
        WHERE json_valid(settings);
    CREATE INDEX tables_by_host ON tables (host) WHERE host != '';
    """,
    NAMES,
    RESULTS,
    STRANGERS,
    NOTICES,
    RATINGS,
    # All that lists and figures of a person's games are made of, in one place.
    """
    DROP INDEX results_by_owner;
    CREATE INDEX results_by_owner ON results (
        owner, ended, tbl, game, seat, outcome, winners, levels, people, seconds
    );
    """,
    EXCHANGED,
)


class BadStore(Exception):
    """A file that cannot be used as a store: what is wrong, and what to do."""

    def __init__(self, en: str, fr: str) -> None:
        super().__init__(en)
        self.says = Words(en, fr)


def not_ours(path: Path) -> BadStore:
    return BadStore(
        f"{path} is not a file of Matou’s tables, and was left as it is. Choose another "
        "folder with --data, or move the file away.",
        f"{path} n’est pas un fichier de tables de Matou ; il reste comme il est. Choisis un "
        "autre dossier avec --data, ou déplace ce fichier.",
    )


def damaged(path: Path, why: object) -> BadStore:
    return BadStore(
        f"{path} is damaged ({why}). Restore a backup: matou admin restore FILE --force",
        f"{path} est abîmé ({why}). Reprends une sauvegarde : matou admin restore FICHIER --force",
    )


def unusable(path: Path, why: object) -> BadStore:
    return BadStore(
        f"{path} cannot be used: {why}. Is there room on the disk, and may you write there? "
        "What is in it was left as it is.",
        f"{path} ne peut pas servir : {why}. Reste-t-il de la place sur le disque, et as-tu le "
        "droit d’y écrire ? Son contenu est resté tel quel.",
    )


def not_begun(path: Path, why: object) -> BadStore:
    return BadStore(
        f"{path} could not be begun: {why}. Is there room on the disk? No tables were there "
        "yet: make room, and start again.",
        f"{path} n’a pas pu être créé : {why}. Reste-t-il de la place sur le disque ? Il n’y "
        "avait encore aucune table : fais de la place et recommence.",
    )


def not_copied(path: Path, why: object) -> BadStore:
    return BadStore(
        f"{path} must be brought up to date, and could not be copied before: {why}. Is there "
        "room on the disk? It is as it was.",
        f"{path} doit être mis à jour, et n’a pas pu être copié avant : {why}. Reste-t-il de "
        "la place sur le disque ? Il est resté tel quel.",
    )


def newer(path: Path, version: int) -> BadStore:
    known = len(MIGRATIONS)
    return BadStore(
        f"{path} was written by a newer Matou (schema {version}; this one knows {known}). "
        "Nothing was changed. Update Matou, or restore a backup made by this version.",
        f"{path} vient d’un Matou plus récent (schéma {version} ; celui-ci va jusqu’à "
        f"{known}). Rien n’a changé. Mets Matou à jour, ou reprends une sauvegarde faite par "
        "cette version-ci.",
    )


def age(db: sqlite3.Connection, path: Path) -> int:
    """The schema version of a file, 0 if it is empty; BadStore if it is not ours or too new."""
    try:
        version = int(db.execute("PRAGMA user_version").fetchone()[0])
        mark = db.execute("PRAGMA application_id").fetchone()[0]
        found = {row[0] for row in db.execute("SELECT name FROM sqlite_master")}
    except sqlite3.OperationalError:
        raise  # locked, or not to be read: no verdict on what is in it
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_CORRUPT:
            raise damaged(path, error) from None
        raise not_ours(path) from None
    ours = {"tables", "actions", "seats"} <= found
    if mark not in (0, MARK) or (found and not ours):
        raise not_ours(path)
    if version > len(MIGRATIONS):
        raise newer(path, version)
    if (version > 0) != ours:
        raise not_ours(path)
    return version


def migrate(db: sqlite3.Connection, path: Path) -> None:
    """Bring a file to the newest schema; what it was is kept beside it."""
    version = age(db, path)
    if version == len(MIGRATIONS):
        return
    try:
        copy = copy_beside(db, path, version) if version else None
    except (sqlite3.Error, OSError) as error:
        raise not_copied(path, error) from None
    script = "".join(MIGRATIONS[version:])
    try:
        db.executescript(
            f"BEGIN EXCLUSIVE; {script} PRAGMA user_version = {len(MIGRATIONS)}; COMMIT;"
        )
    except sqlite3.Error as error:
        with contextlib.suppress(sqlite3.Error):
            if db.in_transaction:
                db.execute("ROLLBACK")
        if age(db, path) == len(MIGRATIONS):  # another process was quicker
            return
        if not version:
            raise not_begun(path, error) from None
        raise BadStore(
            f"{path} could not be brought from schema {version} to {len(MIGRATIONS)} "
            f"({error}). It is as it was, and its copy is {copy}. Use the Matou that wrote it.",
            f"{path} n’a pas pu passer du schéma {version} au {len(MIGRATIONS)} ({error}). "
            f"Il est resté tel quel, et sa copie est {copy}. Utilise le Matou qui l’a écrit.",
        ) from None
    if copy is not None:
        log.warning(
            "store.migrated", extra={"was": version, "now": len(MIGRATIONS), "copy": copy.name}
        )


def copy_beside(db: sqlite3.Connection, path: Path, version: int) -> Path:
    """A whole copy of a store in its folder, under a name that says what it is."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    copy = path.with_name(f"{path.stem}-schema{version}-{stamp}{path.suffix}")
    write_copy(db, copy)
    return copy


def write_copy(db: sqlite3.Connection, to: Path) -> None:
    """A consistent copy of an open store, whole or not at all, readable by us alone."""
    part = to.with_name(f".{to.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with contextlib.closing(sqlite3.connect(part)) as copy:
            db.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(to)
    finally:
        part.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Make a file, or the names in a folder, durable."""
    handle = os.open(path, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):  # a folder cannot be synced everywhere
            os.fsync(handle)
    finally:
        os.close(handle)
