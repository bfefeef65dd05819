"""Refusals at a table: a code, a rule and a sentence that reveal no secrets."""

from matou.core.messages import Message, say
from matou.core.observation import Observation
from matou.play.keeping import Keeper

STORE_ILL = say(
    "The site is having trouble reading or saving its tables, so your last action may be lost. The "
    "problem has been logged. Try again later."
)
MOVED_ON = say("The game has moved on in the meantime. Take another look.")
NOT_FULL = say("The game begins when every seat is taken.")
NOT_OVER = say("The game is not over yet.")
TOO_FAST = say("Not so fast, one thing at a time.")
NOTHING_LOST = say("Something went wrong at this table. No moves were lost.")


class Refused(Exception):
    """Raised when a request is refused, with a code for the page, a sentence and a rule."""

    def __init__(self, code: str, says: Message, rule: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.says = says
        self.rule = rule


def fault(store: Keeper) -> Refused:
    """Returns the refusal after an internal error.

    It promises that no moves were lost only if the store works.
    """
    return Refused("fault", STORE_ILL if store.ill else NOTHING_LOST)


def refusal(view: Observation, action: int | str) -> Refused:
    """Returns why an action is illegal, as far as the seat may know."""
    why = view.why_not(action)
    return Refused("illegal", why.says, why.rule)
