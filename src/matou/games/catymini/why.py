"""Why an action of Caty Mini is refused: the rule it would break, and a sentence."""

from __future__ import annotations

import re

from matou.core.numerals import spelt
from matou.core.words import Why, figures, player, why
from matou.games.catymini.components import COLOUR_OF, LEAST, REMOVED, ROUNDS, VALUES
from matou.games.catymini.look import tile_of_round, would_cost
from matou.games.catymini.names import COLOUR_WORDS, PIECES, TOY_WORDS, feminine, to_the
from matou.games.catymini.rules import actor
from matou.games.catymini.state import (
    DEAL,
    DEALING,
    DONE,
    DRAWING,
    ENTER,
    PLAY,
    PLAYING,
    REMOVE,
    REMOVING,
    RUNNING,
    SHOWING,
    SLEEP,
    START,
    STARTING,
    TAKE,
    TAKING,
    State,
)
from matou.kit.linking import CHANCE


def why_now(s: State) -> Why:
    if s.phase == DONE:
        return why(
            "CM11",
            f"The game is over: {spelt(ROUNDS).en} rounds have been run.",
            f"La partie est finie : les {spelt(ROUNDS).fr} tours sont joués.",
        )
    if actor(s) == CHANCE:
        return chance_now(s)
    if s.phase == TAKING:
        return why(
            "CM2",
            "Take an extra tile from a pile that is not empty, each time from another one.",
            "Prends une tuile de plus dans une pile non vide, chaque fois dans une autre.",
        )
    piece = PIECES[tile_of_round(s)]
    if s.phase == STARTING:
        return why(
            "CM4",
            f"Start your thread at a notch of the furniture shown: {piece.en}.",
            f"Attache ton fil à une encoche du meuble montré : {piece.fr}.",
        )
    if s.phase == PLAYING:
        return why(
            "CM6",
            "Play a furniture tile from your hand.",
            "Joue une tuile meuble de ta main.",
        )
    return why(
        "CM7",
        f"Run your thread to a notch of the furniture just played: {piece.en}.",
        f"Tends ton fil jusqu’à une encoche du meuble joué : {piece.fr}.",
    )


def chance_now(s: State) -> Why:
    if s.phase == SHOWING:
        return why(
            "CM1",
            "First a random tile is shown in the middle.",
            "D’abord une tuile au hasard se découvre au milieu.",
        )
    if s.phase == REMOVING:
        return why(
            "CM3",
            "First some tokens leave the game at random.",
            "D’abord quelques jetons quittent le jeu, au hasard.",
        )
    colour = COLOUR_WORDS[s.pile]
    return why(
        "CM2",
        f"First {player(s.turn)} is dealt a tile of the {colour.en} pile.",
        f"D’abord {player(s.turn)} reçoit une tuile de la pile {feminine(colour.fr)}.",
    )


def turns(s: State) -> str:
    """Seat by seat, each thing by its own rule: extras, threads, the tile, the runs."""
    return why_now(s).rule


def why_not(s: State, a: int) -> Why:
    if s.phase == DONE:
        return why_now(s)
    if a < PLAY:
        return not_dealt(s, a - DEAL)
    if a < ENTER:
        return not_played(s, a - PLAY) if s.phase == PLAYING else too_soon(s, a)
    if a < START:
        return not_entered(s, a - ENTER) if s.phase == RUNNING else too_soon(s, a)
    if a < TAKE:
        return too_soon(s, a) if s.phase > STARTING else why_now(s)
    if a < REMOVE:
        return not_taken(s, a - TAKE) if s.phase == TAKING else too_soon(s, a)
    if a < SLEEP:
        return not_removed(s, (a - REMOVE) // VALUES, (a - REMOVE) % VALUES)
    return awake(s) if s.phase == RUNNING else too_soon(s, a)


# How each sort of action is written, its first number, and the phases it has its moment in.
SORTS = (
    (r"=[a-z-]+", DEAL, (SHOWING, DEALING, DRAWING)),
    (r"![a-z-]+", PLAY, (PLAYING,)),
    (r"[a-z-]+/[A-Z]", ENTER, (RUNNING,)),
    (r"@[a-z-]+/[A-Z]", START, (STARTING,)),
    (r"~[a-z]+", TAKE, (TAKING,)),
    (r"-[a-z]+\d", REMOVE, (REMOVING,)),
)


def why_never(s: State, text: str) -> Why | None:
    """A colour, a piece or a toy that there is not: at the wrong moment, that comes first."""
    for pattern, first, phases in SORTS:
        if re.fullmatch(pattern, text, re.ASCII) and s.phase not in phases:
            return why_not(s, first)
    return None


def too_soon(s: State, a: int) -> Why:
    """An action of another moment: the one that has passed, or what is to be done first."""
    if START <= a < TAKE:
        return why(
            "CM4",
            "The threads have started already.",
            "Les fils sont déjà attachés.",
        )
    if TAKE <= a < REMOVE and s.phase > TAKING:
        return why("CM2", "The tiles have been dealt.", "Les tuiles sont distribuées.")
    return why_now(s)


def not_dealt(s: State, tile: int) -> Why:
    if actor(s) != CHANCE:
        return why(
            "CM2",
            "Tiles are dealt by chance alone, before the first round.",
            "Seul le hasard donne des tuiles, avant le premier tour.",
        )
    if s.phase == REMOVING:
        return why_now(s)
    pile, colour = COLOUR_WORDS[s.pile], COLOUR_OF[tile]
    if colour != s.pile:
        return why(
            "CM2",
            f"The tile dealt now comes from the {pile.en} pile.",
            f"La tuile donnée maintenant vient de la pile {feminine(pile.fr)}.",
        )
    return why(
        "CM2",
        f"That tile has left its pile: {PIECES[tile].en}.",
        f"Cette tuile n’est plus dans sa pile : {PIECES[tile].fr}.",
    )


def not_taken(s: State, colour: int) -> Why:
    name = COLOUR_WORDS[colour]
    if s.extras[s.turn] >> colour & 1:
        return why(
            "CM2",
            f"You have taken an extra tile from the {name.en} pile already.",
            f"Tu as déjà pris une tuile de plus dans la pile {feminine(name.fr)}.",
        )
    return why(
        "CM2",
        f"The {name.en} pile is empty.",
        f"La pile {feminine(name.fr)} est vide.",
    )


def not_removed(s: State, toy: int, value: int) -> Why:
    if s.phase != REMOVING:
        return why(
            "CM3",
            "Tokens leave the game by chance alone, before the threads start.",
            "Les jetons ne quittent le jeu que par le hasard, avant le départ des fils.",
        )
    now = s.step // REMOVED[s.seats]
    if toy != now:
        return why(
            "CM3",
            f"Toys lose their tokens in order: now it is this one, {TOY_WORDS[now].en}.",
            f"Les jetons partent dans l’ordre des jouets : d’abord celui-ci, {TOY_WORDS[now].fr}.",
        )
    return why(
        "CM3",
        f"No token worth {value + LEAST} is left of this toy: {TOY_WORDS[toy].en}.",
        f"Il ne reste aucun jeton de valeur {value + LEAST} pour ce jouet : {TOY_WORDS[toy].fr}.",
    )


def not_played(s: State, tile: int) -> Why:
    if not s.hand[s.turn] >> tile & 1:
        return why(
            "CM6",
            f"You do not hold this tile: {PIECES[tile].en}.",
            f"Tu n’as pas cette tuile : {PIECES[tile].fr}.",
        )
    colour = COLOUR_WORDS[COLOUR_OF[tile]]
    return why(
        "CM6",
        f"The last tile was {colour.en} too: play another colour while you have one.",
        f"La dernière tuile était de la même couleur ({colour.fr}) : "
        "joue une autre couleur tant que tu en as.",
    )


def not_entered(s: State, notch: int) -> Why:
    piece = PIECES[tile_of_round(s)]
    if notch // 2 != tile_of_round(s):
        return why(
            "CM7",
            f"This round all cats run elsewhere: to {piece.en}.",
            f"Ce tour-ci, tous les chats courent ailleurs : {to_the(piece.fr)}.",
        )
    cost, left = figures(would_cost(s, s.turn, notch)), figures(s.thread[s.turn])
    return why(
        "CM8",
        f"That takes {cost.en} of thread, and {left.en} is left on your spool.",
        f"Il faut {cost.fr} de fil, et il en reste {left.fr} sur ta bobine.",
    )


def awake(s: State) -> Why:
    piece = PIECES[tile_of_round(s)]
    return why(
        "CM8",
        f"Your cat sleeps only when the thread reaches neither notch; it reaches {piece.en}.",
        f"Ton chat ne dort que si le fil n’atteint aucune encoche ; ici, il atteint {piece.fr}.",
    )
