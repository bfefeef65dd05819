"""Games as a screen reader reads them: announcements, choices and the choices made.

After an intended change, delete tests/data/GAME/transcript.txt: this test writes a new one.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser.visitor import MARKS, PunctualServer, Visitor, browser
from web.server import Server

__all__ = ["browser"]  # a fixture

pytestmark = MARKS
DATA = Path(__file__).parents[1] / "data"
NAMED = 8  # choices that a transcript names before it gives the number of the rest
# Returns and removes the announcements.
ANNOUNCEMENTS = """() => {
  const live = document.getElementById('live');
  const lines = [...live.querySelectorAll('p')].map((line) => line.textContent);
  live.replaceChildren();
  return lines;
}"""
LEGAL = """() => [...new Set([...document.querySelectorAll('#picture .highlighted')]
  .flatMap((el) => el.dataset.actions.split(' ').map(Number)))].sort((a, b) => a - b)"""
# Whether the last announcement is the prompt, or the text of a curtain or of the end.
PROMPT_ANNOUNCED = """(() => {
  const last = document.querySelector('#live p:last-child')?.textContent;
  const over = document.getElementById('table').dataset.over === 'yes';
  const curtain = document.querySelector('#curtain:not([hidden]) h2')?.textContent;
  return over ? last === document.querySelector('#end h2')?.textContent || last?.includes(' win')
    : last === (curtain ?? document.getElementById('prompt').textContent);
})()"""
# Focuses the element with the fewest actions among those that include an action.
FOCUS = """(action) => {
  const actions = (el) => el.dataset.actions.split(' ').map(Number);
  const found = [...document.querySelectorAll('#picture .highlighted:not(.picked)')]
    .filter((el) => actions(el).includes(action))
    .sort((a, b) => actions(a).length - actions(b).length);
  found[0].focus();
  return found[0].getAttribute('aria-label');
}"""


class SeededServer(PunctualServer):
    """A server with the same dice and tiles each time."""

    matou = (
        "-c",
        "import matou.play.opening as opening; opening.new_seed = lambda: f'{886:064x}'; "
        f"opening.new_id = lambda: 'transcript'; {PunctualServer.matou[1]}",
    )


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with SeededServer(tmp_path / "data", pace=0.01) as seeded:
        yield seeded


def choices(visitor: Visitor) -> list[str]:
    """Returns the names of the board's buttons, as a screen reader reads them."""
    tree = visitor.page.locator("#picture").aria_snapshot()
    return re.findall(r'button "([^"]+)"', tree)


def choose(visitor: Visitor, action: int) -> str:
    """Chooses an action by keyboard. Returns the names of the buttons pressed."""
    pressed, at = [], visitor.data("at")
    while visitor.data("at") == at:
        pressed.append(visitor.page.evaluate(FOCUS, action))
        visitor.page.keyboard.press("Enter")
        visitor.settle()
    return ", then ".join(pressed)


def transcript(visitor: Visitor, chosen: float) -> str:
    """Plays a game to its end or up to a number of actions, and returns its transcript."""
    rng, lines = random.Random(1), []
    while True:
        visitor.settle()
        visitor.until(PROMPT_ANNOUNCED)
        lines += visitor.page.evaluate(ANNOUNCEMENTS)
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


def checked_transcript(browser: Any, server: Server, game: str, chosen: float) -> str:
    """Returns a transcript that equals the stored one."""
    visitor = Visitor(browser, server)
    visitor.open_table(game, "same", name="Ada", name1="Basile")
    found = transcript(visitor, chosen)
    visitor.close()
    stored = DATA / game / "transcript.txt"
    if not stored.exists():
        stored.write_text(found)
    assert found == stored.read_text()
    return found


def test_a_whole_game_reads_as_stored_and_announces_the_count_of_catches(
    browser: Any, server: Server
) -> None:
    found = checked_transcript(browser, server, "chopchop", math.inf)
    caught = re.findall(r"catches mouse \d on \w+ \((\d) of 4\)$", found, re.MULTILINE)
    assert caught == ["1", "2", "3", "4"][: len(caught)] != []
    won = [int(number) for number in re.findall(r"\((\d+) of 10\)$", found, re.MULTILINE)]
    assert won == [*range(1, len(won) + 1)], "an announcement counts each cheese"
    assert len(won) >= 2
    turns = [turn for turn in found.split("\n> ") if "\nThe tile shows" in turn]
    assert turns
    assert all("onto a tile" in turn.partition("\n")[0] for turn in turns)


@pytest.mark.parametrize("game", ["catymini", "clocktowers"])
def test_a_shared_screen_reads_out_what_the_others_did(
    browser: Any, server: Server, game: str
) -> None:
    found = checked_transcript(browser, server, game, 24)
    for before, after in (("Ada", "Basile"), ("Basile", "Ada")):
        turns = re.findall(rf"^> I’m {after}((?:\n(?!  \[).+)+)", found, re.MULTILINE)[1:]
        assert len(turns) > 2
        # Only the end of a long list is announced: the tokens removed at the start are many.
        heard = [turn for turn in turns if "A token is removed" not in turn]
        assert all(f"\n{before} " in turn for turn in heard), heard


def test_steps_in_the_castle_name_the_tile_they_lead_to(browser: Any, server: Server) -> None:
    found = checked_transcript(browser, server, "appenzell", 40)
    assert "\nPass the screen to Basile\n" in found, "the curtain announces whose turn it is"
    steps = re.findall(r"\[(?:Step|Jump) from .+\]", found)
    assert any(re.search(r": (brie|edam|gouda|cheddar|bare tile)\]", step) for step in steps)
