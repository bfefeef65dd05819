"""Where servers come from: a process that has imported the site, and forks a server when told.

A server is a process of its own, killed and started anew, and runs what ``matou serve`` runs once
it has read its arguments; only importing, most of a start, is done once. A line on standard input
starts one; ``pid N`` and, when it has ended, ``ended`` come on standard output, with what the
server prints in between.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import asyncpg  # noqa: F401  # the store imports it late

from matou.web.notify.choices import NOTHING, Choices, Mail
from matou.web.ops import logs
from matou.web.ops.serve import serve
from matou.web.tables.manager import load_games


def choices(told: dict[str, Any] | None) -> Choices:
    """How people are told of their turns."""
    if told is None:
        return NOTHING
    mail = told.get("mail")
    return Choices(**{**told, "mail": Mail(**mail) if mail else None})


def main() -> None:
    how = json.loads(sys.argv[1])
    load_games()
    for _ in iter(sys.stdin.buffer.readline, b""):
        pid = os.fork()
        if pid == 0:
            os.close(0)
            logs.set_up("text", False)
            try:
                serve(**{**how, "data": Path(how["data"]), "notify": choices(how.get("notify"))})
            except BaseException as error:
                print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
            os._exit(0)
        print(f"pid {pid}", flush=True)
        try:
            os.waitpid(pid, 0)
        except KeyboardInterrupt:
            os.kill(pid, signal.SIGKILL)
        print("ended", flush=True)


if __name__ == "__main__":
    main()
