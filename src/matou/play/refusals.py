"""What is not done at a table, and why: said as far as a seat may know it."""

from __future__ import annotations

from matou.core.state import Observation
from matou.core.words import Words
from matou.play import text
from matou.play.keeping import Keeper


class Refused(Exception):
    """Something that is not done, and why: a code for the page, a rule, a sentence."""

    def __init__(self, code: str, says: Words, rule: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.says = says
        self.rule = rule


def fault(store: Keeper) -> Refused:
    """Something went wrong; that nothing is lost is said only where it is known."""
    return Refused("fault", text.STORE_ILL if store.ill else text.TABLE_FAULT)


def refusal(view: Observation, action: int | str) -> Refused:
    """Why an action is refused, as far as a seat may know."""
    why = view.why_not(action)
    return Refused("illegal", why.says, why.rule)
