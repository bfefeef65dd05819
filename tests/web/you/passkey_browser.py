"""Helpers for tests of accounts: browsers with their own passkeys."""

from __future__ import annotations

import html
import re
from typing import Any

import httpx
from starlette.applications import Starlette
from web.support import Person
from web.you.authenticator import Authenticator

ORIGIN = "https://site.test"


class Browser(Person):
    """A browser at an address where passkeys work, with its own passkeys."""

    def __init__(self, app: Starlette, lang: str = "en") -> None:
        super().__init__(app, lang)
        self.http.base_url = httpx.URL(ORIGIN)
        self.passkeys = Authenticator("site.test", ORIGIN)

    async def post(self, path: str, **fields: Any) -> httpx.Response:
        return await self.http.post(path, data=fields, headers={"origin": ORIGIN})

    async def make_passkey(self, name: str = "Ada", **more: Any) -> httpx.Response:
        asked = (await self.post("/you/passkey/options", name=name)).json()
        return await self.post("/you/passkey", credential=self.passkeys.make(asked, **more))

    async def use_passkey(self, passkeys: Authenticator, **how: Any) -> httpx.Response:
        asked = (await self.post("/you/in/options")).json()
        fields = {} if how.pop("alone", False) else {"along": "1"}
        used = passkeys.use(asked, **how)
        return await self.post("/you/in/passkey", credential=used, **fields)

    async def page(self, path: str = "/you") -> str:
        answer = await self.http.get(path, follow_redirects=True)
        assert answer.status_code == 200, path
        return html.unescape(answer.text)

    async def a_code(self) -> str:
        answer = await self.post("/you/code", name="Ada")
        assert answer.status_code == 200
        found = re.search(r'id="code">([0-9A-Z-]{24})<', answer.text)
        assert found is not None
        return found[1]
