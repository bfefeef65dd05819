"""Secrets at a terminal: each seat's screen, and the curtain between players at one terminal."""

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
def test_a_seats_log_shows_only_the_public_part_of_others_secret_moves(
    game: str, tmp_path: Path
) -> None:
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


def test_a_transcript_does_not_depend_on_another_seats_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games that differ only in a card discarded face down look the same to seat 0."""
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
    """Discards its first or last card, then draws a floor."""

    def __init__(self, which: int) -> None:
        self.which = which

    def choose(self, view: Observation) -> int:
        away = [a for a in view.legal() if view.name(a).startswith("x")]
        return away[self.which] if away else view.legal()[-1]


def test_the_screen_is_cleared_between_players_at_one_terminal(tmp_path: Path) -> None:
    """Screen and scrollback are cleared before the next player presses Enter."""
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
    at.type("\x1b[A\x10")  # arrow up and Ctrl-P do not bring back Anna's input
    at.type("\nquit\n")
    assert at.close() == 0
    after = visible(at.raw[at.raw.index(ben) :])
    assert "xKm" not in after


def test_the_last_move_can_be_undone_at_the_curtain(tmp_path: Path) -> None:
    """Threads start in turn without chance between (CM4), so the last one can be undone."""
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
    assert "\x1b[3J" in back, "the screen is cleared for her, too"
    at.type("quit\n")
    assert at.close() == 0
    assert only_record(tmp_path).replay().history[-1].actor == CHANCE
