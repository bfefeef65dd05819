"""Checks notifications: an absent player is notified of each turn once.

A trigger in the database records which turns each message was about, and that it was marked as
sent; the receiver records what arrived. A message may arrive twice under the same name, if a server
died before it could mark it. The games show that none is lost: absent players move only when
notified, so a turn that counts as seen but had no move for long had no notification.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

from labs.bench.faults.history import Entry, FinalState

SENT = 1  # the state of a notice
LONG = 30.0  # seconds without a position at a table whose turn has no notification

Add = Callable[[str, str], None]


def check_notices(entries: Iterable[Entry], ended: FinalState, add: Add) -> int:
    """Records all violations; returns how many messages arrived."""
    entries = list(entries)
    last = {e["table"]: e["at"] for e in entries if e["did"] in ("shown", "laid")}
    for table in ended.unnotified:
        if table in last and entries[-1]["at"] - last[table] > LONG:
            add("message", f"{table}: nobody is notified whose turn it is")
    arrived = {e["batch"]: e for e in entries if e["did"] == "noticed"}
    batches: dict[tuple[str, str, int], set[str]] = defaultdict(set)
    known: set[str] = set()
    for notice in ended.notices:
        turn = notice.channel, notice.table, notice.turned
        known.add(notice.batch)
        batches[turn].add(notice.batch)
        if notice.state == SENT and notice.batch not in arrived:
            add("message", f"{notice.table}: turn {notice.turned} was sent, but did not arrive")
    for (_, table, turned), named in batches.items():
        heard = sorted(batch for batch in named if batch in arrived)
        if len(heard) > 1:
            add("message", f"{table}: the turn at {turned} was notified {len(heard)} times")
    # Servers go on while the database is read: later messages may not be in it.
    end = min((e["at"] for e in entries if e["did"] == "stopped"), default=float("inf"))
    for batch in sorted(arrived.keys() - known):
        if arrived[batch]["at"] < end:
            add("message", f"{arrived[batch]['who']} was notified of nothing ({batch})")
    return len(arrived)
