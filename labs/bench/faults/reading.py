"""Parses a history for the checker: what clients did and saw, table by table, and the faults."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from labs.bench.faults.history import Entry


@dataclass
class Sight:
    """A position that a client was shown."""

    at: float
    who: str
    seat: int | None
    number: int
    sha: str


@dataclass
class Sent:
    """A move, and its answer as far as its sender knows."""

    at: float
    who: str
    table: str
    do: int
    number: int
    answer: str = ""  # "ok", the code of a refusal, or ""


@dataclass
class Fault:
    kind: str
    begin: float
    end: float
    holds_up: bool  # tables may stand still while it lasts


@dataclass
class ParsedHistory:
    sent: dict[str, list[Sent]] = field(default_factory=lambda: defaultdict(list))
    sights: dict[str, list[Sight]] = field(default_factory=lambda: defaultdict(list))
    said: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    heard: dict[str, dict[str, set[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(set))
    )
    doubly: list[str] = field(default_factory=list)  # chat lines got twice
    comings: int = 0  # connections that were shown their table
    behind: list[str] = field(default_factory=list)  # newcomers who saw too little
    came: dict[tuple[str, str], float] = field(default_factory=dict)
    over: dict[str, float] = field(default_factory=dict)
    by_webhook: dict[str, float] = field(default_factory=dict)  # tables of absent players
    faults: list[Fault] = field(default_factory=list)
    hits: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    held: float = float("inf")  # since when no client starts a move
    end: float = 0.0
    begins: list[float] = field(default_factory=list)  # when faults began
    longest: float = 0.0  # that any fault lasted
    others: list[tuple[float, float, float]] = field(default_factory=list)  # since, until, share

    def machine_seconds(self, since: float, until: float) -> float:
        """Returns seconds of this machine: without the share that other processes took."""
        first = max(0, bisect_left(self.others, (since,)) - 1)
        taken = 0.0
        for begin, end, share in self.others[first:]:
            if begin >= until:
                break
            taken += share * max(0.0, min(end, until) - max(begin, since))
        return until - since - taken


class Reader:
    """Builds a ParsedHistory; each method takes the entries of one kind."""

    def __init__(self) -> None:
        self.found = ParsedHistory()
        self._waiting: dict[tuple[str, int], Sent] = {}
        self._talking: dict[tuple[str, int], tuple[str, str]] = {}
        self._open_faults: dict[int, Fault] = {}
        self._listening: dict[str, Counter[str]] = defaultdict(Counter)
        self._where: dict[str, tuple[int, str]] = {}  # each client's server and table
        self._newest: Counter[str] = Counter()  # the newest position that anybody saw, by table
        self._coming: dict[str, int] = {}  # the newest position when a client began to connect

    def read(self, entry: Entry) -> None:
        self.found.end = entry["at"]
        take = getattr(self, f"_{entry['did']}", None)
        if take is not None:
            take(entry["at"], entry)

    def _sent(self, at: float, e: Entry) -> None:
        sent = Sent(at, e["who"], e["table"], e["do"], e["number"])
        self.found.sent[sent.table].append(sent)
        self._waiting[e["who"], e["id"]] = sent

    def _said(self, _: float, e: Entry) -> None:
        self.found.said[e["table"]][e["said"]] = ""
        self._talking[e["who"], e["id"]] = e["table"], e["said"]

    def _answered(self, _: float, e: Entry) -> None:
        answer = e["answer"] if e["answer"] == "ok" else e["code"]
        if (key := (e["who"], e["id"])) in self._waiting:
            self._waiting.pop(key).answer = answer
        elif key in self._talking:
            table, said = self._talking.pop(key)
            self.found.said[table][said] = answer

    def _shown(self, at: float, e: Entry) -> None:
        found, who, table = self.found, e["who"], e["table"]
        sight = Sight(at, who, e["seat"], e["number"], e["sha"])
        found.sights[table].append(sight)
        found.comings += who in self._coming
        if sight.number < (known := self._coming.pop(who, 0)):
            says = f"{table}: {who} came and was shown {sight.number}, at {at:.1f}"
            found.behind.append(f"{says}; somebody had seen {known} before they came")
        self._newest[table] = max(self._newest[table], sight.number)
        if e.get("over"):
            found.over.setdefault(table, at)

    def _heard(self, _: float, e: Entry) -> None:
        who, said = e["who"], e["said"]
        self.found.heard[e["table"]][said].add(who)
        if not e.get("again"):
            self._listening[who][said] += 1
            if self._listening[who][said] == 2:
                self.found.doubly.append(f"{who} heard “{said}” twice")

    def _opening(self, _: float, e: Entry) -> None:
        self._listening[e["who"]].clear()
        self._where[e["who"]] = e["server"], e["table"]
        self._coming[e["who"]] = self._newest[e["table"]]

    def _lost(self, _: float, e: Entry) -> None:
        self._where.pop(e["who"], None)

    def _killed(self, at: float, e: Entry) -> None:
        for table in {table for server, table in self._where.values() if server == e["server"]}:
            self.found.hits[table].append(at)

    def _came(self, at: float, e: Entry) -> None:
        self.found.came[e["table"], e["who"]] = at

    def _fault(self, at: float, e: Entry) -> None:
        fault = Fault(e["kind"], at, float("inf"), e["holds_up"])
        self._open_faults[e["id"]] = fault
        self.found.faults.append(fault)

    def _mended(self, at: float, e: Entry) -> None:
        self._open_faults.pop(e["id"]).end = at

    def _held(self, at: float, _: Entry) -> None:
        self.found.held = at

    def _laid(self, at: float, e: Entry) -> None:
        if e.get("by_webhook"):
            self.found.by_webhook[e["table"]] = at

    def _left(self, at: float, e: Entry) -> None:
        self.found.over.setdefault(e["table"], at)

    def _others(self, at: float, e: Entry) -> None:
        self.found.others.append((e["since"], at, e["share"]))


def read_history(entries: Iterable[Entry]) -> ParsedHistory:
    reader = Reader()
    for entry in entries:
        reader.read(entry)
    found = reader.found
    found.begins = [fault.begin for fault in found.faults]
    found.longest = max((min(f.end, found.end) - f.begin for f in found.faults), default=0.0)
    return found
