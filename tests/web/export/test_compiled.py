"""Python for the browser: compiled by the browser's Python, packed, unpacked there."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
from needs import needs

import matou
from matou import page
from matou.core.grammar import languages
from matou.kit import extras
from matou.web.export import pyodide

PACK = Path(page.__file__).parent / "static" / "page" / "pack.js"
UNPACK = """
import { files, unzipped } from %s;
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const bytes = await unzipped(new Uint8Array(Buffer.concat(chunks)));
console.log(JSON.stringify([...files(bytes)].map(([name, data]) => [name, [...data]])));
"""


@needs("node")
def test_a_pack_is_unpacked_in_the_browser_and_an_incomplete_one_refused() -> None:
    files = {"a/one.pyc": bytes(range(256)) * 5, "empty": b"", "b.toml": b"x" * 512}
    packed = pyodide.packed(files)
    assert packed == pyodide.packed(files)
    command = ["node", "--input-type=module", "-e", UNPACK % json.dumps(PACK.as_uri())]

    def unpack(data: bytes) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(command, input=data, capture_output=True, check=False)

    found = json.loads(unpack(packed).stdout)
    assert {name: bytes(data) for name, data in found} == files
    assert unpack(packed[:-40]).returncode  # an incomplete download


def test_the_modules_that_a_page_imports_are_not_removed() -> None:
    for name in ("asyncio/windows_events.py", "email/message.py", "encodings/cp1250.py"):
        assert pyodide.NEEDLESS.match(name), name
    for name in ("asyncio/events.py", "encodings/cp437.py", "encodings/utf_8.py", "codeop.py"):
        assert not pyodide.NEEDLESS.match(name), name


def names_in(pack: bytes) -> list[str]:
    with tarfile.open(fileobj=io.BytesIO(pack)) as found:
        return found.getnames()


def test_each_language_has_a_pack_and_english_comes_with_our_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pyodide, "compiled", lambda archive, *_, **__: archive)
    names = names_in(pyodide.ours(Path()))
    books = {f"matou/games/{game}/book/{{}}.md" for game in matou.available()}
    assert {book.format("en") for book in books} == {n for n in names if n.endswith(".md")}
    rooms = ("", *(f"games/{game}/" for game in matou.available()))
    for lang in languages()[1:]:
        catalogues = {f"matou/{room}locale/{lang}.mo" for room in rooms}
        expected = catalogues | {book.format(lang) for book in books}
        assert set(names_in(pyodide.words(lang))) == expected
    assert not [name for name in names if name.endswith((".po", ".mo", ".wasm"))]
    kit = {name.rpartition("/")[2] for name in names if name.startswith("matou/kit/")}
    assert {"layout.py", "linking.py", "wasm.py"} <= kit
    assert not kit & {"wasm_shared.py", "arrays.py", "numba_support.py", "ptx.py"}


def test_compiled_code_is_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at, asked = tmp_path / "pyodide-1", []

    def run(command: list[str], _work: Path) -> None:
        asked.append(command)
        shutil.copy(command[-3], command[-2])

    monkeypatch.setattr(pyodide, "run", run)
    monkeypatch.setattr(pyodide, "tool", lambda name: [name])
    archive = tmp_path / "some.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("x.py", "x = 1")
    for _ in range(2):
        assert pyodide.compiled(archive.read_bytes(), at, 0) == archive.read_bytes()
    assert len(asked) == 1
    assert len(list(tmp_path.iterdir())) == 2


def test_python_in_a_page_can_be_directly_under_the_root() -> None:
    source = Path(extras.__file__).read_text(encoding="utf-8")
    space: dict[str, Any] = {"__name__": extras.__name__, "__file__": "/matou/kit/extras.pyc"}
    exec(source, space)  # as in a page
    assert space["install"]("fast") == "pip install 'matou[fast]'"
