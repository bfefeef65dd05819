"""The relay for tables with friends, and the relays that exported pages may reach."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest

from matou.cli import main
from matou.core.refusals import BadChoice
from matou.web.export import relay as relaying
from matou.web.export.relay import Relay
from matou.web.export.ways import OWN, RELAYS, Ways


class Page:
    """A WebSocket to the relay without a network."""

    def __init__(self, relay: Relay, origin: str = "") -> None:
        self.incoming: asyncio.Queue[Any] = asyncio.Queue()
        self.sent: list[Any] = []
        headers = [(b"host", b"example.org"), (b"origin", origin.encode())]
        scope = {"type": "websocket", "headers": headers, "path": "/relay"}
        self.incoming.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(relay(scope, self.incoming.get, self._send))

    async def _send(self, message: Any) -> None:
        self.sent.append(message)

    async def say(self, *message: Any) -> list[Any]:
        """Sends a message. Returns everything that the relay has sent so far."""
        self.incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})
        for _ in range(8):
            await asyncio.sleep(0)
        return self.heard

    @property
    def heard(self) -> list[Any]:
        return [json.loads(one["text"]) for one in self.sent if one["type"] == "websocket.send"]

    @property
    def is_closed(self) -> bool:
        return any(one["type"] == "websocket.close" for one in self.sent)


def event(kind: int = 20_001, topic: str = "t", content: str = "sealed") -> dict[str, Any]:
    return {"id": "1", "kind": kind, "created_at": 100, "tags": [["x", topic]], "content": content}


async def test_events_reach_subscribers_of_their_topic_and_are_not_stored() -> None:
    relay = Relay("", is_open=True)
    ada, bruno, other = (Page(relay) for _ in range(3))
    assert await bruno.say("REQ", "sub", {"kinds": [20_001], "#x": ["t"]}) == [["EOSE", "sub"]]
    await other.say("REQ", "sub", {"#x": ["another"]})
    assert await ada.say("EVENT", event()) == [["OK", "1", True, ""]]
    assert bruno.heard[1:] == [["EVENT", "sub", event()]]
    assert len(other.heard) == 1
    assert (await ada.say("EVENT", event(kind=1)))[-1][2] is False  # a kind that has to be stored
    late = Page(relay)
    assert await late.say("REQ", "sub", {"#x": ["t"]}) == [["EOSE", "sub"]]
    await bruno.say("CLOSE", "sub")
    await ada.say("EVENT", event())
    assert len(bruno.heard) == 2
    for nonsense in ("EVENT",), ("EVENT", {}), ("EVENT", {"kind": 20_001}), (1, 2), ():
        assert (await ada.say(*nonsense))[-1][0] == "NOTICE"


@pytest.mark.parametrize(
    "asked",
    [
        {"kinds": 20_001},
        {"since": "now"},
        {"#x": ["t"], "since": 10**400},
        {"#x": 5},
        {"#x": [[]]},
        {"kinds": [20_001]},  # without a topic: all tables
        {f"#{n}": [] for n in range(99)},
    ],
)
async def test_malformed_filters_and_events_do_not_stop_other_messages(asked: Any) -> None:
    relay = Relay("", is_open=True)
    eve, bruno, ada = (Page(relay) for _ in range(3))
    assert (await eve.say("REQ", "sub", asked))[-1][0] == "NOTICE"
    await bruno.say("REQ", "sub", {"#x": ["t"]})
    for spoilt in ({"tags": [5]}, {"tags": [[[], "t"]]}, {"created_at": "now"}):
        assert (await ada.say("EVENT", {**event(), **spoilt}))[-1][0] == "NOTICE"
    assert (await ada.say("EVENT", event()))[-1] == ["OK", "1", True, ""]
    assert bruno.heard[-1] == ["EVENT", "sub", event()]


async def test_many_topics_and_many_tags_are_matched_fast() -> None:
    relay = Relay("", is_open=True)
    eve = Page(relay)
    for n in range(8):
        await eve.say("REQ", f"sub{n}", *[{"#x": [f"{i}" for i in range(900)]}] * 8)
    tags = [["x", f"no{i}"] for i in range(3500)]
    began = time.process_time()
    await eve.say("EVENT", {**event(), "tags": tags})
    assert time.process_time() - began < 0.2
    assert eve.heard[-1] == ["OK", "1", True, ""]


async def test_floods_long_messages_and_pages_that_do_not_read_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    relay = Relay("", is_open=True)
    flood = Page(relay)
    for _ in range(300):
        flood.incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(["CLOSE", "x"])})
    assert (await flood.say("REQ", "sub", {}))[-1] == ["NOTICE", "too much at once"]
    long = Page(relay)
    assert (await long.say("EVENT", event(content="x" * 70_000)))[-1][0] == "NOTICE"
    monkeypatch.setattr(relaying, "MOST_UNREAD", 5000)
    slow, sender = Page(relay), Page(relay)
    await slow.say("REQ", "sub", {"#x": ["t"]})
    for _ in range(4):  # the slow page reads these
        relay.publish(event(content="x" * 4000))
        await sender.say("CLOSE", "x")
    assert not slow.is_closed
    for _ in range(4):
        relay.publish(event(content="x" * 4000))
    (subscriber,) = (one for one in relay.here if one.filters)
    assert subscriber.unread < 5000
    await sender.say("CLOSE", "x")
    assert slow.is_closed


async def test_only_an_open_relay_accepts_pages_of_other_sites() -> None:
    for is_open, origin, closed in [
        (False, "https://elsewhere.org", True),
        (False, "https://example.org", False),
        (True, "https://elsewhere.org", False),
    ]:
        page = Page(Relay("https://example.org", is_open=is_open), origin)
        await page.say("REQ", "sub", {"#x": ["t"]})
        assert page.is_closed is closed


def test_the_policy_allows_exactly_the_relays() -> None:
    assert f"connect-src 'self' {' '.join(RELAYS)};" in Ways().policy
    own = Ways.of("wss://a.org/relay, ws://localhost:8017/relay", "stun.a.org:3478", None)
    assert "connect-src 'self' wss://a.org ws://localhost:8017;" in own.policy
    assert own.ice == [{"urls": "stun:stun.a.org:3478"}]
    assert own.named == {
        "relays": "a.org/relay, localhost:8017/relay",
        "servers": "stun.a.org:3478",
    }
    assert "connect-src 'self';" in Ways((OWN,)).policy
    turn = Ways.of(None, "none", "ada:secret@turn.a.org:3478")
    server = {"urls": "turn:turn.a.org:3478", "username": "ada", "credential": "secret"}
    assert turn.ice == [server]
    assert "secret" not in str(turn.named)


@pytest.mark.parametrize("relay", ["https://a.org", "wss://a.org; script-src *", "wss://a b", ","])
def test_an_invalid_relay_address_is_refused(
    relay: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(BadChoice):
        Ways.of(relay, None, None)
    assert main(["export", "site", "--relay", relay]) == 2
    assert "relay" in capsys.readouterr().err
