"""Kills a few servers while they send notifications; ``matou bench notices`` kills a hundred."""

from __future__ import annotations

import pytest

from labs.bench.notices import WAYS, Found, Mailbox, Plan, judge, kill_them


@pytest.mark.heavy
async def test_no_notification_is_lost_or_sent_under_two_names_when_servers_are_killed() -> None:
    found = await kill_them(Plan(kills=3, tables=2))
    assert (found.lost, found.doubled) == ([], [])
    assert found.kills == 3
    assert all(found.came[way] == found.turns >= 6 for way in WAYS)


async def test_lost_and_doubled_notifications_are_found() -> None:
    mailbox, found = Mailbox(), Found()
    mailbox.take("mail", "a", ["1", "2"])
    mailbox.take("mail", "a", ["1", "2"])  # a repetition that the receiver recognises
    mailbox.take("mail", "b", ["2"])
    judge(found, {("mail", "1"), ("mail", "2"), ("push", "1")}, mailbox)
    assert [line.split(",")[0] for line in found.lost] == ["push 1"]
    assert [line.split(",")[0] for line in found.doubled] == ["mail 2"]
    assert mailbox.repeated == {"mail": 1}
