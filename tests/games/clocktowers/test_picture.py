"""The picture of Clocktowers: ids, clicks, hidden hands, and no meaning by colour alone."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET

import pytest

import matou
from matou import paper
from matou.games.clocktowers.draw import parts, pieces


def mid_game(seats: int, actions: int, **options: object) -> matou.State:
    state = matou.game("clocktowers", **options).start(seats)
    rng = random.Random(seats * 100 + actions)
    while not state.over and (len(state.history) < actions or state.actor < 0):
        state.play(state.sample(rng))
    return state


@pytest.mark.parametrize("ladder", ["table", "player"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_legal_action_can_be_clicked(seats: int, ladder: str) -> None:
    for actions in (5, 40, 90):
        state = mid_game(seats, actions, ladder=ladder)
        root = ET.fromstring(state.svg(seat=state.actor))
        sets = [
            set(map(int, e.get("data-actions", "").split()))
            for e in root.iter()
            if e.get("data-actions")
        ]
        for a in state.legal():
            common = set.intersection(*[s for s in sets if a in s])
            assert common == {a}
        assert set().union(*sets) == set(state.legal())


def test_ids_are_unique_and_every_piece_has_one() -> None:
    for seat in (None, 0, 1):
        svg = mid_game(3, 100).svg(seat=seat)
        ids = re.findall(r'\bid="([^"]+)"', svg)
        assert len(ids) == len(set(ids))
        assert any(i.startswith("part-") for i in ids)


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("seats", [2, 4])
def test_nothing_moves_in_the_picture_at_the_end(seats: int, wide: bool) -> None:
    state = mid_game(seats, 40)
    rng = random.Random(seats)
    while not state.over:
        before = state.copy()
        state.play(state.sample(rng))

    def places(state: matou.State) -> dict[str, str]:
        root = ET.fromstring(state.observe(0).svg(wide=wide))
        lying = {e.get("id", ""): e.get("transform", "") for e in root.iter()}
        others = [f"plate-{seat}" for seat in range(seats)] if wide else []  # rows may be added
        return {id: lying[id] for id in ("plate-0", "pile-R", "basket", *others)}

    assert places(state) == places(before)


def test_roofs_differ_in_pattern_as_well_as_colour() -> None:
    shapes = {re.sub(r"var\(--[\w-]+\)|roof\d", "", pieces.roof(colour)) for colour in range(5)}
    assert len(shapes) == 5


def test_an_opponents_hand_is_drawn_face_down_and_names_are_escaped() -> None:
    state = mid_game(2, 60)
    svg = state.observe(0).svg(names=["<b>Anna</b>", "Bob & Co"])
    assert "<b>" not in svg
    ET.fromstring(svg)
    assert 'id="hand-1-' not in svg
    assert "hand-0-" in svg


def test_pictures_are_painted_in_both_themes_or_with_variables() -> None:
    state = mid_game(2, 60)
    assert "var(" not in state.svg(seat=0, theme="dark")
    assert "var(--ink)" in state.svg(seat=0, theme=None)
    assert state._repr_svg_().startswith("<svg")


@pytest.mark.parametrize("wide", [False, True], ids=["tall", "wide"])
@pytest.mark.parametrize("ladder", ["table", "player"])
def test_the_points_of_every_tower_are_visible_to_all(ladder: str, wide: bool) -> None:
    state = mid_game(2, 60, ladder=ladder)
    for seat in (None, 0):
        sheet = state.observe(seat).sheet(lang="en", wide=wide)
        (scored,) = [part for part in sheet.parts if "A tower scores" in part]
        assert re.findall(r">(\d)</text>", scored) == ["5", "4", "3", "2"]


def test_every_roof_is_on_the_rung_of_its_last_towers_height() -> None:
    drawn = paper.expanded(parts.ladder(0, bytes((0, 1, 2, 3, 5)), 0, 0, 1))
    heights = re.findall(r'translate\([\d.]+ ([\d.]+)\) scale\(0\.6\)"', drawn)
    rungs = re.findall(r'd="M14 (\d+)h\d+" fill="none" stroke="var\(--grain', drawn)
    assert [heights[i] for i in (1, 2, 3, 4)] == [rungs[i] for i in (0, 1, 2, 4)]
    assert float(heights[0]) > max(map(float, rungs))  # nothing built: at the foot
