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

from matou.cli.declaring import Arg, Command, CommandError, N, Need
from matou.cli.terminal.screen import Screen
from matou.core.messages import say

if TYPE_CHECKING:
    from matou.web.notify.choices import Choices, Mail
    from matou.web.site import Offline


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
SITE = Need("starlette", "site")
FOLDER = say("FOLDER")
DATA = Arg(
    "--data",
    say("folder that stores the tables (default: $MATOU_DATA, or ~/.local/share/matou)"),
    FOLDER,
)
STORE = Arg(
    "--store",
    say(
        "PostgreSQL database that stores the tables, for several servers (default: "
        "$MATOU_STORE, or the folder)"
    ),
    say("ADDRESS"),
)
BAD_LOG = say("--log must be one of {all}, not {text}.")
CANNOT_LISTEN = say(
    "Matou cannot listen on {host}, port {port}: {why}. To use any free port: --port 0"
)
FOLDER_TAKEN = say(
    "A server is already using {data}. Use that server, or choose another folder (--data)."
)
FRIENDS_AT = say("For friends on your home network: {url}")
NO_NETWORK = say(
    "This machine is not on a network that friends could use to reach it. "
    "Connect it to your home network, or give its address: --share --host ADDRESS"
)
PAGES = 200  # made for --offline; for the progress bar alone
NO_PROCESSES = say(
    "Running several processes requires Unix sockets, which this system does not "
    "have. Start several servers with --store instead."
)
SHORTEST_TOKEN = 16
NO_TOKEN = say("The operator token cannot be read from {file}: {why}")
SHORT_TOKEN = say(
    "The operator token in {file} is too short. Use at least {least} characters. "
    "To create one: openssl rand -hex 24"
)
BAD_PROXY = say(
    "“{text}” is not a valid proxy address (--proxy). Use IP addresses such as 127.0.0.1 or "
    "10.0.0.0/8, separated by commas, or * for any. Host names are not resolved."
)
NO_FOLDER = say("{data} cannot be used: {why}")


def notify_choices(args: argparse.Namespace) -> Choices:
    """Returns the notification settings; raises CommandError if they are inconsistent."""
    from matou.web.notify.choices import NOTHING, Choices

    push, mail = args.push or "", mail_of(args)
    if not push and mail is None and not args.webhooks:
        return NOTHING
    if not args.base_url:
        raise CommandError(NEEDS_ADDRESS)
    if push and not re.fullmatch(r"mailto:[^@\s]+@[^@\s]+|https://\S+", push):
        raise CommandError(BAD_CONTACT, text=push)
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
        raise CommandError(BAD_SECURITY, all=", ".join(PORTS), text=security)
    found = re.fullmatch(r"(\[[0-9A-Fa-f:]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?", args.mail_server)
    if found is None:
        raise CommandError(BAD_SERVER, text=args.mail_server)
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


def run(args: argparse.Namespace, screen: Screen) -> int:
    from matou.web.db.errors import BadStore
    from matou.web.db.files import Taken
    from matou.web.http.address import BadAddress
    from matou.web.http.connections import CONNECTIONS
    from matou.web.ops import logs
    from matou.web.ops.serve import CannotListen, NoNetwork, serve
    from matou.web.site import PACE, Options

    kind = args.log or "quiet"
    if kind not in logs.KINDS:
        raise CommandError(BAD_LOG, all=", ".join(logs.KINDS), text=kind)
    logs.set_up(kind, args.log_addresses)
    if (args.processes or 1) > 1 and not hasattr(socket, "AF_UNIX"):
        raise CommandError(NO_PROCESSES)
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
            relay=args.relay,
            notify=notify_choices(args),
        )
        return serve(
            options,
            host,
            args.port,
            processes=args.processes or 1,
            open_browser=args.open,
            share=(lambda url: FRIENDS_AT.filled(url=url).say(screen.lang)) if args.share else None,
            log_as=(kind, args.log_addresses),
        )
    except (BadAddress, BadStore) as error:
        raise CommandError(error.says) from None
    except Taken:
        raise CommandError(FOLDER_TAKEN, data=data) from None
    except NoNetwork:
        raise CommandError(NO_NETWORK) from None
    except CannotListen as error:
        why = error.__cause__.strerror if isinstance(error.__cause__, OSError) else error
        raise CommandError(CANNOT_LISTEN, host=host, port=args.port, why=why) from None
    except OSError as error:
        raise CommandError(NO_FOLDER, data=data, why=error.strerror or error) from None


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
            raise CommandError(BAD_PROXY, text=text) from None
    return listed


def operator_token(file: str | None) -> str:
    if file:
        try:
            token = Path(file).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise CommandError(NO_TOKEN, file=file, why=why) from None
    else:
        file, token = "MATOU_OPERATOR_TOKEN", os.environ.get("MATOU_OPERATOR_TOKEN", "").strip()
        if not token:
            return ""
    if len(token) < SHORTEST_TOKEN:
        raise CommandError(SHORT_TOKEN, file=file, least=SHORTEST_TOKEN)
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
        "Runs the site, for this machine only unless you give --share or --host. "
        "Ctrl-C stops it; every confirmed move is on disk. See docs/operating.md to "
        "run it for others: behind a proxy, as a service, with backups."
    ),
    (
        Arg(
            "--host",
            say("address to listen on (default: 127.0.0.1, this machine only)"),
            say("ADDRESS"),
        ),
        Arg(
            "--share",
            say("share with everyone at home: listen on the local network and print the address"),
        ),
        Arg(
            "--port",
            say("port to listen on (default: 8017; 0: any free port)"),
            N,
            number=(0, 65535),
            default=8017,
        ),
        DATA,
        STORE,
        Arg(
            "--processes",
            say("number of worker processes, for a machine with several cores (default: 1)"),
            N,
            number=(1, 64),
        ),
        Arg(
            "--base-url",
            say("public URL of the site behind a proxy, including any path"),
            say("URL"),
        ),
        Arg(
            "--proxy",
            say("proxy addresses trusted to report visitors’ addresses (default: 127.0.0.1)"),
            say("LIST"),
        ),
        Arg(
            "--connections",
            say("maximum number of connections per address (default: 250)"),
            N,
            number=(1, 100_000),
        ),
        Arg(
            "--log",
            say("log format on standard error: quiet, text or json (one object per line)"),
            say("MODE"),
        ),
        Arg("--log-addresses", say("also log visitors’ addresses where they matter")),
        Arg(
            "--operator-token-file",
            say(
                "file with the token for the /operator page, which shows reports (default: "
                "$MATOU_OPERATOR_TOKEN; without a token, the page is off)"
            ),
            say("FILE"),
        ),
        Arg(
            "--offline",
            say(
                "let visitors install Matou and play offline in their browser (downloads "
                "Pyodide once)"
            ),
        ),
        Arg(
            "--relay",
            say("serve a relay at /relay, for tables with friends on exported sites"),
        ),
        *NOTIFY_ARGS,
        Arg("--open", say("also open the browser")),
        Arg(
            "--pace",
            say("minimum time for a bot’s move, in seconds"),
            say("SECONDS"),
            number=(0.0, 60.0),
        ),
    ),
    (
        ("serve --open", say("for yourself only")),
        ("serve --share", say("for everyone at home")),
        (
            "serve --base-url https://example.org/matou --log json",
            say("for the public, behind a proxy"),
        ),
        ("serve --store postgresql://matou@/matou --port 8018", say("one of several servers")),
    ),
    run,
    SITE,
)
