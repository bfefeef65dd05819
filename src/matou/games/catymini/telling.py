"""What Caty Mini tells of a move: what somebody did, and why it is a good one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matou.core.words import Words, count, does, either, figures, listed, of_player, player
from matou.games.catymini.components import LEAST, TOYS, VALUES
from matou.games.catymini.geometry import COST, TOUCHED
from matou.games.catymini.look import hand_tiles, would_cost, would_win
from matou.games.catymini.names import (
    COLOUR_WORDS,
    PIECES,
    a_toy,
    coloured,
    feminine,
    notch_words,
    to_the,
)
from matou.games.catymini.state import (
    ENTER,
    PLAY,
    REMOVE,
    SHOWING,
    SLEEP,
    START,
    TAKE,
    State,
)

if TYPE_CHECKING:
    from matou.core.state import Observation


def tell(s: State, a: int) -> Words:
    seat = s.turn
    if a < PLAY:
        what = coloured(a)
        if s.phase == SHOWING:
            return Words(f"The middle shows {what.en}", f"Au milieu apparaît {what.fr}")
        return Words(
            f"{does(seat, 'draws', 'draw')} {what.en}",
            f"{does(seat, 'pioche', 'pioches')} {what.fr}",
        )
    if a < ENTER:
        what = coloured(a - PLAY)
        return Words(
            f"{does(seat, 'plays', 'play')} {what.en}", f"{does(seat, 'joue', 'joues')} {what.fr}"
        )
    if a < START:
        return tell_run(s, seat, a - ENTER)
    if a < TAKE:
        where = notch_words(s.board[seat], a - START)
        return Words(
            f"{does(seat, 'starts their thread', 'start your thread')} at {where.en}",
            f"{does(seat, 'attache son fil', 'attaches ton fil')} {to_the(where.fr)}",
        )
    if a < REMOVE:
        colour = COLOUR_WORDS[a - TAKE]
        return Words(
            f"{does(seat, 'takes', 'take')} one tile more from the {colour.en} pile",
            f"{does(seat, 'prend', 'prends')} une tuile de plus dans la pile {feminine(colour.fr)}",
        )
    if a < SLEEP:
        toy = a_toy((a - REMOVE) // VALUES, (a - REMOVE) % VALUES + LEAST)
        return Words(
            f"{toy.en[0].upper()}{toy.en[1:]} leaves the game",
            f"{toy.fr[0].upper()}{toy.fr[1:]} quitte le jeu",
        )
    return Words(
        either(seat, f"{player(seat)}’s cat sleeps", "Your cat sleeps")
        + ": the thread left reaches neither notch",
        either(seat, f"Le chat {of_player(seat)} dort", "Ton chat dort")
        + " : le fil restant n’atteint aucune encoche",
    )


def tell_run(s: State, seat: int, notch: int) -> Words:
    where = notch_words(s.board[seat], notch)
    cost = figures(would_cost(s, seat, notch))
    won = [a_toy(toy, value) for toy, value in would_win(s, seat, notch)]
    wins = Words("", "")
    if won:
        toys = listed(won)
        wins = Words(
            f" and {either(seat, 'wins', 'win')} {toys.en}",
            f" et {either(seat, 'gagne', 'gagnes')} {toys.fr}",
        )
    return Words(
        f"{does(seat, 'runs', 'run')} to {where.en} ({cost.en} of thread){wins.en}",
        f"{does(seat, 'court', 'cours')} jusqu’{to_the(where.fr)} ({cost.fr} de fil){wins.fr}",
    )


# --- why


def because(view: Observation, a: int) -> Words | None:
    s: State = view.s
    seat = s.turn
    if a < ENTER:
        return because_played(s, seat, a - PLAY)
    if a < START:
        return because_run(s, seat, a - ENTER)
    if a < TAKE:
        return because_started(s, seat, a - START)
    if a < REMOVE:
        held = s.holds[seat][a - TAKE]
        wall = COLOUR_WORDS[a - TAKE]
        if held == 0:
            return Words(
                f"You hold no {wall.en} tile yet: one more wall to run to.",
                f"Tu n’as encore aucune tuile {feminine(wall.fr)} : un mur de plus où courir.",
            )
        return None
    return Words(
        "Your thread reaches neither notch: there is nothing else to do.",
        "Ton fil n’atteint aucune encoche : il n’y a rien d’autre à faire.",
    )


def prize(s: State, seat: int, notch: int) -> int:
    """The points that running to a notch would bring; none if the thread is too short."""
    if would_cost(s, seat, notch) > s.thread[seat]:
        return 0
    return sum(value for _, value in would_win(s, seat, notch))


def because_run(s: State, seat: int, notch: int) -> Words | None:
    """What the run wins and costs beside the other notch; what comes within reach."""
    here, other = prize(s, seat, notch), prize(s, seat, notch ^ 1)
    cost, more = would_cost(s, seat, notch), would_cost(s, seat, notch ^ 1)
    if here > other:
        won = listed([a_toy(toy, value) for toy, value in would_win(s, seat, notch)])
        return Words(f"It wins you {won.en}.", f"Tu y gagnes {won.fr}.")
    if cost < more:
        spared = figures(more - cost)
        return Words(
            f"It spares {spared.en} of thread beside the other notch.",
            f"Ça épargne {spared.fr} de fil par rapport à l’autre encoche.",
        )
    return because_started(s, seat, notch)


def because_started(s: State, seat: int, notch: int) -> Words | None:
    """From the notch where one comes out, what the tiles in hand can win next."""
    out = notch ^ 1
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
    toys_ = count(best, "toy", "jouet")
    return Words(
        f"From its other side a run to {PIECES[aim].en}, which you hold, can win {toys_.en}.",
        f"De l’autre côté, courir {to_the(PIECES[aim].fr)}, que tu as en main, peut rapporter "
        f"{toys_.fr}.",
    )


def because_played(s: State, seat: int, tile: int) -> Words | None:
    best = max(prize(s, seat, 2 * tile), prize(s, seat, 2 * tile + 1))
    if best:
        notch = 2 * tile + (prize(s, seat, 2 * tile + 1) == best)
        won = listed([a_toy(toy, value) for toy, value in would_win(s, seat, notch)])
        return Words(
            f"Running there, your thread crosses {won.en}.",
            f"En y courant, ton fil croise {won.fr}.",
        )
    costs = {other: least_cost(s, seat, other) for other in hand_tiles(s, seat)}
    if costs[tile] > min(costs.values()):
        return None
    thread = figures(costs[tile])
    return Words(
        f"Nothing in your hand is nearer: {thread.en} of thread.",
        f"Rien dans ta main n’est plus près : {thread.fr} de fil.",
    )


def least_cost(s: State, seat: int, tile: int) -> int:
    return min(would_cost(s, seat, 2 * tile), would_cost(s, seat, 2 * tile + 1))
