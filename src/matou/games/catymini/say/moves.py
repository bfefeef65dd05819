"""Sentences about moves, for the log."""

from matou.core.messages import Message
from matou.core.phrases import figures
from matou.games.catymini import state
from matou.games.catymini.position import would_cost, would_win
from matou.games.catymini.say import messages
from matou.games.catymini.say.names import COLOURED, PILES, notch_words
from matou.games.catymini.say.reasons import because as because, toys_won
from matou.games.catymini.say.words import describe


def tell(s: state.State, a: int) -> Message:
    seat = s.turn
    if a < state.PLAY or state.REMOVE <= a < state.SLEEP:  # chance
        return describe(s, a)
    if a < state.ENTER:
        tile = COLOURED[a - state.PLAY]
        return messages.tell(seat, "{who} plays {tile}", "You play {tile}", tile=tile)
    if a < state.START:
        return tell_run(s, seat, a - state.ENTER)
    if a < state.TAKE:
        return messages.tell(
            seat,
            "{who} starts their thread at {where}",
            "You start your thread at {where}",
            where=notch_words(s.board[seat], a - state.START),
        )
    if a < state.REMOVE:
        return messages.tell(
            seat,
            "{who} takes an extra tile from {pile}",
            "You take an extra tile from {pile}",
            pile=PILES[a - state.TAKE],
        )
    return messages.tell(
        seat,
        "{who} has too little thread for either notch: the cat sleeps",
        "You have too little thread for either notch: your cat sleeps",
    )


def tell_run(s: state.State, seat: int, notch: int) -> Message:
    run = messages.tell(
        seat,
        "{who} runs to {where} ({cost} units of thread)",
        "You run to {where} ({cost} units of thread)",
    )
    if would_win(s, seat, notch):
        run = messages.tell(
            seat,
            "{who} runs to {where} ({cost} units of thread) and wins {toys}",
            "You run to {where} ({cost} units of thread) and win {toys}",
            toys=toys_won(s, seat, notch),
        )
    cost = figures(would_cost(s, seat, notch))
    return run.filled(where=notch_words(s.board[seat], notch), cost=cost)
