"""``matou serve``: from the arguments to a running site, and what is said when it cannot run."""

from __future__ import annotations

import argparse
import asyncio
import ipaddress
import os
import socket
from pathlib import Path
from typing import TYPE_CHECKING

from matou.cli.commands.notify import NOTIFY_ARGS, notify_choices
from matou.cli.complaint import Complaint
from matou.cli.declaring import Arg, Command, N, Need
from matou.cli.terminal.screen import Screen
from matou.core.words import Words

if TYPE_CHECKING:
    from matou.web.app import Offline

SITE = Need("starlette", "site")
FOLDER = Words("FOLDER", "DOSSIER")
DATA = Arg(
    "--data",
    "the folder that tables are kept in (otherwise: $MATOU_DATA, or ~/.local/share/matou)",
    "le dossier où sont gardées les tables (sinon : $MATOU_DATA, ou ~/.local/share/matou)",
    FOLDER,
)
STORE = Arg(
    "--store",
    "a PostgreSQL database to keep tables in, for many servers (otherwise: $MATOU_STORE, or "
    "the folder)",
    "une base PostgreSQL où garder les tables, pour plusieurs serveurs (sinon : $MATOU_STORE, "
    "ou le dossier)",
    Words("ADDRESS", "ADRESSE"),
)
BAD_LOG = Words("The log can be {all}, not {text}.", "Le journal peut être {all}, mais pas {text}.")
CANNOT_LISTEN = Words(
    "Matou cannot listen at {host}, port {port}: {why}. Another port: --port 0",
    "Matou ne peut pas écouter à {host}, port {port} : {why}. Un autre port : --port 0",
)
FOLDER_TAKEN = Words(
    "A server is already running on {data}. Use that one, or another folder (--data).",
    "Un serveur tourne déjà sur {data}. Sers-toi de celui-là, ou prends un autre dossier (--data).",
)
FRIENDS_AT = Words("For friends in your house: {url}", "Pour tes amis à la maison : {url}")
NO_NETWORK = Words(
    "This machine is in no network that a friend could reach it by. Connect it to the one at home, "
    "or name its address there: --share --host ADDRESS",
    "Cette machine n’est dans aucun réseau par où un ami l’atteindrait. Relie-la à celui de la "
    "maison, ou donne son adresse : --share --host ADRESSE",
)
PAGES = 200  # that are made for --offline; for the bar alone
NO_PROCESSES = Words(
    "Several processes need Unix sockets, which this system has not. Start several servers "
    "instead, with --store.",
    "Plusieurs processus ont besoin de sockets Unix, que ce système n’a pas. Lance plutôt "
    "plusieurs serveurs, avec --store.",
)
SHORTEST_TOKEN = 16
NO_TOKEN = Words(
    "The operator’s token cannot be read from {file}: {why}",
    "Le jeton de l’opérateur ne se lit pas dans {file} : {why}",
)
SHORT_TOKEN = Words(
    "The operator’s token in {file} is too short to be a secret: {least} characters at least. One "
    "that nobody guesses: openssl rand -hex 24",
    "Le jeton de l’opérateur dans {file} est trop court pour un secret : au moins {least} "
    "caractères. En voici un que personne ne devine : openssl rand -hex 24",
)
BAD_PROXY = Words(
    "“{text}” is no address of a proxy (--proxy): numbers are, 127.0.0.1 or 10.0.0.0/8, several "
    "with commas between them, or * for any. Names are not looked up.",
    "« {text} » n’est pas l’adresse d’un proxy (--proxy) : il faut des nombres, 127.0.0.1 ou "
    "10.0.0.0/8, plusieurs séparés par des virgules, ou * pour tous. Un nom n’est pas cherché.",
)
NO_FOLDER = Words("{data} cannot be used: {why}", "{data} ne peut pas servir : {why}")


def run(args: argparse.Namespace, screen: Screen) -> int:
    from matou.web.app import PACE
    from matou.web.http.address import BadAddress
    from matou.web.http.connections import CONNECTIONS
    from matou.web.ops import logs
    from matou.web.ops.serve import CannotListen, NoNetwork, serve
    from matou.web.store.lockfile import Taken
    from matou.web.store.schema import BadStore

    kind = args.log or "quiet"
    if kind not in logs.KINDS:
        raise Complaint(BAD_LOG.filled(all=", ".join(logs.KINDS), text=kind))
    logs.set_up(kind, args.log_addresses)
    if (args.processes or 1) > 1 and not hasattr(socket, "AF_UNIX"):
        raise Complaint(NO_PROCESSES)
    host = args.host or ("0.0.0.0" if args.share else "127.0.0.1")
    data = data_folder(args.data)
    try:
        return serve(
            host=host,
            port=args.port,
            data=data,
            base_url=args.base_url or "",
            open_browser=args.open,
            pace=PACE if args.pace is None else args.pace,
            proxy=proxy_addresses(args.proxy or "127.0.0.1"),
            connections=args.connections or CONNECTIONS,
            share=FRIENDS_AT.say(screen.lang) if args.share else "",
            store=store_address(args.store),
            processes=args.processes or 1,
            log_as=(kind, args.log_addresses),
            metrics_token=os.environ.get("MATOU_METRICS_TOKEN", ""),
            operator_token=operator_token(args.operator_token_file),
            offline=offline(screen, PACE if args.pace is None else args.pace)
            if args.offline
            else None,
            notify=notify_choices(args),
        )
    except (BadAddress, BadStore) as error:
        raise Complaint(error.says) from None
    except Taken:
        raise Complaint(FOLDER_TAKEN.filled(data=data)) from None
    except NoNetwork:
        raise Complaint(NO_NETWORK) from None
    except CannotListen as error:
        why = error.__cause__.strerror if isinstance(error.__cause__, OSError) else error
        raise Complaint(CANNOT_LISTEN.filled(host=host, port=args.port, why=why)) from None
    except OSError as error:
        raise Complaint(NO_FOLDER.filled(data=data, why=error.strerror or error)) from None


def store_address(asked: str | None) -> str:
    """The database that was named; its password need not stand where everybody can read it."""
    return asked or os.environ.get("MATOU_STORE", "")


def proxy_addresses(listed: str) -> str:
    """The proxies that were named: by name nobody would be, and all visitors would seem one."""
    for text in (part.strip() for part in listed.split(",")):
        try:
            if text != "*":
                ipaddress.ip_network(text, strict=False)
        except ValueError:
            raise Complaint(BAD_PROXY.filled(text=text)) from None
    return listed


def operator_token(file: str | None) -> str:
    """The token of the operator's page; '' where there is to be none."""
    if file:
        try:
            token = Path(file).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise Complaint(NO_TOKEN.filled(file=file, why=why)) from None
    else:
        file, token = "MATOU_OPERATOR_TOKEN", os.environ.get("MATOU_OPERATOR_TOKEN", "").strip()
        if not token:
            return ""
    if len(token) < SHORTEST_TOKEN:
        raise Complaint(SHORT_TOKEN.filled(file=file, least=SHORTEST_TOKEN))
    return token


def offline(screen: Screen, pace: float) -> Offline:
    """What visitors may keep; Pyodide is fetched for it if it is not here."""
    from matou.cli.commands.export import with_bars
    from matou.web.export.folder import made
    from matou.web.export.served import Exported

    files, offer = with_bars(screen, lambda told: asyncio.run(made(told, pace, site=True)), PAGES)
    return Exported(files, offer)


def data_folder(asked: str | None) -> Path:
    from matou.web.ops.serve import default_data

    return Path(asked) if asked else default_data()


COMMAND = Command(
    "serve",
    Words("open the site", "ouvrir le site"),
    Words(
        "Serves the site, to this machine alone unless --share or --host say otherwise. Ctrl-C "
        "stops it; every move that was answered is on disk. docs/operating.md tells how to run it "
        "for others: behind a proxy, as a service, with backups.",
        "Ouvre le site, pour cette machine seule sauf si --share ou --host en disent plus. Ctrl-C "
        "l’arrête ; chaque coup qui a eu sa réponse est sur le disque. docs/operating.md explique "
        "comment le tenir pour d’autres : derrière un proxy, en service, avec des sauvegardes.",
    ),
    (
        Arg(
            "--host",
            "the address to listen at (otherwise: 127.0.0.1, this machine alone)",
            "l’adresse où écouter (sinon : 127.0.0.1, cette machine seule)",
            Words("ADDRESS", "ADRESSE"),
        ),
        Arg(
            "--share",
            "for everybody at home: listen in the house’s network and tell its address",
            "pour toute la maison : écouter sur son réseau et dire son adresse",
        ),
        Arg(
            "--port",
            "the port (otherwise: 8017; 0: any free one)",
            "le port (sinon : 8017 ; 0 : un libre)",
            N,
            number=(0, 65535),
            otherwise=8017,
        ),
        DATA,
        STORE,
        Arg(
            "--processes",
            "how many processes share the work, on a machine with many cores (otherwise: 1)",
            "combien de processus se partagent le travail, sur une machine à plusieurs cœurs "
            "(sinon : 1)",
            N,
            number=(1, 64),
        ),
        Arg(
            "--base-url",
            "the site’s public address behind a proxy, with its path if it has one",
            "l’adresse publique du site derrière un proxy, avec son chemin s’il en a un",
            Words("URL", "URL"),
        ),
        Arg(
            "--proxy",
            "the proxy’s addresses, whose word on visitors’ addresses is taken (otherwise: "
            "127.0.0.1)",
            "les adresses du proxy, qu’on croit sur l’adresse des visiteurs (sinon : 127.0.0.1)",
            Words("LIST", "LISTE"),
        ),
        Arg(
            "--connections",
            "the most connections that one address may hold (otherwise: 250)",
            "les connexions qu’une même adresse peut tenir au plus (sinon : 250)",
            N,
            number=(1, 100_000),
        ),
        Arg(
            "--log",
            "what is told on the error stream: quiet, text or json (one object a line)",
            "ce qui se dit sur le flux d’erreurs : quiet, text ou json (un objet par ligne)",
            Words("HOW", "COMMENT"),
        ),
        Arg(
            "--log-addresses",
            "visitors’ addresses in the log, too, where they matter",
            "aussi l’adresse des visiteurs dans le journal, là où elle importe",
        ),
        Arg(
            "--operator-token-file",
            "the file with the token of the page /operator, where reports are read (otherwise: "
            "$MATOU_OPERATOR_TOKEN; without one there is no such page)",
            "le fichier du jeton de la page /operator, où se lisent les signalements (sinon : "
            "$MATOU_OPERATOR_TOKEN ; sans jeton, pas de telle page)",
            Words("FILE", "FICHIER"),
        ),
        Arg(
            "--offline",
            "let visitors keep Matou for when they have no network, and play in their own "
            "browser (fetches Pyodide once)",
            "laisser les visiteurs garder Matou pour quand ils sont sans réseau, et jouer dans "
            "leur propre navigateur (rapporte Pyodide une fois)",
        ),
        *NOTIFY_ARGS,
        Arg("--open", "open the browser, too", "ouvrir aussi le navigateur"),
        Arg(
            "--pace",
            "seconds that a bot’s move takes at least",
            "secondes que prend au moins un robot",
            Words("SECONDS", "SECONDES"),
            number=(0.0, 60.0),
        ),
    ),
    (
        ("serve --open", Words("for yourself", "pour toi")),
        (
            "serve --share",
            Words("for everybody in the house", "pour toute la maison"),
        ),
        (
            "serve --base-url https://example.org/matou --log json",
            Words("for the world, behind a proxy", "pour le monde, derrière un proxy"),
        ),
        (
            "serve --store postgresql://matou@/matou --port 8018",
            Words("one of many servers", "un serveur parmi d’autres"),
        ),
    ),
    run,
    SITE,
)
