"""What the terminal shows a seat, and the curtain between players on one device."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from cli.terminal import Terminal, matou, only_record, plain_spaces, visible

from matou.bots import players
from matou.cli.lookup import all_games
from matou.core.observation import Observation
from matou.kit.linking import CHANCE
from matou.play.timeline import timeline_of

GAMES = [game.name for game in all_games().games]


@pytest.mark.parametrize("game", GAMES)
def test_the_screens_of_a_seat_never_show_what_only_others_know(game: str, tmp_path: Path) -> None:
    """What others did in secret is told by the log as those read it who were not let in."""
    keys = "?\n1\nlog\nscore\n" * 6 + "log\nquit\n"
    ran = matou("play", game, "--seed", "31", "--memory", lines=keys, cwd=tmp_path)
    assert ran.code == 0
    state = only_record(tmp_path).replay()
    assert not state.over
    names, output = ["You", "Gourmand"], " ".join(ran.out.split())
    for line in timeline_of(only_record(tmp_path)).lines:
        if line.owner not in (None, 0):
            assert plain_spaces(line.open.says.say("en", names, 0)) in output
            assert plain_spaces(line.own.says.say("en", names, 0)) not in output


def test_a_transcript_does_not_depend_on_what_another_seat_hides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two tables that differ only in a card discarded face down read the same to seat 0."""
    keys = "?\n1\nlog\nscore\nboard\nR1>1\nxK\nK\nzzz\n" * 5
    ran, played = [], []
    for i in (0, -1):
        monkeypatch.setattr(players, "make", partial(discarder, i))
        folder = tmp_path / str(i)
        folder.mkdir()
        table = ["play", "clocktowers", "--seat", "1=random", "--seed", "8", "--memory"]
        ran.append(matou(*table, lines=keys, cwd=folder).out)
        played.append(only_record(folder))
    hidden = [[n for n in record.actions if n.startswith("x")] for record in played]
    assert hidden[0] != hidden[1]
    assert ran[0] == ran[1]


def discarder(which: int, *_: Any, **__: Any) -> Discarder:
    return Discarder(which)


class Discarder:
    """Discards its first or its last card, then draws a floor."""

    def __init__(self, which: int) -> None:
        self.which = which

    def choose(self, view: Observation) -> int:
        away = [a for a in view.legal() if view.name(a).startswith("x")]
        return away[self.which] if away else view.legal()[-1]


def test_the_device_is_passed_behind_a_curtain(tmp_path: Path) -> None:
    """Between two people with secrets the screen and its scrollback are wiped before Enter."""
    at = Terminal(
        "play", "clocktowers", "--seat", "0=Anna", "--seat", "1=Ben", "--seed", "3", cwd=tmp_path
    )
    at.until("Anna: press Enter")
    at.type("\n")
    first = at.until("\n> ")
    assert "your hand" in first
    at.type("xKm\n")
    at.until("\n> ")
    at.type("<F\n")
    curtain = at.until("Ben: press Enter")
    wiped = curtain.index("\x1b[H\x1b[2J\x1b[3J")
    assert "hand" not in visible(curtain[wiped:])
    at.type("\n")
    ben = at.until("\n> ")
    assert "\x1b[3J" in ben
    assert "Anna discards a card, face down" in visible(ben)
    assert "xKm" not in visible(curtain[wiped:] + ben)
    at.type("\x1b[A\x10")  # arrow up and Ctrl-P bring back nothing of what Anna typed
    at.type("\nquit\n")
    assert at.close() == 0
    after = visible(at.raw[at.raw.index(ben) :])
    assert "xKm" not in after


def test_the_curtain_lets_one_take_back_what_was_just_done(tmp_path: Path) -> None:
    """Threads start one after another with no chance between (CM4): that can be undone."""
    at = Terminal("play", "catymini", "--seat", "0=Anna", "--seat", "1=Ben", cwd=tmp_path)
    at.until("Anna: press Enter")
    at.type("undo\n")
    at.until("nothing to take back")
    for choices, then in ((3, "Ben"), (3, "Anna"), (1, "Ben")):  # extra tiles, then her thread
        at.type("\n")
        for _ in range(choices):
            at.until("\n> ")
            at.type("1\n")
        at.until(f"{then}: press Enter")
    at.type("undo\n")
    back = at.until("Anna: press Enter")
    assert "Move taken back." in back
    assert "\x1b[3J" in back, "her screen comes back behind a curtain as well"
    at.type("quit\n")
    assert at.close() == 0
    assert only_record(tmp_path).replay().history[-1].actor == CHANCE
