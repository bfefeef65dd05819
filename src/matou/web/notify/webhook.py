"""Webhooks: the message as JSON, in the form that the other side takes."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from matou.web.notify.choices import Choices
from matou.web.notify.messages import Message
from matou.web.notify.webpush import deliver
from matou.web.store.notices import Channel

FORMS = ("discord", "slack", "matrix", "json")
_MARKDOWN = re.compile(r"([\\*_~`|>#\[\]()<:@-])")
_CLIENT_API = "/_matrix/client/"


def guessed(url: str) -> str:
    """The form that an address is known to take; '' if it may be any."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if host.endswith(("discord.com", "discordapp.com")):
        return "discord"
    if host.endswith("slack.com"):
        return "slack"
    return "matrix" if _CLIENT_API in parts.path else ""


def said(message: Message, link: str) -> str:
    """All of it; ``link`` says how a line and its address are written."""
    return "\n".join(
        link.format(line=line, url=url) if url else line for line, url in message.lines
    )


def for_discord(message: Message) -> dict[str, Any]:
    """Nobody is called by a name that looks like a mention, and no name is a link."""
    safe = escaped(message, lambda line: _MARKDOWN.sub(r"\\\1", line))
    return {"content": said(safe, "{line}\n{url}"), "allowed_mentions": {"parse": []}}


def for_slack(message: Message) -> dict[str, Any]:
    def plain(line: str) -> str:
        return line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

    told = said(escaped(message, plain), "{line}\n<{url}>")
    return {"text": told, "mrkdwn": False, "unfurl_links": False, "unfurl_media": False}


def for_matrix(message: Message) -> dict[str, Any]:
    """As hookshot's webhooks take it; the client API's own form is ``for_matrix_room``."""
    return {"text": said(message, "{line}\n{url}"), "username": "Matou"}


def for_matrix_room(message: Message) -> dict[str, Any]:
    return {"msgtype": "m.text", "body": said(message, "{line}\n{url}")}


def for_any(message: Message) -> dict[str, Any]:
    return {
        "id": message.id,
        "event": "confirm" if message.confirms else "turn",
        "text": said(message, "{line} {url}"),
        "tables": list(message.tables),
        "url": message.url,
    }


MADE = {"discord": for_discord, "slack": for_slack, "matrix": for_matrix, "json": for_any}


def escaped(message: Message, how: Any) -> Message:
    lines = tuple((how(line), url) for line, url in message.lines)
    return Message(**{**vars(message), "lines": lines})


async def send(channel: Channel, message: Message, choices: Choices) -> None:
    """One message to one webhook."""
    form, url, method = channel.details.get("form", "json"), channel.address, "POST"
    headers = {"Content-Type": "application/json", "Idempotency-Key": message.id}
    told = MADE[form](message)
    if form == "matrix" and _CLIENT_API in url:
        # A transaction of this name is carried out once, however often it is asked for.
        parts, method = urlsplit(url), "PUT"
        query = parse_qsl(parts.query)
        token = "".join(value for key, value in query if key == "access_token")
        query = [pair for pair in query if pair[0] != "access_token"]
        path = f"{parts.path.rstrip('/')}/{message.id}"
        url = urlunsplit(parts._replace(path=path, query=urlencode(query)))
        told = for_matrix_room(message)
        if token:
            headers["Authorization"] = f"Bearer {token}"
    body = json.dumps(told, ensure_ascii=False).encode()
    await deliver(url, body, headers, choices, method)
