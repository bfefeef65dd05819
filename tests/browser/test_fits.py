"""A large screen shows a whole table without scrolling; a phone shows one column."""

from __future__ import annotations

import random
from typing import Any

import pytest
from browser.visitor import GAMES, MARKS, Visitor, browser, check_width, server
from web.server import Server

import matou

__all__ = ["browser", "server"]  # fixtures

pytestmark = MARKS

# Measures the board, whether the page scrolls, and how far the drawing sticks out of its sheet.
MEASURE_BOARD = """() => {
  const svg = document.querySelector('#picture svg'), box = svg.viewBox.baseVal;
  const at = svg.getBoundingClientRect(), drawn = svg.getBBox();
  return {
    bottom: at.bottom, right: at.right, wide: at.width, high: at.height,
    scrolls: document.documentElement.scrollHeight > innerHeight,
    out: Math.max(-drawn.x, -drawn.y, drawn.x + drawn.width - box.width,
                  drawn.y + drawn.height - box.height),
  };
}"""


@pytest.mark.parametrize("game", GAMES)
def test_a_screen_and_a_tablet_show_the_whole_board(
    browser: Any, server: Server, game: str
) -> None:
    visitor = Visitor(browser, server, viewport={"width": 1280, "height": 860})
    visitor.open_table(game, "same", name="Ada", name1="Basile")
    rng = random.Random(4)
    for _ in range(5):
        visitor.settle()
        visitor.click_something(rng)
    for width, height in ((1280, 860), (1920, 1080), (1100, 700)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.settle()
        seen = visitor.page.evaluate(MEASURE_BOARD)
        assert seen["bottom"] <= height, (width, seen)
        assert not seen["scrolls"], (width, seen)
        assert seen["wide"] > seen["high"]
        assert seen["out"] < 14, seen
        # It fills the space beside the panel in one direction.
        assert seen["wide"] > 0.62 * width or seen["high"] > height - 150, (width, seen)
    # On a tablet held upright the board has the full width.
    visitor.page.set_viewport_size({"width": 820, "height": 1180})
    visitor.page.reload()
    visitor.wait_for_table()
    visitor.settle()
    seen = visitor.page.evaluate(MEASURE_BOARD)
    assert seen["bottom"] <= 1180, seen
    assert seen["wide"] > 560, seen
    below = visitor.page.evaluate("document.querySelector('.side').getBoundingClientRect().top")
    assert below >= seen["bottom"] - 1
    check_width(visitor, 820, game)
    visitor.close()


def test_on_a_phone_a_table_that_waits_for_friends_shows_the_links_first(
    browser: Any, server: Server
) -> None:
    visitor = Visitor(browser, server, viewport={"width": 390, "height": 844})
    visitor.open_table(GAMES[0], "friends", name="Ada")
    visitor.settle()
    bottom = visitor.page.evaluate(
        "document.getElementById('invite').getBoundingClientRect().bottom"
    )
    assert bottom <= 844
    visitor.close()


def test_on_a_phone_another_players_last_action_is_above_the_board(
    browser: Any, server: Server
) -> None:
    visitor = Visitor(browser, server, viewport={"width": 390, "height": 844})
    page = visitor.page
    visitor.open_table("chopchop", "same", name="Ada", name1="Basile")
    visitor.settle()
    assert page.inner_text("#just") == ""
    bar = page.locator(".bar").bounding_box()["height"]
    page.click("#square-Tc4 .glow >> nth=0", force=True)  # Ada has the cat, Basile the mice
    visitor.until("table.dataset.turn === '1'")
    visitor.lift_curtain()
    assert page.inner_text("#just").startswith("Ada puts the cat")
    assert page.locator("#just .mark").is_visible()
    assert page.locator(".bar").bounding_box()["height"] == bar
    page.set_viewport_size({"width": 1280, "height": 800})  # the log is beside the board
    visitor.settle()
    assert not page.is_visible("#just")
    visitor.close()


def test_on_a_phone_choices_do_not_move_the_board(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server, viewport={"width": 390, "height": 844})
    visitor.open_table("chopchop", "same", name="Ada", name1="Basile")
    page, rng = visitor.page, random.Random(6)
    top = "document.querySelector('#picture svg').getBoundingClientRect().top + scrollY"
    shown = "!document.getElementById('choices').hidden"
    tried = 0
    visitor.settle()
    while not page.evaluate(shown):
        tried += 1
        assert tried < 80, "nothing was to be chosen"
        before = page.evaluate(top)
        visitor.click_something(rng)
        visitor.settle()
    assert page.evaluate(top) == before
    assert page.evaluate("document.getElementById('choices').getBoundingClientRect().bottom") <= 844
    visitor.close()


def test_a_resized_window_is_redrawn_without_motion(browser: Any, server: Server) -> None:
    how = {"viewport": {"width": 1280, "height": 860}, "reduced_motion": "no-preference"}
    visitor = Visitor(browser, server, **how)
    visitor.open_table(GAMES[0], "same", name="Ada", name1="Basile")
    visitor.settle()
    page = visitor.page
    names = "[...document.querySelectorAll('#picture [id]')].map((el) => el.id).sort().join(' ')"
    box = "document.querySelector('#picture svg').getAttribute('viewBox')"
    # Scripts animate moves; style sheets animate highlights.
    moved = "document.getAnimations().filter((a) => !a.animationName && !a.transitionProperty)"
    wide, named = page.evaluate(box), page.evaluate(names)
    for width, height, same in ((390, 844, False), (1280, 860, True)):
        page.set_viewport_size({"width": width, "height": height})
        visitor.until(f"({box} === '{wide}') === {str(same).lower()}")
        assert page.evaluate(f"{moved}.length") == 0
        assert page.evaluate(names) == named
        check_width(visitor, width, "a table in a changed window")
    visitor.close()


def test_a_players_aid_is_one_tap_away_on_every_board(browser: Any, server: Server) -> None:
    """It is in the visitor's language, fits a phone, and a tap beside it closes it."""
    visitor = Visitor(browser, server, locale="fr", viewport={"width": 390, "height": 844})
    for game in GAMES:
        visitor.open_table(game)
        check_width(visitor, 390, game)
        aid = visitor.page.locator("#aid")
        assert not aid.is_visible()
        visitor.page.click("#aid-door")
        aid.wait_for()
        lines = matou.game(game).aid("fr")
        for line in lines:
            assert aid.get_by_text(line.text).is_visible()
        assert aid.locator("li svg").count() == len(lines) >= 5
        visitor.page.mouse.click(4, 840)
        aid.wait_for(state="hidden")
    visitor.close()


# The smallest text of a drawing: its size in pixels of the screen, and its words.
SMALLEST = """() => {
  const shown = (el) => el.getBoundingClientRect().width > 0 && !el.closest('[opacity="0"]');
  const high = (el) => {
    const at = el.getScreenCTM();
    return parseFloat(getComputedStyle(el).fontSize) * Math.hypot(at.a, at.b);
  };
  return [...document.querySelectorAll('#picture text')].filter(shown)
    .map((el) => [high(el), el.textContent]).sort((a, b) => a[0] - b[0])[0];
}"""


@pytest.mark.parametrize("game", GAMES)
def test_all_text_on_a_board_can_be_read_on_a_phone(
    browser: Any, server: Server, game: str
) -> None:
    """No text is under 11 pixels, with two or four players."""
    visitor = Visitor(browser, server, locale="fr", viewport={"width": 844, "height": 390})
    for seats in (2, 4):
        visitor.open_table(game, "same", seats=str(seats), name="Maximilienne")
        visitor.play_unwatched(at=26)
        visitor.lift_curtain()
        for width, height in ((390, 844), (844, 390)):
            visitor.page.set_viewport_size({"width": width, "height": height})
            visitor.settle()
            smallest = visitor.page.evaluate(SMALLEST)
            assert smallest[0] >= 11, (seats, width, smallest)
    visitor.close()


# Names cut in a list of players or in the select of cats.
CUT_NAMES = """() => {
  const pen = new OffscreenCanvas(1, 1).getContext('2d');
  const room = (el, look) => el.clientWidth - parseFloat(look.paddingLeft)
    - parseFloat(look.paddingRight) - 16;
  const narrow = (option) => {
    const select = option.closest('select'), look = getComputedStyle(select);
    pen.font = `${look.fontWeight} ${look.fontSize} Matou`;
    return select.checkVisibility() && pen.measureText(option.text).width > room(select, look);
  };
  return [...document.querySelectorAll('.player .name')].filter((el) =>
    el.checkVisibility() && el.scrollWidth > el.clientWidth)
    .concat([...document.querySelectorAll('[name=level] option')].filter(narrow))
    .map((el) => el.textContent);
}"""


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_the_names_of_cats_are_never_cut(browser: Any, server: Server, lang: str) -> None:
    visitor = Visitor(browser, server, locale=lang)
    for game in (None, "appenzell", "clocktowers"):
        if game is None:
            visitor.go("/")
        else:
            visitor.open_table(game, level="5", name="Maximilienne", seats="4")
            visitor.unfold("who-box")
        for width, height in ((390, 844), (844, 390), (820, 1180), (1280, 800)):
            visitor.page.set_viewport_size({"width": width, "height": height})
            visitor.settle()
            assert not visitor.page.evaluate(CUT_NAMES), (game, width)
    visitor.close()


@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=str)
def test_on_a_phone_home_shows_the_way_into_a_game_without_scrolling(
    browser: Any, server: Server, size: tuple[int, int]
) -> None:
    visitor = Visitor(browser, server, viewport={"width": size[0], "height": size[1]})
    visitor.go("/")
    play = visitor.page.locator(".card .primary").first.bounding_box()
    assert play["y"] + play["height"] <= size[1]
    visitor.open_table("clocktowers")
    visitor.go("/")
    # A visitor with a running game sees that game first.
    game = visitor.page.locator(".tables .row").first.bounding_box()
    card = visitor.page.locator(".card").first.bounding_box()
    assert game["y"] + game["height"] <= min(card["y"], size[1])
    visitor.close()


def test_the_form_for_friends_has_no_ladder_of_cats(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server)
    for mode in ("bot", "friends", "same"):
        visitor.go(f"/g/clocktowers?mode={mode}")
        assert visitor.page.is_visible(".ladder") == (mode == "bot")
    visitor.close()


def test_log_and_chat_are_open_and_the_rest_is_in_one_menu(browser: Any, server: Server) -> None:
    visitor, guest = Visitor(browser, server), Visitor(browser, server)
    visitor.open_table("clocktowers", "friends", name="Ada")
    guest.page.goto(visitor.page.input_value("#invite input"))
    guest.follow(".primary")
    guest.wait_for_table()
    guest.settle()
    shown = guest.page.evaluate(
        "[...document.querySelectorAll('.side details')].filter((el) => el.checkVisibility())"
        ".map((el) => [el.id, el.open])"
    )
    assert shown == [["log-box", True], ["chat-box", True], ["more-box", False]]
    for panel in ("log-box", "chat-box", "more-box"):
        at = guest.page.locator(f"#{panel} > summary").bounding_box()
        assert at["y"] + at["height"] <= 800, panel
    for someone in (visitor, guest):
        someone.close()


# Measures the bar above the board, and whether the line with another player's last action is cut.
MEASURE_BAR = """() => {
  const just = document.querySelector('#just span'), bar = document.querySelector('.bar');
  const prompt = document.getElementById('prompt').getBoundingClientRect();
  return {
    high: bar.getBoundingClientRect().height, over: prompt.width >= bar.clientWidth - 1,
    cut: just?.checkVisibility({ visibilityProperty: true })
      && just.scrollHeight > just.clientHeight + 1 ? just.textContent : '',
    says: just ? just.textContent : '', type: parseFloat(getComputedStyle(just ?? bar).fontSize),
  };
}"""


@pytest.mark.parametrize(
    ("game", "lang", "size"),
    [
        ("catymini", "fr", (390, 844)),
        ("catymini", "de", (820, 1180)),
        ("appenzell", "de", (390, 844)),  # with the longest instructions
        ("appenzell", "en", (820, 1180)),
    ],
    ids=str,
)
def test_an_instruction_is_as_wide_as_a_phone_and_its_height_moves_nothing(
    browser: Any, server: Server, game: str, lang: str, size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    visitor = Visitor(browser, server, locale=lang, viewport=viewport)
    visitor.open_table(game, "same", name="Ada", name1="Basile")
    rng, heights, said = random.Random(3), set(), set()
    for _ in range(24):
        visitor.lift_curtain()
        bar = visitor.page.evaluate(MEASURE_BAR)
        assert bar["over"] or size[0] > 390, "something is beside the prompt"
        assert not bar["cut"], bar["cut"]
        assert bar["type"] > 14 or size[0] == 390, bar["says"]
        heights.add(bar["high"])
        said.add(bar["says"])
        visitor.click_something(rng)
    assert len(heights) == 1, heights
    assert len(said) > 5
    visitor.close()
