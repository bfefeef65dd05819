"""Components are data: a game whose numbers are changed by one works, or is refused by name."""

from __future__ import annotations

import contextlib
import random
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conformance.books import texts
from conformance.boxes import Change, Workshop, changes

import matou
from matou.bots.players import Searcher, first_decision
from matou.core import game as game_module, modules
from matou.core.components import BadComponents
from matou.core.game import Game, Hints
from matou.core.state import State
from matou.kit.warning import warn_once

# Not in the text of a book: the number of players, which its page takes from the game, and places
# on the boards, which are in its pictures.
UNSAID = ("SEATS", "boards.", "NO_CELL")
LONG = 30_000  # more actions than any game has


def said(game: Game) -> list[str]:
    """Returns the whole text of a book, in English and French."""
    found = []
    for lang in ("en", "fr"):
        book = game.book(lang)
        assert book is not None
        found.append("\n".join(text for _, text in texts(book, lang)))
    return found


def played(game: Game, seats: int, rng: random.Random) -> Iterator[State]:
    """Yields the positions of a random game to its end, and checks their legal actions."""
    state = game.start(seats)
    for _ in range(LONG):
        yield state
        if state.over:
            return
        legal = state.legal()
        assert legal, "no legal action, and the game is not over"
        assert legal == sorted(set(legal))
        assert len(legal) <= game.rules.MAX_LEGAL
        assert legal[0] >= 0
        assert legal[-1] < game.rules.ACTIONS
        if state.actor == matou.CHANCE:
            assert min(state.weights()) > 0
        action = state.sample(rng)
        assert state.parse(state.name(action)) == action
        state.play(action)
    raise AssertionError("the game does not end")


def check_changed_game(workshop: Workshop, game: Game, change: Change, before: list[str]) -> None:
    """Plays, records, encodes, draws and describes a changed game."""
    encode: Any = game.encode
    assert str(workshop.folder) in str(encode.__file__)
    rng = random.Random(str(change))
    # Only with all seats taken are all boards used.
    fewest = game.max_seats if change.component.startswith("boards.") else game.min_seats
    for seats in sorted({fewest, game.max_seats}):
        last: State | None = None
        for number, state in enumerate(played(game, seats, rng)):
            last = state
            if number % 60 == 0 or state.over:
                line = [0] * encode.SIZE
                encode.encode(state.s, 0, line)
                assert min(line) >= 0
                assert max(line) <= 127
        assert last is not None
        assert last.scores
        assert last.ended_by in game.rules.ENDINGS
        assert matou.Record.loads(last.record().dumps()).replay().scores == last.scores
        assert last.svg(seat=0)
        assert game.words.board(last.observe(0)).say("en")
    book = game.book()
    assert book is not None
    for rule in book.rules:
        for picture in rule.pictures:
            picture.state(game)
    state = game.start(book.lesson.seats)
    for step in book.lesson.steps:
        for move in step.moves:
            assert state.actor == move.actor
            state.play(move.name)
    if not change.component.startswith(UNSAID):
        for was, now in zip(before, said(game), strict=True):
            assert was != now, "the book has not changed"


@pytest.mark.heavy
@pytest.mark.parametrize("name", matou.available())
def test_a_changed_number_works_or_is_refused_by_name(name: str, tmp_path: Path) -> None:
    workshop = Workshop(name, tmp_path)
    before = said(matou.game(name))
    todo = changes(name)
    assert len(todo) > 10
    working = 0
    wrong = []
    for change in todo:
        try:
            with workshop.changed(*change.edits) as game:
                check_changed_game(workshop, game, change, before)
                working += 1
        except BadComponents as refusal:
            if change.component.rpartition(".")[2] not in str(refusal):
                wrong.append(f"{change}: refused without its name: {refusal}")
        except Exception as error:
            wrong.append(f"{change}: {type(error).__name__}: {error}")
    assert not wrong, "\n".join(wrong)
    assert working > 5, "no number can be changed"
    assert said(matou.game(name)) == before


NETWORKS = [name for name in matou.available() if matou.game(name).network is not None]


@pytest.mark.parametrize("name", NETWORKS)
def test_a_network_trained_with_other_components_is_not_used(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one piece more, one less, and one more of a kind with one less of the next."""
    workshop = Workshop(name, tmp_path)
    of_counts = [change for change in changes(name) if change.component == "COUNTS"]
    sums = {sum(int(new) - int(spot.text) for spot, new in c.edits): c for c in of_counts}
    assert {*sums} == {-1, 0, 1}
    played = []
    for moved, change in sums.items():
        warn_once.cache_clear()
        for module, stored in ((game_module, "linked_rules"), (modules, "bound_templates")):
            monkeypatch.setattr(module, stored, {})  # caches by names, which the copy shares
        with (
            contextlib.suppress(BadComponents),
            warnings.catch_warnings(record=True) as caught,
            workshop.changed(*change.edits) as game,
        ):
            warnings.simplefilter("always")
            for bot in (matou.bot(game, 4, seed=1), matou.bot(game, "level5@20", seed=2)):
                assert isinstance(bot, Searcher)
                assert bot.params().patience == hints_of(game).patience, change
                assert bot.limit == bot.level.iterations
            bot = matou.bot(game, "level4@3", seed=1, backend="interpreted")
            view = first_decision(game)
            assert bot.choose(view) in view.legal()
            warned = [str(one.message) for one in caught]
            assert len(warned) == 1, warned
            assert warned[0].startswith(f"The network of {name} was learned with other components")
            played.append(moved)
    assert 0 in played, "no change with the same number of features"


def hints_of(game: Game) -> Hints:
    assert game.hints is not None
    return game.hints
