"""The rule book of Château d'Appenzell: the numbers, pictures and icons that ``en.md`` names."""

from pathlib import Path

from matou import paper as p
from matou.core.book import BookSource, Credits, Picture, Values
from matou.core.messages import Message, listed
from matou.games.appenzell import components as box
from matou.games.appenzell.draw import pieces
from matou.games.appenzell.say.messages import count, say
from matou.games.appenzell.say.names import KIND_WORDS


def cheese_tiles() -> Message:
    counts, names = box.COUNTS[: box.CHEESES], KIND_WORDS[: box.CHEESES]
    if len({*counts}) == 1:
        return say(
            "{total} sliding tiles, {each:words} of each of the {kinds:words} kinds: {names}.",
            total=sum(counts),
            each=counts[0],
            kinds=box.CHEESES,
            names=listed(names),
        )
    each = [say("{n} × {cheese}", n=n, cheese=c) for n, c in zip(counts, names, strict=True)]
    return say(
        "{total} sliding tiles of {kinds:words} kinds: {each}.",
        total=sum(counts),
        kinds=box.CHEESES,
        each=listed(each),
    )


def mice_left() -> Message:
    """AP14: how many mice a player who has lost too many has left."""
    if box.MICE == box.LOST:
        return say("no mouse is left")
    return count(
        box.MICE - box.LOST, "at most {n:words} mouse is left", "at most {n:words} mice are left"
    )


VALUES: Values = {
    "last_column": box.COLUMNS[-1],
    "sliding": box.TILES - 1,
    "stone": box.SQUARES - (box.TILES - 1) - len(box.TOWERS),
    "mice_left": mice_left(),
    "cheese_tiles": cheese_tiles(),
    "bare": box.COUNTS[box.BARE],
    "traps": box.COUNTS[box.TRAP],
    "roofed": box.SQUARES - len(box.TOWERS),
    "tiled": box.roofs(0)[2],
    "thatched": box.roofs(0)[3],
    "copper": box.roofs(0)[4],
    "tokens": box.SEATS * box.CHEESES,
    "goal": box.GOALS[0],
    "longer": listed([say("{n:words}", n=goal) for goal in box.GOALS[1:]], "or"),
    "trap_tiles": count(box.COUNTS[box.TRAP], "{n:words} trap", "{n:words} traps"),
    "up_to": count(box.ACTIONS_A_TURN, "{n:words} action", "{n:words} actions"),
    "your_mice": count(box.MICE, "{n:words} mouse", "{n:words} mice"),
}

ROOM_O = (  # lifted for the second time
    "spare=trap @a1 @g7 ^K a2=brie a1-a2 ^O b1=bare b2=brie @a1 ^C f7=edam g7-f7 . ^O"
)
PICTURES = {
    "start": Picture("spare=trap @a1 @g7", seat=0, part=(0, 0, 640, 730)),
    "lifted": Picture("spare=trap @a1 @g7 ^K a2=brie", seat=0, part=(0, 290, 352, 350)),
    "jump": Picture(
        f"{ROOM_O} a1-b1 b1-b2 -f spare=gouda @g7 . ^P c2=edam d2=cheddar e2=bare",
        seat=0,
        part=(0, 355, 500, 290),
    ),
    "trap": Picture(f"{ROOM_O} a1-b1 -f spare=gouda", seat=0, part=(352, 0, 288, 300)),
    "brie": Picture(f"{ROOM_O} a1-b1 b1-b2", seat=0, part=(0, 360, 330, 285)),
}
ICONS = {
    "castle": lambda: p.group("", pieces.flagstone(0), -34, -34),
    "tower": lambda: pieces.tower(0),
    "mouse": lambda: p.group("", pieces.mouse(0, "watching"), 0, -3, 0.86),
    "cheese": lambda: p.cheese("emmental", 0, 0, 90),
    "bare": lambda: p.group("", pieces.tile(box.BARE, "icon"), -34, -34),
    "trap": lambda: p.trap(0, 0, 90),
    "spare": lambda: p.group("", pieces.tile(box.UNKNOWN, "icon"), -34, -34),
    "roof": lambda: p.castle_roof("thatched", -46, -30, 92, 60, "icon"),
    "token": lambda: p.cheese("brie", 0, 0, 84, label=False),
}

TWO = p.cheese("gouda", 0, 10, 84, label=False)
ROOF = p.castle_roof("tiled", -46, -34, 92, 68, "aid")
TOWER = "M-40 44V-26H-26V-40H-10V-26H10V-40H26V-26H40V44Z"
AID = {
    "two": TWO + p.mouse_piece(0, -26, -14, 56) + p.mouse_piece(0, 26, -14, 56),
    "roof": ROOF
    + p.shape("M-46-34L-12 0H12L46-34Z", "var(--cream)", opacity=0.3)
    + p.shape("M-46 34L-12 0H12L46 34Z", "var(--shadow)", opacity=0.34),
    "tower": p.shape(TOWER, "var(--stone)", "var(--quiet)", 3) + p.mouse_piece(0, 0, 14, 56),
    "jump": p.mouse_piece(1, 0, 14, 70) + p.shape("M-42 20Q0-70 42 20", "none", "var(--ink)", 6),
    "push": p.slot(0, 0, 96, "east"),
    "trap": p.trap(0, 0, 92),
}

LESSON = (  # for each step: the action to take, and those that follow it
    ("", "spare=trap"),
    ("@a1", "@g7"),
    ("^K", "a2=brie"),
    ("a1-a2", ""),
    ("^O", "b1=bare b2=brie"),
    ("@a1", "^C f7=edam g7-f7 ."),
    ("^O", ""),
    ("a1-b1", ""),
    ("b1-b2", ""),
    ("-f", "spare=gouda @g7 ."),
    ("^P", "c2=edam d2=cheddar e2=bare"),
    ("a2-c2", ""),
    (".", ""),
)

BOOK = BookSource(
    Path(__file__).parent,
    credits=Credits(
        authors=("Jens-Peter Schliemann", "Bernhard Weber"), publishers=("Zoch",), year=2007
    ),
    learner=0,
    lesson=LESSON,
    pictures=PICTURES,
    icons=ICONS,
    box=box,
    values=VALUES,
    aid=lambda _: AID,
)
