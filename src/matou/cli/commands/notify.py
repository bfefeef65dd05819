"""Options of ``matou serve`` for turn notifications."""

from __future__ import annotations

import argparse
import os
import re
from typing import TYPE_CHECKING

from matou.cli.declaring import Arg, CommandError
from matou.core.messages import say

if TYPE_CHECKING:
    from matou.web.notify.choices import Choices, Mail

PORTS = {"starttls": 587, "tls": 465, "none": 25}  # by connection security
NEEDS_ADDRESS = say(
    "Matou has not started. Turn notifications contain links to this site, so "
    "give its public address: --base-url."
)
BAD_CONTACT = say(
    "--push must be a contact for push services: mailto:you@example.org or "
    "https://example.org, not {text}."
)
BAD_SERVER = say(
    "--mail-server must be a host name, with a port if it is not the usual one: "
    "mail.example.org:587, not {text}."
)
BAD_SECURITY = say("--mail-security must be one of {all}, not {text}.")

NOTIFY_ARGS = (
    Arg(
        "--push",
        say("offer browser notifications; CONTACT is where push services can reach you"),
        say("CONTACT"),
    ),
    Arg(
        "--mail-server",
        say("offer e-mail through this server (password: $MATOU_MAIL_PASSWORD)"),
        say("HOST:PORT"),
    ),
    Arg("--mail-from", say("the sender address"), say("ADDRESS")),
    Arg("--mail-user", say("the user name for the mail server"), say("NAME")),
    Arg(
        "--mail-security",
        say("connection security: starttls, tls or none (default: starttls)"),
        say("MODE"),
    ),
    Arg("--webhooks", say("offer webhooks: messages to a chat room that the player chooses")),
    Arg(
        "--notify-private",
        say(
            "allow notifications and webhooks to private addresses, for your own network "
            "among people you trust"
        ),
    ),
    Arg(
        "--notify-wait",
        say(
            "seconds to wait before notifying the player to move (default: 15; e-mail: "
            "four times as long)"
        ),
        say("SECONDS"),
        number=(0.0, 86400.0),
    ),
)


def notify_choices(args: argparse.Namespace) -> Choices:
    """Returns the notification settings; raises CommandError if they are inconsistent."""
    from matou.web.notify.choices import NOTHING, Choices

    push, mail = args.push or "", mail_of(args)
    if not push and mail is None and not args.webhooks:
        return NOTHING
    if not args.base_url:
        raise CommandError(NEEDS_ADDRESS)
    if push and not re.fullmatch(r"mailto:[^@\s]+@[^@\s]+|https://\S+", push):
        raise CommandError(BAD_CONTACT.filled(text=push))
    wait = 15.0 if args.notify_wait is None else args.notify_wait
    return Choices(push, mail, args.webhooks, args.notify_private, wait=wait, mail_wait=4 * wait)


def mail_of(args: argparse.Namespace) -> Mail | None:
    from matou.web.notify.choices import Mail

    if not args.mail_server:
        if args.mail_from or args.mail_user or args.mail_security:
            raise CommandError(say("E-mail needs a mail server: --mail-server mail.example.org"))
        return None
    security = args.mail_security or "starttls"
    if security not in PORTS:
        raise CommandError(BAD_SECURITY.filled(all=", ".join(PORTS), text=security))
    found = re.fullmatch(r"(\[[0-9A-Fa-f:]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?", args.mail_server)
    if found is None:
        raise CommandError(BAD_SERVER.filled(text=args.mail_server))
    if not re.fullmatch(r"[^@\s<>]+@[^@\s<>]+", args.mail_from or ""):
        raise CommandError(say("E-mail needs a sender address: --mail-from matou@example.org"))
    return Mail(
        found[1].strip("[]"),
        int(found[2] or PORTS[security]),
        args.mail_from,
        args.mail_user or "",
        os.environ.get("MATOU_MAIL_PASSWORD", ""),
        security,
    )
