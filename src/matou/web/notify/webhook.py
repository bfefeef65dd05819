"""Sends notifications to webhooks, in the JSON format of the receiver."""

import json
import re
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from matou.web.notify.choices import Choices
from matou.web.notify.messages import Notification
from matou.web.notify.repository import Channel
from matou.web.notify.webpush import deliver

FORMS = ("discord", "slack", "matrix", "json")
_MARKDOWN = re.compile(r"([\\*_~`|>#\[\]()<:@-])")
_CLIENT_API = "/_matrix/client/"


def guessed(url: str) -> str:
    """Returns the format that a URL is known to need, or ''."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if host.endswith(("discord.com", "discordapp.com")):
        return "discord"
    if host.endswith("slack.com"):
        return "slack"
    return "matrix" if _CLIENT_API in parts.path else ""


def said(message: Notification, link: str) -> str:
    """Joins the lines of a message. ``link`` is the format of a line with a link."""
    return "\n".join(
        link.format(line=line, url=url) if url else line for line, url in message.lines
    )


def for_discord(message: Notification) -> dict[str, Any]:
    """Escapes Markdown and disables mentions, because player names may contain both."""
    safe = escaped(message, lambda line: _MARKDOWN.sub(r"\\\1", line))
    return {"content": said(safe, "{line}\n{url}"), "allowed_mentions": {"parse": []}}


def for_slack(message: Notification) -> dict[str, Any]:
    def plain(line: str) -> str:
        return line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

    content = said(escaped(message, plain), "{line}\n<{url}>")
    return {"text": content, "mrkdwn": False, "unfurl_links": False, "unfurl_media": False}


def for_matrix(message: Notification) -> dict[str, Any]:
    """Returns the payload for hookshot webhooks. See `for_matrix_room` for the client API."""
    return {"text": said(message, "{line}\n{url}"), "username": "Matou"}


def for_matrix_room(message: Notification) -> dict[str, Any]:
    return {"msgtype": "m.text", "body": said(message, "{line}\n{url}")}


def for_any(message: Notification) -> dict[str, Any]:
    return {
        "id": message.id,
        "event": message.event,
        "text": said(message, "{line} {url}"),
        "tables": list(message.tables),
        "url": message.url,
    }


MADE = {"discord": for_discord, "slack": for_slack, "matrix": for_matrix, "json": for_any}


def escaped(message: Notification, how: Any) -> Notification:
    lines = tuple((how(line), url) for line, url in message.lines)
    return Notification(**{**vars(message), "lines": lines})


async def send(channel: Channel, message: Notification, choices: Choices) -> None:
    form, url, method = channel.details.get("form", "json"), channel.address, "POST"
    headers = {"Content-Type": "application/json", "Idempotency-Key": message.id}
    content = MADE[form](message)
    if form == "matrix" and _CLIENT_API in url:
        # Matrix carries out a transaction with this id only once.
        parts, method = urlsplit(url), "PUT"
        query = parse_qsl(parts.query)
        token = "".join(value for key, value in query if key == "access_token")
        query = [pair for pair in query if pair[0] != "access_token"]
        path = f"{parts.path.rstrip('/')}/{message.id}"
        url = urlunsplit(parts._replace(path=path, query=urlencode(query)))
        content = for_matrix_room(message)
        if token:
            headers["Authorization"] = f"Bearer {token}"
    body = json.dumps(content, ensure_ascii=False).encode()
    await deliver(url, body, headers, choices, method)
