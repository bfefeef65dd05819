"""Sentences about why a move is good."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from matou.core.messages import Message, Seat, listed
from matou.core.observation import Observation
from matou.core.phrases import figures, joined
from matou.games.catymini import components as box, state
from matou.games.catymini.geometry import COST, TOUCHED
from matou.games.catymini.position import hand_tiles, would_cost, would_win
from matou.games.catymini.rules import apply, playable
from matou.games.catymini.say.messages import count, say
from matou.games.catymini.say.names import COLOUR_WORDS, PIECES, a_toy
from matou.kit.layout import clone
from matou.kit.sets import members

ENOUGH = 0.25  # points by which a fact speaks for a move; less counts where nothing else does


class Fact(NamedTuple):
    """What speaks for a move, and by how many points it is better than the other moves."""

    gain: float
    says: Message


def because(view: Observation, a: int) -> Message | None:
    s: state.State = view.s
    seat = s.turn
    if a < state.ENTER:
        return because_played(s, seat, a - state.PLAY)
    if a < state.START:
        return because_run(s, seat, a - state.ENTER)
    if a < state.TAKE:
        return because_started(s, seat, a - state.START)
    if a < state.REMOVE:
        if s.holds[seat][a - state.TAKE]:
            return None
        colour = COLOUR_WORDS[a - state.TAKE]
        return say(
            "You have no {colour} tile yet: this gives you one more wall to run to.", colour=colour
        )
    return say("Your thread reaches neither notch: there is nothing else to do.")


# --- what runs would bring


def prize(s: state.State, seat: int, notch: int) -> int:
    """Returns the points that running to a notch would bring; 0 if the thread is too short."""
    if would_cost(s, seat, notch) > s.thread[seat]:
        return 0
    return sum(value for _, value in would_win(s, seat, notch))


def best_prize(s: state.State, seat: int, tile: int) -> int:
    return max(prize(s, seat, 2 * tile), prize(s, seat, 2 * tile + 1))


def toys_won(s: state.State, seat: int, notch: int) -> Message:
    return listed([a_toy(toy, value) for toy, value in would_win(s, seat, notch)])


def after(s: state.State, a: int) -> state.State:
    then = clone(s)
    apply(then, a)
    return then


def runs(s: state.State) -> Iterator[state.State]:
    """Yields the states after each run that the seat to move can pay for."""
    tile, seat = s.middle[s.round + 1], s.turn
    for notch in (2 * tile, 2 * tile + 1):
        if would_cost(s, seat, notch) <= s.thread[seat]:
            yield after(s, state.ENTER + notch)


def tiles_next(s: state.State, me: int) -> list[int]:
    """Returns the tiles that may be played next, as far as ``me`` knows. A round has ended."""
    seat = s.turn
    if seat == me:
        return members(playable(s))
    gone = {*hand_tiles(s, me), *(s.middle[i] for i in range(s.round + 1))}
    barred = box.COLOUR_OF[s.middle[s.round]]
    colours = [c for c in range(box.COLOURS) if s.holds[seat][c]]
    colours = [c for c in colours if c != barred] or colours
    return [t for t in range(box.TILES) if t not in gone and box.COLOUR_OF[t] in colours]


# --- the tile that all run to


def because_played(s: state.State, seat: int, tile: int) -> Message | None:
    """Compares a tile with the others that may be played, by what it brings and leaves."""
    others = members(playable(s) ^ 1 << tile)
    toys = say("A run there wins you {toys}.", toys=toys_won(s, seat, best_notch(s, seat, tile)))
    won = best_prize(s, seat, tile)
    best = strongest(compared(s, seat, tile, others)) if others else []
    if won:
        return joined([toys, *best[:1]])
    if best:
        return joined(best)
    cost = least_cost(s, seat, tile)
    if any(least_cost(s, seat, t) < cost for t in hand_tiles(s, seat)):
        return None
    return say(
        "Nothing in your hand is nearer: it costs {thread} units of thread.", thread=figures(cost)
    )


def strongest(facts: Sequence[Fact]) -> list[Message]:
    """Returns at most two facts that speak for a move, the strongest first."""
    for least in (ENOUGH, 0):
        found = sorted((fact for fact in facts if fact.gain > least), key=lambda fact: -fact.gain)
        if found:
            return [fact.says for fact in found[:2]]
    return []


def compared(s: state.State, seat: int, tile: int, others: list[int]) -> list[Fact]:
    """Returns what a tile leaves to the other of two, there and in the next round."""
    if s.seats > 2:  # one after the other may win what another has uncovered
        return []
    points, rest = left_there(s, seat, tile), [left_there(s, seat, t) for t in others]
    facts = [Fact(mean(rest) - points, left_words(points, max(rest), 1 - seat))]
    if s.round + 1 < box.ROUNDS:
        points, rest = left_next(s, seat, tile), [left_next(s, seat, t) for t in others]
        facts.append(Fact(mean(rest) - points, next_words(points, max(rest), 1 - seat)))
    return facts


def mean(values: list[int]) -> float:
    return sum(values) / len(values)


def left_there(s: state.State, seat: int, tile: int) -> int:
    """Returns the most that the other of two can win at a tile after one's own run."""
    then = after(s, state.PLAY + tile)
    return max(best_prize(one, 1 - seat, tile) for one in [*runs(then)] or [then])


def left_next(s: state.State, seat: int, tile: int) -> int:
    """Returns the most that the other of two can win with the tile that they play next."""
    return max((most_next(own, seat) for own in runs(after(s, state.PLAY + tile))), default=0)


def most_next(s: state.State, seat: int) -> int:
    """Returns the same after the own run."""
    rounds = [s] if s.phase == state.PLAYING else runs(s)
    return max(
        (best_prize(one, 1 - seat, t) for one in rounds for t in tiles_next(one, seat)), default=0
    )


def left_words(points: int, otherwise: int, who: int) -> Message:
    """Says the most that another seat can win there, and the most after other moves."""
    if points == 0:
        return count(
            otherwise,
            "That leaves {who} nothing to win there, instead of up to {n} point.",
            "That leaves {who} nothing to win there, instead of up to {n} points.",
            who=Seat(who),
        )
    return count(
        points,
        "That leaves {who} at most {n} point there, instead of up to {m}.",
        "That leaves {who} at most {n} points there, instead of up to {m}.",
        who=Seat(who),
        m=otherwise,
    )


def next_words(points: int, otherwise: int, who: int) -> Message:
    if points == 0:
        return count(
            otherwise,
            "In the next round, {who} can then win nothing, instead of up to {n} point.",
            "In the next round, {who} can then win nothing, instead of up to {n} points.",
            who=Seat(who),
        )
    return count(
        points,
        "In the next round, {who} can then win at most {n} point, instead of up to {m}.",
        "In the next round, {who} can then win at most {n} points, instead of up to {m}.",
        who=Seat(who),
        m=otherwise,
    )


def best_notch(s: state.State, seat: int, tile: int) -> int:
    return 2 * tile + (prize(s, seat, 2 * tile + 1) > prize(s, seat, 2 * tile))


def least_cost(s: state.State, seat: int, tile: int) -> int:
    return min(would_cost(s, seat, 2 * tile), would_cost(s, seat, 2 * tile + 1))


# --- the notch


def because_run(s: state.State, seat: int, notch: int) -> Message | None:
    """Compares the two notches: what they win, what they leave, and where one comes out."""
    here, other = prize(s, seat, notch), prize(s, seat, notch ^ 1)
    cost, more = would_cost(s, seat, notch), would_cost(s, seat, notch ^ 1)
    if more > s.thread[seat]:
        return say("Your thread does not reach the other notch.") if here else None
    wins = count(
        here - other,
        "This notch wins {n} point more than the other.",
        "This notch wins {n} points more than the other.",
    )
    facts = [Fact(here - other, wins)]
    facts += after_runs(
        s, seat, notch // 2, after(s, state.ENTER + notch), after(s, state.ENTER + (notch ^ 1))
    )
    if best := strongest(facts):
        return joined(best)
    if cost < more and is_short(s, seat):
        return count(
            more - cost,
            "It costs {n} unit of thread less than the other notch.",
            "It costs {n} units of thread less than the other notch.",
            n=figures(more - cost),
        )
    return None


def is_short(s: state.State, seat: int) -> bool:
    """Returns whether a seat has less thread for a round than on average; else none is saved."""
    return s.thread[seat] * box.ROUNDS < box.THREAD * (box.ROUNDS - s.round)


def after_runs(
    s: state.State, seat: int, tile: int, mine: state.State, theirs: state.State
) -> list[Fact]:
    """Compares the states after a run to either notch of a tile."""
    facts = []
    if s.seats == 2 and mine.round == s.round:  # the other runs after this seat
        points, most = (best_prize(one, 1 - seat, tile) for one in (mine, theirs))
        facts.append(Fact(most - points, left_words(points, most, 1 - seat)))
    if s.round + 1 == box.ROUNDS:
        return facts
    later = clone(mine)
    later.turn, later.round, later.phase = (s.round + 1) % s.seats, s.round + 1, state.PLAYING
    maybe = tiles_next(later, seat)
    if later.turn == seat:
        best, aim = max((best_prize(mine, seat, t), t) for t in maybe)
        if best:
            less = max(best_prize(theirs, seat, t) for t in maybe)
            facts.append(Fact(best - less, coming_out(mine, seat, aim)))
        return facts
    now, then = (mean([best_prize(one, seat, t) for t in maybe]) for one in (mine, theirs))
    says = say(
        "Coming out there, you can win {n} points on average with the next tile, instead of {m}.",
        n=figures(now, 1),
        m=figures(then, 1),
    )
    facts.append(Fact(now - then, says))
    if s.seats == 2:
        points, most = (most_next(one, seat) for one in (mine, theirs))
        facts.append(Fact(most - points, next_words(points, most, 1 - seat)))
    return facts


def coming_out(s: state.State, seat: int, tile: int) -> Message:
    return count(
        len(would_win(s, seat, best_notch(s, seat, tile))),
        "Coming out on the other side, you can win {n} toy by running to {piece}, "
        "which is in your hand.",
        "Coming out on the other side, you can win {n} toys by running to {piece}, "
        "which is in your hand.",
        piece=PIECES[tile],
    )


def because_started(s: state.State, seat: int, out: int) -> Message | None:
    """Says what the tiles in hand can win first, from the notch where the thread starts (CM4)."""
    best, aim = 0, -1
    for tile in hand_tiles(s, seat):
        for end in (2 * tile, 2 * tile + 1):
            if COST[s.board[seat]][out][end] > s.thread[seat]:
                continue
            n = sum(s.heap[toy] > 0 for toy in members(TOUCHED[s.board[seat]][out][end]))
            if n > best:
                best, aim = n, tile
    if best == 0:
        return None
    return count(
        best,
        "From there you can win {n} toy by running to {piece}, which is in your hand.",
        "From there you can win {n} toys by running to {piece}, which is in your hand.",
        piece=PIECES[aim],
    )
