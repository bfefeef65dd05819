"""Builds pairs of games that differ only in hidden information, and compares what viewers get."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from web.support import Person, site_of

import matou
from matou.core.fairness import commitment
from matou.core.state import State
from matou.kit.linking import CHANCE
from matou.play.keeping import TableRow
from matou.play.seats import Seat
from matou.web.http.security import People

ID, SEED = "5ec2e7", "7" * 64
KEY = "k" * 64  # the key of every site here, so that the same cookies open all of them
PAIRS, ENOUGH = 12, 4
SAME = 2  # enough pairs without a hidden difference

# (site's folder, game, events, viewer, an action both sites can show, cookies): the reply
Reply = Callable[[Path, str, list[int], int | None, int | None, list[str]], Awaitable[Any]]


async def check_same_for_viewer(
    reply: Reply, game: str, viewer: int | None, tmp: Path, enough: int = ENOUGH, least: int = 2
) -> None:
    """Checks that two games with the same visible information give a viewer the same bytes."""
    rng = random.Random(f"{game} {viewer}")
    found = same = 0
    for i in range(PAIRS):
        one, other, differing = pair(game, viewer, rng)
        if not one or (differing == 0 and same == SAME):
            continue
        states = replay(game, one), replay(game, other)
        both = [
            a
            for a in states[0].legal()
            if a in states[1].legal() and hidden_from(states[0], a, viewer) is None
        ]
        common = both[0] if both and states[0].actor >= 0 else None
        cookies = cookies_for(tmp)
        came = []
        for k, events in enumerate((one, other)):
            folder = tmp / f"{i}-{k}"
            folder.mkdir(parents=True)
            (folder / "key").write_text(KEY)
            came.append(await reply(folder, game, events, viewer, common, cookies))
        if came[0] != came[1]:
            raise AssertionError(difference(*came))
        found, same = found + (differing > 0), same + (differing == 0)
        if found == enough:
            break
    if has_secrets(matou.game(game).start(2), viewer):
        assert found >= least, "too few pairs differ in something hidden: the test proves nothing"


def difference(one: Any, other: Any) -> str:
    """Returns both texts around their first difference. Pytest's own diff would take minutes."""
    one, other = str(one), str(other)
    both = enumerate(zip(one, other, strict=False))
    at = next((i for i, (a, b) in both if a != b), min(len(one), len(other)))
    return "the replies differ:\n" + "\n".join(
        said[max(0, at - 60) : at + 120] for said in (one, other)
    )


def hidden_from(state: State, action: int, viewer: int | None) -> str | None:
    """Returns the name that a viewer sees instead of a hidden action; None if it is not hidden."""
    secret = state.game.notation.secret(state.s, action)
    return None if secret is None or secret.owner == viewer else secret.name


def pair(game: str, viewer: int | None, rng: random.Random) -> tuple[list[int], list[int], int]:
    """Returns two games that look the same to the viewer, and how many actions differ."""
    one, other = (matou.game(game).start(2) for _ in range(2))
    events: tuple[list[int], list[int]] = ([], [])
    differing = 0
    length = rng.randrange(8, 70)
    while len(events[0]) < length and not one.over:
        a = one.sample(rng)
        veil = hidden_from(one, a, viewer)
        legal = other.legal()
        alike = [
            b
            for b in legal
            if (b == a if veil is None else hidden_from(other, b, viewer) == veil)
            and len(legal) >= 1
        ]
        if not alike:
            # No other action looks the same: play one that is visible and legal in both.
            both = [x for x in one.legal() if x in legal and hidden_from(one, x, viewer) is None]
            if not both:
                break
            a = rng.choice(both)
            alike = [a]
        b = rng.choice(alike)
        trial = one.copy(), other.copy()
        trial[0].play(a)
        trial[1].play(b)
        if trial[0].over or trial[1].over:
            break  # a finished game hides nothing
        if trial[0].observe(viewer).tobytes() != trial[1].observe(viewer).tobytes():
            break  # the rules have revealed the difference
        one, other = trial
        differing += a != b
        events[0].append(a)
        events[1].append(b)
    while events[0] and one.actor == CHANCE:
        # End at a player's decision: take back the last chance events.
        events[0].pop()
        events[1].pop()
        one = replay(game, events[0])
    return events[0], events[1], differing


def replay(game: str, events: list[int]) -> State:
    state = matou.game(game).start(2)
    for event in events:
        state.play(event)
    return state


async def seated(app: Starlette, game: str, events: list[int], people: list[Person]) -> None:
    """Creates a table with these actions and a person at each seat."""
    site = site_of(app)
    owners = [site.people.owner(p.http.cookies["matou"]) for p in people]
    seats = [Seat("person", 0, owner, f"P{i}", i) for i, owner in enumerate(owners)]
    chosen = matou.game(game).settings(2)
    stored = TableRow(
        id=ID,
        game=game,
        version=matou.game(game).version,
        options=dict(chosen),
        seats=seats,
        seed=SEED,
        commitment=commitment(SEED),
        settings={"watch": True, "hints": False, "host": owners[0]},
    )
    await site.store.tables.create(stored)
    if events:
        await site.store.tables.append(ID, 0, events, 0)


def cookies_for(tmp_path: Path) -> list[str]:
    """Returns the two players' cookies, the same for every site of a test."""
    stored = tmp_path / "cookies"
    if not stored.exists():
        tmp_path.mkdir(parents=True, exist_ok=True)
        people = People(KEY)
        stored.write_text("\n".join([people.new(), people.new()]))
    return stored.read_text().split("\n")


def has_secrets(state: State, viewer: int | None) -> bool:
    """Returns whether random play ever hides something from this viewer."""
    rng = random.Random(0)
    while not state.over:
        action = state.sample(rng)
        if hidden_from(state, action, viewer) is not None:
            return True
        state.play(action)
    return False
