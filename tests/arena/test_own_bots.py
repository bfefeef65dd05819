"""Users' own players in the arena: objects, functions, classes, and those of a module."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import matou
from matou.arena import AnyPlayer, CannotSend, IllegalChoice, Match, Result, play_match, players
from matou.arena.plan import fingerprint
from matou.bots import Bot
from matou.cli import main
from matou.core.observation import Observation
from matou.core.refusals import BadChoice

SOURCE = """
class First:
    def choose(self, view):
        return view.legal()[0]


class Seeded:
    def __init__(self, *, game, seed):
        self.name = f"seeded at {game.name}"
        self.seed = seed

    def choose(self, view):
        return view.legal()[self.seed % len(view.legal())]


class From:
    def __init__(self, place):
        self.place = int(place)

    def choose(self, view):
        return view.legal()[self.place]


def last(view):
    return view.legal()[-1]


def cheating(view):
    return "nonsense"


LAST = First()
"""
GAME = matou.game("clocktowers")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "our_bots"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "simple.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    for name in ("our_bots", "our_bots.simple"):
        sys.modules.pop(name, None)


class First:
    """Plays the first action, and counts its choices."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: Observation) -> int:
        self.asked += 1
        return view.legal()[0]


class Mine(Bot):
    """A subclass of Bot."""

    def pick(self, view: Observation, legal: list[int]) -> int:
        return random.Random(f"{self.seed} {view.played}").choice(legal)


def last(view: Observation) -> str:
    return view.name(view.legal()[-1])


def facts(results: list[Result]) -> list[object]:
    return [(r.number, r.lineup, r.returns, r.scores, r.actions) for r in results]


def test_objects_functions_and_classes_can_play() -> None:
    mine = First()
    result = matou.arena.match("clocktowers", [mine, last, First, Mine], games=1, seats=2)
    assert [s.name for s in result.standings()] == ["First", "last", "First 2", "Mine"]
    assert len(result.results) == 12, "each pair plays in both seats"
    assert mine.asked > 0


def test_results_of_a_match_have_the_documented_shape() -> None:
    result = matou.arena.match(GAME, ["random", last], games=10, seed=3)
    one, two = result.standings()
    assert one.score.mean + two.score.mean == pytest.approx(1)
    assert one.score.low <= one.score.mean <= one.score.high
    assert one.against["last"].mean == one.score.mean
    assert (one.without_luck, one.score.count) == (None, 10)
    table = result.table()
    assert {len(column) for column in table.values()} == {20}
    assert set(table["player"]) == {"random", "last"}
    assert sum(table["return"]) == pytest.approx(10)
    text = str(result)
    assert text.startswith("clocktowers, 2 seats, 10 games, seed 3\n")
    assert "ended by: CT10 10" in text
    assert "last" in repr(result)
    assert "\n" not in repr(result)


def test_a_bot_with_a_name_is_listed_by_it() -> None:
    bot = matou.bot(GAME, "greedy", seed=1)
    assert bot.name == "greedy"
    bot.name = "Ada"
    assert pickle.loads(pickle.dumps(bot)).name == "Ada"
    assert bot.seeded(4).name == "Ada"
    assert bot != matou.bot(GAME, "greedy", seed=1)
    match = Match.of(GAME, [bot, "greedy", matou.bot(GAME, "greedy"), lambda view: view.legal()[0]])
    assert match.names == ("Ada", "greedy", "greedy 2", "lambda")
    assert str(match.having()) == repr(match.having())


def test_the_seed_of_a_match_also_seeds_subclasses_of_bot() -> None:
    results = [
        matou.arena.match(GAME, [bot, "random"], games=4, seed=5).results
        for bot in (Mine(GAME), Mine(GAME), Mine)
    ]
    assert facts(results[0]) == facts(results[1]) == facts(results[2])


def test_a_single_player_takes_every_seat() -> None:
    result = matou.arena.match(GAME, [last], games=3, seats=3)
    assert [r.lineup for r in result.results] == [(0, 0, 0)] * 3


@pytest.mark.heavy
def test_objects_functions_and_classes_give_the_same_results_in_two_processes() -> None:
    match = Match.of(GAME, [First(), last, Mine], games=6)
    alone, together = play_match(match, processes=1), play_match(match, processes=2)
    assert facts(alone) == facts(together)


def test_players_that_cannot_be_pickled_play_in_one_process_with_a_warning() -> None:
    given: list[AnyPlayer] = [lambda view: view.legal()[0], "random"]
    with pytest.warns(RuntimeWarning, match=r"“lambda” cannot be sent .* one process"):
        result = matou.arena.match(GAME, given, games=2, processes=2)
    assert len(result.results) == 2


def test_a_class_typed_at_the_prompt_cannot_be_sent_to_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prompt = ModuleType("__main__")
    typed = type("Typed", (), {"choose": last, "__module__": "__main__"})
    vars(prompt)["Typed"] = typed
    monkeypatch.setitem(sys.modules, "__main__", prompt)
    with pytest.raises(CannotSend, match="prompt"):
        players.check_sendable(players.entered(GAME, [typed]))


def test_an_illegal_choice_names_the_player_and_the_rule(package: Path) -> None:
    with pytest.raises(IllegalChoice, match=r"“our_bots.simple:cheating” chose 'nonsense' in seat"):
        matou.arena.match(GAME, ["our_bots.simple:cheating", "random"], games=2)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ([3.5], "3.5 cannot play"),
        ([None], "None cannot play"),
        ([True], "True cannot play"),
        ([9], "Unknown bot “9”"),
        ([object], "cannot play"),
        ("level4", "must be a list of players"),
        ([], "at least one player"),
        ([Bot(matou.game("chopchop"))], "plays chopchop, but this is a match of clocktowers"),
    ],
)
def test_bad_players_are_refused_with_a_reason(given: Any, says: str) -> None:
    with pytest.raises(BadChoice, match=says):
        matou.arena.match(GAME, given, games=2)


@pytest.mark.parametrize("how", [{"games": 0}, {"games": "9"}, {"processes": -1}, {"seats": 9}])
def test_bad_numbers_of_games_processes_or_seats_are_refused_with_a_reason(
    how: dict[str, Any],
) -> None:
    with pytest.raises(BadChoice, match=r"whole number|is for 2 to 4"):
        matou.arena.match(GAME, ["random"], **how)


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("First", "our_bots.simple:First"),
        ("last", "our_bots.simple:last"),
        ("LAST", "our_bots.simple:LAST"),
        ("Seeded", "seeded at clocktowers"),
        ("From:0", "our_bots.simple:From:0"),
    ],
)
def test_a_player_is_named_by_its_module_and_name(package: Path, name: str, called: str) -> None:
    match = Match.of(GAME, [f"our_bots.simple:{name}", "random"], games=2)
    assert match.bots[0] == f"our_bots.simple:{name}"
    assert match.names[0] == players.title(match.entrants[0]) == called
    assert len(play_match(match, processes=1)) == 2


def test_changed_code_of_a_player_makes_another_match(package: Path) -> None:
    match = Match.of(GAME, ["our_bots.simple:First", "random"], games=2)
    before = match.header()["code"]
    (package / "helping.py").write_text("HELP = 1\n")
    fingerprint.cache_clear()
    assert match.header()["code"] != before


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("our_bots.simple:Last", "Last"),
        ("our_bots.simple:From", "missing a required argument: 'place'"),
        ("our_bots.simple:From:x", "invalid literal"),
        ("our_bots.simple:First:x", "too many positional arguments"),
        ("our_bots.simple:last:x", "only a class takes “x”"),
        ("our_bots.simple:SOURCE", "SOURCE"),
        ("our_bots.missing:First", "our_bots.missing"),
        ("nowhere.at_all:First", "nowhere"),
        ("matou.arena:match.it", "is not a player"),
    ],
)
def test_missing_modules_players_or_arguments_are_refused_with_a_reason(
    package: Path, name: str, says: str
) -> None:
    with pytest.raises(BadChoice, match=says) as refused:
        players.entered(GAME, [name])
    assert name in refused.value.says.say("fr")


def test_a_changed_comment_leaves_the_match_the_same(package: Path) -> None:
    match = Match.of(GAME, ["our_bots.simple:First", "random"], games=2)
    before = match.header()["code"]
    (package / "simple.py").write_text(f'"""Bots."""\n# Plays anything.\n{SOURCE}')
    fingerprint.cache_clear()
    assert match.header()["code"] == before


def test_the_command_line_finds_a_module_in_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "alone.py").write_text(SOURCE)
    code = "import sys; sys.path.remove(''); from matou.cli import main; sys.exit(main())"
    typed = ["arena", "clocktowers", "alone:Seeded", "alone:last", "--games", "4"]
    typed += ["--processes", "2", "--records", "games", "--journal", "journal"]
    done = subprocess.run(
        [sys.executable, "-c", code, *typed],
        cwd=tmp_path,
        env={"PYTHONPATH": str(Path(matou.__file__).parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "seeded at clocktowers" in done.stdout
    record = matou.Record.loads((tmp_path / "games" / "000003.matou").read_text())
    assert record.players == {0: "alone:last", 1: "seeded at clocktowers"}


def test_the_command_line_reports_an_illegal_choice(
    package: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = ["arena", "clocktowers", "our_bots.simple:cheating", "random", "--processes", "1"]
    assert main([*typed, "--journal", str(tmp_path / "journal")]) != 0
    assert "chose 'nonsense' in seat" in capsys.readouterr().err


def test_the_old_argument_name_way_still_works() -> None:
    with pytest.warns(DeprecationWarning, match="way= is now backend="):
        bot = matou.bot("clocktowers", "greedy", seed=1, way="interpreted")  # type: ignore[call-arg]
    assert bot.backend == "interpreted"
