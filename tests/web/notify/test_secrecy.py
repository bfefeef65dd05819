"""Hidden information does not change a single byte of mails, pushes and webhooks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from web.notify.notified import content, forget_notices, notify_all, with_mail
from web.notify.receivers import Browser, http_receiver, mail_server
from web.secrecy import ID, check_same_for_viewer, seated
from web.support import Person, a_site, site_of

import matou
from matou.play.refusals import Refused
from matou.web.notify import messages
from matou.web.notify.notifier import Notifier
from matou.web.notify.repository import Channel

pytestmark = pytest.mark.unmeasured  # it repeats the same code many times

BROWSER = Browser()


async def messages_sent(
    tmp: Path,
    game: str,
    events: list[int],
    viewer: int | None,
    visible_action: int | None,
    cookies: Any,
) -> list[Any]:
    """Returns everything that a seat gets about its turns, by every channel."""
    assert viewer is not None
    came: list[Any] = []
    with mail_server() as (smtp, port):
        async with http_receiver() as receiver, a_site(tmp, notify=with_mail(port)) as app:
            people = [Person(app), Person(app)]
            for person, cookie in zip(people, cookies, strict=True):
                person.http.cookies.set("matou", cookie)
            site = site_of(app)
            await seated(app, game, events, people)
            owner = site.people.owner(cookies[viewer])
            for kind, table, where, details in (
                ("push", "", f"{receiver.url}/push", BROWSER.keys),
                ("mail", "", "ada@example.org", {}),
                *(("webhook", ID, f"{receiver.url}/{f}", {"form": f}) for f in ("json", "slack")),
            ):
                id = f"{kind} {details.get('form')}"
                channel = Channel(id, owner, kind, table, where, details, "fr", "", 1)
                assert await site.store.notices.add_channel(channel, 9)
            await forget_notices(app)
            await notify_all(app)
            table_ = await site.manager.table(ID)
            assert table_ is not None
            if visible_action is not None and table_.state.actor != viewer:
                try:
                    await table_.act(table_.state.actor, visible_action, table_.number)
                except Refused as refused:
                    raise AssertionError(refused.says.say("en")) from None
                await notify_all(app)
            for request in receiver.taken:
                is_push = request.path == "/push"
                said = BROWSER.read(request) if is_push else request.json
                came.append((request.path, {k: v for k, v in said.items() if k != "id"}))
            for message in smtp.mails:
                head = [
                    (k, v) for k, v in message.items() if k.lower() not in ("date", "message-id")
                ]
                came.append(re.sub(r"/end/[\w.-]+", "/end/…", f"{head} {content(message)}"))
    return sorted(came, key=str)


@pytest.fixture(autouse=True)
def _no_background_sending(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Notifier, "hurry", lambda _: None)


@pytest.mark.parametrize("game", matou.available())
async def test_hidden_information_does_not_change_messages(game: str, tmp_path: Path) -> None:
    came = []

    async def noted(*about: Any) -> list[Any]:
        came.extend(found := await messages_sent(*about))
        return found

    await check_same_for_viewer(noted, game, 0, tmp_path, enough=3)
    assert {row[0] for row in came if isinstance(row, tuple)} == {"/push", "/json", "/slack"}
    assert any(isinstance(row, str) for row in came)  # mails


async def test_the_comparison_notices_a_leak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The comparison fails if a message contains part of the position."""
    written = messages.written

    secret: dict[str, Any] = {}

    def leaks(batch: Any, channel: Any, games: Any, base: str) -> Any:
        return written(batch, channel, games, f"{base}/{secret['events']}")

    async def leaky(tmp: Path, game: str, events: list[int], *rest: Any) -> list[Any]:
        secret["events"] = "-".join(map(str, events))
        return await messages_sent(tmp, game, events, *rest)

    async def every_game() -> None:
        for game in matou.available():
            await check_same_for_viewer(leaky, game, 0, tmp_path / game)

    monkeypatch.setattr(messages, "written", leaks)
    with pytest.raises(AssertionError, match="replies differ"):
        await every_game()
