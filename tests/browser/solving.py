"""Solves puzzles in a real browser."""

from __future__ import annotations

from browser.visitor import Visitor

import matou
from matou.core.puzzles import Puzzle, Step

CLICK = "(el) => el.dispatchEvent(new MouseEvent('click', { bubbles: true }))"
DECISION = "document.getElementById('table').dataset.decision"
STATE = "document.getElementById('table').dataset.state"


def wait_for_state(visitor: Visitor, *states: str) -> None:
    visitor.until(f"{list(states)}.includes({STATE})")


def shown_puzzle(visitor: Visitor) -> Puzzle:
    """Returns the puzzle on the page once it asks for a move."""
    wait_for_state(visitor, "watch", "ask")
    id = visitor.page.url.rpartition("#")[2]
    game = visitor.data("book")
    return next(puzzle for puzzle in matou.puzzles(game) if puzzle.id == id)


def choose(visitor: Visitor, action: int) -> None:
    """Clicks on the board and among the choices beside it until an action is chosen."""
    page, state = visitor.page, visitor.page.evaluate(STATE)
    page.evaluate("document.getElementById('says').hidden = true")
    for _ in range(8):
        if page.evaluate(STATE) != state or page.is_visible("#says"):
            return
        beside = page.query_selector(f"#choices:not([hidden]) [data-action='{action}']")
        if beside:
            beside.click()
            continue
        having = f".highlighted:not(.rest)[data-actions~='{action}']"
        fresh = page.query_selector_all(f"#picture {having}:not(.picked)")
        some = fresh or page.query_selector_all(f"#picture {having}")
        few = min(some, key=lambda el: len((el.get_attribute("data-actions") or "").split()))
        few.evaluate(CLICK)
        page.wait_for_timeout(30)
    raise AssertionError(f"{action} cannot be chosen")


def solve(visitor: Visitor, puzzle: Puzzle, *, wrong: bool, hint: bool) -> None:
    """Solves the puzzle on the page, with a wrong try or a hint first, until its end is shown."""
    page = visitor.page
    wait_for_state(visitor, "watch", "ask")
    if visitor.data("state") == "watch":
        page.click("#watch")
    step, decision = puzzle.first, 0
    while visitor.data("state") != "over":
        wait_for_state(visitor, "ask")
        if wrong:
            choose(visitor, step.wrong)
            page.wait_for_selector("#says:has-text('not the best move')")
        if hint:
            page.click("#hint")
            page.wait_for_selector("#says.kindly:not([hidden])")
        wrong, hint, decision = False, False, decision + 1
        choose(visitor, step.answer)
        visitor.until(f"{STATE} === 'over' || {STATE} === 'ask' && {DECISION} === '{decision}'")
        if visitor.data("state") == "ask":
            step = next_step(step, visitor)
    page.wait_for_selector("#says.reason:not([hidden])")
    assert "Chances of winning" in page.inner_text("#says")


def give_up(visitor: Visitor) -> None:
    """Steps through the solution of the puzzle on the page."""
    page = visitor.page
    for decision in range(4):
        wait_for_state(visitor, "watch", "ask", "over")
        if visitor.data("state") == "over":
            page.wait_for_selector("#says.reason:not([hidden])")
            return
        page.click("#watch" if visitor.data("state") == "watch" else "#solution")
        visitor.until(f"{STATE} === 'over' || {STATE} === 'ask' && {DECISION} >= '{decision}'")
    raise AssertionError("it does not end")


def next_step(step: Step, visitor: Visitor) -> Step:
    """Returns the next decision, which depends on chance."""
    legal = visitor.page.evaluate(
        "[...document.querySelectorAll('#picture .highlighted')].flatMap("
        "(el) => el.dataset.actions.split(' ').map(Number))"
    )
    fits = [reply for names in step.then if (reply := step.reply(names)) is not None]
    text = visitor.page.evaluate("document.getElementById('board-text').textContent")
    for reply in fits:
        if set(legal) <= set(reply.position.legal()) and matches_text(reply, text):
            return reply
    raise AssertionError("no reply fits what the page shows")


def matches_text(reply: Step, text: str) -> bool:
    """Returns whether the board in words shows a decision's position."""
    view = reply.position
    return view.text("en", ["You", "Kitten"] if view.seat == 0 else ["Kitten", "You"]) in text
