"""``matou admin backup | restore | move | stats | purge``: looking after a site's tables."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matou.cli.commands.serve import DATA, SITE, STORE, data_folder, store_address
from matou.cli.complaint import FINE, Complaint
from matou.cli.declaring import FILE, Arg, Command, Group, N, Run
from matou.cli.files import UNWRITABLE
from matou.cli.terminal.screen import Screen
from matou.core.words import Words

if TYPE_CHECKING:
    from matou.web.store.counting import Purged

BACKED_UP = Words(
    "{tables} tables, {actions} actions, {size} in {file}. Keep it to yourself: the secret seeds "
    "of games in play are in it.",
    "{tables} tables, {actions} actions, {size} dans {file}. Garde-le pour toi : les graines "
    "secrètes des parties en cours y sont.",
)
RESTORED = Words(
    "{tables} tables and {actions} actions are back in {data}, as they were on {made}.",
    "{tables} tables et {actions} actions sont de retour dans {data}, comme le {made}.",
)
ASIDE = Words("What was there before is in {aside}.", "Ce qui y était avant est dans {aside}.")
MOVED = Words(
    "{tables} tables and {actions} actions are now in {store}, each compared with what is in "
    "{data}, which stays as it was. From now on: matou serve --store …",
    "{tables} tables et {actions} actions sont maintenant dans {store}, comparées une à une avec "
    "{data}, qui reste tel quel. Désormais : matou serve --store …",
)
NO_TARGET = Words(
    "Say where to: --to postgresql://USER:PASSWORD@HOST/DATABASE",
    "Dis où : --to postgresql://NOM:MOT_DE_PASSE@MACHINE/BASE",
)
HOLDS = Words("{data}: {tables} tables, {size}", "{data} : {tables} tables, {size}")
LATEST = Words("last move: {latest}", "dernier coup : {latest}")
HEADINGS = Words(
    "game,tables,in play,over,actions,rules", "jeu,tables,en cours,finies,actions,règles"
)
ALL = Words("all", "tous")
NO_DAYS = Words("Say how old: --days N.", "Dis de quel âge : --days N.")
NOTHING_OLD = Words(
    "Nothing is that old: no table has been untouched for {days} days.",
    "Rien n’est aussi vieux : aucune table n’est restée sans coup {days} jours.",
)
WOULD = Words(
    "{tables} tables with {actions} actions would be deleted, untouched for {days} days:",
    "{tables} tables avec {actions} actions seraient effacées, sans coup depuis {days} jours :",
)
DELETED = Words(
    "{tables} tables with {actions} actions are deleted, untouched for {days} days:",
    "{tables} tables avec {actions} actions sont effacées, sans coup depuis {days} jours :",
)
ROW = Words(
    "{game}: {over} finished, {abandoned} abandoned",
    "{game} : {over} finies, {abandoned} abandonnées",
)
FREED = Words("The file is {size} smaller.", "Le fichier a perdu {size}.")
REUSED = Words(
    "A server is running, so the file keeps its size; the room is used for new tables.",
    "Un serveur tourne : le fichier garde sa taille ; la place servira à de nouvelles tables.",
)


def kept(act: Run) -> Run:
    """What is wrong with a store or its folder, in a sentence."""

    def run(args: argparse.Namespace, screen: Screen) -> int:
        from matou.web.store.schema import BadStore

        try:
            return act(args, screen)
        except BadStore as error:
            raise Complaint(error.says) from None
        except OSError as error:
            where = error.filename or data_folder(args.data)
            raise Complaint(UNWRITABLE.filled(file=where, why=error.strerror or error)) from None

    return run


def backup(args: argparse.Namespace, screen: Screen) -> int:
    from matou.web.store import admin

    made = admin.backup(
        data_folder(args.data),
        Path(args.file) if args.file else None,
        store_address(args.store),
    )
    screen.say(
        BACKED_UP,
        tables=made.tables,
        actions=made.actions,
        size=size(made.bytes, screen.lang),
        file=made.path,
    )
    return FINE


def restore(args: argparse.Namespace, screen: Screen) -> int:
    from matou.web.store import admin

    data, store = data_folder(args.data), store_address(args.store)
    back = admin.restore(Path(args.file), data, args.force, store)
    where = shown(store) if store else data
    screen.say(RESTORED, tables=back.tables, actions=back.actions, data=where, made=back.made)
    if back.aside is not None:
        screen.say(ASIDE, aside=back.aside)
    return FINE


def move(args: argparse.Namespace, screen: Screen) -> int:
    from matou.web.store import admin

    data = data_folder(args.data)
    if not args.to:
        raise Complaint(NO_TARGET)
    moved = admin.move(data, args.to)
    screen.say(MOVED, tables=moved.tables, actions=moved.actions, data=data, store=shown(args.to))
    return FINE


def shown(store: str) -> str:
    from matou.web.store.postgres_schema import shown

    return shown(store)


def stats(args: argparse.Namespace, screen: Screen) -> int:
    from matou.web.store import admin

    found = admin.stats(data_folder(args.data), store_address(args.store))
    if args.json:
        screen.raw(json.dumps(found, indent=1))
        return FINE
    screen.say(
        HOLDS, data=found["data"], tables=found["tables"], size=size(found["bytes"], screen.lang)
    )
    if found["latest"]:
        screen.say(LATEST, latest=found["latest"])
    rows = [screen.tell(HEADINGS).split(",")]
    for game, of in found["games"].items():
        rules = ", ".join(f"v{v}: {n}" for v, n in sorted(of["versions"].items()))
        rows.append([game, *figures(of), rules])
    rows.append([screen.tell(ALL), *figures(found), ""])
    screen.line()
    screen.columns(rows)
    return FINE


def figures(of: dict[str, Any]) -> list[str]:
    return [str(of[key]) for key in ("tables", "open", "over", "actions")]


def purge(args: argparse.Namespace, screen: Screen) -> int:
    from matou.web.store import admin

    if args.days is None:
        raise Complaint(NO_DAYS)
    both = args.finished == args.abandoned
    purged = admin.purge(
        data_folder(args.data),
        args.days,
        over=both or args.finished,
        abandoned=both or args.abandoned,
        dry_run=args.dry_run,
        store=store_address(args.store),
    )
    is_file = not store_address(args.store)
    told(purged, args.days, args.dry_run, screen, is_file)
    return FINE


def told(purged: Purged, days: int, dry_run: bool, screen: Screen, is_file: bool) -> None:
    if not purged.tables:
        screen.say(NOTHING_OLD, days=days)
        return
    words = WOULD if dry_run else DELETED
    screen.say(words, tables=purged.tables, actions=purged.actions, days=days)
    for game in sorted({*purged.over, *purged.abandoned}):
        screen.say(
            ROW,
            indent="  ",
            game=game,
            over=purged.over[game],
            abandoned=purged.abandoned[game],
        )
    if not dry_run:
        if purged.compact:
            screen.say(FREED, size=size(purged.bytes_freed, screen.lang))
        elif is_file:
            screen.say(REUSED)


def size(count: int, lang: str) -> str:
    """Bytes as people say them."""
    value, unit = float(count), 0
    while value >= 1000 and unit < 3:
        value, unit = value / 1000, unit + 1
    text = f"{value:.1f}" if unit and value < 100 else f"{value:.0f}"
    fr = lang == "fr"
    name = ("octets", "ko", "Mo", "Go")[unit] if fr else ("bytes", "kB", "MB", "GB")[unit]
    return f"{text.replace('.', ',') if fr else text} {name}"


BACKUP = Command(
    "admin backup",
    Words("copy all tables into one file", "copier toutes les tables dans un fichier"),
    Words(
        "Copies everything a site keeps into one new file, while it runs. The file holds the "
        "secret seeds of games in play and the key that seats are known by: keep it to yourself.",
        "Copie tout ce qu’un site garde dans un seul fichier neuf, pendant qu’il tourne. Le "
        "fichier contient les graines secrètes des parties en cours et la clé qui fait "
        "reconnaître les sièges : garde-le pour toi.",
    ),
    (
        Arg(
            "file",
            "the new file, NAME.zip, or a folder for it (otherwise: matou-DATE.zip, here)",
            "le nouveau fichier, NOM.zip, ou un dossier où le mettre (sinon : matou-DATE.zip, ici)",
            FILE,
            optional=True,
        ),
        DATA,
        STORE,
    ),
    (
        ("admin backup", Words("a file here", "un fichier ici")),
        ("admin backup /var/backups/matou", Words("in a folder", "dans un dossier")),
    ),
    kept(backup),
    SITE,
)
RESTORE = Command(
    "admin restore",
    Words("put a backup back", "reprendre une sauvegarde"),
    Words(
        "Puts a backup back, after checking every byte of it. Stop the server first. Tables that "
        "are there already stay, unless --force moves them aside; they are never deleted.",
        "Remet une sauvegarde en place, après en avoir vérifié chaque octet. Arrête d’abord le "
        "serveur. Les tables déjà là restent, sauf si --force les met de côté ; elles ne sont "
        "jamais effacées.",
    ),
    (
        Arg("file", "the backup", "la sauvegarde", FILE),
        Arg(
            "--force",
            "move tables that are there aside, and take the backup’s",
            "mettre de côté les tables déjà là, et prendre celles de la sauvegarde",
        ),
        DATA,
        STORE,
    ),
    (
        (
            "admin restore matou-20260101-040000.zip",
            Words("into an empty folder", "dans un dossier vide"),
        ),
    ),
    kept(restore),
    SITE,
)
STATS = Command(
    "admin stats",
    Words("count what is kept", "compter ce qui est gardé"),
    Words(
        "How many tables there are, of which games, finished or not, and how much room they take.",
        "Combien il y a de tables, de quels jeux, finies ou non, et la place qu’elles prennent.",
    ),
    (
        Arg("--json", "as JSON, for programs", "en JSON, pour des programmes"),
        DATA,
        STORE,
    ),
    (("admin stats", Words("a table of numbers", "un tableau")),),
    kept(stats),
    SITE,
)
MOVE = Command(
    "admin move",
    Words("move a folder’s tables to PostgreSQL", "passer les tables d’un dossier à PostgreSQL"),
    Words(
        "Copies all tables of a folder into an empty PostgreSQL database, with the key that seats "
        "are known by, and compares every record before it counts. Stop the server first. The "
        "folder stays as it is.",
        "Copie toutes les tables d’un dossier dans une base PostgreSQL vide, avec la clé qui fait "
        "reconnaître les sièges, et compare chaque enregistrement avant que cela compte. Arrête "
        "d’abord le serveur. Le dossier reste tel quel.",
    ),
    (
        Arg("--to", "the database", "la base de données", Words("ADDRESS", "ADRESSE")),
        DATA,
    ),
    (
        (
            "admin move --to postgresql://matou@/matou",
            Words("then: serve --store", "ensuite : serve --store"),
        ),
    ),
    kept(move),
    SITE,
)
PURGE = Command(
    "admin purge",
    Words("delete old tables", "effacer d’anciennes tables"),
    Words(
        "Deletes the tables where nobody has moved for so many days: finished ones, abandoned "
        "ones, or both. What is deleted is gone, so look with --dry-run and back up first. The "
        "server may run meanwhile.",
        "Efface les tables où personne n’a joué depuis tant de jours : les finies, les "
        "abandonnées, ou les deux. Ce qui est effacé est perdu : regarde d’abord avec --dry-run, "
        "et fais une sauvegarde. Le serveur peut tourner.",
    ),
    (
        Arg(
            "--days",
            "untouched for how many days",
            "sans coup depuis combien de jours",
            N,
            number=(1, 999_999),
        ),
        Arg("--finished", "only finished games", "seulement les parties finies"),
        Arg("--abandoned", "only unfinished ones", "seulement celles en plan"),
        Arg("--dry-run", "say what would be deleted, and delete nothing", "dire sans rien effacer"),
        DATA,
        STORE,
    ),
    (
        (
            "admin purge --days 365 --dry-run",
            Words("what a year’s silence would delete", "ce qu’un an de silence effacerait"),
        ),
        (
            "admin purge --days 60 --abandoned",
            Words("games that nobody will end", "les parties que personne ne finira"),
        ),
    ),
    kept(purge),
    SITE,
)
COMMAND = Group(
    "admin",
    Words(
        "back up, restore, count or clear out a site’s tables",
        "sauvegarder, reprendre, compter ou vider les tables d’un site",
    ),
    Words(
        "Looks after the tables that a site keeps in its folder or its database. "
        "docs/operating.md tells more.",
        "S’occupe des tables qu’un site garde dans son dossier ou sa base. docs/operating.md en "
        "dit plus.",
    ),
    (BACKUP, RESTORE, MOVE, STATS, PURGE),
    SITE,
)
