"""An invented language, to show that adding a language needs no other change."""

from __future__ import annotations

import gettext
import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from matou.core import catalogues, grammar as grammars

CODE, NAME = "xx", "Ruritanian"
CATALOGUE = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "Skip to content"
msgstr "Zkip to the kontents"

msgid "You are offline"
msgstr "You are ofline"
"""


@pytest.fixture
def third_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Adds a grammar and a catalogue for one test, and yields the language's code."""
    folder = tmp_path / "grammar"
    folder.mkdir()
    english = Path(grammars.__path__[0], "en.py").read_text(encoding="utf-8")
    (folder / f"{CODE}.py").write_text(english.replace('"English"', f'"{NAME}"'), encoding="utf-8")
    read = catalogues.translations

    def translations(package: str, lang: str) -> gettext.NullTranslations:
        if lang == CODE and package == "matou":
            return gettext.GNUTranslations(io.BytesIO(catalogues.compiled(CATALOGUE)))
        return read(package, lang)

    caches = (grammars.languages, grammars.grammar, catalogues.catalogue)
    with monkeypatch.context() as patched:
        patched.setattr(grammars, "__path__", [*grammars.__path__, str(folder)])
        patched.setattr(catalogues, "translations", translations)
        for cache in caches:
            cache.cache_clear()
        yield CODE
    sys.modules.pop(f"{grammars.__name__}.{CODE}", None)
    for cache in caches:
        cache.cache_clear()
