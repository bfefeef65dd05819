"""The drawing kit: well-formed, repeatable, readable without colour."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

import matou
from matou import paper as p

PACKAGE = Path(matou.__file__).parent


def every_piece() -> dict[str, str]:
    """Returns one drawing of everything the kit can draw, by name."""
    drawn: dict[str, str] = {}
    for mood in p.MOODS:
        drawn[f"cat {mood}"] = p.cat(mood, 50, 50, 100)
        drawn[f"cat head {mood}"] = p.cat_head(mood, 50, 50, 20)
        drawn[f"mouse {mood}"] = p.mouse(mood, 50, 50, 100)
        drawn[f"mouse head {mood}"] = p.mouse_head(mood, 50, 50, 20)
        drawn[f"matou {mood}"] = p.matou(mood, 50, 50, 100)
        drawn[f"matou head {mood}"] = p.matou_head(mood, 50, 50, 20)
    for seat in range(5):
        drawn[f"seat mark {seat}"] = p.seat_mark(seat, 10, 10, 20)
        drawn[f"plate {seat}"] = p.plate(seat, "Tom & <Jerry>", 0, 0, 160, seat == 0, "12")
        drawn[f"roof {seat}"] = p.roof(seat, [(50, 0), (100, 80), (0, 80)], "roof")
        for mood in p.MOODS:
            drawn[f"mouse piece {seat} {mood}"] = p.mouse_piece(seat, 50, 50, 40, mood)
    for kind in p.PATTERNS:
        drawn[f"pattern {kind}"] = p.pattern(kind, p.box(0, 0, 100, 60))
    drawn["castle tiled"] = p.castle_roof("tiled", 0, 0, 100, 50, "a")
    drawn["castle thatched"] = p.castle_roof("thatched", 0, 0, 150, 50, "a")
    drawn["castle copper"] = p.castle_roof("copper", 0, 0, 100, 100, "a")
    drawn["wood"] = p.wood(0, 0, 200, 100, "table")
    drawn["floor"] = p.floor_tile(0, 0, 40) + p.floor_tile(40, 0, 40, odd=True)
    for cheese in p.CHEESES:
        drawn[f"cheese {cheese}"] = p.cheese(cheese, 50, 50, 80)
    drawn["wedge"] = p.cheese_wedge(50, 50, 80)
    for value in range(7):
        drawn[f"die {value}"] = p.die(value, 50, 50, 50)
    drawn["card"] = p.card(0, 0, 60, 84, "c", p.text("a < b", 30, 40), id="hand-0")
    drawn["card back"] = p.card_back(0, 0, 60, 84, "c")
    drawn["tile front"] = p.tile_front(0, 0, 60, 60, "t")
    drawn["tile back"] = p.tile_back(0, 0, 60, 60, "t")
    drawn["token"] = p.token(12, 50, 50, 40)
    drawn["trap"] = p.trap(50, 50, 50)
    drawn["hole"] = p.hole(50, 50, 50)
    drawn["clock"] = p.clock_face(50, 50, 50)
    for direction in p.DIRECTIONS:
        drawn[f"slot {direction}"] = p.slot(50, 50, 50, direction)
    drawn["glow"] = p.glow_rect(0, 0, 40, 40) + p.glow_disc(20, 20, 10)
    drawn["last"] = p.last_rect(0, 0, 40, 40) + p.last_disc(20, 20, 10)
    return drawn


PIECES = every_piece()


@pytest.mark.parametrize("name", PIECES)
def test_everything_drawn_is_well_formed(name: str) -> None:
    whole = p.sheet(100, 100, PIECES[name], title=f"<{name}> & more", desc='"quoted"')
    ET.fromstring(str(whole))


@pytest.mark.parametrize("name", PIECES)
def test_path_data_holds_only_numbers_and_commands(name: str) -> None:
    for d in re.findall(r' d="([^"]*)"', PIECES[name]):
        assert re.fullmatch(r"[MLHVCSQTAZmlhvcsqtaz0-9 .\-]*", d), d
        assert "nan" not in d
        assert "inf" not in d


def test_a_drawing_is_the_same_every_time() -> None:
    assert every_piece() == PIECES


def test_edges_are_seeded_and_stay_near_their_shape() -> None:
    assert p.cut_rect(0, 0, 80, 60, 8, "a") == p.cut_rect(0, 0, 80, 60, 8, "a")
    assert p.cut_rect(0, 0, 80, 60, 8, "a") != p.cut_rect(0, 0, 80, 60, 8, "b")
    assert p.cut_disc(0, 0, 40, "a") != p.cut_disc(0, 0, 40, "b")
    for d in (p.cut_rect(0, 0, 80, 60, 8, "a"), p.cut_poly([(0, 0), (80, 0), (40, 60)], "a", 4)):
        assert all(-2 <= float(n) <= 82 for n in re.findall(r"-?\d+\.?\d*", d))


@pytest.mark.parametrize(
    ("value", "shown"), [(3.0, "3"), (-0.04, "0"), (2.25, "2.2"), (-1.5, "-1.5")]
)
def test_numbers_are_rounded_to_one_decimal(value: float, shown: str) -> None:
    assert p.num(value) == shown


@pytest.mark.parametrize("theme", p.THEMES)
def test_paint_leaves_no_role_unresolved(theme: str) -> None:
    whole = p.paint(str(p.sheet(100, 100, "".join(PIECES.values()), "All")), theme)
    assert "var(" not in whole
    ET.fromstring(whole)


def test_a_page_declares_every_role_a_drawing_uses() -> None:
    used = set(re.findall(r"var\(--([a-z0-9-]+)\)", p.STYLE + "".join(PIECES.values())))
    declared = set(re.findall(r"--([a-z0-9-]+):", p.css("dark")))
    assert used <= declared == set(p.ROLES)


def test_unknown_roles_and_themes_are_refused_with_the_choices() -> None:
    with pytest.raises(ValueError, match="tomato"):
        p.paint("var(--tomatoe)")
    with pytest.raises(ValueError, match="light, dark"):
        p.css("sepia")


@pytest.mark.parametrize("theme", p.THEMES)
@pytest.mark.parametrize("ground", ["paper", "card"])
def test_colours_meet_wcag_aa_contrast(theme: str, ground: str) -> None:
    behind = p.colour(ground, theme)
    for ink in ("ink", "quiet"):
        assert p.contrast(p.colour(ink, theme), behind) >= 4.5
    # Marks of states and seats are graphics: 3 to 1.
    for mark in ("rim", "tomato", *(f"seat-{i}" for i in range(5))):
        assert p.contrast(p.colour(mark, theme), behind) >= 3


@pytest.mark.parametrize("theme", p.THEMES)
def test_faces_and_numbers_contrast_with_their_background(theme: str) -> None:
    assert p.contrast(p.colour("face", theme), p.colour("cream", theme)) >= 4.5
    for fill in (*p.SEATS, *p.ROOFS, *p.WALLS, p.GREY, "var(--cheese)", "var(--sky)"):
        pair = p.paint(f"{p.ink_on(fill)} {fill}", theme).split()
        assert p.contrast(*pair) >= 3, fill


def sheet_with(parts: list[str], highlights: dict[str, p.Highlight]) -> ET.Element:
    return ET.fromstring(str(p.sheet(10, 10, parts, "Scene", highlights=highlights)))


def test_highlighted_parts_carry_their_actions_and_labels() -> None:
    parts = [p.group("card-3", "<path/>"), p.group('a "b"', "<path/>", 1, 2)]
    highlights = {"card-3": p.Highlight([12, 36], 'Take "it"'), 'a "b"': p.Highlight([4])}
    found = {e.get("id"): e.attrib for e in sheet_with(parts, highlights).iter() if e.get("id")}
    assert found["card-3"] == {
        "id": "card-3",
        "class": "highlighted",
        "data-actions": "12 36",
        "tabindex": "0",
        "role": "button",
        "aria-label": 'Take "it"',
    }
    assert found['a "b"']["data-actions"] == "4"


def test_highlights_do_not_change_the_drawing() -> None:
    parts = [p.group("card-3", p.glow_rect(0, 0, 10, 10)), p.group("", "<path/>")]
    plain = p.sheet(10, 10, parts, "Scene")
    highlighted = p.sheet(10, 10, parts, "Scene", highlights={"card-3": p.Highlight([1])})
    assert highlighted.parts == plain.parts == parts
    tags = [[e.tag for e in ET.fromstring(str(one)).iter()] for one in (plain, highlighted)]
    assert tags[0] == tags[1]
    assert "data-actions" not in str(plain)
    nothing = sheet_with(parts, {"card-3": p.Highlight([])})
    assert all("data-actions" not in e.attrib for e in nothing.iter())


def test_a_scene_with_buttons_has_the_role_group_instead_of_img() -> None:
    parts = [p.group("a", "")]
    assert sheet_with(parts, {}).get("role") == "img"
    assert sheet_with(parts, {"a": p.Highlight([1])}).get("role") == "group"


def test_texts_and_attributes_are_escaped() -> None:
    assert p.text("<b> & co", 0, 0).endswith("&lt;b&gt; &amp; co</text>")
    assert p.el("path", d="M0 0", aria_label='"x"') == '<path d="M0 0" aria-label="&quot;x&quot;"/>'


def _outlines(drawing: str) -> tuple[str, ...]:
    return tuple(re.findall(r' d="([^"]*)"', drawing))


@pytest.mark.parametrize("draw", [p.cat, p.cat_head, p.mouse, p.mouse_head, p.matou, p.matou_head])
def test_every_mood_is_drawn_with_different_lines(
    draw: Callable[[p.Mood, float, float, float], str],
) -> None:
    assert len({_outlines(draw(mood, 0, 0, 100)) for mood in p.MOODS}) == len(p.MOODS)


def test_seats_patterns_and_roofs_differ_in_shape_as_well_as_colour() -> None:
    box = p.box(0, 0, 100, 60)
    assert len({_outlines(p.seat_mark(seat, 0, 0, 20)) for seat in range(5)}) == 5
    assert len({_outlines(p.mouse_piece(seat, 0, 0, 40)) for seat in range(5)}) == 5
    assert len({_outlines(p.pattern(kind, box)) for kind in p.PATTERNS}) == len(p.PATTERNS)
    assert len({_outlines(p.roof(i, box, "same")) for i in range(5)}) == 5
    assert len({*p.SILHOUETTES.values()}) == len({*p.INITIALS.values()}) == 7


@pytest.mark.parametrize("kind", p.PATTERNS)
def test_patterns_stay_inside_a_triangle(kind: p.Pattern) -> None:
    drawn = p.pattern(kind, [(50, 0), (100, 80), (0, 80)], step=10)
    starts = re.findall(r"M(-?[\d.]+) (-?[\d.]+)", drawn)
    assert starts
    for x, y in starts:
        assert 0 <= float(y) <= 80
        assert abs(float(x) - 50) <= float(y) * 50 / 80 + 1


def test_lowering_an_outline_moves_every_point_down() -> None:
    compact = "M-3-31L0-17 3-31A18 18 0 0 1-4 17.5q1 2 3 4H9V-.5C1 2 3 4 5 6T7 8S1 2 3 4m1 1Z"
    lowered = "M-3 -29L0 -15 3 -29A18 18 0 0 1 -4 19.5q1 2 3 4H9V1.5C1 4 3 6 5 8T7 10S1 4 3 6m1 1Z"
    assert p.lowered(compact, 2) == lowered


def test_transparent_plain_shapes_need_no_layer() -> None:
    """Layers cost a browser most, so only the paint of a plain shape is transparent."""
    assert ' fill-opacity="0.3"' in p.shape("M0 0H9V9Z", "red", opacity=0.3)
    assert ' stroke-opacity="0.3"' in p.shape("M0 0H9V9Z", "none", "red", opacity=0.3)
    assert ' opacity="0.3"' in p.shape("M0 0H9V9Z", "red", "blue", opacity=0.3)
    for name, drawn in every_piece().items():
        for path in re.findall(r"<path[^>]* opacity=[^>]*>", drawn):
            assert " stroke=" in path, name
            assert 'fill="none"' not in path, name


def test_a_long_name_is_shortened_to_fit_its_plate() -> None:
    assert "…" in p.plate(0, "Barnabé le Magnifique", 0, 0, 160, extra="21")
    assert "Ada" in p.plate(0, "Ada", 0, 0, 160, extra="21")


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.svg")), ids=lambda path: path.name)
def test_artwork_files_use_the_colours_of_the_light_theme(path: Path) -> None:
    whole = ET.fromstring(path.read_text())
    style = dict(re.findall(r"--([\w-]+):(#\w+);", whole.findtext("{*}style") or ""))
    style.pop("accent", "")  # stands for several colours
    assert style == {role: p.colour(role) for role in style}
    used = {*re.findall(r"var\(--([\w-]+)\)", path.read_text())} - {"accent"}
    assert used <= {*style}
    drawn = p.drawings(path)
    assert [*drawn] == [group.get("id") for group in whole.findall("{*}g")]
    assert all("data-drop" not in body and "\n" not in body for body in drawn.values())
