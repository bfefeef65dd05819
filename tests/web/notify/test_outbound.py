"""Addresses that visitors enter must be on the public internet."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from pathlib import Path
from typing import Any

import httpcore
import pytest
from web.notify.notified import (
    ALL,
    AT_ONCE,
    CONTACT,
    friends_at,
    look_away,
    notify_all,
    time_passes,
)
from web.notify.receivers import Browser, Receiver, certificate, http_receiver
from web.support import a_site, site_of

from matou.web.notify import outbound
from matou.web.notify.choices import Choices
from matou.web.notify.notifier import Notifier
from matou.web.notify.outbound import Forbidden, Unreachable, checked, resolved, send

PUBLIC = "93.184.216.34"
PRIVATE = [
    "127.0.0.1",
    "127.1",
    "2130706433",  # 127.0.0.1 as one number
    "0x7f000001",
    "0177.0.0.1",
    "0",
    "0.0.0.0",
    "10.0.0.8",
    "172.16.3.4",
    "192.168.1.1",
    "100.64.0.1",  # a provider's private network
    "169.254.169.254",  # the metadata service of clouds
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "::ffff:127.0.0.1",
    "::ffff:a9fe:a9fe",
    "::127.0.0.1",
    "fe80::1",
    "fc00::1",
    "fd00:ec2::254",
    "ff02::1",
    "64:ff9b::7f00:1",  # IPv4 in IPv6, three ways
    "2002:7f00:1::",
    "2001:0:7f00:1::",
    "fec0::1",  # site-local, deprecated
    "feff:ffff::1",
    "3fff::1",  # for documentation
    "3fff:fff:ffff::1",
    "168.63.129.16",  # Azure's own services
    "::ffff:168.63.129.16",
    "192.0.0.192",  # the metadata service of Oracle's cloud
    "192.88.99.1",
    "3ffe::1",
    "5f00::1",
    "4000::1",  # not assigned yet
    "localhost",
]
IN_USE = ["1.1.1.1", PUBLIC, "168.63.129.15", "2606:4700::1111", "2001:4860:4860::8888", "2a00::1"]


def test_addresses_of_the_internet_are_public() -> None:
    for host in IN_USE:
        assert outbound.is_public(ipaddress.ip_address(host)), host


@pytest.mark.parametrize("host", PRIVATE)
async def test_private_addresses_are_refused_in_every_notation(host: str) -> None:
    url = f"https://[{host}]/x" if ":" in host else f"https://{host}/x"

    with pytest.raises(Forbidden):
        await send(url, b"", {})
    with pytest.raises(Forbidden):
        await resolved(host, 443)
    await resolved("127.0.0.1", 443, private=True)  # the operator allows it


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/x",
        "ftp://example.org/x",
        "https://ada:secret@example.org/x",
        "https://example.org:25/x",
        "https://example.org:22/x",
        "https:///x",
        "https://exa mple.org/",
        "https://example.org/a b",
        "https://example.org/\r\nX-Evil: 1",
        "https://éxample.org/",
        "https://a..b/",
        "https://[::1/",
        "file:///etc/passwd",
        "//example.org/",
        "",
        "https://example.org/" + "x" * 1000,
    ],
)
def test_malformed_and_unsafe_addresses_are_refused(url: str) -> None:
    with pytest.raises(Forbidden):
        checked(url)


async def test_public_addresses_are_accepted() -> None:
    for url in (
        "https://discord.com/api/webhooks/1/x-_y",
        "https://hooks.slack.com/services/T0/B0/x",
        "https://matrix.example.org:8448/_matrix/client/v3/rooms/!a:b/send/m.room.message",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
    ):
        assert checked(url).scheme == "https"
    for ip in (PUBLIC, "2606:2800:220:1:248:1893:25c8:1946", "::ffff:93.184.216.34"):
        assert await resolved(ip, 443) == [ip]


class MockDns:
    """A mock DNS that gives these answers in turn, and records the connections."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> None:
        self.answers = list(answers)
        self.connected: list[str] = []

        def found(host: str, port: int, *_: Any) -> list[Any]:
            places = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
            return [
                (socket.AF_INET6 if ":" in ip else socket.AF_INET, 1, 6, "", (ip, port))
                for ip in places
            ]

        async def connect(_: Any, place: str, port: int, **how: Any) -> Any:
            self.connected.append(place)
            raise httpcore.ConnectError

        monkeypatch.setattr(socket, "getaddrinfo", found)
        monkeypatch.setattr(httpcore.AnyIOBackend, "connect_tcp", connect)


async def test_a_name_is_resolved_once_and_never_to_a_private_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def sent() -> None:
        await send("https://hooks.example.org/x", b"{}", {})

    # One private address is enough to refuse.
    names = MockDns(monkeypatch, ["10.0.0.8"], [PUBLIC, "127.0.0.1"], ["::ffff:10.0.0.8"])
    for _ in range(3):
        with pytest.raises(Forbidden):
            await sent()
    assert names.connected == []
    # Public at first, private a moment later: the connection goes to the first answer.
    names = MockDns(monkeypatch, [PUBLIC], ["127.0.0.1"])
    with pytest.raises(Unreachable):
        await sent()
    assert names.connected == [PUBLIC]
    with pytest.raises(Forbidden):  # the next request resolves it again
        await sent()
    assert names.connected == [PUBLIC]


async def test_answers_are_limited_in_time_and_length() -> None:
    async def endless(reading: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
        await reading.readuntil(b"\r\n\r\n")
        writing.write(b"HTTP/1.1 200 OK\r\n\r\n")
        try:
            while True:
                writing.write(b"x" * 65536)
                await writing.drain()
        except OSError:
            writing.close()

    async def silent(reading: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
        await reading.read()
        writing.close()

    async def babble(reading: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
        await reading.readuntil(b"\r\n\r\n")
        writing.write(b"220 mail.example.org ESMTP\r\n")
        writing.close()

    for answer in (endless, silent, babble):
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            url = f"http://127.0.0.1:{port}/"
            if answer is endless:
                found = await send(url, b"", {}, private=True)
                assert len(found.body) <= outbound.LONGEST_ANSWER
            else:
                with pytest.raises(Unreachable):
                    await send(url, b"", {}, private=True, seconds=0.2)


async def test_the_site_sends_nothing_into_its_own_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Addresses are refused on request, after a later change of DNS, and in redirects."""
    monkeypatch.setattr(Notifier, "hurry", lambda _: None)

    async def refused(url: str, receiver: Receiver) -> None:
        strict = Choices(CONTACT, ALL.mail, webhooks=True, **AT_ONCE)
        async with a_site(tmp_path / "strict", notify=strict) as app:
            friends = await friends_at(app, "fr")
            fields = {"table": friends.id, "address": url, "form": "json"}
            answer = await friends.ada.post("/notify/webhook", **fields)
            assert answer.status_code == 400
            assert "réseau privé" in answer.text
            subscription = Browser().subscription(url)
            answer = await friends.ada.post("/notify/push", subscription=subscription)
            assert answer.status_code == 400
            for broken in ("", "[]", "{}", '{"endpoint": 1}', subscription[:-9]):
                answer = await friends.ada.post("/notify/push", subscription=broken)
                assert answer.status_code == 400
            assert receiver.taken == []

    async def later(receiver: Receiver) -> None:
        async with a_site(tmp_path / "open", notify=ALL) as app:
            friends = await friends_at(app)
            browser = Browser()
            asked = browser.subscription(receiver.url + "/1")
            await friends.ada.post("/notify/push", subscription=asked)
            await look_away(friends.adas)
            await friends.play_until(0)
        async with a_site(tmp_path / "open", notify=Choices(CONTACT, **AT_ONCE)) as app:
            await notify_all(app)
            await time_passes(app, 1e5)
            await notify_all(app)
            assert receiver.taken == []
            owner = friends.table.seats[0].owner
            (channel,) = await site_of(app).store.notices.channels_of(owner)
            assert channel.confirmed == -1

    async with http_receiver() as receiver:
        await refused(receiver.url.replace("http:", "https:") + "/hook", receiver)
        await refused(receiver.url + "/hook", receiver)
        await later(receiver)


async def test_certificates_must_match_the_requested_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection goes to an address, but the certificate must match the name."""
    find = socket.getaddrinfo

    def found(host: str, port: int, *more: Any) -> Any:
        return find("127.0.0.1" if host.endswith("example.org") else host, port, *more)

    monkeypatch.setattr(socket, "getaddrinfo", found)
    path = certificate(tmp_path, "hooks.example.org")
    secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    secure.load_cert_chain(path)
    trust = ssl.create_default_context(cafile=str(path))

    receiver = Receiver()
    server = await asyncio.start_server(receiver.answer, "127.0.0.1", 0, ssl=secure)
    port = server.sockets[0].getsockname()[1]
    async with server:
        url = f"https://hooks.example.org:{port}/x?y=1"
        answer = await send(url, b"{}", {"X-A": "b"}, private=True, trust=trust)
        assert answer.status == 201
        (request,) = receiver.taken
        assert (request.method, request.path, request.body) == ("POST", "/x?y=1", b"{}")
        assert request.headers["host"] == f"hooks.example.org:{port}"
        for other, trusted in ((url, None), (url.replace("hooks", "else"), trust)):
            with pytest.raises(Unreachable):
                await send(other, b"{}", {}, private=True, trust=trusted)
        with pytest.raises(Forbidden):  # it is in a private network
            await send(url, b"{}", {}, trust=trust)
    assert len(receiver.taken) == 1
