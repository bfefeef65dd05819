"""Fairness: seeds are committed to before the game, and draws recomputed after it."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections import Counter
from dataclasses import replace

import matou
from matou.core import fairness
from matou.core.fairness import Dealer, Proof, check, commitment, number_below, outcome, prove
from matou.core.record import Origin

SEED = "11" * 32


def random_record(dealer: Dealer) -> matou.Record:
    state = matou.game("clocktowers").start(3)
    rng = random.Random(5)
    while not state.over:
        state.play(dealer.draw(state) if state.actor == matou.CHANCE else state.sample(rng))
    return replace(
        state.record(), id=dealer.game_id, commitment=dealer.commitment, seed=dealer.seed
    )


def test_the_commitment_is_the_sha256_of_the_seeds_bytes() -> None:
    assert commitment(SEED) == hashlib.sha256(bytes.fromhex(SEED)).hexdigest()


def test_an_event_is_drawn_from_the_hmac_of_game_and_number() -> None:
    x = int.from_bytes(hmac.digest(bytes.fromhex(SEED), b"g:7", "sha256"), "big")
    assert number_below(SEED, "g", 7, 1000) == x % 1000
    assert outcome(SEED, "g", 7, [40, 50], [1, 999]) == (40 if x % 1000 == 0 else 50)


def test_biased_values_are_drawn_again() -> None:
    n = fairness.SPAN // 2 + 1  # every digest of n or more is rejected: about half of them
    drawn = [number_below(SEED, "g", i, n) for i in range(64)]
    again = 0
    for i, x in enumerate(drawn):
        assert 0 <= x < n
        first = int.from_bytes(hmac.digest(bytes.fromhex(SEED), f"g:{i}".encode(), "sha256"), "big")
        again += first >= n
        assert (first == x) == (first < n)
    assert 16 < again < 48


def test_outcomes_follow_their_weights() -> None:
    counts = Counter(outcome(SEED, "w", i, [1, 2, 3], [1, 2, 5]) for i in range(8000))
    for action, weight in ((1, 1), (2, 2), (3, 5)):
        assert abs(counts[action] - 1000 * weight) < 150


def test_two_games_with_the_same_seed_draw_differently() -> None:
    a = [number_below(SEED, "a", i, 10**9) for i in range(5)]
    b = [number_below(SEED, "b", i, 10**9) for i in range(5)]
    assert not set(a) & set(b)


def test_every_altered_chance_event_is_named() -> None:
    record = random_record(Dealer(SEED, "t"))
    assert check(record) is None
    state = record.game.start(record.seats)
    altered = event = 0
    for i, name in enumerate(record.actions):
        if state.actor == matou.CHANCE:
            for a in state.legal():
                other = state.name(a)
                if other != name:
                    forged = replace(record, actions=(*record.actions[:i], other))
                    says = check(forged)
                    assert says is not None
                    where = f"action {i + 1}, chance event {event}"
                    assert f"{where}: the record says {other}" in says.say("en")
                    assert f"la graine donne {name}" in says.say("fr")
                    altered += 1
                    break
            event += 1
        state.play(name)
    assert altered > 30


def test_a_wrong_or_missing_seed_is_named() -> None:
    record = random_record(Dealer(SEED, "t"))
    assert "does not match the fingerprint" in str(check(replace(record, seed="22" * 32)))
    assert "no seed" in str(check(replace(record, seed="")))
    assert "no id, commitment or seed" in str(check(replace(record, seed="", id="", commitment="")))


def test_fresh_seeds_and_ids_differ() -> None:
    assert len({Dealer().seed for _ in range(50)}) == 50
    assert len({Dealer().game_id for _ in range(50)}) == 50
    assert fairness.is_seed(Dealer().seed)
    assert not fairness.is_seed("0x")


NEXT = Dealer("22" * 32, "on")


def continue_game(first: matou.Record, count: int, dealer: Dealer = NEXT) -> matou.Record:
    """Returns a game continued from a position of another, with its own seed."""
    rng = random.Random(3)
    state = first.game.start(first.seats)
    while not state.over:
        if len(state.history) < count:
            state.play(first.actions[len(state.history)])
        else:
            state.play(dealer.draw(state) if state.actor == matou.CHANCE else state.sample(rng))
    signed = replace(
        state.record(), id=dealer.game_id, commitment=dealer.commitment, seed=dealer.seed
    )
    return replace(signed, origin=Origin(first.id, count))


def test_a_continued_game_proves_the_draws_after_its_origin() -> None:
    first = random_record(Dealer(SEED, "first"))
    record = matou.Record.loads(continue_game(first, 23).dumps())
    assert record.origin == Origin("first", 23)
    assert check(record) is None
    chance = [e.actor == matou.CHANCE for e in record.replay().history]
    assert prove(record).proved == sum(chance[23:]) < sum(chance)
    # Without an origin it fails, and later draws are always recomputed.
    assert check(replace(record, origin=None)) is not None
    assert check(replace(record, seed=SEED, commitment=commitment(SEED))) is not None


def test_moves_taken_over_from_another_game_cannot_be_undone() -> None:
    first = random_record(Dealer(SEED, "t"))
    state = first.replay()
    free = [i + 1 for i, e in enumerate(state.history[:-1]) if e.actor >= 0 and not e.reveals]
    seat = state.history[free[0] - 1].actor
    prefix = replace(first, actions=first.actions[: free[0]])
    assert prefix.replay().can_undo(seat)
    assert not replace(prefix, origin=Origin("first", free[0])).replay().can_undo(seat)


def test_moves_taken_over_are_proved_only_with_the_original_game() -> None:
    first = random_record(Dealer(SEED, "first"))
    record = continue_game(first, 23)
    events = [e.actor == matou.CHANCE for e in record.replay().history]
    alone = prove(record)
    assert not alone.whole
    assert alone == Proof(None, 23, sum(events[23:]), sum(events[:23]))
    assert prove(record, [first]) == Proof(None, 0, sum(events), 0)
    # An invented game that claims to come from another as a whole.
    invented = replace(record, origin=Origin("first", len(record.actions)))
    assert check(invented) is None
    assert prove(invented) == Proof(None, len(record.actions), 0, sum(events))
    assert "does not match game first" in str(prove(invented, [first]).wrong)
    # An origin that proves nothing itself, is another game, or has other options.
    assert "in game first, the seed does not match" in str(
        prove(record, [replace(first, seed="22" * 32)]).wrong
    )
    assert prove(record, [replace(first, id="other")]) == alone
    other = replace(first, game=first.game.having(floors_above_clock=True))
    assert "does not match" in str(prove(record, [other]).wrong)


def test_a_chain_of_continued_games_is_proved_as_far_as_records_are_given() -> None:
    first = random_record(Dealer(SEED, "first"))
    second = continue_game(first, 23)
    # after the moves that the second took over, and within them
    for count, left in ((30, 23), (10, 10)):
        third = continue_game(second, count, Dealer("33" * 32, "third"))
        assert prove(third, [second, first]).whole
        assert prove(third, [first, second]).whole
        assert prove(third, [second]).taken == left
        assert prove(third, [first]).taken == count
    loop = replace(second, origin=Origin("on", 23))
    assert not prove(loop, [loop, loop]).whole
