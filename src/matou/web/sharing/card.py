"""Preview cards: a board, a title and the result, 1200 by 630 pixels, as PNG.

They are drawn with the same kit as the boards. During a game, a card shows a spectator's view.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import re
import sys
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from matou import paper
from matou.bots.levels import at_table
from matou.core.messages import say
from matou.paper import Sheet, portraits
from matou.play.protocol.messages import Face
from matou.play.seats import Seat
from matou.web.ops.logs import log

WIDE, HIGH = 1200, 630
MARGIN, LEFT = 40, 52  # around the board; left edge of the text
MOST_WIDE = 730.0  # of a board, so that the text fits beside it
ROW = 66.0  # height of a player's row
SECONDS = 60.0  # time limit for a picture, generous for busy machines
TRIES = 2  # attempts to render a picture
CACHED = 128  # pictures cached in memory

CHOSEN_COLOUR = re.compile(r"var\(--c\d\)")
SEAT_COLOUR = re.compile(r"var\(--seat-(\d)\)")


@dataclass(frozen=True)
class Player:
    name: str
    colour: int
    score: str = ""
    side: str = ""  # for games in which seats have different roles
    won: bool = False
    face: Face | None = None  # None for an open seat


@dataclass(frozen=True)
class Card:
    title: str
    says: str
    players: tuple[Player, ...]
    board: Sheet


def svg(card: Card) -> str:
    """Returns the card as SVG, with colours as roles and text as text."""
    board = card.board
    high = HIGH - 2.0 * MARGIN
    wide = min(MOST_WIDE, high * board.width / board.height)
    high = wide * board.height / board.width
    x = WIDE - MARGIN - wide
    y = (HIGH - high) / 2
    frame = paper.cut_rect(x - 14, y - 14, wide + 28, high + 28, 18, "share")
    body = [
        f'<rect width="{WIDE}" height="{HIGH}" fill="var(--paper)"/>',
        paper.paper(frame, "var(--card)"),
        f'<svg x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" '
        f'viewBox="0 0 {board.width:g} {board.height:g}">{"".join(board.parts)}</svg>',
    ]
    body += words(card, x - 14 - 34 - LEFT)
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}" '
        f'viewBox="0 0 {WIDE} {HIGH}" font-family="{paper.FACE}">'
        f"<style>{paper.STYLE}{board.style}</style>{''.join(body)}</svg>"
    )
    return coloured(drawn, [p.colour for p in card.players])


def coloured(drawn: str, colours: Sequence[int]) -> str:
    """Replaces the seats' default colours by those that the players chose."""

    def seat(found: re.Match[str]) -> str:
        i = int(found[1])
        return f"var(--seat-{colours[i]})" if i < len(colours) else found[0]

    return SEAT_COLOUR.sub(seat, drawn)


def words(card: Card, column: float) -> list[str]:
    """Draws the left side from top to bottom: logo, title, result, a cat, the players."""
    drawn = [
        paper.matou_head("proud", LEFT + 26, 64, 66),
        paper.text("Matou", LEFT + 72, 76, 32, anchor="start", bold=True),
    ]
    is_over = any(player.won for player in card.players)
    ink, quiet = "var(--ink)", "var(--quiet)"
    # The result is set large, or the title if there is no result yet.
    title, size = paper.fitted(card.title, column, 40.0 if is_over else 62.0, 24.0, bold=True)
    y = 118 + size * (0.8 if is_over else 0.9)
    drawn.append(paper.text(title, LEFT, y, size, quiet if is_over else ink, "start", bold=True))
    y += 0 if is_over else 8
    size = paper.fitted(card.says, column, 58.0, 38.0, bold=True)[1] if is_over else 31.0
    for line in wrapped(card.says, column / size, is_over):
        y += size * 1.25
        drawn.append(paper.text(line, LEFT, y, size, ink if is_over else quiet, "start", is_over))
    top = HIGH - MARGIN - ROW * len(card.players)
    free = top - y - 30
    if free > 90:  # enough room for a cat between the text and the players
        tall = min(free, 250.0)
        several = max(1, sum(player.won for player in card.players))
        tall = min(tall, column / (0.8 * several + 0.2)) if several > 1 else tall
        drawn.append(proud(card, LEFT + column / 2, top - tall / 2 - 4, tall * 0.86))
    for i, player in enumerate(card.players):
        drawn += row(i, player, top + ROW * i, column)
    return drawn


def proud(card: Card, x: float, y: float, size: float) -> str:
    """Draws the winners' portraits, or Matou if nobody has won."""
    won = [(i, player) for i, player in enumerate(card.players) if player.won]
    if not won:
        return paper.matou("proud", x, y, size)
    step = size * 0.8  # several heads overlap a little
    left = x - step * (len(won) - 1) / 2
    return "".join(face(i, p, left + step * n, y, size) for n, (i, p) in enumerate(won))


def face(seat: int, player: Player, x: float, y: float, size: float) -> str:
    if player.face is None:
        return ""
    who, coat = player.face
    look = at_table(int(who)).portrait if who.isdigit() else who
    coat = CHOSEN_COLOUR.sub(f"var(--seat-{seat})", coat)
    return portraits.portrait(look, coat, x, y, size, "proud" if player.won else None)


def row(seat: int, player: Player, y: float, column: float) -> list[str]:
    rim = "var(--rim)" if player.won else "var(--line)"
    frame = paper.cut_rect(LEFT, y, column, ROW - 12, 13, f"row{seat}")
    end, middle = LEFT + column - 20, y + ROW / 2
    score = paper.text_width(player.score, 35, bold=True)
    room = column - 132 - (score + 24 if score else 0)
    largest = 24.0 if player.side else 31.0
    name, size = paper.fitted(player.name, room, largest, 20.0, bold=player.won)
    drawn = [
        paper.paper(frame, "var(--card)", 3, rim, 5 if player.won else 2),
        paper.seat_mark(seat, LEFT + 30, middle - 6, 28),
        face(seat, player, LEFT + 78, middle - 6, 50),
    ]
    at = middle - 6 if player.side else middle + 5
    drawn.append(paper.text(name, LEFT + 112, at, size, anchor="start", bold=player.won))
    if player.side:
        side = paper.text(player.side, LEFT + 112, middle + 15, 18, "var(--quiet)", "start")
        drawn.append(side)
    if player.score:
        drawn.append(paper.text(player.score, end, middle + 6, 35, anchor="end", bold=True))
    return drawn


def wrapped(says: str, most: float, bold: bool = False) -> list[str]:
    """Returns a text in lines at most so wide, in a type of height 1."""
    lines = [""]
    for word in says.split():
        longer = f"{lines[-1]} {word}".strip()
        if paper.text_width(longer, bold=bold) > most and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def preview(seats: Sequence[Seat], names: str, result: str, lang: str) -> str:
    if result:
        return say("{names}. {result} Look back at every move.", names=names, result=result).say(
            lang
        )
    if any(seat.kind == "open" for seat in seats):
        return say("A seat is free: come and play.").say(lang)
    return say("{names} are playing. Come and watch.", names=names).say(lang)


class Painter:
    """Renders pictures one at a time in a separate process and caches the latest."""

    def __init__(self) -> None:
        self._made: OrderedDict[str, bytes] = OrderedDict()
        self._one = asyncio.Semaphore(1)

    @property
    def can(self) -> bool:
        return importlib.util.find_spec("resvg_py") is not None

    def made(self, key: str) -> bytes | None:
        found = self._made.get(key)
        if found is not None:
            self._made.move_to_end(key)
        return found

    async def paint(self, key: str, card: Card) -> bytes | None:
        """Returns the picture as PNG, or None if rendering failed."""
        async with self._one:
            found = self.made(key)
            if found is not None:
                return found
            drawn = await render(svg(card))
            if drawn is not None:
                self._made[key] = drawn
                while len(self._made) > CACHED:
                    self._made.popitem(last=False)
            return drawn


async def render(drawing: str) -> bytes | None:
    """Returns a drawing as PNG, or None. Tries again if the renderer was killed (low memory)."""
    drawing = paper.standalone(drawing)
    for _ in range(TRIES):
        code, out = await render_once(drawing)
        if code >= 0:  # it was not killed, so another attempt would end the same way
            return out if code == 0 and out.startswith(b"\x89PNG") else None
        log.warning("the renderer of pictures was killed", extra={"signal": -code})
    return None


async def render_once(drawing: str) -> tuple[int, bytes]:
    """Returns the renderer's exit code (negative if it was killed) and its output."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-I", str(Path(__file__).with_name("png.py"))),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(SECONDS):
            out, _ = await process.communicate(drawing.encode())
        return await process.wait(), out
    except TimeoutError:
        await end(process)
        return 1, b""
    except (OSError, RuntimeError):  # it exited before reading; uvloop raises RuntimeError
        return await end(process), b""


async def end(process: asyncio.subprocess.Process) -> int:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    return await process.wait()
