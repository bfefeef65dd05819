"""A real server: its log, its metrics, its backup, and its lock on the data folder."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from cli.terminal import matou
from web.ops.metrics import metrics_of
from web.server import Server

import matou as house

GAME = house.available()[0]


@pytest.mark.heavy
def test_a_real_server_logs_json_and_locks_its_folder_and_admin_reads_it(
    tmp_path: Path,
) -> None:
    server = Server(tmp_path / "data", more=("--log", "json"))
    with server:
        health = json.load(urllib.request.urlopen(f"{server.url}/healthz"))
        assert health["ok"] is True
        assert health["bots"] in ("ok", "away")  # they start in parallel
        made = urllib.request.Request(
            f"{server.url}/g/{GAME}/play",
            data=b"mode=bot&level=1&watch=1",
            headers={"origin": server.url},
        )
        table = urllib.request.urlopen(made).url.rpartition("/")[2]
        found = metrics_of(urllib.request.urlopen(f"{server.url}/metrics").read().decode())
        assert found["matou_tables_open"] == 1
        data = ("--data", str(server.data))
        assert matou("admin", "backup", "copy.zip", *data, cwd=tmp_path).code == 0
        stats = json.loads(matou("admin", "stats", "--json", *data, cwd=tmp_path).out)
        assert stats["tables"] == 1
        refused = matou("admin", "restore", "copy.zip", "--force", *data, cwd=tmp_path)
        assert refused.code == 2
        assert "A server is using" in refused.err
        second = subprocess.run(
            [sys.executable, "-m", "matou", "serve", "--port", "0", *data],
            capture_output=True,
            text=True,
            check=False,
        )
        assert second.returncode == 2
        assert "already using" in second.stderr
        code, _ = server.stop()
        assert code in (0, -15)
        said = [line for line in server.said().splitlines() if not line.startswith("Matou: ")]
    lines = [json.loads(line) for line in said]
    events = [line["event"] for line in lines]
    assert events[0] == "server started"
    assert events[-1] == "server stopped"
    assert table in [line.get("table") for line in lines if line["event"] == "opened"]
    restored = matou("admin", "restore", "copy.zip", "--force", *data, cwd=tmp_path)
    assert restored.code == 0, restored.err
