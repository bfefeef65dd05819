"""Why an action of Château d'Appenzell is not legal: the rule, and a sentence."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

from matou.core.words import OR, Why, Words, count, listed, why
from matou.games.appenzell import rules
from matou.games.appenzell.components import (
    COUNTS,
    KIND_NAMES,
    KINDS,
    LOST,
    ROOM_LETTERS,
    SIDE,
    SLOT_NAMES,
    SQUARES,
    TOWERS,
    TURNS,
    square_name,
)
from matou.games.appenzell.names import KIND_WORDS, line, place, so_many_mice
from matou.games.appenzell.plan import (
    MOVE_FROM,
    MOVE_TO,
    PLACE_SQUARE,
    ROOM_OF,
    TOWER_SET,
)
from matou.games.appenzell.state import (
    END,
    ENTER,
    GOAL_REACHED,
    LIFT,
    MICE_LOST,
    MOVE,
    NOTHING,
    PUSH,
    REVEAL,
    State,
    occupied,
)
from matou.kit.layout import as_bytes

SQUARE = {square_name(square): square for square in range(SQUARES)}


def why_now(s: State) -> Why:
    """What is to be done now, and by which rule."""
    if s.ending:
        return over(s)
    if s.reveal != NOTHING:
        where = place(s.reveal)
        return why(
            "AP1" if s.placing else "AP10",
            f"Chance shows what {where.en} is.",
            f"Le hasard montre ce qu’est {where.fr}.",
        )
    if s.placing:
        return why("AP2", "Put a mouse into a free tower.", "Pose une souris dans une tour libre.")
    left, choices = count(s.left, "action", "action"), may_do(s)
    return why("AP3", f"You have {left.en}: {choices.en}.", f"Tu as {left.fr} : {choices.fr}.")


# What a person may do, by the first action of its sort.
SORTS = (
    (LIFT, Words("lift a roof", "soulève un toit")),
    (ENTER, Words("enter", "entre")),
    (MOVE, Words("go", "avance")),
    (PUSH, Words("push", "pousse")),
    (END, Words("end your turn", "finis ton tour")),
)


def may_do(s: State) -> Words:
    """AP3: the sorts of action that there are now, 'lift a roof, go or push'."""
    return _may_do(as_bytes(s))


@lru_cache(maxsize=256)
def _may_do(record: bytes) -> Words:
    """Asked for everybody who looks, and most of them see the same."""
    s: State = State.from_buffer_copy(record)  # type: ignore[attr-defined]
    out = [0] * rules.MAX_LEGAL
    legal = out[: rules.legal(s, out, [])]
    firsts = [first for first, _ in SORTS]
    found = {bisect_right(firsts, a) - 1 for a in legal}
    return listed([SORTS[i][1] for i in sorted(found)], OR)


def over(s: State) -> Why:
    """The game has ended, and by which rule."""
    if s.ending == GOAL_REACHED:
        says = Words(
            f"The game is over: {s.goal} cheeses have come together.",
            f"La partie est finie : {s.goal} fromages sont réunis.",
        )
    elif s.ending == MICE_LOST:
        says = Words(
            f"The game is over: {so_many_mice(LOST).en} of one player are in the cellar.",
            f"La partie est finie : {so_many_mice(LOST).fr} d’une même personne sont à la cave.",
        )
    else:
        says = Words(
            f"The game is over: {TURNS} turns have been played.",
            f"La partie est finie : {TURNS} tours ont été joués.",
        )
    return Why(rules.ENDINGS[s.ending - 1], says)


def turns(s: State) -> str:
    """AP2: clockwise, from the placing of the first mice on."""
    return "AP2"


def why_not(s: State, a: int) -> Why:
    """The rule that an illegal action would break."""
    if s.ending:
        return over(s)
    if a >= REVEAL:
        where, kind = divmod(a - REVEAL, KINDS)
        return why_not_reveal(s, square_name(PLACE_SQUARE[where]), KIND_NAMES[kind])
    if s.reveal != NOTHING:
        return wait(s)
    if ENTER <= a < MOVE:
        return why_not_enter(s, square_name(TOWERS[a - ENTER]))
    if s.placing:
        return towers_first()
    if a == END:
        return why(
            "AP3",
            "A turn has at least one action: do something first.",
            "Un tour compte au moins une action : fais d’abord quelque chose.",
        )
    if a >= PUSH:
        return why_not_push(s, SLOT_NAMES[a - PUSH])
    if a >= MOVE:
        return why_not_move(s, MOVE_FROM[a - MOVE], MOVE_TO[a - MOVE])
    return why_not_lift(s, ROOM_LETTERS[a - LIFT])


# What is written as an action, whether or not there is such a square, room, line or tile.
WRITTEN = re.compile(
    r"\^(?P<room>[A-Z])|@(?P<tower>[a-z]\d)|(?P<start>[a-z]\d)-(?P<to>[a-z]\d)"
    r"|(?P<slot>[<>]\d|[-+][a-z])|(?P<place>[a-z]\d|spare)=(?P<kind>[a-z]+)",
    re.ASCII,
)


def why_never(s: State, text: str) -> Why | None:
    """What no castle has, and moves that no mouse ever makes."""
    match = WRITTEN.fullmatch(text)
    if match is None:
        return None
    if s.ending:
        return over(s)
    if match["place"]:
        return why_not_reveal(s, match["place"], match["kind"])
    if s.reveal != NOTHING:
        return wait(s)
    if match["tower"]:
        return why_not_enter(s, match["tower"])
    if s.placing:
        return towers_first()
    if match["room"]:
        return why_not_lift(s, match["room"])
    if match["slot"]:
        return why_not_push(s, match["slot"])
    return never_goes(s, match["start"], match["to"])


def wait(s: State) -> Why:
    """Chance first."""
    now = why_now(s)
    return why(now.rule, f"Wait a moment. {now.says.en}", f"Un instant. {now.says.fr}")


def why_not_reveal(s: State, where: str, kind: str) -> Why:
    """AP10, or AP1 before the game: an outcome that cannot be, or nobody's to choose."""
    rule = "AP1" if s.placing else "AP10"
    if s.reveal == NOTHING:
        return why(
            rule,
            "Only chance shows a tile, and none is waiting to be shown.",
            "Seul le hasard montre une tuile, et aucune n’attend d’être montrée.",
        )
    if where != square_name(s.reveal):
        now = place(s.reveal)
        return why(
            rule,
            f"One tile at a time: {now.en} comes first.",
            f"Une tuile à la fois : d’abord {now.fr}.",
        )
    if kind not in KIND_NAMES:
        return why(rule, f"No tile is called “{kind}”.", f"Aucune tuile ne s’appelle « {kind} ».")
    number = KIND_NAMES.index(kind)
    words = KIND_WORDS[number]
    return why(
        rule,
        f"All {COUNTS[number]} tiles with {words.en} have been seen.",
        f"Les {COUNTS[number]} tuiles « {words.fr} » ont déjà été vues.",
    )


def towers_first() -> Why:
    """AP2"""
    return why(
        "AP2",
        "First everybody puts one mouse into a free tower.",
        "D’abord, chacun pose une souris dans une tour libre.",
    )


def why_not_lift(s: State, letter: str) -> Why:
    """AP4"""
    if letter not in ROOM_LETTERS:
        says = Words(f"The castle has no room {letter}.", f"Le château n’a pas de pièce {letter}.")
        return Why("AP4", says)
    if s.open_rooms >> ROOM_LETTERS.index(letter) & 1:
        return why(
            "AP4",
            f"The roof of room {letter} is off already.",
            f"Le toit de la pièce {letter} est déjà ôté.",
        )
    return why(
        "AP4",
        f"None of your mice touches room {letter}, by side or corner.",
        f"Aucune de tes souris ne touche la pièce {letter}, ni par un côté ni par un coin.",
    )


def why_not_enter(s: State, name: str) -> Why:
    """AP5, and AP2 before the first turn"""
    rule = "AP2" if s.placing else "AP5"
    if s.outside[s.seat] == 0:
        return why(rule, "You have no mouse left outside.", "Tu n’as plus de souris à l’extérieur.")
    if name not in map(square_name, TOWERS):
        return why(
            rule,
            f"Mice come in by the towers, and {name} is none.",
            f"Les souris entrent par les tours, et {name} n’en est pas une.",
        )
    return why(
        rule,
        f"There is a mouse in tower {name} already.",
        f"Il y a déjà une souris dans la tour {name}.",
    )


def not_your_mouse(s: State, start: int) -> Why | None:
    """AP6: a mouse goes from its square, and it is one's own."""
    a = square_name(start)
    if s.mice[s.seat] >> start & 1:
        return None
    if occupied(s) >> start & 1:
        says = Words(f"The mouse on {a} is not yours.", f"La souris en {a} n’est pas à toi.")
    else:
        says = Words(f"You have no mouse on {a}.", f"Tu n’as pas de souris en {a}.")
    return Why("AP6", says)


def never_goes(s: State, start: str, to: str) -> Why:
    """AP6: off the board, round a corner, or nowhere at all."""
    for name in (start, to):
        if name not in SQUARE:
            says = Words(f"The castle has no square {name}.", f"Le château n’a pas de case {name}.")
            return Why("AP6", says)
    return not_your_mouse(s, SQUARE[start]) or out_of_line(start, to)


def out_of_line(start: str, to: str) -> Why:
    if start == to:
        return why("AP6", "A mouse goes to another square.", "Une souris va sur une autre case.")
    return why(
        "AP6",
        f"A mouse goes straight ahead, never round a corner: {to} is not in line with {start}.",
        f"Une souris va tout droit, sans tourner : {to} n’est pas aligné avec {start}.",
    )


def why_not_move(s: State, start: int, to: int) -> Why:
    """AP6 and AP7"""
    b = square_name(to)
    not_yours = not_your_mouse(s, start)
    if not_yours is not None:
        return not_yours
    stride = 1 if start // SIDE == to // SIDE else SIDE
    way = stride if to > start else -stride
    for square in range(start + way, to, way):
        if occupied(s) >> square & 1 == 0:
            c = square_name(square)
            return why(
                "AP7",
                f"A jump goes over mice only, and {c} is empty.",
                f"On ne saute que par-dessus des souris, et {c} est vide.",
            )
    far = abs(to - start) // stride
    if TOWER_SET >> to & 1:
        says = Words(
            f"Towers are entrances only: {b} is a tower.",
            f"Les tours ne sont que des entrées : {b} est une tour.",
        )
        return Why("AP6", says)
    if far > s.left:  # before what lies there: to lift a roof would cost actions, too
        cost, left = count(far, "action", "action"), count(s.left, "action", "action")
        return why(
            "AP7",
            f"The jump to {b} takes {cost.en}, and you have {left.en} left.",
            f"Le saut jusqu’à {b} prend {cost.fr}, et il t’en reste {s.left}.",
        )
    return Why("AP6", why_not_land(s, to))


def why_not_land(s: State, to: int) -> Words:
    """AP6: what is wrong with a square to end on."""
    b = square_name(to)
    if occupied(s) >> to & 1:
        return Words(
            f"One mouse to a square: there is one on {b} already.",
            f"Une souris par case : il y en a déjà une en {b}.",
        )
    if s.open_squares >> to & 1 == 0:
        room = ROOM_LETTERS[ROOM_OF[s.castle * SQUARES + to]]
        return Words(
            f"Mice do not walk on roofs: lift room {room} first.",
            f"On ne marche pas sur les toits : soulève d’abord la pièce {room}.",
        )
    return Words(
        f"There is a trap on {b}: no mouse steps into that.",
        f"Il y a une trappe en {b} : aucune souris n’y met la patte.",
    )


def why_not_push(s: State, name: str) -> Why:
    """AP8"""
    if s.pushed:
        return why(
            "AP8", "You have pushed this turn already.", "Tu as déjà poussé pendant ce tour."
        )
    if name not in SLOT_NAMES:
        rows, columns = (listed([slot[1] for slot in SLOT_NAMES if slot[0] == way]) for way in ">+")
        return why(
            "AP8",
            f"Only rows {rows.en} and columns {columns.en} slide.",
            f"Seules glissent les rangées {rows.fr} et les colonnes {columns.fr}.",
        )
    way = line(SLOT_NAMES.index(name))
    return why(
        "AP8",
        f"That would push the last push straight back, and this table does not allow it: "
        f"{way.en} is closed.",
        f"Cela repousserait aussitôt la dernière poussée, ce que cette table interdit : "
        f"{way.fr} est fermée.",
    )
