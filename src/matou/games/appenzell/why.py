"""Why an action of Château d'Appenzell is not legal: the rule, and a sentence."""

from __future__ import annotations

from matou.core.words import Why, Words, count
from matou.games.appenzell.components import (
    COUNTS,
    KINDS,
    ROOM_LETTERS,
    SIDE,
    SLOT_NAMES,
    SQUARES,
    TOWERS,
    TURNS,
    square_name,
)
from matou.games.appenzell.names import KIND_WORDS, place
from matou.games.appenzell.plan import (
    MOVE_FROM,
    MOVE_TO,
    PLACE_SQUARE,
    ROOM_OF,
    TOWER_SET,
)
from matou.games.appenzell.rules import ENDINGS
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


def why_now(s: State) -> Why:
    """What is to be done now, and by which rule."""
    if s.ending:
        return over(s)
    if s.reveal != NOTHING:
        where = place(s.reveal)
        return Why(
            "AP1" if s.placing else "AP10",
            Words(f"Chance shows what {where.en} is.", f"Le hasard montre ce qu’est {where.fr}."),
        )
    if s.placing:
        return Why(
            "AP2",
            Words("Put a mouse into a free tower.", "Pose une souris dans une tour libre."),
        )
    left = count(s.left, "action", "action")
    return Why(
        "AP3",
        Words(
            f"You have {left.en}: lift, enter, go, or push.",
            f"Tu as {left.fr} : soulève, entre, avance ou pousse.",
        ),
    )


def over(s: State) -> Why:
    """The game has ended, and by which rule."""
    if s.ending == GOAL_REACHED:
        says = Words(
            f"The game is over: somebody has {s.goal} cheeses.",
            f"La partie est finie : quelqu’un a {s.goal} fromages.",
        )
    elif s.ending == MICE_LOST:
        says = Words(
            "The game is over: three mice of one player are in the cellar.",
            "La partie est finie : trois souris d’un joueur sont à la cave.",
        )
    else:
        says = Words(
            f"The game is over: {TURNS} turns have been played.",
            f"La partie est finie : {TURNS} tours ont été joués.",
        )
    return Why(ENDINGS[s.ending - 1], says)


def turns(s: State) -> str:
    """AP2: clockwise, from the placing of the first mice on."""
    return "AP2"


def why_not(s: State, a: int) -> Why:
    """The rule that an illegal action would break."""
    if s.ending:
        return over(s)
    if a >= REVEAL:
        return why_not_reveal(s, *divmod(a - REVEAL, KINDS))
    if s.reveal != NOTHING:
        now = why_now(s)
        return Why(now.rule, Words(f"Wait a moment. {now.says.en}", f"Un instant. {now.says.fr}"))
    if s.placing:
        return why_not_placing(s, a)
    if a == END:
        return Why(
            "AP3",
            Words(
                "A turn has at least one action: do something first.",
                "Un tour compte au moins une action : fais d’abord quelque chose.",
            ),
        )
    if a >= PUSH:
        return why_not_push(s, a - PUSH)
    if a >= MOVE:
        return why_not_move(s, MOVE_FROM[a - MOVE], MOVE_TO[a - MOVE])
    if a >= ENTER:
        return why_not_enter(s, TOWERS[a - ENTER])
    return why_not_lift(s, a - LIFT)


def why_not_reveal(s: State, where: int, kind: int) -> Why:
    """AP10, or AP1 before the game: an outcome that cannot be, or nobody's to choose."""
    rule = "AP1" if s.placing else "AP10"
    if s.reveal == NOTHING:
        return Why(
            rule,
            Words(
                "Only chance shows a tile, and none is waiting to be shown.",
                "Seul le hasard montre une tuile, et aucune n’attend d’être montrée.",
            ),
        )
    if PLACE_SQUARE[where] != s.reveal:
        now = place(s.reveal)
        return Why(
            rule,
            Words(
                f"One tile at a time: {now.en} comes first.",
                f"Une tuile à la fois : d’abord {now.fr}.",
            ),
        )
    words = KIND_WORDS[kind]
    return Why(
        rule,
        Words(
            f"All {COUNTS[kind]} tiles with {words.en} have been seen.",
            f"Les {COUNTS[kind]} tuiles « {words.fr} » ont déjà été vues.",
        ),
    )


def why_not_placing(s: State, a: int) -> Why:
    """AP2: a tower, and a free one."""
    if ENTER <= a < MOVE:
        return taken_tower("AP2", TOWERS[a - ENTER])
    return Why(
        "AP2",
        Words(
            "First everybody puts one mouse into a free tower.",
            "D’abord, chacun pose une souris dans une tour libre.",
        ),
    )


def taken_tower(rule: str, tower: int) -> Why:
    name = square_name(tower)
    return Why(
        rule,
        Words(
            f"There is a mouse in tower {name} already.",
            f"Il y a déjà une souris dans la tour {name}.",
        ),
    )


def why_not_lift(s: State, room: int) -> Why:
    """AP4"""
    letter = ROOM_LETTERS[room]
    if s.open_rooms >> room & 1:
        return Why(
            "AP4",
            Words(
                f"The roof of room {letter} is off already.",
                f"Le toit de la pièce {letter} est déjà ôté.",
            ),
        )
    return Why(
        "AP4",
        Words(
            f"None of your mice touches room {letter}, by side or corner.",
            f"Aucune de tes souris ne touche la pièce {letter}, ni par un côté ni par un coin.",
        ),
    )


def why_not_enter(s: State, tower: int) -> Why:
    """AP5"""
    if s.outside[s.seat] == 0:
        return Why(
            "AP5",
            Words("You have no mouse left outside.", "Tu n’as plus de souris à l’extérieur."),
        )
    return taken_tower("AP5", tower)


def why_not_move(s: State, start: int, to: int) -> Why:
    """AP6 and AP7"""
    a, b = square_name(start), square_name(to)
    if s.mice[s.seat] >> start & 1 == 0:
        if occupied(s) >> start & 1:
            says = Words(f"The mouse on {a} is not yours.", f"La souris en {a} n’est pas à toi.")
        else:
            says = Words(f"You have no mouse on {a}.", f"Tu n’as pas de souris en {a}.")
        return Why("AP6", says)
    stride = 1 if start // SIDE == to // SIDE else SIDE
    way = stride if to > start else -stride
    for square in range(start + way, to, way):
        if occupied(s) >> square & 1 == 0:
            c = square_name(square)
            return Why(
                "AP7",
                Words(
                    f"A jump goes over mice only, and {c} is empty.",
                    f"On ne saute que par-dessus des souris, et {c} est vide.",
                ),
            )
    landing = why_not_land(s, to)
    if landing is not None:
        return Why("AP6", landing)
    cost = count(abs(to - start) // stride, "action", "action")
    left = count(s.left, "action", "action")
    return Why(
        "AP7",
        Words(
            f"The jump to {b} takes {cost.en}, and you have {left.en} left.",
            f"Le saut jusqu’à {b} prend {cost.fr}, et il t’en reste {s.left}.",
        ),
    )


def why_not_land(s: State, to: int) -> Words | None:
    """AP6: what is wrong with a square to end on, if anything."""
    b = square_name(to)
    if TOWER_SET >> to & 1:
        return Words(
            f"Towers are entrances only: {b} is a tower.",
            f"Les tours ne sont que des entrées : {b} est une tour.",
        )
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
    if s.traps >> to & 1:
        return Words(
            f"There is a trap on {b}: no mouse steps into that.",
            f"Il y a une trappe en {b} : aucune souris n’y met la patte.",
        )
    return None


def why_not_push(s: State, slot: int) -> Why:
    """AP8"""
    if s.pushed:
        return Why(
            "AP8",
            Words("You have pushed this turn already.", "Tu as déjà poussé pendant ce tour."),
        )
    name, back = SLOT_NAMES[slot], SLOT_NAMES[slot ^ 1]
    return Why(
        "AP8",
        Words(
            f"{name} would push back the last push, {back}: that slot is closed.",
            f"{name} repousserait la dernière poussée, {back} : cette fente est fermée.",
        ),
    )
