"""People you have played with, in the API: the list, invitations and their limits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from web.api.programs import Program
from web.support import a_site, site_of, table_of, until

GAME = "catymini"


async def play_game(app: Starlette, ada: Program, bo: Program) -> str:
    """Plays a game that the second player resigns. Returns the table."""
    set_up = await ada.set_table(GAME, "you", "open", name="Ada", clock=CLOCK)
    await bo.join(set_up["table"], set_up["invites"][0]["invite"], name="Bo")
    answer = await bo.ask("POST", f"/api/tables/{set_up['table']}/resign")
    assert answer.status_code == 200, answer.text

    async def recorded() -> bool:
        return bool((await people(ada))["people"])

    await until(recorded)
    return str(set_up["table"])


CLOCK = {"kind": "live", "minutes": 7, "increment": 3}


async def people(program: Program) -> dict[str, Any]:
    answer = await program.ask("GET", "/api/people")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_the_list_is_private_and_people_are_invited_only_if_they_allow_it(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        ada, bo, other = Program(app), Program(app), Program(app)
        assert (await other.ask("GET", "/api/people")).status_code == 401
        first = await play_game(app, ada, bo)
        (met,) = (await people(ada))["people"]
        score = {"game": GAME, "won": 1, "drawn": 0, "lost": 0}
        assert (met["name"], met["muted"], met["games"]) == ("Bo", False, [score])
        ((mine,), (theirs,)) = [(await people(one))["people"] for one in (ada, bo)]
        assert theirs["games"] == [{**score, "won": 0, "lost": 1}]
        assert mine["person"] != theirs["person"]

        again = {"person": met["person"], "game": GAME}
        for wrong in ({**again, "person": theirs["person"]}, {**again, "game": "appenzell"}):
            answer = await ada.ask("POST", "/api/people/again", wrong)
            assert (answer.status_code, answer.json()["error"]) == (404, "person")
        table = (await ada.ask("POST", "/api/people/again", again)).json()
        assert (table["asked"], len(table["invites"])) == (False, 1), "no link to send"
        assert (await people(bo))["invitations"] == []

        allowed = await bo.ask("POST", "/api/people", {"invitable": True})
        assert allowed.json()["invitable"]
        table = (await ada.ask("POST", "/api/people/again", again)).json()
        assert table["asked"]
        assert (await ada.ask("POST", "/api/people/again", again)).json() == table, "a second table"
        assert table_of(app, table["table"]).row.options == table_of(app, first).row.options
        (asked,) = (await people(bo))["invitations"]
        assert (asked["game"], asked["host"], asked["table"]) == (GAME, "Ada", table["table"])
        assert asked["clock"] == {**CLOCK, "when_up": "bot"}
        assert (await people(ada))["invitations"] == []
        await bo.join(asked["table"], asked["invite"], name="Bo")
        assert (await people(bo))["invitations"] == []


async def test_people_can_decline_mute_and_block(tmp_path: Path, address: str) -> None:
    async with a_site(tmp_path, store=address) as app:
        ada, bo, store = Program(app), Program(app), site_of(app).store
        await play_game(app, ada, bo)
        await bo.ask("POST", "/api/people", {"invitable": True})
        (met,) = (await people(ada))["people"]
        again = {"person": met["person"], "game": GAME}
        table = (await ada.ask("POST", "/api/people/again", again)).json()
        declined = await bo.ask("POST", "/api/people/decline", {"table": table["table"]})
        assert declined.json()["invitations"] == []
        assert (await ada.ask("POST", "/api/people/again", again)).json() == table, (
            "the host notices"
        )
        adas, bos = (site_of(app).people.owner(one.token) for one in (ada, bo))
        await store.moderation.avoid(adas, bos, "mute", "Bo")
        assert (await people(ada))["people"][0]["muted"]
        await store.moderation.avoid(adas, bos, "block", "Bo")
        assert (await people(ada))["people"] == []
        answer = await ada.ask("POST", "/api/people/again", again)
        assert answer.status_code == 404


@pytest.mark.parametrize("body", [{}, {"person": "x", "game": GAME}, {"person": "0" * 32}])
async def test_invalid_requests_are_refused(tmp_path: Path, body: dict[str, str]) -> None:
    async with a_site(tmp_path) as app:
        ada = Program(app)
        await ada.set_table(GAME)
        answer = await ada.ask(
            "POST", "/api/people/again", body or None, raw=b"{}" if not body else None
        )
        assert answer.status_code in (400, 422), answer.text


async def test_invitations_are_limited(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        ada, bo = Program(app), Program(app)
        await play_game(app, ada, bo)
        (met,) = (await people(ada))["people"]
        again = {"person": met["person"], "game": GAME}
        statuses = [
            (await ada.ask("POST", "/api/people/again", again)).status_code for _ in range(5)
        ]
        assert statuses == [200, 200, 200, 429, 429]
