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
            "## Who wins\n\nBetween equal bots of level 5, by seat ([how this was measured]"
            "(../balance/README.md)):\n\n" + rows("README.md", title),
            "## Strength of the bots\n\nEach level against the one below "
            "([details](../balance/strength.md)):\n\n" + rows("strength.md", title),
            "Their ratings, by number of seats ([details](../balance/cats.md)):\n\n"
            + rows("cats.md", title),
        )
    )


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
    return table(("option", "values, the default first", ""), lines)


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
    """Lists the action numbers in ranges of the same kind of notation."""
    s = game.start(game.min_seats).s
    ranges: list[list[object]] = []
    last = None
    for action in range(game.rules.ACTIONS):
        name = game.notation.name(s, action)
        kind = re.sub(r"\w+(?:-[a-z]{2,})?", "·", name)
        if kind == last:
            ranges[-1][1:] = [action, ranges[-1][2], f"`{name}`"]
        else:
            ranges.append([action, action, f"`{name}`", f"`{name}`"])
        last = kind
    return table(("from", "to", "first", "last"), ranges)


def observations(game: matou.Game) -> str:
    """Lists the parts of an encoded observation, with the place of each."""
    assert game.encode is not None
    lines, start = [], 0
    for part in game.encode.PARTS:
        shape = " × ".join(map(str, part.shape))
        lines.append(
            (
                f"{start} to {start + part.size - 1}",
                f"`{part.name}`",
                shape,
                part.says + (" (private)" if part.is_private else ""),
            )
        )
        start += part.size
    about = (
        "What [`matou.vector`](../python.md#many-games-at-once) and the other environments give: "
        f"{start} small integers. Seats count from the seat that looks, which is 0. Private parts "
        "are zero for spectators."
    )
    return f"{about}\n\n{table(('numbers', 'part', 'shape', 'meaning'), lines)}"


def rows(study: str, title: str) -> str:
    """Returns the rows about one game of a study's first table."""
    lines = (BALANCE / study).read_text("utf-8").splitlines()
    bars = [line for line in lines if line.startswith("|")]
    ours = [line for line in bars[2:] if title.replace("'", "’") in line.replace("'", "’")]
    linked = [line.replace("](", "](../balance/") for line in ours]
    return "\n".join([*bars[:2], *linked])
