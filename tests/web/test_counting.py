"""What a finished game counts for: who won, by how much, and whom one has met."""

from __future__ import annotations

import itertools
from types import SimpleNamespace
from typing import Any

from matou.core.registry import find
from matou.core.state import Out
from matou.play.seats import Seat
from matou.rating import Rating
from matou.web.store.ratings import Counted, Rated
from matou.web.strength.counting import is_rated, judged, met_by

GAME = "catymini"


def finished(
    game: str, seats: list[Seat], winners: list[int], scores: list[int], **more: Any
) -> Any:
    """A finished table, as far as counting looks at it."""
    state = SimpleNamespace(winners=winners, scores=scores, out=(), stopped=False)
    for key, value in more.items():
        setattr(state, key, value)
    kept = SimpleNamespace(settings={"rated": True})
    return SimpleNamespace(game=find(game), seats=seats, state=state, kept=kept)


def person(owner: str) -> Seat:
    return Seat("person", 0, owner)


def change(counts: list[Counted]) -> dict[str, int]:
    return {c.owner: c.now.points - 1500 for c in counts}


def test_who_wins_a_game_of_sides_and_who_leaves_the_side_that_wins() -> None:
    mice = [person("cat"), person("ann"), person("bob"), person("eve")]
    won = change(judged(finished("chopchop", mice, [1, 2, 3], [0, 1, 1, 1]), {}))
    assert won["cat"] < 0 < won["ann"] == won["bob"] == won["eve"]
    mice[2] = Seat("bot", 3, "bob")  # he left, and the others won
    left = change(judged(finished("chopchop", mice, [1, 2, 3], [0, 1, 1, 1]), {}))
    assert left["bob"] < 0 < left["ann"] == left["eve"]
    assert left["cat"] == won["cat"]
    drawn = change(judged(finished("chopchop", mice[:2], [], [0, 0]), {}))
    assert drawn == {"cat": 0, "ann": 0}


def test_places_of_three_to_five_and_who_was_late() -> None:
    people = [person(name) for name in "abcd"]
    told = change(judged(finished("clocktowers", people, [2], [10, 5, 20, 15]), {}))
    assert sorted(told, key=lambda name: told[name]) == ["b", "a", "d", "c"]
    late = finished("clocktowers", people, [3], [10, 5, 20, 15], out=(Out(2, 40),))
    told = change(judged(late, {}))
    assert sorted(told, key=lambda name: told[name]) == ["c", "b", "a", "d"]
    places = {c.owner: c.place for c in judged(late, {})}
    assert places == {"d": 0, "a": 1, "b": 2, "c": 3}


def test_what_counts() -> None:
    wanting = {"a", "b"}
    seats = [person("a"), person("b")]
    assert is_rated(finished(GAME, seats, [0], [1, 0]), wanting)
    assert not is_rated(finished(GAME, seats, [0], [1, 0]), {"a"})
    assert not is_rated(finished(GAME, [person("a")] * 2, [0], [1, 0]), wanting)
    assert is_rated(finished(GAME, [person("a"), Seat("bot", 2)], [0], [1, 0]), wanting)
    on = finished(GAME, seats, [0], [1, 0])
    on.kept.settings["origin"] = {}
    assert not is_rated(on, wanting)
    plain = finished(GAME, seats, [0], [1, 0])
    plain.kept.settings.clear()
    assert not is_rated(plain, wanting)


def test_cats_measure_and_stay_as_they_are() -> None:
    """Beating a strong cat is worth more than beating a kitten, from the first game on."""
    gains = []
    for level in (1, 2, 3, 4, 5):
        table = finished("clocktowers", [person("a"), Seat("bot", level)], [0], [30, 20])
        (mine,) = judged(table, {"a": Rated(Rating(25.0, 4.0), 9)})
        gains.append(mine.now.mu - 25.0)
        assert mine.before == Rated(Rating(25.0, 4.0), 9)
    # Two cats of the same points may be known differently well.
    assert all(after > before - 0.05 for before, after in itertools.pairwise(gains))
    assert gains[0] < 0.05 < 1.0 < gains[-1]


def test_whom_one_has_met() -> None:
    cats = [person("a"), Seat("bot", 4), Seat("bot", 3)]
    (met,) = met_by(finished("clocktowers", cats, [0], [30, 20, 25]))
    assert (met.level, met.won, met.margin) == (3, True, 5)
    (met,) = met_by(finished("clocktowers", cats, [0, 1], [30, 30, 25]))
    assert not met.won, "a shared victory beats nobody"
    assert met_by(finished("clocktowers", [person("a"), person("b")], [0], [3, 2])) == []
    gone = [Seat("bot", 3, "a"), Seat("bot", 1)]
    (met,) = met_by(finished(GAME, gone, [0], [9, 1]))
    assert not met.won, "a cat won that for them"
    # Together with cats against others: only the other side is met.
    (met,) = met_by(
        finished("chopchop", [Seat("bot", 5), person("a"), Seat("bot", 1)], [1, 2], [0, 1, 1])
    )
    assert (met.level, met.won) == (5, True)
