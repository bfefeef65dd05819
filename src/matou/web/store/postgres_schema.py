"""PostgreSQL: its schema, and servers of two versions side by side while a site is upgraded.

A change of schema is one more script at the end of ``MIGRATIONS``; those that stand there are never
changed. Each says from which schema on a server can go on using what it makes: a script that only
adds (a table, a column with a default, an index) leaves the older servers running, and a later one,
when none of them is left, may take away. The first new server that starts carries the scripts out,
in one transaction; an older one that can go on does not even notice.
"""

from __future__ import annotations

import secrets
from typing import Any, NamedTuple
from urllib.parse import urlsplit, urlunsplit

from matou.kit.extras import install
from matou.web.store.schema import (
    CLOCKS,
    EXCHANGED,
    LIMITS,
    NAMES,
    NOTICES,
    RATINGS,
    RESULTS,
    STRANGERS,
    BadStore,
)

LOCK = 0x4D61746F  # of whoever changes the schema: "Mato"
NOW = "extract(epoch FROM clock_timestamp())::float8"


class Migration(NamedTuple):
    """A change of schema."""

    usable_from: int  # the oldest schema whose servers can go on with it
    script: str


def in_our_words(script: str) -> str:
    """A step that SQLite takes, too."""
    return script.replace("REAL", "FLOAT8").replace(" WITHOUT ROWID", "")


MIGRATIONS = (
    Migration(
        1,
        """
        CREATE TABLE tables (
            id TEXT PRIMARY KEY, game TEXT NOT NULL, version INTEGER NOT NULL,
            options TEXT NOT NULL, seats INTEGER NOT NULL,
            seed TEXT NOT NULL, commitment TEXT NOT NULL,
            created FLOAT8 NOT NULL, touched FLOAT8 NOT NULL, settings TEXT NOT NULL,
            over INTEGER NOT NULL DEFAULT 0, turn INTEGER NOT NULL DEFAULT -1,
            rematch TEXT NOT NULL DEFAULT '', number INTEGER NOT NULL DEFAULT 0,
            sitting INTEGER NOT NULL DEFAULT 0, talked INTEGER NOT NULL DEFAULT 0
        ) WITH (fillfactor = 80);
        CREATE INDEX tables_by_touched ON tables (over, touched);
        CREATE TABLE actions (
            tbl TEXT NOT NULL, number INTEGER NOT NULL, action INTEGER NOT NULL,
            PRIMARY KEY (tbl, number)
        );
        CREATE TABLE seats (
            tbl TEXT NOT NULL, seat INTEGER NOT NULL, kind TEXT NOT NULL, level INTEGER NOT NULL,
            owner TEXT NOT NULL, name TEXT NOT NULL, colour INTEGER NOT NULL, invite TEXT NOT NULL,
            PRIMARY KEY (tbl, seat)
        );
        CREATE INDEX seats_by_owner ON seats (owner) WHERE owner <> '';
        CREATE TABLE chat (
            tbl TEXT NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL,
            name TEXT NOT NULL, said TEXT NOT NULL, at FLOAT8 NOT NULL,
            PRIMARY KEY (tbl, number)
        );
        CREATE TABLE papers (
            kind TEXT NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL, until FLOAT8 NOT NULL,
            PRIMARY KEY (kind, key)
        );
        CREATE INDEX papers_by_until ON papers (kind, until);
        CREATE TABLE jobs (
            kind TEXT NOT NULL, key TEXT NOT NULL, payload TEXT NOT NULL, due FLOAT8 NOT NULL,
            taker TEXT NOT NULL, until FLOAT8 NOT NULL, part FLOAT8 NOT NULL,
            failed INTEGER NOT NULL, PRIMARY KEY (kind, key)
        );
        CREATE INDEX jobs_by_due ON jobs (kind, due);
        CREATE UNLOGGED TABLE presence (
            tbl TEXT NOT NULL, owner TEXT NOT NULL, seen FLOAT8 NOT NULL, PRIMARY KEY (tbl, owner)
        );
        CREATE UNLOGGED TABLE signals (
            tbl TEXT NOT NULL, name TEXT NOT NULL, message TEXT NOT NULL, at FLOAT8 NOT NULL
        );
        CREATE INDEX signals_by_table ON signals (tbl, at);
        """,
    ),
    Migration(1, in_our_words(LIMITS).replace("CREATE TABLE", "CREATE UNLOGGED TABLE")),
    Migration(1, in_our_words(CLOCKS)),
    # Who set a table: a person's tables are found by that, too.
    Migration(
        1,
        """
        ALTER TABLE tables ADD COLUMN host TEXT NOT NULL DEFAULT '';
        UPDATE tables SET host = coalesce(settings::json->>'host', '');
        CREATE INDEX tables_by_host ON tables (host) WHERE host <> '';
        """,
    ),
    Migration(1, in_our_words(NAMES).replace("counter INTEGER", "counter BIGINT")),
    Migration(1, in_our_words(RESULTS)),
    Migration(1, in_our_words(STRANGERS)),
    Migration(1, in_our_words(NOTICES)),
    Migration(1, in_our_words(RATINGS)),
    # All that lists and figures of a person's games are made of, in one place.
    Migration(
        1,
        """
        DROP INDEX results_by_owner;
        CREATE INDEX results_by_owner ON results (owner, ended)
            INCLUDE (tbl, game, seat, outcome, winners, levels, people, seconds);
        """,
    ),
    Migration(1, EXCHANGED),
)
ABOUT = "CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT NOT NULL)"


async def migrate(db: Any, address: str) -> None:
    """Bring a database to this schema, if no newer one is there; BadStore if it is too new."""
    await db.execute("SELECT pg_advisory_lock($1)", LOCK)
    try:
        await db.execute("CREATE SCHEMA IF NOT EXISTS matou")
        async with db.transaction():
            await db.execute(ABOUT)
            version, usable_from = await age(db)
            known = len(MIGRATIONS)
            if version > known and usable_from > known:
                raise too_new(address, version)
            for usable_from, script in MIGRATIONS[version:]:
                await db.execute(script)
                await put(db, "usable_from", str(usable_from))
            if version < known:
                await put(db, "version", str(known))
            await db.execute(
                "INSERT INTO about VALUES ('key', $1) ON CONFLICT DO NOTHING", secrets.token_hex(32)
            )
    finally:
        await db.execute("SELECT pg_advisory_unlock($1)", LOCK)


async def age(db: Any) -> tuple[int, int]:
    """The schema that is there, 0 if none, and from which one on a server can use it."""
    found = dict(await db.fetch("SELECT key, value FROM about"))
    return int(found.get("version", 0)), int(found.get("usable_from", 0))


async def put(db: Any, key: str, value: str) -> None:
    sql = "INSERT INTO about VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = $2"
    await db.execute(sql, key, value)


async def signing_key(db: Any) -> str:
    return str(await db.fetchval("SELECT value FROM about WHERE key = 'key'"))


# What is wrong with an address


def shown(address: str) -> str:
    """An address without the password that may be in it."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "postgresql://…"
    who, at, where = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=f"{who.partition(':')[0]}{at}{where}"))


def too_new(address: str, version: int) -> BadStore:
    known, place = len(MIGRATIONS), shown(address)
    return BadStore(
        f"{place} was changed by a newer Matou (schema {version}; this one knows {known}) in a "
        "way that this one cannot use. Nothing was changed. Update Matou.",
        f"{place} a été changé par un Matou plus récent (schéma {version} ; celui-ci va "
        f"jusqu’à {known}), d’une façon que celui-ci ne comprend pas. Rien n’a "
        "changé. Mets Matou à jour.",
    )


def unreachable(address: str, why: object) -> BadStore:
    place = shown(address)
    return BadStore(
        f"The database {place} cannot be used: {why}. Does it run, and is the address right "
        "(postgresql://USER:PASSWORD@HOST/DATABASE)?",
        f"La base de données {place} ne peut pas servir : {why}. Tourne-t-elle, et l’adresse "
        "est-elle juste (postgresql://NOM:MOT_DE_PASSE@MACHINE/BASE) ?",
    )


def bad_address(address: str) -> BadStore:
    return BadStore(
        f"{shown(address)} is no address of a store. It is a PostgreSQL database, "
        "postgresql://USER:PASSWORD@HOST/DATABASE; without --store, tables are kept in the "
        "folder of --data.",
        f"{shown(address)} n’est pas l’adresse d’un magasin de tables. Il faut une base "
        "PostgreSQL, postgresql://NOM:MOT_DE_PASSE@MACHINE/BASE ; sans --store, les tables "
        "vont dans le dossier de --data.",
    )


def no_driver() -> BadStore:
    how = install("site")
    return BadStore(
        f"PostgreSQL needs asyncpg, which is not installed: {how}",
        f"PostgreSQL a besoin d’asyncpg, qui n’est pas installé : {how}",
    )
