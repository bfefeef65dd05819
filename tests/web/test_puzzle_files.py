"""A page loads only its own game's puzzles, from a separate file."""

from __future__ import annotations

import matou
from matou.core.puzzles import FILE, path_of, read
from matou.web.export.pyodide import SOURCES
from matou.web.http import assets


def test_pages_get_each_games_puzzles_as_its_packed_file() -> None:
    for name in matou.available():
        game = matou.game(name)
        kind, data, _ = assets.files()[f"puzzles/{name}.json.gz"]
        assert kind == "application/gzip"
        assert data == path_of(game).read_bytes()
        assert [p.id for p in read(game, data)] == [p.id for p in matou.puzzles(name)]


def test_the_python_code_of_pages_contains_no_puzzles() -> None:
    assert not FILE.endswith(SOURCES)
