"""Chat bubbles appear beside their sender and cover nothing to read or click."""

from __future__ import annotations

from typing import Any

import pytest
from browser.visitor import GAMES, MARKS, Visitor, browser, server
from web.server import Server

import matou

__all__ = ["browser", "server"]  # fixtures

pytestmark = MARKS


def test_a_reaction_appears_whole_beside_its_sender(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server)
    visitor.open_table("clocktowers")
    page = visitor.page
    page.click("#chat-box summary")
    visitor.settle()
    page.evaluate(SEND_REACTION)
    visitor.until("window.bubble")
    whole, away, over = page.evaluate("bubble")
    assert whole
    assert away < 150, "it is close to the plate"
    assert over == [], "it covers no target of a click and no name"
    visitor.close()


# Sends a reaction and measures its bubble at once, since it disappears soon: whether it is whole
# (in the middle and at four sides, as its corners are round), its distance, and what it covers.
SEND_REACTION = """() => {
  window.bubble = null;
  new MutationObserver((_, eye) => {
    const bubble = document.querySelector('.bubble:not(.words)');
    if (!bubble) return;
    eye.disconnect();
    const at = bubble.getBoundingClientRect();
    bubble.style.pointerEvents = 'auto';
    const plate = document.getElementById('plate-0').getBoundingClientRect();
    const points = [[.5, .5], [.5, .04], [.5, .96], [.04, .5], [.96, .5]];
    const whole = points.every(([x, y]) => bubble.contains(
      document.elementFromPoint(at.x + at.width * x, at.y + at.height * y)));
    const apart = (low, high, from, to) => Math.max(0, low - to, from - high);
    const x = (to) => apart(at.left, at.right, to.left, to.right);
    const y = (to) => apart(at.top, at.bottom, to.top, to.bottom);
    const over = [...document.querySelectorAll('.highlighted, [id^=plate-], #prompt')]
      .filter((el) => ((to) => x(to) + y(to) === 0)(el.getBoundingClientRect()));
    window.bubble = [whole, Math.hypot(x(plate), y(plate)), over.map((el) => el.id)];
  }).observe(document.body, { childList: true });
  document.querySelector('[data-react="0"]').click();
}"""


def test_on_a_phone_a_chat_message_is_a_bubble_beside_its_sender(
    browser: Any, server: Server
) -> None:
    phone = {"viewport": {"width": 390, "height": 844}}
    ada, basile = Visitor(browser, server, **phone), Visitor(browser, server, **phone)
    ada.open_table("clocktowers", "friends", name="Ada")
    basile.page.goto(ada.page.input_value("#invite input"))
    basile.follow(".primary")
    basile.wait_for_table()
    ada.settle()
    assert not ada.page.evaluate("document.getElementById('chat-box').open")
    basile.page.click("#chat-box summary")
    basile.page.fill("#say input", "Miaou!")
    basile.page.click("#say button")
    ada.page.wait_for_selector(".bubble.words")
    assert ada.page.text_content(".bubble.words span") == "Miaou!"
    assert ada.page.text_content("#unread") == "1"
    assert basile.page.query_selector(".bubble.words") is None, "the sender gets no bubble"
    ada.page.wait_for_selector(".bubble", state="detached")
    for someone in (ada, basile):
        someone.close()


PHONES = {"upright": (390, 844), "sideways": (844, 390)}
# What a bubble covers (it lets clicks through), and whether it sticks out of the window.
COVERED = """() => {
  const at = document.querySelector('.bubble').getBoundingClientRect();
  const shares = [0.02, 0.2, 0.4, 0.6, 0.8, 0.98], found = new Set();
  for (const dx of shares) for (const dy of shares) {
    const under = document.elementFromPoint(at.x + at.width * dx, at.y + at.height * dy);
    const lies = under ? under.closest('#picture, #prompt, .tools button')?.id : 'the edge';
    if (lies !== undefined) found.add(lies);
  }
  return [...found];
}"""


@pytest.mark.parametrize("size", PHONES)
@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_bubbles_cover_nothing_of_a_full_table(
    browser: Any, server: Server, game: str, size: str
) -> None:
    wide, high = PHONES[size]
    visitor = Visitor(browser, server, viewport={"width": wide, "height": high})
    seats = matou.game(game).max_seats
    visitor.open_table(game, "same", seats=str(seats), name="Maximilienne")
    visitor.lift_curtain()
    page = visitor.page
    for scrolled in (0, 30, 300):  # the page's header is visible, half visible, hidden
        page.evaluate("(y) => scrollTo(0, y)", scrolled)
        page.evaluate("document.querySelector('[data-react=\"0\"]').click()")
        page.wait_for_selector(".bubble .react")
        assert page.evaluate(COVERED) == [], scrolled
        assert page.locator(".bubble .face").count() == 1, "who sent it"
        page.evaluate("document.querySelector('.bubble').remove()")
    visitor.close()


@pytest.mark.parametrize("size", PHONES)
def test_on_a_phone_words_cover_nothing_of_the_board(
    browser: Any, server: Server, size: str
) -> None:
    wide, high = PHONES[size]
    ada = Visitor(browser, server, viewport={"width": wide, "height": high})
    basile = Visitor(browser, server)
    ada.open_table("appenzell", "friends", name="Ada")
    basile.page.goto(ada.page.input_value("#invite input"))
    basile.follow(".primary")
    basile.wait_for_table()
    ada.settle()
    basile.settle()
    for scrolled in (0, 300):
        ada.page.evaluate("(y) => scrollTo(0, y)", scrolled)
        said = f"Miaou! Das war knapp, ich hatte schon Angst um meine {scrolled} Mäuse."
        basile.page.fill("#say input", said)
        basile.page.click("#say button")
        ada.page.wait_for_selector(f".bubble.words:has-text('{scrolled} Mäuse')")
        assert ada.page.evaluate(COVERED) == [], scrolled
    for someone in (ada, basile):
        someone.close()
