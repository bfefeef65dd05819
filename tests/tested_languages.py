"""The languages of tests that are slow: English, French, and Polish with its cases and plurals.

``tools/sweep.py`` says everything in all languages; catalogues, glossaries and rule books are
checked in all of them by tests.
"""

from __future__ import annotations

import pytest

TESTED = ("en", "fr", "pl")
LANGS = pytest.mark.parametrize("lang", TESTED)
