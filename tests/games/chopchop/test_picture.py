"""The picture of Chop! Chop!: ids, clicks, animations, and no meaning by colour alone."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET

import pytest
from games.chopchop.position import CAT, ends, kitchen
from games.support import play

import matou
from matou import paper as p
from matou.core.position import Entry
from matou.games.chopchop.components import CHEESES, COUNTS, KNIFE, NAMES, PLACE_OF
from matou.games.chopchop.draw import kitchen as scenery, parts
from matou.games.chopchop.draw.board import reached
from matou.games.chopchop.draw.placement import layout
from matou.games.chopchop.rules import TURN
from matou.games.chopchop.walks import barred, prey


def decisions(seats: int, seed: int, every: int = 9) -> list[matou.State]:
    """Returns positions of a random game in which a seat is to act."""
    state = matou.game("chopchop").start(seats)
    rng = random.Random(seed)
    found = [state.copy()]
    while not state.over:
        state.play(state.sample(rng))
        if state.actor >= 0 and (rng.randrange(every) == 0 or state.s.phase in (4, 6)):
            found.append(state.copy())
    return found


@pytest.mark.parametrize("seats", [2, 5])
def test_every_legal_action_can_be_clicked(seats: int) -> None:
    for state in decisions(seats, 4):
        root = ET.fromstring(state.svg(seat=state.actor))
        sets = [set(map(int, e.get("data-actions", "").split())) for e in root.iter()]
        sets = [s for s in sets if s]
        for a in state.legal():
            assert set.intersection(*[s for s in sets if a in s]) == {a}
        assert set().union(*sets) == set(state.legal())


def test_only_the_player_to_act_has_anything_to_click() -> None:
    state = play(kitchen(), "2")
    assert "data-actions" in state.svg(seat=1)
    assert "data-actions" not in state.svg(seat=0)
    assert "data-actions" not in state.svg(seat=None)


def ids(svg: str) -> list[str]:
    """Returns the ids of lasting elements; temporary ones have another kind of id."""
    found = re.findall(r'\bid="([^"]+)"', svg)
    return [
        id
        for id in found
        if id.split("-")[0] not in ("tile", "turned", "wedge", "won", "dish", "double")
    ]


def test_elements_keep_their_ids_and_order() -> None:
    states = decisions(3, 8)
    first = ids(states[0].svg(seat=0))
    assert len(set(first)) == len(first)
    assert {"cat", "mouse-1", "mouse-2", "mouse-3", "mouse-4"} <= set(first)
    for state in states:
        assert ids(state.svg(seat=state.actor)) == first


def spot(svg: str, piece: str) -> tuple[float, float]:
    found = re.search(rf'id="{piece}"[^>]* transform="translate\(([\d.]+) ([\d.]+)\)', svg)
    assert found
    return float(found[1]), float(found[2])


def test_the_cat_on_the_table_and_a_mouse_beneath_are_both_visible() -> None:
    svg = kitchen("Tc4", ("c4", "E", "N", "S"), CAT).svg()
    cat, mouse = spot(svg, "cat"), spot(svg, "mouse-1")
    assert cat[0] == mouse[0]
    assert mouse[1] - cat[1] > 50  # the mouse in the strip, the cat above it
    assert svg.index('id="cat"') < svg.index('id="mouse-1"')  # and not overlapping


def test_mice_have_a_number_as_well_as_a_colour() -> None:
    svg = kitchen().svg(theme=None)
    assert len(set(scenery.COATS)) == 4
    for i in range(4):
        start = svg.index(f'id="mouse-{i + 1}"')
        assert f">{i + 1}</text>" in svg[start : start + 20_000]


def test_places_do_not_overlap_and_are_large_enough_on_a_phone() -> None:
    assert len(set(scenery.MIDDLES)) == len(NAMES)
    for name in NAMES:
        _, _, width, height = scenery.room(name)
        assert min(width, height) >= (44 if name in ("c4", "d4") else 78)


def test_a_turned_plate_a_tile_and_a_cheese_change_the_picture() -> None:
    plain = kitchen("Tc4", ("a1", "E", "N", "S"))
    for other in (
        kitchen("Tc4", ("a1", "E", "N", "S"), plates=("E",)),
        kitchen("Tc4", ("a1", "E", "N", "S"), bare=[n for n in NAMES if n != "b2" and n[0] != "T"]),
        kitchen("Tc4", ("a1", "E", "N", "S"), cheese=("b2",)),
        kitchen("Tc4", ("a1", "E", "N", "S"), won=1),
        kitchen("Tc4", ("a1", "E", "N", None)),
        kitchen("Tc4", ("a1", "E", "N", "S"), rolls=2),
    ):
        assert other.svg() != plain.svg()


def test_names_are_escaped_in_english_and_french() -> None:
    view = kitchen().observe(0)
    svg = view.svg(theme=None, names=["<b>Anna</b>", "Bob & Co"], lang="fr")
    ET.fromstring(svg)
    assert "<b>" not in svg
    assert "Tuiles cachées" in svg
    assert "var(" not in view.svg(names=["<b>Anna</b>", "Bob & Co"], lang="fr")
    assert PLACE_OF["W"] >= 0


def test_the_die_of_a_roll_that_passes_is_shown_and_logged() -> None:
    # The cat blocks the mouse's only way out, and has just found a knife.
    state = kitchen("a4", ("W", None, None, None), rolls=2)
    state.history.append(Entry(matou.CHANCE, TURN + KNIFE, "=knife", None, reveals=False))
    for face in ("3", "2"):  # both rolls of the double turn
        state.play(face)
        assert state.actor == matou.CHANCE
        view = state.observe(0)
        drawn = {
            e.get("id"): e.get("data-shows")
            for e in ET.fromstring(view.svg()).iter()
            if (e.get("id") or "").startswith("die-")
        }
        assert drawn == {"die-mice": face, "die-cat": None}
        assert f"The mice rolled a {face}, and none" in view.text()
        assert f"Les souris ont fait {face}, et aucune" in view.text("fr")
    state.play("1")  # the cat's: it can move
    assert "could move" not in state.observe(0).text()


@pytest.mark.parametrize("cat", ["e5", "Tc4", "a1"])
def test_pointing_at_the_cat_shows_where_its_die_can_take_it(cat: str) -> None:
    """Exactly the squares that the rules allow after some roll."""
    mice, cheese = ("e4", "d2", "N", "c4"), ("e6", "b2")
    state = kitchen(cat, mice, CAT, cheese=cheese)
    wanted: set[str] = set()
    for face in {name for name in map(state.name, state.legal()) if name.isdigit()}:
        thrown = play(state.copy(), face)
        wanted |= {end.rstrip("*") for end in ends(thrown, cat)}
    s = state.s
    shown = {NAMES[place] for place in reached(s.cat, s.cheese, prey(s), barred(s))}
    assert shown == wanted != set()
    assert parts.reach(reached(s.cat, s.cheese, prey(s), barred(s)), layout(2, True)) in (
        state.observe(None).sheet(wide=True).parts
    )


@pytest.mark.parametrize("wide", [False, True], ids=["tall", "wide"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_numbers_of_hidden_tiles_do_not_touch_the_next_picture(seats: int, wide: bool) -> None:
    laid = layout(seats, wide)
    posts = laid.shelf[0] + laid.shelf[2] - 12  # the right-hand one
    for kind, (x, y, scale) in enumerate(laid.legend):
        most = COUNTS[kind]
        drawn = parts.legend(kind, most, laid)
        (at,) = re.findall(r'<text x="([\d.]+)" y="[\d.]+" font-size="([\d.]+)"', drawn)
        right = x + (float(at[0]) + p.text_width(str(most), float(at[1]))) * scale
        later = [left for left, top, _ in laid.legend if left > x and top == y]
        assert right + 8 <= min([*later, posts])
        assert y + 48 * scale <= laid.boards[-1]
    x, _, scale = laid.cheeses
    assert x + (66 + 200 * 0.8 + 20) * scale <= posts  # the last of the cheeses to win


@pytest.mark.parametrize("wide", [False, True], ids=["tall", "wide"])
@pytest.mark.parametrize("seats", [2, 5])
def test_the_number_of_cheeses_does_not_overlap_anything(seats: int, wide: bool) -> None:
    laid = layout(seats, wide)
    x, _, scale = laid.cheeses
    tally = f"{CHEESES}/{CHEESES}"
    ((right, size),) = re.findall(
        rf'<text x="([\d.]+)"[^>]* font-size="([\d.]+)"[^>]*>{tally}<', parts.cheeses(CHEESES, laid)
    )
    left = x + (float(right) - p.text_width(tally, float(size), bold=True)) * scale
    first = x + (66 - 20) * scale
    assert x + float(right) * scale + 6 <= first
    turned, _, smaller = laid.turned  # at most three tiles can be revealed in one turn
    beside = turned + (2 * 66 + 39) * smaller if not wide else laid.shelf[0] + 12
    assert beside + 4 <= left
