"""The repositories of a site over one database: SQLite, or PostgreSQL if an address is given."""

from pathlib import Path

from matou.kit.extras import install
from matou.web.daily.repository import DailyGames
from matou.web.db import files, jobs, sqlite
from matou.web.db.database import Database, Repository, one
from matou.web.db.errors import BAD_ADDRESS, NO_DRIVER, BadStore, shown
from matou.web.db.worker_processes import WorkerProcesses
from matou.web.http.limits import LimitCounters
from matou.web.notify.repository import Notices
from matou.web.puzzles.repository import PuzzleResults
from matou.web.strangers.repository import ModerationRecords, Offers
from matou.web.strength.repository import Ratings
from matou.web.tables import player_games, repository, site_time
from matou.web.you.invitations import Invitations
from matou.web.you.repository import Accounts, PersonalData

SCHEMES = ("postgresql://", "postgres://")


class Store:
    def __init__(self, db: Database) -> None:
        self.db = db
        self.jobs = jobs.Jobs(db)
        self.limits = LimitCounters(db)
        self.tables = repository.Tables(db)
        self.presence = repository.Presence(db)
        self.uptime = site_time.Uptime(db)
        self.games = player_games.PlayerGames(db, self.tables)
        self.accounts = Accounts(db)
        self.personal_data = PersonalData(db)
        self.invitations = Invitations(db)
        self.notices = Notices(db)
        self.ratings = Ratings(db)
        self.daily = DailyGames(db)
        self.puzzles = PuzzleResults(db)
        self.offers = Offers(db, self.tables)
        self.moderation = ModerationRecords(db)
        self.texts = jobs.ExpiringTexts(db)

    async def clean_up(self) -> None:
        parts = [part for part in vars(self).values() if isinstance(part, Repository)]
        await self.db.write(*(one(sql) for part in parts for sql in part.EXPIRED), light=True)


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
    db = sqlite.SqliteDatabase(data / "tables.db", workers)
    db.key = files.server_key(data)
    return db


async def check_database(data: Path, address: str) -> None:
    """Migrates a database. Raises BadStore if it cannot be used."""
    db = open_database(data, address)
    await db.start()
    await db.close()
