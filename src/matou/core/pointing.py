"""Explains why a click does nothing.

A game says which actions an element could take part in, legal or not (``Pointing.meant``), and may
have a better explanation than those actions give (``Pointing.remark``). Both work on an
observation, so an explanation reveals nothing.
"""

from collections import Counter
from collections.abc import Sequence

from matou.core.messages import Message, Reader, Why
from matou.core.observation import Observation
from matou.core.phrases import joined

SEVERAL = 3  # up to this many reasons are all given


def explain(view: Observation, on: Sequence[str], picked: Sequence[str]) -> Why | None:
    """Explains why a click on ``on`` after ``picked`` does nothing; None if it starts a new choice.

    ``on`` are the ids under the click, the topmost first; the first that means something decides.
    """
    game = view.game
    if view.seat is None or view.actor != view.seat:
        return game.why.why_now(view.s)
    legal = set(view.legal())
    left: set[int] | None = None
    for id in picked:
        some = set(game.pointing.meant(view, id))
        left = some if left is None else left & some
    for id in on:
        remark = game.pointing.remark(view, id, picked)
        if remark is not None:
            return remark
        alone = game.pointing.meant(view, id)
        if not alone:
            continue
        both = [a for a in alone if left is None or a in left]
        if not both:  # it does not fit what was picked, so it stands for itself
            if not legal.isdisjoint(alone):
                return None
            both = list(alone)
        wrong = [a for a in both if a not in legal]
        return reason(view, wrong) if wrong else game.why.why_now(view.s)
    return game.why.why_now(view.s)


def reason(view: Observation, actions: Sequence[int]) -> Why:
    """Says why none of these actions is legal: all reasons if they are few, else the commonest."""
    reasons = Counter(view.game.why.why_not(view.s, a) for a in actions)
    if len(reasons) > SEVERAL:
        rules = Counter(why.rule for why in reasons.elements())
        return max(reasons, key=lambda why: (rules[why.rule], reasons[why]))
    rule = reasons.most_common(1)[0][0].rule
    if len({why.rule for why in reasons}) == 1:
        texts = [why.says for why in reasons]
    else:  # each with its own rule
        texts = [Numbered(*why) for why in reasons]
    return Why(rule, joined(texts))


class Numbered(Message):
    """A reason with its rule's number before the full stop."""

    __slots__ = ("rule", "says")

    def __init__(self, rule: str, says: Message) -> None:
        self.rule = rule
        self.says = says

    def said_to(self, reader: Reader, form: str = "", /) -> str:
        said = self.says.said_to(reader, form)
        return f"{said[:-1]} ({self.rule})." if said.endswith(".") else said
