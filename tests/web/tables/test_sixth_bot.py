"""A sixth bot of a new kind needs one declaration to play at the site.

The declaration is made in every Python process that the site starts, including the bots'.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
DECLARED = """
from matou.bots.levels import LEVELS, Level
from matou.core.messages import Verbatim

LEVELS.append(
    Level("tortoise", "tortoise:Tortoise", Verbatim("Tortoise"), Verbatim("Never hurries."))
)
"""
KIND = """
from matou.bots.players import Bot


class Tortoise(Bot):
    def pick(self, view, legal):
        return legal[-1]
"""


def test_a_sixth_bot_plays_at_the_site(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(DECLARED)
    (tmp_path / "tortoise.py").write_text(KIND)
    path = [tmp_path, ROOT / "src", ROOT / "tests"]
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("sixth_bot.py"), tmp_path / "data"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "the sixth bot has played"
