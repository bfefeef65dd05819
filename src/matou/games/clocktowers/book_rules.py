"""The rule book of Clocktowers: its numbered rules, for people."""

from __future__ import annotations

from matou.core.book import Picture, Rule, Section, moves
from matou.core.numerals import capital, of_these, spelt
from matou.core.words import Words, listed
from matou.games.clocktowers.components import (
    CAT,
    CLOCKS,
    FEWEST,
    FLOORS,
    HAND_CODES,
    MOUSE,
    POINTS,
    ROOFS,
    SEATS,
    TAKEN_OUT,
    TURNS,
    pile_size,
)

BEGIN_WITH = {
    "F1": Words("a plain one-storey floor", "un étage simple et vide"),
    "F1c": Words("a one-storey floor with a cat", "un étage simple où loge un chat"),
    "F1m": Words("a one-storey floor with a mouse", "un étage simple où loge une souris"),
    "F2": Words("a plain two-storey floor", "un étage double et vide"),
    "F2c": Words("a two-storey floor with a cat", "un étage double où loge un chat"),
    "F2m": Words("a two-storey floor with a mouse", "un étage double où loge une souris"),
    "K": Words("a plain clock", "une horloge vide"),
    "Km": Words("a clock with a mouse", "une horloge habitée par une souris"),
}


def hand() -> Words:
    """The cards that everybody begins with."""
    first, last = [BEGIN_WITH[code] for code in HAND_CODES[:-1]], BEGIN_WITH[HAND_CODES[-1]]
    return Words(
        f"{', '.join(w.en for w in first)}, and {last.en}",
        f"{', '.join(w.fr for w in first)}, et {last.fr}",
    )


def taken_out() -> Words:
    """The cards that go back into the box, by pile."""
    nouns = {
        ROOFS: Words("roof", "toit"),
        CLOCKS: Words("clock", "horloge"),
        FLOORS: Words("floor", "étage"),
    }
    parts = [
        of_these(TAKEN_OUT[pile], noun, feminine=pile == CLOCKS)
        for pile, noun in nouns.items()
        if TAKEN_OUT[pile]
    ]
    if not parts:
        return Words("No card goes back into the box.", "Aucune carte ne retourne dans la boîte.")
    said = capital(listed(parts))
    return Words(
        f"{said.en} go back into the box, and nobody looks at them.",
        f"{said.fr} retournent dans la boîte, et nul ne les regarde.",
    )


def left() -> Words:
    """The piles as a game begins, by the number of players."""
    roofs = pile_size(ROOFS, FEWEST)
    en, fr = f"That leaves {roofs} roofs; ", f"Il reste {roofs} toits "
    for seats in range(FEWEST, SEATS + 1):
        clocks, floors = pile_size(CLOCKS, seats), pile_size(FLOORS, seats)
        if seats == FEWEST:
            en += f"{clocks} clocks and {floors} floors with {spelt(seats).en} players"
            fr += f"; à {spelt(seats).fr}, {clocks} horloges et {floors} étages"
        else:
            en += f", {clocks} and {floors} with {spelt(seats).en}"
            fr += f" ; à {spelt(seats).fr}, {clocks} et {floors}"
    return Words(f"{en}.", f"{fr}.")


SETUP = Section(
    Words("Setup", "Mise en place"),
    (
        Rule(
            "CT1",
            Words("The first cards", "Les premières cartes"),
            Words(
                f"{capital(spelt(FEWEST)).en} to {spelt(SEATS).en} of you play, and everybody "
                f"begins with the same {spelt(len(HAND_CODES)).en} cards: {hand().en}. "
                "All know that, so opening hands hold no secret.",
                f"On joue de {spelt(FEWEST).fr} à {spelt(SEATS).fr}, et tout le monde débute avec "
                f"les {spelt(len(HAND_CODES)).fr} mêmes cartes : {hand().fr}. Toute la table le "
                "sait : les premières mains n’ont aucun secret.",
            ),
            (
                Words(
                    f"The game is for {spelt(FEWEST).en} to {spelt(SEATS).en} players.",
                    f"Le jeu est pour {spelt(FEWEST).fr} à {spelt(SEATS).fr} personnes.",
                ),
            ),
        ),
        Rule(
            "CT2",
            Words("The piles", "Les piles"),
            Words(
                "The other cards are sorted into three piles: roofs, clocks, floors. "
                f"{taken_out().en} {left().en} "
                "The piles lie face up, and only the card on top can be seen. The top "
                "roof is shown first, then the top clock, then the top floor. Each card you have "
                "not seen yet is as likely as any other of its kind to come next, and the ones in "
                "the box are among those you have not seen.",
                "On trie les autres cartes en trois piles : toits, horloges, étages. "
                f"{taken_out().fr} {left().fr} Les "
                "piles sont face visible, et seule la carte du dessus se voit. On découvre d’abord "
                "un toit, puis une horloge, puis un étage. Parmi les cartes d’une pile que tu n’as "
                "pas encore vues, chacune a autant de chances de venir ensuite, et celles de la "
                "boîte en font partie.",
            ),
            pictures=(
                Picture(
                    "The table at the very start: three piles, beside them how high the next "
                    "tower of each colour must be, and below your three cards.",
                    "La table au tout début : trois piles, à côté la hauteur que devra avoir "
                    "le prochain clocher de chaque couleur, et dessous tes trois cartes.",
                    moves("=R1 =K =F1"),
                    seat=0,
                    part=(0, 0, 720, 370),
                ),
            ),
        ),
        Rule(
            "CT3",
            Words("Who begins", "Qui commence"),
            Words(
                "The first seat belongs to the oldest of you, who begins. After that, turns go "
                "round clockwise.",
                "La première place revient à la personne la plus âgée, et c’est elle qui ouvre la "
                "partie. Ensuite, on tourne dans le sens horaire.",
            ),
            (
                Words(
                    "Turns go round clockwise.",
                    "On tourne dans le sens horaire.",
                ),
            ),
        ),
    ),
)

TURN = Section(
    Words("Your turn", "À ton tour"),
    (
        Rule(
            "CT4",
            Words("Play, then draw", "Jouer, puis piocher"),
            Words(
                "Do two things, in this order. First play one card from your hand, or discard "
                "one. Then draw: take the top card of any pile that still has cards. Drawing is "
                "not a choice as long as a pile is left, even when it is the last one. So every "
                "turn begins and ends with "
                f"{spelt(len(HAND_CODES)).en} cards in your hand, as long as there are cards "
                "to draw. The card beneath is shown at once, before the next player does "
                "anything; a pile you have just emptied shows nothing more. When all three piles "
                "are gone, nobody draws: you go on playing or discarding, one card a turn, until "
                "your hand is empty. "
                f"Every game has exactly {TURNS} turns.",
                "Fais deux choses, dans cet ordre. D’abord, joue une carte de ta main, ou "
                "défausses-en une. Puis pioche : prends la carte du dessus d’une pile qui n’est "
                "pas vide. Tant qu’une pile reste, tu dois piocher, même si c’est la dernière. "
                "Chaque tour s’ouvre et se ferme donc sur une main de "
                f"{spelt(len(HAND_CODES)).fr} cartes, tant qu’il y "
                "a de quoi piocher. La carte suivante de cette pile se découvre aussitôt, avant "
                "que quelqu’un d’autre n’agisse ; une pile que tu viens de vider ne montre plus "
                "rien. Quand il n’y a plus de pile, plus personne ne pioche : chacun continue à "
                "jouer ou défausser une carte par tour, et les mains se vident. Une partie compte "
                f"toujours {TURNS} tours.",
            ),
            (
                Words(
                    "When the piles are empty, turns go on without a draw, and hands run down.",
                    "Quand les piles sont vides, on continue sans piocher, et les mains se vident.",
                ),
            ),
        ),
        Rule(
            "CT5",
            Words("Floors", "Les étages"),
            Words(
                "A floor either founds a new tower in front of you, or goes on top of one of your "
                "own towers that is not finished. A tower may have any number of floors, and you "
                "may have any number of towers, complete or not. Once a tower has its clock, no "
                "floor can be added to it. With the variant “floors above the clock” you may "
                "go on adding floors: there is still only one clock in a tower, all its storeys "
                "count, and its roof may then lie on a floor.",
                "Un étage fonde un nouveau clocher devant toi, ou se pose au sommet d’un de tes "
                "clochers en chantier. Un clocher peut avoir autant d’étages que tu veux, et tu "
                "peux avoir autant de clochers que tu veux, achevés ou non. Dès qu’un clocher a "
                "son horloge, il ne reçoit plus d’étage. Avec la variante « étages au-dessus de "
                "l’horloge », tu peux continuer à l’agrandir : il n’a toujours qu’une horloge, "
                "tous ses étages comptent, et le toit peut alors reposer sur un étage.",
            ),
            (
                Words(
                    "Floors, clocks and roofs go on your own towers only.",
                    "Étages, horloges et toits ne vont que sur tes propres clochers.",
                ),
                Words(
                    "Once its clock is on, a tower takes no more floors.",
                    "Une fois son horloge posée, un clocher ne reçoit plus d’étage.",
                ),
            ),
        ),
        Rule(
            "CT6",
            Words("Clocks", "Les horloges"),
            Words(
                "A clock goes on top of one of your own unfinished towers. That tower must have a "
                "floor already, one at least, and no clock yet.",
                "Une horloge se pose au sommet d’un de tes clochers en chantier. Il lui faut déjà "
                "un étage au moins, et pas encore d’horloge.",
            ),
        ),
        Rule(
            "CT7",
            Words("Roofs", "Les toits"),
            Words(
                "A roof goes on one of your own unfinished towers that has a floor, one at least, "
                "and its clock, provided the ladder of that colour allows the height (CT8). The "
                "tower is now complete. It has the colour of its roof, and yours may be of any "
                "colours. It is closed for good: nothing is ever added to it or taken away.",
                "Un toit couvre un de tes clochers en chantier qui a au moins un étage et son "
                "horloge, à condition que l’échelle de cette couleur accepte sa hauteur (CT8). Le "
                "clocher est alors achevé. Il a la couleur de son toit, et les tiens peuvent être "
                "de toutes les couleurs. Il est fermé pour toujours : on n’y ajoute ni n’y enlève "
                "plus rien.",
            ),
        ),
        Rule(
            "CT8",
            Words("The ladder", "L’échelle"),
            Words(
                "The ladder. The height of a tower is the number of storeys of its floor cards "
                "added up; its clock adds nothing. The first complete tower of a roof colour has "
                "one or two storeys. After that, each new tower of this colour has exactly one "
                "storey more than the one completed before it. The whole table shares the ladder "
                "of a colour, so your neighbour may well climb the rung you were building for. "
                "The variant “ladders” can give each player ladders of their own instead.",
                "L’échelle. La hauteur d’un clocher, c’est la somme des étages de ses cartes ; "
                "l’horloge n’ajoute rien. Le premier clocher achevé d’une couleur de toit a un ou "
                "deux étages. Ensuite, chaque nouveau clocher de cette couleur en a exactement un "
                "de plus que celui achevé juste avant. Toute la table partage l’échelle d’une "
                "couleur : quelqu’un peut donc très bien prendre l’échelon que tu préparais. "
                "La variante « échelles » peut donner à chacun ses propres échelles.",
            ),
            (
                Words(
                    "The whole table shares the ladder of a colour.",
                    "Toute la table partage l’échelle d’une couleur.",
                ),
            ),
            pictures=(
                Picture(
                    "The red ladder: one storey here, two across the table. The next red "
                    "tower, anybody’s, must have three.",
                    "L’échelle rouge : un étage ici, deux en face. Le prochain clocher rouge, "
                    "de qui que ce soit, devra en avoir trois.",
                    moves(
                        "=R1 =K =F1 F1c+ <K =Km F1c+ <F =F2 K>1 <R =R1 F1>1 <R =R3 R1>1 <F =F1 "
                        "Km>1 <F =F2c xF1m <R =R2 R1>1 <K =K"
                    ),
                    part=(0, 40, 720, 580),
                ),
            ),
        ),
        Rule(
            "CT9",
            Words("Discarding", "Défausser"),
            Words(
                "You may always discard instead of playing, even when you hold a card that fits "
                "somewhere. A discard is face down: the others see that a card has left your hand, "
                "and not which one. It never comes back.",
                "Tu as toujours le droit de défausser au lieu de jouer, même si une de tes cartes "
                "trouverait sa place. Une défausse est face cachée : les autres voient qu’une "
                "carte s’en va, mais pas laquelle. Elle ne revient jamais.",
            ),
        ),
    ),
)

END = Section(
    Words("End and score", "Fin et points"),
    (
        Rule(
            "CT10",
            Words("When it is over", "Quand c’est fini"),
            Words(
                "The game is over when the three piles are empty and nobody has a card left in "
                "hand.",
                "C’est fini quand les trois piles sont vides et que plus personne n’a de carte en "
                "main.",
            ),
        ),
        Rule(
            "CT11",
            Words("Points", "Les points"),
            Words(
                f"Count each of your complete towers: {POINTS[0]} points if nobody lives in it, "
                f"{POINTS[CAT]} with cats alone, {POINTS[CAT | MOUSE]} with cats and mice "
                f"together, {POINTS[MOUSE]} with mice alone. An animal on the clock "
                "lives there too. One animal or six, it makes no difference. A tower without its "
                "roof is worth nothing.",
                f"Compte chacun de tes clochers achevés : {POINTS[0]} points s’il est inhabité, "
                f"{POINTS[CAT]} s’il n’abrite que des chats, {POINTS[CAT | MOUSE]} s’il mêle "
                f"chats et souris, {POINTS[MOUSE]} s’il n’abrite que des souris. "
                "L’animal de l’horloge y habite aussi. Un seul animal ou six, cela revient au "
                "même. Un clocher sans toit ne vaut rien.",
            ),
            pictures=(
                Picture(
                    f"Four complete towers, one of each worth: {POINTS[MOUSE]} with a mouse, "
                    f"{POINTS[CAT]} with a cat, {POINTS[CAT | MOUSE]} with both, {POINTS[0]} "
                    f"with nobody. {capital(spelt(sum(POINTS))).en} points.",
                    f"Quatre clochers achevés, un de chaque valeur : {POINTS[MOUSE]} avec une "
                    f"souris, {POINTS[CAT]} avec un chat, {POINTS[CAT | MOUSE]} avec les deux, "
                    f"{POINTS[0]} sans personne. {capital(spelt(sum(POINTS))).fr} points.",
                    moves(
                        "=R1 =K =F1 F1m+ <K =K F1c+ <F =F2 K>1 <R =R1 F1>1 <K =K R1>1 <K =K K>1 <R "
                        "=R2 F1c+ <R =R5 R1>1 <F =F2c K>2 <F =F1 F2+ <R =R3 R2>2 <R =R4 F1m>2 <K "
                        "=K F2c+ <F =F2m Km>2 <F =F2 Km>3 <K =K xF2m <F =F1 R3>3 <R =R3 F2+ <F =F1 "
                        "F1+ <F =F1c F1>3 <F =F2m K>4 <K =K K>3 <R =R5 R4>4 <K =Km"
                    ),
                    seat=0,
                    part=(0, 360, 460, 310),
                ),
            ),
        ),
        Rule(
            "CT12",
            Words("Who wins", "Qui gagne"),
            Words(
                "Whoever has most points wins. If some are tied, look among them for the highest "
                "mouse in a complete tower: its owner wins. Among those tied even there, the "
                "highest cat in a complete tower decides. Those who are still level win together. "
                "To measure an animal, count levels from the ground up to its own card, that card "
                "included: a floor card adds its storeys, a clock adds one. Without such an animal "
                "your height is 0.",
                "La victoire va au plus grand total. En cas d’égalité, on cherche entre ex æquo la "
                "souris la plus haute d’un clocher achevé : elle fait gagner qui la possède. Entre "
                "ceux qu’elle n’a pas départagés, le chat le plus haut d’un clocher achevé décide. "
                "Si l’égalité tient encore, la victoire se partage. Pour mesurer un animal, compte "
                "les niveaux du sol jusqu’à sa carte, elle comprise : un étage ajoute ses étages, "
                "une horloge ajoute un niveau. Sans un tel animal, ta hauteur est 0.",
            ),
            (
                Words(
                    "If even the cats are level, the victory is shared.",
                    "Si même les chats sont à égalité, la victoire est partagée.",
                ),
                Words(
                    "An animal’s height counts all levels up to and including its card, and a "
                    "clock is one level.",
                    "La hauteur d’un animal compte tous les niveaux jusqu’à sa carte, elle "
                    "comprise, et une horloge fait un niveau.",
                ),
            ),
        ),
    ),
)

KNOWN = Section(
    Words("Who knows what", "Qui sait quoi"),
    says=(
        Words(
            "All draws are in the open and so are all cards that are played: only discards are "
            "secret. If you remember what somebody drew and played, the rest is either in their "
            "hand or thrown away. On the table other hands show their backs, for remembering is "
            "part of the game; the memory help can do it for you.",
            "Les pioches se font au grand jour et les cartes jouées aussi : seules les défausses "
            "sont secrètes. Si tu retiens ce que quelqu’un a pioché et joué, tu sais que le reste "
            "est dans sa main ou jeté. À l’écran, tu ne vois que le dos des autres mains, car la "
            "mémoire fait partie du jeu ; l’aide-mémoire peut la remplacer.",
        ),
        Words(
            "In writing: F1 and F2 are floors, K a clock, R1 to R5 roofs, a small c or m its "
            "animal. “F2c+” founds a tower, “K>2” goes on your tower 2, “xF1m” discards (others "
            "read “x?”), “<R”, “<K”, “<F” draw, and “=R3” is the card shown next.",
            "Par écrit : F1 et F2 sont des étages, K une horloge, R1 à R5 des toits, un petit c ou "
            "m leur animal. « F2c+ » fonde un clocher, « K>2 » se pose sur ton clocher 2, « xF1m » "
            "défausse (les autres lisent « x? »), « <R », « <K », « <F » piochent, et « =R3 » est "
            "la carte découverte ensuite.",
        ),
    ),
)

SECTIONS = (SETUP, TURN, END, KNOWN)
