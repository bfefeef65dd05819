"""Cards to share: a board, a title and the result, 1200 by 630 pixels.

They are drawn with the same kit as the boards. During a game, a card shows a spectator's view.
A site renders them as PNG (``web/sharing``); a page without a server does that by itself.
"""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from matou import paper
from matou.bots.levels import at_table
from matou.core.game import Game
from matou.core.messages import say
from matou.core.observation import Observation
from matou.paper import Sheet, portraits
from matou.play.daily import date_words
from matou.play.protocol.messages import Face
from matou.play.replay import Replay
from matou.play.seats import face_of, public_names

WIDE, HIGH = 1200, 630
MARGIN, LEFT = 40, 52  # around the board; left edge of the text
MOST_WIDE = 730.0  # of a board, so that the text fits beside it
ROW = 66.0  # height of a player's row
SAMPLE_SEED = 165  # a lively position in each game
NAMES = ("Ada", "Basile", "Chloé", "Diane", "Élie")  # players in sample positions

CHOSEN_COLOUR = re.compile(r"var\(--c\d\)")
SEAT_COLOUR = re.compile(r"var\(--seat-(\d)\)")


class Player(NamedTuple):
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
    is_result: bool = False  # ``says`` is a result, which is set large
    note: str = ""


def of_game(replay: Replay, lang: str) -> Card:
    """Returns the card of a game, the same for everybody."""
    positions, seats = replay.positions, replay.seats
    last, who = positions.count, public_names(seats, lang)
    view, game = positions.view(last, None), positions.game
    is_over, sides = view.over, game.sides
    says = replace(replay, own=None).result(lang) if is_over else game.words.TAGLINE.say(lang)
    players = tuple(
        Player(
            who[i],
            seat.colour,
            str(view.scores[i]) if last and seat.kind != "open" and sides is None else "",
            "" if sides is None else sides(i).say(lang),
            is_over and i in view.winners,
            None if seat.kind == "open" else face_of(game, seats, i),
        )
        for i, seat in enumerate(seats)
    )
    board = view.sheet(lang=lang, names=who, wide=True)
    return Card(game.words.TITLE.say(lang), says, players, board, is_over)


def of_day(game: Game, day: str, says: str, lang: str) -> Card:
    """Returns the card of a result with the cat of a day. It shows another board."""
    note = f"{say('Cat of the day').say(lang)}, {date_words(day, lang)}"
    return Card(game.words.TITLE.say(lang), says, (), sample_sheet(game, lang), True, note)


def sample(game: Game, seats: int) -> Observation:
    """Returns a position from mid-game, seen by the first seat on another player's turn."""
    rng = random.Random(SAMPLE_SEED)
    whole, state = game.start(seats), game.start(seats)
    while not whole.over:
        whole.play(whole.sample(rng))
    part = int(len(whole.history) * 0.6)
    for entry in whole.history[:-1]:
        state.play(entry.action)
        if len(state.history) >= part and state.actor > 0:
            break
    return state.observe(0)


def sample_sheet(game: Game, lang: str) -> Sheet:
    """Returns a board from mid-game, for cards that are not about one game."""
    seats = game.min_seats
    return sample(game, seats).sheet(lang=lang, names=NAMES[:seats], wide=True)


def svg(card: Card) -> str:
    """Returns the card as SVG, with colours as roles and text as text."""
    board = card.board
    wide = min(MOST_WIDE, (HIGH - 2.0 * MARGIN) * board.width / board.height)
    high = wide * board.height / board.width
    x, y = WIDE - MARGIN - wide, (HIGH - high) / 2
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


def standalone(card: Card) -> str:
    """Returns the card as SVG for use outside our pages."""
    return paper.standalone(svg(card))


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
    is_over, ink, quiet = card.is_result, "var(--ink)", "var(--quiet)"
    # The result is set large, or the title if there is no result yet. A long title has two lines.
    title, size = paper.fitted(card.title, column, 40.0 if is_over else 62.0, 24.0, bold=True)
    lines = [title]
    if title != card.title:
        lines = wrapped(card.title, column / 36.0, bold=True)
        size = 36.0
    y = 118 - size * (0.35 if is_over else 0.25)
    for line in lines:
        y += size * 1.15
        drawn.append(paper.text(line, LEFT, y, size, quiet if is_over else ink, "start", bold=True))
    y += 0 if is_over else 8
    size = paper.fitted(card.says, column, 58.0, 38.0, bold=True)[1] if is_over else 31.0
    for line in wrapped(card.says, column / size, is_over):
        y += size * 1.25
        drawn.append(paper.text(line, LEFT, y, size, ink if is_over else quiet, "start", is_over))
    if card.note:
        note, size = paper.fitted(card.note, column, 31.0, 24.0)
        y += 48
        drawn.append(paper.text(note, LEFT, y, size, quiet, "start"))
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
    at, x = middle - 6 if player.side else middle + 5, LEFT + 112
    drawn.append(paper.text(name, x, at, size, anchor="start", bold=player.won))
    if player.side:
        drawn.append(paper.text(player.side, x, middle + 15, 18, "var(--quiet)", "start"))
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
