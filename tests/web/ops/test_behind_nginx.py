"""The site behind a real nginx, under a path, with TLS: links, forms, moves, a browser.

nginx listens on two ports. One strips the path from the request, the other passes it on. The site
serves both with its public address.
"""

from __future__ import annotations

import json
import re
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from needs import needs
from programs import find
from web.server import Server
from web.support import PATIENCE
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

import matou
from labs.bench.site_server import free_port

NGINX, OPENSSL, CHROMIUM = find("nginx"), find("openssl"), find("chromium")
pytestmark = [pytest.mark.heavy, needs("nginx", "openssl")]

HOST, ROOT = "games.example.org", "/house/matou"
GAME = matou.available()[0]

MANUAL = Path(__file__).parents[3] / "docs" / "operating.md"

CONFIG = """
daemon off; master_process off; pid {place}/nginx.pid; error_log {place}/error.log;
events {{}}
http {{
  access_log off;
  client_body_temp_path {place}/body; proxy_temp_path {place}/proxy;
  fastcgi_temp_path {place}/f; uwsgi_temp_path {place}/u; scgi_temp_path {place}/s;
  {passing}
  {stripping}
}}
"""


def nginx_config(place: Path, strips: int, passes: int, site: int) -> str:
    """Returns the manual's configuration, which passes the path on, and a copy that strips it."""
    block = re.search(r"```nginx\n(.*?)```", MANUAL.read_text(), re.DOTALL)
    assert block is not None
    manual = block[1]
    for reply, here in (
        ("/matou", ROOT),  # first: the paths of the certificate may contain it
        ("/etc/letsencrypt/live/example.org/fullchain.pem", f"{place}/cert.pem"),
        ("/etc/letsencrypt/live/example.org/privkey.pem", f"{place}/key.pem"),
        ("example.org", HOST),
        ("127.0.0.1:8017", f"127.0.0.1:{site}"),
    ):
        assert reply in manual, reply
        manual = manual.replace(reply, here)
    passing = manual.replace("listen 443", f"listen 127.0.0.1:{passes}")
    server = manual[manual.index("server {") :].replace("listen 443", f"listen 127.0.0.1:{strips}")
    stripping = server.replace(
        f"proxy_pass http://127.0.0.1:{site};", f"proxy_pass http://127.0.0.1:{site}/;"
    )
    assert stripping != server
    return CONFIG.format(place=place, passing=passing, stripping=stripping)


class Nginx:
    """nginx and the site behind it."""

    def __init__(self, place: Path) -> None:
        self.place = place
        # Chromium blocks the ports of some protocols; those of free_port are higher.
        self.strips, self.passes = free_port(), free_port()
        self.base = f"https://{HOST}:{self.strips}{ROOT}"

    def start(self) -> None:
        assert NGINX is not None
        assert OPENSSL is not None
        subprocess.run(
            [
                *(OPENSSL, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
                *("-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}"),
                *("-keyout", str(self.place / "key.pem"), "-out", str(self.place / "cert.pem")),
            ],
            check=True,
            capture_output=True,
        )
        self.site = Server(self.place / "data", more=("--base-url", self.base)).start()
        config = nginx_config(self.place, self.strips, self.passes, self.site.port)
        (self.place / "nginx.conf").write_text(config)
        self.nginx = subprocess.Popen(
            [NGINX, "-p", str(self.place), "-c", "nginx.conf", "-e", f"{self.place}/error.log"],
            stderr=subprocess.DEVNULL,
        )
        for port in (self.strips, self.passes):
            self._wait(port)

    def _wait(self, port: int) -> None:
        began = time.monotonic()
        while time.monotonic() - began < PATIENCE:
            with socket.socket() as s:
                if s.connect_ex(("127.0.0.1", port)) == 0:
                    return
            assert self.nginx.poll() is None, (self.place / "error.log").read_text()
            time.sleep(0.02)
        raise AssertionError("nginx does not start")

    def stop(self) -> None:
        """Stops everything, even if nginx did not start."""
        self.nginx.terminate()
        self.nginx.wait(timeout=PATIENCE)
        self.site.__exit__()


@pytest.fixture(scope="module")
def nginx(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    nginx = Nginx(tmp_path_factory.mktemp("proxy"))
    try:
        nginx.start()
        yield nginx
    finally:
        nginx.stop()


class Visitor:
    """Sends a browser's requests through nginx to the site's public name."""

    def __init__(self, nginx: Nginx, port: int) -> None:
        self.nginx, self.port = nginx, port
        self.trust = ssl.create_default_context(cafile=str(nginx.place / "cert.pem"))
        self.origin = f"https://{HOST}:{nginx.strips}"
        self.http = httpx.Client(
            transport=httpx.HTTPTransport(verify=self.trust),
            headers={"host": f"{HOST}:{nginx.strips}", "accept-language": "en"},
            timeout=PATIENCE,
        )
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        assert path.startswith("/")
        headers = {"cookie": self.cookie, **more.pop("headers", {})}
        answer = self.http.request(
            method,
            f"https://127.0.0.1:{self.port}{path}",
            headers=headers,
            extensions={"sni_hostname": HOST},
            **more,
        )
        for line in answer.headers.get_list("set-cookie"):
            assert f"Path={ROOT};" in line + ";", line
            assert "Secure" in line
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    @property
    def cookie(self) -> str:
        return "; ".join(f"{k}={v}" for k, v in self.cookies.items())

    def post(self, path: str, origin: str = "", **fields: str) -> httpx.Response:
        return self.ask("POST", path, data=fields, headers={"origin": origin or self.origin})

    def live(self, table: str, origin: str = "") -> Any:
        sock = socket.create_connection(("127.0.0.1", self.port))
        return connect(
            f"wss://{HOST}:{self.nginx.strips}{ROOT}/live/{table}?lang=en",
            sock=sock,
            ssl=self.trust,
            origin=Origin(origin or self.origin),
            additional_headers={"cookie": self.cookie},
            compression=None,
            open_timeout=PATIENCE,
            ping_interval=None,
        )


@pytest.fixture(params=["strips", "passes"])
def visitor(request: pytest.FixtureRequest, nginx: Nginx) -> Visitor:
    return Visitor(nginx, getattr(nginx, request.param))


def messages(socket: Any) -> Iterator[dict[str, Any]]:
    while True:
        reply = json.loads(socket.recv(timeout=PATIENCE))
        yield from reply if isinstance(reply, list) else [reply]


def addresses(html: str) -> set[str]:
    """Returns every address in a page."""
    found = set(re.findall(r'\b(?:href|src|action|srcset|poster)="([^"]*)"', html))
    content = re.findall(r'<meta property="og:(?:url|image)" content="([^"]*)"', html)
    return {a for a in (*found, *content) if a and not a.startswith(("#", "data:"))}


def test_every_address_on_every_page_carries_the_path(visitor: Visitor) -> None:
    made = visitor.post(f"{ROOT}/g/{GAME}/play", mode="bot", level="1", watch="1")
    assert made.status_code == 303, made.text
    assert made.headers["location"].startswith(f"{ROOT}/t/")
    seen: set[str] = set()
    waiting = [f"{ROOT}/", made.headers["location"]]
    pages = 0
    while waiting and pages < 40:
        path = waiting.pop(0)
        try:
            answer = visitor.ask("GET", path)
        except httpx.TimeoutException:
            raise AssertionError(f"{path} does not answer") from None
        assert answer.status_code in (200, 303), f"{path}: {answer.status_code}"
        pages += 1
        if not answer.headers.get("content-type", "").startswith("text/html"):
            continue
        assert f'data-root="{ROOT}"' in answer.text
        for address in addresses(answer.text):
            own = address.removeprefix(visitor.origin)
            assert own.startswith(f"{ROOT}/"), f"{path} leads to {address}"
            own = own.partition("#")[0].replace("&amp;", "&")
            is_form = f'action="{address}"' in answer.text
            kind = re.sub(r"[0-9a-f]{8,}", "…", own)  # visit one of each kind
            if not is_form and kind not in seen:
                seen.add(kind)
                waiting.append(own)
    assert pages > 15


def test_only_our_own_pages_can_open_a_websocket_and_play(visitor: Visitor) -> None:
    made = visitor.post(f"{ROOT}/g/{GAME}/play", mode="bot", level="1", watch="1", hints="1")
    table = made.headers["location"].rpartition("/")[2]
    with visitor.live(table) as page:
        hear = messages(page)
        view: dict[str, Any] = {}
        for _ in range(4):
            while not view.get("legal"):
                message = next(hear)
                view = {**view, **message} if message["t"] == "view" else view
            page.send(json.dumps({"id": 1, "do": view["legal"][0][0], "at": view["at"]}))
            while (message := next(hear))["t"] != "ok":
                assert message["t"] != "no", message
                view = {**view, **message} if message["t"] == "view" else view
    for origin in ("https://evil.example", f"http://{HOST}:{visitor.nginx.strips}"):
        with pytest.raises(WebSocketException, match="403"), visitor.live(table, origin):
            pass


def test_forms_work_only_on_our_own_pages(visitor: Visitor) -> None:
    for origin in ("https://evil.example", "null", f"https://{HOST}", "https://127.0.0.1"):
        answer = visitor.post(f"{ROOT}/g/{GAME}/play", origin, mode="bot")
        assert answer.status_code == 403
        assert f'href="{ROOT}/"' in answer.text
    answer = visitor.post(f"{ROOT}/prefs", theme="light", back=f"{ROOT}/g/{GAME}")
    assert answer.headers["location"] == f"{ROOT}/g/{GAME}"
    for back in ("/elsewhere", "//evil.example", "https://evil.example", f"{ROOT}x"):
        answer = visitor.post(f"{ROOT}/prefs", theme="dark", back=back)
        assert answer.headers["location"] == f"{ROOT}/"
    page = visitor.ask("GET", f"{ROOT}/g/{GAME}?lang=fr").text
    assert f'href="{ROOT}/g/{GAME}?lang=en"' in page
    assert '<html lang="fr"' in visitor.ask("GET", f"{ROOT}/g/{GAME}").text
    made = visitor.post(f"{ROOT}/g/{GAME}/play", mode="friends", name="Ada")
    with visitor.live(made.headers["location"].rpartition("/")[2]) as page:
        invite = next(m for m in messages(page) if m.get("invites"))["invites"][0][1]
    guest = Visitor(visitor.nginx, visitor.port)
    joined = guest.post(f"{made.headers['location']}/join/{invite}", name="Basile")
    assert joined.headers["location"] == made.headers["location"]


def test_metrics_are_not_served_through_the_proxy(visitor: Visitor) -> None:
    assert visitor.ask("GET", f"{ROOT}/metrics").status_code == 403
    assert visitor.ask("GET", f"{ROOT}/healthz").json()["ok"] is True


@needs("chromium")
def test_a_browser_plays_and_copies_an_invitation_under_the_path(nginx: Nginx) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=CHROMIUM,
            args=[
                *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
                *("--no-first-run", f"--host-resolver-rules=MAP {HOST} 127.0.0.1"),
            ],
        )
        context = browser.new_context(ignore_https_errors=True, locale="en-GB")
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        lost: list[str] = []
        page.on("response", lambda r: lost.append(r.url) if r.status >= 400 else None)
        page.on("console", lambda m: lost.append(m.text) if m.type == "error" else None)
        page.goto(f"{nginx.base}/")
        page.click(f"#{GAME} form.now button.primary")
        page.wait_for_url(f"{nginx.base}/t/*")
        page.wait_for_selector('#table[data-live="yes"]')
        page.click("#more-box > summary")
        page.click("#moves-box summary")
        for _ in range(2):
            page.wait_for_selector("#moves button.choice")
            at = page.get_attribute("#table", "data-at")
            page.click("#moves button.choice >> nth=0")
            page.wait_for_function(
                "at => document.getElementById('table').dataset.at !== at", arg=at
            )
        page.goto(f"{nginx.base}/g/{GAME}?mode=friends")
        page.click("form.setting button.primary")
        link = page.input_value("#invite input")
        assert link.startswith(f"{nginx.base}/t/")
        guest = browser.new_context(ignore_https_errors=True).new_page()
        guest.set_default_timeout(1000 * PATIENCE)
        guest.goto(link)
        guest.click("form.setting button.primary")
        guest.wait_for_selector('#table[data-live="yes"]')
        browser.close()
        assert lost == []
