"""The rule book of Caty Mini: the numbers, pictures and icons that ``en.md`` names."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from matou import paper as p
from matou.core.book import BookSource, Credits, Picture, Values
from matou.core.messages import Message, listed
from matou.core.phrases import figures, joined
from matou.games.catymini import components as box
from matou.games.catymini.draw import parts
from matou.games.catymini.draw.artwork import furniture, toy_art
from matou.games.catymini.draw.placement import Line
from matou.games.catymini.geometry import TOUCHED
from matou.games.catymini.say.messages import count, say

EVERY_TABLE = range(box.FEWEST, box.SEATS + 1)


def row(numbers: tuple[int, ...]) -> Message:
    return listed([figures(n) for n in numbers])


def balanced() -> Message | str:
    """Returns whether threads between different walls cross as many toys on every board."""
    crossings = {
        sum(
            toys.bit_count()
            for a, line in enumerate(board)
            for b, toys in enumerate(line)
            if box.COLOUR_OF[a // 2] != box.COLOUR_OF[b // 2]
        )
        for board in TOUCHED
    }
    if len(crossings) > 1:
        return ""
    return say(
        "They are balanced: all possible runs together cross the same number of toys in every room."
    )


def too_long() -> Message | str:
    """Says what a thread is long enough for."""
    if box.ROUNDS * (box.ROOM + box.WIDTH) <= box.THREAD:
        return ""
    return say(
        "Your thread is too short for {rounds:words} runs right across the room. You "
        "have about {each} units a round, including the width of the furniture.",
        rounds=box.ROUNDS,
        each=figures((box.THREAD + 5 * box.ROUNDS) // (10 * box.ROUNDS) * 10),
    )


def extra_tiles(seats: int) -> Message:
    """CM2: the tiles that each player draws besides one of every colour."""
    more = box.EXTRAS[seats]
    if not more:
        return say("none with {seats:words} players", seats=seats)
    return say("{more:words} each with {seats:words} players", more=more, seats=seats)


def hand(seats: int) -> Message:
    tiles = box.COLOURS + box.EXTRAS[seats]
    return say("{tiles:words} tiles with {seats:words} players", tiles=tiles, seats=seats)


def removed(seats: int) -> Message:
    if not box.REMOVED[seats]:
        return say("With {seats:words} players, no tokens are removed.", seats=seats)
    return count(
        box.REMOVED[seats],
        "With {seats:words} players, {n:words} token of each toy is removed at random.",
        "With {seats:words} players, {n:words} tokens of each toy are removed at random.",
        seats=seats,
    )


def last_round() -> Message:
    """CM11: after which round the game ends, and how many tiles are left then."""
    left = {
        box.COLOURS + box.EXTRAS[seats] - len(range(seat, box.ROUNDS, seats))
        for seats in EVERY_TABLE
        for seat in range(seats)
    }
    if left == {1}:
        return say("The game ends after round {n}, with one tile left in each hand.", n=box.ROUNDS)
    return say("The game ends after round {n}.", n=box.ROUNDS)


VALUES: Values = {
    "floor": figures(box.ROOM),
    "first_board": box.BOARD_LETTERS[0],
    "last_board": box.BOARD_LETTERS[-1],
    "balanced": balanced(),
    "places": row(box.PLACES),
    "thread": figures(box.THREAD),
    "too_long": too_long(),
    "other_tiles": box.TILES - 1,
    "extra_tiles": listed([extra_tiles(seats) for seats in EVERY_TABLE]),
    "hands": listed([hand(seats) for seats in EVERY_TABLE]),
    "removed": joined([removed(seats) for seats in EVERY_TABLE]),
    "tokens": box.TOYS * len(box.TOKENS),
    "values": row(box.TOKENS),
    "last_round": last_round(),
    "first_extra": count(
        box.EXTRAS[box.FEWEST],
        "With two players you take {n:words} extra tile. Start with the red pile.",
        "With two players you take {n:words} extra tiles, each from a different pile. "
        "Start with the red one.",
    ),
    "last_extra": count(
        box.REMOVED[box.FEWEST],
        "And the yellow one. Then your opponent draws too, and {n:words} token of each toy "
        "is removed at random.",
        "And the yellow one. Then your opponent draws too, and {n:words} tokens of each "
        "toy are removed at random.",
    ),
}

MIDDLE_AND_HANDS = "=chair =bed =table =sofa =cot =lamp =desk =piano =shelf"
OTHERS_DEALT = (  # the opponent's extra tiles, and the tokens removed
    "=clock ~turquoise =mirror ~red =chest ~yellow =stool -block2 -block3 -ball2 -ball3 -bear3 "
    "-bear4 -car3 -car4 -drum2 -drum3 -duck2 -duck3 -kite2 -kite3 -rocket2 -rocket3 -top2 -top3 "
    "-train2 -train3"
)
DEALT = f"{MIDDLE_AND_HANDS} ~red =armchair ~violet =bench ~yellow {OTHERS_DEALT}"
PLAYED = f"{DEALT} @chair/R @chair/L !armchair"
PICTURES = {
    "start": Picture(DEALT, seat=0, part=(0, 222, 400, 220)),
    "run": Picture(PLAYED, seat=0, part=(0, 224, 614, 604)),
    "asleep": Picture(
        "=mirror =wardrobe =stool =rug-stand =bench =chair =table =piano =dresser ~yellow "
        "=bookcase ~violet =shelf ~red =armchair ~yellow =clock ~turquoise =lamp ~violet "
        "=coat-rack -block3 -block2 -ball3 -ball3 -bear2 -bear2 -car4 -car2 -drum3 -drum4 "
        "-duck3 -duck4 -kite2 -kite4 -rocket3 -rocket4 -top4 -top2 -train2 -train2 @mirror/R "
        "@mirror/R !rug-stand rug-stand/R rug-stand/R !dresser dresser/R dresser/L !bookcase "
        "bookcase/L bookcase/R !lamp lamp/R lamp/L !armchair armchair/R armchair/R !chair "
        "chair/L chair/R !bench bench/R bench/L !clock clock/L clock/R !wardrobe wardrobe/L "
        "wardrobe/R !piano piano/R piano/L !stool stool/L stool/R !coat-rack zz",
        seat=1,
        part=(0, 155, 614, 672),
    ),
    "crossed": Picture(f"{PLAYED} armchair/L", seat=0, part=(0, 155, 614, 672)),
}
ICONS = {
    "furniture": lambda: furniture(0),
    "thread": lambda: parts.spool(0, box.THREAD, 0, 0, 90),
    "tile": lambda: p.group("", parts.tile_front(5, 92), -46, -46),
    "toy": lambda: toy_art(2),
    "token": lambda: p.token(3, 0, 0, 90),
    "marker": lambda: parts.marker(Line(0, 0, 90, 1, 0)),
}


def aid(chosen: Mapping[str, Any]) -> dict[str, str]:
    drawn = {
        "toy": toy_art(box.TOY_NAMES.index("rocket")),
        "tokens": parts.face_down_token(0, 0, 92),
        "tile": p.group("", parts.tile_front(box.FURNITURE.index("armchair"), 88), -44, -44),
        "thread": parts.spool(0, 8000, 0, 0, 96),
        "asleep": p.cat_head("asleep", 0, 0, 92),
    }
    expert = {"expert": toy_art(box.TOY_NAMES.index("ball"))} if chosen.get("expert") else {}
    return drawn | expert


LESSON = (  # for each step: the action to take, and those that follow it
    ("", MIDDLE_AND_HANDS),
    ("~red", "=armchair"),
    ("~violet", "=bench"),
    ("~yellow", OTHERS_DEALT),
    ("@chair/R", "@chair/L"),
    ("!armchair", ""),
    ("armchair/L", "armchair/L !shelf shelf/L"),
    ("shelf/L", ""),
    ("!bed", ""),
    ("bed/R", "bed/L"),
    ("", ""),
)

BOOK = BookSource(
    Path(__file__).parent,
    credits=Credits(
        authors=("Jeffrey D. Allers",),
        illustrators=("Maciej Szymanowicz",),
        publishers=("Nasza Księgarnia", "MJ Games"),
        year=2020,
    ),
    learner=0,
    lesson=LESSON,
    pictures=PICTURES,
    icons=ICONS,
    box=box,
    values=VALUES,
    aid=aid,
)
