"""One suite for all stores: SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from web.db.stores import Stores, a_table, two_stores

from labs.bench.postgres import Postgres
from matou.play.keeping import MOST_CHAT, Conflict, Gone, Said, StoreFailed
from matou.play.seats import Seat
from matou.web.db.database import LOOK
from matou.web.notify.repository import Channel
from matou.web.store import Store


async def test_a_table_is_read_as_it_was_stored(stores: Stores) -> None:
    async with two_stores(stores) as (one, other):
        table = a_table()
        assert await one.tables.create(table, [3, 1, 4]) == table.id
        found = await other.tables.load(table.id)
        assert found is not None
        assert found.row == table
        assert found.events == [3, 1, 4]
        assert await other.tables.events(table.id) == [3, 1, 4]
        for none in ("", "nobody", "\x00", "é\ud800"):
            assert await one.tables.load(none) is None
        assert one.db.key == other.db.key
        assert len(one.db.key) == 64
        await one.db.answers()
        assert not one.db.ill
        assert (await one.tables.heads([table.id, "none"]))[table.id] == (3, 0, 0)


async def test_full_tables_without_an_opening_are_found_for_a_while(stores: Stores) -> None:
    async with two_stores(stores) as (one, other):
        now = time.time()
        full = [Seat("person", 0, "ada", "Ada", 1, ""), Seat("bot", 3, "", "Cat", 2, "")]
        for id, seconds, more in (
            ("owed", 30, {"seats": full}),
            ("old", 5000, {"seats": full}),
            ("just-set", 0, {"seats": full}),
            ("waits", 30, {}),  # a seat is open
            ("drawn", 30, {"seats": full, "turn": 1}),
            ("over", 30, {"seats": full, "over": True}),
        ):
            table = a_table(id, touched=now - seconds)
            for name, value in more.items():
                setattr(table, name, value)
            await one.tables.create(table)
        assert await other.uptime.unbegun(10.0, 600.0, 5) == ["owed"]
        assert await other.uptime.unbegun(-10.0, 6000.0, 2) == ["just-set", "owed"]


async def test_only_the_next_events_are_appended_all_or_none(stores: Stores) -> None:
    async with two_stores(stores) as (one, other):
        await one.tables.create(a_table())
        await one.tables.append("0123456789ab", 0, [7, 8, 9], 1)
        for number in (0, 1, 2, 4, 99):  # already there, in the middle, or after a gap
            with pytest.raises(Conflict):
                await other.tables.append("0123456789ab", number, [5, 5, 5, 5], 0)
        with pytest.raises(Gone):
            await other.tables.append("nobody", 0, [1], 0)
        assert await one.tables.events("nobody") == []
        await other.tables.append("0123456789ab", 3, [-1], -2)
        found = await one.tables.load("0123456789ab")
        assert found is not None
        assert found.events == [7, 8, 9, -1]
        assert found.row.turn == -2
        assert found.row.over


async def test_of_simultaneous_appends_one_succeeds_and_nothing_is_lost_or_doubled(
    stores: Stores,
) -> None:
    tables = [f"table{i}" for i in range(12)]

    async with two_stores(stores) as both:
        for table in tables:
            await both[0].tables.create(a_table(table))
        accepted: dict[str, dict[int, int]] = {table: {} for table in tables}
        late: list[int] = []

        async def play(store: Store, who: int) -> None:
            async def at(table: str) -> None:
                known, tries = 0, 0
                while known < 12:
                    tries += 1
                    try:
                        await store.tables.append(table, known, [who, tries], 0)
                        accepted[table] |= {known: who, known + 1: tries}
                    except Conflict:
                        late.append(who)
                    known = len(await store.tables.events(table))

            await asyncio.gather(*map(at, tables))

        await asyncio.gather(*(play(store, who) for who, store in enumerate(both)))
        for table in tables:
            events = await both[0].tables.events(table)
            assert dict(enumerate(events)) == accepted[table]
        assert late, "no conflict: the test proves nothing"


async def test_seats_have_their_own_version_number(stores: Stores) -> None:
    async with two_stores(stores) as (one, other):
        table = a_table()
        await one.tables.create(table)
        table.seats[1] = Seat("person", 0, "bob", "Bob", 3, "link")
        await one.tables.save_seats(table.id, 0, table.seats)
        table.seats[1] = Seat("person", 0, "eve", "Eve", 3, "link")
        with pytest.raises(Conflict):
            await other.tables.save_seats(table.id, 0, table.seats)
        with pytest.raises(Gone):
            await other.tables.save_seats("nobody", 0, table.seats)
        news = await other.tables.news(table.id, 0, 0)
        assert news is not None
        assert (news.sitting, news.seats[1].name) == (1, "Bob")
        assert [stored.id for stored in await other.games.all_of("bob", 9)] == [table.id]
        assert await other.games.all_of("eve", 9) == []


async def test_chat_is_numbered_across_servers_and_only_the_latest_is_stored(
    stores: Stores,
) -> None:
    async with two_stores(stores) as both:
        await both[0].tables.create(a_table())
        said = [Said(i % 2, "Ada", f"line {i}", 1.5) for i in range(MOST_CHAT + 5)]
        for first in range(0, len(said), 5):
            lines = said[first : first + 5]
            reply = (both[line.seat].tables.say("0123456789ab", line) for line in lines)
            assert sorted(await asyncio.gather(*reply)) == [*range(first, first + len(lines))]
        with pytest.raises(Gone):
            await both[0].tables.say("nobody", said[0])
        found = await both[0].tables.load("0123456789ab")
        assert found is not None
        assert found.row.talked == len(said)
        assert len(found.chat) == MOST_CHAT
        news = await both[0].tables.news("0123456789ab", 0, len(said) - 2)
        assert news is not None
        assert news.said == found.chat[-2:]
        assert await both[0].tables.news("nobody", 0, 0) is None


async def test_simultaneous_rematches_create_one_table(stores: Stores) -> None:
    async with two_stores(stores) as (one, other):
        await one.tables.create(a_table("first"))
        asked = (
            store.tables.create(a_table(f"again{i}"), after=["first"])
            for i, store in enumerate((one, other, one))
        )
        made = await asyncio.gather(*asked)
        assert len(set(made)) == 1
        found = [await one.tables.load(f"again{i}") for i in range(3)]
        assert [f.row.id for f in found if f is not None] == [made[0]]
        with pytest.raises(Gone):
            await one.tables.create(a_table("lost"), after=["nobody"])
        assert await one.tables.load("lost") is None


async def test_lists_show_games_in_play_first_and_only_public_tables_to_watch(
    stores: Stores,
) -> None:
    async with two_stores(stores) as (one, other):
        for i in range(4):
            watch = {"watch": i != 1, "host": "ada"}
            await one.tables.create(
                a_table(f"t{i}", settings=watch, touched=100.0 + i, over=i == 3)
            )
        assert [k.id for k in await other.games.all_of("ada", 9)] == ["t2", "t1", "t0", "t3"]
        assert [k.id for k in await other.games.all_of("ada", 2)] == ["t2", "t1"]
        watched = await other.tables.to_watch(9)
        assert [k.id for k in watched] == ["t2", "t0"]
        assert [seat.name for seat in watched[0].seats] == ["Ada", ""]


async def test_texts_expire_and_only_the_latest_of_a_kind_are_stored(stores: Stores) -> None:
    async with two_stores(stores) as (one, other):
        await one.texts.put("old", "a", "text", -1.0, 5)
        assert await other.texts.get("old", "a") is None
        for i in range(4):
            await one.texts.put("new", f"k{i}", f"text {i}", 10 + i, 3)
        found = [await other.texts.get("new", f"k{i}") for i in range(4)]
        assert found == [None, "text 1", "text 2", "text 3"]

        async def days_left() -> float:
            (until,) = await other.db.column("SELECT until FROM papers WHERE key = 'k3'")
            return (float(until) - time.time()) / 86400

        assert 12.9 < await days_left() < 13.1
        for days, left in ((20, 13), (30, 30)):  # extended after half of the time
            await one.texts.extend("new", "k3", days)
            assert left - 0.1 < await days_left() < left + 0.1
        await one.texts.put("new", "k3", "again", 20, 3)
        assert await other.texts.get("new", "k3") == "again"


async def test_a_job_is_taken_by_one_worker_and_again_after_its_lease(stores: Stores) -> None:
    async with two_stores(stores) as (one, other):
        for key in ("a", "b"):
            await one.jobs.put("study", key, f"payload {key}")
        await one.jobs.put("study", "a", "not twice")
        assert await one.jobs.count("study") == 2
        # The database's clock was set back by two hours since. Jobs do not wait for that.
        await one.db.execute("UPDATE jobs SET due = due + 7200")
        (taken,) = await one.jobs.take_next("study", 60, 1)
        assert (taken.key, taken.payload) == ("a", "payload a")
        assert [job.key for job in await other.jobs.take_next("study", 60, 5)] == ["b"]
        assert await other.jobs.take_next("study", 60, 5) == []
        assert not await other.jobs.renew("study", "a", 60, 0.5)
        assert await one.jobs.renew("study", "a", 60, 0.5)
        found = await other.jobs.get("study", "a")
        assert found is not None
        assert (found.is_taken, found.part) == (True, 0.5)
        # The worker falls silent: its lease ends.
        assert await one.jobs.renew("study", "a", -1, 0.5)
        assert [job.key for job in await other.jobs.take_next("study", 60, 5)] == ["a"]
        await one.jobs.end("study", "a")  # too late: another worker has it
        assert await one.jobs.get("study", "a") is not None
        await other.jobs.end("study", "a")
        assert await one.jobs.get("study", "a") is None
        await other.jobs.end("study", "b", failed=True)
        failed = await one.jobs.get("study", "b")
        assert failed is not None
        assert failed.failed
        await one.jobs.put("study", "b", "once more")
        assert [job.payload for job in await one.jobs.take_next("study", 60, 5)] == ["once more"]
        # A job that need not be queued first.
        assert await one.jobs.take("bots", "t", 60)
        assert await one.jobs.take("bots", "t", 60)
        assert not await other.jobs.take("bots", "t", 60)
        assert await one.jobs.renew("bots", "t", -1)
        assert await other.jobs.take("bots", "t", 60)


async def test_a_lease_from_before_the_clock_was_set_back_does_not_block(
    stores: Stores,
) -> None:
    """Its worker may be dead. Others would wait for as long as the clock was set back."""

    async with two_stores(stores) as (one, other):
        half_an_hour = 1800.0
        assert await one.jobs.take("bots", "t", 60)
        assert not await other.jobs.take("bots", "t", 60)
        assert await one.jobs.renew(
            "bots", "t", 60 + half_an_hour
        )  # as it looks after the clock was set back
        assert await other.jobs.take("bots", "t", 60)
        assert not await one.jobs.take("bots", "t", 60)
        assert await other.jobs.renew("bots", "t", 60 + half_an_hour)
        assert [job.key for job in await one.jobs.take_next("bots", 60, 5)] == ["t"]


async def test_presence_and_signals_reach_other_servers(stores: Stores) -> None:
    async with two_stores(stores) as (one, other):
        await one.tables.create(a_table())
        await one.presence.mark([("0123456789ab", "ada"), ("0123456789ab", "bob"), ("x", "ada")])
        await one.presence.mark([("0123456789ab", "ada")])
        seen = await other.presence.seen(["0123456789ab"])
        assert set(seen) == {"0123456789ab"}
        assert set(seen["0123456789ab"]) == {"ada", "bob"}
        assert all(-1 < ago < 60 for ago in seen["0123456789ab"].values())
        await one.presence.signal("0123456789ab", "n1", "hello")
        news = await other.tables.news("0123456789ab", 0, 0)
        assert news is not None
        assert news.signals == [("n1", "hello")]
        assert set(news.seen) == {"ada", "bob"}
        found = await other.tables.load("0123456789ab")
        assert found is not None
        assert set(found.seen) == {"ada", "bob"}
        await one.clean_up()
        assert await other.presence.seen(["x"]) != {}


async def test_servers_share_a_limit_that_is_used_up_and_refills(stores: Stores) -> None:
    async with two_stores(stores) as both:
        given = [await both[i % 2].limits.admit("ada", 0.001, 5) for i in range(8)]
        assert given == [True] * 5 + [False] * 3
        assert await both[0].limits.admit("bob", 0.001, 5)
        assert not await both[0].limits.admit("ada", 0.001, 5)
        await both[1].limits.give_back("ada")
        assert [await store.limits.admit("ada", 0.0, 5) for store in both] == [True, False]
        while not await both[0].limits.admit("ada", 1e6, 5):  # refills within a millisecond
            await asyncio.sleep(0.001)


async def test_a_limit_is_not_deleted_before_it_has_refilled(stores: Stores) -> None:
    """Three mails to a mailbox, then one in eight hours: not three in every hour."""
    async with two_stores(stores) as (one, other):
        hours = 1 / 28_800
        given = [await one.limits.admit("mailbox", hours, 3) for _ in range(4)]
        assert given == [True] * 3 + [False]
        await one.db.execute("UPDATE limits SET at = at - 7200")
        await one.clean_up()
        assert not await other.limits.admit("mailbox", hours, 3)


async def test_other_servers_get_hints(stores: Stores) -> None:
    async with two_stores(stores) as (one, other):
        if not other.db.shared:
            pytest.skip("one process has this store to itself")
        heard: list[tuple[str, int]] = []
        other.db.on_hint = lambda table, number: heard.append((table, number))
        await one.tables.create(a_table())
        await one.tables.append("0123456789ab", 0, [1, 2], 0)
        await one.tables.say("0123456789ab", Said(0, "Ada", "hello", 0.0))
        while len(heard) < 2:
            await asyncio.sleep(0.01)
        assert heard == [("0123456789ab", 2), ("0123456789ab", LOOK)]


def set_clock_back(store: Store, seconds: int) -> None:
    """Sets the database's clock back."""
    dialect = {
        word: f"({meaning} - {seconds})" if "NOW" in word else meaning
        for word, meaning in store.db.DIALECT.items()
    }
    store.db.DIALECT = dialect  # type: ignore[misc]
    store.db.translated.cache_clear()


async def test_a_changed_clock_is_noticed_and_delays_no_message(stores: Stores) -> None:
    async with two_stores(stores) as (store, _):
        way = Channel("c", "o", "webhook", "", "https://x.example", {}, "en", "x")
        assert await store.notices.add_channel(way, 5)
        await store.uptime.beat(5.0)
        await store.db.execute("UPDATE notices SET due = due + 7200")
        assert store.uptime.clock_set == 0
        set_clock_back(store, 3600)
        await store.uptime.beat(5.0)
        assert store.uptime.clock_set == 1
        (taken,) = await store.notices.take_channels(60, 5, 15, 900)
        batch = await store.notices.batch(taken, "b")
        assert batch is not None
        assert batch.name == "b"
        # The sender dies, and the clock is set back again.
        set_clock_back(store, 7200)
        assert [channel.id for channel in await store.notices.take_channels(60, 5, 15, 900)] == [
            "c"
        ]


async def test_a_value_that_cannot_be_stored_does_not_mark_the_store_as_failed(
    postgres: Postgres,
) -> None:
    """Only the sender gets the error."""

    stores = Stores(Path(), postgres.new_database("zeros"))
    store = await stores.one()
    try:
        with pytest.raises(StoreFailed):
            await store.accounts.rename_passkey("ada", "\0", "phone")
        assert store.db.ill == ""
    finally:
        await stores.close()
