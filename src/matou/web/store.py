"""The repositories of a site over one database: SQLite, or PostgreSQL if an address is given."""

from __future__ import annotations

from pathlib import Path

from matou.kit.extras import install
from matou.web.db.database import Database, Repository
from matou.web.db.errors import BAD_ADDRESS, NO_DRIVER, BadStore, shown
from matou.web.db.files import server_key
from matou.web.db.jobs import ExpiringTexts, Jobs
from matou.web.db.sqlite import SqliteDatabase
from matou.web.db.worker_processes import WorkerProcesses
from matou.web.http.limits import LimitCounters
from matou.web.notify.repository import Notices
from matou.web.strangers.repository import ModerationRecords, Offers
from matou.web.strength.repository import Ratings
from matou.web.tables.player_games import PlayerGames
from matou.web.tables.repository import Presence, Tables
from matou.web.tables.site_time import Uptime
from matou.web.you.repository import Accounts, PersonalData

SCHEMES = ("postgresql://", "postgres://")


class Store:
    def __init__(self, db: Database) -> None:
        self.db = db
        self.jobs = Jobs(db)
        self.limits = LimitCounters(db)
        self.tables = Tables(db)
        self.presence = Presence(db)
        self.uptime = Uptime(db)
        self.games = PlayerGames(db, self.tables)
        self.accounts = Accounts(db)
        self.personal_data = PersonalData(db)
        self.notices = Notices(db)
        self.ratings = Ratings(db)
        self.offers = Offers(db, self.tables)
        self.moderation = ModerationRecords(db)
        self.texts = ExpiringTexts(db)

    async def clean_up(self) -> None:
        parts = [part for part in vars(self).values() if isinstance(part, Repository)]
        expired = [statement for part in parts for statement in part.expired()]
        await self.db.write(*expired, light=True)


def open_store(data: Path, address: str = "", workers: WorkerProcesses | None = None) -> Store:
    return Store(open_database(data, address, workers))


def open_database(
    data: Path, address: str = "", workers: WorkerProcesses | None = None
) -> Database:
    """Opens the file in the folder ``data``, or the database at ``address``. May raise BadStore."""
    if address:
        if not address.startswith(SCHEMES):
            raise BadStore(BAD_ADDRESS, shown=shown(address))
        try:
            from matou.web.db.postgres import PostgresDatabase
        except ImportError:
            raise BadStore(NO_DRIVER, how=install("site")) from None
        return PostgresDatabase(address)
    db = SqliteDatabase(data / "tables.db", workers)
    db.key = server_key(data)
    return db


async def check_database(data: Path, address: str) -> None:
    """Migrates a database. Raises BadStore if it cannot be used."""
    db = open_database(data, address)
    await db.start()
    await db.close()
