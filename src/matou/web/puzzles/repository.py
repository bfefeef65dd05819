"""Results of puzzles in the database, for people with an account.

A browser reports them, and nobody can verify that. Puzzle ratings are for oneself: no list
shows them, and ratings of games are another matter.
"""

from collections.abc import Iterable

from matou.web.db.database import Repository, one

Results = dict[str, list[tuple[str, int]]]  # by game: puzzles, and whether the first try was right


class PuzzleResults(Repository):
    async def add(self, owner: str, results: Iterable[tuple[str, str, int]]) -> None:
        """Stores first tries. An earlier result of the same puzzle stays."""
        await self.db.write(
            *(
                one(
                    "INSERT INTO puzzle_results (owner, game, puzzle, solved, at)"
                    " VALUES ($1, $2, $3, $4, NOW + $5) ON CONFLICT DO NOTHING",
                    *(owner, game, puzzle, solved, i / 1e5),
                )
                for i, (game, puzzle, solved) in enumerate(results)
            )
        )

    async def of(self, owner: str) -> Results:
        """Returns a person's results by game, the oldest first."""
        query = (
            "SELECT game, puzzle, solved FROM puzzle_results WHERE owner = $1 ORDER BY at, puzzle"
        )
        found: Results = {}
        for game, puzzle, solved in await self.db.fetch(query, owner):
            found.setdefault(game, []).append((puzzle, solved))
        return found
