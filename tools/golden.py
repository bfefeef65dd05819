"""Golden playthroughs: a whole game with every position written out, to detect any change."""

from __future__ import annotations

import hashlib

from matou.core.record import Record
from matou.kit.linking import CHANCE, OVER


def playthrough(record: Record) -> str:
    """Returns the record, and for each position who acts, the legal actions and the views."""
    lines = [record.dumps(), ""]
    for number, state in enumerate(record.states()):
        actor = {CHANCE: "chance", OVER: "over"}.get(state.actor, f"seat {state.actor}")
        digest = hashlib.sha256(state.tobytes()).hexdigest()[:16]
        lines.append(f"# {number}: {actor}, scores {state.scores}, bytes {digest}")
        names = [state.name(a) for a in state.legal()]
        if state.actor == CHANCE:
            pairs = zip(names, state.weights(), strict=True)
            names = [f"{name}×{weight}" for name, weight in pairs]
        lines.append(" ".join(names) or f"won by {state.winners} ({state.ended_by})")
        if number % 25 == 0 or state.over:
            lines.append(state.observe(state.actor if state.actor >= 0 else None).text("en"))
    return "\n".join(lines) + "\n"
