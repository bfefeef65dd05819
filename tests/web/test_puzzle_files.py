"""A page fetches the puzzles of its own game, as a file of their own."""

from __future__ import annotations

import matou
from matou.core.puzzles import FILE, path_of, read
from matou.web.export.pyodide import SOURCES
from matou.web.http import assets


def test_every_game_has_its_own_file_and_pages_get_it_as_it_is_packed() -> None:
    for name in matou.available():
        game = matou.game(name)
        kind, data, _ = assets.files()[f"puzzles/{name}.json.gz"]
        assert kind == "application/gzip"
        assert data == path_of(game).read_bytes()
        assert [p.id for p in read(game, data)] == [p.id for p in matou.puzzles(name)]


def test_the_python_code_that_all_pages_share_holds_no_puzzles() -> None:
    assert not FILE.endswith(SOURCES)
