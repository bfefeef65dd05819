"""The languages of slow tests: English, French, and Polish with its cases and plurals.

``tools/sweep.py`` says everything in all languages, and faster tests check catalogues, glossaries
and rule books in all of them.
"""

from __future__ import annotations

import pytest

TESTED = ("en", "fr", "pl")
LANGS = pytest.mark.parametrize("lang", TESTED)
