"""Hidden information does not change a single byte of what the API sends."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from web.api.programs import Program
from web.secrecy import ID, check_same_for_viewer, has_secrets, seated
from web.support import Person, a_site, site_of

import matou
from matou.play.log import Line

pytestmark = pytest.mark.unmeasured  # it repeats the same code many times

TRIED = 10  # illegal actions to try


async def bytes_sent(
    tmp: Path,
    game: str,
    events: list[int],
    viewer: int | None,
    visible_action: int | None,
    tokens: list[str],
) -> list[bytes]:
    """Returns everything that the API sends a viewer: positions, streams, refusals, moves."""
    async with a_site(tmp) as app:
        people = [Person(app), Person(app)]
        for person, token in zip(people, tokens, strict=True):
            person.http.cookies.set("matou", token)
        await seated(app, game, events, people)
        program = Program(app)
        program.table, program.token = ID, "" if viewer is None else tokens[viewer]
        reply = []
        for query in ({}, {"state": 1, "svg": 1}):
            reply.append((await program.ask("GET", program.at_table, params=query)).content)
        for path in ("/api/tables", "/api/open", f"{program.at_table}/chat"):
            reply.append((await program.ask("GET", path)).content)
        whole = await program.follow("from=0&seconds=0&state=1")
        await whole.rest()
        reply.append(whole.raw)
        following = await program.follow("state=1")
        await following.read()
        rng = random.Random(1)
        table = site_of(app).manager.tables[ID]
        legal = table.state.observe(viewer).legal()
        every = [a for a in range(table.game.rules.ACTIONS) if a not in legal]
        for action in [*rng.sample(every, TRIED), 10**9, "?", "x?"]:
            reply.append((await program.act(action)).content)
        reply.append((await program.act(0, 0)).content)
        reply.append((await program.ask("POST", program.at_table + "/undo", {"at": 0})).content)
        reply.append((await program.ask("GET", program.at_table + "/record")).content)
        for path in ("hint", "rematch"):
            reply.append((await program.ask("POST", f"{program.at_table}/{path}")).content)
        actor = table.state.actor
        if visible_action is not None and actor != viewer:
            await table.act(actor, visible_action, table.number)
            # Stop at the next chance event: its probabilities may depend on hidden cards.
            reply.append(await following.read())
        return reply


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("game", matou.available())
async def test_hidden_information_does_not_change_answers_streams_and_refusals(
    game: str, viewer: int | None, tmp_path: Path
) -> None:
    await check_same_for_viewer(bytes_sent, game, viewer, tmp_path, enough=3)


async def test_the_comparison_notices_a_leak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The comparison fails if everyone gets the full log."""
    monkeypatch.setattr(Line, "read_by", lambda self, *_: self.own)
    leaky = [g for g in matou.available() if has_secrets(matou.game(g).start(2), None)]
    assert leaky
    compare = test_hidden_information_does_not_change_answers_streams_and_refusals
    with pytest.raises(AssertionError, match="replies differ"):
        await compare(leaky[0], None, tmp_path)
