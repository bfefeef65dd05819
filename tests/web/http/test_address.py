"""The public address of a site: its origin, its path, and invalid addresses."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.terminal import matou
from web.support import RandomPlayers

from matou.web.app import make
from matou.web.http.address import BadAddress, split
from matou.web.site import Options


@pytest.mark.parametrize(
    ("address", "parts"),
    [
        ("https://example.org", ("https://example.org", "")),
        ("https://Example.org:443/", ("https://example.org", "")),
        ("http://localhost:8080/a/b/", ("http://localhost:8080", "/a/b")),
        ("https://[::1]:8443/matou", ("https://[::1]:8443", "/matou")),
        ("", ("", "")),
    ],
)
def test_a_public_address_has_an_origin_and_a_root(address: str, parts: tuple[str, str]) -> None:
    assert split(address) == parts


@pytest.mark.parametrize(
    "address",
    [
        *("example.org", "ftp://example.org", "//x", "https://", "https://a b", "https://x/../y"),
        *("https://x/?q", "https://x/é", "https://user:secret@x", "https://x/a//b", "http://[::1"),
    ],
)
def test_an_invalid_public_address_is_refused_in_words(address: str, tmp_path: Path) -> None:
    with pytest.raises(BadAddress):
        split(address)
    ran = matou("serve", "--base-url", address, "--lang", "fr", cwd=tmp_path)
    assert ran.code == 2
    assert "https://example.org/matou" in ran.err


def test_a_root_that_the_site_uses_itself_is_refused(tmp_path: Path) -> None:
    for path in ("t", "static/x", "live", "g"):
        with pytest.raises(BadAddress, match="some of its own addresses"):
            make(Options(tmp_path, f"https://example.org/{path}"), RandomPlayers(1))
