"""Reads the database at the end of a run by plain SQL over its Unix socket."""

from __future__ import annotations

import json
from typing import Any

from labs.bench.faults.history import Beat, Change, FinalState, FinalTable, Lease, Notice

# The database itself records who takes a job, whatever the servers say.
AUDIT = """
CREATE SCHEMA audit;
CREATE TABLE audit.leases (nth BIGSERIAL, kind TEXT, key TEXT, was TEXT, left_ FLOAT8, now TEXT);
CREATE FUNCTION audit.note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.taker <> '' AND OLD.taker <> '' AND NEW.taker <> OLD.taker THEN
        INSERT INTO audit.leases (kind, key, was, left_, now) VALUES (NEW.kind, NEW.key, OLD.taker,
            OLD.until - extract(epoch FROM clock_timestamp())::float8, NEW.taker);
    END IF;
    RETURN NULL;
END $$;
-- Seconds since the machine was booted, which no clock change affects.
CREATE FUNCTION audit.real() RETURNS FLOAT8 LANGUAGE sql AS
    $$ SELECT split_part(pg_read_file('/proc/uptime', 0, 60), ' ', 1)::float8 $$;
CREATE TABLE audit.beats (nth BIGSERIAL, at FLOAT8, site FLOAT8);
CREATE FUNCTION audit.note_beat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO audit.beats (at, site) VALUES (audit.real(), NEW.last - NEW.lost);
    RETURN NULL;
END $$;
CREATE TRIGGER beats AFTER INSERT OR UPDATE ON matou.uptime
    FOR EACH ROW EXECUTE FUNCTION audit.note_beat();
CREATE TABLE audit.clocks (nth BIGSERIAL, tbl TEXT, number INT, clock TEXT, at FLOAT8);
CREATE FUNCTION audit.note_clock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO audit.clocks (tbl, number, clock, at)
        VALUES (NEW.id, NEW.number, NEW.clock, audit.real());
    RETURN NULL;
END $$;
CREATE TRIGGER clocks AFTER UPDATE ON matou.tables FOR EACH ROW
    WHEN (NEW.clock IS DISTINCT FROM OLD.clock) EXECUTE FUNCTION audit.note_clock();
CREATE TABLE audit.notices (channel TEXT, tbl TEXT, turned INT, batch TEXT, state INT);
CREATE FUNCTION audit.note_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO audit.notices VALUES (NEW.channel, NEW.tbl, NEW.turned, NEW.batch, NEW.state);
    RETURN NULL;
END $$;
CREATE TRIGGER notices AFTER UPDATE ON matou.notices FOR EACH ROW
    WHEN (NEW.batch <> '') EXECUTE FUNCTION audit.note_notice();
CREATE TRIGGER audit AFTER UPDATE ON matou.jobs FOR EACH ROW EXECUTE FUNCTION audit.note();
"""
OVERDUE = """
SELECT kind || ' ' || key FROM matou.jobs
WHERE kind = 'bots' AND failed = 0 AND until < extract(epoch FROM clock_timestamp()) - 20
"""
UNNOTICED = """
SELECT t.id FROM matou.tables AS t, matou.uptime WHERE deadline < last - lost - 10 AND over = 0
"""
UNNOTIFIED = """
SELECT t.id FROM matou.tables AS t JOIN matou.seats AS s ON s.tbl = t.id AND s.seat = t.turn
JOIN matou.channels AS c ON c.owner = s.owner
LEFT JOIN matou.notices AS n ON n.channel = c.id AND n.tbl = t.id AND n.turned = t.turned
WHERE t.over = 0 AND (n.state IS NULL OR n.state = 2)
"""


async def begin_audit(address: str) -> None:
    db = await connect(address)
    await db.execute(AUDIT)
    await db.close()


async def connect(address: str) -> Any:
    import asyncpg

    return await asyncpg.connect(address, timeout=20)


async def read_end(address: str) -> FinalState:
    """Returns every table with its log, and all that the triggers recorded."""
    db = await connect(address)
    async with db.transaction(isolation="repeatable_read", readonly=True):
        tables = {
            row[0]: FinalTable(
                *(row[0], row[1], row[2], json.loads(row[3]), [], row[4], row[5], [], []),
                json.loads(row[6]),
            )
            for row in await db.fetch(
                "SELECT id, game, version, options, seed, number, settings FROM matou.tables"
            )
        }
        for table, kind in await db.fetch("SELECT tbl, kind FROM matou.seats ORDER BY tbl, seat"):
            tables[table].seats.append(kind)
        events = await db.fetch("SELECT tbl, number, action FROM matou.actions ORDER BY 1, 2")
        for table, number, action in events:
            tables[table].events.append((number, action))
        for table, said in await db.fetch("SELECT tbl, said FROM matou.chat ORDER BY tbl, number"):
            tables[table].chat.append(said)
        leases = await db.fetch("SELECT kind, key, was, left_, now FROM audit.leases ORDER BY nth")
        overdue = [row[0] for row in await db.fetch(OVERDUE)]
        beats = await db.fetch("SELECT at, site FROM audit.beats ORDER BY nth")
        clocks = await db.fetch("SELECT tbl, number, clock, at FROM audit.clocks ORDER BY nth")
        notices = await db.fetch("SELECT DISTINCT * FROM audit.notices")
        unnotified = [row[0] for row in await db.fetch(UNNOTIFIED)]
        unnoticed = [row[0] for row in await db.fetch(UNNOTICED)]
    await db.close()
    return FinalState(
        tables,
        [Lease(*row) for row in leases],
        overdue,
        [Beat(*row) for row in beats],
        [Change(*row) for row in clocks],
        unnoticed,
        [Notice(*row) for row in notices],
        unnotified,
    )
