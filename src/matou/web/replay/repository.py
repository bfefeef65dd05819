"""Texts that expire: uploaded records and analyses."""

from __future__ import annotations

from matou.web.db.database import Repository, Statement, one


class ExpiringTexts(Repository):
    async def put(self, kind: str, key: str, text: str, days: float, most: int) -> None:
        """Stores a text for some days. Deletes the oldest texts of its kind beyond ``most``."""
        await self.db.write(
            *self.expired(),
            one(
                "INSERT INTO papers (kind, key, text, until)"
                f" VALUES ($1, $2, $3, {self.db.NOW} + $4 * 86400.0)"
                " ON CONFLICT (kind, key) DO UPDATE SET text = excluded.text,"
                " until = excluded.until",
                *(kind, key, text, float(days)),
            ),
            one(
                "DELETE FROM papers WHERE kind = $1 AND key NOT IN"
                " (SELECT key FROM papers WHERE kind = $1 ORDER BY until DESC LIMIT $2)",
                *(kind, most),
            ),
        )

    async def get(self, kind: str, key: str) -> tuple[str, float] | None:
        found = await self.db.fetch(
            "SELECT text, until FROM papers"
            f" WHERE kind = $1 AND key = $2 AND until >= {self.db.NOW}",
            *(kind, key),
        )
        return (found[0][0], found[0][1]) if found else None

    def expired(self) -> list[Statement]:
        return [one(f"DELETE FROM papers WHERE until < {self.db.NOW}")]
