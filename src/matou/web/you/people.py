"""The people whom a visitor played with, and invitations to play with them again.

The list is private. It names people by ids that differ for each reader. A host learns whether
somebody allows invitations, but not whether they are muted or blocked, or were declined.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from matou.core.game import Game
from matou.core.messages import say
from matou.core.phrases import date
from matou.play import opening
from matou.web.feature import Feature, HTTPException, Problem, Request, Response, form, route
from matou.web.site import Site
from matou.web.strangers.routes import clock_words

MOST = 100  # people on the page
TOO_MANY = say("That’s a lot of invitations. Wait a while before you send more.")


@dataclass
class Score:
    game: Game
    won: int = 0
    drawn: int = 0  # both or neither of them won
    lost: int = 0


class KnownPerson(NamedTuple):
    id: str  # differs for each reader of the list
    name: str
    muted: bool
    last: str  # date
    scores: dict[str, Score]  # by game


class People(Feature):
    LIMITS = (
        ("invitations", (1 / 60, 6), (1 / 10, 30)),
        ("invitations to", (1 / 1200, 3), None),  # from one person to another
    )

    @route("/you/people")
    async def people(self, request: Request) -> Response:
        people = await known_people(self.site, request.owner, request.lang)
        return request.render("you/people.html", people=people, **await received(request))

    @route("/you/invitations")
    async def invitations(self, request: Request) -> Response:
        """Returns the visitor's invitations as a fragment, for pages that are open."""
        return request.render("you/invitations.html", **await received(request))

    @form("/you/people/allow")
    async def allow(self, request: Request) -> Response:
        await self.store.invitations.allow(request.meet(), request.fields.get("may") == "1")
        return request.redirect("/you?done=saved")

    @form("/you/people/decline")
    async def decline(self, request: Request) -> Response:
        await self.store.invitations.decline(request.fields.get("table", ""), request.owner)
        return request.redirect("/you/people")

    @form("/you/people/again")
    async def again(self, request: Request) -> Response:
        """Opens a table like the last one with a person, and invites them."""
        owner, game = request.owner, request.fields.get("game", "")
        other = await self.meant(owner, request.fields.get("person", ""))
        if asked := await self.store.invitations.asked(owner, other, game):
            return request.redirect(f"/t/{asked}#asked")
        after = await self.store.invitations.last_table(owner, other, game)
        table = await self.manager.table(after) if after else None
        if table is None or game not in self.site.games:
            raise HTTPException(404)
        await request.limit("invitations", TOO_MANY)
        await request.limit("tables")
        if not await self.site.limits.admits("invitations to", f"{owner} {other}", ""):
            raise Problem(TOO_MANY, 429)
        new = await self.manager.open(*opening.invitation_of(table, self.site.games[game], owner))
        was_asked = await self.store.invitations.invite(new.id, other, after)
        self.site.notifier.hurry()
        return request.redirect(f"/t/{new.id}#{'asked' if was_asked else 'send-link'}")

    async def meant(self, owner: str, id: str) -> str:
        """Returns the owner of a person on the visitor's list. Raises 404 if there is none."""
        blocked = await self.site.moderation.blocked(owner)
        for met in await self.store.invitations.met(owner) if owner else ():
            if met.owner not in blocked and self.site.moderation.pair_id(owner, met.owner) == id:
                return met.owner
        raise HTTPException(404)


async def known_people(site: Site, owner: str, lang: str, most: int = MOST) -> list[KnownPerson]:
    """Returns the people whom somebody played with and has not blocked, the latest first."""
    if not owner:
        return []
    muted, blocked = await site.moderation.muted(owner), await site.moderation.blocked(owner)
    people: dict[str, KnownPerson] = {}
    for met in await site.store.invitations.met(owner):
        game = site.games.get(met.game)
        if game is None or met.owner in blocked:
            continue
        if met.owner not in people:
            people[met.owner] = KnownPerson(
                site.moderation.pair_id(owner, met.owner),
                met.name or say("Somebody").say(lang),
                met.owner in muted,
                date(met.last).say(lang),
                {},
            )
        score = people[met.owner].scores.setdefault(game.name, Score(game))
        score.won += met.won
        score.drawn += met.games - met.won - met.lost
        score.lost += met.lost
    return [*people.values()][:most]


async def received(request: Request) -> dict[str, Any]:
    """Returns the visitor's invitations for a template, and whether they allow any."""
    site, owner, lang = request.site, request.owner, request.lang
    if not owner or not await site.store.invitations.allowed(owner):
        return {"invitable": False, "invitations": [], "called": ""}
    ids = await site.store.invitations.waiting_for(owner)
    rows = await site.store.tables.by_id(ids)
    return {
        "invitable": True,
        "called": request.name,
        "invitations": [
            {
                "table": row.id,
                "link": next(seat.invite for seat in row.seats if seat.kind == "open"),
                "game": site.games[row.game],
                "host": next(
                    (s.name for s in row.seats if s.owner == row.settings["host"] and s.name),
                    say("Somebody").say(lang),
                ),
                "clock": clock_words(row.settings.get("clock"), lang),
            }
            for row in (rows[id] for id in ids if id in rows)
            if row.game in site.games and any(seat.kind == "open" for seat in row.seats)
        ],
    }
