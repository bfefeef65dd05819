"""The result of a rated game: winners, margins, and the bots that were met."""

from __future__ import annotations

import itertools
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from matou.core.position import Out
from matou.core.registry import find
from matou.play.keeping import TableRow
from matou.play.ladder import cat_games
from matou.play.seats import Seat
from matou.rating import Rating
from matou.web.strength.counting import is_abandoned_early, judged
from matou.web.strength.repository import Counted, Rated, can_count

GAME = "catymini"


def finished_table(
    game: str, seats: list[Seat], winners: list[int], scores: list[int], **more: Any
) -> Any:
    """Returns a finished table with everything that counting reads."""
    state = SimpleNamespace(winners=winners, scores=scores, out=(), stopped=False)
    for key, value in more.items():
        setattr(state, key, value)
    row = SimpleNamespace(settings={"rated": True})
    return SimpleNamespace(game=find(game), seats=seats, state=state, row=row)


def person(owner: str) -> Seat:
    return Seat("person", 0, owner, rated_at=1.0)


def change(counts: list[Counted]) -> dict[str, int]:
    return {c.owner: c.now.points - 1500 for c in counts}


def test_results_of_teams_and_of_a_player_who_left_the_winning_team() -> None:
    mice = [person("cat"), person("ann"), person("bob"), person("eve")]
    won = change(judged(finished_table("chopchop", mice, [1, 2, 3], [0, 1, 1, 1]), {}))
    assert won["cat"] < 0 < won["ann"] == won["bob"] == won["eve"]
    mice[2] = Seat("bot", 3, "bob", rated_at=1.0)  # he left, and the others won
    left = change(judged(finished_table("chopchop", mice, [1, 2, 3], [0, 1, 1, 1]), {}))
    assert left["bob"] < 0 < left["ann"] == left["eve"]
    assert left["cat"] == won["cat"]
    drawn = change(judged(finished_table("chopchop", mice[:2], [], [0, 0]), {}))
    assert drawn == {"cat": 0, "ann": 0}


def test_a_player_who_let_a_bot_move_has_lost() -> None:
    back = Seat("person", 0, "ann", rated_at=1.0, left_at=12)  # she took her seat back and won
    one, other = judged(finished_table(GAME, [back, person("bob")], [0], [9, 1]), {})
    assert (one.owner, one.place, other.place) == ("ann", 1, 0)
    assert one.now.points < 1500 < other.now.points
    # If both did, neither gains, not even the weaker player.
    both = [back, Seat("bot", 5, "bob", rated_at=1.0, left_at=30)]
    known = {"ann": Rated(Rating(20.0, 4.0), 9), "bob": Rated(Rating(30.0, 4.0), 9)}
    weak, strong = judged(finished_table(GAME, both, [0], [9, 1]), known)
    assert weak.now.mu < 20.0
    assert strong.now.mu < 30.0
    assert (weak.place, strong.place) == (1, 1)
    # Nor does it count for the ladder.
    (met,) = cat_games(
        finished_table(GAME, [replace(back, rated_at=0.0), Seat("bot", 1)], [0], [9, 1])
    )
    assert not met.won


def test_places_of_four_players_and_a_loss_on_time() -> None:
    people = [person(name) for name in "abcd"]
    reply = change(judged(finished_table("clocktowers", people, [2], [10, 5, 20, 15]), {}))
    assert sorted(reply, key=lambda name: reply[name]) == ["b", "a", "d", "c"]
    late = finished_table("clocktowers", people, [3], [10, 5, 20, 15], out=(Out(2, 40),))
    reply = change(judged(late, {}))
    assert sorted(reply, key=lambda name: reply[name]) == ["c", "b", "a", "d"]
    places = {c.owner: c.place for c in judged(late, {})}
    assert places == {"d": 0, "a": 1, "b": 2, "c": 3}


def test_only_a_full_rated_table_from_the_first_move_on_can_count() -> None:
    def table(*seats: Seat, **settings: Any) -> TableRow:
        return TableRow("id", GAME, 1, {}, list(seats), "", "", settings=settings)

    assert can_count(table(person("a"), person("b"), rated=True))
    assert can_count(table(person("a"), Seat("bot", 2), rated=True))
    assert not can_count(table(person("a"), Seat("open"), rated=True))
    assert not can_count(table(person("a"), person("b")))
    assert not can_count(table(person("a"), person("b"), rated=True, origin={"id": "x"}))


def test_a_player_who_deletes_their_data_loses_the_rated_game() -> None:
    """The other player gains as much as from any newcomer who leaves."""
    forgotten, newcomer = Seat("bot", 3, rated_at=1.0), Seat("bot", 3, "b", rated_at=1.0)
    (gained,) = judged(finished_table(GAME, [person("a"), forgotten], [1], [0, 1]), {})
    against = judged(finished_table(GAME, [person("a"), newcomer], [1], [0, 1]), {})
    assert gained == against[0]
    assert gained.now.points > 1500


def test_a_newcomers_game_counts_little_for_others_and_fully_for_the_newcomer() -> None:
    table = finished_table(GAME, [person("known"), person("new")], [0], [9, 1])
    known = {"known": Rated(Rating(25.0, 4.0), 30)}
    won, lost = judged(table, known)
    assert 0 < won.now.mu - 25.0 < 0.1
    assert lost.now.mu < 23.0
    # Beating twelve newcomers brings little, even for a newcomer.
    mine: Rated | None = None
    for games in range(1, 13):
        first, _ = judged(table, {"known": mine} if mine else {})
        mine = Rated(first.now, games)
    assert mine is not None
    assert 1500 < mine.rating.points < 1570
    assert mine.rating.margin > 300, "the rating is still uncertain"


def test_a_player_who_leaves_in_the_first_moves_has_abandoned_the_game() -> None:
    def left(after: int | None, own: int, **more: Any) -> Any:
        mine = Seat("bot", 3, "a", rated_at=1.0, left_at=after)
        acted = [SimpleNamespace(actor=actor) for actor in [0, 1] * own + [0, 1] * 20]
        return finished_table(GAME, [mine, person("b")], [1], [0, 1], history=acted, **more)

    assert is_abandoned_early(left(8, 4))
    assert not is_abandoned_early(left(10, 5))
    back = left(8, 4)
    back.seats[0].kind = "person"
    assert not is_abandoned_early(back), "a player who comes back has lost"
    assert not is_abandoned_early(left(None, 0))
    assert is_abandoned_early(left(None, 0, out=(Out(0, 3),)))
    assert not is_abandoned_early(left(None, 0, out=(Out(0, 30),)))
    unrated = left(2, 0)
    unrated.seats[0].rated_at = 0.0
    assert not is_abandoned_early(unrated)


def test_bots_have_fixed_ratings() -> None:
    """Beating a strong bot is worth more than beating a weak one, from the first game on."""
    gains = []
    for level in (1, 2, 3, 4, 5):
        table = finished_table("clocktowers", [person("a"), Seat("bot", level)], [0], [30, 20])
        (mine,) = judged(table, {"a": Rated(Rating(25.0, 4.0), 9)})
        gains.append(mine.now.mu - 25.0)
        assert mine.before == Rated(Rating(25.0, 4.0), 9)
    # Two bots with the same points may differ in their uncertainty.
    assert all(after > before - 0.05 for before, after in itertools.pairwise(gains))
    assert gains[0] < 0.05 < 1.0 < gains[-1]


def test_results_against_bots_for_the_ladder() -> None:
    cats = [person("a"), Seat("bot", 4), Seat("bot", 3)]
    (met,) = cat_games(finished_table("clocktowers", cats, [0], [30, 20, 25]))
    assert (met.level, met.won, met.margin) == (3, True, 5)
    (met,) = cat_games(finished_table("clocktowers", cats, [0, 1], [30, 30, 25]))
    assert not met.won, "a shared victory counts as beaten"
    assert not met.hinted
    assert cat_games(finished_table("clocktowers", [person("a"), person("b")], [0], [3, 2])) == []
    advised = [replace(person("a"), hinted=True), Seat("bot", 4)]
    (met,) = cat_games(finished_table(GAME, advised, [0], [9, 1]))
    assert (met.won, met.hinted) == (True, True)
    gone = [Seat("bot", 3, "a"), Seat("bot", 1)]
    (met,) = cat_games(finished_table(GAME, gone, [0], [9, 1]))
    assert not met.won, "a bot won it for them"
    # In a team with bots, only the other team's bots count.
    (met,) = cat_games(
        finished_table("chopchop", [Seat("bot", 5), person("a"), Seat("bot", 1)], [1, 2], [0, 1, 1])
    )
    assert (met.level, met.won) == (5, True)
