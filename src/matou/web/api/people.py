"""Calls about people whom somebody has played with: the list, and invitations to play again."""

from matou.core.messages import Message, say
from matou.play import views
from matou.play.listing import clock_of
from matou.play.protocol import program_requests as asked, programs
from matou.web.api.calls import ApiCalls, page_of
from matou.web.api.endpoint import MUST, ApiRequest, get, post
from matou.web.api.errors import ApiError
from matou.web.http.address import root
from matou.web.you.people import ask_again, known_people, waiting


class PeopleCalls(ApiCalls):
    @get("/people", say("List the people you have played with, and their invitations"), MUST)
    async def list_people(self, asking: ApiRequest) -> programs.MetPeople:
        return await self.met(asking)

    @post("/people", say("Say whether people you have played with may invite you"), MUST)
    async def allow_invitations(
        self, asking: ApiRequest, body: asked.Invitable
    ) -> programs.MetPeople:
        await self.site.store.invitations.allow(asking.owner, body.invitable)
        return await self.met(asking)

    async def met(self, asking: ApiRequest) -> programs.MetPeople:
        site, owner, lang = self.site, asking.owner, asking.lang
        invitable = await site.store.invitations.allowed(owner)
        start = root(asking.request)
        return programs.MetPeople(
            people=[
                programs.MetPerson(
                    person=one.id,
                    name=one.name,
                    muted=one.muted,
                    games=[*one.scores.values()],
                )
                for one in await known_people(site, owner, lang)
            ],
            invitable=invitable,
            invitations=[
                programs.Invited(
                    table=one.row.id,
                    invite=one.link,
                    game=one.game.name,
                    host=one.host,
                    clock=clock_of(one.row.settings),
                    page=f"{start}/t/{one.row.id}",
                )
                for one in (await waiting(site, owner, lang) if invitable else ())
            ],
        )

    @post("/people/decline", say("Decline an invitation"), MUST)
    async def decline_invitation(
        self, asking: ApiRequest, body: asked.Decline
    ) -> programs.MetPeople:
        await self.site.store.invitations.decline(body.table, asking.owner)
        return await self.met(asking)

    @post(
        "/people/again",
        say("Open a table like the last one with somebody, and invite them"),
        MUST,
        404,
    )
    async def play_again(self, asking: ApiRequest, body: asked.PlayAgain) -> programs.Again:
        async def count(what: str, slow: Message) -> None:
            await self.count(what, asking, slow)

        opened = await ask_again(self.site, asking.owner, body.person, body.game, count)
        table = await self.manager.table(opened.table) if opened else None
        if opened is None or table is None:
            raise ApiError(404, "person", say("You have not played this game with this person."))
        page = page_of(asking, table)
        return programs.Again(
            table=table.id,
            page=page,
            asked=opened.was_asked,
            invites=views.program_invites(table, asking.owner, page),
        )
