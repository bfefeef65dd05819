"""Checks a history against the final state of the database.

It knows the rules of the games and nothing of the servers. For each table there must be one log
without a gap, in which every action is legal, every chance event is the one that the table's seed
gives, and every move of a person is one that this person sent for that very position. Acknowledged
moves must be in the log and refused ones must not. Every position that anybody was shown must be
the one that the log leads to, and newcomers must see at least what others had seen before. No table
and no client may stand still for more than ten seconds of the machine after a fault
(``other_load``). ``time_laws`` checks clocks.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from labs.bench.faults.history import Entry, FinalState, FinalTable, Lease, digest
from labs.bench.faults.notice_laws import check_notices
from labs.bench.faults.reading import ParsedHistory, Sent, Sight, read_history
from labs.bench.faults.time_laws import TIMES_UP, check_time
from matou.core.fairness import outcome
from matou.core.registry import find
from matou.core.state import State
from matou.kit.linking import CHANCE, OVER

LONGEST = 10.0  # seconds that a table may stand still after a fault
MESSAGE = 10.0  # seconds more if players wait for messages: one whose server died is sent again
# Refusals that mean that nothing was done; after any other error that is unknown.
DEFINITE = ("stale", "turn", "illegal", "over", "seat", "waiting", "bad", "rate", "late")
# Seconds that a lease of each kind of job lasts.
LEASES = {"bots": 6.0, "clean up": 600.0, "turns": 2.5, "begin": 2.5}
SLACK = 0.05  # seconds that leases may seem to overlap, by two readings of one clock


@dataclass
class Verdict:
    violations: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    # The longest wait after a fault, by kind, in the machine's seconds.
    waits: dict[str, float] = field(default_factory=dict)
    longest: float = 0.0  # that any table or client stood still outside faults
    longest_wall: float = 0.0  # the same by the wall clock, other load included
    others: float = 0.0  # the share of the machine that other processes took

    def add(self, law: str, what: str) -> None:
        self.violations.append(f"{law}: {what}")


def check(entries: list[Entry], ended: FinalState) -> Verdict:
    """Returns all violations."""
    history, verdict = read_history(entries), Verdict()
    for table in sorted({*history.sent, *history.sights} - ended.tables.keys()):
        verdict.add("lost table", f"{table} was played at and is not stored")
    for final in ended.tables.values():
        if final.id in history.sights or final.events:
            check_log(history, final, verdict)
            check_talk(history, final, verdict)
            check_progress(history, final, verdict)
    for says in history.doubly:
        verdict.add("doubled line", says)
    for says in history.behind:
        verdict.add("behind", says)
    verdict.counts["comings"] = history.comings
    check_leases(ended.leases, verdict)
    for job in ended.left_jobs:
        verdict.add("job left", f"{job} is due, and nobody takes it")
    verdict.counts["messages"] = check_notices(entries, ended, verdict.add)
    verdict.counts["changes of clocks"] = check_time(ended, verdict.add)
    if history.others:
        spans = [end - begin for begin, end, _ in history.others]
        shares = [share * span for (*_, share), span in zip(history.others, spans, strict=True)]
        verdict.others = sum(shares) / sum(spans)
    verdict.counts["faults"] = len(history.faults)
    return verdict


# One log, and what clients received of it


def check_log(history: ParsedHistory, final: FinalTable, verdict: Verdict) -> None:
    numbers = [number for number, _ in final.events]
    if numbers != list(range(len(numbers))):
        verdict.add("gap", f"{final.id}: numbers {missing(numbers)} are missing or doubled")
        return
    if final.number != len(numbers):
        verdict.add("gap", f"{final.id}: its row says {final.number}, its log has {len(numbers)}")
    log = [action for _, action in final.events]
    sent = history.sent.get(final.id, [])
    check_answers(sent, log, final.id, verdict)
    check_positions(history.sights.get(final.id, []), sent, log, final, verdict)
    verdict.counts["tables"] += 1
    verdict.counts["events"] += len(log)


def missing(numbers: list[int]) -> list[int]:
    return [n for n, count in Counter([*range(max(numbers) + 1), *numbers]).items() if count != 2][
        :5
    ]


def check_answers(sent: list[Sent], log: list[int], table: str, verdict: Verdict) -> None:
    """Checks that acknowledged moves are in the log, and refused ones only if sent again."""
    times = Counter((s.who, s.number, s.do) for s in sent)
    for s in sent:
        stands = s.number < len(log) and log[s.number] == s.do
        where = f"{table}: {s.who}'s {s.do} at {s.number}"
        if s.answer == "ok":
            verdict.counts["acknowledged"] += 1
            if not stands:
                there = log[s.number] if s.number < len(log) else "nothing"
                verdict.add("lost", f"{where} was acknowledged, and the log has {there} there")
        elif s.answer in DEFINITE:
            verdict.counts["refused"] += 1
            if stands and times[s.who, s.number, s.do] == 1:
                verdict.add("refused, yet done", f"{where} was refused ({s.answer}) and stands")
        else:
            verdict.counts["unanswered"] += 1
    twice = Counter(s.number for s in sent if s.answer == "ok")
    for number, count in twice.items():
        if count > 1:
            verdict.add("doubled", f"{table}: {count} moves were acknowledged at {number}")


def check_positions(
    sights: list[Sight], sent: list[Sent], log: list[int], final: FinalTable, verdict: Verdict
) -> None:
    """Replays the log by the rules, and compares each position with what clients were shown."""
    asked: dict[int, dict[tuple[int | None, str], str]] = defaultdict(dict)
    for sight in sights:
        asked[sight.number][sight.seat, sight.sha] = sight.who
        verdict.counts["shown"] += 1
    ahead = sorted(number for number in asked if number > len(log))
    for number in ahead:
        saw = sorted({*asked[number].values()})
        verdict.add("shown", f"{final.id}: {saw} saw {number}; the log ends at {len(log)}")
    meant = {(s.number, s.do) for s in sent}
    state = find(final.game, final.version).having(**final.options).start(len(final.seats))
    chances, late = 0, set()  # seats that bots took over
    for number in range(len(log) + 1):
        for (seat, sha), who in asked.get(number, {}).items():
            if sha != digest(plain(state, seat)):
                verdict.add("shown", f"{final.id}: {who} saw another position at {number}")
        if number == len(log):
            return
        action = log[number]
        if action in TIMES_UP:
            verdict.counts["times up"] += 1
            late.add(state.actor)
            continue
        if not state.allows(action):
            verdict.add("no game", f"{final.id}: {action} at {number} is not legal")
            return
        if state.actor == CHANCE:
            drawn = outcome(final.seed, final.id, chances, state.legal(), state.weights())
            chances += 1
            if drawn != action:
                verdict.add("chance", f"{final.id}: {action} at {number}, the seed gives {drawn}")
        elif is_person(final, state.actor, late) and (number, action) not in meant:
            verdict.add("doubled", f"{final.id}: nobody sent {action} at {number}")
        state.play(action)


def is_person(final: FinalTable, seat: int, late: set[int]) -> bool:
    """Returns whether a person played this seat: seats that ran out of time are bots' in the
    end.
    """
    return seat not in late and (final.seats[seat] == "person" or bool(final.settings.get("clock")))


def plain(state: State, seat: int | None) -> dict[str, object]:
    """Returns a position as the API gives it, made from the rules alone."""
    view = state.observe(seat)
    name = view.game.notation.name
    return {
        "turn": view.actor,
        "legal": [[a, name(view.s, a)] for a in view.legal()],
        "last": view.last.name if view.last else "",
        "over": view.actor == OVER,
        "scores": view.scores,
        "undone": False,
    }


def check_talk(history: ParsedHistory, final: FinalTable, verdict: Verdict) -> None:
    times = Counter(final.chat)
    for said, answer in history.said.get(final.id, {}).items():
        if answer == "ok" and times[said] != 1:
            verdict.add(
                "lost line", f"{final.id}: “{said}” was taken; it is stored {times[said]} ×"
            )
        elif times[said] > 1:
            verdict.add("doubled line", f"{final.id}: “{said}” is stored {times[said]} times")
        verdict.counts["lines"] += answer == "ok"
    for said in history.heard.get(final.id, {}).keys() - times.keys():
        verdict.add("heard", f"{final.id}: “{said}” was heard, and is not stored")


# Progress


def check_progress(history: ParsedHistory, final: FinalTable, verdict: Verdict) -> None:
    """Checks the time between new positions, and until the last client has seen each."""
    sights = history.sights.get(final.id, [])
    here = {who: at for (table, who), at in history.came.items() if table == final.id}
    if final.id in history.by_webhook:
        here = {"": history.by_webhook[final.id]}
    if not here:
        return
    first: dict[int, float] = {}  # when each position, or a later one, was first seen
    newest = -1
    for sight in sights:
        if sight.number > newest:
            newest = sight.number
            first[newest] = sight.at
    times = [min(here.values()), *first.values()]
    end = history.over.get(final.id, min(history.held, history.end))
    for before, after in zip(times, [*times[1:], end], strict=True):
        stood(history, final.id, before, after, "stood still", verdict)
    if final.id in history.by_webhook:
        return  # absent players need not see anything
    seen: dict[str, list[Sight]] = defaultdict(list)
    for sight in sights:
        seen[sight.who].append(sight)
    for who, came in here.items():
        own = rising(seen[who])
        for number, at in first.items():
            i = bisect_left([n for n, _ in own], number)
            saw = own[i][1] if i < len(own) else history.end
            what = f"{who} did not see {number}"
            stood(history, final.id, max(at, came), saw, what, verdict)


def rising(sights: list[Sight]) -> list[tuple[int, float]]:
    found: list[tuple[int, float]] = []
    for sight in sights:
        if not found or sight.number > found[-1][0]:
            found.append((sight.number, sight.at))
    return found


def stood(
    history: ParsedHistory, table: str, before: float, after: float, what: str, verdict: Verdict
) -> None:
    """Records a violation if nothing was new for too long between two faults that excuse it.

    Killing a server excuses the tables of its clients, at that moment only.
    """
    first = bisect_left(history.begins, before - history.longest)
    last = bisect_left(history.begins, after)
    met = [fault for fault in history.faults[first:last] if fault.end > before]
    hits = history.hits.get(table, [])
    hit = hits[bisect_left(hits, before) : bisect_left(hits, after)]
    excuses = sorted([*((f.begin, f.end) for f in met if f.holds_up), *((at, at) for at in hit)])
    since = before
    for until, end in [*excuses, (after, after)]:
        if until > since:
            for fault in met:
                if since <= fault.end < until:
                    wait = history.machine_seconds(fault.end, until)
                    verdict.waits[fault.kind] = max(verdict.waits.get(fault.kind, 0.0), wait)
            took = waited(history, since, until, verdict)
            if took > LONGEST + (MESSAGE if table in history.by_webhook else 0.0):
                says = f"{table}: {what} for {took:.1f} s, from {since:.1f} to {until:.1f}"
                if (since, until) != (before, after):
                    says += f"; nothing was new from {before:.1f} to {after:.1f}"
                verdict.add("stuck", says)
                return  # the rest is the same wait
        since = max(since, min(end, after))


def waited(history: ParsedHistory, since: float, until: float, verdict: Verdict) -> float:
    """Returns seconds of the machine, and records the longest."""
    took = wall = until - since
    if wall > min(verdict.longest, LONGEST):
        took = history.machine_seconds(since, until)
    verdict.longest = max(verdict.longest, took)
    verdict.longest_wall = max(verdict.longest_wall, wall)
    return took


# Jobs


def check_leases(leases: list[Lease], verdict: Verdict) -> None:
    """Checks that a job changes servers only when the first one's lease is over.

    Or when its lease seems to end later than one that starts now: then the clock was set back.
    """
    for kind, key, was, left, now in leases:
        verdict.counts["jobs taken over"] += 1
        if SLACK < left < LEASES.get(kind, 3600.0) + 1:
            verdict.add("job", f"{kind} {key}: {now} took it {left:.2f} s before {was} was to end")
