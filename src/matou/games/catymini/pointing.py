"""What the things on the table of Caty Mini stand for, and what to say where it is nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matou.core.words import Why, of_player, player, why
from matou.games.catymini.components import COLOUR_NAMES, FURNITURE, SIDES, TOY_NAMES
from matou.games.catymini.look import tile_of_round
from matou.games.catymini.names import PIECES, TOY_WORDS
from matou.games.catymini.state import (
    ENTER,
    PLAY,
    PLAYING,
    RUNNING,
    SHOWING,
    SLEEP,
    START,
    STARTING,
    TAKE,
    State,
)

if TYPE_CHECKING:
    from matou.core.state import Observation

# The parts of a nursery that are called by their seat.
OF_A_NURSERY = ("nursery", "cat", "thread", "strand", "knot", "target", "won", "ring")


def meant(view: Observation, id: str) -> Sequence[int]:
    """A tile is played, a notch run to, a pile drawn from; one's own cat sleeps."""
    s: State = view.s
    kind, _, name = id.partition("-")
    if kind in ("tile", "aim") and name in FURNITURE:
        return [PLAY + FURNITURE.index(name)]
    if kind == "pile" and name in COLOUR_NAMES:
        return [TAKE + COLOUR_NAMES.index(name)]
    if kind == "entrance" and name in ("L", "R") and s.phase != SHOWING:
        return notches(s, tile_of_round(s))[SIDES.index(name) :][:1]
    if kind == "piece" and name in FURNITURE:
        tile = FURNITURE.index(name)
        if s.phase != PLAYING:
            return notches(s, tile)
        return [] if PLAY + tile in view.legal() else [PLAY + tile]  # else its aim lies over it
    if kind == "cat" and view.seat is not None and name == str(view.seat):
        return [SLEEP]
    return []


def notches(s: State, tile: int) -> list[int]:
    """The two notches of a piece: where a thread starts, later where it runs to."""
    first = START if s.phase <= STARTING else ENTER
    return [first + 2 * tile, first + 2 * tile + 1]


# --- what to say in particular


def remark(view: Observation, id: str, picked: Sequence[str]) -> Why | None:
    s: State = view.s
    kind, _, rest = id.partition("-")
    seat = rest.partition("-")[0]
    others = [str(i) for i in range(view.seats) if i != view.seat]
    if kind in OF_A_NURSERY and seat in others:
        return why(
            "CM7",
            f"This is the nursery of {player(int(seat))}: your cat runs in your own.",
            f"C’est la chambre {of_player(int(seat))} : ton chat court dans la tienne.",
        )
    if kind == "hand" and seat in others:
        return why(
            "CM6",
            f"These are the tiles of {player(int(seat))}: you play from your own hand.",
            f"Ce sont les tuiles {of_player(int(seat))} : tu joues de ta propre main.",
        )
    if kind == "tokens" and rest in TOY_NAMES:
        toy = TOY_WORDS[TOY_NAMES.index(rest)]
        return why(
            "CM9",
            f"You win a token of this toy ({toy.en}) when your thread runs over it.",
            f"Tu gagnes un jeton de ce jouet ({toy.fr}) quand ton fil passe dessus.",
        )
    if kind == "middle" and s.phase in (PLAYING, RUNNING):
        piece = PIECES[tile_of_round(s)]
        if s.phase == PLAYING:
            return why(
                "CM6",
                f"The last tile lies here: {piece.en}. The next one comes from your hand.",
                f"La dernière tuile est là : {piece.fr}. La prochaine vient de ta main.",
            )
        return why(
            "CM7",
            f"The tile in the middle says where all cats run: to {piece.en}.",
            f"La tuile du milieu dit où courent tous les chats : {piece.fr}.",
        )
    if kind == "marker":
        return why(
            "CM10",
            "The marker says who plays the tile of this round; then it passes on.",
            "Le marqueur dit qui joue la tuile de ce tour ; ensuite il passe au suivant.",
        )
    return None
