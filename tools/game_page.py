"""Writes a game's page for the documentation: its actions, observations and figures."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

import matou
from matou.core.game import Option

BALANCE = Path(__file__).resolve().parent.parent / "docs" / "balance"
GAMES = 20  # played at random, for the number of choices


def page(game: matou.Game) -> str:
    title = game.words.TITLE.say("en")
    return "\n\n".join(
        (
            f"# {title}",
            game.words.TAGLINE.say("en"),
            f"![A game of two in play]({game.name}.svg)",
            f"`matou.game({game.name!r})`, for {game.min_seats} to {game.max_seats} players. The "
            f"[exact rules](../rules/{game.name}.md) are numbered, and define the notation.",
            "## Options\n\n" + options(game),
            "## Length and choices\n\n" + lengths(game),
            f"## Actions\n\n{actions(game)}",
            f"## Observations\n\n{observations(game)}",
            "## Who wins\n\nBetween equal bots of level 5, by seat: 1 for a win, a half for a draw "
            f"([how this was measured](../balance/README.md)).{sides(game)} Endings are named by "
            "their rule:\n\n" + rows("README.md", title),
            "## Strength of the bots\n\nEach level against the one below, at tables of two. Level "
            "2 is called `greedy` ([details](../balance/strength.md)):\n\n"
            + rows("strength.md", title, "goal"),
            "Ratings of levels 1 to 5, by number of seats ([details](../balance/cats.md)):\n\n"
            + rows("cats.md", title),
        )
    )


def sides(game: matou.Game) -> str:
    if game.sides is None:
        return ""
    first, others = (game.sides(seat).say("en") for seat in (0, 1))
    return f" Seat 0 is {first}, the others are {others}."


def table(heads: Sequence[str], lines: Sequence[Sequence[object]]) -> str:
    bars = [
        "| " + " | ".join(map(str, line)) + " |" for line in (heads, ["---"] * len(heads), *lines)
    ]
    return "\n".join(bars)


def options(game: matou.Game) -> str:
    def values(option: Option) -> str:
        shown = [f"`{value!r}`" for value in option.values]
        return ", ".join(shown if len(shown) < 9 else [*shown[:3], f"… ({len(shown)} values)"])

    lines = [
        (f"`{option.name}`", values(option), game.words.OPTIONS[option.name].say("en"))
        for option in game.options
    ]
    heads = ("option", "values, the default first", "meaning")
    return table(heads, lines) if lines else "This game has no options."


def lengths(game: matou.Game) -> str:
    """Measures random games: actions a game, chance included, and legal actions a decision."""
    lines = []
    for seats in range(game.min_seats, game.max_seats + 1):
        played = matou.playouts(game, 2000, seats=seats, seed=1).lengths
        choices = [n for seed in range(GAMES) for n in choices_of(game, seats, seed)]
        lines.append(
            (
                seats,
                f"{played.mean():.0f}",
                f"{played.min()} to {played.max()}",
                f"{fmean(choices):.1f}",
                max(choices),
            )
        )
    heads = ("seats", "actions a game", "shortest, longest", "choices a decision", "most choices")
    about = f"Random games (2,000 a row; {GAMES} for the choices). Chance counts as an action."
    return f"{about}\n\n{table(heads, lines)}"


def choices_of(game: matou.Game, seats: int, seed: int) -> list[int]:
    state, rng, found = game.start(seats), random.Random(seed), []
    while not state.over:
        if state.actor != matou.CHANCE:
            found.append(len(state.legal()))
        state.play(state.sample(rng))
    return found


def actions(game: matou.Game) -> str:
    """Lists the action numbers in ranges of the same kind of notation, with an example of each."""
    s = game.start(game.min_seats).s
    names = [game.notation.name(s, action) for action in range(game.rules.ACTIONS)]
    kinds = [re.sub(r"\w+(?:-[a-z]{2,})?", "·", name) for name in names]
    firsts = [i for i, kind in enumerate(kinds) if i == 0 or kind != kinds[i - 1]]
    found = examples(game)
    lines = []
    for first, after in zip(firsts, [*firsts[1:], len(names)], strict=True):
        shown = f"`{names[first]}`" + (f" … `{names[after - 1]}`" if after - first > 1 else "")
        example = next((found[a] for a in range(first, after) if a in found), "")
        lines.append((span(first, after), shown, example))
    about = f"Actions without an example did not occur in {GAMES} random games."
    shown = table(("numbers", "notation", "for example"), lines)
    return shown if all(line[2] for line in lines) else f"{about}\n\n{shown}"


def examples(game: matou.Game) -> dict[int, str]:
    """Returns what actions mean, by number, as random games describe them."""
    said: dict[int, str] = {}
    for seed in range(GAMES):
        state, rng = game.start(game.min_seats), random.Random(seed)
        while not state.over:
            for action in state.legal():
                if action not in said:
                    said[action] = f"`{state.name(action)}`: {state.describe(action)}"
            state.play(state.sample(rng))
    return said


def span(first: int, after: int) -> str:
    return f"{first} to {after - 1}" if after - first > 1 else str(first)


def observations(game: matou.Game) -> str:
    """Lists the parts of an encoded observation, with the place of each."""
    assert game.encode is not None
    lines, start = [], 0
    for part in game.encode.PARTS:
        shape = " × ".join(map(str, part.shape))
        private = " (private)" if part.is_private else ""
        lines.append(
            (span(start, start + part.size), f"`{part.name}` ({shape})", part.says + private)
        )
        start += part.size
    about = (
        "[`matou.vector`](../python.md#many-games-at-once) and the other environments return "
        f"{start} small integers, in these parts. Seats are counted from the observing seat, "
        "which is 0. Private parts are zero for spectators."
    )
    return f"{about}\n\n{table(('numbers', 'part (shape)', 'meaning'), lines)}"


def rows(study: str, title: str, *without: str) -> str:
    """Returns the rows about one game of a study's first table, without some of its columns."""
    lines = (BALANCE / study).read_text("utf-8").splitlines()
    heads, _, *bars = [line.strip("| ").split(" | ") for line in lines if line.startswith("|")]
    columns = [i for i, head in enumerate(heads) if head not in ("game", *without)]
    ours = [bar for bar in bars if title.replace("'", "’") in bar[0].replace("'", "’")]
    return table([heads[i] for i in columns], [[bar[i] for i in columns] for bar in ours])
