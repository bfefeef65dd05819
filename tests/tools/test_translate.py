"""``tools/translate.py`` finds every message of the code."""

from __future__ import annotations

from pathlib import Path

import pytest
import translate

pytestmark = pytest.mark.unmeasured  # tests of a tool: no package is measured

CODE = """
from matou.games.clocktowers.say import messages
from matou.games.clocktowers.say.messages import count, say as said

said("by another name", context="log")
count(2, "{n} card", "{n} cards")
messages.tell(0, "{who} draws", "You draw")
elsewhere.say("not ours")
say("nor this")
"""


def test_messages_are_found_under_any_imported_name(tmp_path: Path) -> None:
    path = tmp_path / "some.py"
    path.write_text(CODE)
    assert {found.key for found in translate.messages(path)} == {
        ("log", "by another name", None),
        (None, "{n} card", "{n} cards"),
        (None, "{who} draws", None),
        (None, "You draw", None),
    }


def test_a_message_that_is_not_a_literal_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.py"
    path.write_text("from matou.core import messages\nmessages.say(text)\n")
    with pytest.raises(translate.NotLiteral, match=r"some\.py:2"):
        list(translate.messages(path))
