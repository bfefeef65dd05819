"""All of a person at once: every table of the store that knows people is named, and moved whole."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

from web.stores import Stores, a_table, two

from matou.play.seats import Seat
from matou.web.store.owners import OWNED
from matou.web.store.sqlite import SqliteStore, connect


def test_every_table_with_a_person_in_it_is_named_and_tells_what_is_there(tmp_path: Path) -> None:
    """A column called ``owner`` is a person's; whoever calls it otherwise names it in OWNED."""
    SqliteStore(tmp_path / "tables.db").shut()
    named = {(owned.table, owned.column) for owned in OWNED}
    with closing(connect(tmp_path / "tables.db")) as db:
        tables = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type='table'")]
        there = {
            (table, column[1])
            for table in tables
            for column in db.execute(f"PRAGMA table_info({table})")
        }
    assert {place for place in there if place[1] == "owner"} <= named
    assert named <= there
    for owned in OWNED:
        told = {(owned.table, name.strip()) for name in owned.tells.split(",")}
        assert told <= there, owned
        assert (owned.table, owned.column) not in told, "an owner is nobody's to read"


def test_all_of_one_person_becomes_anothers(stores: Stores) -> None:
    async def story() -> None:
        async with two(stores) as (one, other):
            both = a_table("both")
            both.seats[1] = Seat("person", 0, "bo", "Bo", 2, "")
            away = a_table("away", settings={"host": "ada", "watch": False})
            away.seats[0] = Seat("bot", 3)
            for table in (a_table("only"), both, away):
                await one.create(table)
            await one.saw([("only", "ada"), ("both", "ada"), ("both", "bo")])
            heads = await other.heads(["only", "both", "away"])
            assert sorted(await other.move_owner("ada", "bo")) == ["away", "both", "only"]
            found = {id: await one.load(id) for id in ("only", "both", "away")}
            for id, loaded in found.items():
                assert loaded is not None
                assert loaded.kept.settings["host"] == "bo"
                assert loaded.kept.sitting == heads[id].sitting + 1
                assert "ada" not in {seat.owner for seat in loaded.kept.seats}
            assert [s.owner for s in found["both"].kept.seats] == ["bo", "bo"]  # type: ignore[union-attr]
            assert {id for id in found if "bo" in found[id].seen} == {"only", "both"}  # type: ignore[union-attr]
            rows = await one.rows_of("bo")
            assert sorted((row["tbl"], row["seat"]) for row in rows["seats"]) == [
                ("both", 0),
                ("both", 1),
                ("only", 0),
            ]
            assert not any((await one.rows_of("ada")).values())
            for nobody in ("", "bo", "nobody"):
                assert await one.move_owner(nobody, "bo") == []

    asyncio.run(story())
