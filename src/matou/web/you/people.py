"""The people whom a visitor played with, and invitations to play with them again.

The list is private. It names people by ids that differ for each reader. A host learns whether
somebody allows invitations, but not whether they are muted or blocked, or were declined.
"""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from matou.core.game import Game
from matou.core.messages import Message, say
from matou.core.phrases import date
from matou.play import opening
from matou.play.keeping import TableRow
from matou.play.protocol.programs import Standing
from matou.play.refusals import Refused
from matou.web.feature import Feature, HTTPException, Problem, Request, Response, form, route
from matou.web.http.request import SLOW
from matou.web.site import Site
from matou.web.strangers.routes import clock_words

MOST = 100  # people on the page
TOO_MANY = say("That’s a lot of invitations. Wait a while before you send more.")


class KnownPerson(NamedTuple):
    id: str  # differs for each reader of the list
    name: str
    muted: bool
    last: str  # date
    scores: dict[Game, Standing]


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
        person, game = request.fields.get("person", ""), request.fields.get("game", "")
        try:
            asked = await ask_again(self.site, request.owner, person, game, request.limit)
        except Refused as slow:
            raise Problem(slow.says, 429) from None
        if asked is None:
            raise HTTPException(404)
        return request.redirect(f"/t/{asked.table}#{'asked' if asked.was_asked else 'send-link'}")


class Asked(NamedTuple):
    table: str
    was_asked: bool  # whether the person allows it; otherwise there is a link to send


async def ask_again(
    site: Site, owner: str, person: str, game: str, count: Callable[[str, Message], Awaitable[None]]
) -> Asked | None:
    """Opens a table like the last one with a person, and invites them.

    Returns the table that they were invited to before, if they have not sat down yet; None if the
    list of people has no such person and game. ``count`` raises an error at a limit.
    """
    invitations = site.store.invitations
    other = await meant(site, owner, person)
    if asked := await invitations.asked(owner, other, game) if other else "":
        return Asked(asked, was_asked=True)
    after = await invitations.last_table(owner, other, game) if other else ""
    table = await site.manager.table(after) if after else None
    if table is None or game not in site.games:
        return None
    await count("invitations", TOO_MANY)
    await count("tables", SLOW)
    if not await site.limits.admits("invitations to", f"{owner} {other}", ""):
        raise Refused("rate", TOO_MANY)
    new = await site.manager.open(opening.invitation_of(table, site.games[game], owner))
    was_asked = await invitations.invite(new.id, other, after)
    site.notifier.hurry()
    return Asked(new.id, was_asked)


async def meant(site: Site, owner: str, id: str) -> str:
    """Returns the owner of a person on somebody's list, or ''."""
    blocked = await site.moderation.blocked(owner) if owner else set()
    for met in await site.store.invitations.met(owner) if owner else ():
        if met.owner not in blocked and site.moderation.pair_id(owner, met.owner) == id:
            return met.owner
    return ""


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
        first = Standing(game=game.name, won=0, drawn=0, lost=0)
        score = people[met.owner].scores.setdefault(game, first)
        score.won += met.won
        score.drawn += met.games - met.won - met.lost
        score.lost += met.lost
    return [*people.values()][:most]


class Invitation(NamedTuple):
    """A table with an open seat for an invited person."""

    row: TableRow
    game: Game
    link: str  # of the seat
    host: str  # a name


async def waiting(site: Site, owner: str, lang: str) -> list[Invitation]:
    """Returns the invitations that wait for somebody, the latest first."""
    ids = await site.store.invitations.waiting_for(owner)
    rows, somebody = await site.store.tables.by_id(ids), say("Somebody").say(lang)
    found = []
    for row in (rows[id] for id in ids if id in rows):
        link = next((seat.invite for seat in row.seats if seat.kind == "open"), "")
        hosts = (s.name for s in row.seats if s.owner == row.settings["host"] and s.name)
        if link and row.game in site.games:
            found.append(Invitation(row, site.games[row.game], link, next(hosts, somebody)))
    return found


async def received(request: Request) -> dict[str, Any]:
    """Returns the visitor's invitations for a template, and whether they allow any."""
    site, owner, lang = request.site, request.owner, request.lang
    if not owner or not await site.store.invitations.allowed(owner):
        return {"invitable": False, "invitations": [], "called": ""}
    found = await waiting(site, owner, lang)
    clocks = {one.row.id: clock_words(one.row.settings.get("clock"), lang) for one in found}
    return {"invitable": True, "called": request.name, "invitations": found, "clocks": clocks}
