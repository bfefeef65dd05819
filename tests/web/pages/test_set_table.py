"""Setting up a table seat by seat: your own seat and side, friends, bots, people here."""

from __future__ import annotations

import re
from pathlib import Path

from web.support import Person, a_site, site_of

from matou.core.messages import say


async def test_the_form_offers_every_seat_and_remembers_the_input(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app, "fr")
        page = (await person.get("/g/chopchop?mode=friends")).text
        assert "le chat" in page
        assert len(re.findall(r'name="you"', page)) == 5
        page = (await person.get("/g/catymini")).text
        for letter in "ABCD":
            src = f"/picture/light/catymini/{letter}.svg"
            assert src in page
            assert (await person.get(src)).text.startswith("<svg")
        for none in ("/picture/light/catymini/E.svg", "/picture/red/catymini/A.svg",
                     "/picture/light/chopchop/A.svg"):  # fmt: skip
            assert (await person.get(none)).status_code == 404
        assert "ABCD" not in page, "a code in the list"
        sent = {"mode": "same", "seats": "3", "you": "1", "name": "Ada", "name2": "Zoé",
                "option-boards-0": "C", "option-boards-1": "C"}  # fmt: skip
        refused = await person.post("/g/catymini/play", **sent)
        assert refused.status_code == 400
        assert (
            say("{what} is chosen for two seats. Choose a different one for each.")
            .filled(what="C")
            .say("fr")
            in refused.text
        )
        for stored in ('value="same" checked', 'name="seats" value="3" checked', 'value="Zoé"',
                     'name="you" value="1" checked', 'name="option-boards-1" value="C" checked',
                     'name="hints" value="1">'):  # fmt: skip
            assert stored in refused.text, stored
        sent["option-boards-1"] = "D"
        table = (await person.post("/g/catymini/play", **sent)).headers["location"][3:]
        live = site_of(app).manager.tables[table]
        assert live.row.options["boards"] == "CDA"
        opened = await person.open(table)
        assert opened.view["players"][1]["mine"]
