"""Prints the figures of an engine benchmark as tables."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from labs.bench import figures
from labs.bench.figures import Figures, GameFigures, Target, machine

METHOD = (
    "One thread; contestants take turns in short rounds, and the best round of each counts. "
    "Random play is whole games, setting up included, every action counted, chance too. "
    "OpenSpiel plays its own C++ games through its Python interface, as a Python program would: "
    "legal_actions, a random choice, apply_action; ours plays inside compiled code, so the ratio "
    "compares what each gives a Python programmer, not the two engines’ inner loops."
)


def marked(text: str, target: Target | None, ask: str = "") -> Text:
    """Returns a figure, with a mark if it has a target."""
    if target is None:
        return Text(text)
    sign, style = ("✓", "green") if target.met else ("✗", "bold red")
    return Text.assemble(f"{text} ", (sign, style), (f" {ask}" if ask else "", "dim"))


def rate(value: float) -> str:
    """Returns a speed as text: 1.2 k, 3.4 M."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.3g} {letter}"
    return f"{value:.3g}"


def grid(title: str, first: str, heads: list[str]) -> Table:
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column(first, no_wrap=True)
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    return table


def games_table(games: list[GameFigures]) -> Table:
    heads = ["compiled\nmoves/s", "ns\neach", "games/s"]
    heads += [f"legal+play\nin Python\n< {figures.INTERPRETED * 1e6:.0f} µs"]
    heads += [f"copy\n< {figures.COPY * 1e9:.0f} ns", f"warm\nstart\n< {figures.WARM} s"]
    table = grid("Our games, random play", "game", heads)
    for g in games:
        targets = g.targets()
        play = targets.get("compiled")
        row = [
            Text(g.name),
            marked(rate(1 / g.compiled), play, f"≥ {rate(play.least or 0)}" if play else ""),
            Text(f"{g.compiled * 1e9:.1f}"),
            Text(rate(1 / g.compiled / g.moves_a_game)),
            marked(f"{g.interpreted * 1e6:.1f}", targets["interpreted"]),
            marked(f"{g.copy * 1e9:.1f}", targets["copy"]),
            marked(f"{g.warm_start:.2f}", targets["warm_start"]),
        ]
        table.add_row(*row)
    return table


def peers_table(found: Figures) -> Table:
    heads = ["moves/s", "ours compiled is", "interpreted"]
    table = grid("Clocktowers beside its peers, in this run", "peer", heads)
    for peer in found.peers:
        table.add_row(
            peer.name,
            rate(peer.rate),
            marked(f"{peer.ratio:.1f} ×", peer.target(), f"≥ {peer.least:.0f} ×"),
            f"{peer.interpreted_ratio:.2f} ×",
        )
    return table


def show(found: Figures, console: Console) -> None:
    about = machine()
    console.print(
        f"{about['cpu']}, Python {about['python']}, numba {about['numba']}", highlight=False
    )
    console.print(games_table(found.games))
    cold = [f"{g.name} {g.cold_start:.1f} s" for g in found.games if g.cold_start is not None]
    if cold:
        console.print(f"Cold start, everything compiled: {', '.join(cold)}\n", highlight=False)
    if found.peers:
        console.print(peers_table(found))
    for note in found.notes:
        console.print(note, highlight=False, style="yellow")
    console.print(METHOD, highlight=False, style="dim")
    targets = found.targets()
    met = sum(target.met for target in targets)
    console.print(f"{met} of {len(targets)} targets met.", highlight=False)
