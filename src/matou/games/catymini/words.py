"""What Caty Mini says to people, in French and English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matou.core.numerals import spelt
from matou.core.words import Words, count, does, figures, of_player, player, winning
from matou.core.words import listed as together
from matou.games.catymini.components import (
    ALL_TOYS_BONUS,
    BOARD_LETTERS,
    COLOUR_OF,
    COLOURS,
    EXTRAS,
    LEAST,
    ROUNDS,
    TILES,
    TOYS,
    VALUES,
    WORTH,
    heap_values,
)
from matou.games.catymini.geometry import NOTCH_AT, TOY_AT
from matou.games.catymini.look import (
    hand_tiles,
    has_started,
    pile_left,
    rounds_run,
    tile_of_round,
    tokens_won,
    would_cost,
    would_win,
)
from matou.games.catymini.names import (
    COLOUR_WORDS,
    PIECES,
    TOY_WORDS,
    WALL_WORDS,
    a_toy,
    bare,
    coloured,
    feminine,
    lines_of,
    listed,
    notch_words,
    of_the,
    tiles_of_colour,
    to_the,
)
from matou.games.catymini.rules import score
from matou.games.catymini.state import (
    ASLEEP,
    DEALING,
    DONE,
    DRAWING,
    ENTER,
    PLAY,
    PLAYING,
    REMOVE,
    REMOVING,
    RUNNING,
    SHOWING,
    SLEEP,
    START,
    STARTING,
    TAKE,
    TAKING,
    State,
)
from matou.kit.linking import CHANCE

if TYPE_CHECKING:
    from matou.core.state import Observation

TITLE = Words("Caty Mini", "Caty Mini")
TAGLINE = Words(
    "Run your thread from furniture to furniture, and win the toys it crosses.",
    "Tends ton fil de meuble en meuble, et gagne les jouets qu’il croise.",
)
MINUTES = 30
OPTION_NAMES = {
    "boards": Words("nurseries", "chambres"),
    "expert": Words("for experts", "pour experts"),
}
OPTIONS = {
    "boards": Words(
        "Who plays in which nursery",
        "Qui joue dans quelle chambre",
    ),
    "expert": Words(
        f"One point more for each kind of toy, {spelt(ALL_TOYS_BONUS).en} for all {spelt(TOYS).en}",
        f"Un point de plus par sorte de jouet, {spelt(ALL_TOYS_BONUS).fr} pour les "
        f"{spelt(TOYS).fr}",
    ),
}


CHOICES = {letter: Words(f"nursery {letter}", f"chambre {letter}") for letter in BOARD_LETTERS}


def describe(s: State, a: int) -> Words:
    if a < PLAY:
        what = coloured(a)
        if s.phase == SHOWING:
            return Words(f"The middle shows {what.en}", f"Au milieu : {what.fr}")
        return Words(
            f"{does(s.turn, 'draws', 'draw')} {what.en}",
            f"{does(s.turn, 'pioche', 'pioches')} {what.fr}",
        )
    if a < ENTER:
        what = coloured(a - PLAY)
        return Words(f"Play {what.en}", f"Jouer {what.fr}")
    if a < START:
        return describe_run(s, a - ENTER)
    if a < TAKE:
        where = notch_words(s.board[s.turn], a - START)
        return Words(f"Start the thread at {where.en}", f"Attacher le fil {to_the(where.fr)}")
    if a < REMOVE:
        colour = COLOUR_WORDS[a - TAKE]
        return Words(
            f"Take an extra tile from the {colour.en} pile",
            f"Prendre une tuile de plus dans la pile {feminine(colour.fr)}",
        )
    if a < SLEEP:
        token = a_toy((a - REMOVE) // VALUES, (a - REMOVE) % VALUES + LEAST)
        return Words(f"A token leaves the game: {token.en}", f"Un jeton quitte le jeu : {token.fr}")
    return Words(
        "The cat sleeps: the thread left reaches neither notch",
        "Le chat dort : le fil restant n’atteint aucune encoche",
    )


def describe_run(s: State, notch: int) -> Words:
    where = notch_words(s.board[s.turn], notch)
    cost = figures(would_cost(s, s.turn, notch))
    won = together([a_toy(toy, value) for toy, value in would_win(s, s.turn, notch)])
    wins = Words(f"for {won.en}", f"pour {won.fr}") if won.en else Words("no toy", "sans jouet")
    return Words(
        f"Run to {where.en}: {cost.en} of thread, {wins.en}",
        f"Courir {to_the(where.fr)} : {cost.fr} de fil, {wins.fr}",
    )


def prompt(view: Observation) -> Words:
    s: State = view.s
    if s.phase == DONE:
        return Words("The game is over.", "La partie est finie.")
    if view.actor == CHANCE:
        return chance_prompt(s)
    if view.actor != view.seat:
        return Words(f"{player(view.actor)} is thinking.", f"{player(view.actor)} réfléchit.")
    if s.phase == TAKING:
        return asked_pile(s)
    piece = PIECES[tile_of_round(s)]
    if s.phase == STARTING:
        return Words(
            f"Start your thread at one of the two notches of {piece.en}.",
            f"Attache ton fil à l’une des deux encoches {of_the(piece.fr)}.",
        )
    if s.phase == PLAYING:
        return Words(
            "Play a tile: all cats will run there.",
            "Joue une tuile : tous les chats y courront.",
        )
    if view.legal() == [SLEEP]:
        return Words(
            "Your thread is too short: your cat sleeps this round.",
            "Ton fil est trop court : ton chat dort ce tour-ci.",
        )
    if len(view.legal()) == 1:
        return Words(
            f"Run to {piece.en}: your thread reaches only one of its notches.",
            f"Ton chat court vers {piece.fr} : ton fil n’atteint qu’une de ses encoches.",
        )
    return Words(
        f"Run to {piece.en}: by which of its two notches?",
        f"Ton chat court vers {piece.fr} : par laquelle de ses deux encoches ?",
    )


def asked_pile(s: State) -> Words:
    """CM2: which of one's extra tiles it is."""
    nth, all_ = s.step + 1, EXTRAS[s.seats]
    if all_ == 1:
        return Words(
            "Choose the pile of your extra tile.", "Choisis la pile de ta tuile supplémentaire."
        )
    return Words(
        f"Choose the pile of your extra tile ({nth} of {all_}).",
        f"Choisis la pile de ta tuile supplémentaire ({nth} sur {all_}).",
    )


def chance_prompt(s: State) -> Words:
    if s.phase == SHOWING:
        return Words("The first tile is being shown.", "La première tuile se découvre.")
    if s.phase == REMOVING:
        return Words("Some tokens leave the game.", "Quelques jetons quittent le jeu.")
    return Words("Tiles are being dealt.", "On distribue les tuiles.")


# --- the board in words


def board(view: Observation) -> Words:
    s: State = view.s
    lines = [*turn_line(view), *middle_lines(s)]
    for seat in range(s.seats):
        lines += seat_lines(view, seat)
    return lines_of(lines)


def turn_line(view: Observation) -> list[Words]:
    """Whose turn it is, or who has won."""
    if view.actor == view.seat:
        return [Words("It is your turn.", "C’est ton tour.")]
    if view.actor >= 0:
        seat = view.actor
        return [Words(f"It is {player(seat)}’s turn.", f"C’est le tour {of_player(seat)}.")]
    if view.actor == CHANCE:
        return []
    return [winning(view.winners)]


def middle_lines(s: State) -> list[Words]:
    lines = []
    if s.phase >= PLAYING:
        at = min(s.round + 1, ROUNDS)
        lines.append(Words(f"Round {at} of {ROUNDS}", f"Tour {at} sur {ROUNDS}"))
    if s.phase != SHOWING:
        top = coloured(tile_of_round(s))
        lines.append(Words(f"In the middle: {top.en}", f"Au milieu : {top.fr}"))
        played = s.round + (1 if s.phase == RUNNING else 0)
        before = [bare(s.middle[i]) for i in range(played)]
        if before:
            under = listed(before, Words("", ""))
            lines.append(Words(f"  under it: {under.en}", f"  dessous : {under.fr}"))
    if s.phase in (SHOWING, DEALING, DRAWING, TAKING):
        for colour in range(COLOURS):
            name = COLOUR_WORDS[colour]
            left = count(pile_left(s, colour), "tile", "tuile")
            lines.append(
                Words(
                    f"{name.en.capitalize()} pile: {left.en} face down",
                    f"Pile {feminine(name.fr)} : {left.fr} face cachée",
                )
            )
    lines.append(Words("Tokens left, the top one first:", "Jetons restants, le premier dessus :"))
    for toy in range(TOYS):
        name, values = TOY_WORDS[toy], " ".join(map(str, heap_values(s.heap[toy])))
        lines.append(
            Words(f"  {name.en}: {values or 'none'}", f"  {name.fr} : {values or 'aucun'}")
        )
    return lines


def seat_lines(view: Observation, seat: int) -> list[Words]:
    s: State = view.s
    letter, thread = BOARD_LETTERS[s.board[seat]], figures(s.thread[seat])
    marker = Words("", "")
    if s.phase != DONE and seat == s.round % s.seats:
        marker = Words(", first-player marker", ", marqueur de premier joueur")
    tokens = tokens_won(s, seat)
    won = count(tokens, "token", "jeton")
    lines = [
        Words(
            f"{player(seat)}, nursery {letter}: {thread.en} of thread left, "
            f"{won.en} won{marker.en}",
            f"{player(seat)}, chambre {letter} : {thread.fr} de fil restant, "
            f"{won.fr} gagné{'' if tokens < 2 else 's'}{marker.fr}",
        )
    ]
    if s.phase == DONE:
        points = count(score(s, seat), "point", "point")
        lines.append(Words(f"  {points.en}", f"  {points.fr}"))
    lines += hand_lines(view, seat)
    if has_started(s, seat):
        lines += thread_lines(s, seat)
    return lines + room_lines(s.board[seat])


def hand_lines(view: Observation, seat: int) -> list[Words]:
    s: State = view.s
    if seat == view.seat or s.phase == DONE:
        tiles = listed([coloured(tile) for tile in hand_tiles(s, seat)], Words("empty", "vide"))
        if seat == view.seat:
            return [Words(f"  your hand: {tiles.en}", f"  ta main : {tiles.fr}")]
        return [Words(f"  hand: {tiles.en}", f"  main : {tiles.fr}")]
    counts = [tiles_of_colour(s.holds[seat][c], c) for c in range(COLOURS) if s.holds[seat][c]]
    tiles = listed(counts, Words("empty", "vide"))
    return [Words(f"  hand, face down: {tiles.en}", f"  main, cachée : {tiles.fr}")]


def thread_lines(s: State, seat: int) -> list[Words]:
    """Where the thread has been, and where it comes out."""
    room = s.board[seat]
    stops = [notch_words(room, s.path[seat][0])]
    for i in range(1, rounds_run(s, seat) + 1):
        notch = s.path[seat][i]
        stops.append(Words("asleep", "sieste") if notch == ASLEEP else notch_words(room, notch))
    out = notch_words(room, s.exit[seat])
    return [
        Words(
            "  thread entered by: " + "; ".join(w.en for w in stops),
            "  fil entré par : " + " ; ".join(w.fr for w in stops),
        ),
        Words(f"  it leaves from: {out.en}", f"  il sort par : {out.fr}"),
    ]


def room_lines(room: int) -> list[Words]:
    """A nursery's walls, clockwise round the room, and where its toys lie."""
    lines = []
    for wall in range(COLOURS):
        tiles = [tile for tile in range(TILES) if COLOUR_OF[tile] == wall]
        # Clockwise round the room: east, south, west and north along each wall.
        x, y = ((1, 0), (0, 1), (-1, 0), (0, -1))[wall]
        tiles.sort(key=lambda t: NOTCH_AT[room][2 * t][0] * x + NOTCH_AT[room][2 * t][1] * y)
        pieces = listed([bare(tile) for tile in tiles], Words("", ""))
        side, colour = WALL_WORDS[wall], COLOUR_WORDS[wall]
        lines.append(
            Words(
                f"  {side.en} wall, {colour.en}: {pieces.en}",
                f"  mur {side.fr}, {colour.fr} : {pieces.fr}",
            )
        )
    toys = [
        Words(f"{TOY_WORDS[t].en} {x} {y}", f"{TOY_WORDS[t].fr} {x} {y}")
        for t, (x, y) in enumerate(TOY_AT[room])
    ]
    lines.append(
        Words(
            "  toys (units east and south): " + ", ".join(w.en for w in toys),
            "  jouets (unités vers l’est et le sud) : " + ", ".join(w.fr for w in toys),
        )
    )
    return lines


def memory(view: Observation) -> Words:
    """The memory help: what the face-down tokens are that all have seen."""
    s: State = view.s
    lines = []
    for seat in range(s.seats):
        won = listed(won_words(s, seat), Words("nothing yet", "rien encore"))
        points = count(score(s, seat), "point", "point")
        lines.append(
            Words(
                f"{does(seat, 'has', 'have')} won {won.en}: {points.en}",
                f"{does(seat, 'a', 'as')} gagné {won.fr} : {points.fr}",
            )
        )
    return lines_of(lines)


def won_words(s: State, seat: int) -> list[Words]:
    """The tokens of a seat, kind by kind: 'drum 2 + 3'."""
    found = []
    for toy in range(TOYS):
        values = " + ".join(map(str, heap_values(s.won[seat][toy])))
        if values:
            found.append(Words(f"{TOY_WORDS[toy].en} {values}", f"{TOY_WORDS[toy].fr} {values}"))
    return found


def tally(s: State, seat: int, memory: bool) -> Words:
    """The tokens lie face down: all see how many they are; what they are worth, at the end."""
    tokens = count(tokens_won(s, seat), "token", "jeton")
    if s.phase != DONE and not memory:
        return tokens
    points = count(score(s, seat), "point", "point")
    if s.phase == DONE:
        return points
    return Words(f"{tokens.en}, {points.en}", f"{tokens.fr}, {points.fr}")


def score_lines(s: State, seat: int) -> list[Words]:
    lines = []
    kinds = 0
    for toy in range(TOYS):
        heap = s.won[seat][toy]
        if heap:
            kinds += 1
            values, name = heap_values(heap), TOY_WORDS[toy]
            worth = count(WORTH[heap], "point", "point")
            sums = " + ".join(map(str, values)) if len(values) > 1 else ""
            lines.append(
                Words(
                    f"{name.en}: {sums and f'{sums} = '}{worth.en}",
                    f"{name.fr} : {sums and f'{sums}, soit '}{worth.fr}",
                )
            )
    if s.expert:
        bonus = count(ALL_TOYS_BONUS if kinds == TOYS else kinds, "point", "point")
        lines.append(
            Words(
                f"{count(kinds, 'kind', '').en} of toys: {bonus.en}",
                f"{count(kinds, '', 'sorte').fr} de jouets : {bonus.fr}",
            )
        )
    points = count(score(s, seat), "point", "point")
    lines.append(Words(f"total: {points.en}", f"total : {points.fr}"))
    left = figures(s.thread[seat])
    lines.append(
        Words(
            f"{left.en} of thread left, to break a tie",
            f"{left.fr} de fil restant, pour départager",
        )
    )
    return lines
