"""The laws of messages: whose turn it is and who is not there is told so, once.

A trigger in the database writes down which turns each message was to tell of, and that it was
marked as sent; the receiver's own account says what arrived. A message may arrive again under the
same name, where a server died before it could mark it: receivers know it by that. That none is
lost is seen by the games: nobody moves there who was not told, so a turn that counts as seen and at
which nothing has happened for long was not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

from matou.bench.faults.history import Ended, Entry

SENT = 1  # the state of a notice
LONG = 30.0  # seconds without a word at a table whose turn nobody is to be told of

Add = Callable[[str, str], None]


def check_notices(entries: Iterable[Entry], ended: Ended, add: Add) -> int:
    """All that is wrong with what people were told; how many messages arrived."""
    entries = list(entries)
    last = {e["table"]: e["at"] for e in entries if e["did"] in ("shown", "laid")}
    for table in ended.untold:
        if table in last and entries[-1]["at"] - last[table] > LONG:
            add("message", f"{table}: nobody is told whose turn it is")
    arrived = {e["batch"]: e for e in entries if e["did"] == "noticed"}
    batches: dict[tuple[str, str, int], set[str]] = defaultdict(set)
    known: set[str] = set()
    for notice in ended.notices:
        turn = notice.channel, notice.table, notice.turned
        known.add(notice.batch)
        batches[turn].add(notice.batch)
        if notice.state == SENT and notice.batch not in arrived:
            add("message", f"{notice.table}: the turn at {notice.turned} was told, and not heard")
    for (_, table, turned), named in batches.items():
        heard = sorted(batch for batch in named if batch in arrived)
        if len(heard) > 1:
            add("message", f"{table}: the turn at {turned} was told {len(heard)} times")
    # Servers go on while the database is read: what came after the end may not be in its account.
    end = min((e["at"] for e in entries if e["did"] == "stopped"), default=float("inf"))
    for batch in sorted(arrived.keys() - known):
        if arrived[batch]["at"] < end:
            add("message", f"{arrived[batch]['who']} was told of nothing ({batch})")
    return len(arrived)
