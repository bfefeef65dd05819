"""``matou replay`` and ``matou verify`` with good, altered and damaged records."""

from __future__ import annotations

import re
import subprocess
import sys
import unicodedata
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cli.terminal import environment, matou, matou_process, plain_spaces

from matou.core.fairness import Dealer
from matou.core.record import Origin, Record
from matou.core.registry import find
from matou.kit.linking import CHANCE

DEALER = Dealer("5e" * 32, "a1b2c3d4e5f6")


def a_game(name: str = "clocktowers", actions: int = 10**6) -> Record:
    """Returns a game of first choices, with fair chance."""
    state = find(name).start(2)
    while not state.over and len(state.history) < actions:
        state.play(DEALER.draw(state) if state.actor == CHANCE else state.legal()[0])
    return replace(
        state.record(),
        id=DEALER.game_id,
        commitment=DEALER.commitment,
        seed=DEALER.seed,
        players={0: "Anna"},
    )


def with_another_outcome(record: Record, event: int) -> tuple[Record, int]:
    """Returns the record with one chance event altered, and the number of that action."""
    state = record.game.start(record.seats)
    chance = [i for i, e in enumerate(record.replay().history) if e.actor == CHANCE]
    at = chance[event]
    for name in record.actions[:at]:
        state.play(name)
    state.play(next(a for a in state.legal() if state.name(a) != record.actions[at]))
    while not state.over:
        state.play(DEALER.draw(state) if state.actor == CHANCE else state.legal()[0])
    forged = replace(state.record(), id=record.id, commitment=record.commitment, seed=record.seed)
    return forged, at + 1


def write(folder: Path, text: str) -> str:
    (folder / "game.matou").write_text(text, encoding="utf-8")
    return "game.matou"


def test_verify_counts_the_proved_events(tmp_path: Path) -> None:
    record = a_game()
    events = sum(e.actor == CHANCE for e in record.replay().history)
    for lang, says in (("en", f"({events} in all)"), ("fr", f"({events} en tout)")):
        ran = matou("verify", write(tmp_path, record.dumps()), "--lang", lang, cwd=tmp_path)
        assert ran.code == 0
        assert says in ran.out


@pytest.mark.parametrize("event", [0, 2, 17])
def test_verify_names_the_first_altered_event(event: int, tmp_path: Path) -> None:
    forged, number = with_another_outcome(a_game(), event)
    Record.loads(forged.dumps())  # legal, with a correct checksum
    file = write(tmp_path, forged.dumps())
    ran = matou("verify", file, cwd=tmp_path)
    assert ran.code == 1
    assert f"action {number}, chance event {event}" in ran.out
    fr = matou("verify", file, "--lang", "fr", cwd=tmp_path)
    assert fr.code == 1
    assert f"action {number}, tirage {event}" in fr.out


def test_verify_refuses_a_seed_that_does_not_match_its_commitment(tmp_path: Path) -> None:
    record = replace(a_game(), commitment="0" * 64)
    assert matou("verify", write(tmp_path, record.dumps()), cwd=tmp_path).code == 1


def test_verifying_a_continued_game_names_the_part_that_is_not_proved(tmp_path: Path) -> None:
    forged, at = with_another_outcome(a_game(), 2)  # the third event is from another game
    record = replace(forged, origin=Origin("0123456789ab", at))
    later = sum(e.actor == CHANCE for e in record.replay().history[at:])
    for lang, says in (("en", "game"), ("fr", "partie")):
        file = write(tmp_path, record.dumps())
        ran = matou("verify", file, "--lang", lang, cwd=tmp_path)
        assert ran.code == 1, "the first part is not proved"
        assert str(later) in ran.out
        assert "--origin" in ran.out
        output = matou("replay", file, "--lang", lang, cwd=tmp_path)
        for out in (ran.out, output.out):
            assert f"{says} 0123456789ab" in " ".join(out.split())


def test_verify_proves_a_continued_game_together_with_its_origin(tmp_path: Path) -> None:
    first = a_game()
    dealer, state = Dealer("6f" * 32, "0123456789ab"), first.game.start(first.seats)
    for name in first.actions[:23]:
        state.play(name)
    while not state.over:
        state.play(dealer.draw(state) if state.actor == CHANCE else state.legal()[-1])
    on = replace(
        state.record(),
        id=dealer.game_id,
        commitment=dealer.commitment,
        seed=dealer.seed,
        players={},
    )
    on = replace(on, origin=Origin(first.id, 23))
    (tmp_path / "on.matou").write_text(on.dumps())
    events = sum(e.actor == CHANCE for e in state.history)
    for given, code, lang, says in (
        (first, 0, "en", f"every draw ({events} in all) follows"),
        (first, 0, "fr", f"chaque tirage ({events} en tout) découle"),
        (replace(first, id="f" * 12), 1, "en", "does not continue"),
        (replace(first, id="f" * 12), 1, "fr", "ne la continue pas"),
        (with_another_outcome(first, 2)[0], 1, "en", "up to action 23, it does not match"),
        (replace(first, commitment="0" * 64), 1, "en", f"in game {first.id}, the seed does not"),
    ):
        file = write(tmp_path, given.dumps())
        ran = matou("verify", "on.matou", "--origin", file, "--lang", lang, cwd=tmp_path)
        assert ran.code == code, ran.out
        assert says in " ".join(ran.out.split())
    # If every event is invented, nothing is proved, whatever the origin.
    invented = with_another_outcome(first, 2)[0]
    invented = replace(invented, origin=Origin("f" * 12, len(invented.actions)))
    ran = matou("verify", write(tmp_path, invented.dumps()), cwd=tmp_path)
    assert ran.code == 1
    assert "Nothing is proved" in ran.out
    ran = matou("verify", "on.matou", "--origin", "nowhere.matou", cwd=tmp_path)
    assert ran.code == 2


def test_verify_fails_without_a_seed(tmp_path: Path) -> None:
    ran = matou("verify", write(tmp_path, replace(a_game(), seed="").dumps()), cwd=tmp_path)
    assert ran.code == 1
    assert "seed" in ran.out


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_damaged_files_are_refused_with_a_reason_and_exit_code_2(lang: str, tmp_path: Path) -> None:
    good = a_game().dumps()
    damaged = [
        "",
        "hello",
        good[:300],
        good[:-20],
        good.replace("=", "!", 1),
        good.replace("Anna", "Bnna"),
        good.replace("seats: 2", "seats: 77"),
        good.replace("clocktowers", "chess"),
        good.replace("matou record 1", "matou record 99"),
        good.replace("version: 1", "version: 9"),
        good + "more",
        good.replace("\n4 ", "\n5 ", 1),
        good.replace("seed: 5e", "seed: zz"),
        good.replace("ladder: table", "ladder: moon"),
    ]
    for text in damaged:
        for command in ("verify", "replay"):
            ran = matou(command, write(tmp_path, text), "--lang", lang, cwd=tmp_path)
            assert ran.code == 2, text[:80]
            assert "game.matou" in ran.err
            if lang == "fr":
                assert not re.search(r"\b(the|is|was|not|of)\b", ran.err), ran.err
    (tmp_path / "game.matou").write_bytes(b"\xff\xfe\x00")
    assert matou("verify", "game.matou", cwd=tmp_path).code == 2


def test_replay_lists_every_action_in_words_and_notation(tmp_path: Path) -> None:
    record = a_game()
    file = write(tmp_path, record.dumps())
    for lang in ("en", "fr"):
        ran = matou("replay", file, "--lang", lang, cwd=tmp_path)
        assert ran.code == 0
        for number, name in enumerate(record.actions, 1):
            assert re.search(rf"^ *{number}  {re.escape(name)} ", ran.out, re.MULTILINE)
        assert "Anna" in ran.out
        end = record.replay()
        says = plain_spaces(end.game.why.why_now(end.s).says.say(lang))
        assert says in " ".join(ran.out.split())


def test_replay_at_shows_one_position_and_saves_its_picture(tmp_path: Path) -> None:
    file = write(tmp_path, a_game().dumps())
    ran = matou("replay", file, "--at", "8", "--svg", "there.svg", cwd=tmp_path)
    assert ran.code == 0
    assert "After move 8 of" in ran.out
    assert (tmp_path / "there.svg").read_text(encoding="utf-8").startswith("<svg")
    again = matou("replay", file, "--svg", "there.svg", cwd=tmp_path)
    assert again.code == 2, "the picture does not overwrite a file"
    assert matou("replay", file, "--at", "9999", cwd=tmp_path).code == 2
    assert matou("replay", file, "--at", "-1", cwd=tmp_path).code == 2
    assert matou("replay", file, "--seat", "5", cwd=tmp_path).code == 2


def test_replay_step_by_step_waits_and_can_be_quit(tmp_path: Path) -> None:
    file = write(tmp_path, a_game().dumps())
    for lang, typed, prompt in (
        ("en", "board\nquit", "Enter: next"),
        ("nl", "BORD\nstop", "Enter: verder"),
    ):
        ran = matou("replay", file, "--step", "--lang", lang, lines=f"\n\n{typed}\n", cwd=tmp_path)
        assert ran.code == 0
        assert ran.out.count(prompt) == 4


def test_replay_of_an_unfinished_game_keeps_its_secrets(tmp_path: Path) -> None:
    state = find("clocktowers").start(2)
    for name in ("=R1", "=K", "=F1", "xKm", "<F", "=F2"):
        state.play(name)
    record = replace(state.record(), id="x", commitment="0" * 64, seed="0" * 64)
    file = write(tmp_path, record.dumps())
    hidden = matou("replay", file, cwd=tmp_path)
    assert hidden.code == 0
    assert "x?" in hidden.out
    assert "xKm" not in hidden.out
    assert "xKm" in matou("replay", file, "--seat", "0", cwd=tmp_path).out


NASTY = (
    "\x1b]0;owned\x07\x1b[2JA\x9b31mn\x7f\x00\rn\x85a\u202egnp.exe\u2066\u200f\u200b\u2028\ufeff"
)


def is_harmless(text: str) -> bool:
    """Returns whether a terminal shows this text as it is, without side effects."""
    return all(c.isprintable() or c == "\n" or unicodedata.category(c) == "Zs" for c in text)


@pytest.mark.parametrize(
    "command",
    [
        ("replay",),
        ("replay", "--at", "5"),
        ("replay", "--at", "5", "--svg", "there.svg"),
        ("replay", "--step"),
        ("analyse", "--iterations", "1"),
        ("analyse", "--iterations", "1", "--json"),
        ("verify",),
        ("play", "--resume"),
    ],
)
def test_control_characters_in_a_file_do_not_reach_the_terminal(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    record = a_game("catymini", 30)
    players = {0: NASTY, 1: "Bo\x1b[8m"}
    file = write(tmp_path, replace(record, players=players).dumps())
    if command == ("play", "--resume"):
        ran = matou(*command, file, "--lang", "en", lines="\n\nquit\n", cwd=tmp_path)
    else:
        first, *more = command
        ran = matou(first, file, *more, "--lang", "en", lines="board\nq\n", cwd=tmp_path)
    assert "Traceback" not in ran.err
    assert is_harmless(ran.out), ascii(ran.out)
    assert is_harmless(ran.err), ascii(ran.err)
    if command[0] in ("replay", "play"):
        assert "]0;owned [2JA 31mn n a gnp.exe" in re.sub(r"\s+", " ", ran.out)
    for picture in tmp_path.glob("*.svg"):
        ElementTree.fromstring(picture.read_text(encoding="utf-8"))


@pytest.mark.parametrize("header", ["game", "version", "option ladder", "id", "result", "time 0"])
def test_error_messages_pass_no_control_characters_on(header: str, tmp_path: Path) -> None:
    text = a_game().dumps().replace("seats: 2", f"seats: 2\n{header}: {NASTY}")
    for spoilt in (text, text.replace("1 =", f"1 {NASTY} ="), f"{NASTY}\n{text}"):
        for command in ("replay", "analyse", "verify"):
            ran = matou(command, write(tmp_path, spoilt), "--lang", "en", cwd=tmp_path)
            assert ran.code == 2
            assert is_harmless(ran.out + ran.err), ascii(ran.out + ran.err)
    # File names are untrusted, too.
    ran = matou("replay", f"{NASTY[1:9]}\x1b[2J.matou", "--lang", "en", cwd=tmp_path)
    assert ran.code == 2
    assert is_harmless(ran.err), ascii(ran.err)


def test_a_pipe_closed_early_is_no_error(tmp_path: Path) -> None:
    file = write(tmp_path, a_game().dumps())
    done = subprocess.run(
        f"{sys.executable} -m matou replay {file} | head -1",
        shell=True,
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""


def test_exit_codes_reach_the_shell(tmp_path: Path) -> None:
    good = write(tmp_path, a_game().dumps())
    assert matou_process("verify", good, cwd=tmp_path).code == 0
    assert matou_process("verify", "absent", cwd=tmp_path).code == 2
