"""``matou admin backup | restore | move | stats | purge``: manages a site's tables."""

import argparse
import json
from datetime import datetime
from pathlib import Path
from typing import Any

from matou.cli.commands.serve import DATA, SITE, STORE, data_folder, store_address
from matou.cli.declaring import OK, Arg, Command, CommandError, Group, Run
from matou.cli.files import cannot_write
from matou.cli.terminal.screen import Screen
from matou.core.messages import Message, count, counting, say
from matou.core.phrases import figures, moment
from matou.web.db.errors import shown

in_tables = counting("{n} table", "{n} tables")


def with_counts(says: Message, tables: int, actions: int) -> Message:
    return says.filled(
        tables=in_tables(tables), actions=count(actions, "{n} action", "{n} actions")
    )


def reporting_errors(act: Run) -> Run:
    """Reports errors of the store's folder in a sentence."""

    def run(args: argparse.Namespace, screen: Screen) -> int:
        try:
            return act(args, screen)
        except OSError as error:
            raise cannot_write(error, error.filename or data_folder(args.data)) from None

    return run


def backup(args: argparse.Namespace, screen: Screen) -> int:
    from matou.web.ops.backup import backup as make

    file = Path(args.file) if args.file else None
    made = make(data_folder(args.data), file, store_address(args.store))
    says = say(
        "Saved {tables} and {actions} to {file} ({size}). Keep this file private: it contains the "
        "secret seeds of games in progress."
    )
    says = with_counts(says, made.tables, made.actions)
    screen.say(says, size=size(made.bytes, screen.lang), file=made.path)
    return OK


def restore(args: argparse.Namespace, screen: Screen) -> int:
    from matou.web.ops import backup

    data, store = data_folder(args.data), store_address(args.store)
    back = backup.restore(Path(args.file), data, args.force, store)
    says = say("Restored {tables} and {actions} to {data}, as they were on {made}.")
    says = with_counts(says, back.tables, back.actions)
    screen.say(says, data=shown(store) if store else data, made=moment(back.made))
    if back.aside is not None:
        screen.say(say("The previous tables are now in {aside}."), aside=back.aside)
    return OK


def move(args: argparse.Namespace, screen: Screen) -> int:
    from matou.web.ops import backup

    data = data_folder(args.data)
    if not args.to:
        raise CommandError(
            "Give the target database: --to postgresql://USER:PASSWORD@HOST/DATABASE"
        )
    moved = backup.move(data, args.to)
    says = say(
        "Copied {tables} and {actions} to {store} and compared each one with {data}, which is "
        "unchanged. From now on, start the site with: matou serve --store …"
    )
    screen.say(with_counts(says, moved.tables, moved.actions), data=data, store=shown(args.to))
    return OK


def stats(args: argparse.Namespace, screen: Screen) -> int:
    from matou.web.ops import housekeeping

    found = housekeeping.stats(data_folder(args.data), store_address(args.store))
    if args.json:
        screen.raw(json.dumps(found, indent=1))
        return OK
    says = say("{data}: {tables}, {size}", data=found["data"], tables=in_tables(found["tables"]))
    screen.say(says, size=size(found["bytes"], screen.lang))
    if found["latest"]:
        latest = datetime.fromisoformat(found["latest"]).timestamp()
        screen.say(say("last move: {latest}"), latest=moment(latest))
    rows = [screen.text(say("game,tables,in progress,finished,actions,rules")).split(",")]
    for game, of in found["games"].items():
        rules = ", ".join(f"v{v}: {n}" for v, n in sorted(of["versions"].items()))
        rows.append([game, *numbers(of), rules])
    rows.append([screen.text(say("all", context="games")), *numbers(found), ""])
    screen.line()
    screen.columns(rows)
    return OK


def numbers(of: dict[str, Any]) -> list[str]:
    return [str(of[key]) for key in ("tables", "open", "over", "actions")]


def purge(args: argparse.Namespace, screen: Screen) -> int:
    from matou.web.ops import housekeeping

    if args.days is None:
        raise CommandError("Give a minimum age: --days N.")
    data, store = data_folder(args.data), store_address(args.store)
    kinds = [0] * args.abandoned + [1] * args.finished
    purged = housekeeping.purge(data, args.days, kinds or (0, 1), args.dry_run, store)
    idle = count(args.days, "{n} day", "{n} days")
    if not purged.tables:
        screen.say(say("Nothing to delete: no table has been idle for {days}."), days=idle)
        return OK
    would = say("Would delete {tables} with {actions}, idle for {days}:")
    says = would if args.dry_run else say("Deleted {tables} with {actions}, idle for {days}:")
    screen.say(with_counts(says, purged.tables, purged.actions), days=idle)
    for game in sorted({*purged.over, *purged.abandoned}):
        row = say("{game}: {over} finished, {abandoned} abandoned", game=game)
        screen.say(row, "", "  ", over=purged.over[game], abandoned=purged.abandoned[game])
    if purged.compact and not args.dry_run:
        screen.say(say("The file is {size} smaller."), size=size(purged.bytes_freed, screen.lang))
    elif not store and not args.dry_run:
        screen.say(
            say("A server is running, so the file keeps its size. New tables will reuse the space.")
        )
    return OK


UNITS = (say("{size} bytes"), say("{size} kB"), say("{size} MB"), say("{size} GB"))


def size(count: int, lang: str) -> str:
    value, unit = float(count), 0
    while value >= 1000 and unit < 3:
        value, unit = value / 1000, unit + 1
    number = figures(value, 1 if unit and value < 100 else 0)
    return UNITS[unit].filled(size=number).say(lang)


BACKUP = Command(
    "admin backup",
    say("copy all tables into one file"),
    say(
        "Copies all of a site’s data into one new file. The site can keep running. The file "
        "contains the secret seeds of games in progress and the key that signs players’ cookies: "
        "keep it private."
    ),
    (
        Arg(
            "file FILE",
            say(
                "the new file, NAME.zip, or the folder to put it in (default: matou-DATE.zip in "
                "the current folder)"
            ),
            optional=True,
        ),
        DATA,
        STORE,
    ),
    {
        "admin backup": say("to the current folder"),
        "admin backup /var/backups/matou": say("to another folder"),
    },
    reporting_errors(backup),
    SITE,
)
RESTORE = Command(
    "admin restore",
    say("restore a backup"),
    say(
        "Restores a backup after checking every byte of it. Stop the server first. Existing "
        "tables stay in place unless --force moves them aside; they are never deleted."
    ),
    (
        Arg("file FILE", say("the backup file")),
        Arg("--force", say("move existing tables aside and use those of the backup")),
        DATA,
        STORE,
    ),
    {"admin restore matou-20260101-040000.zip": say("into an empty folder")},
    reporting_errors(restore),
    SITE,
)
STATS = Command(
    "admin stats",
    say("show statistics about the tables"),
    say(
        "Shows how many tables there are, of which games, how many are finished, and how much "
        "space they use."
    ),
    (Arg("--json", say("print JSON")), DATA, STORE),
    {"admin stats": say("as a table")},
    reporting_errors(stats),
    SITE,
)
MOVE = Command(
    "admin move",
    say("move tables from a folder to PostgreSQL"),
    say(
        "Copies all tables from a folder into an empty PostgreSQL database, with the key that "
        "signs players’ cookies, and compares every record before committing. Stop the server "
        "first. The folder is not changed."
    ),
    (Arg("--to ADDRESS", say("the target database")), DATA),
    {"admin move --to postgresql://matou@/matou": say("then run: serve --store")},
    reporting_errors(move),
    SITE,
)
PURGE = Command(
    "admin purge",
    say("delete old tables"),
    say(
        "Deletes tables without a move for a number of days: finished ones, abandoned ones, or "
        "both. This cannot be undone, so try --dry-run and back up first. The server can keep "
        "running."
    ),
    (
        Arg("--days N", say("minimum number of days without a move"), (1, 999_999)),
        Arg("--finished", say("only finished games")),
        Arg("--abandoned", say("only unfinished games")),
        Arg("--dry-run", say("show what would be deleted, but delete nothing")),
        DATA,
        STORE,
    ),
    {
        "admin purge --days 365 --dry-run": say("preview: idle for a year"),
        "admin purge --days 60 --abandoned": say("unfinished games, idle for 60 days"),
    },
    reporting_errors(purge),
    SITE,
)
COMMAND = Group(
    "admin",
    say("back up, restore, count or delete a site’s tables"),
    say("Manages the tables that a site stores in its folder or database. See docs/operating.md."),
    (BACKUP, RESTORE, MOVE, STATS, PURGE),
    SITE,
)
