"""Pictures to share: a board, a title and the result on one card, 1200 by 630, as PNG.

Drawn by the same kit as the boards. A game in play is drawn as an onlooker sees it.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import logging
import re
import sys
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from matou import paper
from matou.paper import Sheet, portraits
from matou.play.seats import Seat
from matou.web.replay import text as replay_text

log = logging.getLogger("matou.web")

WIDE, HIGH = 1200, 630
MARGIN, LEFT = 40, 52  # around the board, and where the words stand
MOST_WIDE = 730.0  # of a board, so that the words have their place beside it
ROW = 66.0  # of a player
SECONDS = 60.0  # that a picture may take, on a machine with much else to do
TRIES = 2  # renderers for one picture
KEPT = 128  # pictures in memory

# Files to look for, and the family each belongs to: the renderer must be told by name.
SANS = {
    "LiberationSans-Regular.ttf": "Liberation Sans",
    "NotoSans-Regular.ttf": "Noto Sans",
    "DejaVuSans.ttf": "DejaVu Sans",
    "OpenSans-Regular.ttf": "Open Sans",
    "Roboto-Regular.ttf": "Roboto",
    "segoeui.ttf": "Segoe UI",
    "arial.ttf": "Arial",
    "Arial.ttf": "Arial",
    "Verdana.ttf": "Verdana",
}
SERIF = {
    "P052-Bold.otf": "P052",
    "georgia.ttf": "Georgia",
    "Georgia.ttf": "Georgia",
    "LiberationSerif-Regular.ttf": "Liberation Serif",
    "DejaVuSerif.ttf": "DejaVu Serif",
    "NotoSerif-Regular.ttf": "Noto Serif",
    "times.ttf": "Times New Roman",
}
FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.fonts",
    "~/.local/share/fonts",
    "/Library/Fonts",
    "/System/Library/Fonts",
    "C:/Windows/Fonts",
)
SEAT_COLOUR = re.compile(r"var\(--seat-(\d)\)")
COAT = re.compile(r"var\(--coat,var\([\w-]+\)\)")


@dataclass(frozen=True)
class Player:
    """A row of the card."""

    name: str
    colour: int
    score: str = ""
    side: str = ""  # what they played, where seats are not alike
    won: bool = False
    face: int | None = None  # 1 to 5 a cat's, 0 a person's; None: nobody sits there
    nth: int = 0  # of several cats of one level


@dataclass(frozen=True)
class Card:
    """What a picture shows."""

    title: str
    says: str
    players: tuple[Player, ...]
    board: Sheet


@lru_cache(maxsize=1)
def fonts() -> tuple[str, str]:
    """A sans and a serif that this machine has; two empty names if it has none we know."""
    there: set[str] = set()
    for folder in FOLDERS:
        place = Path(folder).expanduser()
        if place.is_dir():
            there.update(path.name for path in place.rglob("*") if path.suffix in (".ttf", ".otf"))
    sans = next((family for name, family in SANS.items() if name in there), "")
    serif = next((family for name, family in SERIF.items() if name in there), sans)
    return sans or serif, serif


def svg(card: Card, with_words: bool = True) -> str:
    """The card as a drawing, its colours put in."""
    board = card.board
    high = HIGH - 2.0 * MARGIN
    wide = min(MOST_WIDE, high * board.width / board.height)
    high = wide * board.height / board.width
    x = WIDE - MARGIN - wide if with_words else (WIDE - wide) / 2
    y = (HIGH - high) / 2
    frame = paper.cut_rect(x - 14, y - 14, wide + 28, high + 28, 18, "share")
    body = [
        f'<rect width="{WIDE}" height="{HIGH}" fill="var(--paper)"/>',
        paper.paper(frame, "var(--card)"),
        f'<svg x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" '
        f'viewBox="0 0 {board.width:g} {board.height:g}">{"".join(board.parts)}</svg>',
    ]
    body += words(card, x - 14 - 34 - LEFT) if with_words else [proud(card, 110, HIGH - 130, 170)]
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}" '
        f'viewBox="0 0 {WIDE} {HIGH}" font-family="{paper.SANS}">'
        f"<style>{paper.STYLE}{board.style}</style>{''.join(body)}</svg>"
    )
    return paper.paint(coloured(drawn, [p.colour for p in card.players]))


def coloured(drawn: str, colours: Sequence[int]) -> str:
    """Seats in the colours that their players chose."""

    def seat(found: re.Match[str]) -> str:
        i = int(found[1])
        return f"var(--seat-{colours[i]})" if i < len(colours) else found[0]

    return SEAT_COLOUR.sub(seat, drawn)


def words(card: Card, column: float) -> list[str]:
    """The left side, from top to bottom: whose game it was, how it ended, a cat, the players."""
    drawn = [
        paper.matou_head("proud", LEFT + 26, 64, 66),
        paper.text("Matou", LEFT + 72, 76, 32, anchor="start", serif=True, bold=True),
    ]
    is_over = any(player.won for player in card.players)
    ink, quiet = "var(--ink)", "var(--quiet)"
    # What matters stands large: how it ended, or else what it is about.
    size = min(40.0 if is_over else 62.0, column / (0.56 * max(1, len(card.title))))
    y = 118 + size * (0.8 if is_over else 0.9)
    title = paper.text(card.title, LEFT, y, size, quiet if is_over else ink, "start", True, True)
    drawn.append(title)
    y += 0 if is_over else 8
    size = max(38.0, min(58.0, column / (0.52 * max(1, len(card.says))))) if is_over else 31.0
    for line in wrapped(card.says, int(column / (size * 0.5))):
        y += size * 1.25
        told = paper.text(line, LEFT, y, size, ink if is_over else quiet, "start", is_over, is_over)
        drawn.append(told)
    top = HIGH - MARGIN - ROW * len(card.players)
    free = top - y - 30
    if free > 90:  # room for a cat between the words and the players
        tall = min(free, 250.0)
        several = max(1, sum(player.won for player in card.players))
        tall = min(tall, column / (0.8 * several + 0.2)) if several > 1 else tall
        drawn.append(proud(card, LEFT + column / 2, top - tall / 2 - 4, tall * 0.86))
    for i, player in enumerate(card.players):
        drawn += row(i, player, top + ROW * i, column)
    return drawn


def proud(card: Card, x: float, y: float, size: float) -> str:
    """The house's own tomcat; where somebody has won, the winners themselves."""
    won = [(i, player) for i, player in enumerate(card.players) if player.won]
    if not won:
        return paper.matou("proud", x, y, size)
    step = size * 0.8  # heads of several overlap a little
    left = x - step * (len(won) - 1) / 2
    return "".join(face(i, p, left + step * n, y, size) for n, (i, p) in enumerate(won))


def face(seat: int, player: Player, x: float, y: float, size: float) -> str:
    """A player's portrait: a cat's in its own coat, a person's in the colour of their seat."""
    if player.face is None:
        return ""
    coat = f"var(--seat-{seat})"
    if player.face:
        family = portraits.COATS[player.face - 1]
        coat = family[player.nth % len(family)]
    drawn = portraits.portrait(player.face, x, y, size, "proud" if player.won else None)
    return COAT.sub(coat, drawn)


def row(seat: int, player: Player, y: float, column: float) -> list[str]:
    """A player on a card of their own, a winner's with the rim of what glows."""
    rim = "var(--rim)" if player.won else "var(--line)"
    frame = paper.cut_rect(LEFT, y, column, ROW - 12, 13, f"row{seat}")
    end, middle = LEFT + column - 20, y + ROW / 2
    beside = 22 * len(player.score)
    room = column - 132 - (beside + 24 if beside else 0)
    name = player.name
    size = max(20.0, min(24.0 if player.side else 31.0, room / (0.56 * max(1, len(name)))))
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


def wrapped(says: str, most: int) -> list[str]:
    lines = [""]
    for word in says.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) > most and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def preview(seats: Sequence[Seat], names: str, result: str, lang: str) -> str:
    """A game in one sentence, for whoever is sent a link to it."""
    if result:
        return replay_text.SHARED_OVER.say(lang).format(names=names, result=result)
    if any(seat.kind == "open" for seat in seats):
        return replay_text.SHARED_OPEN.say(lang)
    return replay_text.SHARED_NOW.say(lang).format(names=names)


class Painter:
    """Makes pictures one at a time, in a process of their own, and keeps the latest."""

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
        """The picture as PNG; None where it cannot be made."""
        async with self._one:
            found = self.made(key)
            if found is not None:
                return found
            sans, serif = await asyncio.to_thread(fonts)
            drawn = await render(svg(card, bool(sans)), sans, serif)
            if drawn is not None:
                self._made[key] = drawn
                while len(self._made) > KEPT:
                    self._made.popitem(last=False)
            return drawn


async def render(drawing: str, sans: str, serif: str) -> bytes | None:
    """A drawing as PNG. The renderer may be killed (where memory is short): then another tries."""
    for _ in range(TRIES):
        code, out = await render_once(drawing, sans, serif)
        if code >= 0:  # whoever was not killed would say the same again
            return out if code == 0 and out.startswith(b"\x89PNG") else None
        log.warning("the renderer of pictures was killed", extra={"signal": -code})
    return None


async def render_once(drawing: str, sans: str, serif: str) -> tuple[int, bytes]:
    """The renderer's exit code, negative if it was killed, and what it drew."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-I", str(Path(__file__).with_name("png.py")), sans, serif),
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
    except (OSError, RuntimeError):  # gone before it read the drawing: uvloop's RuntimeError
        return await end(process), b""


async def end(process: asyncio.subprocess.Process) -> int:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    return await process.wait()
