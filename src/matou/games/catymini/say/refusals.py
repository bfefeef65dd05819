"""Why an action of Caty Mini is refused: the rule it would break, and a sentence."""

import re

from matou.core.messages import Seat, Why
from matou.core.phrases import figures
from matou.games.catymini import state
from matou.games.catymini.components import COLOUR_OF, LEAST, REMOVED, ROUNDS, VALUES
from matou.games.catymini.position import tile_of_round, would_cost
from matou.games.catymini.rules import actor
from matou.games.catymini.say.messages import why, why_count
from matou.games.catymini.say.names import COLOUR_WORDS, PIECES, PILES, TOY_WORDS
from matou.kit.linking import CHANCE


def why_now(s: state.State) -> Why:
    if s.phase == state.DONE:
        return why(
            "CM11", "The game is over: all {rounds:words} rounds have been played.", rounds=ROUNDS
        )
    if actor(s) == CHANCE:
        return chance_now(s)
    if s.phase == state.TAKING:
        return why(
            "CM2", "Take an extra tile from a pile that is not empty, a different pile each time."
        )
    piece = PIECES[tile_of_round(s)]
    if s.phase == state.STARTING:
        return why(
            "CM4", "Start your thread at a notch of the furniture shown: {piece}.", piece=piece
        )
    if s.phase == state.PLAYING:
        return why("CM6", "Play a furniture tile from your hand.")
    return why(
        "CM7", "Run your thread to a notch of the furniture just played: {piece}.", piece=piece
    )


def chance_now(s: state.State) -> Why:
    if s.phase == state.SHOWING:
        return why("CM1", "First a random tile is shown in the middle.")
    if s.phase == state.REMOVING:
        return why("CM3", "First some tokens are removed at random.")
    return why("CM2", "First {who} draws a tile from {pile}.", who=Seat(s.turn), pile=PILES[s.pile])


def turns(s: state.State) -> str:
    """Each phase has its own rule: extra tiles, threads, the tile, the runs."""
    return why_now(s).rule


def why_not(s: state.State, a: int) -> Why:
    if s.phase == state.DONE:
        return why_now(s)
    if a < state.PLAY:
        return not_dealt(s, a - state.DEAL)
    if a < state.ENTER:
        return not_played(s, a - state.PLAY) if s.phase == state.PLAYING else too_soon(s, a)
    if a < state.START:
        return not_entered(s, a - state.ENTER) if s.phase == state.RUNNING else too_soon(s, a)
    if a < state.TAKE:
        return too_soon(s, a) if s.phase > state.STARTING else why_now(s)
    if a < state.REMOVE:
        if s.phase != state.TAKING:
            return too_soon(s, a)
        pile = PILES[a - state.TAKE]
        if s.extras[s.turn] >> a - state.TAKE & 1:
            return why("CM2", "You have already taken an extra tile from {pile}.", pile=pile)
        return why("CM2", "{pile:cap} is empty.", pile=pile)
    if a < state.SLEEP:
        return not_removed(s, (a - state.REMOVE) // VALUES, (a - state.REMOVE) % VALUES)
    if s.phase != state.RUNNING:
        return too_soon(s, a)
    return why(
        "CM8",
        "Your cat sleeps only if your thread reaches neither notch, and it does reach {piece}.",
        piece=PIECES[tile_of_round(s)],
    )


# How each sort of action is written, its first number, and the phases it has its moment in.
SORTS = (
    (r"=[a-z-]+", state.DEAL, (state.SHOWING, state.DEALING, state.DRAWING)),
    (r"![a-z-]+", state.PLAY, (state.PLAYING,)),
    (r"[a-z-]+/[A-Z]", state.ENTER, (state.RUNNING,)),
    (r"@[a-z-]+/[A-Z]", state.START, (state.STARTING,)),
    (r"~[a-z]+", state.TAKE, (state.TAKING,)),
    (r"-[a-z]+\d", state.REMOVE, (state.REMOVING,)),
)


def why_never(s: state.State, text: str) -> Why | None:
    """Refuses a colour, piece or toy that does not exist, unless it is the wrong moment anyway."""
    for pattern, first, phases in SORTS:
        if re.fullmatch(pattern, text, re.ASCII) and s.phase not in phases:
            return why_not(s, first)
    return None


def too_soon(s: state.State, a: int) -> Why:
    """Refuses an action of another phase."""
    if state.START <= a < state.TAKE:
        return why("CM4", "The threads have already started.")
    if state.TAKE <= a < state.REMOVE and s.phase > state.TAKING:
        return why("CM2", "The tiles have already been dealt.")
    return why_now(s)


def not_dealt(s: state.State, tile: int) -> Why:
    if actor(s) != CHANCE:
        return why("CM2", "Tiles are dealt at random, before the first round.")
    if s.phase == state.REMOVING:
        return why_now(s)
    if COLOUR_OF[tile] != s.pile:
        return why("CM2", "This tile must come from {pile}.", pile=PILES[s.pile])
    return why("CM2", "This tile is no longer in its pile: {piece}.", piece=PIECES[tile])


def not_removed(s: state.State, toy: int, value: int) -> Why:
    if s.phase != state.REMOVING:
        return why("CM3", "Tokens are removed at random, before the threads start.")
    now = s.step // REMOVED[s.seats]
    if toy != now:
        return why("CM3", "Tokens are removed toy by toy. The next toy: {toy}.", toy=TOY_WORDS[now])
    return why(
        "CM3",
        "This toy has no token worth {value} left: {toy}.",
        value=value + LEAST,
        toy=TOY_WORDS[toy],
    )


def not_played(s: state.State, tile: int) -> Why:
    if not s.hand[s.turn] >> tile & 1:
        return why("CM6", "This tile is not in your hand: {piece}.", piece=PIECES[tile])
    return why(
        "CM6",
        "The last tile was {colour} too: play a different colour as long as you have one.",
        colour=COLOUR_WORDS[COLOUR_OF[tile]],
    )


def not_entered(s: state.State, notch: int) -> Why:
    piece = PIECES[tile_of_round(s)]
    if notch // 2 != tile_of_round(s):
        return why("CM7", "This round, all cats run to {piece}.", piece=piece)
    return why_count(
        "CM8",
        s.thread[s.turn],
        "That costs {cost} units of thread, and you have {n} left.",
        cost=figures(would_cost(s, s.turn, notch)),
        n=figures(s.thread[s.turn]),
    )
