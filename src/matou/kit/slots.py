"""The names that templates leave open: a game's rules, its encoding, and what its bots know.

Templates (``playout``, the bots' search, the vector environment) call these names, and
``link(template, base=…)`` fills them with the game's own rules. ``matou.core.contract`` and
``matou.core.game.Hints`` say what they do.
"""

from collections.abc import Callable
from typing import Any

from matou.kit.layout import Floats, Row
from matou.kit.linking import slot

setup: Callable[[Any, int, Row], None] = slot("setup")
actor: Callable[[Any], int] = slot("actor")
legal: Callable[[Any, Row, Row], int] = slot("legal")
apply: Callable[[Any, int], None] = slot("apply")
returns: Callable[[Any, Floats], None] = slot("returns")
scores: Callable[[Any, Row], None] = slot("scores")
winners: Callable[[Any], int] = slot("winners")
ended: Callable[[Any], int] = slot("ended")
reveals: Callable[[Any, int], bool] = slot("reveals")
observe: Callable[[Any, int], None] = slot("observe")
imagine: Callable[[Any, Row], None] = slot("imagine")
encode: Callable[[Any, int, Row], None] = slot("encode")
hint: Callable[[Any, Row, int, Row], int] = slot("hint")
evaluate: Callable[[Any, Floats, Row], None] = slot("evaluate")
judge: Callable[[Any, int, Floats, Any], None] = slot("judge")
active_features: Callable[[Any, int, Row], int] = slot("active_features")
appetite: Callable[[Any, Row], None] = slot("appetite")
forget: Callable[[Any, Row], None] = slot("forget")
weigh: Callable[[Any, Any, Row, Row, Row], float] = slot("weigh")
features: Callable[[Any, int, Row], None] = slot("features")
