"""Stores from before ratings, or with older ratings, are upgraded with their games."""

from __future__ import annotations

from pathlib import Path

from web.db.stores import downgrade_postgres, downgrade_sqlite
from web.strength.rated import DAYS, GAME, choose_rating, count_results, play_out, table_of_two
from web.support import Person, a_site, owner_of, site_of, table_of

from matou.play.ladder import CatGame, CatResults
from matou.web.db import schema

MADE = "CREATE TABLE wants_rating"  # by the first schema with ratings


BEFORE_SQLITE = next(i for i, script in enumerate(schema.SQLITE) if MADE in script)


BEFORE_POSTGRES = next(i for i, m in enumerate(schema.POSTGRES) if MADE in m.script)


DECIDED = "ALTER TABLE seats ADD COLUMN rated_at"  # the schema that fixes who is rated


BEFORE_DECIDED_SQLITE = next(i for i, s in enumerate(schema.SQLITE) if DECIDED in s)


BEFORE_DECIDED_POSTGRES = next(i for i, m in enumerate(schema.POSTGRES) if DECIDED in m.script)


async def test_rated_games_in_play_still_count_after_an_upgrade(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        host, guest, shy = Person(app), Person(app), Person(app)
        await choose_rating(host)
        counts = await table_of_two(app, host, guest)
        await choose_rating(shy)
        waits = await host.new_table(GAME, "friends", rated="1")
        does_not = await table_of_two(app, host, shy, rated="")
        ids, owners = [counts.id, waits, does_not.id], [s.owner for s in counts.seats]
    if address:
        await downgrade_postgres(address, BEFORE_DECIDED_POSTGRES)
    else:
        downgrade_sqlite(tmp_path / "tables.db", BEFORE_DECIDED_SQLITE)
    async with a_site(tmp_path, store=address) as app:
        manager, store = site_of(app).manager, site_of(app).store
        for owner in owners:
            await store.ratings.want(owner, False)
        tables = [await manager.table(id) for id in ids]
        assert [[s.rated_at > 0 for s in t.seats] for t in tables if t] == [
            [True, True],
            [False, False],
            [False, False],
        ]
        assert tables[0] is not None
        await play_out(tables[0])
        await count_results(app)
        for owner in owners:
            assert (await store.ratings.of(owner))[GAME].games == 1


async def test_an_upgraded_store_gains_ratings_and_counts_only_games_in_play(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        person = Person(app)
        ids = [await person.new_table(GAME, "same", **DAYS) for _ in range(2)]
        await play_out(table_of(app, ids[0]))
        await play_out(table_of(app, ids[1]), most=20)
        cookies, owner = dict(person.http.cookies), owner_of(app, person)
    if address:
        await downgrade_postgres(address, BEFORE_POSTGRES)
    else:
        downgrade_sqlite(tmp_path / "tables.db", BEFORE_SQLITE)
    async with a_site(tmp_path, store=address) as app:
        person, store = Person(app), site_of(app).store
        person.http.cookies.update(cookies)
        assert await store.ratings.uncounted(9) == []
        await choose_rating(person)
        table = await site_of(app).manager.table(ids[1])
        assert table is not None
        # Only moves after the upgrade have the remaining time.
        assert await store.tables.remaining(ids[1]) == {}
        await play_out(table, seed=2)
        assert len(await store.tables.remaining(ids[1])) > 10
        story = (await person.get(f"/t/{ids[1]}/back/story")).json()
        assert {len(line) for line in story["lines"] if line[0] >= 0} == {3, 4}
        assert await store.ratings.uncounted(9) == [ids[1]]
        await count_results(app)
        assert await store.ratings.of(owner) == {}
        mine = await person.new_table(GAME, level="1", rated="1")
        await play_out(table_of(app, mine))
        await count_results(app)
        assert (await store.ratings.of(owner))[GAME].games == 1


async def test_an_upgraded_store_has_the_same_ladder(tmp_path: Path, address: str) -> None:
    met = [CatGame("somebody", 2, won=True, margin=7)]
    async with a_site(tmp_path, store=address) as app:
        person, store = Person(app), site_of(app).store
        id = await person.new_table(GAME, level="2")
        await play_out(table_of(app, id))
        assert await store.ratings.count(id, GAME, [], met)
    if address:
        await downgrade_postgres(address, BEFORE_DECIDED_POSTGRES)
    else:
        downgrade_sqlite(tmp_path / "tables.db", BEFORE_DECIDED_SQLITE)
    async with a_site(tmp_path, store=address) as app:
        found = await site_of(app).store.ratings.ladder("somebody", GAME)
        assert found == {2: CatResults(games=1, won=1, best=7, hinted=0)}
