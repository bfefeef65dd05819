"""The benchmark of Matou without a server: what it counts, and its limits."""

from __future__ import annotations

import copy
import urllib.request
from pathlib import Path

from labs.bench import page
from matou.web.export.copy import small

GOOD = {
    "first_page": 32e3,
    "download": 6.9e6,
    "copy": 7.8e6,
    "load": 0.5,
    "games": {
        "chopchop": {
            "cold": 4.0,
            "cold_cpu": 2.9,
            "warm": 1.5,
            "warm_cpu": 0.9,
            "memory": 350.0,
            "click": 60.0,
            "server_click": 45.0,
            "iterations": 90.0,
            "server_iterations": 100.0,
        }
    },
}


def test_every_figure_has_a_limit() -> None:
    assert page.within(GOOD)
    assert "0.90 of the server" in page.report(GOOD)
    for key, bad in [("first_page", 91e3), ("download", 8.1e6), ("copy", 11.1e6)]:
        assert not page.within({**GOOD, key: bad})
    slow = {"cold": 7, "warm": 3, "memory": 500, "click": 90, "iterations": 60}
    for key, worse in slow.items():
        figures = copy.deepcopy(GOOD)
        figures["games"]["chopchop"][key] = worse  # type: ignore[index]
        assert not page.within(figures), key


def test_the_first_page_includes_its_files_but_not_the_runtime() -> None:
    first = b'<link href="../static/ab/style.css"><a href="g/x.html">x</a><img src="picture/l.svg">'
    files = {
        "en/index.html": first,
        "en/g/x.html": bytes(5000),
        "en/picture/l.svg": b"<svg/>",
        "fr/index.html": first,
        "pages-en.pack": bytes(5),
        "pages-de.pack": bytes(1),
        "pages-fr.pack": bytes(2),
        "static/ab/page/words-fr.pack": bytes(100),
        "static/ab/style.css": b"a{}",
        "static/ab/page/python.wasm": bytes(range(256)) * 40,
    }
    found = page.sizes(files)
    assert found["copy"] == found["download"] - found["first_page"] + 7 + 2 * small(first)
    assert found["first_page"] == small(first) + 6 + 3
    assert found["download"] - found["first_page"] == 3 + small(bytes(range(256)) * 40)


def test_a_folder_is_served_and_level_5_is_measured(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("miaou")
    with page.served(tmp_path) as url, urllib.request.urlopen(f"{url}/") as answer:
        assert answer.read() == b"miaou"
    assert page.at_the_server("chopchop", seconds=0.05) > 0
