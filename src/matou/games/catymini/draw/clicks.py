"""What a click in Caty Mini means, and why it may do nothing."""

from collections.abc import Sequence

from matou.core.messages import Seat, Why
from matou.core.observation import Observation
from matou.games.catymini import state
from matou.games.catymini.components import COLOUR_NAMES, FURNITURE, SIDES, TOY_NAMES
from matou.games.catymini.position import tile_of_round
from matou.games.catymini.say.messages import why
from matou.games.catymini.say.names import PIECES, TOY_WORDS

# The parts of a nursery that are called by their seat.
OF_A_NURSERY = ("nursery", "cat", "thread", "strand", "knot", "target", "won", "ring")


def meant(view: Observation, id: str) -> Sequence[int]:
    s: state.State = view.s
    kind, _, name = id.partition("-")
    if kind in ("tile", "aim") and name in FURNITURE:
        return [state.PLAY + FURNITURE.index(name)]
    if kind == "pile" and name in COLOUR_NAMES:
        return [state.TAKE + COLOUR_NAMES.index(name)]
    if kind == "entrance" and name in ("L", "R") and s.phase != state.SHOWING:
        return notches(s, tile_of_round(s))[SIDES.index(name) :][:1]
    if kind == "piece" and name in FURNITURE:
        tile = FURNITURE.index(name)
        if s.phase != state.PLAYING:
            return notches(s, tile)
        # A legal one has its aim over it.
        return [] if state.PLAY + tile in view.legal() else [state.PLAY + tile]
    if kind == "cat" and view.seat is not None and name == str(view.seat):
        return [state.SLEEP]
    return []


def notches(s: state.State, tile: int) -> list[int]:
    """Returns the actions of a piece's two notches: start there, or run there."""
    first = state.START if s.phase <= state.STARTING else state.ENTER
    return [first + 2 * tile, first + 2 * tile + 1]


# --- what to say in particular


def remark(view: Observation, id: str, picked: Sequence[str]) -> Why | None:
    s: state.State = view.s
    kind, _, rest = id.partition("-")
    seat = rest.partition("-")[0]
    others = [str(i) for i in range(view.seats) if i != view.seat]
    if kind in OF_A_NURSERY and seat in others:
        return why(
            "CM7", "This nursery belongs to {who}. Your cat runs in your own.", who=Seat(int(seat))
        )
    if kind == "hand" and seat in others:
        return why(
            "CM6", "These tiles belong to {who}. Play one from your own hand.", who=Seat(int(seat))
        )
    if kind == "tokens" and rest in TOY_NAMES:
        toy = TOY_WORDS[TOY_NAMES.index(rest)]
        return why(
            "CM9", "You win one of these tokens when your thread crosses this toy: {toy}.", toy=toy
        )
    if kind == "middle" and s.phase in (state.PLAYING, state.RUNNING):
        piece = PIECES[tile_of_round(s)]
        if s.phase == state.PLAYING:
            return why(
                "CM6",
                "This is the previous tile: {piece}. The next one comes from your hand.",
                piece=piece,
            )
        return why(
            "CM7", "The tile in the middle shows where all cats run: to {piece}.", piece=piece
        )
    if kind == "marker":
        return why(
            "CM10",
            "The player with the marker plays the tile of this round. Then the marker moves on.",
        )
    return None
