"""What a seat cannot know changes not one byte of what its browser is sent."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from web.support import Page, Person, a_site, parts_of

import matou
from matou.core.fairness import commitment
from matou.core.kit import CHANCE
from matou.core.state import State
from matou.web.store import Kept, Seat
from matou.web.table import Refused

ID, SEED = "5ec2e7", "7" * 64
PAIRS = 12


def hidden_from(state: State, action: int, viewer: int | None) -> str | None:
    """What a viewer reads instead of an action it may not see; None if it sees it."""
    secret = state.game.notation.secret(state.s, action)
    return None if secret is None or secret.owner == viewer else secret.name


def pair(game: str, viewer: int | None, rng: random.Random) -> tuple[list[int], list[int], int]:
    """Two games that differ only in what the viewer cannot know, and in how many actions."""
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
            # The two must look alike: find something both can do.
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
            break  # then all is open
        if trial[0].observe(viewer).tobytes() != trial[1].observe(viewer).tobytes():
            break  # the difference became known, by the rules
        one, other = trial
        differing += a != b
        events[0].append(a)
        events[1].append(b)
    while events[0] and one.actor == CHANCE:
        # End where somebody is to act: go back over what chance did last.
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
    """A table with those actions behind it, people at both seats."""
    site = parts_of(app)
    owners = [site.pages.people.owner(p.http.cookies["matou"]) for p in people]
    seats = [Seat("person", 0, owner, f"P{i}", i) for i, owner in enumerate(owners)]
    chosen = matou.game(game).settings(2)
    kept = Kept(
        id=ID,
        game=game,
        version=matou.game(game).version,
        options=dict(chosen),
        seats=seats,
        seed=SEED,
        commitment=commitment(SEED),
        settings={"watch": True, "hints": False, "host": owners[0]},
    )
    await site.store.create(kept)
    if events:
        await site.store.append(ID, 0, events, 0)


async def bytes_sent(
    tmp: Path, game: str, events: list[int], viewer: int | None, common: int | None, cookies: Any
) -> list[str]:
    """All that a viewer's page is sent: on opening, when asking, and when another acts."""
    async with a_site(tmp) as app:
        people = [Person(app), Person(app)]
        watcher = Person(app)
        for person, cookie in zip(people, cookies, strict=True):
            person.http.cookies.set("matou", cookie)
        await seated(app, game, events, people)
        page = await (watcher if viewer is None else people[viewer]).open(ID)
        for asked in clicks(page):
            await page.ask({"why": asked})
        await page.ask({"set": {"memory": True, "told": True}})
        await page.ask({"do": 10**6, "at": 0})
        table = parts_of(app).hall.tables[ID]
        actor = table.state.actor
        if common is not None and actor != viewer:
            try:
                await table.act(actor, common, table.at)
            except Refused as refused:
                raise AssertionError(refused.says.en) from None
            await page.settle()
            # Chance drew by counts that may lie with what is hidden: what follows is new.
            return upto_chance(page, len(events) + 1)
        await page.settle()
        return page.raw


def clicks(page: Page) -> list[dict[str, list[str]]]:
    """Clicks on some of what is drawn, and on what would be drawn of other cards and seats."""
    ids = re.findall(r'<[a-z]+ id="([^"]*)"', page.view["svg"])
    rng = random.Random(len(ids))
    some = rng.sample(ids, min(8, len(ids)))
    guessed = [re.sub(r"\d+", lambda _: str(rng.randrange(13)), id) for id in ids if "-" in id]
    some += rng.sample(guessed, min(16, len(guessed)))
    hot = sorted(page.view["heat"])[:1]
    return [{"on": [id], "picked": []} for id in some] + [{"on": some[:8], "picked": hot}]


def upto_chance(page: Page, at: int) -> list[str]:
    import json

    return [raw for raw in page.raw if json.loads(raw).get("at", 0) <= at]


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("game", matou.games())
def test_raw_bytes_do_not_change_with_what_a_seat_cannot_know(
    game: str, viewer: int | None, tmp_path: Path
) -> None:
    rng = random.Random(f"{game} {viewer}")
    found = 0
    for i in range(PAIRS):
        one, other, differing = pair(game, viewer, rng)
        if not one:
            continue
        states = replay(game, one), replay(game, other)
        both = [
            a
            for a in states[0].legal()
            if a in states[1].legal() and hidden_from(states[0], a, viewer) is None
        ]
        common = both[0] if both and states[0].actor >= 0 else None
        if differing == 0 and i > 2:
            continue  # nothing hidden lies between them: one or two such pairs are enough
        cookies = cookies_for(tmp_path)
        sent = []
        for k, events in enumerate((one, other)):
            folder = tmp_path / f"{i}-{k}"
            folder.mkdir()
            (folder / "key").write_text("k" * 64)
            sent.append(asyncio.run(bytes_sent(folder, game, events, viewer, common, cookies)))
        assert sent[0] == sent[1]
        found += differing > 0
    start = matou.game(game).start(2)
    if has_secrets(start, viewer):
        assert found >= 2, "no pair differed in anything hidden: the test shows nothing"


def cookies_for(tmp_path: Path) -> list[str]:
    from matou.web.security import People

    people = People("k" * 64)
    kept = tmp_path / "cookies"
    if not kept.exists():
        kept.write_text("\n".join([people.new(), people.new()]))
    return kept.read_text().split("\n")


def has_secrets(state: State, viewer: int | None) -> bool:
    """Does random play ever hide something from this viewer?"""
    rng = random.Random(0)
    while not state.over:
        action = state.sample(rng)
        if hidden_from(state, action, viewer) is not None:
            return True
        state.play(action)
    return False


def test_the_comparison_notices_a_leak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same test, with the log told in full to everybody, fails."""
    from matou.web.table import Line

    monkeypatch.setattr(Line, "read_by", lambda self, _seat, _over: (self.own, self.own_name))
    leaky = [g for g in matou.games() if has_secrets(matou.game(g).start(2), None)]
    assert leaky
    compare = test_raw_bytes_do_not_change_with_what_a_seat_cannot_know
    with pytest.raises(AssertionError):
        compare(leaky[0], None, tmp_path)
