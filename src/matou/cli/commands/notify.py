"""How ``matou serve`` is told by which ways people learn that it is their turn."""

from __future__ import annotations

import argparse
import os
import re
from typing import TYPE_CHECKING

from matou.cli.complaint import Complaint
from matou.cli.declaring import Arg
from matou.core.words import Words

if TYPE_CHECKING:
    from matou.web.notify.choices import Choices, Mail

PORTS = {"starttls": 587, "tls": 465, "none": 25}  # by how mail is kept from others' eyes
NEEDS_ADDRESS = Words(
    "Whoever is told of a turn is sent links to this site: say its public address, --base-url.",
    "Qui est prévenu de son tour reçoit des liens vers ce site : donne son adresse publique, "
    "--base-url.",
)
BAD_CONTACT = Words(
    "--push is whom a push service may write to: mailto:you@example.org or https://example.org, "
    "not {text}.",
    "--push dit à qui un service de notifications peut écrire : mailto:toi@example.org ou "
    "https://example.org, mais pas {text}.",
)
BAD_SERVER = Words(
    "--mail-server is a name, with a port if it is an unusual one: mail.example.org:587, not "
    "{text}.",
    "--mail-server est un nom, avec son port s’il n’est pas habituel : mail.example.org:587, mais "
    "pas {text}.",
)
NO_SENDER = Words(
    "Mail needs an address to come from: --mail-from matou@example.org",
    "Un mail doit venir de quelque part : --mail-from matou@example.org",
)
NO_SERVER = Words(
    "Mail needs a server that takes it: --mail-server mail.example.org",
    "Un mail a besoin d’un serveur : --mail-server mail.example.org",
)
BAD_SECURITY = Words(
    "--mail-security can be {all}, not {text}.",
    "--mail-security peut être {all}, mais pas {text}.",
)

NOTIFY_ARGS = (
    Arg(
        "--push",
        "offer browser notifications; whom push services may write to about them",
        "proposer des notifications du navigateur ; à qui leurs services peuvent écrire",
        Words("CONTACT", "CONTACT"),
    ),
    Arg(
        "--mail-server",
        "offer e-mail, by this server (its password: $MATOU_MAIL_PASSWORD)",
        "proposer l’e-mail, par ce serveur (son mot de passe : $MATOU_MAIL_PASSWORD)",
        Words("HOST:PORT", "MACHINE:PORT"),
    ),
    Arg(
        "--mail-from",
        "the address that mail comes from",
        "l’adresse d’où viennent les mails",
        Words("ADDRESS", "ADRESSE"),
    ),
    Arg(
        "--mail-user",
        "the name at the mail server",
        "le nom auprès du serveur de mail",
        Words("NAME", "NOM"),
    ),
    Arg(
        "--mail-security",
        "starttls, tls or none, on the way to it (otherwise: starttls)",
        "starttls, tls ou none, jusqu’à lui (sinon : starttls)",
        Words("HOW", "COMMENT"),
    ),
    Arg(
        "--webhooks",
        "offer webhooks: messages to a chat room that a player names",
        "proposer des webhooks : des messages dans un salon que nomme un joueur",
    ),
    Arg(
        "--notify-private",
        "let notifications and webhooks go to private addresses, too: in your own network, "
        "among people you trust",
        "laisser aller notifications et webhooks aussi vers des adresses privées : dans ton "
        "propre réseau, entre gens de confiance",
    ),
    Arg(
        "--notify-wait",
        "seconds of a turn before its player is told (otherwise: 15; mail: four times that)",
        "secondes d’un tour avant de prévenir son joueur (sinon : 15 ; mail : quatre fois plus)",
        Words("SECONDS", "SECONDES"),
        number=(0.0, 86400.0),
    ),
)


def notify_choices(args: argparse.Namespace) -> Choices:
    """What the operator has set up; a complaint about what cannot be."""
    from matou.web.notify.choices import NOTHING, Choices

    push, mail = args.push or "", mail_of(args)
    if not push and mail is None and not args.webhooks:
        return NOTHING
    if not args.base_url:
        raise Complaint(NEEDS_ADDRESS)
    if push and not re.fullmatch(r"mailto:[^@\s]+@[^@\s]+|https://\S+", push):
        raise Complaint(BAD_CONTACT.filled(text=push))
    wait = 15.0 if args.notify_wait is None else args.notify_wait
    return Choices(push, mail, args.webhooks, args.notify_private, wait=wait, mail_wait=4 * wait)


def mail_of(args: argparse.Namespace) -> Mail | None:
    from matou.web.notify.choices import Mail

    if not args.mail_server:
        if args.mail_from or args.mail_user or args.mail_security:
            raise Complaint(NO_SERVER)
        return None
    security = args.mail_security or "starttls"
    if security not in PORTS:
        raise Complaint(BAD_SECURITY.filled(all=", ".join(PORTS), text=security))
    found = re.fullmatch(r"(\[[0-9A-Fa-f:]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?", args.mail_server)
    if found is None:
        raise Complaint(BAD_SERVER.filled(text=args.mail_server))
    if not re.fullmatch(r"[^@\s<>]+@[^@\s<>]+", args.mail_from or ""):
        raise Complaint(NO_SENDER)
    return Mail(
        found[1].strip("[]"),
        int(found[2] or PORTS[security]),
        args.mail_from,
        args.mail_user or "",
        os.environ.get("MATOU_MAIL_PASSWORD", ""),
        security,
    )
