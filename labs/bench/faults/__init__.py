"""``matou bench faults``: breaks several servers under load, and checks the result."""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import shutil
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from labs.bench import postgres
from labs.bench.faults import checker, logs
from labs.bench.faults.groups import Group
from labs.bench.faults.history import Entry, History, read
from labs.bench.faults.kinds import KILL, Breaker, Kind, kinds
from labs.bench.faults.other_load import OtherLoad
from labs.bench.faults.players import Run
from labs.bench.faults.site import Site, left_behind
from labs.bench.faults.webhook_sink import WebhookSink
from matou.web.http.security import People
from matou.web.store import Store, open_store

SETTLE = 15.0  # seconds in which all clients must see the last position of their table


@dataclass
class Plan:
    seconds: float = 60.0
    kills: int = 0  # end after this number; 0: after ``seconds``
    servers: int = 3
    tables: int = 24
    gap: float = 0.3  # seconds between two kills of servers
    every: float = 8.0  # seconds between two other faults
    rounds: int = 0  # end after this number of every other fault; 0: after ``seconds``
    haste: float = 1.0  # a factor for how long faults last
    only: tuple[str, ...] = ()  # do only faults whose name has one of these words
    seed: int = 1


@dataclass
class Found:
    """The result."""

    verdict: checker.Verdict
    faults: Counter[str]
    kills: int
    moves: int
    seconds: float
    left: int  # processes that outlived their servers
    folder: Path
    without: list[str] = field(default_factory=list)  # faults that this machine cannot have


def run(args: argparse.Namespace) -> int:
    if not postgres.is_installed():
        print("PostgreSQL is not installed (on Debian: apt install postgresql).")
        return 2
    # Our own connection to the database is lost with the others: do not log that.
    logging.getLogger("matou").addHandler(logging.NullHandler())
    plan = Plan(
        args.seconds, args.kills, args.servers, args.tables, args.gap, args.every, seed=args.seed
    )
    found = asyncio.run(break_it(plan))
    report(found)
    return 1 if found.verdict.violations or found.left else 0


async def break_it(plan: Plan) -> Found:
    """Starts a site, plays at it, breaks it, and checks."""
    folder = Path(tempfile.mkdtemp(prefix="matou-faults-"))
    folder.chmod(0o755)  # the database runs as another user and reads its clock there
    history = History(folder / "history.jsonl")
    rng = random.Random(plan.seed)
    site = Site(folder, plan.servers)
    began = time.monotonic()
    store: Store | None = None
    watching: asyncio.Task[None] | None = None
    other_load, sink = OtherLoad(folder.name), WebhookSink(history)
    try:
        await site.start()
        store = open_store(folder, site.address)
        await store.db.start()
        await logs.begin_audit(site.address)
        await site.start_servers()
        play = Run(site, history, store, People(store.db.key), rng)
        await sink.open(site.network.webhook_host)
        groups = [Group(play, i, i % 4 == 3, i % 3 == 0, i % 4 == 1) for i in range(plan.tables)]
        groups += [Group(play, plan.tables + i, sink=sink) for i in range(1 + plan.tables // 8)]
        watching = asyncio.create_task(other_load.watch(history))
        playing = [asyncio.create_task(group.play()) for group in groups]
        breaker = Breaker(site, history, rng, plan.haste)
        began = time.monotonic()
        await breaking(plan, breaker, play, groups)
        seconds = time.monotonic() - began
        await settle(play, groups)
        await asyncio.gather(*playing)
        ended = await logs.read_end(site.address)
    finally:
        if watching is not None:
            watching.cancel()
        if store is not None:
            await store.db.close()
        await site.close()
        await sink.close()
        other_load.leave()
        history.close()
    (folder / "ended.json").write_text(msgspec.json.encode(ended).decode())
    entries = read(history.path)
    end = time.monotonic() + SETTLE
    while left_behind(folder) and time.monotonic() < end:
        await asyncio.sleep(0.1)  # until bots' processes notice that their server is gone
    verdict = checker.check(entries, ended)
    return Found(
        verdict,
        Counter(e["kind"] for e in entries if e["did"] == "fault"),
        breaker.kills,
        play.moves,
        seconds,
        left_behind(folder),
        folder,
        [
            *([] if site.network.is_real else ["network namespaces (a proxy stood in)"]),
            *([] if site.has_disk else ["a disk to fill"]),
            *([] if site.clocks else ["a compiler for clocks that jump"]),
            *([] if other_load.is_known else ["control groups: others' work counts as ours"]),
        ],
    )


async def breaking(plan: Plan, breaker: Breaker, play: Run, groups: list[Group]) -> None:
    """Kills servers all the time; now and then injects another fault and waits for recovery."""
    await asyncio.sleep(1.0)
    end = time.monotonic() + plan.seconds
    others = chosen(kinds(breaker.site), plan.only)
    turn, due = 0, time.monotonic() + min(plan.every, plan.seconds / 3)
    wants_kills = not plan.only or any(word in KILL.name for word in plan.only)
    while time.monotonic() < end:
        if plan.kills and breaker.kills >= plan.kills:
            break
        if plan.rounds and turn >= plan.rounds * len(others):
            break
        if others and time.monotonic() >= due:
            await breaker.carry_out(others[turn % len(others)])
            turn += 1
            await recovery(groups)
            due = time.monotonic() + plan.every
        elif wants_kills and breaker.victim() is not None:
            await breaker.carry_out(KILL)
            await asyncio.sleep(plan.gap)
        else:
            await asyncio.sleep(0.02)
    await recovery(groups)


def chosen(there: list[Kind], only: tuple[str, ...]) -> list[Kind]:
    return [kind for kind in there if not only or any(word in kind.name for word in only)]


async def recovery(groups: list[Group]) -> None:
    """Waits until every table has moved on, or the checker's time limit is over."""
    before = {id(group): (group.games, where(group)) for group in groups}
    end = time.monotonic() + checker.LONGEST + 2
    while time.monotonic() < end:
        if all(before[id(group)] != (group.games, where(group)) for group in groups):
            return
        await asyncio.sleep(0.05)


def where(group: Group) -> int:
    return max(client.number for client in group.everybody)


async def settle(play: Run, groups: list[Group]) -> None:
    """Stops new moves, and waits until all clients have seen the last position of their table."""
    play.history.note("held")
    play.is_held = True
    end = time.monotonic() + SETTLE
    while time.monotonic() < end:
        await asyncio.sleep(0.5)
        there = [group for group in groups if not group.by_webhook]
        if all(len({client.number for client in group.everybody}) == 1 for group in there):
            break
    play.history.note("stopped")
    play.stopped.set()


# Reporting


def report(found: Found) -> None:
    verdict, counts = found.verdict, found.verdict.counts
    print(f"\n{found.seconds:.0f} s, {found.moves:,} moves, {found.kills:,} kills:\n")
    for kind, count in found.faults.most_common():
        wait = verdict.waits.get(kind, 0.0)
        print(f"  {kind:<44}{count:>6} ×   longest until a table went on {wait:6.1f} s")
    for what in found.without:
        print(f"  not here: {what}")
    print("\n  checked: " + ", ".join(f"{n:,} {what}" for what, n in sorted(counts.items())))
    print(f"  longest that anything stood still outside faults: {verdict.longest:.1f} s", end="")
    print(f" of the machine, {verdict.longest_wall:.1f} s by the clock on the wall;", end="")
    print(f" others had {100 * verdict.others:.0f}% of its processors")
    for law, count in Counter(v.partition(":")[0] for v in verdict.violations).items():
        print(f"\n  VIOLATED: {law}, {count} times; for example")
        examples = [v for v in verdict.violations if v.startswith(f"{law}:")]
        for example in examples[:5]:
            print(f"    {example}")
    if found.left:
        print(f"\n  VIOLATED: {found.left} processes outlived the servers that had started them")
    is_well = not verdict.violations and not found.left
    print(f"\n  {'all laws hold' if is_well else 'LAWS ARE BROKEN'}; history: {found.folder}\n")


def throw_away(found: Found) -> None:
    shutil.rmtree(found.folder, ignore_errors=True)


__all__ = ["Entry", "Found", "Plan", "break_it", "report", "run", "throw_away"]
