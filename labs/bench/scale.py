"""``matou bench scale``: measures how the site grows.

Compares one process with two, PostgreSQL with SQLite, the same moves at 10 to 10,000 tables, and
one table with hundreds of watchers. The figure is the servers' processor time a move. Moves a
second also depend on other work on the machine, such as the clients in this process, which are
measured separately.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from labs.bench import postgres
from labs.bench.scale_load import most_connections, play_all, quickly, watch_one
from labs.bench.site_load import Chair, Cost, create_tables, drive, quantile
from labs.bench.site_server import CpuTime, MatouServer
from matou.core.registry import find, names
from matou.web.http.security import People
from matou.web.store import open_store

TABLES = 200  # played at once to compare stores and processes
EACH = 6  # moves at each table to compare numbers of tables
FEWEST = 2400  # moves for a figure
MOVES = 60  # to watch
IDLE = 5.0  # seconds in which nobody moves
FLAT = 1.25  # the highest ratio between costs that counts as flat
WAL = "SELECT wal_records, wal_bytes FROM pg_stat_wal"
COMMITS = "SELECT xact_commit FROM pg_stat_database WHERE datname = 'matou'"


def run(args: argparse.Namespace) -> int:
    args.game = args.game or names()[-1]
    head = f"{args.game}, tables of two; {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}"
    print(head, flush=True)
    figures: dict[str, Any] = {"stores": {}, "tables": {}, "watched": {}}
    compare_stores(args, figures["stores"])
    grow(args, figures["tables"])
    crowd(args, figures["watched"])
    if args.json:
        Path(args.json).write_text(json.dumps(figures, indent=1))
    return 0


@contextmanager
def serving(
    game: str, count: int, *more: str, store: str = "", watched: bool = False
) -> Iterator[tuple[MatouServer, list[list[Chair]], People]]:
    """Starts a server with tables ready to be played at."""
    with tempfile.TemporaryDirectory() as folder:

        async def lay() -> tuple[list[list[Chair]], People]:
            opened = open_store(Path(folder), store)
            await opened.db.start()
            people = People(opened.db.key)
            tables = await create_tables(opened, people, find(game), count, watched)
            await opened.db.close()
            return tables, people

        tables, people = asyncio.run(lay())
        server = MatouServer(Path(folder), *more, *(["--store", store] if store else []))
        try:
            server.wait_for_bots()
            yield server, tables, people
        finally:
            server.stop()


# Stores and processes


def compare_stores(args: argparse.Namespace, figures: dict[str, Any]) -> None:
    """Drives each store with one process and with two, in turn."""
    print(f"\n{TABLES} tables, every table as fast as it goes, {args.seconds:g} s twice, by turns:")
    ways = [("SQLite", 1), ("SQLite", 2)]
    if postgres.is_installed():
        ways += [("PostgreSQL", 1), ("PostgreSQL", 2)]
    else:
        print("  PostgreSQL is not installed (on Debian: apt install postgresql)")
    sums = {way: Cost() for way in ways}
    more: dict[Any, dict[str, float]] = {way: {} for way in ways}
    for _ in range(2):
        for way in ways:
            sums[way].add(drive_store(args, *way, more[way]))
    for (store, processes), cost in sums.items():
        name = f"{store}, {processes} process{'es' * (processes > 1)}"
        figures[name] = figures_of(cost) | more[store, processes]
        line(name, cost, more[store, processes])
    for store in dict.fromkeys(store for store, _ in ways):
        one, two = sums[store, 1], sums[store, 2]
        ratio(f"{store}: two processes / one", two, one)
    if len(ways) > 2:
        ratio("PostgreSQL / SQLite, one process", sums["PostgreSQL", 1], sums["SQLite", 1])


def drive_store(
    args: argparse.Namespace, store: str, processes: int, more: dict[str, float]
) -> Cost:
    how = ["--processes", str(processes)] if processes > 1 else []
    if store == "SQLite":
        with serving(args.game, TABLES, *how) as (server, tables, _):
            return drive_once(server, tables, args.seconds)
    with postgres.Postgres(durable=True) as database:
        address = database.new_database("matou")
        with serving(args.game, TABLES, *how, store=address) as (server, tables, _):
            assert database.process is not None
            before = asked(database, WAL) + asked(database, COMMITS)
            spent = CpuTime(database.process.pid)
            cost = drive_once(server, tables, args.seconds)
            took = spent.seconds()
            after = asked(database, WAL) + asked(database, COMMITS)
        records, size, commits = (b - a for a, b in zip(before, after, strict=True))
        for key, value in (
            ("database_cpu", took / cost.moves * 1e6),
            ("wal_bytes_a_move", size / cost.moves),
            ("wal_records_a_move", records / cost.moves),
            ("moves_a_commit", cost.moves / max(1.0, commits)),
        ):
            more[key] = (more[key] + value) / 2 if key in more else value
        return cost


def drive_once(server: MatouServer, tables: list[list[Chair]], seconds: float) -> Cost:
    return quickly(drive(server, tables, seconds, "plain=1")).cost


def asked(database: postgres.Postgres, question: str) -> list[float]:
    """Returns the database's statistics."""

    async def ask() -> list[float]:
        import asyncpg

        db = await asyncpg.connect(database.address("matou"))
        row = await db.fetchrow(question)
        await db.close()
        return [float(value) for value in row]

    return asyncio.run(ask())


# How many tables


def grow(args: argparse.Namespace, figures: dict[str, Any]) -> None:
    sizes = [n for n in (10, 100, 1_000, 10_000, 100_000) if n < args.tables] + [args.tables]
    print(f"\nThe same {EACH} first moves of each game, 8 under way at once, at ever more tables:")
    costs: dict[int, Cost] = {}
    for nth, size in enumerate(sizes):
        costs[size] = cost = at_tables(args.game, size, nth)
        figures[str(size)] = figures_of(cost)
        share = f"idle {100 * cost.idle:4.1f}%   {cost.memory:6.0f} MB, {cost.pages:,} pages"
        line(f"{size:,} tables", cost, {}, share)
    cheapest = min(cost.cpu_a_move for cost in costs.values())
    worst = max(cost.cpu_a_move for cost in costs.values()) / cheapest
    is_flat = "flat within a quarter" if worst <= FLAT else "NOT FLAT within a quarter"
    print(f"  {'the dearest / the cheapest':<34}{worst:8.2f} times the CPU a move: {is_flat}")
    figures["dearest"] = worst
    beyond = [cost.cpu_a_move - cost.idle_a_move for cost in costs.values()]
    figures["dearest_beyond"] = max(beyond) / min(beyond)
    name = "less what open pages take anyway"
    print(f"  {name:<34}{figures['dearest_beyond']:8.2f} times")
    few, many = costs[sizes[0]], costs[sizes[-1]]
    kilobytes = (many.memory - few.memory) * 1024 / max(1, sizes[-1] - sizes[0])
    figures["kilobytes_a_table"] = kilobytes
    print(f"  {'memory of a table, both pages open':<34}{kilobytes:8.0f} kB")


def at_tables(game: str, size: int, nth: int) -> Cost:
    """Plays at ``size`` tables; with a small size, again and again at new tables."""
    rounds = max(1, round(FEWEST / (size * EACH)))
    most = most_connections()
    total = Cost()
    with serving(game, size * rounds) as (server, tables, _):
        for k in range(rounds):
            some = tables[k * size : (k + 1) * size]
            for i in range(len(some)):  # both pages at as many tables as connections allow
                if i + 1 > most - size:
                    some[i] = some[i][:1]
            first = k == 0
            total.add(cost := quickly(play_all(server, some, EACH, 10 + nth, idle=IDLE * first)))
            if first:
                total.idle, total.memory, total.pages = cost.idle, cost.memory, cost.pages
    return total


# How many watchers


def crowd(args: argparse.Namespace, figures: dict[str, Any]) -> None:
    print(f"\nOne table, two who play, {MOVES} moves; the next begins when all have seen the last:")
    with serving(args.game, 4, watched=True) as (server, tables, people):
        everybody = [people.new() for _ in range(args.watchers)]
        costs = {}
        nth = iter(tables)
        for kind, query in (("positions", "plain=1"), ("pictures", "plain=0")):
            for watchers in (1, args.watchers):
                cookies = everybody[:watchers]
                seen = quickly(watch_one(server, next(nth), cookies, query, MOVES))
                costs[kind, watchers] = cost = seen.cost
                p50, p99 = statistics.median(seen.last), quantile(seen.last, 0.99)
                name = f"{watchers} watcher{'s' * (watchers > 1)}, {kind}"
                figures[name] = {**figures_of(cost), "last_p50": p50, "last_p99": p99}
                line(name, cost, {}, f"the last has it after {p50:.1f} ms (p99 {p99:.1f})")
            if args.watchers > 1:
                one, all_ = costs[kind, 1], costs[kind, args.watchers]
                each = (all_.cpu_a_move - one.cpu_a_move) / (args.watchers - 1)
                figures[f"a watcher, {kind}"] = each
                print(f"  {'one more watcher, ' + kind:<34}{each:8.1f} µs a move")


# Reporting


def figures_of(cost: Cost) -> dict[str, float]:
    return {
        "moves": cost.moves,
        "moves_a_second": cost.moves / cost.seconds,
        "cpu_a_move": cost.cpu_a_move,
        "clients_a_move": cost.clients / cost.moves * 1e6,
        "bytes_a_move": cost.bytes / cost.moves,
        "idle": cost.idle,
        "memory": cost.memory,
        "pages": cost.pages,
    }


def line(name: str, cost: Cost, more: dict[str, float], last: str = "") -> None:
    shown = f"CPU {cost.cpu_a_move:6.0f} µs a move"
    if "database_cpu" in more:
        shown += f" + {more['database_cpu']:.0f} of the database"
    shown += f"   {cost.moves / cost.seconds:7,.0f} moves/s"
    shown += f"   clients {cost.clients / cost.moves * 1e6:4.0f} µs"
    shown += f"   {cost.bytes / cost.moves / 1000:6.1f} kB"
    if "wal_bytes_a_move" in more:
        last = f"WAL {more['wal_bytes_a_move']:.0f} B a move, {more['moves_a_commit']:.1f} a commit"
    print(f"  {name:<34}{shown}   {last}".rstrip(), flush=True)


def ratio(name: str, one: Cost, other: Cost) -> None:
    cpu = one.cpu_a_move / other.cpu_a_move
    rate = (one.moves / one.seconds) / (other.moves / other.seconds)
    print(f"  {name:<34}{cpu:8.2f} times the CPU a move, {rate:.2f} times the moves/s", flush=True)
