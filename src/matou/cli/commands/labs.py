"""``matou bench`` and ``matou arena exploit``: tools of ``labs``, beside ``src`` in a clone.

Matou does not import ``labs``. If a tool is not here, a sentence says where to find it.
"""

import importlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from matou.cli.declaring import FAILED, CommandError
from matou.core.messages import Message, say
from matou.kit.extras import ROOT


@dataclass(frozen=True)
class Tool:
    """A command of ``labs``, which parses its own arguments and speaks English only."""

    name: str
    summary: Message
    module: str  # has ``main(argv) -> int``

    def missing(self) -> CommandError | None:
        if (ROOT / "labs" / "__init__.py").is_file():
            return None
        return CommandError(
            "“{name}” is a developer tool. It is in the labs folder of Matou’s repository, not in "
            "the package that pip installs. In a clone, run: ./matou {name}",
            code=FAILED,
            name=self.name,
        )

    def run(self, args: Sequence[str]) -> int:
        if str(ROOT) not in sys.path:
            sys.path.append(str(ROOT))
        try:
            code: int = importlib.import_module(self.module).main(args)
        except SystemExit as stop:  # argparse has shown help, or said what is wrong
            return int(stop.code or 0)
        return code


BENCH = Tool("bench", say("measure how fast the games run"), "labs.bench.command")
EXPLOIT = Tool(
    "arena exploit",
    say("estimate how exploitable a bot is (a lower bound)"),
    "labs.exploit.command",
)
