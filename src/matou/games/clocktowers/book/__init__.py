"""The rule book of Clocktowers: the numbers, pictures and icons that ``en.md`` names."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from matou import paper as p
from matou.core.book import BookSource, Credits, Picture, Values
from matou.core.messages import Message, listed
from matou.games.clocktowers import components as box
from matou.games.clocktowers.draw import pieces
from matou.games.clocktowers.say.messages import count, say
from matou.games.clocktowers.say.words import A_CARD

LOW, HIGH = box.COUNTS[: box.CLOCK // 2], box.COUNTS[box.CLOCK // 2 : box.CLOCK]
EVERY_TABLE = range(box.FEWEST, box.SEATS + 1)


def icon(code: str) -> str:
    kind, scale = box.CODES.index(code), 0.84
    return p.group("", pieces.part(kind), 0, pieces.height(kind) * scale / 2, scale)


def row(numbers: tuple[int, ...]) -> Message:
    return listed([str(n) for n in numbers])


def taken_out() -> Message:
    """Says how many cards of each pile go back into the box."""
    roofs, clocks, floors = (box.TAKEN_OUT[pile] for pile in (box.ROOFS, box.CLOCKS, box.FLOORS))
    parts = [
        *([count(roofs, "{n:words} roof", "{n:words} roofs")] if roofs else []),
        *([count(clocks, "{n:words} clock", "{n:words} clocks")] if clocks else []),
        *([count(floors, "{n:words} floor", "{n:words} floors")] if floors else []),
    ]
    if not parts:
        return say("No cards go back into the box.")
    return count(
        roofs + clocks + floors,
        "{cards:cap} goes back into the box, unseen.",
        "{cards:cap} go back into the box, unseen.",
        cards=listed(parts),
    )


def left() -> Message:
    """Says how large the piles are, by the number of players."""
    piles = [
        say(
            "{clocks} and {floors} with {seats:words} players",
            clocks=count(box.pile_size(box.CLOCKS, seats), "{n} clock", "{n} clocks"),
            floors=count(box.pile_size(box.FLOORS, seats), "{n} floor", "{n} floors"),
            seats=seats,
        )
        for seats in EVERY_TABLE
    ]
    return count(
        box.pile_size(box.ROOFS, box.FEWEST),
        "That leaves {n} roof; there are also {piles}.",
        "That leaves {n} roofs; there are also {piles}.",
        piles=listed(piles, "comma"),
    )


def split() -> Message:
    """States our ruling on how many floors there are, and which animals they show."""
    if LOW == HIGH:
        plain, cat, mouse = LOW
        return say(
            "There are {floors} floors, {each} of each height: {plain} plain, {cat} with "
            "a cat and {mouse} with a mouse.",
            floors=sum(LOW + HIGH),
            each=sum(LOW),
            plain=plain,
            cat=cat,
            mouse=mouse,
        )
    plains, cats, mice = map(row, zip(LOW, HIGH, strict=True))
    return say(
        "There are {floors} floors, {low} with one storey and {high} with two. In "
        "that order, {plain} are plain, {cat} have a cat and {mouse} have a mouse.",
        floors=sum(LOW + HIGH),
        low=sum(LOW),
        high=sum(HIGH),
        plain=plains,
        cat=cats,
        mouse=mice,
    )


def roofs() -> Message:
    if len({*box.COUNTS[box.ROOF :]}) > 1:
        return say("Colour by colour, there are {roofs} roofs.", roofs=row(box.COUNTS[box.ROOF :]))
    return count(
        box.COUNTS[box.ROOF], "Each colour has {n:words} roof.", "Each colour has {n:words} roofs."
    )


def shares() -> Message | str:
    """Says how many turns each seat has, if they differ."""
    if all(box.TURNS % seats == 0 for seats in EVERY_TABLE):
        return ""
    said = []
    for seats in EVERY_TABLE:
        turns = tuple(len(range(seat, box.TURNS, seats)) for seat in range(seats))
        if len({*turns}) == 1:
            said.append(say("{turns} each with {seats:words} players", turns=turns[0], seats=seats))
        else:
            said.append(say("{turns} with {seats:words} players", turns=row(turns), seats=seats))
    return say(
        "The number of turns depends on the seat: {turns}. An extra turn helps a "
        "little, so take turns at going first.",
        turns=listed(said, "semicolon"),
    )


VALUES: Values = {
    "first_cards": listed([A_CARD[kind] for kind in box.HAND]),
    "taken_out": taken_out(),
    "left": left(),
    "shares": shares(),
    "low": sum(LOW),
    **dict(zip(("low_plain", "low_cat", "low_mouse"), LOW, strict=True)),
    "high": sum(HIGH),
    **dict(zip(("high_plain", "high_cat", "high_mouse"), HIGH, strict=True)),
    "split": split(),
    "clocks": box.CARDS_IN[box.CLOCKS],
    "mouse_clocks": box.COUNTS[box.CODES.index("Km")],
    "roofs": roofs(),
    "most_roofs": max(box.COUNTS[box.ROOF :]),
    "empty": box.POINTS[0],
    "cats": box.POINTS[box.CAT],
    "both": box.POINTS[box.CAT | box.MOUSE],
    "mice": box.POINTS[box.MOUSE],
    "all_four": sum(box.POINTS),
}

PICTURES = {
    "start": Picture("=R1 =K =F1", seat=0, part=(0, 0, 720, 370)),
    "ladder": Picture(
        "=R1 =K =F1 F1c+ <K =Km F1c+ <F =F2 K>1 <R =R1 F1>1 <R =R3 R1>1 <F =F1 Km>1 <F =F2c "
        "xF1m <R =R2 R1>1 <K =K",
        part=(0, 40, 720, 580),
    ),
    "worths": Picture(
        "=R1 =K =F1 F1m+ <K =K F1c+ <F =F2 K>1 <R =R1 F1>1 <K =K R1>1 <K =K K>1 <R =R2 F1c+ "
        "<R =R5 R1>1 <F =F2c K>2 <F =F1 F2+ <R =R3 R2>2 <R =R4 F1m>2 <K =K F2c+ <F =F2m Km>2 "
        "<F =F2 Km>3 <K =K xF2m <F =F1 R3>3 <R =R3 F2+ <F =F1 F1+ <F =F1c F1>3 <F =F2m K>4 <K "
        "=K K>3 <R =R5 R4>4 <K =Km",
        seat=0,
        part=(0, 360, 460, 310),
    ),
}


def picture(kind: int) -> str:
    return p.group("", pieces.picture(kind), -36, -50, 0.72)


def aid(chosen: Mapping[str, Any]) -> dict[str, str]:
    is_anywhere, is_own = chosen.get("floors_above_clock"), chosen.get("ladder") == "player"
    return {
        "empty": pieces.window(-20, 32, 28, 64) + pieces.window(20, 32, 28, 64),
        "cats": p.cat_head("watching", 0, 0, 88),
        "both": p.cat_head("watching", -22, -12, 62) + p.mouse_head("watching", 24, 20, 54),
        "mice": p.mouse_head("watching", 0, 0, 84),
        "floor-anywhere" if is_anywhere else "floor": picture(box.FLOOR + 1),
        "clock": picture(box.CLOCK),
        "roof-own" if is_own else "roof": picture(box.ROOF),
        "discard": p.card_back(-36, -50, 72, 100, "aid"),
    }


ICONS = {"low": "F1c", "high": "F2m", "clock": "Km", "roof": "R1"}
LESSON = (  # for each step: the action to take, and those that follow it
    ("", "=R1 =K =F1"),
    ("F1c+", ""),
    ("<K", "=Km F1c+ <F =F2"),
    ("K>1", ""),
    ("<R", "=R1 F1>1 <R =R3"),
    ("R1>1", ""),
    ("<F", "=F1 Km>1 <F =F2c"),
    ("xF1m", ""),
    ("<R", "=R2 R1>1 <K =K"),
    ("F2+", ""),
    ("<K", "=Km"),
)

BOOK = BookSource(
    Path(__file__).parent,
    credits=Credits(
        authors=("Alan R. Moon", "Aaron Weissblum"),
        illustrators=("Jacob Elijah Walker",),
        publishers=("Jolly Roger Games",),
        year=2004,
    ),
    learner=0,
    lesson=LESSON,
    pictures=PICTURES,
    icons={name: partial(icon, code) for name, code in ICONS.items()},
    box=box,
    values=VALUES,
    aid=aid,
)
