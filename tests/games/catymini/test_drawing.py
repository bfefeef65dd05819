"""The picture of Caty Mini: clicks, previews, tokens and crowns."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from itertools import product
from math import dist, hypot

import pytest
from games.catymini.support import TOY, changed, play_out, ready

import matou
from matou import paper as p
from matou.core.phrases import figures
from matou.games.catymini.components import BITS, FURNITURE, ROOM, TOY_NAMES, TOY_RADIUS
from matou.games.catymini.draw import parts, run_targets, terminal
from matou.games.catymini.draw.artwork import PIECES, TOYS, furniture, toy_art
from matou.games.catymini.draw.placement import layout
from matou.games.catymini.draw.room import DEPTH
from matou.games.catymini.geometry import NOTCH_AT, TOY_AT
from matou.games.catymini.position import would_cost, would_win
from matou.games.catymini.state import ENTER, PLAY

SVG = "{http://www.w3.org/2000/svg}"


def scene(state: matou.State, seat: int | None, memory: bool = False) -> ET.Element:
    return ET.fromstring(state.observe(seat).svg(theme=None, memory=memory))


def clickable_sets(root: ET.Element) -> list[set[int]]:
    return [set(map(int, g.attrib["data-actions"].split())) for g in root.iter(f"{SVG}g")
            if "data-actions" in g.attrib]  # fmt: skip


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_legal_action_is_a_click_and_nothing_else_is(seats: int) -> None:
    rng = random.Random(seats)
    state = matou.game("catymini").start(seats)
    while not state.over:
        if state.actor >= 0:
            sets = clickable_sets(scene(state, state.actor))
            # A tile can be played by its piece of furniture, too.
            times = 2 if PLAY <= state.legal()[0] < ENTER else 1
            assert sorted(sets, key=min) == [{a} for a in state.legal() for _ in range(times)]
            assert clickable_sets(scene(state, (state.actor + 1) % seats)) == []
        state.play(state.sample(rng))
    assert clickable_sets(scene(state, 0)) == []


def test_a_cat_that_must_sleep_can_be_clicked_CM8() -> None:
    state = ready(2)
    state.play("!table")
    state.s.thread[0] = 5
    assert clickable_sets(scene(changed(state), 0)) == [set(state.legal())]


def test_an_entrance_previews_its_thread_its_price_and_its_toys_CM9() -> None:
    state = ready(4)
    tried = 0
    while tried < 12:
        actor = state.actor
        if actor >= 0 and ENTER <= state.legal()[0] < ENTER + 40:
            root = scene(state, actor)
            for a in state.legal():
                door = next(g for g in root.iter(f"{SVG}g") if g.get("data-actions") == str(a))
                preview = next(g for g in door.iter(f"{SVG}g") if "preview" in g.get("class", ""))
                said = "".join(preview.itertext())
                won = would_win(state.s, actor, a - ENTER)
                assert said.count("+") == len(won)
                assert all(f"+{value}" in said for _, value in won)
                cost = f"{would_cost(state.s, actor, a - ENTER):,}"
                assert "".join(door.itertext()).count(f"−{cost}") == 1
                tried += bool(won)
        state.play(state.sample(random.Random(tried)))


def test_pointing_at_furniture_previews_both_runs_CM6() -> None:
    """Dotted, unlike threads that are laid. A run out of reach has no preview."""
    state = play_out(ready(2), until=60)
    while state.actor != 0 or not PLAY <= state.legal()[0] < ENTER:
        state.play(state.legal()[0])
    for thread in (state.s.thread[0], 800):
        state.s.thread[0] = thread
        root = scene(changed(state), 0)
        for a in state.legal():
            id = f"aim-{FURNITURE[a - PLAY]}"
            aim = next(g for g in root.iter(f"{SVG}g") if g.get("id") == id)
            assert aim.get("data-actions") == str(a)
            said = "".join(aim.itertext())
            for notch in (2 * (a - PLAY), 2 * (a - PLAY) + 1):
                assert f"−{figures(would_cost(state.s, 0, notch)).say()}" in said
            notches = (2 * (a - PLAY), 2 * (a - PLAY) + 1)
            runs = [n for n in notches if would_cost(state.s, 0, n) <= thread]
            won = {toy for n in runs for toy, _ in would_win(state.s, 0, n)}
            assert said.count("+") == len(won)
            assert f"#tile-{FURNITURE[a - PLAY]}.highlighted" in state.observe(0).sheet().style
    dots = {el.get("stroke-dasharray") for el in root.iter() if el.get("stroke-dasharray")}
    laid = [g for g in root.iter(f"{SVG}g") if g.get("id", "").startswith("thread-")]
    drawn = {el.get("stroke-dasharray") for g in laid for el in g.iter()}
    assert run_targets.DOTS in dots - drawn


def test_ids_are_unique_and_their_order_is_stable() -> None:
    """CM7: from run to run, elements are only added."""
    state = ready(3)
    state.play("!table")
    before: list[str] = []
    for _ in range(3):
        root = scene(state, 0)
        ids = [e.attrib["id"] for e in root.iter() if "id" in e.attrib]
        assert len(ids) == len(set(ids))
        stored = [i for i in before if i in ids]
        assert stored == [i for i in ids if i in before]
        assert {"middle", "tokens-block", "nursery-0", "cat-0", "entrance-L", "hand"} <= set(ids)
        before = ids
        state.play(state.legal()[0])


def test_every_stretch_is_drawn_and_the_older_are_fainter() -> None:
    state = play_out(ready(2), until=70)
    root = scene(state, 0)
    stretches = [g for g in root.iter(f"{SVG}g") if re.match(r"thread-0-\d+", g.get("id", ""))]
    assert len(stretches) >= 8
    faint = [float(g.get("opacity", "1")) for g in stretches]
    assert faint == sorted(faint)
    assert faint[0] < 0.5
    assert faint[-1] == 1


def test_all_pieces_and_toys_look_different() -> None:
    assert set(PIECES) == set(FURNITURE)
    assert set(TOYS) == set(TOY_NAMES)
    assert len({furniture(tile) for tile in range(20)}) == 20
    assert len({toy_art(toy) for toy in TOY.values()}) == 10


def test_points_are_hidden_until_the_end_without_the_memory_aid() -> None:
    state = play_out(ready(2), until=60)
    bar = next(g for g in scene(state, 0).iter(f"{SVG}g") if g.get("id") == "bar-0")
    points = state.scores[0]
    assert points > 12
    assert f"{points}" not in "".join(bar.itertext()).split("\u202f")[-1]
    root = scene(state, 0, memory=True)
    bar = next(g for g in root.iter(f"{SVG}g") if g.get("id") == "bar-0")
    assert f"({points})" in "".join(bar.itertext())
    over = play_out(state)
    bar = next(g for g in scene(over, 0).iter(f"{SVG}g") if g.get("id") == "bar-0")
    assert f"{over.scores[0]} points" in "".join(bar.itertext())


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_names_are_shown_safely_in_every_theme_and_language(theme: str, lang: str) -> None:
    state = play_out(ready(4), until=50)
    for seat in (None, 0, 3):
        names = ["<b>&", "Zoé", "C", "D"]
        svg = state.observe(seat).svg(theme=theme, lang=lang, names=names)
        ET.fromstring(svg)
        assert "var(--" not in svg
        assert "<text" not in svg  # drawn as outlines
        on_a_page = state.observe(seat).svg(theme=None, lang=lang, names=names)
        ET.fromstring(on_a_page)
        assert "<b>" not in on_a_page
        assert "Zoé" in on_a_page


def test_every_notch_shows_its_cost_and_toys() -> None:
    state, rng = ready(3), random.Random(7)
    seen: set[int] = set()
    while len(seen) < 3:
        if state.actor >= 0 and ENTER <= state.legal()[0] < ENTER + 40:
            root = scene(state, state.actor)
            for a in state.legal():
                door = next(g for g in root.iter(f"{SVG}g") if g.get("data-actions") == str(a))
                hidden = next(g for g in door.iter(f"{SVG}g") if "preview" in g.get("class", ""))
                door.remove(hidden)
                won = sum(value for _, value in would_win(state.s, state.actor, a - ENTER))
                cost = figures(would_cost(state.s, state.actor, a - ENTER)).say("en")
                assert {f"+{won}", f"−{cost}"} <= set(door.itertext())
                seen.add(won)
        state.play(state.sample(rng))


def test_a_toy_whose_tokens_are_gone_is_dimmed_in_every_room() -> None:
    state = ready(2)
    whole = len(state.observe(0).sheet().parts)
    state.s.heap[3] = 0
    parts = changed(state).observe(0).sheet().parts
    assert len(parts) == whole
    assert sum('fill="var(--floor)" fill-opacity="0.78"' in part for part in parts) == 2


def tags(room: int, tile: int) -> list[tuple[float, float]]:
    """Returns the corners of the tags at both notches of a piece."""
    return [run_targets.tag_at(room, run_targets.Run(n, (), "")) for n in (2 * tile, 2 * tile + 1)]


def test_tags_overlap_neither_each_other_nor_toys_nor_knobs() -> None:
    wide, high = run_targets.TAG, run_targets.BILL
    for room, tile in product(range(4), range(20)):
        (ax, ay), (bx, by) = tags(room, tile)
        assert abs(ax - bx) >= wide or abs(ay - by) >= high
        knobs = [(*NOTCH_AT[room][notch], 27) for notch in (2 * tile, 2 * tile + 1)]
        for left, top in ((ax, ay), (bx, by)):
            assert -DEPTH <= left <= ROOM + DEPTH - wide
            assert -DEPTH <= top <= ROOM + DEPTH - high
            for x, y, radius in (*knobs, *((x, y, TOY_RADIUS + 11) for x, y in TOY_AT[room])):
                aside = max(left - x, x - left - wide, 0.0)
                assert hypot(aside, max(top - y, y - top - high, 0.0)) > radius


def test_the_price_of_a_toy_covers_little_of_it_and_no_other_toy() -> None:
    for room in range(4):
        for toy, (x, y) in enumerate(TOY_AT[room]):
            drawn = run_targets.prize(x, y, 3)
            (at,) = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"', drawn)
            to = float(at[0]), float(at[1]) - 14
            for other, place in enumerate(TOY_AT[room]):
                assert dist(to, place) > TOY_RADIUS + (24 if other == toy else 32)


def within(corners: list[tuple[float, float]], x: float, y: float) -> bool:
    """Returns whether a point is within a polygon: a ray from it crosses an odd number of sides."""
    odd = False
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        odd ^= (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax)
    return odd


def floor(out: int, notch: int) -> list[tuple[float, float]]:
    """Returns the corners of a run's clickable area, or nothing if the run is too short for one."""
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", run_targets.way(0, out, notch))]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def test_a_run_can_be_clicked_along_its_thread_CM7() -> None:
    """The two runs to a piece have separate areas, and no tag is above either."""
    runs = [(out, n) for out, n in product(range(40), range(40)) if out // 2 != n // 2]
    clickable = [run for run in runs if floor(*run)]
    assert len(clickable) > 1000
    for out, notch in clickable:
        mine, other = floor(out, notch), floor(out, notch ^ 1)
        (ax, ay), (bx, by) = NOTCH_AT[0][out], NOTCH_AT[0][notch]
        # on the thread, half a toy away from the other run
        x, y = ax + (mine[2][0] - ax) / 2, ay + (mine[2][1] - ay) / 2
        assert abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) < ROOM
        x, y = x + (mine[4][0] - ax) * 0.4, y + (mine[4][1] - ay) * 0.4
        assert within(mine, x, y)
        assert not within(other, x, y)
        for left, top in tags(0, notch // 2):
            for i, j in product(range(9), range(7)):
                assert not within(
                    mine, left + run_targets.TAG * i / 8, top + run_targets.BILL * j / 6
                )


def test_tokens_of_a_toy_are_side_by_side_and_clear_of_the_next_toy() -> None:
    """With four players a toy has five tokens (CM3); numbers are measured as drawn."""
    whole = ready(4).s.heap[0]
    for wide, viewer in product((False, True), (None, 0)):
        laid = layout(4, viewer, wide)
        at = laid.middle
        drawn = parts.tokens(0, whole, "en", 0, 0, at.token_scale, at.least)
        numbers = [
            (float(x), float(y), float(size), value)
            for x, y, size, value in re.findall(
                r'<text x="([\d.]+)" y="([\d.]+)" font-size="([\d.]+)"[^>]*>(\d)<', drawn
            )
        ]
        assert sorted(n[3] for n in numbers) == ["2", "2", "3", "3", "4"]
        boxes = []
        for x, y, size, value in numbers:
            half = p.text_width(value, size, bold=True) / 2
            boxes.append((x - half, y - 0.64 * size, x + half, y))
        for i, one in enumerate(boxes):
            for other in boxes[:i]:
                apart = one[0] >= other[2] or one[2] <= other[0]
                assert apart or one[1] >= other[3] or one[3] <= other[1]
        right = max(at.tokens[i][0] for i in range(10)) + max(box[2] for box in boxes)
        assert right <= laid.width
        pitch = (at.tokens[1][0] - at.tokens[0][0]) / at.token_scale
        assert max(box[2] for box in boxes) + 4 <= pitch


def crowned(state: matou.State, seat: int | None, memory: bool = False) -> set[str]:
    """Returns the seats whose tokens have a crown, and its label."""
    root = scene(state, seat, memory)
    purses = [g for g in root.iter(f"{SVG}g") if g.get("id", "").startswith("purse-")]
    return {
        f"{purse.get('id')}: {title.text}"
        for purse in purses
        for title in purse.iter(f"{SVG}title")
    }


def test_the_crown_is_for_most_tokens_or_with_the_memory_aid_most_points() -> None:
    """Tokens are face down: without the aid their values are not shown."""
    state = ready(3)
    assert not crowned(state, 0)
    twos, fours = 2, 1 << 2 * BITS  # two tokens worth 2, one worth 4
    state.s.won[0][0], state.s.won[1][1], state.s.won[1][2] = twos, fours, 0
    state = changed(state)
    for seat in (None, 0, 1, 2):
        assert crowned(state, seat) == {"purse-0: Most toys so far"}
        assert crowned(state, seat, memory=True) == {
            "purse-0: Most points so far",
            "purse-1: Most points so far",
        }
    state.s.won[1][2] = fours
    assert len(crowned(changed(state), 0)) == 2
    assert crowned(changed(state), 0, memory=True) == {"purse-1: Most points so far"}


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("until", [60, 10**6])
def test_a_terminal_draws_the_threads_of_the_board_CM4_CM7(seats: int, until: int) -> None:
    state = play_out(ready(seats), seats, until)
    for seat in range(seats):
        strands = re.findall(rf'id="strand-{seat}-[^>]* d="M(.+?) (.+?)L(.+?) (.+?)"', state.svg())
        drawn = [tuple(map(int, ends)) for ends in strands]
        assert drawn
        cells = [(terminal.cell((a, b)), terminal.cell((c, d))) for a, b, c, d in drawn]
        assert terminal.stretches(state.s, seat) == cells
