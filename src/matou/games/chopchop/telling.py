"""What Chop! Chop! tells of a move: what somebody did, and why it is a good one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matou.core.numerals import capital, spelt
from matou.core.words import Words, count, does
from matou.games.chopchop.components import (
    CAT,
    CAT_DIE,
    CAT_WORLD,
    CHEESE,
    CHEESES,
    HOLE_SET,
    KINDS,
    MICE,
    NAMES,
    PLACES,
    SET,
    TUNNEL_SET,
)
from matou.games.chopchop.names import TILE_EFFECTS, mouse_at, onto
from matou.games.chopchop.rules import CATCH, PUT, ROLL, TAKE, TURN, actor, apply
from matou.games.chopchop.state import CAUGHT, State
from matou.games.chopchop.walks import cat_walk, prey
from matou.kit.layout import clone

if TYPE_CHECKING:
    from matou.core.state import Observation

A_TILE = (
    Words("a cheese", "un fromage"),
    Words("broken dishes", "de la vaisselle cassée"),
    Words("+1", "+1"),
    Words("+2", "+2"),
    Words("an arrow", "une flèche"),
    Words("a fork", "une fourchette"),
    Words("a knife", "un couteau"),
)


def tell(s: State, a: int) -> Words:
    if a >= TURN:
        return tell_tile(s, a - TURN)
    if a >= ROLL:
        seat, face = 0 if s.side == CAT else s.player, a - ROLL + 1
        return Words(
            f"{does(seat, 'rolls', 'roll')} a {face}", f"{does(seat, 'fait', 'fais')} {face}"
        )
    seat = actor(s)
    if a >= TAKE:
        square = NAMES[a - TAKE]
        return Words(
            f"{does(seat, 'forks up', 'fork up')} the cheese on {square}",
            f"{does(seat, 'pique', 'piques')} le fromage en {square}",
        )
    if a >= PUT:
        square = NAMES[a - PUT][1:]
        return Words(
            f"{does(seat, 'puts', 'put')} the cat on the table, at {square}",
            f"{does(seat, 'pose', 'poses')} le chat sur la table, en {square}",
        )
    start, end = divmod(a % CATCH, PLACES)
    aim = onto(end)
    if a >= CATCH:
        prey = mouse_at(s, end) + 1
        return Words(
            f"{does(seat, 'pounces', 'pounce')}: the cat catches mouse {prey} on {NAMES[end]}",
            f"{does(seat, 'bondit', 'bondis')} : le chat attrape la souris {prey} en {NAMES[end]}",
        )
    if s.side == CAT:
        return Words(
            f"{does(seat, 'sends', 'send')} the cat {aim.en}",
            f"{does(seat, 'envoie', 'envoies')} le chat {aim.fr}",
        )
    who = mouse_at(s, start) + 1
    bonus = Words("", "")
    if s.cheese & SET[end]:
        bonus = Words(": a cheese is won", " : un fromage de gagné")
    return Words(
        f"{does(seat, 'leads', 'lead')} mouse {who} {aim.en}{bonus.en}",
        f"{does(seat, 'mène', 'mènes')} la souris {who} {aim.fr}{bonus.fr}",
    )


def tell_tile(s: State, kind: int) -> Words:
    tile, effect = A_TILE[kind], TILE_EFFECTS[kind]
    if kind == CHEESE:
        effect = (
            Words("the cat leaves it lying", "le chat le laisse là")
            if s.side == CAT
            else Words("the mice win it", "les souris le gagnent")
        )
    return Words(
        f"The tile hides {tile.en}: {effect.en}", f"La tuile cache {tile.fr} : {effect.fr}"
    )


# --- why


def because(view: Observation, a: int) -> Words | None:
    s: State = view.s
    if TAKE <= a < ROLL:
        return won_words(s.won + 1)
    if PUT <= a < TAKE:
        return None
    end = a % CATCH % PLACES
    if a >= CATCH:
        left = sum(1 for i in range(MICE) if s.mouse[i] != CAUGHT) - 1
        if left == 0:
            return Words("It is the last mouse: you win.", "C’est la dernière souris : tu gagnes.")
        n = spelt(left, feminine=True)
        return Words(f"It catches a mouse: {n.en} to go.", f"Une souris de prise : encore {n.fr}.")
    then = clone(s)
    apply(then, a)
    return because_cat(s, then, end) if s.side == CAT else because_mouse(s, then, end)


def won_words(n: int) -> Words:
    return Words(
        f"The mice then hold {n} of {CHEESES} cheeses.",
        f"Les souris ont alors {count(n, '', 'fromage').fr} sur {CHEESES}.",
    )


def because_cat(s: State, then: State, end: int) -> Words | None:
    """How many faces of the die would catch somebody from there; what lies there."""
    faces = catching(then)
    if faces == len(CAT_DIE):
        return Words(
            "If no mouse moved, any roll would catch one from there.",
            "Si aucune souris ne bougeait, n’importe quel lancer en attraperait une de là.",
        )
    if faces:
        said, all_ = spelt(faces, feminine=True), spelt(len(CAT_DIE))
        return Words(
            f"If no mouse moved, {said.en} of the {all_.en} faces of your die would catch "
            "one from there.",
            f"Si aucune souris ne bougeait, {said.fr} des {all_.fr} faces de ton dé en "
            f"{'attraperait' if faces == 1 else 'attraperaient'} une de là.",
        )
    if s.down & SET[end] & CAT_WORLD and s.unseen[CHEESE]:
        return Words(
            "A cheese that the cat finds stays where it lies: the mice have to come for it.",
            "Un fromage que trouve le chat reste là : les souris devront venir le chercher.",
        )
    return None


def because_mouse(s: State, then: State, end: int) -> Words | None:
    """A cheese, a way home, shelter from the cat, or a tile worth turning."""
    here = SET[end]
    if s.cheese & here:
        return won_words(s.won + 1)
    if here & HOLE_SET and s.won == CHEESES and then.plates == 0:
        return Words(
            "All cheeses are won: home with it, and the game is yours.",
            "Tous les fromages sont gagnés : elle rentre, et la partie est à toi.",
        )
    shelter = sheltered(s, then, here)
    tiles = sum(s.unseen[kind] for kind in range(KINDS))
    if s.down & here and s.unseen[CHEESE]:
        found = Words(
            f"{s.unseen[CHEESE]} of the {tiles} tiles still face down are cheeses",
            f"{s.unseen[CHEESE]} des {tiles} tuiles encore cachées sont des fromages",
        )
        if shelter is None:
            return Words(f"{found.en}.", f"{found.fr}.")
        return Words(f"{capital(shelter).en}; {found.en}.", f"{capital(shelter).fr} ; {found.fr}.")
    if shelter is None:
        return None
    return Words(f"{capital(shelter).en}.", f"{capital(shelter).fr}.")


def sheltered(s: State, then: State, here: int) -> Words | None:
    """Why the cat does not get a mouse there, or not as easily."""
    if here & HOLE_SET:
        return Words("in a hole the cat cannot reach it", "dans un trou, le chat ne l’atteint pas")
    if here & TUNNEL_SET:
        return Words(
            "under the table the cat cannot reach it", "sous la table, le chat ne l’atteint pas"
        )
    faces = catching(then)
    if faces == 0:
        return Words(
            "no roll of the cat’s catches a mouse then",
            "aucun lancer du chat n’attrape alors de souris",
        )
    if faces < catching(s):
        said, all_ = spelt(faces, feminine=True), spelt(len(CAT_DIE))
        return Words(
            f"only {said.en} of the {all_.en} faces of the cat’s die "
            f"{'catches' if faces == 1 else 'catch'} a mouse then",
            f"seulement {said.fr} des {all_.fr} faces du dé du chat "
            f"{'attrape' if faces == 1 else 'attrapent'} alors une souris",
        )
    return None


def catching(s: State) -> int:
    """How many faces of the cat's die would catch a mouse from where it stands."""
    hunted, start = prey(s), SET[s.cat]
    free = CAT_WORLD & ~start & ~s.cheese & ~hunted
    return sum(1 for face in CAT_DIE if cat_walk(start, face, free, hunted) & hunted)
