"""Caty Mini in a terminal: a nursery from above, its furniture, its toys and the thread."""

from collections.abc import Sequence

from matou.core.observation import Observation
from matou.core.phrases import seat_labels
from matou.core.sketch import Piece, Row
from matou.games.catymini.components import BOARD_LETTERS, COLOUR_OF, ROOM, TILES
from matou.games.catymini.geometry import NOTCH_AT, TOY_AT
from matou.games.catymini.position import has_started, rounds_run
from matou.games.catymini.say.messages import say
from matou.games.catymini.say.names import BARE, TOY_WORDS
from matou.games.catymini.state import ASLEEP, State

WIDE, HIGH = 60, 22  # characters are about twice as high as wide
Page = dict[tuple[int, int], Piece]  # a character and its style, by column and row
WALLS = ("cyan", "yellow", "red", "magenta")


def sketch(view: Observation, lang: str, names: Sequence[str]) -> list[Row]:
    """Shows the viewer's nursery; for a spectator, the first one."""
    s: State = view.s
    seat = view.seat or 0
    room = s.board[seat]
    page: Page = {}
    for stretch in stretches(s, seat):
        for x, y in line(*stretch):
            page[x, y] = "·", "bold"
    for toy, at in enumerate(TOY_AT[room]):
        x, y = cell(at)
        left = s.heap[toy] > 0
        name = ("●" if left else "○") + TOY_WORDS[toy].say(lang)[:3]
        write(page, x, y, name, "" if left else "dim")
    for tile in range(TILES):
        (x, y), (x2, y2) = (cell(NOTCH_AT[room][2 * tile + side]) for side in (0, 1))
        name = BARE[tile].say(lang)[:5]
        write(page, min((x + x2) // 2 - 2, WIDE - 4), (y + y2) // 2, name, WALLS[COLOUR_OF[tile]])
    label = seat_labels(names, s.seats, lang)[seat]
    title = say("{who}, nursery {letter}", who=label, letter=BOARD_LETTERS[room])
    rows: list[Row] = [[(title.say(lang), "bold")]]
    for y in range(HIGH + 1):
        rows.append([page.get((x, y), (" ", "")) for x in range(-2, WIDE + 6)])
    return rows


def cell(at: tuple[int, int]) -> tuple[int, int]:
    """Returns where a point of a room falls on the page."""
    return at[0] * WIDE // ROOM, at[1] * HIGH // ROOM


def write(page: Page, x: int, y: int, text: str, style: str) -> None:
    for i, letter in enumerate(text):
        page[x + i, y] = letter, style


def stretches(s: State, seat: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Returns the stretches of thread from piece to piece."""
    if not has_started(s, seat):
        return []
    points = NOTCH_AT[s.board[seat]]
    at, found = s.path[seat][0], []
    for i in range(1, rounds_run(s, seat) + 1):
        notch = s.path[seat][i]
        if notch != ASLEEP:
            found.append((cell(points[at]), cell(points[notch])))
            at = notch ^ 1
    return found


def line(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int]]:
    """Returns the characters between two."""
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]), 1)
    return [
        (start[0] + (end[0] - start[0]) * i // steps, start[1] + (end[1] - start[1]) * i // steps)
        for i in range(steps + 1)
    ]
