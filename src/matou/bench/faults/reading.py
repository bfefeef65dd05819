"""A history, sorted out for the checker: what people did and saw, table by table, and faults."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from matou.bench.faults.history import Entry


@dataclass
class Sight:
    """A position that somebody was shown."""

    at: float
    who: str
    seat: int | None
    number: int
    sha: str


@dataclass
class Sent:
    """A move, and what became of it as far as its sender knows."""

    at: float
    who: str
    table: str
    do: int
    number: int
    answer: str = ""  # ok, the code of a refusal, or nothing


@dataclass
class Fault:
    kind: str
    begin: float
    end: float
    holds_up: bool  # may tables stand still while it lasts?


@dataclass
class Read:
    """A history, sorted out."""

    sent: dict[str, list[Sent]] = field(default_factory=lambda: defaultdict(list))
    sights: dict[str, list[Sight]] = field(default_factory=lambda: defaultdict(list))
    said: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    heard: dict[str, dict[str, set[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(set))
    )
    doubly: list[str] = field(default_factory=list)  # lines that somebody heard twice on one line
    comings: int = 0  # of anybody to a table, who was shown it
    behind: list[str] = field(default_factory=list)  # who was shown less than was known then
    came: dict[tuple[str, str], float] = field(default_factory=dict)
    over: dict[str, float] = field(default_factory=dict)
    by_post: dict[str, float] = field(default_factory=dict)  # tables of those who are not there
    faults: list[Fault] = field(default_factory=list)
    hits: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    held: float = float("inf")  # from when on nobody began a move
    end: float = 0.0
    begins: list[float] = field(default_factory=list)  # of the faults
    longest: float = 0.0  # that any of them lasted
    others: list[tuple[float, float, float]] = field(default_factory=list)  # since, until, share

    def machine_seconds(self, since: float, until: float) -> float:
        """Seconds of this machine: of each, the share that others did not take."""
        first = max(0, bisect_left(self.others, (since,)) - 1)
        taken = 0.0
        for begin, end, share in self.others[first:]:
            if begin >= until:
                break
            taken += share * max(0.0, min(end, until) - max(begin, since))
        return until - since - taken


def read_history(entries: Iterable[Entry]) -> Read:
    found = Read()
    waiting: dict[tuple[str, int], Sent] = {}
    talking: dict[tuple[str, int], tuple[str, str]] = {}
    open_faults: dict[int, Fault] = {}
    listening: dict[str, Counter[str]] = defaultdict(Counter)
    where: dict[str, tuple[int, str]] = {}  # who is at which server, and at which table
    newest: Counter[str] = Counter()  # position of each table that anybody has seen
    coming: dict[str, int] = {}  # who is on the way to a table, and the newest when they set out
    for e in entries:
        did, at = e["did"], e["at"]
        found.end = at
        if did == "sent":
            sent = Sent(at, e["who"], e["table"], e["do"], e["number"])
            found.sent[sent.table].append(sent)
            waiting[e["who"], e["id"]] = sent
        elif did == "said":
            found.said[e["table"]][e["said"]] = ""
            talking[e["who"], e["id"]] = e["table"], e["said"]
        elif did == "told":
            answer = e["answer"] if e["answer"] == "ok" else e["code"]
            if (key := (e["who"], e["id"])) in waiting:
                waiting.pop(key).answer = answer
            elif key in talking:
                table, said = talking.pop(key)
                found.said[table][said] = answer
        elif did == "shown":
            sight = Sight(at, e["who"], e["seat"], e["number"], e["sha"])
            found.sights[e["table"]].append(sight)
            found.comings += sight.who in coming
            if sight.number < (known := coming.pop(sight.who, 0)):
                told = f"{e['table']}: {sight.who} came and was shown {sight.number}, at {at:.1f}"
                found.behind.append(f"{told}; somebody had seen {known} before they came")
            newest[e["table"]] = max(newest[e["table"]], sight.number)
            if e.get("over"):
                found.over.setdefault(e["table"], at)
        elif did == "heard":
            found.heard[e["table"]][e["said"]].add(e["who"])
            if not e.get("again"):
                listening[e["who"]][e["said"]] += 1
                if listening[e["who"]][e["said"]] == 2:
                    found.doubly.append(f"{e['who']} heard “{e['said']}” twice")
        elif did == "opening":
            listening[e["who"]].clear()
            where[e["who"]] = e["server"], e["table"]
            coming[e["who"]] = newest[e["table"]]
        elif did == "lost":
            where.pop(e["who"], None)
        elif did == "killed":
            for table in {table for server, table in where.values() if server == e["server"]}:
                found.hits[table].append(at)
        elif did == "came":
            found.came[e["table"], e["who"]] = at
        elif did == "fault":
            fault = Fault(e["kind"], at, float("inf"), e["holds_up"])
            open_faults[e["id"]] = fault
            found.faults.append(fault)
        elif did == "mended":
            open_faults.pop(e["id"]).end = at
        elif did == "held":
            found.held = at
        elif did == "laid" and e.get("by_post"):
            found.by_post[e["table"]] = at
        elif did == "left":
            found.over.setdefault(e["table"], at)
        elif did == "others":
            found.others.append((e["since"], at, e["share"]))
    found.begins = [fault.begin for fault in found.faults]
    found.longest = max((min(f.end, found.end) - f.begin for f in found.faults), default=0.0)
    return found
