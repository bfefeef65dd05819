"""Why an action of Chop! Chop! is refused: the rule it would break, and a sentence."""

from __future__ import annotations

import re

from matou.core.numerals import spelt
from matou.core.words import Why, Words, why
from matou.games.chopchop.components import (
    CAT,
    CAT_WORLD,
    HOLES,
    LEGS,
    MOUSE_WORLD,
    NAMES,
    PLACE_OF,
    PLACES,
    SET,
    TABLE_SET,
    TILES,
    TUNNEL,
)
from matou.games.chopchop.names import TILE_NAMES, mouse_at, mouse_there, on, onto
from matou.games.chopchop.rules import (
    CATCH,
    ENDINGS,
    PUT,
    ROLL,
    TAKE,
    TURN,
    actor,
)
from matou.games.chopchop.state import (
    EXTRA,
    FLYING,
    FORKING,
    NOBODY,
    PLACING,
    ROLLING,
    State,
)
from matou.games.chopchop.walks import barred, cat_walk, mouse_walk, prey
from matou.games.chopchop.words import asked, verdict
from matou.kit.linking import CHANCE, OVER

# What is written as an action, whether or not there is such a square, face or tile.
SQUARE = r"T?[a-z]\d|[A-Z]"
WRITTEN = re.compile(
    rf"(?P<start>{SQUARE})-(?P<end>{SQUARE})\*?|@(?P<put>{SQUARE})|\^(?P<take>{SQUARE})"
    r"|(?P<face>0|[1-9]\d{0,9})|=(?P<tile>[a-z]+|\+\d)",
    re.ASCII,
)


def why_now(s: State) -> Why:
    if actor(s) == OVER:
        said = verdict(s)
        return why(
            ENDINGS[s.ending],
            f"The game is over. {said.en}",
            f"La partie est finie. {said.fr}",
        )
    if s.phase == ROLLING:
        return why("CC3", "First the die is thrown.", "D’abord, on lance le dé.")
    if actor(s) == CHANCE:
        return why("CC3", "First the tile is turned.", "D’abord, la tuile se retourne.")
    if s.phase == PLACING:
        rule = "CC1"
    elif s.phase == FORKING:
        rule = "CC15"
    elif s.phase == FLYING:
        rule = "CC14"
    elif s.phase == EXTRA:
        rule = "CC13"
    else:
        rule = "CC3"
    return Why(rule, asked(s))


def turns(s: State) -> str:
    """CC2; before, the cat is put down (CC1)."""
    return "CC1" if s.phase == PLACING else "CC2"


def why_not(s: State, a: int) -> Why:
    if actor(s) == OVER:
        return why_now(s)
    if a >= TURN:
        return tile_not_turned(s, TILES[a - TURN])
    if a >= ROLL:
        return face_not_rolled(s, a - ROLL + 1)
    if actor(s) == CHANCE:
        return why_now(s)
    if a >= TAKE:
        return cheese_not_taken(s, NAMES[a - TAKE])
    if a >= PUT:
        return cat_not_put(s)
    if s.phase in (PLACING, FORKING):
        return why_now(s)
    start, end = divmod(a % CATCH, PLACES)
    wrong = wrong_piece(s, NAMES[start])
    if wrong is not None:
        return wrong
    if s.side == CAT:
        return cat_does_not_go(s, end, a >= CATCH)
    return mouse_does_not_go(s, start, end, a >= CATCH)


def why_never(s: State, text: str) -> Why | None:
    """What no kitchen, die or box has: a way onto a leg of the table, a throw of 7."""
    match = WRITTEN.fullmatch(text)
    if match is None:
        return None
    if actor(s) == OVER:
        return why_now(s)
    if match["tile"]:
        return tile_not_turned(s, match["tile"])
    if match["face"]:
        return face_not_rolled(s, int(match["face"]))
    if actor(s) == CHANCE:
        return why_now(s)
    if match["take"]:
        return cheese_not_taken(s, match["take"])
    if match["put"]:
        return cat_not_put(s)
    if s.phase in (PLACING, FORKING):
        return why_now(s)
    return wrong_piece(s, match["start"]) or no_such_square(s, match["end"])


def tile_not_turned(s: State, tile: str) -> Why:
    if s.phase == ROLLING or actor(s) != CHANCE:
        return why(
            "CC3",
            "No tile is being turned now.",
            "Aucune tuile n’est en train de se retourner.",
        )
    if tile not in TILES:
        return why("CC3", f"No tile is called “{tile}”.", f"Aucune tuile ne s’appelle « {tile} ».")
    name = TILE_NAMES[TILES.index(tile)]
    return why(
        "CC3",
        f"Every tile of this kind has been seen: {name.en}.",
        f"Toutes les tuiles de ce genre ont été vues : {name.fr}.",
    )


def face_not_rolled(s: State, face: int) -> Why:
    if s.phase == ROLLING:
        whose = Words("The cat’s die", "Le dé du chat")
        if s.side != CAT:
            whose = Words("The mice’s die", "Le dé des souris")
        return why("CC3", f"{whose.en} has no {face}.", f"{whose.fr} ne porte pas de {face}.")
    return why("CC3", "No die is being thrown now.", "On ne lance pas de dé maintenant.")


def cheese_not_taken(s: State, square: str) -> Why:
    if s.phase != FORKING:
        return why("CC15", "No fork has just been turned.", "Aucune fourchette ne vient de sortir.")
    where = at(s, square)
    if square == NAMES[s.cat]:
        return why(
            "CC15",
            f"The cat is {where.en}: the fork takes nothing there.",
            f"Le chat est {where.fr} : la fourchette n’y prend rien.",
        )
    return why(
        "CC15",
        f"There is no visible cheese {where.en}.",
        f"Il n’y a pas de fromage visible {where.fr}.",
    )


def cat_not_put(s: State) -> Why:
    if s.phase == PLACING:
        return why(
            "CC1",
            f"The cat begins on one of the {spelt(TABLE_SET.bit_count()).en} squares of the table.",
            f"Le chat commence sur l’une des {spelt(TABLE_SET.bit_count()).fr} cases de la table.",
        )
    return why("CC1", "The cat is in the kitchen already.", "Le chat est déjà dans la cuisine.")


# --- the mice


def mouse_does_not_go(s: State, start: int, end: int, star: bool) -> Why:
    aim = NAMES[end]
    if star:
        return why("CC9", "Only the cat catches.", "Seul le chat attrape.")
    if aim[0] == "T":
        return why(
            "CC7", "Mice never climb onto the table.", "Les souris ne montent jamais sur la table."
        )
    if end == start:
        return stays(s)
    other = mouse_at(s, end)
    if other != NOBODY and aim in HOLES:
        return why(
            "CC7",
            f"Mouse {other + 1} is in there: one mouse to a hole.",
            f"La souris {other + 1} y est : une seule souris par trou.",
        )
    if other != NOBODY:
        there = on(s, end)
        return why(
            "CC5",
            f"Mouse {other + 1} stands {there.en}.",
            f"La souris {other + 1} est {there.fr}.",
        )
    if end == s.cat:
        return why("CC5", f"The cat is on {aim}!", f"Le chat est en {aim} !")
    if s.phase == FLYING:
        if aim in HOLES:
            return why(
                "CC14",
                "The arrow does not lead into a hole.",
                "La flèche ne mène pas dans un trou.",
            )
        return why(
            "CC14",
            f"The arrow does not lead onto the visible cheese of {aim}.",
            f"La flèche ne mène pas sur le fromage visible de {aim}.",
        )
    empty = mouse_walk(SET[start], s.steps, MOUSE_WORLD & ~SET[start])
    piece = mouse_there(s, mouse_at(s, start))
    return no_way(s, piece, onto(end), bool(empty & SET[end]))


def another_mouse(s: State) -> Why:
    """Only one mouse may move: by an extra move, an arrow, or in a double turn."""
    mover = s.mover + 1
    if s.phase == EXTRA:
        return why(
            "CC13",
            f"Mouse {mover} turned the tile: the extra move is its own.",
            f"La souris {mover} a retourné la tuile : c’est elle qui avance encore.",
        )
    if s.phase == FLYING:
        return why(
            "CC14",
            f"Mouse {mover} turned the arrow: it is the one to go.",
            f"La souris {mover} a retourné la flèche : c’est elle qui part.",
        )
    return why(
        "CC16",
        f"In a double turn the same mouse moves twice: mouse {mover}.",
        f"Dans un tour double, la même souris bouge deux fois : la souris {mover}.",
    )


# --- the cat


def cat_does_not_go(s: State, end: int, star: bool) -> Why:
    aim = NAMES[end]
    if aim in HOLES:
        return why(
            "CC6",
            "The cat fits into no hole, nor onto a home plate.",
            "Le chat n’entre dans aucun trou, ni sur une plaque de départ.",
        )
    if aim in TUNNEL:
        return why(
            "CC6", "The cat never goes under the table.", "Le chat ne va jamais sous la table."
        )
    if end == s.cat:
        return stays(s)
    if s.cheese & SET[end]:
        return why(
            "CC6",
            f"The cat never enters a square with a visible cheese, as {aim} has.",
            f"Le chat n’entre jamais sur un fromage visible, comme en {aim}.",
        )
    mouse_there = bool(prey(s) & SET[end])
    if s.phase == FLYING and mouse_there:
        return why(
            "CC14",
            "The arrow does not lead the cat onto a mouse.",
            "La flèche ne mène pas le chat sur une souris.",
        )
    if barred(s) & SET[end]:
        return why(
            "CC10",
            f"The last mouse is in its hole: the cat may not end on {aim}, before it.",
            f"La dernière souris est dans son trou : le chat ne peut s’arrêter en {aim}, devant.",
        )
    if star and not mouse_there:
        return why(
            "CC9",
            f"There is no mouse to catch {on(s, end).en}.",
            f"Il n’y a pas de souris à attraper {on(s, end).fr}.",
        )
    return cat_has_no_way(s, end, mouse_there)


def cat_has_no_way(s: State, end: int, mouse_there: bool) -> Why:
    aim, to, here, hunted = NAMES[end], onto(end), SET[s.cat], prey(s)
    floor = CAT_WORLD & ~here
    if cat_walk(here, s.steps, floor & ~s.cheese & ~hunted, hunted) & SET[end]:
        assert mouse_there, "only the star was missing"
        return why(
            "CC9",
            f"A mouse is on {aim}: going there is catching it, so write a star at the end.",
            f"Une souris est en {aim} : y aller, c’est l’attraper ; ajoute une étoile à la fin.",
        )
    if cat_walk(here, s.steps, floor & ~hunted, hunted) & SET[end]:
        return why(
            "CC6",
            f"A visible cheese keeps the cat from going {to.en}.",
            f"Un fromage visible empêche le chat d’aller {to.fr}.",
        )
    piece = Words("the cat", "le chat")
    return no_way(s, piece, to, bool(cat_walk(here, s.steps, floor, 0) & SET[end]))


# --- either side


def wrong_piece(s: State, square: str) -> Why | None:
    """The square to go from holds no piece that may move."""
    who = mouse_at(s, PLACE_OF[square]) if square in PLACE_OF else NOBODY
    here = NAMES[s.cat]
    if square == here if s.side == CAT else who != NOBODY:
        return another_mouse(s) if s.side != CAT and s.mover not in (NOBODY, who) else None
    if square == here or who != NOBODY:
        side = Words("the cat’s", "du chat") if s.side == CAT else Words("the mice’s", "des souris")
        return why("CC2", f"It is {side.en} turn.", f"C’est le tour {side.fr}.")
    there = at(s, square)
    if s.side == CAT:
        is_on = on(s, s.cat)
        return why(
            "CC3",
            f"The cat is not {there.en} but {is_on.en}.",
            f"Le chat n’est pas {there.fr} mais {is_on.fr}.",
        )
    return why("CC3", f"There is no mouse {there.en}.", f"Il n’y a pas de souris {there.fr}.")


def at(s: State, square: str) -> Words:
    """A square as it was written, and it may be none of the kitchen's."""
    if square in PLACE_OF:
        return on(s, PLACE_OF[square])
    return Words(f"on {square}", f"en {square}")


def no_such_square(s: State, aim: str) -> Why:
    """CC6, CC7: where there is neither floor nor table top nor hole."""
    rule = "CC6" if s.side == CAT else "CC7"
    if aim not in LEGS:
        return why(rule, f"The kitchen has no square {aim}.", f"La cuisine n’a pas de case {aim}.")
    if s.side == CAT:
        return why(
            rule,
            f"A leg of the table fills {aim}: the cat walks above it, on the table.",
            f"Un pied de la table occupe {aim} : le chat passe au-dessus, sur la table.",
        )
    return why(
        rule,
        f"A leg of the table fills {aim}: mice walk around it.",
        f"Un pied de la table occupe {aim} : les souris en font le tour.",
    )


def stays(s: State) -> Why:
    if s.phase == FLYING:
        return why("CC14", "The arrow leads to another square.", "La flèche mène à une autre case.")
    return why(
        "CC4",
        "A walk never touches its own starting square again.",
        "On ne repasse jamais par sa case de départ.",
    )


def no_way(s: State, who: Words, to: Words, when_empty: bool) -> Why:
    """The square is free, but no walk of exactly so many steps takes this piece there."""
    if when_empty:
        return why(
            "CC5",
            f"Others keep {who.en} from going {to.en}: nobody walks through another.",
            f"D’autres empêchent {who.fr} d’aller {to.fr} : on ne traverse personne.",
        )
    en = "1 step" if s.steps == 1 else f"{s.steps} steps"
    return why(
        "CC4",
        f"No walk of exactly {en} takes {who.en} {to.en}.",
        f"Aucun chemin d’exactement {s.steps} pas ne mène {who.fr} {to.fr}.",
    )
