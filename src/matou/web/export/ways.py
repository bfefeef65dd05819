"""How exported pages reach each other for a table with friends: relays, STUN and TURN servers.

The list is fixed when the folder is written. A page's content security policy allows exactly these
relays.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from matou.core.refusals import BadChoice
from matou.web.http.security import POLICY

# Relays that have carried trystero's signals for years. A page uses all of them.
RELAYS = (
    "wss://nos.lol",
    "wss://relay.mostr.pub",
    "wss://purplerelay.com",
    "wss://nostr.data.haus",
)
OWN = "../../../relay"  # the relay of the site that serves the folder, as a table's page sees it
STUN = "stun:stun.cloudflare.com:3478"
ADDRESS = re.compile(r"wss?://[A-Za-z0-9.:\[\]-]+(/[A-Za-z0-9._~/-]*)?")
SERVER = re.compile(r"(?:(?P<user>[^:@\s]+):(?P<password>[^@\s]+)@)?(?P<host>[A-Za-z0-9.:\[\]-]+)")


@dataclass(frozen=True)
class Ways:
    relays: tuple[str, ...] = RELAYS
    stun: str = STUN  # '' for none
    turn: str = ""  # USER:PASSWORD@HOST:PORT

    @classmethod
    def of(cls, relay: str | None, stun: str | None, turn: str | None) -> Ways:
        """Returns what a person asked for, with defaults. Raises BadChoice."""
        relays = tuple(part.strip() for part in relay.split(",")) if relay else RELAYS
        for one in relays:
            if not ADDRESS.fullmatch(one):
                raise BadChoice("“{text}” is not a relay’s address, such as wss://…", text=one[:80])
        if stun == "none":
            stun = ""
        elif stun and not stun.startswith("stun:"):
            stun = f"stun:{stun}"
        if turn and not SERVER.fullmatch(turn):
            raise BadChoice("“{text}” is not USER:PASSWORD@HOST:PORT.", text=turn[:80])
        return cls(relays, STUN if stun is None else stun, turn or "")

    @property
    def ice(self) -> list[dict[str, Any]]:
        """Returns the servers that WebRTC asks for a way."""
        found: list[dict[str, Any]] = [{"urls": self.stun}] if self.stun else []
        if (asked := SERVER.fullmatch(self.turn)) is not None:
            server = {"urls": f"turn:{asked['host']}"}
            if asked["user"]:
                server |= {"username": asked["user"], "credential": asked["password"]}
            found.append(server)
        return found

    def attributes(self) -> str:
        """Returns what a table's page needs to know, as JSON."""
        return json.dumps({"relays": self.relays, "ice": self.ice})

    @property
    def named(self) -> dict[str, str]:
        """Returns the relays and other servers, as people read them; '' for the site's own."""
        relays = [re.sub(r"^wss?://", "", relay) for relay in self.relays if relay != OWN]
        asked = SERVER.fullmatch(self.turn)
        servers = [self.stun.removeprefix("stun:"), asked["host"] if asked else ""]
        return {"relays": ", ".join(relays), "servers": ", ".join(filter(None, servers))}

    @property
    def policy(self) -> str:
        origins = [re.sub(r"(?<=[^/:])/.*", "", relay) for relay in self.relays if relay != OWN]
        allowed = " ".join(["connect-src 'self'", *origins])
        return POLICY.replace("connect-src 'self'", allowed)
