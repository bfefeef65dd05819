"""After a finished game: its headline, the next bot, the rating, and a challenge."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from web.replay.finished import a_finished_table
from web.strength.rated import DAYS, GAME, choose_rating, play_out, table_of_two
from web.support import Person, a_site, owner_of, site_of, table_of

from matou.play.table import Table

HERE = {"origin": "http://site.test"}


async def win_game(app: Starlette, person: Person, level: str = "1") -> Table:
    """Plays until a game against a bot is won."""
    for seed in range(40):
        table = table_of(app, await person.new_table(GAME, level=level, options="1"))
        await play_out(table, seed)
        if table.state.winners == [0]:
            return table
    raise AssertionError("no game was won")


async def after_game(person: Person, table: Table) -> dict[str, Any]:
    answer = await person.get(f"/t/{table.id}/after")
    assert answer.status_code == 200, answer.text
    reply: dict[str, Any] = answer.json()
    return reply


async def test_a_win_over_a_bot_names_the_next_bot_and_a_first_win(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        person = Person(app)
        table = await win_game(app, person)
        reply = await after_game(person, table)
        assert reply["rung"]["says"] == "Kitten beaten. Next: Gourmand"
        assert reply["rung"]["level"] == 2
        tied = table.state.scores[0] == table.state.scores[1]
        assert reply["headline"] == "Your first win over Kitten!" or tied
        assert reply["rating"] == ""
        # Asking again does not count it again.
        assert await after_game(person, table) == reply
        fared = await site_of(app).store.ratings.ladder(owner_of(app, person), GAME)
        assert fared[1].won == 1
        again = await after_game(person, await win_game(app, person))
        assert again["rung"] == reply["rung"]
        assert "first win" not in again["headline"]
        # Others see the same game without the ladder.
        other = await after_game(Person(app), table)
        assert other["rung"] is None
        assert "first" not in other["headline"]
        assert all(
            who["share"].startswith("Caty Mini: Won against Kitten.") for who in (reply, other)
        )
        french = Person(app, "fr")
        french.http.cookies.update(person.http.cookies)
        says = (await after_game(french, table))["rung"]["says"]
        assert says.startswith("Chaton battu. Prochain chat")


async def test_a_challenge_has_the_same_set_up_and_a_stronger_bot(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        table = await win_game(app, person)
        answer = await person.post(f"/t/{table.id}/challenge", level="2")
        assert answer.status_code == 303
        (id,) = re.findall(r"/t/(\w+)$", answer.headers["location"])
        made = table_of(app, id)
        assert [(seat.kind, seat.level) for seat in made.seats] == [("person", 0), ("bot", 2)]
        assert made.row.options == table.row.options
        assert made.row.settings == table.row.settings
        assert table.row.rematch == ""  # a rematch is still open
        for level in ("0", "9", "x", ""):
            assert (await person.post(f"/t/{table.id}/challenge", level=level)).status_code == 400
        assert (await Person(app).post(f"/t/{table.id}/challenge", level="2")).status_code == 403
        assert (await person.post(f"/t/{id}/challenge", level="3")).status_code == 403  # not over


async def test_a_rated_game_shows_how_the_rating_changed(tmp_path: Path, address: str) -> None:
    async with a_site(tmp_path, store=address) as app:
        ada, bo = Person(app), Person(app)
        await choose_rating(ada)
        reply = []
        for seed in range(2):
            table = await table_of_two(app, ada, bo, **DAYS)
            await play_out(table, seed)
            reply.append((await after_game(ada, table))["rating"])
        rating = (await site_of(app).store.ratings.of(owner_of(app, ada)))[GAME].rating
        assert re.fullmatch(r"Your first rating: \d+", reply[0])
        assert re.fullmatch(rf"Your rating: {rating.points} \([+−]\d+\)", reply[1])
        assert (await after_game(ada, table))["rung"] is None
        assert (await after_game(Person(app), table))["rating"] == ""


async def test_the_browsers_analysis_makes_the_headline_and_must_fit_the_game(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        await person.new_table(GAME, level="1")
        state = await a_finished_table(app, "clocktowers", owner_of(app, person))
        asked = (await person.get("/t/done/back/opinion?quick=1")).json()
        won = 0 in state.winners
        moments = [
            {
                "number": d["number"],
                "best": d["action"],
                "chance": 0.5,
                "best_chance": 0.5,
                "chances": [0.1, 0.9] if won else [0.9, 0.1],
            }
            for d in asked["decisions"]
        ]
        drawn = [{"number": d["number"], "gains": [0, 0]} for d in asked["draws"]]
        sent = {"moments": moments, "draws": drawn}
        answer = await person.http.post("/t/done/after", json=sent, headers=HERE)
        says = "You were at 10%, and won" if won else "You were at 90%. So close!"
        assert answer.json()["headline"] == says
        reader = await Person(app).http.post("/t/done/after", json=sent, headers=HERE)
        assert "You" not in reader.json()["headline"]
        for wrong in ({}, {**sent, "moments": moments[1:]}, {**sent, "draws": []}):
            answer = await person.http.post("/t/done/after", json=wrong, headers=HERE)
            assert answer.status_code == 400
        assert (await person.http.post("/t/done/after", json=sent)).status_code == 403


async def test_games_in_play_have_no_summary_and_private_games_stay_private(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        id = await person.new_table(GAME, level="1")
        assert (await person.get(f"/t/{id}/after")).status_code == 404
        await a_finished_table(app, GAME, owner_of(app, person), watch=False)
        assert (await Person(app).get("/t/done/after")).status_code == 403
        reply = await person.get("/t/done/after")
        assert reply.json()["is_public"] is False
