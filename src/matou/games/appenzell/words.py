"""What Château d'Appenzell says to people. Covered tiles are said by ``memory`` alone."""

from __future__ import annotations

from functools import lru_cache

from matou.core.numerals import capital
from matou.core.state import Observation
from matou.core.words import OR, Words, count, does, figures, listed, player, players, winning
from matou.games.appenzell.components import (
    ACTIONS_A_TURN,
    CHEESES,
    COLUMNS,
    GOALS,
    KINDS,
    LOST,
    ROOM_LETTERS,
    ROOMS,
    SIDE,
    SPARE,
    SQUARES,
    TOWERS,
    TRAP,
    TURNS,
    UNKNOWN,
    square_name,
)
from matou.games.appenzell.names import (
    KIND_WORDS,
    ROOF_WORDS,
    line,
    material,
    place,
    roof,
    shown_at,
    so_many_mice,
)
from matou.games.appenzell.plan import (
    MOVE_FROM,
    MOVE_TO,
    PLACE_SQUARE,
    ROOM_OF,
    ROOM_SET,
    SLIDING_SET,
)
from matou.games.appenzell.state import (
    END,
    ENTER,
    LIFT,
    MICE_LOST,
    MOVE,
    PUSH,
    REVEAL,
    State,
)
from matou.kit.linking import CHANCE

TITLE = Words("Château d’Appenzell", "Château d’Appenzell")
TAGLINE = Words(
    "Lift roofs, remember what lies beneath, and slide the floor away under each other.",
    "Soulève les toits, retiens ce qu’ils cachent et fais glisser le sol sous les autres.",
)
MINUTES = 30
LONGER = listed([figures(goal) for goal in GOALS[1:]], OR)
OPTION_NAMES = {
    "castle": Words("side of the castle", "côté du château"),
    "goal": Words("cheeses to win", "fromages pour gagner"),
    "push_back": Words("pushing back", "repousser"),
}
OPTIONS = {
    "castle": Words(
        "Which side of the castle: the front, or the back with other rooms",
        "Quel côté du château : la face, ou le dos aux autres pièces",
    ),
    "goal": Words(
        f"How many different cheeses win: {GOALS[0]}, or {LONGER.en} for a longer game, advised "
        "for two or three players",
        f"Combien de fromages différents font gagner : {GOALS[0]}, ou {LONGER.fr} pour jouer "
        "plus longtemps, "
        "conseillé à deux ou trois",
    ),
    "push_back": Words(
        "May the last push be pushed straight back?",
        "Peut-on repousser aussitôt la dernière poussée ?",
    ),
}
CHOICES = {"front": Words("the front", "la face"), "back": Words("the back", "le dos")}


def describe(s: State, a: int) -> Words:
    """An action in words, as something to do."""
    return _described(a, s.castle, s.tile[SPARE])


@lru_cache(maxsize=4096)
def _described(a: int, castle: int, spare: int) -> Words:
    if a >= REVEAL:
        where, kind = divmod(a - REVEAL, KINDS)
        return shown_at(PLACE_SQUARE[where], kind)
    if a == END:
        return Words("End the turn", "Finir le tour")
    if a >= PUSH:
        where_, what = line(a - PUSH), KIND_WORDS[spare]
        return Words(
            f"Push {where_.en}, with the spare ({what.en})",
            f"Pousser {where_.fr}, avec la réserve ({what.fr})",
        )
    if a >= MOVE:
        return describe_move(MOVE_FROM[a - MOVE], MOVE_TO[a - MOVE])
    if a >= ENTER:
        tower = square_name(TOWERS[a - ENTER])
        return Words(f"Put a mouse into tower {tower}", f"Poser une souris dans la tour {tower}")
    what = roof(castle, a - LIFT)
    return Words(f"Lift {what.en}", f"Soulever {what.fr}")


def describe_move(start: int, to: int) -> Words:
    a, b = square_name(start), square_name(to)
    far = abs(to - start)
    far = far if far < SIDE else far // SIDE
    if far == 1:
        return Words(f"Go from {a} to {b}", f"Aller de {a} à {b}")
    cost = count(far, "action", "action")
    return Words(f"Jump from {a} to {b} ({cost.en})", f"Sauter de {a} à {b} ({cost.fr})")


def prompt(view: Observation) -> Words:
    """What may be done now, in one sentence."""
    s: State = view.s
    if view.over:
        return result(view)
    if view.actor == CHANCE:
        spot = place(s.reveal)
        return Words(f"A tile is turned over: {spot.en}.", f"Une tuile se retourne : {spot.fr}.")
    left = count(s.left, "action", "action")
    if view.seat != s.seat:
        who = player(s.seat)
        if s.placing:
            return Words(f"{who} chooses a tower.", f"{who} choisit une tour.")
        return Words(f"{who} has {left.en} left.", f"{who} a encore {left.fr}.")
    if s.placing:
        return Words("Put a mouse into a free tower.", "Pose une souris dans une tour libre.")
    if s.left == ACTIONS_A_TURN:
        return Words(
            f"Your turn: {left.en}. Lift a roof, enter, move or push.",
            f"À toi : {left.fr}. Soulève un toit, entre, avance ou pousse.",
        )
    pushed = Words(" You have pushed.", " Tu as poussé.") if s.pushed else Words("", "")
    return Words(
        f"{left.en} left, or end your turn.{pushed.en}",
        f"Encore {left.fr}, ou finis ton tour.{pushed.fr}",
    )


def result(view: Observation) -> Words:
    """Who has won, and why the game ended."""
    s: State = view.s
    if view.stopped:
        return winning(view.winners)
    if s.ending == MICE_LOST:
        losers = [seat for seat in range(s.seats) if s.fallen[seat] >= LOST]
        lost = Words(does(losers[0], "has", "have"), does(losers[0], "a", "as"))
        if len(losers) > 1:
            lost = Words(f"{players(losers).en} have", f"{players(losers).fr} ont")
        end = Words(
            f"{lost.en} {so_many_mice(LOST).en} in the cellar",
            f"{lost.fr} {so_many_mice(LOST).fr} à la cave",
        )
    elif view.ended_by == "AP15":
        end = Words(f"{TURNS} turns are over", f"les {TURNS} tours sont joués")
    else:
        end = Words(f"{s.goal} different cheeses", f"{s.goal} fromages différents")
    return winning(view.winners, end)


def tally(s: State, seat: int, memory: bool) -> Words:
    held = s.cheeses[seat].bit_count()
    return Words(f"{held} of {s.goal} cheeses", f"{count(held, '', 'fromage').fr} sur {s.goal}")


def score_lines(s: State, seat: int) -> list[Words]:
    """A seat's cheeses, one a line."""
    held = [capital(KIND_WORDS[kind]) for kind in range(CHEESES) if s.cheeses[seat] >> kind & 1]
    return held or [Words("No cheese", "Aucun fromage")]


# --- the board in words


def board(view: Observation) -> Words:
    """All that the picture says: the plan of the castle, then everybody's mice and cheeses."""
    s: State = view.s
    spare = KIND_WORDS[s.tile[SPARE]]
    if s.tile[SPARE] == UNKNOWN:
        spare = Words("not seen yet", "pas encore vue")
    plan = "\n".join(plan_lines(s))
    mice = ", ".join(f"*{seat + 1} {player(seat)}" for seat in range(s.seats))
    key = Words(
        "   Key: letters covered rooms, [] towers, _ stone, . bare floor, X traps, "
        f"A B C Ed Em Go Gr cheeses, mice: {mice}",
        "   Légende : lettres pièces couvertes, [] tours, _ pierre, . dalle nue, X trappes, "
        f"A B C Ed Em Go Gr fromages, souris : {mice}",
    )
    lines = [
        Words(f"Spare tile: {spare.en}", f"Tuile de réserve : {spare.fr}"),
        Words(plan, plan),
        key,
        *room_lines(s),
        *(player_line(view, seat) for seat in range(s.seats)),
        turn_line(view),
    ]
    return Words("\n".join(w.en for w in lines), "\n".join(w.fr for w in lines))


CODES = ("A", "B", "C", "Ed", "Em", "Go", "Gr", ".", "X", "?")


def plan_lines(s: State) -> list[str]:
    """The castle from above, row 7 first; slots stand where their line begins."""
    mouse_on = {
        square: seat
        for seat in range(s.seats)
        for square in range(SQUARES)
        if s.mice[seat] >> square & 1
    }
    top, foot, head = "   ", "   ", "   "
    for column in range(SIDE):
        slides = column % 2 == 1
        top += f" {'-' + COLUMNS[column] if slides else '':<5}"
        foot += f" {'+' + COLUMNS[column] if slides else '':<5}"
        head += f" {COLUMNS[column]:<5}"
    rows = [head.rstrip(), top.rstrip()]
    for row in reversed(range(SIDE)):
        cells = [cell(s, row * SIDE + column, mouse_on) for column in range(SIDE)]
        west, east = (f">{row + 1}", f"<{row + 1}") if row % 2 else (f" {row + 1}", "")
        rows.append((f"{west} " + "".join(f" {c:<5}" for c in cells) + f" {east}").rstrip())
    return [*rows, foot.rstrip()]


def cell(s: State, square: int, mouse_on: dict[int, int]) -> str:
    """One square as people see it: never what lies under a roof."""
    mouse = f"*{mouse_on[square] + 1}" if square in mouse_on else ""
    if square in TOWERS:
        return f"[{mouse}]"
    if s.open_squares >> square & 1 == 0:
        return ROOM_LETTERS[ROOM_OF[s.castle * SQUARES + square]].lower() * 2
    return (CODES[s.tile[square]] if SLIDING_SET >> square & 1 else "_") + mouse


def room_lines(s: State) -> list[Words]:
    """What the plan shows, for the ear: the rooms that lie open with their floor, and the roofs."""
    lifted, covered = [], []
    for room in range(ROOMS):
        squares = [i for i in range(SQUARES) if ROOM_SET[s.castle * ROOMS + room] >> i & 1]
        what = ROOF_WORDS[material(s.castle, room)]
        name = Words(
            f"  room {ROOM_LETTERS[room]}, {what.en}: ",
            f"  pièce {ROOM_LETTERS[room]}, {what.fr} : ",
        )
        if s.open_rooms >> room & 1:
            spots = [standing(s, square) for square in squares]
            lifted.append(
                Words(
                    name.en + ", ".join(w.en for w in spots),
                    name.fr + ", ".join(w.fr for w in spots),
                )
            )
        else:
            where = ", ".join(square_name(square) for square in squares)
            covered.append(Words(name.en + where, name.fr + where))
    if lifted:
        lifted.insert(0, Words("Rooms that lie open:", "Pièces ouvertes :"))
    if covered:
        covered.insert(0, Words("Roofs that are on:", "Toits en place :"))
    return lifted + covered


def player_line(view: Observation, seat: int) -> Words:
    """One player: mice inside and on what, outside, in the cellar; cheeses."""
    s: State = view.s
    who = player(seat)
    spots = []
    for square in range(SQUARES):
        if s.mice[seat] >> square & 1:
            spots.append(standing(s, square))
    parts = [
        listed(spots) if spots else Words("none inside", "aucune à l’intérieur"),
        Words(f"{s.outside[seat]} outside", f"{s.outside[seat]} dehors"),
        Words(f"{s.fallen[seat]} in the cellar", f"{s.fallen[seat]} à la cave"),
    ]
    kinds = [KIND_WORDS[kind] for kind in range(CHEESES) if s.cheeses[seat] >> kind & 1]
    n = s.cheeses[seat].bit_count()
    won = Words(f"{n} of {s.goal} cheeses", f"{count(n, '', 'fromage').fr} sur {s.goal}")
    if kinds:
        what = listed(kinds)
        won = Words(f"{won.en} ({what.en})", f"{won.fr} ({what.fr})")
    return Words(
        f"{who}: {won.en}; mice: " + "; ".join(p.en for p in parts) + ".",
        f"{who} : {won.fr} ; souris : " + " ; ".join(p.fr for p in parts) + ".",
    )


def standing(s: State, square: int) -> Words:
    """Where a mouse stands, and on what."""
    name = square_name(square)
    if square in TOWERS:
        return Words(f"tower {name}", f"tour {name}")
    if SLIDING_SET >> square & 1 == 0:
        return Words(f"{name} (stone)", f"{name} (pierre)")
    what = KIND_WORDS[s.tile[square]]
    return Words(f"{name} ({what.en})", f"{name} ({what.fr})")


def turn_line(view: Observation) -> Words:
    """How far the game is, and what is closed."""
    s: State = view.s
    said = prompt(view)
    if s.placing or view.over:
        return said
    turn = min(s.turn + 1, TURNS)
    words = Words(f"Turn {turn} of {TURNS}. {said.en}", f"Tour {turn} sur {TURNS}. {said.fr}")
    if view.actor == CHANCE:
        left = count(s.left, "action", "action")
        words = Words(f"{words.en} {left.en} left.", f"{words.fr} Encore {left.fr}.")
    if s.pushed and (view.seat != s.seat or view.actor == CHANCE):
        words = Words(f"{words.en} A line was pushed.", f"{words.fr} Une ligne a été poussée.")
    if s.closed >= 0:
        shut = line(s.closed)
        words = Words(
            f"{words.en} Closed to pushing: {shut.en}.", f"{words.fr} Poussée fermée : {shut.fr}."
        )
    return words


def memory(view: Observation) -> Words:
    """The memory help: what was seen under the roofs, and what nobody has seen yet."""
    s: State = view.s
    lines = []
    for room in range(ROOMS):
        if s.open_rooms >> room & 1:
            continue
        seen = []
        for square in range(SQUARES):
            if ROOM_SET[s.castle * ROOMS + room] >> square & 1 and s.tile[square] < UNKNOWN:
                name, what = square_name(square), KIND_WORDS[s.tile[square]]
                seen.append(Words(f"{name} {what.en}", f"{name} {what.fr}"))
        if seen:
            letter, what = ROOM_LETTERS[room], listed(seen)
            lines.append(
                Words(f"Under roof {letter}: {what.en}", f"Sous le toit {letter} : {what.fr}")
            )
    unseen = [
        Words(f"{s.unseen[kind]} {KIND_WORDS[kind].en}", f"{s.unseen[kind]} {KIND_WORDS[kind].fr}")
        for kind in range(TRAP + 1)
        if s.unseen[kind] > 0
    ]
    if unseen:
        what = listed(unseen)
        lines.append(Words(f"Never seen: {what.en}", f"Jamais vues : {what.fr}"))
    return Words("\n".join(w.en for w in lines), "\n".join(w.fr for w in lines))
