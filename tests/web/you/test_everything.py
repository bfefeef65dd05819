"""All personal data of a site is listed in ``OWNED``, and is deleted with its person."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from web.daily.days import finish_daily
from web.notify.notified import ALL, no_background_sending, subscribe
from web.notify.receivers import Browser as PushBrowser, http_receiver
from web.strength.rated import DAYS, choose_rating, count_results, play_out, table_of_two
from web.support import Person, a_site, owner_of, site_of

from matou.web.db.sqlite import connect
from matou.web.you.repository import OWNED

__all__ = ["no_background_sending"]  # a fixture
GAME, TOKEN = "catymini", "t" * 32
# A table's settings also name its host, and a report's lines name the speakers.
NAMED = {("tables", "settings"), ("reports", "lines")}
NAMED |= {(owned.table, owned.column) for owned in OWNED}


def columns_with(data: Path, owner: str) -> set[tuple[str, str]]:
    """Returns every table and column of a database in which a person's id occurs."""
    with closing(connect(data / "tables.db")) as db:
        tables = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type='table'")]
        columns = [(t, row[1]) for t in tables for row in db.execute(f"PRAGMA table_info({t})")]
        return {
            (table, column)
            for table, column in columns
            if db.execute(
                f"SELECT 1 FROM {table} WHERE instr(CAST({column} AS TEXT), ?) LIMIT 1", (owner,)
            ).fetchone()
        }


async def test_deletion_finds_everything_of_a_person(tmp_path: Path) -> None:
    async with http_receiver() as service, a_site(tmp_path, notify=ALL, operator=TOKEN) as app:
        ada, bo, store = Person(app), Person(app), site_of(app).store
        assert (await ada.post("/you/code", name="Ada")).status_code == 200
        await choose_rating(ada)
        owner = owner_of(app, ada)
        await subscribe(ada, PushBrowser(), service)
        channel = (await store.notices.channels_of(owner))[0].id
        await ada.post("/notify/daily", channel=channel, hour=3)
        await ada.post("/you/people/allow", may="1")
        await ada.post("/strangers/meet", only_people="1")
        await ada.post("/you/join")
        for seed in range(2):  # rated games, chat and reports by both
            table = await table_of_two(app, ada, bo, **DAYS)
            pages = [await person.open(table.id) for person in (ada, bo)]
            for page, theirs in zip(pages, (1, 0), strict=True):
                assert (await page.ask({"chat": "miaou"}))["t"] == "ok"
                if seed:
                    assert (await page.ask({"report": theirs, "reason": "rude"}))["t"] == "ok"
            await play_out(table, seed)
            for page in pages:
                await page.close()
        bos = owner_of(app, bo)
        for who, whom in ((owner, bos), (bos, owner)):
            await store.moderation.avoid(who, whom, "mute", "")
        await store.moderation.sanction(owner, "mute", "Ada")
        await store.moderation.lift(owner, "mute")
        await finish_daily(app, ada)
        await count_results(app)
        await ada.new_table(GAME, level="1")
        await site_of(app).manager.recorder.record_some()
        person = site_of(app).moderation.pair_id(bos, owner)
        await store.moderation.stop_avoiding(owner, bos)
        assert (await bo.post("/you/people/again", person=person, game=GAME)).status_code == 303
        before = columns_with(tmp_path, owner)
        assert before <= NAMED, before - NAMED
        visited = {"seats", "daily_games", "daily_reminders", "ladder", "rated", "invitations"}
        assert visited <= {table for table, _ in before}
        assert ("reports", "lines") in before
        export = await store.personal_data.export(owner)
        assert {table for table, rows in export.items() if rows} >= visited
        await store.personal_data.move(owner, another := "f" * 64)
        assert columns_with(tmp_path, owner) == set()
        assert columns_with(tmp_path, another) == before
        await store.personal_data.delete(another)
        assert columns_with(tmp_path, another) == set()
