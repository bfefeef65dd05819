"""The headline of a finished game: which kind comes first, and its text."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import pytest

import matou
from matou.bots.levels import at_table
from matou.core.messages import Verbatim
from matou.core.position import Out
from matou.core.registry import find, names
from matou.games.appenzell.state import MICE_LOST
from matou.games.chopchop.rules import ALL_CAUGHT, HOME_SAFE
from matou.games.chopchop.state import CAUGHT
from matou.kit.linking import CHANCE
from matou.play.headline import Finished, headline
from matou.play.ladder import CatGame, CatResults, first_win, results_by_cat, rung, states
from matou.play.replay import Positions

WHO = ["Ada", "Kitten", "Gourmand"]
COUNT = 30


@dataclass
class FakeGame:
    """A game with only a result and some draws, in place of Positions."""

    scores: list[int]
    winners: list[int]
    game: str = "catymini"
    level_until: int = COUNT  # until then the scores are level
    # weights; the first outcome was drawn
    draws: dict[int, list[int]] = field(default_factory=dict)
    out: tuple[Out, ...] = ()
    count: int = COUNT
    ended_by: str = ""  # '' means the game's first ending
    record: dict[str, Any] = field(default_factory=dict)  # read by the game's ``margin``

    @property
    def lines(self) -> list[Any]:
        said = [Verbatim(f"move {n}") for n in range(1, COUNT + 1)]
        return [SimpleNamespace(own=SimpleNamespace(says=says)) for says in said]

    @property
    def history(self) -> list[Any]:
        return [SimpleNamespace(action=0)] * COUNT

    def state(self, at: int) -> Any:
        weights = self.draws.get(at, [1])
        return SimpleNamespace(
            scores=self.scores if at > self.level_until else [0] * len(self.scores),
            winners=self.winners,
            out=self.out,
            ended_by=self.ended_by or find(self.game).rules.ENDINGS[0],
            seats=len(self.scores),
            game=find(self.game),
            s=SimpleNamespace(**{"ending": -1, "fallen": [0, 0], "seats": 2, **self.record}),
            actor=CHANCE if at in self.draws else 0,
            legal=lambda: list(range(len(weights))),
            weights=lambda: weights,
        )

    def says(self, seat: int | None = 0, lang: str = "en", **known: Any) -> tuple[str, str]:
        """Returns the kind of the headline and its text for a reader."""
        found = headline(Finished(cast(Positions, self), seat, **known))
        return ("", "") if found is None else (found.kind, found.says.say(lang, WHO, seat))


def close_game(scores: list[int], winners: list[int], **more: Any) -> FakeGame:
    """Returns a close game, whose headline is about points unless another kind comes first."""
    return FakeGame(scores, winners, level_until=COUNT - 1, **more)


def analysis(*chances: float, luck: tuple[float, ...] = (), turns: Any = ()) -> dict[str, Any]:
    """Returns an analysis: the first seat's chances, its luck by draw, and turning points."""
    return {
        "moments": [{"chances": [chance, 1 - chance]} for chance in chances or (0.5,)],
        "luck": [{"number": n, "gains": [gain, -gain]} for n, gain in enumerate(luck, 1)],
        "turning_points": [
            {"number": n, "seat": seat, "before": before, "after": after}
            for n, seat, before, after in turns
        ],
    }


WON, LOST = close_game([38, 30], [0]), close_game([30, 38], [1])


@pytest.mark.parametrize(
    ("seat", "kind", "says"),
    [
        (0, "tie-break", "38–38, won by a whisker"),
        (1, "tie-break", "38–38, lost by a whisker"),
        (None, "tie-break", "38–38, won by a whisker"),
    ],
)
def test_a_tie_break_comes_before_all_other_headlines(
    seat: int | None, kind: str, says: str
) -> None:
    data = analysis(0.02, 0.98, luck=(0.5, -0.5))
    assert close_game([38, 38], [0]).says(seat, data=data) == (kind, says)


def test_scores_are_mentioned_only_if_they_decided_the_game() -> None:
    for points in ([3, 3], [3, 2], [4, 0]):
        by_lost_mice = close_game(points, [0], game="appenzell", ended_by="AP14")
        assert by_lost_mice.says() == ("", "")
        assert close_game(points, [0], game="appenzell").says() != ("", "")
    shared = close_game([38, 38], [0, 1])
    assert shared.says(data=analysis(0.02)) == ("", "")


def test_a_comeback_or_lost_lead_states_the_extreme_chance() -> None:
    data = analysis(0.5, 0.12, 0.7)
    assert WON.says(data=data) == ("comeback", "You were at 12%, and won")
    assert WON.says(None, data=data) == ("comeback", "Ada was at 12%, and won")
    assert WON.says(lang="fr", data=data)[1] == "Tu étais à 12\u00a0%, et tu gagnes"
    assert WON.says(lang="de", data=data)[1] == "Du standst bei 12\u00a0% und hast gewonnen"
    assert LOST.says(data=analysis(0.5, 0.88, 0.2)) == ("slipped", "You were at 88%. So close!")
    assert WON.says(data=analysis(0.5, 0.3, 0.7)) == ("", "")
    # Of four players each starts at a quarter, so 20% is no comeback.
    four = close_game([38, 30, 20, 10], [0])
    assert four.says(data=analysis(0.2)) == ("", "")
    assert four.says(data=analysis(0.07))[0] == "comeback"


def test_the_first_win_over_a_cat_is_for_the_winner_alone() -> None:
    cat = at_table(1).name
    assert WON.says(first=cat) == ("first", "Your first win over Kitten!")
    assert WON.says(first=cat, data=analysis(0.1))[0] == "comeback"
    assert LOST.says(first=cat) == ("", "")


def test_a_narrow_score_is_a_close_game() -> None:
    assert close_game([38, 37], [0]).says() == ("close", "38–37: a close win")
    assert close_game([37, 38], [1]).says() == ("close", "37–38: so close")
    assert close_game([37, 38], [1]).says(None) == ("close", "38–37: a close win")
    # decided by something else than cheeses
    assert close_game([3, 4], [0], game="appenzell").says() == ("", "")
    # With three players, readers are compared with the winner.
    assert close_game([20, 37, 38], [2]).says() == ("", "")


@pytest.mark.parametrize(
    ("fallen", "won", "lost"),
    [
        ([2, 3], "2–3 mice in the cellar: a close win", "3–2 mice in the cellar: so close"),
        ([0, 3], "0–3 mice in the cellar: a clear win", ""),
        ([1, 3], "", ""),
    ],
)
def test_a_game_lost_by_mice_counts_the_mice_in_the_cellar(
    fallen: list[int], won: str, lost: str
) -> None:
    record = {"ending": MICE_LOST, "fallen": fallen}
    game = close_game([1, 3], [0], game="appenzell", ended_by="AP14", record=record)
    for seat, says in ((0, won), (None, won), (1, lost)):
        kind = "" if not says else "clear" if "clear" in says else "close"
        assert game.says(seat) == (kind, says)


@pytest.mark.parametrize(
    ("cheeses", "caught", "winner", "won", "lost"),
    [
        (10, 3, 1, "3 of 4 mice caught: a close win", "3 of 4 mice caught: so close"),
        (10, 0, 1, "0 of 4 mice caught: a clear win", ""),
        (10, 1, 1, "", ""),
        (
            9,
            4,
            0,
            "9 of 10 cheeses for the mice: a close win",
            "9 of 10 cheeses for the mice: so close",
        ),
        (
            10,
            4,
            0,
            "10 of 10 cheeses for the mice: a close win",
            "10 of 10 cheeses for the mice: so close",
        ),
        (3, 4, 0, "3 of 10 cheeses for the mice: a clear win", ""),
        (6, 4, 0, "", ""),
    ],
)
def test_chop_chop_says_how_close_the_other_side_came(
    cheeses: int, caught: int, winner: int, won: str, lost: str
) -> None:
    ending = HOME_SAFE if winner else ALL_CAUGHT
    mice = [CAUGHT] * caught + [3] * (4 - caught)
    record = {"ending": ending, "won": cheeses, "mouse": mice}
    scores = [1 - winner, winner]
    ended_by = find("chopchop").rules.ENDINGS[ending]
    game = FakeGame(scores, [winner], game="chopchop", ended_by=ended_by, record=record)
    for seat, says in ((winner, won), (None, won), (1 - winner, lost)):
        assert game.says(seat)[1] == says
    assert game.says(winner, data=analysis(luck=(0.5, -0.5)))[0] == (
        "lucky" if not won else "close" if lost else "clear"
    )


def test_luck_needs_an_analysis_and_is_from_the_readers_side() -> None:
    data = analysis(luck=(0.1, 0.2, -0.3))
    assert WON.says(data=data) == ("lucky", "The luckiest draw (+20%): move 2")
    assert LOST.says(data=data) == ("lucky", "The draw that hurt most (−30%): move 3")
    assert WON.says(data=analysis(luck=(0.1,))) == ("", "")


def test_a_turning_point_must_lead_to_the_result() -> None:
    turns = [(4, 0, 0.3, 0.7), (9, 0, 0.8, 0.2), (20, 1, 0.6, 0.3)]
    won = ("turning", "The turning point (you: 30% → 70%): move 4")
    assert WON.says(data=analysis(turns=turns)) == won
    lost = ("turning", "The turning point (you: 80% → 20%): move 9")
    assert LOST.says(data=analysis(turns=turns)) == lost
    # With two sides, the reader's own chances are given.
    assert WON.says(data=analysis(turns=[(4, 1, 0.7, 0.3)])) == won
    assert WON.says(data=analysis(turns=[(4, 0, 0.4, 0.6)])) == ("", "")


def test_clear_wins_long_leads_and_rare_draws_need_no_analysis() -> None:
    assert close_game([42, 20], [0]).says() == ("clear", "42–20: a clear win")
    assert close_game([20, 42], [1]).says() == ("", "")  # losers do not read that they lost clearly
    long = FakeGame([38, 30], [0], level_until=9)
    assert long.says() == ("lead", "You took the lead at move 10 and kept it")
    assert long.says(1) == ("lead", "Ada took the lead at move 10 and kept it")
    lucky = close_game([38, 30], [0], draws={25: [1, 11], 27: [5, 7]})
    assert lucky.says() == ("rare", "A rare draw near the end (1 chance in 12): move 26")
    assert headline(Finished(cast(Positions, lucky), 0), is_closed=True) is None
    assert close_game([38, 30], [0], draws={5: [1, 11]}).says() == ("", "")


def test_drawn_and_resigned_games_have_no_headline() -> None:
    assert FakeGame([0, 0], [], game="chopchop").says(data=analysis(0.1)) == ("", "")
    assert FakeGame([42, 20], [0], out=(Out(1, 9, True),)).says(data=analysis(0.1)) == ("", "")


@pytest.mark.parametrize("name", names())
def test_random_games_of_every_game_get_plausible_headlines(name: str) -> None:
    kinds = set()
    for seed in range(12):
        state = matou.game(name).start(2)
        rng = random.Random(seed)
        while not state.over:
            state.play(state.sample(rng))
        positions = Positions(state)
        for seat in (0, 1, None):
            found = headline(Finished(positions, seat))
            kinds.add(found.kind if found else "")
            if found and found.kind == "clear":
                assert seat is None or seat in state.winners
    assert kinds <= {"", "tie-break", "close", "clear", "lead", "rare"}
    assert kinds != {""}


def test_the_ladder_names_the_weakest_stronger_cat_not_yet_beaten() -> None:
    def next_after(level: int, beaten: list[int], won: bool = True) -> Any:
        met = [CatGame("me", each, True, 3) for each in (*beaten, level)]
        return rung(CatGame("me", level, won, 3), results_by_cat(met), "en")

    first = next_after(1, [])
    assert (first.says, first.level) == ("Kitten beaten. Next: Gourmand", 2)
    assert (first.beaten.who, first.next.who) == ("1", "2")
    assert next_after(1, [2, 3]).level == 4
    top = next_after(5, [1, 2, 3, 4])
    assert (top.says, top.level) == ("Great Matou beaten. There is no stronger cat!", 0)
    assert next_after(5, [1]).says == "Great Matou beaten."
    assert next_after(1, [], won=False) is None


def test_results_against_cats_are_summed() -> None:
    games = [
        CatGame("me", 1, True, 3),
        CatGame("me", 1, False, -9),
        CatGame("me", 1, True, 7, hinted=True),
        CatGame("me", 2, True, 4, hinted=True),
        CatGame("me", 4, False, -2),
    ]
    against = results_by_cat(games)
    assert against == {
        1: CatResults(3, 2, 3, 1),
        2: CatResults(1, 1, 0, 1),
        4: CatResults(1, 0, 0, 0),
    }
    assert states(against) == ["beaten", "helped", "next", "later", "later"]
    assert states({}) == ["next", "later", "later", "later", "later"]
    assert first_win(games[3], against) == at_table(2).name
    assert first_win(games[0], against) is None, "beaten before"
    assert first_win(games[4], against) is None, "a loss"
