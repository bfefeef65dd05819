"""The page of a visitor's ratings, and the ladder of the cats on a game's page."""

from collections.abc import Sequence
from typing import Any

from matou.bots.levels import LEVELS
from matou.core.game import Game
from matou.core.messages import listed
from matou.play.ladder import CatResults, states
from matou.rating import Rating
from matou.rating.cats import cats
from matou.web.feature import Chore, Feature, Request, Response, form, route
from matou.web.store import Store
from matou.web.strength import counting

SHOWN = 40  # games in a chart
LISTED = 4
WIDTH = 640.0  # of the line…
FACE = 54.0  # …and of a face on it
EDGE = 40.0
CHART_WIDTH, CHART_HEIGHT = 320.0, 90.0


class Strength(Feature):
    def chores(self) -> list[Chore]:
        return [Chore(counting.Counting(self.manager).count_all, counting.LOOK_EVERY)]

    @route("/strength")
    async def page(self, request: Request) -> Response:
        owner, lang, games = request.owner, request.lang, self.site.games.values()
        wants = await self.store.ratings.wants(owner)
        shown = [await self.of_game(owner, game, lang) for game in games] if wants else []
        return request.render("strength/strength.html", wants=wants, games=shown)

    @form("/strength")
    async def choose(self, request: Request) -> Response:
        owner, wants = request.meet(), request.fields.get("want", "") == "1"
        await self.store.ratings.want(owner, wants, request.network)
        return request.redirect("/strength")

    async def of_game(self, owner: str, game: Game, lang: str) -> dict[str, Any]:
        """Returns a person's rating, chart and history in one game, for the template."""
        rated = (await self.store.ratings.of_people([owner], game.name)).get(owner)
        past = await self.store.ratings.history(owner, game.name, SHOWN)
        went = [then.rating for then in reversed(past)]
        known = cats(game.name, game.min_seats)
        names = [
            f"{bot.name.say(lang)} {cat.points}" for bot, cat in zip(LEVELS, known, strict=True)
        ]
        return {
            "game": game,
            "rated": rated,
            "scale": scale(known, rated and rated.rating),
            "cats": listed(names),
            "chart": chart(went),
            "went": went,
            "past": [
                {
                    "table": then.table,
                    "place": then.place + 1,
                    "places": then.places,
                    "points": then.rating.points,
                    "gain": then.rating.points - before.rating.points if before else None,
                }
                for then, before in zip(past, [*past[1:], None], strict=False)
            ][:LISTED],
        }


async def first_opponent(store: Store, owner: str) -> int:
    """Returns the level to suggest: the weakest cat until the visitor has beaten one."""
    return 2 if owner and await store.ratings.has_won(owner) else 1


async def ladder(store: Store, owner: str, game: Game) -> list[dict[str, Any]]:
    """Returns the cats, the strongest first, with the person's results and the next opponent."""
    against = await store.ratings.ladder(owner, game.name) if owner else {}
    rated = cats(game.name, game.min_seats)
    steps = [
        {"level": level, "points": rated[level - 1].points, "state": state}
        | against.get(level, CatResults())._asdict()
        for level, state in enumerate(states(against), 1)
    ]
    return steps[::-1]


def scale(cats: Sequence[Rating], own: Rating | None) -> dict[str, Any]:
    """Returns the positions of the cats' faces and the player's bar, for the template."""
    points = [cat.points for cat in cats]
    if own is not None:
        points += [own.points - own.margin, own.points + own.margin]
    low, high = min(points), max(points)
    span = max(1, high - low)

    def at(value: float) -> float:
        return round(EDGE + (value - low) * (WIDTH - 2 * EDGE) / span, 1)

    faces: list[dict[str, Any]] = []
    row_ends = [-FACE, -FACE]
    for level, cat in enumerate(cats, 1):
        x = at(cat.points)
        row = 0 if x - row_ends[0] >= FACE else 1
        if row == 1 and x - row_ends[1] < FACE:  # no room in either row: next to the last face
            row = 0 if row_ends[0] <= row_ends[1] else 1
            x = row_ends[row] + FACE
        row_ends[row] = x
        faces.append(
            {"level": level, "x": x, "row": row, "points": cat.points, "at": at(cat.points)}
        )
    made: dict[str, Any] = {"faces": faces, "width": WIDTH, "face": FACE, "own": None}
    made["top"] = 0 if any(face["row"] for face in faces) else FACE
    if own is not None:
        left, right = at(own.points - own.margin), at(own.points + own.margin)
        made["own"] = {"left": left, "width": round(right - left, 1), "x": at(own.points)}
    return made


def chart(ratings: Sequence[Rating]) -> dict[str, str]:
    """Returns the points of a rating's line and margin band, the oldest rating first."""
    if len(ratings) < 2:
        return {}
    low = min(r.points - r.margin for r in ratings)
    high = max(r.points + r.margin for r in ratings)

    def x(i: int) -> float:
        return round(i * CHART_WIDTH / (len(ratings) - 1), 1)

    def y(value: float) -> float:
        return round(CHART_HEIGHT - (value - low) * CHART_HEIGHT / max(1, high - low), 1)

    over = [f"{x(i)},{y(r.points + r.margin)}" for i, r in enumerate(ratings)]
    under = [f"{x(i)},{y(r.points - r.margin)}" for i, r in enumerate(ratings)]
    line = [f"{x(i)},{y(r.points)}" for i, r in enumerate(ratings)]
    return {"band": " ".join([*over, *reversed(under)]), "line": " ".join(line)}
