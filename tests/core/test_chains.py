"""Joint draws by chains of hashes: no page can choose them, and records show who cheated."""

from __future__ import annotations

import hashlib
import itertools
import json
import pickle
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from steady import steady

import matou
from matou.core.chains import (
    HOST,
    Chain,
    Links,
    bound_to,
    joint,
    links_up_to,
    missing,
    runs,
    step_of,
)
from matou.core.fairness import check, outcome, prove

SHARED = Path(__file__).parent.parent / "js" / "luck.json"
LENGTH = 150
SECRETS = {HOST: "aa" * 32, 0: "bb" * 32, 2: "cc" * 32}
WHOLE = {seat: links_up_to(secret, LENGTH) for seat, secret in SECRETS.items()}


def open_chain(seat: int, count: int, ended: int | None = None) -> Chain:
    return Chain(seat, WHOLE[seat][0], count, WHOLE[seat][count], ended)


def play_game(ends: dict[int, int] | None = None, *, honest: bool = True) -> matou.Record:
    """Plays a game for three seats, two of them guests. ``ends``: the step at which a chain ends.

    A dishonest host continues without these pages, but uses their links for that step.
    """
    ends = ends or {}
    state, rng = matou.game("clocktowers").start(3), random.Random(5)
    run, event, step = -1, 0, 0
    while not state.over:
        if state.actor != matou.CHANCE:
            state.play(state.sample(rng))
            continue
        if not state.history or state.history[-1].actor != matou.CHANCE:
            run += 1
        skipped = [open_chain(seat, 0, end) for seat, end in ends.items()] if honest else []
        step = step_of(run, skipped)
        pages = [seat for seat in WHOLE if seat not in ends or step < ends[seat]]
        seed = joint(WHOLE[seat][step + 1] for seat in pages)
        state.play(outcome(seed, "t", event, state.legal(), state.weights()))
        event += 1
    chains = [
        open_chain(seat, ends[seat], ends[seat]) if seat in ends else open_chain(seat, step + 1)
        for seat in WHOLE
    ]
    return replace(
        state.record(),
        id="t",
        commitment=joint(chain.commitment for chain in chains),
        players={0: "Ada", 2: "Carol"},
        chains=tuple(chains),
    )


def with_chain(record: matou.Record, chain: Chain) -> matou.Record:
    """Returns the record with another chain for the same seat."""
    chains = tuple(chain if c.seat == chain.seat else c for c in record.chains)
    return replace(record, chains=chains, commitment=joint(c.commitment for c in chains))


def test_each_link_hashes_to_the_one_before_it() -> None:
    links = WHOLE[0]
    assert links[-1] == SECRETS[0]
    for before, link in itertools.pairwise(links):
        assert hashlib.sha256(bytes.fromhex(link)).hexdigest() == before


@steady
@given(st.integers(0, LENGTH - 1), st.integers(0, LENGTH - 1))
def test_a_chain_opens_only_with_its_own_links_in_order(first: int, then: int) -> None:
    chain = Chain.sealed(0, WHOLE[0][0]).opening(first, WHOLE[0][first + 1])
    assert chain == open_chain(0, first + 1)
    assert Chain.sealed(0, WHOLE[0][0]).opening(first, WHOLE[2][first + 1]) is None
    on = open_chain(0, first + 1).opening(then, WHOLE[0][then + 1])
    assert on == (open_chain(0, then + 1) if then >= first else None)


@steady
@given(st.lists(st.integers(-1, 2), max_size=40))
def test_a_run_is_all_chance_between_two_decisions(actors: list[int]) -> None:
    found = dict(runs(actors))
    assert list(found) == [i for i, actor in enumerate(actors) if actor == matou.CHANCE]
    text = "".join("c" if actor == matou.CHANCE else " " for actor in actors)
    assert len(set(found.values())) == len(text.split())
    for i in found:
        assert i + 1 not in found or found[i + 1] == found[i]


@steady
@given(st.sets(st.integers(0, 20)), st.integers(0, 30))
def test_a_step_at_which_a_chain_ended_is_skipped(ends: set[int], run: int) -> None:
    chains = [Chain(seat, "", 0, "", end) for seat, end in enumerate(ends)]
    free = [step for step in range(60) if step not in ends]
    assert step_of(run, chains) == free[run]


def test_a_seed_needs_a_link_of_every_page_that_takes_part() -> None:
    chains = [open_chain(HOST, 5), open_chain(0, 4), open_chain(2, 3, 3)]
    assert missing(chains, 2) == []
    assert Links(chains).seed(2) == joint(WHOLE[seat][3] for seat in (HOST, 0, 2))
    assert Links(chains).seed(3) == [0]  # step 4, without seat 2
    assert Links([open_chain(HOST, 5), open_chain(0, 5), open_chain(2, 3, 3)]).seed(3) == joint(
        WHOLE[seat][5] for seat in (HOST, 0)
    )


@pytest.mark.parametrize("ends", [{}, {2: 0}, {2: 7}, {0: 9, 2: 7}, {0: 7, 2: 7}])
def test_an_honest_record_is_proved_even_after_text_and_pickle(ends: dict[int, int]) -> None:
    record = play_game(ends)
    assert record.dumps().startswith("matou record 3\n")
    assert matou.Record.loads(record.dumps()) == record
    assert pickle.loads(pickle.dumps(record)) == record
    proof = prove(record)
    assert proof.whole
    assert proof.pages == 3
    assert proof.proved == record.outcome.chance_events > 40
    alone = [True] if len(ends) == 2 else []
    assert len(proof.notes) == len(ends) + len(alone)


@given(st.dictionaries(st.sampled_from([0, 2]), st.integers(0, 30)), st.data())
@settings(steady, max_examples=25)
def test_a_record_is_proved_only_with_the_steps_at_which_chains_ended(
    ends: dict[int, int], data: st.DataObject
) -> None:
    record = play_game(ends)
    assert prove(record).whole
    seat, other = data.draw(st.sampled_from([0, 2])), data.draw(st.none() | st.integers(0, 30))
    ended = ends.get(seat)
    # A chain that ends a few steps earlier can give the same draws by chance.
    if other != ended and not (other is not None and ended is not None and 0 < ended - other < 15):
        chain = next(c for c in record.chains if c.seat == seat)
        assert check(with_chain(record, chain._replace(ended=other))) is not None


def test_a_proof_names_ended_chains_with_the_first_draw_without_them() -> None:
    record = play_game({2: 7})
    [says] = prove(record).notes
    first = next(i for i, run in runs(e.actor for e in record.replay().history) if run == 7)
    assert (
        says.say("en")
        == f"From move {first + 1} on, the draws are made without Carol: the others agreed."
    )
    assert "only the host’s page" in str(prove(play_game({0: 7, 2: 7})).notes[-1])


def test_a_changed_outcome_is_detected() -> None:
    record = play_game()
    state, altered = record.game.start(3), 0
    for i, name in enumerate(record.actions):
        if state.actor == matou.CHANCE:
            other = next((state.name(a) for a in state.legal() if state.name(a) != name), None)
            if other is not None:
                says = str(check(replace(record, actions=(*record.actions[:i], other))))
                assert f"action {i + 1}, chance event" in says
                assert f"the record says {other}, the seed gives {name}" in says
                altered += 1
        state.play(name)
    assert altered > 30


@given(st.sampled_from(list(SECRETS)), st.integers(0, LENGTH), st.integers(0, 255))
@settings(steady, max_examples=30)
def test_a_swapped_link_is_detected(seat: int, count: int, byte: int) -> None:
    record = play_game()
    link = f"{byte:02x}" * 32
    chain = next(c for c in record.chains if c.seat == seat)
    says = str(check(with_chain(record, chain._replace(link=link))))
    page = {HOST: "the host", 0: "Ada", 2: "Carol"}[seat]
    assert (
        says == f"the links of {page} do not lead to the fingerprint that it gave before the game"
    )
    if count != chain.opened:
        assert check(with_chain(record, chain._replace(opened=count))) is not None


def test_another_chain_of_the_host_is_detected() -> None:
    record, other = play_game(), links_up_to("dd" * 32, LENGTH)
    count = record.chains[0].opened
    swapped = Chain(HOST, other[0], count, other[count])
    assert "the seed gives" in str(check(with_chain(record, swapped)))
    # The pages have stored the table's fingerprint, so the host cannot change that either.
    original = replace(with_chain(record, swapped), commitment=record.commitment)
    assert "do not match the table’s fingerprint" in str(check(original))


def test_a_host_that_continues_without_a_page_or_agreement_is_detected() -> None:
    forged = play_game({2: 7}, honest=False)
    first = next(i for i, run in runs(e.actor for e in forged.replay().history) if run == 7) + 1
    # The record may pretend that the page was present, or that the others agreed.
    silent = with_chain(forged, open_chain(2, 7))
    assert str(check(silent)) == (
        f"action {first} was drawn without a link of Carol, and nothing shows that everybody "
        "agreed to that"
    )
    assert check(forged) is not None
    # The last draw would need a link that Ada has not opened.
    honest = play_game({2: 7})
    ada = next(c for c in honest.chains if c.seat == 0)
    short = with_chain(honest, open_chain(0, ada.opened - 1))
    assert "was drawn without a link of Ada" in str(check(short))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("chain 2: ", "chain 7: "), "a chain should name the host or a seat"),
        ((" opened ", " open "), "a chain should name the host or a seat"),
        (("chain host: ", "chain 1: "), "the host has a chain that never ends"),
        (("id: t", f"id: t\nseed: {'aa' * 32}"), "the record has no seed"),
        (("chain 2: ", "chain 0: "), "the header “chain 0” appears twice"),
        (("matou record 3", "matou record 2"), "the header “chain host” is unknown"),
        (("opened ", "opened 999"), "a chain should name the host or a seat"),
    ],
)
def test_malformed_chains_are_refused(change: tuple[str, str], why: str) -> None:
    text = play_game().dumps().replace(*change, 1)
    body = text[: text.rindex("end ")]
    last = text[text.rindex("end ") :].split()
    end = f"end {last[1]} {hashlib.sha256(body.encode()).hexdigest()[:8]}\n"
    with pytest.raises(ValueError, match=why):
        matou.Record.loads(body + end)


def data_for_page() -> dict[str, Any]:
    """Returns data that tests/js/luck.test.js must compute with the same bytes."""
    record = play_game({2: 7})
    # for each step: the length of the log, and the hash that binds the link to it
    asked: list[tuple[int, str]] = []
    first = {run: i for i, run in reversed(list(runs(e.actor for e in record.replay().history)))}
    for run in sorted(first):
        while len(asked) <= step_of(run, record.chains):
            lines = first[run]
            link = WHOLE[HOST][len(asked) + 1]
            asked.append((lines, bound_to(link, record.actions[:lines])))
    return {
        "secrets": {str(seat): secret for seat, secret in SECRETS.items()},
        "length": LENGTH,
        "commitments": [[seat, links[0]] for seat, links in WHOLE.items()],
        "record": record.dumps(),
        "asked": asked,
    }


def test_python_and_the_page_compute_the_same_chains() -> None:
    """After a change here run ``python tests/core/test_chains.py``, which rewrites the file."""
    made = json.loads(json.dumps(data_for_page()))
    assert made == json.loads(SHARED.read_text("utf-8"))


if __name__ == "__main__":
    SHARED.write_text(json.dumps(data_for_page(), indent=1) + "\n", "utf-8")
