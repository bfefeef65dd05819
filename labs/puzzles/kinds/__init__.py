"""What makes a puzzle, in a module for each game.

- ``GAP``, ``SEARCHES``: how much better the answer must be, by how many deep searches;
- ``LEAST``: the fewest legal actions of a puzzle;
- ``is_dull(view)``: whether a position makes no puzzle, whatever the searches say;
- ``kind(view, answer, then, watched)``: a key of the game's ``words.PUZZLES``;
- ``line(state, answer, seed)``: the position from which the solver watches, as text, and the
  actions since, if the answer depends on something that was seen and is covered now.
"""

from __future__ import annotations

from matou.core.state import State


def now(state: State, _answer: int = 0, _seed: int = 0) -> tuple[str, str]:
    """Returns the line of a puzzle that depends on nothing seen before: the position itself."""
    return state.observe(state.actor).to_text(), ""
