"""Schemathesis against a server: ``MATOU_TOKEN=… python contract.py http://localhost:8017``.

Makes calls that obey the OpenAPI document and calls that break it, alone and in chains along
its links, and applies every check of schemathesis to every answer. It runs in its own process,
since pytest would rewrite the whole package on import.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from typing import Any

import schemathesis
from schemathesis import engine
from schemathesis.engine import events

CONFIG = {
    "seed": 1,
    "workers": 1,
    "headers": {"Authorization": f"Bearer {os.environ.get('MATOU_TOKEN', '')}"},
    "parameters": {"query.seconds": 0},  # streams end at once
    "generation": {"deterministic": True, "max-examples": 5},
    "suppress-health-check": ["too_slow"],  # the machine may be busy
    "phases": {"stateful": {"max-steps": 6, "generation": {"max-examples": 6}}},
}


def main(site: str) -> int:
    config = schemathesis.Config.from_dict(CONFIG)
    schema = schemathesis.openapi.from_url(f"{site}/api/openapi.json", config=config)
    faults: list[str] = []
    tried: Counter[str] = Counter()
    for event in engine.from_schema(schema).execute():
        if isinstance(event, events.ScenarioFinished):
            faults += scenario(event, tried)
        elif isinstance(event, events.NonFatalError):
            faults.append(f"{event.label}: {event.value}")
        elif isinstance(event, events.FatalError):
            faults.append(str(event.exception))
    print(json.dumps({"faults": faults, "tried": tried}))
    return 1 if faults else 0


def scenario(event: Any, tried: Counter[str]) -> list[str]:
    """Returns the faults of a scenario and counts its calls by their status."""
    faults = []
    recorder = event.recorder
    for case, interaction in recorder.interactions.items():
        status = interaction.response.status_code if interaction.response else "nothing"
        tried[f"{recorder.cases[case].value.operation.label} {status}"] += 1
    for checks in recorder.checks.values():
        for check in checks:
            tried[f"check {check.name}"] += 1
            if check.failure_info is not None:
                failure = check.failure_info.failure
                sample = check.failure_info.code_sample
                faults.append(f"{failure.title}: {failure.message}\n{sample}")
    return faults


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
