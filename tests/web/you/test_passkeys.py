"""Passkeys: made, used from another browser, listed, removed, refused."""

from __future__ import annotations

from pathlib import Path

from web.support import a_site, owner_of, set_limit, site_of
from web.you.authenticator import Authenticator
from web.you.passkey_browser import ORIGIN, Browser


async def test_a_passkey_makes_an_account_and_opens_it_in_another_browser(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as app:
        ada, store = Browser(app), site_of(app).store
        table = await ada.new_table("catymini", name="Ada")
        page = await ada.open(table)
        before = owner_of(app, ada)
        assert (await ada.make_passkey()).json() == {"code": "/you/code"}
        after = owner_of(app, ada)
        assert after != before, "the old cookie still works"
        assert not any((await store.personal_data.export(before)).values())
        # The open page reconnects by itself, in the same seat.
        await page.next("closed")
        assert page.closed == 1013
        assert (await ada.open(table)).view["seat"] == 0
        shown = await ada.page()
        assert "You’ve had this account since" in shown
        assert "Ada" in shown
        # Another browser, with its own games.
        other = Browser(app)
        mine = await other.new_table("clocktowers", name="Ada too")
        await other.open(mine)
        assert "along this browser’s games (1)" in await other.page("/you/in")
        reply = (await other.use_passkey(ada.passkeys)).json()
        assert reply == {"go": "/you?done=in&n=1"}
        assert "now with yours (1)" in await other.page(reply["go"])
        assert owner_of(app, other) == after
        assert {stored.id for stored in await store.games.in_play_of(after, 9)} == {table, mine}
        assert (await ada.open(mine)).view["seat"] == 0, "the first browser has them too"
        assert len(await store.accounts.devices_of(after)) == 2


async def test_passkeys_are_refused_in_words(tmp_path: Path) -> None:
    """Wrong origin, wrong site, an older counter, a second use, a removed and an invented one."""

    async with a_site(tmp_path) as app:
        ada, other = Browser(app), Browser(app)
        await ada.make_passkey()
        for how in (
            {"origin": "https://evil.test"},
            {"rp_id": "evil.test"},
            {"challenge": "AAAA"},
            {"signature": b"no"},
            {"id": "bm9ib2R5"},
        ):
            answer = await other.use_passkey(ada.passkeys, **how)
            assert answer.status_code == 400, how
            assert answer.json()["wrong"], how
            assert not (await other.http.get("/you")).text.count("had this account since")
        assert (await other.use_passkey(ada.passkeys)).status_code == 200
        # A copy of the authenticator with an older counter.
        ada.passkeys.count -= 1
        answer = await Browser(app).use_passkey(ada.passkeys)
        assert "seems to have been copied" in answer.json()["wrong"]
        ada.passkeys.count += 5
        # An answer works once.
        third = Browser(app)
        asked = (await third.post("/you/in/options")).json()
        sent = ada.passkeys.use(asked)
        assert (await third.post("/you/in/passkey", credential=sent)).status_code == 200
        again = await Browser(app).post("/you/in/passkey", credential=sent)
        assert "took too long" in again.json()["wrong"]
        french = Browser(app, "fr")
        for sent in ("", "null", "[]", "{", '{"response":{"clientDataJSON":"e30"}}', "é" * 50):
            answer = await french.post("/you/in/passkey", credential=sent)
            assert answer.status_code == 400
            assert "clé" in answer.json()["wrong"]
            assert (await french.post("/you/passkey", credential=sent)).status_code == 400
        # Forms of other sites have no effect.
        for path in ("/you/in/options", "/you/passkey", "/you/code", "/you/out", "/you/join"):
            answer = await ada.http.post(path, headers={"origin": "https://evil.test"})
            assert answer.status_code == 403, path


async def test_passkeys_are_listed_named_and_removed_except_the_last_way_to_sign_in(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as app:
        ada, store = Browser(app), site_of(app).store
        await ada.make_passkey()
        owner = owner_of(app, ada)
        (first,) = await store.accounts.passkeys_of(owner)
        refused = await ada.post("/you/passkey/remove", id=first.id)
        assert "only way to sign in" in await ada.page(refused.headers["location"])
        spare = ada.passkeys = Authenticator("site.test", ORIGIN)
        assert (await ada.make_passkey()).json() == {"go": "/you?done=passkey"}
        second = (await store.accounts.passkeys_of(owner))[1]
        await ada.post("/you/passkey/name", id=second.id, name="Key ring")
        assert "Key ring" in await ada.page()
        removed = await ada.post("/you/passkey/remove", id=first.id)
        assert "no longer works here" in await ada.page(removed.headers["location"])
        assert [key.id for key in await store.accounts.passkeys_of(owner)] == [second.id]
        assert (await Browser(app).use_passkey(spare)).status_code == 200
        # The same passkey cannot be added twice, and another person's cannot be removed.
        bo = Browser(app)
        asked = (await bo.post("/you/passkey/options", name="Bo")).json()
        sent = spare.make(asked, id=second.id)
        assert "already have it" in (await bo.post("/you/passkey", credential=sent)).json()["wrong"]
        await bo.make_passkey("Bo")
        await bo.post("/you/passkey/remove", id=second.id)
        assert len(await store.accounts.passkeys_of(owner)) == 1
        # A browser that signed out meanwhile does not add a passkey to its old account.
        asked = (await bo.post("/you/passkey/options")).json()
        await bo.post("/you/out", which="here")
        answer = await bo.post("/you/passkey", credential=bo.passkeys.make(asked, id="new"))
        assert answer.status_code == 400


async def test_challenges_are_limited(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        set_limit(app, "you", 0.5, 5)
        ada = Browser(app)
        answers = [await ada.post("/you/in/options") for _ in range(7)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
        assert answers[-1].json()["wrong"]
        assert (await ada.post("/you/code")).status_code == 429
