"""Parses the page /metrics."""

from __future__ import annotations

import re

LINE = re.compile(r'([a-z_]+)(?:\{((?:[a-z_]+="[^"\\]*",?)*)\})? (-?[0-9.e+-]+|\+Inf)')


def metrics_of(text: str) -> dict[str, float]:
    """Parses Prometheus text and checks that every line is well formed."""
    found: dict[str, float] = {}
    named: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name not in named
            named[name] = kind
        elif not line.startswith("# HELP "):
            match = LINE.fullmatch(line)
            assert match, line
            family = re.sub(r"_(bucket|sum|count)$", "", match[1])
            assert family in named or match[1] in named, line
            assert line[: line.rindex(" ")] not in found
            found[line[: line.rindex(" ")]] = float(match[3])
    return found
