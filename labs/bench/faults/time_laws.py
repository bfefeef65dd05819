"""Checks clocks: what the database recorded of each, against real time.

A trigger records every heartbeat of a server and every change of a table's clock, each with the
seconds since the machine was booted, which nothing here can set. So the site's time is known at
every real moment, and each clock can be followed from change to change:

- the site's time never runs faster than real time, and stops if there was no heartbeat for more
  than ``GAP`` seconds;
- a clock is charged for the site's time, no more and hardly less;
- time is up at most once a turn, never early, and some server notices.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from labs.bench.faults.history import Beat, Change, FinalState, FinalTable
from matou.core.registry import find

GAP = 5.0  # seconds without a heartbeat that count as no server
LAG = 1.0  # seconds that may be given back for a move's network delay
COME_BACK = 60.0  # seconds that a player who ran out of time gets on return, at most
SLACK = 0.3  # seconds between reading one clock and the other
SKEW = 2.0  # seconds by which two servers may differ: the database's response time
HELD_UP = 7.0  # seconds that a write may take, with the servers' retries
TIMES_UP = (-2, -3, -4)  # events of the log

Add = Callable[[str, str], None]


def check_time(ended: FinalState, add: Add) -> int:
    """Records all violations of clocks; returns how many changes were checked."""
    check_beats(ended.beats, add)
    for table in ended.unnoticed:
        add("time", f"{table}: time is up, and nobody has noticed")
    of: dict[str, list[Change]] = {}
    for change in ended.changes:
        of.setdefault(change.table, []).append(change)
    for table, changes in of.items():
        if table in ended.tables:
            check_clock(ended.tables[table], changes, Site(ended.beats), add)
    return len(ended.changes)


def check_beats(beats: list[Beat], add: Add) -> None:
    for one, other in pairwise(beats):
        real, site = other.at - one.at, other.site - one.site
        if site > real + SLACK:
            add("site time", f"{site:.1f} s passed in {real:.1f} s, at {other.at:.1f}")
        if site < -SLACK:
            add("site time", f"it went back by {-site:.1f} s at {other.at:.1f}")
        if real > GAP + SLACK and site > SLACK:
            add("site time", f"no server for {real:.1f} s, and {site:.1f} s passed")


class Site:
    """The site's time at each real moment, from heartbeat to heartbeat."""

    def __init__(self, beats: list[Beat]) -> None:
        self.beats = beats
        self._at = [beat.at for beat in beats]

    def at(self, real: float) -> float:
        """Returns the latest site time that is possible then; a missed heartbeat may still come."""
        nth = max(0, bisect_right(self._at, real) - 1)
        beat = self.beats[nth]
        return beat.site + min(max(0.0, real - beat.at), GAP)

    def passed(self, since: float, until: float) -> float:
        """Returns the real seconds with a server."""
        gaps = (
            min(until, other) - max(since, one)
            for one, other in pairwise(self._at)
            if other - one > GAP and one < until and other > since
        )
        return until - since - sum(gaps)

    def at_least(self, real: float) -> float:
        """Returns the earliest site time that is possible then: that of the last heartbeat."""
        nth = max(0, bisect_right(self._at, real) - 1)
        return self.beats[nth].site


def check_clock(final: FinalTable, changes: list[Change], site: Site, add: Add) -> None:
    control = final.settings.get("clock")
    if not control or not site.beats:
        add("time", f"{final.id}: a clock that nobody asked for, or that runs without a server")
        return
    most, increment = control["minutes"] * 60.0, float(control["increment"])
    game = find(final.game, final.version)
    sides = game.teams(len(final.seats))
    log = dict(final.events)
    before: dict[str, Any] = {}
    was = 0.0
    late: set[int] = set()
    for change in changes:
        clock = json.loads(change.clock)
        where = f"{final.id} at {change.number}"
        if min(clock["left"]) < 0:
            add("time", f"{where}: less than nothing is left")
        runs = before.get("runs", -1)
        is_up = runs >= 0 and clock["runs"] < 0 and log.get(change.number - 1) in TIMES_UP
        for side, left in enumerate(clock["left"]):
            had = before["left"][side] if before else most
            if is_up and side == sides[runs]:
                had = min(max(COME_BACK, increment), most)
            elif runs >= 0 and side == sides[runs]:
                had += increment
            if left > had + 0.001:
                add("time", f"{where}: {left:.1f} s are left of {had:.1f}")
        if is_up:
            deadline = before["since"] + before["left"][sides[runs]]
            if site.at(change.at) < deadline - SLACK:
                early = deadline - site.at(change.at)
                add("time", f"{where}: time was up {early:.1f} s before it was")
            if runs in late:
                add("time", f"{where}: seat {runs} was late twice")
            late.add(runs)
        elif runs >= 0:
            side = sides[runs]
            earned = increment if clock["runs"] < 0 or sides[clock["runs"]] != side else 0.0
            charged = before["left"][side] - clock["left"][side] + earned
            # A later heartbeat may have set the site's time back: then use real time.
            passed = max(site.at(change.at) - before["since"], site.passed(was, change.at), 0.0)
            if charged > passed + SKEW:
                add("time", f"{where}: {charged:.1f} s were charged for {passed:.1f}")
            fewest = site.at_least(change.at) - before["since"] - LAG - HELD_UP
            if charged < min(fewest, before["left"][side]) - SLACK:
                add("time", f"{where}: {charged:.1f} s were charged for {fewest:.1f} and more")
        before, was = clock, change.at
