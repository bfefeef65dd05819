"""Why a click does nothing: worked out from what the elements of a picture stand for.

A game says which actions an element could take part in, legal or not (``Pointing.meant``), and
where it has something better to say than they do (``Pointing.remark``). All of it is asked of an
observation, so that an answer gives nothing away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from matou.core.words import Why, Words

if TYPE_CHECKING:
    from matou.core.state import Observation

SEVERAL = 3  # up to so many reasons are all told; of more, the commonest


def explain(view: Observation, on: Sequence[str], picked: Sequence[str]) -> Why | None:
    """Why nothing comes of a click on ``on`` after ``picked``; None if it begins something else.

    ``on`` are the ids of what lies under the click, the topmost first: the first that stands
    for something answers.
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
        said = game.pointing.remark(view, id, picked)
        if said is not None:
            return said
        alone = game.pointing.meant(view, id)
        if not alone:
            continue
        both = [a for a in alone if left is None or a in left]
        if not both:  # it does not go with what was picked: it answers for itself
            if not legal.isdisjoint(alone):
                return None
            both = list(alone)
        wrong = [a for a in both if a not in legal]
        return reason(view, wrong) if wrong else game.why.why_now(view.s)
    return game.why.why_now(view.s)


def reason(view: Observation, actions: Sequence[int]) -> Why:
    """Why none of these actions is legal: one reason, a few of them, or the commonest of many."""
    reasons = Counter(view.game.why.why_not(view.s, a) for a in actions)
    if len(reasons) > SEVERAL:
        rules = Counter(why.rule for why in reasons.elements())
        return max(reasons, key=lambda why: (rules[why.rule], reasons[why]))
    rule = reasons.most_common(1)[0][0].rule
    if len({why.rule for why in reasons}) == 1:
        told = [why.says for why in reasons]
    else:  # each with its own rule; the first one's stands beside the whole
        told = [numbered(why) for why in reasons]
    return Why(rule, Words(" ".join(w.en for w in told), " ".join(w.fr for w in told)))


def numbered(why: Why) -> Words:
    """A reason with the number of its rule before its full stop."""
    en, fr = (f"{w[:-1]} ({why.rule})." if w.endswith(".") else w for w in why.says)
    return Words(en, fr)
