"""What Chop! Chop! says to people, in French and English."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from matou.core.numerals import spelt
from matou.core.words import Words, count, player, winning
from matou.games.chopchop.components import (
    CAT,
    CHEESES,
    COLUMNS,
    HOLES,
    KINDS,
    KNIFE,
    MICE,
    MOUSE,
    NAMES,
    PLACE_OF,
    PLACES,
    QUIET_TURNS,
    ROWS,
    SET,
)
from matou.games.chopchop.names import (
    SIDES,
    TILE_EFFECTS,
    TILE_NAMES,
    mouse_at,
    on,
    onto,
    seat_role,
    visible,
)
from matou.games.chopchop.rules import (
    ALL_CAUGHT,
    CATCH,
    HOME_SAFE,
    PUT,
    ROLL,
    TAKE,
    TURN,
)
from matou.games.chopchop.state import (
    CAUGHT,
    EXTRA,
    FINISHED,
    FLYING,
    FORKING,
    NOBODY,
    NOWHERE,
    PLACING,
    ROLLING,
    State,
)
from matou.kit.linking import CHANCE, OVER

if TYPE_CHECKING:
    from matou.core.state import Observation

TITLE = Words("Chop! Chop!", "Chop! Chop!")
TAGLINE = Words(
    f"One cat, {spelt(MICE).en} mice, {spelt(CHEESES).en} cheeses and a kitchen floor full of "
    "surprises.",
    f"Un chat, {spelt(MICE).fr} souris, {spelt(CHEESES).fr} fromages et un carrelage plein de "
    "surprises.",
)
MINUTES = 15
OPTION_NAMES: dict[str, Words] = {}
OPTIONS: dict[str, Words] = {}
CHOICES: dict[str, Words] = {}


def side(seat: int) -> Words:
    """What a seat plays: seat 0 is the cat, all others share the mice."""
    return Words("the mice too", "les souris aussi") if seat > 1 else seat_role(seat)


def describe(s: State, a: int) -> Words:
    if a >= ROLL:
        return _fell(a, s.side)
    if a >= PUT:
        return _done(a, NOBODY, False, False)
    start, end = divmod(a % CATCH, PLACES)
    if a >= CATCH:
        return _done(a, mouse_at(s, end), False, False)
    if s.side == CAT:
        return _done(a, NOBODY, True, False)
    return _done(a, mouse_at(s, start), False, s.cheese & SET[end] != 0)


@cache
def _fell(a: int, of: int) -> Words:
    """What chance did."""
    if a >= TURN:
        tile, effect = TILE_NAMES[a - TURN], TILE_EFFECTS[a - TURN]
        return Words(
            f"The tile turns: {tile.en} ({effect.en})", f"La tuile révèle : {tile.fr} ({effect.fr})"
        )
    side, face = seat_role(0 if of == CAT else 1), a - ROLL + 1
    return Words(f"The die of {side.en} shows {face}", f"Dé : {face} pour {side.fr}")


@lru_cache(maxsize=8192)
def _done(a: int, mouse: int, is_cat: bool, wins: bool) -> Words:
    """What a player does, with that mouse or to it, or with the cat."""
    if a >= TAKE:
        square = NAMES[a - TAKE]
        return Words(f"Fork up the cheese on {square}", f"Piquer le fromage en {square}")
    if a >= PUT:
        square = NAMES[a - PUT][1:]
        return Words(
            f"Put the cat on the table, at {square}", f"Poser le chat sur la table, en {square}"
        )
    end, who = a % CATCH % PLACES, mouse + 1
    if a >= CATCH:
        return Words(
            f"The cat catches mouse {who} on {NAMES[end]}",
            f"Le chat attrape la souris {who} en {NAMES[end]}",
        )
    aim = onto(end)
    if is_cat:
        return Words(f"The cat goes {aim.en}", f"Le chat va {aim.fr}")
    bonus = Words(" and wins a cheese", " et gagne un fromage") if wins else Words("", "")
    return Words(f"Mouse {who} goes {aim.en}{bonus.en}", f"La souris {who} va {aim.fr}{bonus.fr}")


def prompt(view: Observation) -> Words:
    s: State = view.s
    if view.actor == OVER:
        return verdict(s)
    if view.actor == CHANCE:
        if s.phase == ROLLING:
            return Words("The die is rolling.", "Le dé roule.")
        return Words("A tile is being turned.", "Une tuile se retourne.")
    if view.actor != view.seat:
        if s.phase == PLACING or s.side == CAT:
            return Words("The cat is thinking.", "Le chat réfléchit.")
        return Words("The mice are thinking.", "Les souris réfléchissent.")
    return asked(s)


def asked(s: State) -> Words:
    """What the player who is to act may do now."""
    if s.phase == PLACING:
        return Words("Put your cat on the table.", "Pose ton chat sur la table.")
    if s.phase == FORKING:
        return Words(
            "The fork takes a visible cheese: choose one.",
            "La fourchette prend un fromage visible : choisis lequel.",
        )
    cat = s.side == CAT
    piece = Words("your cat", "ton chat") if cat else Words("mouse", "la souris")
    if not cat and s.mover != NOBODY:
        piece = Words(f"mouse {s.mover + 1}", f"la souris {s.mover + 1}")
    if s.phase == FLYING:
        return Words(
            f"Arrow! Send {piece.en} to any square.",
            f"Flèche ! Envoie {piece.fr} sur la case de ton choix.",
        )
    en_steps = "1 step" if s.steps == 1 else f"{s.steps} steps"
    fr_steps = "1 pas" if s.steps == 1 else f"{s.steps} pas"
    if s.phase == EXTRA:
        return Words(
            f"+{s.steps}: move {piece.en} exactly {en_steps} more.",
            f"+{s.steps} : avance {piece.fr} d’exactement {fr_steps} de plus.",
        )
    if not cat and s.mover == NOBODY:
        piece = Words("a mouse", "une souris")
    again = Words("", "")
    if s.rolls == 2:
        again = Words(" You play twice.", " Tu joues deux fois.")
    return Words(
        f"Move {piece.en} exactly {en_steps}.{again.en}",
        f"Avance {piece.fr} d’exactement {fr_steps}.{again.fr}",
    )


def verdict(s: State) -> Words:
    """Who won, and how."""
    if s.ending == ALL_CAUGHT:
        return Words(
            f"The cat has caught all {spelt(MICE).en} mice!",
            f"Le chat a attrapé les {spelt(MICE).fr} souris !",
        )
    if s.ending == HOME_SAFE:
        return Words(
            f"The mice are home with all {spelt(CHEESES).en} cheeses!",
            f"Les souris sont rentrées avec les {spelt(CHEESES).fr} fromages !",
        )
    return Words(
        f"{QUIET_TURNS} turns without anything happening: a draw.",
        f"{QUIET_TURNS} tours sans que rien n’arrive : partie nulle.",
    )


def board(view: Observation) -> Words:
    s: State = view.s
    now = winning(view.winners) if view.stopped else standing(s)
    lines = [now, *players_lines(s), *turned_line(view), *passed_line(view)]
    lines += map_lines(s)
    if s.cat == NOWHERE:
        lines.append(Words("The cat waits beside the table.", "Le chat attend près de la table."))
    else:
        where = on(s, s.cat)
        over_cheese = s.cheese & SET[s.cat] and NAMES[s.cat][0] != "T"
        sits = Words(", on a cheese", ", sur un fromage") if over_cheese else Words("", "")
        lines.append(Words(f"Cat: {where.en}{sits.en}", f"Chat : {where.fr}{sits.fr}"))
    for i in range(MICE):
        where = Words("caught", "attrapée") if s.mouse[i] == CAUGHT else on(s, s.mouse[i])
        lines.append(Words(f"Mouse {i + 1}: {where.en}", f"Souris {i + 1} : {where.fr}"))
    lines += [holes_line(s), cheeses_line(s), unseen_line(s), *floor_lines(s)]
    if s.quiet:
        lines.append(
            Words(
                f"Turns without anything happening: {s.quiet} (a draw at {QUIET_TURNS})",
                f"Tours sans que rien n’arrive : {s.quiet} (partie nulle à {QUIET_TURNS})",
            )
        )
    return Words("\n".join(w.en for w in lines), "\n".join(w.fr for w in lines))


def players_lines(s: State) -> list[Words]:
    """Who plays which side."""
    lines = []
    for seat in range(s.seats):
        side = seat_role(seat)
        lines.append(Words(f"{player(seat)}: {side.en}", f"{player(seat)} : {side.fr}"))
    return lines


def turned_line(view: Observation) -> list[Words]:
    """The tiles turned since the die was thrown."""
    _, tiles = since_the_die(view)
    if not tiles:
        return []
    en = ", ".join(TILE_NAMES[kind].en for kind in tiles)
    fr = ", ".join(TILE_NAMES[kind].fr for kind in tiles)
    return [Words(f"Turned since the die: {en}", f"Retournées depuis le dé : {fr}")]


def since_the_die(view: Observation) -> tuple[int, list[int]]:
    """The last die thrown (0 before the first) and the tiles turned since."""
    tiles: list[int] = []
    for seen in view.backwards():
        if seen.action >= TURN:
            tiles.insert(0, seen.action - TURN)
        elif seen.action >= ROLL:
            return seen.action - ROLL + 1, tiles
    return 0, tiles


def passed(view: Observation) -> tuple[int, int]:
    """The side whose roll has just passed by itself (CC3), and the die; (NOBODY, 0) otherwise."""
    last = [seen.action for seen in islice(view.backwards(), 2)]
    if view.s.phase != ROLLING or not last or not ROLL <= last[0] < TURN:
        return NOBODY, 0
    # After a knife another roll is due; otherwise it is the other side's turn by now.
    is_first_of_two = last[1:] == [TURN + KNIFE]
    side = view.s.side if is_first_of_two else CAT + MOUSE - view.s.side
    return side, last[0] - ROLL + 1


def passed_line(view: Observation) -> list[Words]:
    """A die that nobody could move by."""
    side, value = passed(view)
    if side == NOBODY:
        return []
    who = Words("the cat", "le chat") if side == CAT else Words("the mice", "les souris")
    return [
        Words(
            f"Die {value} for {who.en}: nobody could move.",
            f"Dé {value} pour {who.fr} : personne ne pouvait avancer.",
        )
    ]


def floor_lines(s: State) -> list[Words]:
    """Which squares still have their tile, row by row: what the plan shows, for the ear."""
    rows = []
    for row in range(ROWS, 0, -1):
        covered = [
            f"{column}{row}"
            for column in COLUMNS
            if (place := PLACE_OF.get(f"{column}{row}", NOWHERE)) != NOWHERE and s.down & SET[place]
        ]
        if covered:
            rows.append(Words("  " + ", ".join(covered), "  " + ", ".join(covered)))
    title = Words("Where tiles lie face down:", "Où les tuiles sont cachées :")
    return [title, *rows] if rows else []


def standing(s: State) -> Words:
    """Whose turn it is and what the state waits for."""
    if s.phase == FINISHED:
        return verdict(s)
    if s.phase == PLACING:
        return Words("The cat is to be placed.", "Le chat va être posé.")
    side = Words("Cat", "Au chat") if s.side == CAT else Words("Mice", "Aux souris")
    who = Words("", "")
    if s.side == MOUSE and s.seats > 2:
        who = Words(f" ({player(s.player)})", f" ({player(s.player)})")
    due = Words("", "")
    if s.rolls == 2:
        due = Words(", two rolls after a knife", ", deux lancers après un couteau")
    if s.steps and s.phase != EXTRA:
        now = Words(f"die {s.steps}", f"dé {s.steps}")
    elif s.steps:
        now = Words(f"extra move +{s.steps}", f"pas en plus +{s.steps}")
    elif s.phase == FLYING:
        now = Words("arrow", "flèche")
    elif s.phase == FORKING:
        now = Words("fork", "fourchette")
    elif s.phase == ROLLING:
        now = Words("the die is to be thrown", "le dé va être lancé")
    else:
        now = Words("a tile is to be turned", "une tuile va être retournée")
    return Words(
        f"{side.en} to play{who.en}{due.en}: {now.en}",
        f"{side.fr} de jouer{who.fr}{due.fr} : {now.fr}",
    )


def map_lines(s: State) -> list[Words]:
    """The kitchen as rows of letters, row 7 at the top; the table as cat / what is beneath.

    A plan is for the eye: every line of it is set in, and other lines say the same in words.
    """
    above, below = (" " * (5 + 3 * COLUMNS.index(HOLES[name][0])) for name in "NS")
    rows = [f"{above}{cell(s, 'N')}"]
    for row in range(ROWS, 0, -1):
        west = cell(s, "W") if HOLES["W"] == f"{COLUMNS[0]}{row}" else "  "
        east = cell(s, "E") if HOLES["E"] == f"{COLUMNS[-1]}{row}" else ""
        squares = " ".join(square_mark(s, f"{column}{row}") for column in COLUMNS)
        rows.append(f"{west} {row} {squares} {east}".rstrip())
    rows += [f"{below}{cell(s, 'S')}", f"     {'  '.join(COLUMNS)}"]
    key = Words(
        f"   Key: C cat, 1-{MICE} mice, ? tile, $ cheese, . bare, # table, = under it, "
        "o hole, p plate",
        f"   Légende : C chat, 1-{MICE} souris, ? tuile, $ fromage, . nu, # table, = "
        "dessous, o trou, p plaque",
    )
    return [*(Words(line.rstrip(), line.rstrip()) for line in rows), key]


def cell(s: State, name: str) -> str:
    """A hole: its mouse, and whether it is still a home plate."""
    place = PLACE_OF[name]
    kind = "p" if s.plates & SET[place] else "o"
    who = mouse_at(s, place)
    return kind + (" " if who == NOBODY else str(who + 1))


def square_mark(s: State, square: str) -> str:
    """Two letters for a square: what stands there, and what lies there."""
    top = PLACE_OF.get(f"T{square}", NOWHERE)
    floor = PLACE_OF.get(square, NOWHERE)
    piece = "C" if s.cat != NOWHERE and s.cat in (top, floor) else ""
    if top != NOWHERE and floor == NOWHERE:
        return (piece or "#") + "#"
    who = mouse_at(s, floor)
    mouse = "" if who == NOBODY else str(who + 1)
    lies = "?" if s.down & SET[floor] else "$" if s.cheese & SET[floor] else "."
    if top != NOWHERE:
        return (piece or "#") + (mouse or ("?" if lies == "?" else "="))
    return (piece or mouse or lies) + (lies if piece or mouse else " ")


def holes_line(s: State) -> Words:
    turned = [name for name in HOLES if not s.plates & SET[PLACE_OF[name]]]
    plates = [name for name in HOLES if name not in turned]
    holes_en, plates_en = (", ".join(SIDES[name].en for name in row) for row in (turned, plates))
    holes_fr, plates_fr = (", ".join(SIDES[name].fr for name in row) for row in (turned, plates))
    return Words(
        f"Holes: {holes_en or 'none'}; plates not turned: {plates_en or 'none'}",
        f"Trous : {holes_fr or 'aucun'} ; plaques non retournées : {plates_fr or 'aucune'}",
    )


def cheeses_line(s: State) -> Words:
    seen = ", ".join(NAMES[p] for p in visible(s))
    won = count(s.won, "cheese", "fromage")
    return Words(
        f"The mice hold {s.won} of {CHEESES} cheeses; visible: {seen or 'none'}",
        f"Les souris ont {won.fr} sur {CHEESES} ; visibles : {seen or 'aucun'}",
    )


def unseen_line(s: State) -> Words:
    left = [(TILE_NAMES[kind], s.unseen[kind]) for kind in range(KINDS) if s.unseen[kind]]
    if not left:
        return Words("Tiles still face down: none", "Tuiles encore cachées : aucune")
    n = sum(n for _, n in left)
    return Words(
        f"Tiles still face down: {n} ({', '.join(f'{w.en} ×{n}' for w, n in left)})",
        f"Tuiles encore cachées : {n} ({', '.join(f'{w.fr} ×{n}' for w, n in left)})",
    )


def tally(s: State, seat: int, memory: bool) -> None:
    """The cat catches all mice or it does not: there is nothing to count (CC2)."""


def score_lines(s: State, seat: int) -> list[Words]:
    caught = sum(1 for i in range(MICE) if s.mouse[i] == CAUGHT)
    if seat == 0:
        lines = [Words(f"{caught} of {MICE} mice caught", f"{caught} souris sur {MICE} attrapées")]
    else:
        out = sum(1 for name in HOLES if not s.plates & SET[PLACE_OF[name]])
        lines = [
            Words(
                f"{s.won} of {CHEESES} cheeses", f"{count(s.won, '', 'fromage').fr} sur {CHEESES}"
            ),
            Words(
                f"{out} of {MICE} mice have left their home plate",
                f"{out} souris sur {MICE} ont quitté leur plaque",
            ),
        ]
    return lines
