"""What players see: pictures, texts, and reasons for refusals."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from itertools import combinations
from typing import Any

import pytest
from conformance.support import DATA
from games.appenzell.hand import castle, square
from games.support import play

import matou
from matou import paper as p
from matou.core.grammar import grammar
from matou.games.appenzell.components import CHEESES, KIND_NAMES, SPARE, UNKNOWN, square_name
from matou.games.appenzell.draw import parts, pieces
from matou.games.appenzell.draw.identities import CELLAR, OUTSIDE, all_mice, all_tiles, just_shown
from matou.games.appenzell.draw.parts import place_of
from matou.games.appenzell.draw.placement import layout
from matou.games.appenzell.say import words
from matou.games.appenzell.say.names import KIND_WORDS
from matou.games.appenzell.state import PUSH

typeset = grammar("fr").typeset


def positions(seats: int, seed: int, count: int) -> list[matou.State]:
    """Returns positions of random games in which a seat is to act."""
    rng = random.Random(seed)
    found: list[matou.State] = []
    while len(found) < count:
        state = matou.game("appenzell", push_back=bool(seed % 2)).start(seats)
        while not state.over:
            if state.actor >= 0 and rng.random() < 0.05:
                found.append(state.copy())
            state.play(state.sample(rng))
    return found[:count]


def test_every_legal_action_can_be_clicked() -> None:
    """By one element, or by two that have only this action in common."""
    for state in positions(4, 1, 25) + positions(2, 2, 25):
        svg = state.svg(seat=state.actor)
        ET.fromstring(svg)
        sets = [
            frozenset(map(int, found.split()))
            for found in re.findall(r'data-actions="([\d ]+)"', svg)
        ]
        assert frozenset().union(*sets) == set(state.legal())
        single = {next(iter(one)) for one in sets if len(one) == 1}
        paired = {next(iter(a & b)) for a, b in combinations(sets, 2) if len(a & b) == 1}
        assert single | paired == set(state.legal())


def test_waiting_players_and_spectators_have_nothing_to_click() -> None:
    for state in positions(3, 3, 5):
        for seat in (None, (state.actor + 1) % 3):
            assert "data-actions" not in state.svg(seat=seat)


def test_covered_tiles_are_shown_only_with_the_memory_aid() -> None:
    """AP10: two castles that differ only under a roof look the same."""
    tiles = {"d4": "gouda", "d6": "trap", "f2": "bare", "c4": "edam"}
    other = {"d4": "trap", "d6": "edam", "f2": "gouda", "c4": "bare"}
    one, two = (castle(mice={0: "a1", 1: "g7"}, tiles=t) for t in (tiles, other))
    for lang in ("en", "fr"):
        assert one.observe(0).svg(lang=lang) == two.observe(0).svg(lang=lang)
        assert one.observe(0).text(lang) == two.observe(0).text(lang)
    assert one.observe(0).svg(memory=True) != two.observe(0).svg(memory=True)
    memory = words.memory(one.observe(None))
    assert "Under the roof of room H: d4 (gouda)" in memory.say()
    assert typeset("Sous le toit de la pièce I : c4 (édam)") in memory.say("fr")
    assert "Never seen: 3 × appenzeller" in memory.say()


def test_a_covered_square_has_nothing_drawn_in_it() -> None:
    """Not even beneath its roof, where the page's source would reveal it."""
    state = castle(mice={0: "a1", 1: "g7"}, tiles={"d4": "gouda"}, lifted="P")
    svg = state.svg(seat=1)
    empty = re.findall(r'<g id="square-(d\d)"[^>]*></g>', svg)
    assert "d4" in empty
    assert "d2" not in empty
    bare = re.findall(r'<g id="tile-(\d+)"[^>]*></g>', svg)
    assert str(square("d4")) in bare
    assert str(square("d2")) not in bare
    assert 'data-shows="5"' not in svg  # gouda


def test_each_tile_keeps_its_id_when_lines_are_pushed() -> None:
    """AP8: seven tiles move by one, the spare goes in, and the last becomes the new spare."""
    state = play(matou.game("appenzell").start(2), "spare=gouda @a1 @g7")
    before, _ = all_tiles(state.observe(None))
    state.play(">2")
    now, slot = all_tiles(state.observe(None))
    moved = {square_name(before[i]): square_name(now[i]) for i in range(50) if before[i] != now[i]}
    assert slot == 0
    assert moved == {
        "spare": "a2", "a2": "b2", "b2": "c2", "c2": "d2",
        "d2": "e2", "e2": "f2", "f2": "g2", "g2": "spare",
    }  # fmt: skip


def test_each_mouse_keeps_its_id_when_it_moves_or_falls() -> None:
    for state in positions(3, 5, 8):
        before = {(m.seat, m.number): m.square for m in all_mice(state.observe(None))}
        for _ in range(12):
            if state.over:
                break
            rng = random.Random(len(state.history))
            a = state.sample(rng)
            state.play(a)
            now = {(m.seat, m.number): m.square for m in all_mice(state.observe(None))}
            moved = [who for who in now if now[who] != before[who]]
            if a < PUSH:
                assert len(moved) <= 1
            else:
                assert all(now[who] == CELLAR for who in moved)
            assert all(before[who] == OUTSIDE or now[who] != OUTSIDE for who in now)
            before = now
        s = state.s
        for seat in range(3):
            inside = sum(1 << at for (who, _), at in before.items() if who == seat and at >= 0)
            assert inside == s.mice[seat]


def test_mice_of_a_position_without_history_are_drawn() -> None:
    state = castle(mice={0: "a1 b1", 1: "g7"}, fallen={1: 2})
    mice = all_mice(state.observe(None))
    assert [m.square for m in mice] == [0, 1, OUTSIDE, OUTSIDE, 48, CELLAR, CELLAR, OUTSIDE]
    ET.fromstring(state.svg())


def test_elements_of_the_picture_keep_their_order() -> None:
    rng = random.Random(8)
    state = play(matou.game("appenzell").start(2), "spare=gouda @a1 @g7")
    wanted = None
    for _ in range(60):
        kinds = "mouse|roof|slot|tower|square|shelf|tile"
        ids = re.findall(rf'id="((?:{kinds})-[^"]+)"', state.svg(seat=0))
        assert wanted is None or ids == wanted
        wanted = ids
        state.play(state.sample(rng))


def test_the_board_in_words_lists_cheeses_mice_and_tiles() -> None:
    state = castle(
        mice={0: "b4 a1", 1: "g7"},
        tiles={"b4": "gruyere", "a4": "trap"},
        cheeses={0: ["edam"]},
        fallen={1: 1},
        spare="brie",
    )
    said = state.observe(0).text("en")
    assert "Spare tile: brie" in said
    assert "Seat 0: 1 of 4 cheeses (edam); mice: tower a1 and b4 (gruyère)" in said
    assert "Seat 1: 0 of 4 cheeses; mice: tower g7; 2 outside; 1 in the cellar." in said
    assert "a4 (trap), b4 (gruyère)" in said
    assert "Place 0" not in said
    assert typeset("La place 1 : 0 fromage sur 4") in state.observe(0).text("fr")


def test_prompts_follow_a_game_from_its_first_tile_to_its_end() -> None:
    state = matou.game("appenzell").start(2)
    assert "being revealed: the spare" in state.observe(0).prompt()
    play(state, "spare=bare")
    assert state.observe(0).prompt() == "Put a mouse into a free tower."
    assert state.observe(1).prompt() == "Seat 0 chooses a tower."
    play(state, "@a1 @g7")
    assert state.observe(0).prompt("fr").startswith(typeset("À toi : 4 actions."))
    play(state, "@g1")
    assert state.observe(0).prompt() == "You have 3 actions left. You may also end your turn."
    assert state.observe(None).prompt() == "Seat 0 has 3 actions left."
    for ending, words_ in (("AP13", "different cheeses"), ("AP14", "cellar"), ("AP15", "turns")):
        text = (DATA / "appenzell" / f"ending-{ending}.matou").read_text()
        over = matou.Record.loads(text).replay()
        assert words_ in over.observe(None).prompt()


@pytest.mark.parametrize(
    ("action", "rule", "says"),
    [
        (".", "AP3", "at least one action"),
        ("^A", "AP4", "None of your mice touches room A"),
        ("^O", "AP4", "already off"),
        ("@g7", "AP5", "already"),
        ("b1-b3", "AP6", "lift the roof of room L first"),
        ("b1-a1", "AP6", "entrances only"),
        ("b1-b4", "AP7", "b3 is empty"),
        ("b1-e1", "AP7", "c1 is empty"),
        ("b2-c2", "AP6", "not yours"),
        ("b4=gouda", "AP10", "revealed at random"),
        ("b1-c1", "AP6", "lift the roof of room R first"),
        ("b1-c2", "AP6", "in a straight line, and c2 is not in line with b1"),
        ("b1-d7", "AP6", "not in line"),
        ("b1-b1", "AP6", "another square"),
        ("b1-b0", "AP6", "no square b0"),
        ("c3-d4", "AP6", "no mouse on c3"),
        ("b2-c3", "AP6", "not yours"),
        (">3", "AP8", "Only rows 2, 4 and 6 and columns b, d and f slide"),
        ("+a", "AP8", "Only rows"),
        ("@b1", "AP5", "through a tower, and b1 is not a tower"),
        ("^Z", "AP4", "no room Z"),
        ("b4=feta", "AP10", "revealed at random"),
        ("b7b8", "AP3", "You have 4 actions: lift a roof, enter or push."),
    ],
)
def test_refusals_name_the_rule_and_say_why(action: str, rule: str, says: str) -> None:
    state = castle(mice={0: "b1", 1: "b2 g7"})
    with pytest.raises(matou.IllegalAction) as no:
        state.play(action)
    assert no.value.rule == rule
    assert says in no.value.sentence("en")
    assert no.value.sentence("fr") != no.value.sentence("en")


def test_a_jump_that_is_too_expensive_is_refused_for_that_and_not_the_roof() -> None:
    """AP7: lifting the roof would take the last action, too."""
    for left, rule, says in ((1, "AP7", "costs 2 actions, and you have 1"), (2, "AP6", "roofs")):
        state = castle(mice={0: "a2", 1: "a3 g7"}, left=left)
        with pytest.raises(matou.IllegalAction) as no:
            state.play("a2-a4")
        assert no.value.rule == rule
        assert says in no.value.sentence()


def test_the_refusal_by_ap3_offers_only_possible_actions() -> None:
    """No push after the push, no entry without a mouse outside."""
    offers = {"^": "lift a roof", "@": "enter", ".": "end your turn"}
    pushed = play(castle(mice={0: "b1 a1 g1 a7", 1: "g7"}, tiles={"g4": "bare"}), ">4")
    for state in (pushed, *(s for s in positions(2, 5, 60) if not s.s.placing)):
        why = state.game.why.why_now(state.s)
        offered = set(re.split(", | or ", why.says.say().removesuffix(".").split(": ")[1]))
        names = map(state.name, state.legal())
        may = {"move" if name[2:3] == "-" else offers.get(name[0], "push") for name in names}
        assert (why.rule, offered) == ("AP3", may)
    said = pushed.game.why.why_now(pushed.s).says
    assert said.say() == "You have 3 actions: lift a roof, move or end your turn."
    assert said.say("fr") == typeset("Tu as 3 actions : soulève un toit, avance ou finis ton tour.")


def test_kinds_are_named_in_the_order_of_the_rules() -> None:
    assert [w.say().split()[0].replace("è", "e") for w in KIND_WORDS[: len(KIND_NAMES)]] == [
        *KIND_NAMES
    ]
    assert KIND_WORDS[UNKNOWN].say() == "never seen"
    assert square("g7") == 48


def test_lifting_and_pushing_cannot_be_undone_but_a_step_can() -> None:
    """AP4, AP8: otherwise players could look and undo."""
    state = castle(mice={0: "b1", 1: "g7"}, tiles={"c2": "bare", "d2": "bare", "e2": "bare"})
    rules = state.game.rules
    shows = {state.name(a): rules.reveals(state.s, a) for a in state.legal()}
    assert shows["^P"]
    assert shows[">2"]
    assert not shows["@a1"]
    assert not shows["b1-b2"]


@pytest.mark.parametrize("wide", [False, True], ids=["tall", "wide"])
def test_open_cheeses_show_their_names(wide: bool) -> None:
    """Alone and with a mouse on them, in the reader's language."""
    state = castle(mice={0: "b4 a1", 1: "g7"}, tiles={"b4": "edam", "a4": "gruyere"})
    for lang, names in (("en", ("edam", "gruyère")), ("fr", ("édam", "gruyère"))):
        parts = state.observe(0).sheet(lang=lang, wide=wide).parts
        tiles = [part for part in parts if part.startswith('<g id="tile-')]
        for name in names:
            assert any(f">{name}</text>" in part for part in tiles)


def test_a_tile_revealed_and_covered_in_one_step_is_animated() -> None:
    """The last tile of a lift that ends a turn."""
    rng, state = random.Random(3), matou.game("appenzell").start(2)
    while True:
        state.play(state.sample(rng))
        at = just_shown(state.observe(0))
        if at not in (-1, SPARE) and state.s.open_squares >> at & 1 == 0:
            break
        assert not state.over
    shows = rf'data-shows="{state.s.tile[at]}" transform="{p.place(*place_of(at))}"'
    assert shows in state.svg(seat=0)
    assert f'<g id="square-{square_name(at)}" transform="{p.place(*place_of(at))}"></g>' not in (
        state.svg(seat=0)  # highlighted where it was revealed
    )
    while state.actor < 0:  # one step later it is under its roof and not drawn
        state.play(state.sample(rng))
    state.play(state.sample(rng))
    assert shows not in state.svg(seat=0)


@pytest.mark.parametrize("options", [{}, {"castle": "back"}], ids=["front", "back"])
def test_every_rooms_letter_is_visible_covered_or_open(options: dict[str, Any]) -> None:
    """Logs, refusals and notation name rooms by letter."""
    for lifted in ("", "CKR"):
        parts = castle(mice={0: "a1", 1: "g7"}, lifted=lifted, **options).observe(0).sheet().parts
        (lettered,) = (i for i, part in enumerate(parts) if ">K</text>" in part)
        assert re.findall(">([A-R])</text>", parts[lettered]) == list("ABCDEFGHIJKLMNOPQR")
        assert "class=" not in parts[lettered]  # not hidden by anything
        under = [i for i, part in enumerate(parts) if re.match('<g id="(tile|roof|square)-', part)]
        assert max(under) < lettered


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_names_on_tiles_have_one_size_and_fit(lang: str) -> None:
    """At the same place with and without a mouse; initials on small screens."""
    tiles = [pieces.tile(kind, "x", lang, shared) for kind in range(CHEESES) for shared in (0, 1)]
    words = [
        re.findall('<text x="([^"]+)" y="([^"]+)" font-size="([^"]+)".*?>(.+?)<', t) for t in tiles
    ]
    for i, name in enumerate(KIND_WORDS[kind].say(lang) for kind in range(CHEESES)):
        whole, short = words[2 * i]
        assert words[2 * i] == words[2 * i + 1]
        assert whole[3] == name
        assert short[3] == p.INITIALS[p.CHEESES[i]]
    for which in (0, 1):
        assert len({found[which][:3] for found in words}) == 1
        for found in words:
            size = float(found[which][2])
            assert p.text_width(found[which][3], size, bold=True) <= pieces.TILE - 2


def test_a_mouse_does_not_cover_the_name_of_its_cheese() -> None:
    state = castle(mice={0: "b4 a1", 1: "g7"}, tiles={"b4": "edam"})
    (mouse,) = (m for m in all_mice(state.observe(0)) if m.square == square("b4"))
    part = parts.mouse(
        mouse.seat, mouse.number, mouse.square, 0, parts.BY_CHEESE, False, layout(2, False)
    )
    y = float(re.search(r"translate\([\d.]+ ([\d.]+)\)", part)[1])  # type: ignore[index]
    name = place_of(mouse.square)[1] + pieces.TILE - 4 - 0.73 * pieces.LEGIBLE
    assert y + parts.MOUSE / 2 <= name + 1


@pytest.mark.parametrize("lang", matou.core.grammar.languages())
@pytest.mark.parametrize("wide", [False, True], ids=["tall", "wide"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_cheese_on_a_shelf_has_its_whole_name_beside_it(
    seats: int, wide: bool, lang: str
) -> None:
    """Clear of the next cheese. On small screens the shelf beside the castle has initials."""
    laid = layout(seats, wide)
    size, columns = parts.cheese_table(lang, laid)
    assert size * laid.scale >= 9.5
    for kind in range(CHEESES):
        name, column = KIND_WORDS[kind].say(lang), kind % parts.ACROSS
        end = [*columns, laid.shelf + parts.GAP][column + 1] - parts.GAP
        for won in (False, True):
            token = parts.token(0, kind, won, -1, lang, laid)
            assert f"<title>{name}</title>" in token
            initials = [p.INITIALS[p.CHEESES[kind]]] if wide else []
            assert re.findall(">([^<]+)</text>", token) == [name, *initials]
        assert columns[column] + laid.cheese + p.text_width(name, size, bold=True) <= end + 0.01
        assert columns[column] + laid.cheese + p.text_width("Go", laid.least, bold=True) <= end + 8


def areas(drawn: str) -> list[tuple[float, float]]:
    """Returns width and height of the clickable areas of an element."""
    rects = re.findall(r'width="([\d.]+)" height="([\d.]+)" fill="transparent"', drawn)
    return [(float(wide), float(high)) for wide, high in rects]


@pytest.mark.parametrize("wide", [False, True], ids=["tall", "wide"])
@pytest.mark.parametrize("seats", [2, 4])
def test_clickable_elements_are_large_enough_for_a_thumb(seats: int, wide: bool) -> None:
    laid = layout(seats, wide)
    phone = 380 / laid.height if wide else 370 / laid.width
    for drawn in (parts.end_button(True, "en", laid), parts.spare(laid)):
        assert any(min(area) * phone >= 44 for area in areas(drawn))
    spare = parts.mouse(0, 3, OUTSIDE, 1, (0.0, 0.0), False, laid)
    scale = float(re.search(r"scale\(([\d.]+)\)", spare)[1])  # type: ignore[index]
    assert any(min(area) * scale * phone >= 44 for area in areas(spare))
    for cell in (parts.square(square("b4"), True), parts.tower(0), parts.roof(0, 0, False, ())):
        assert min(areas(cell)[-1]) == pieces.CELL
        assert pieces.CELL * phone >= 43.5
