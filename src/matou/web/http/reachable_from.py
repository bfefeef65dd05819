"""Where the site can be reached from: this machine, the home network, or everywhere.

A link for a friend must work on the friend's device. A page that was opened at
``http://localhost:8017`` makes links with this machine's address in the home network.
"""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from io import BytesIO, StringIO
from urllib.parse import urlsplit

import segno

WILD = ("0.0.0.0", "::")
# An address for documentation (RFC 5737) and two of home networks. Nothing is sent there; the route
# to them reveals this machine's own address.
OTHER_HOSTS = ("203.0.113.1", "192.168.0.1", "10.0.0.1")
DARK, LIGHT = "#2B2A33", "#FFFFFF"  # cameras need dark on light, in every theme


@dataclass(frozen=True)
class ReachableFrom:
    """Holds the site's address in the home network, or '' if only this machine can reach it."""

    shared: str = ""

    def link(self, origin: str) -> str:
        """Returns the beginning of links for friends, on a page that was opened at ``origin``."""
        return self.shared if is_loopback(urlsplit(origin).hostname or "") else origin


THIS_MACHINE_ONLY = ReachableFrom()


def is_loopback(host: str) -> bool:
    """Returns whether a host name refers to the local machine."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def home_network_address() -> str:
    """Returns this machine's address in its network, or '' if there is no network.

    Connecting a datagram socket finds the route without sending anything.
    """
    for there in OTHER_HOSTS:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
            try:
                way.connect((there, 9))
            except OSError:
                continue
            found = str(way.getsockname()[0])
            if found not in WILD and not is_loopback(found):
                return found
    return ""


def find_reachable(host: str, port: int) -> ReachableFrom:
    """Returns where a server that listens at ``host`` can be reached from."""
    if host in WILD:
        host = home_network_address()
    if not host or is_loopback(host):
        return THIS_MACHINE_ONLY
    return ReachableFrom(f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}")


def qr_code(link: str) -> bytes:
    """Returns a link as a QR code in SVG."""
    drawn = BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(drawn, kind="svg", border=3, dark=DARK, light=LIGHT, xmldecl=False, omitsize=True)
    return drawn.getvalue()


def qr_text(link: str) -> str:
    """Returns a link as a QR code for a terminal."""
    drawn = StringIO()
    segno.make(link, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue().rstrip("\n")
