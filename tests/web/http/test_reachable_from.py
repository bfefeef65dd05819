"""Links that a friend can open from elsewhere, or an explanation why they cannot."""

from __future__ import annotations

import re
import socket
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import segno
from web.support import Person, a_site, site_of

from labs.bench.site_server import free_port
from matou.cli import main
from matou.core.messages import say
from matou.web.http import address
from matou.web.ops import serve as serving

HOME = "http://192.168.1.20:8017"


class MockSocket:
    """A mock UDP socket that knows the machine's own address."""

    def __init__(self, own: str | None) -> None:
        self.own = own

    def __call__(self, _family: object, kind: object) -> MockSocket:
        assert kind == socket.SOCK_DGRAM
        return self

    def __enter__(self) -> MockSocket:
        return self

    def __exit__(self, *_: object) -> None: ...

    def connect(self, there: tuple[str, int]) -> None:
        if self.own is None:
            raise OSError("no way to " + there[0])

    def getsockname(self) -> tuple[str, int]:
        return str(self.own), 4711


@pytest.mark.parametrize(
    ("own", "host", "shared"),
    [
        ("192.168.1.20", "0.0.0.0", HOME),
        (None, "0.0.0.0", ""),
        ("127.0.0.1", "0.0.0.0", ""),
        ("192.168.1.20", "127.0.0.1", ""),
        ("192.168.1.20", "localhost", ""),
        (None, "192.168.1.20", HOME),
        (None, "fd00::2", "http://[fd00::2]:8017"),
    ],
)
def test_the_shared_address_of_a_server(
    own: str | None, host: str, shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "socket", MockSocket(own))
    assert address.home_address(host, 8017) == shared


async def test_a_friends_link_never_uses_localhost(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        site = site_of(app)
        for host, shared, begins in (
            ("http://localhost:8017", HOME, HOME),
            ("http://127.0.0.1:8017", HOME, HOME),
            ("http://192.168.1.20:8017", HOME, HOME),
            ("http://gamehouse.local:8017", "", "http://gamehouse.local:8017"),
            ("http://localhost:8017", "", ""),
        ):
            site.options = replace(site.options, home_address=shared)
            person = Person(app)
            person.http.base_url = host
            answer = await person.http.post(
                "/g/chopchop/play", data={"mode": "friends"}, headers={"origin": host}
            )
            path = answer.headers["location"]
            page = (await person.get(path)).text
            assert f'data-share="{begins}"' in page
            alone = (
                say(
                    "For now, only this computer can reach this Matou, so links "
                    "work only here. To play with friends at home, stop it and "
                    "restart it like this; no games are lost:"
                ).say("en")
                in page
                and "./matou --share" in page
            )
            assert alone == (begins == "")
            setting = (await person.get("/g/chopchop?mode=friends")).text
            assert (
                say(
                    "For now, only this computer can reach this Matou, so links "
                    "work only here. To play with friends at home, stop it and "
                    "restart it like this; no games are lost:"
                ).say("en")
                in setting
            ) == (begins == "")
            table = site_of(app).manager.tables[path[3:]]
            join = f"{path}/join/{table.seats[1].invite}"
            assert "You play the mice." in (await person.get(join)).text
            code = await person.get(f"{join}/qr.svg")
            assert code.headers["content-type"] == "image/svg+xml"
            assert code.content == address.qr_code((begins or host) + join)
            assert (await person.get(f"{path}/join/nobody/qr.svg")).status_code == 404


def test_the_qr_code_in_the_terminal_is_the_same_code() -> None:
    drawn = address.qr_text(HOME + "/").splitlines()
    assert len({len(row) for row in drawn}) == 1
    light = sum({"█": 2, "▀": 1, "▄": 1, " ": 0}[c] for row in drawn for c in row)
    matrix = [*segno.make(HOME + "/", error="l", micro=False).matrix_iter(border=2)]
    assert light == sum(not dark for row in matrix for dark in row)


def test_share_listens_on_the_home_network_and_prints_its_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    heard: list[tuple[str, int]] = []
    real = socket.create_server

    def listen(address: tuple[str, int], **how: Any) -> socket.socket:
        heard.append(address)
        return real(("127.0.0.1", address[1]), **how)

    def run(server: serving.Server, _sockets: object) -> None:
        server.ready()

    monkeypatch.setattr(socket, "create_server", listen)
    monkeypatch.setattr(serving.Server, "run", run)
    monkeypatch.setattr(webbrowser, "open", lambda _: True)
    monkeypatch.setattr(address, "home_network_address", lambda: "192.168.1.20")
    port = free_port()
    args = ["--share", "--port", str(port), "--data", str(tmp_path / "data"), "--lang", "fr"]
    assert main(args) == 0
    assert heard == [("0.0.0.0", port)]
    said = capfd.readouterr().out
    assert re.search(rf"localhost:{port}/\n.*maison\s: http://192\.168\.1\.20:{port}/", said)
    monkeypatch.setattr(address, "home_network_address", lambda: "")
    assert main(args) == 2
    assert "aucun réseau" in capfd.readouterr().err
