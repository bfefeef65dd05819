"""Who can reach the site: this machine alone, everybody at home, or the world.

A link for a friend must lead here from where the friend is. Whoever opens the page at
``http://localhost:8017`` sends links to the address that the house knows this machine by.
"""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from io import BytesIO
from urllib.parse import urlsplit

import segno

WILD = ("0.0.0.0", "::")
# Addresses for examples (RFC 5737), and of home networks: a route to one is a way out of this
# machine. Nothing is sent there.
ELSEWHERE = ("203.0.113.1", "192.168.0.1", "10.0.0.1")
DARK, LIGHT = "#2B2A33", "#FFFFFF"  # a camera wants it dark on light, in every theme


@dataclass(frozen=True)
class Reach:
    """The address of the site for others; '' while only this machine can reach it."""

    shared: str = ""

    def link(self, origin: str) -> str:
        """What links for friends begin with, for a page that was reached at ``origin``."""
        return self.shared if is_here(urlsplit(origin).hostname or "") else origin


ALONE = Reach()


def is_here(host: str) -> bool:
    """A name by which a machine calls itself alone."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def home_address() -> str:
    """This machine's address at home; '' where it is in no network.

    A datagram socket that is connected has looked its way up and sent nothing.
    """
    for there in ELSEWHERE:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
            try:
                way.connect((there, 9))
            except OSError:
                continue
            found = str(way.getsockname()[0])
            if found not in WILD and not is_here(found):
                return found
    return ""


def reach_of(host: str, port: int) -> Reach:
    """Who can reach a server that listens at ``host``."""
    if host in WILD:
        host = home_address()
    if not host or is_here(host):
        return ALONE
    return Reach(f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}")


def qr_code(link: str) -> bytes:
    """A link for a camera, as SVG."""
    drawn = BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(drawn, kind="svg", border=3, dark=DARK, light=LIGHT, xmldecl=False, omitsize=True)
    return drawn.getvalue()


def qr_text(link: str) -> str:
    """The same for a terminal."""
    code = segno.make(link, error="l", micro=False).matrix_iter(border=2)
    rows = [list(row) for row in code]
    rows += [[0] * len(rows[0])] if len(rows) % 2 else []
    blocks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}  # light ones are drawn
    return "\n".join(
        "".join(blocks[bool(a), bool(b)] for a, b in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )
