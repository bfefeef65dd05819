"""The server's log on stderr: one event per line, as text or JSON.

``quiet`` logs only warnings and errors; ``text`` and ``json`` log all events. An event is a
sentence with optional fields (``extra={…}``). If it begins with ``table %s:``, the table becomes a
field, too. Seeds, cookies, invitations and names are never logged. Addresses of visitors are logged
only if the operator asks for it.
"""

import json
import logging
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

KINDS = ("quiet", "text", "json")
ABOUT_TABLE = "table %s: "

_own = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
log = logging.getLogger("matou.web")
log_addresses = False


def fields(record: logging.LogRecord) -> dict[str, Any]:
    said = record.getMessage()
    found: dict[str, Any] = {"event": said}
    if str(record.msg).startswith(ABOUT_TABLE) and isinstance(record.args, tuple) and record.args:
        table = str(record.args[0])
        found = {"event": said.removeprefix(ABOUT_TABLE % table), "table": table}
    for key, value in vars(record).items():
        if key not in _own:
            found[key] = value
    if record.exc_info and record.exc_info[0] is not None:
        found["error"] = record.exc_info[0].__name__
    return found


class Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {
            "time": time.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            **fields(record),
        }
        if not record.name.startswith("matou"):
            line["from"] = record.name
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class Readable(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        found = fields(record)
        event = found.pop("event")
        time = datetime.fromtimestamp(record.created).strftime("%Y-%m-%d %H:%M:%S")
        rest = "".join(f" {key}={value}" for key, value in found.items())
        line = f"{time} {record.levelname.lower():<7} {event}{rest}"
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return line


def set_up(kind: str = "quiet", addresses: bool = False) -> None:
    global log_addresses
    log_addresses = addresses
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines() if kind == "json" else Readable())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("matou").setLevel(logging.WARNING if kind == "quiet" else logging.INFO)


def visitor(scope: Mapping[str, Any]) -> dict[str, str]:
    """Returns the visitor's address as a field of an event, if addresses are logged."""
    client = scope.get("client")
    return {"client": str(client[0])} if log_addresses and client else {}
