"""A process that has imported the site, and forks a server on request.

A server is its own process, and runs what ``matou serve`` runs after reading its arguments; only
the imports, most of a start, are shared. A line on standard input starts one. Standard output gets
``pid N``, what the server prints, and ``ended`` when it has ended.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import asyncpg  # noqa: F401  # the store imports it later

from matou.web.notify.choices import NOTHING, Choices, Mail
from matou.web.ops import logs
from matou.web.ops.serve import serve
from matou.web.site import Options
from matou.web.tables.manager import load_games


def choices(values: dict[str, Any] | None) -> Choices:
    """Returns the options for notifications."""
    if values is None:
        return NOTHING
    mail = values.get("mail")
    return Choices(**{**values, "mail": Mail(**mail) if mail else None})


def main() -> None:
    how = json.loads(sys.argv[1])
    load_games()
    for _ in iter(sys.stdin.buffer.readline, b""):
        pid = os.fork()
        if pid == 0:
            os.close(0)
            logs.set_up("text", False)
            try:
                options = {**how["options"], "notify": choices(how["options"].get("notify"))}
                serve(Options(Path(how["data"]), **options), how["host"], how["port"])
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
