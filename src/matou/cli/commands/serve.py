"""``matou serve``: runs the site, with turn notifications if the operator wants them."""

from __future__ import annotations

import argparse
import asyncio
import ipaddress
import os
import re
import socket
from pathlib import Path
from typing import TYPE_CHECKING

from matou.cli.declaring import Arg, Command, CommandError, Need
from matou.cli.terminal.screen import Screen
from matou.core.messages import say

if TYPE_CHECKING:
    from matou.web.notify.choices import Choices, Mail
    from matou.web.site import Offline


PORTS = {"starttls": 587, "tls": 465, "none": 25}  # by connection security
NOTIFY_ARGS = (
    Arg(
        "--push CONTACT",
        say("offer browser notifications; CONTACT is where push services can reach you"),
    ),
    Arg(
        "--mail-server HOST:PORT",
        say("offer e-mail through this server (password: $MATOU_MAIL_PASSWORD)"),
    ),
    Arg("--mail-from ADDRESS", say("the sender address")),
    Arg("--mail-user NAME", say("the user name for the mail server")),
    Arg(
        "--mail-security MODE",
        say("connection security: starttls, tls or none (default: starttls)"),
    ),
    Arg("--webhooks", say("offer webhooks: messages to a chat room that the player chooses")),
    Arg(
        "--notify-private",
        say(
            "allow notifications and webhooks to private addresses, for your own network among "
            "people you trust"
        ),
    ),
    Arg(
        "--notify-wait SECONDS",
        say(
            "seconds to wait before notifying the player to move (default: 15; e-mail: four times "
            "as long)"
        ),
        (0.0, 86400.0),
    ),
)
SITE = Need("starlette", "site")
DATA = Arg(
    "--data FOLDER",
    say("folder that stores the tables (default: $MATOU_DATA, or ~/.local/share/matou)"),
)
STORE = Arg(
    "--store ADDRESS",
    say(
        "PostgreSQL database that stores the tables, for several servers (default: $MATOU_STORE, "
        "or the folder)"
    ),
)
PAGES = 200  # made for --offline; for the progress bar alone
SHORTEST_TOKEN = 16


def notify_choices(args: argparse.Namespace) -> Choices:
    """Returns the notification settings; raises CommandError if they are inconsistent."""
    from matou.web.notify.choices import NOTHING, Choices

    push, mail = args.push or "", mail_of(args)
    if not push and mail is None and not args.webhooks:
        return NOTHING
    if not args.base_url:
        raise CommandError(
            "Matou has not started. Turn notifications contain links to this site, so give its "
            "public address: --base-url."
        )
    if push and not re.fullmatch(r"mailto:[^@\s]+@[^@\s]+|https://\S+", push):
        raise CommandError(
            "--push must be a contact for push services: mailto:you@example.org or "
            "https://example.org, not {text}.",
            text=push,
        )
    wait = 15.0 if args.notify_wait is None else args.notify_wait
    return Choices(push, mail, args.webhooks, args.notify_private, wait=wait, mail_wait=4 * wait)


def mail_of(args: argparse.Namespace) -> Mail | None:
    from matou.web.notify.choices import Mail

    if not args.mail_server:
        if args.mail_from or args.mail_user or args.mail_security:
            raise CommandError("E-mail needs a mail server: --mail-server mail.example.org")
        return None
    security = args.mail_security or "starttls"
    if security not in PORTS:
        says = say("--mail-security must be one of {all}, not {text}.", text=security)
        raise CommandError(says, all=", ".join(PORTS))
    found = re.fullmatch(r"(\[[0-9A-Fa-f:]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?", args.mail_server)
    if found is None:
        raise CommandError(
            "--mail-server must be a host name, with a port if it is not the usual one: "
            "mail.example.org:587, not {text}.",
            text=args.mail_server,
        )
    if not re.fullmatch(r"[^@\s<>]+@[^@\s<>]+", args.mail_from or ""):
        raise CommandError("E-mail needs a sender address: --mail-from matou@example.org")
    return Mail(
        found[1].strip("[]"),
        int(found[2] or PORTS[security]),
        args.mail_from,
        args.mail_user or "",
        os.environ.get("MATOU_MAIL_PASSWORD", ""),
        security,
    )


def run(args: argparse.Namespace, screen: Screen) -> int:
    from matou.web.http.connections import CONNECTIONS
    from matou.web.ops import logs
    from matou.web.ops.serve import serve
    from matou.web.site import PACE, Options

    kind = args.log or "quiet"
    if kind not in logs.KINDS:
        says = say("--log must be one of {all}, not {text}.", text=kind)
        raise CommandError(says, all=", ".join(logs.KINDS))
    logs.set_up(kind, args.log_addresses)
    if (args.processes or 1) > 1 and not hasattr(socket, "AF_UNIX"):
        raise CommandError(
            "Running several processes requires Unix sockets, which this system does not have. "
            "Start several servers with --store instead."
        )
    at_home = say("For friends on your home network: {url}")
    host = args.host or ("0.0.0.0" if args.share else "127.0.0.1")
    data = data_folder(args.data)
    pace = PACE if args.pace is None else args.pace
    try:
        options = Options(
            data,
            base_url=args.base_url or "",
            store_address=store_address(args.store),
            pace=pace,
            proxy=proxy_addresses(args.proxy or "127.0.0.1"),
            connections=args.connections or CONNECTIONS,
            metrics_token=os.environ.get("MATOU_METRICS_TOKEN", ""),
            operator_token=operator_token(args.operator_token_file),
            offline=offline(screen, pace) if args.offline else None,
            log=(kind, args.log_addresses),
            relay=args.relay,
            notify=notify_choices(args),
        )
        return serve(
            options,
            host,
            args.port,
            processes=args.processes or 1,
            open_browser=args.open,
            share=(lambda url: screen.text(at_home, url=url)) if args.share else None,
        )
    except OSError as error:
        says = say("{data} cannot be used: {why}", data=data)
        raise CommandError(says, why=error.strerror or error) from None


def store_address(asked: str | None) -> str:
    """Returns the database's address, which may be in the environment to hide its password."""
    return asked or os.environ.get("MATOU_STORE", "")


def proxy_addresses(listed: str) -> str:
    """Checks the proxies: host names are refused, because they would never match an address."""
    for text in (part.strip() for part in listed.split(",")):
        try:
            if text != "*":
                ipaddress.ip_network(text, strict=False)
        except ValueError:
            raise CommandError(
                "“{text}” is not a valid proxy address (--proxy). Use IP addresses such as "
                "127.0.0.1 or 10.0.0.0/8, separated by commas, or * for any. Host names are not "
                "resolved.",
                text=text,
            ) from None
    return listed


def operator_token(file: str | None) -> str:
    if file:
        try:
            token = Path(file).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeError) as error:
            says = say("The operator token cannot be read from {file}: {why}", file=file)
            why = error.strerror if isinstance(error, OSError) else error
            raise CommandError(says, why=why) from None
    else:
        file, token = "MATOU_OPERATOR_TOKEN", os.environ.get("MATOU_OPERATOR_TOKEN", "").strip()
        if not token:
            return ""
    if len(token) < SHORTEST_TOKEN:
        raise CommandError(
            "The operator token in {file} is too short. Use at least {least} characters. To "
            "create one: openssl rand -hex 24",
            file=file,
            least=SHORTEST_TOKEN,
        )
    return token


def offline(screen: Screen, pace: float) -> Offline:
    """Makes the offline copy for visitors; downloads Pyodide if necessary."""
    from matou.cli.commands.export import with_bars
    from matou.web.export.folder import Exported, made

    files, offer = with_bars(screen, lambda done: asyncio.run(made(done, pace, site=True)), PAGES)
    return Exported(files, offer)


def data_folder(asked: str | None) -> Path:
    if place := asked or os.environ.get("MATOU_DATA"):
        return Path(place)
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "matou"


COMMAND = Command(
    "serve",
    say("run the site"),
    say(
        "Runs the site, for this machine only unless you give --share or --host. Ctrl-C stops it; "
        "every confirmed move is on disk. See docs/operating.md to run it for others: behind a "
        "proxy, as a service, with backups."
    ),
    (
        Arg("--host ADDRESS", say("address to listen on (default: 127.0.0.1, this machine only)")),
        Arg(
            "--share",
            say("share with everyone at home: listen on the local network and print the address"),
        ),
        Arg(
            "--port N", say("port to listen on (default: 8017; 0: any free port)"), (0, 65535), 8017
        ),
        DATA,
        STORE,
        Arg(
            "--processes N",
            say("number of worker processes, for a machine with several cores (default: 1)"),
            (1, 64),
        ),
        Arg("--base-url URL", say("public URL of the site behind a proxy, including any path")),
        Arg(
            "--proxy LIST",
            say("proxy addresses trusted to report visitors’ addresses (default: 127.0.0.1)"),
        ),
        Arg(
            "--connections N",
            say("maximum number of connections per address (default: 250)"),
            (1, 100_000),
        ),
        Arg(
            "--log MODE",
            say("log format on standard error: quiet, text or json (one object per line)"),
        ),
        Arg("--log-addresses", say("also log visitors’ addresses where they matter")),
        Arg(
            "--operator-token-file FILE",
            say(
                "file with the token for the /operator page, which shows reports (default: "
                "$MATOU_OPERATOR_TOKEN; without a token, the page is off)"
            ),
        ),
        Arg(
            "--offline",
            say(
                "let visitors install Matou and play offline in their browser (downloads Pyodide "
                "once)"
            ),
        ),
        Arg("--relay", say("serve a relay at /relay, for tables with friends on exported sites")),
        *NOTIFY_ARGS,
        Arg("--open", say("also open the browser")),
        Arg("--pace SECONDS", say("minimum time for a bot’s move, in seconds"), (0.0, 60.0)),
    ),
    {
        "serve --open": say("for yourself only"),
        "serve --share": say("for everyone at home"),
        "serve --base-url https://example.org/matou --log json": say(
            "for the public, behind a proxy"
        ),
        "serve --store postgresql://matou@/matou --port 8018": say("one of several servers"),
    },
    run,
    SITE,
)
