"""Sentences about moves: the log, and why a move is good."""

from matou.core.messages import Message, listed
from matou.core.observation import Observation
from matou.core.phrases import figures
from matou.games.catymini import state
from matou.games.catymini.components import TOYS
from matou.games.catymini.geometry import COST, TOUCHED
from matou.games.catymini.position import hand_tiles, would_cost, would_win
from matou.games.catymini.say import messages
from matou.games.catymini.say.messages import count, say
from matou.games.catymini.say.names import COLOUR_WORDS, PIECES, PILES, a_toy, coloured, notch_words
from matou.games.catymini.say.words import describe


def tell(s: state.State, a: int) -> Message:
    seat = s.turn
    if a < state.PLAY or state.REMOVE <= a < state.SLEEP:  # chance
        return describe(s, a)
    if a < state.ENTER:
        tile = coloured(a - state.PLAY)
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


def toys_won(s: state.State, seat: int, notch: int) -> Message:
    return listed([a_toy(toy, value) for toy, value in would_win(s, seat, notch)])


# --- why


def because(view: Observation, a: int) -> Message | None:
    s: state.State = view.s
    seat = s.turn
    if a < state.ENTER:
        return because_played(s, seat, a - state.PLAY)
    if a < state.START:
        return because_run(s, seat, a - state.ENTER)
    if a < state.TAKE:
        return because_next(s, seat, a - state.START, started=True)  # it leaves from there (CM4)
    if a < state.REMOVE:
        if s.holds[seat][a - state.TAKE]:
            return None
        colour = COLOUR_WORDS[a - state.TAKE]
        return say(
            "You have no {colour} tile yet: this gives you one more wall to run to.", colour=colour
        )
    return say("Your thread reaches neither notch: there is nothing else to do.")


def prize(s: state.State, seat: int, notch: int) -> int:
    """Returns the points that running to a notch would bring; 0 if the thread is too short."""
    if would_cost(s, seat, notch) > s.thread[seat]:
        return 0
    return sum(value for _, value in would_win(s, seat, notch))


def because_run(s: state.State, seat: int, notch: int) -> Message | None:
    """Says what the run wins and costs beside the other notch, and what comes within reach."""
    here, other = prize(s, seat, notch), prize(s, seat, notch ^ 1)
    cost, more = would_cost(s, seat, notch), would_cost(s, seat, notch ^ 1)
    if here > other:
        return say("It wins you {toys}.", toys=toys_won(s, seat, notch))
    if cost < more:
        return count(
            more - cost,
            "It costs {n} unit of thread less than the other notch.",
            "It costs {n} units of thread less than the other notch.",
            n=figures(more - cost),
        )
    return because_next(s, seat, notch ^ 1, started=False)


def because_next(s: state.State, seat: int, out: int, *, started: bool) -> Message | None:
    """Says what the tiles in hand can win next, from the notch where the thread comes out."""
    best, aim = 0, -1
    for tile in hand_tiles(s, seat):
        for end in (2 * tile, 2 * tile + 1):
            if COST[s.board[seat]][out][end] > s.thread[seat]:
                continue
            toys = TOUCHED[s.board[seat]][out][end]
            n = sum(1 for toy in range(TOYS) if toys >> toy & 1 and s.heap[toy] > 0)
            if n > best:
                best, aim = n, tile
    if best == 0:
        return None
    if started:
        return count(
            best,
            "From there you can win {n} toy by running to {piece}, which is in your hand.",
            "From there you can win {n} toys by running to {piece}, which is in your hand.",
            piece=PIECES[aim],
        )
    return count(
        best,
        "Coming out on the other side, you can win {n} toy by running to {piece}, "
        "which is in your hand.",
        "Coming out on the other side, you can win {n} toys by running to {piece}, "
        "which is in your hand.",
        piece=PIECES[aim],
    )


def because_played(s: state.State, seat: int, tile: int) -> Message | None:
    best = max(prize(s, seat, 2 * tile), prize(s, seat, 2 * tile + 1))
    if best:
        notch = 2 * tile + (prize(s, seat, 2 * tile + 1) == best)
        return say("A run there wins you {toys}.", toys=toys_won(s, seat, notch))
    costs = {other: least_cost(s, seat, other) for other in hand_tiles(s, seat)}
    if costs[tile] > min(costs.values()):
        return None
    thread = figures(costs[tile])
    return say("Nothing in your hand is nearer: it costs {thread} units of thread.", thread=thread)


def least_cost(s: state.State, seat: int, tile: int) -> int:
    return min(would_cost(s, seat, 2 * tile), would_cost(s, seat, 2 * tile + 1))
