"""The files under deploy/, as far as they can be checked without a container engine."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from matou.cli.commands import serve
from matou.cli.parsing import parse

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"


def compose_file() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return read


def test_containers_run_valid_matou_commands() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    own = yaml.safe_load(re.findall(r"^CMD (\[.*\])$", text, re.M)[-1])
    commands = [
        own,
        *(compose_file()["services"][name]["command"] for name in ("matou1", "matou2")),
    ]
    for word, *args in commands:
        assert word == "serve"
        assert parse(serve.COMMAND, args).host == "0.0.0.0", (
            "requests come from outside the container"
        )
    assert yaml.safe_load(re.findall(r"^ENTRYPOINT (\[.*\])$", text, re.M)[0])[-1] == "matou"
    for source in re.findall(r"^COPY (\S+)", text, re.M):
        assert (ROOT / source).exists(), source


def test_the_composed_site_has_a_database_two_servers_and_a_proxy_for_both() -> None:
    services = compose_file()["services"]
    assert set(services) == {"database", "matou1", "matou2", "front"}
    for name in ("matou1", "matou2"):
        built = services[name]["build"]
        assert (DEPLOY / built["context"] / built["dockerfile"]).exists()
        store = services[name]["environment"]["MATOU_STORE"]
        assert store.startswith("postgresql://matou:")
        assert store.endswith("@database/matou")
        assert services[name]["depends_on"]["database"]["condition"] == "service_healthy"
        for front in ("nginx.conf", "Caddyfile"):
            assert f"{name}:8017" in (DEPLOY / front).read_text(), front
    (mounted,) = services["front"]["volumes"]
    assert (DEPLOY / mounted.split(":")[0]).exists()


def test_the_systemd_service_runs_a_valid_matou_command() -> None:
    (line,) = re.findall(
        r"^ExecStart=\S+/matou (.*)$", (DEPLOY / "matou.service").read_text(), re.M
    )
    word, *args = line.split()
    assert word == "serve"
    assert parse(serve.COMMAND, args).data == "/var/lib/matou"


def test_container_images_are_pinned_by_digest() -> None:
    images = re.findall(r"^FROM (\S+)", (DEPLOY / "Containerfile").read_text(), re.M)
    images += [one["image"] for one in compose_file()["services"].values() if "image" in one]
    assert len(images) == 3
    for image in images:
        assert re.fullmatch(r"docker\.io/library/\w+:[\w.-]+@sha256:[0-9a-f]{64}", image), image
