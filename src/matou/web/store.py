"""The database of a site and the repository of each feature."""

from __future__ import annotations

from pathlib import Path

from matou.web.db.database import Database, Repository
from matou.web.db.jobs import Jobs
from matou.web.db.opening import open_database
from matou.web.db.worker_processes import WorkerProcesses
from matou.web.http.limits import LimitCounters
from matou.web.notify.repository import Notices
from matou.web.replay.repository import ExpiringTexts
from matou.web.strangers.repository import ModerationRecords, Offers
from matou.web.strength.repository import Ratings
from matou.web.tables.player_games import PlayerGames
from matou.web.tables.presence import Presence
from matou.web.tables.repository import Tables
from matou.web.tables.site_time import Uptime
from matou.web.you.personal_data import PersonalData
from matou.web.you.repository import Accounts


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
    """Opens the PostgreSQL database at ``address``, or else a SQLite file in ``data``."""
    return Store(open_database(data, address, workers))
