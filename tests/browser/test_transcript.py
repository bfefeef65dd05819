"""Games as a screen reader reads them: what is said, what can be chosen, what was chosen.

After a change on purpose, delete tests/data/GAME/transcript.txt: this test writes it anew.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser.visitor import MARKS, Punctual, Visitor, browser
from web.server import Server

__all__ = ["browser"]  # a fixture

pytestmark = MARKS
DATA = Path(__file__).parents[1] / "data"
NAMED = 8  # of more choices, these are written down, and their number
# Everything said since it was last asked for.
SPOKEN = """() => {
  const live = document.getElementById('live');
  const lines = [...live.querySelectorAll('p')].map((line) => line.textContent);
  live.replaceChildren();
  return lines;
}"""
LEGAL = """() => [...new Set([...document.querySelectorAll('#picture .highlighted')]
  .flatMap((el) => el.dataset.actions.split(' ').map(Number)))].sort((a, b) => a - b)"""
# The last thing said is what to do; a curtain and the end of the game ask in their own way.
ASKED = """(() => {
  const last = document.querySelector('#live p:last-child')?.textContent;
  const over = document.getElementById('table').dataset.over === 'yes';
  const curtain = document.querySelector('#curtain:not([hidden]) h2')?.textContent;
  return over ? last === document.querySelector('#end h2')?.textContent || last?.includes(' win')
    : last === (curtain ?? document.getElementById('prompt').textContent);
})()"""
# The board's element that stands for the fewest actions, this one among them.
FOCUS = """(action) => {
  const actions = (el) => el.dataset.actions.split(' ').map(Number);
  const found = [...document.querySelectorAll('#picture .highlighted:not(.picked)')]
    .filter((el) => actions(el).includes(action))
    .sort((a, b) => actions(a).length - actions(b).length);
  found[0].focus();
  return found[0].getAttribute('aria-label');
}"""


class Seeded(Punctual):
    """The same dice and tiles each time."""

    matou = (
        "-c",
        "import matou.play.opening as opening; opening.new_seed = lambda: f'{886:064x}'; "
        f"opening.new_id = lambda: 'transcript'; {Punctual.matou[1]}",
    )


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Seeded(tmp_path / "data", pace=0.01) as seeded:
        yield seeded


def choices(visitor: Visitor) -> list[str]:
    """The buttons of the board, by the names that a screen reader reads."""
    tree = visitor.page.locator("#picture").aria_snapshot()
    return re.findall(r'button "([^"]+)"', tree)


def choose(visitor: Visitor, action: int) -> str:
    """Takes an action by keyboard. Returns the names of the buttons pressed."""
    pressed, at = [], visitor.data("at")
    while visitor.data("at") == at:
        pressed.append(visitor.page.evaluate(FOCUS, action))
        visitor.page.keyboard.press("Enter")
        visitor.calm()
    return ", then ".join(pressed)


def transcript(visitor: Visitor, chosen: float) -> str:
    """Reads a game to its end, or until so many actions have been chosen."""
    rng, lines = random.Random(1), []
    while True:
        visitor.calm()
        visitor.until(ASKED)
        lines += visitor.page.evaluate(SPOKEN)
        if not visitor.over and visitor.page.is_visible("#curtain"):
            lines.append(f"> {visitor.page.inner_text('#curtain button')}")
            visitor.page.keyboard.press("Enter")
            visitor.page.wait_for_selector("#curtain", state="hidden")
            continue
        chosen -= 1
        if visitor.over or chosen < 0:
            return "\n".join(lines) + "\n"
        offered = choices(visitor)
        more = [f"  … {len(offered) - NAMED} more"] if len(offered) > NAMED else []
        lines += [f"  [{name}]" for name in offered[:NAMED]] + more
        lines.append(f"> {choose(visitor, rng.choice(visitor.page.evaluate(LEGAL)))}")


def read(browser: Any, server: Server, game: str, chosen: float) -> str:
    """Returns a transcript, which must be the stored one."""
    visitor = Visitor(browser, server)
    visitor.set(game, "same", name="Ada", name1="Basile")
    found = transcript(visitor, chosen)
    visitor.close()
    stored = DATA / game / "transcript.txt"
    if not stored.exists():
        stored.write_text(found)
    assert found == stored.read_text()
    return found


def test_a_whole_game_reads_as_stored_and_each_catch_is_counted_aloud(
    browser: Any, server: Server
) -> None:
    found = read(browser, server, "chopchop", math.inf)
    caught = re.findall(r"catches mouse \d on \w+ \((\d) of 4\)$", found, re.MULTILINE)
    assert caught == ["1", "2", "3", "4"][: len(caught)] != []
    won = [int(number) for number in re.findall(r"\((\d+) of 10\)$", found, re.MULTILINE)]
    assert won == [*range(1, len(won) + 1)], "each cheese is counted aloud"
    assert len(won) >= 2
    turns = [turn for turn in found.split("\n> ") if "\nThe tile shows" in turn]
    assert turns
    assert all("onto a tile" in turn.partition("\n")[0] for turn in turns)


@pytest.mark.parametrize("game", ["catymini", "clocktowers"])
def test_who_comes_to_a_shared_screen_hears_what_was_done(
    browser: Any, server: Server, game: str
) -> None:
    found = read(browser, server, game, 24)
    for before, after in (("Ada", "Basile"), ("Basile", "Ada")):
        turns = re.findall(rf"^> I’m {after}((?:\n(?!  \[).+)+)", found, re.MULTILINE)[1:]
        assert len(turns) > 2
        # Of a long list only the end is said: of the tokens that are removed at first.
        heard = [turn for turn in turns if "A token is removed" not in turn]
        assert all(f"\n{before} " in turn for turn in heard), heard


def test_in_a_castle_steps_name_the_tiles_they_lead_to(browser: Any, server: Server) -> None:
    found = read(browser, server, "appenzell", 40)
    assert "\nPass the screen to Basile\n" in found, "people at one screen hear whose turn it is"
    steps = re.findall(r"\[(?:Step|Jump) from .+\]", found)
    assert any(re.search(r": (brie|edam|gouda|cheddar|bare tile)\]", step) for step in steps)
