"""The rules kit: constants, caches, random numbers, records as bytes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from kit import bits_of_a_set

from matou.kit import playout, rng
from matou.kit.layout import (
    as_bytes,
    clone,
    copy_into,
    dtype_of,
    field_names,
    i1,
    i2,
    i4,
    i8,
    layout,
)
from matou.kit.linking import Linked, cache_folder, constant, link
from matou.kit.rng import rng_below, rng_next, rng_weighted, rng_words


@layout
class Small:
    """A record with every kind of field."""

    a = i1()
    b = i2(3)
    c = i4(2, 2)
    d = i8()


def test_a_record_has_the_same_bytes_in_python_and_numpy() -> None:
    s = Small()
    s.a, s.d = -3, 1 << 40
    s.b[2] = 300
    s.c[1][0] = -70000
    seen = np.frombuffer(as_bytes(s), dtype_of(Small))[0]
    assert (seen["a"], seen["d"]) == (-3, 1 << 40)
    assert seen["b"].tolist() == [0, 0, 300]
    assert seen["c"].tolist() == [[0, 0], [-70000, 0]]
    assert field_names(Small) == ["a", "b", "c", "d"]
    with pytest.raises(IndexError):
        s.b[3] = 1


def test_changing_a_record_does_not_change_its_clone() -> None:
    s = Small()
    twin = clone(s)
    twin.b[0] = 5
    assert s.b[0] == 0
    copy_into(s, twin)
    assert as_bytes(s) == as_bytes(twin)


def test_tuples_of_ints_become_the_smallest_constant_arrays() -> None:
    for value, kind in (((1, 2), "int8"), ((0, 300), "int16"), ((0, 70000), "int32")):
        array = constant(value)
        assert array.dtype == kind
        assert not array.flags.writeable
    assert constant(((1, 2), (3, 4))).shape == (2, 2)
    assert constant((1, 1 << 40)).dtype == "int64"
    for other in (("a", "b"), (1, (2, 3)), (1.5, 2.0), ()):
        assert constant(other) is other


def test_linking_a_template_alone_is_an_error() -> None:
    with pytest.raises(TypeError, match="is a template"):
        link(playout)
    with pytest.raises(AttributeError, match="have no 'nothing'"):
        _ = Linked().nothing


def test_random_numbers_agree_between_python_and_numba() -> None:
    fast = link(rng)
    r = np.zeros(4, np.int64)
    for seed in (0, 1, 2**31, 2**62 + 12345):
        words = rng_words(seed)
        fast.rng_seed(r, seed)
        for _ in range(200):
            assert fast.rng_next(r) == rng_next(words)
            assert fast.rng_below(r, 7) == rng_below(words, 7)
        assert r.tolist() == words


def test_random_numbers_are_evenly_distributed() -> None:
    words = rng_words(1)
    counts = [0] * 10
    for _ in range(20_000):
        counts[rng_below(words, 10)] += 1
    assert max(counts) - min(counts) < 300
    weighted = [0, 0, 0]
    for _ in range(10_000):
        weighted[rng_weighted(words, [1, 3, 6], 3)] += 1
    assert abs(weighted[0] - 1000) < 150
    assert abs(weighted[2] - 6000) < 250


def test_the_cache_folder_changes_with_sources_and_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MATOU_CACHE", str(tmp_path))
    source = tmp_path / "made_up.py"
    source.write_text("A = 1\n")
    monkeypatch.setitem(sys.modules, "made_up", SimpleNamespace(__file__=str(source)))
    before = cache_folder({"made_up": {}}, False)
    assert before.parent == tmp_path
    assert cache_folder({"made_up": {}}, False) == before
    assert cache_folder({"made_up": {"N": 1}}, False) != before, "a number from a data file"
    assert cache_folder({"made_up": {"N": np.array([1, 2])}}, False) != before
    assert cache_folder({"made_up": {}}, True) != before
    source.write_text("A = 2\n")
    assert cache_folder({"made_up": {}}, False) != before


def test_importing_matou_loads_neither_numpy_nor_numba() -> None:
    code = "import sys, matou; print('numpy' in sys.modules, 'numba' in sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=dict(os.environ),
    )
    assert ran.stdout.split() == ["False", "False"]


def test_compiled_rules_count_bits_as_python_does() -> None:
    fast = link(bits_of_a_set)
    for x in (0, 1, 2, 3, 127, 1 << 31, (1 << 48) - 1, 5 << 40, (1 << 63) - 1):
        assert fast.length(x) == bits_of_a_set.length(x) == x.bit_length()
        assert fast.many(x) == bits_of_a_set.many(x) == x.bit_count()
    assert fast.many(np.int8(127)) == 7
