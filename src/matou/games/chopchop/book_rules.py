"""The rule book of Chop! Chop!: its numbered rules, for people."""

from __future__ import annotations

from matou.core.book import Picture, Rule, Section, moves
from matou.core.numerals import nth, spelt
from matou.core.words import Words
from matou.games.chopchop.book_tiles import TILES
from matou.games.chopchop.components import (
    CHEESES,
    COLUMNS,
    HOLES,
    QUIET_TURNS,
    ROWS,
    TABLE_SET,
    TILE_SET,
)

SETUP = Section(
    Words("Setup and turns", "Mise en place et tours"),
    (
        Rule(
            "CC1",
            Words("Where all begin", "Où chacun commence"),
            Words(
                "One player plays the cat; all others play the mice. One mouse sits on each "
                f"of the {spelt(len(HOLES)).en} home plates, which cover the mouse holes: west, "
                "east, north and south. Before anything else, the cat’s player sets the cat down "
                f"on any of the {spelt(TABLE_SET.bit_count()).en} squares of the table top.",
                "Une personne joue le chat ; toutes les autres, les souris. Une souris attend "
                f"sur chacune des {spelt(len(HOLES)).fr} plaques de départ, qui cachent les trous "
                ": ouest, est, nord et sud. Avant toute chose, le chat s’installe sur celle des "
                f"{spelt(TABLE_SET.bit_count()).fr} cases du dessus de la table qui lui plaît.",
            ),
            (
                Words(
                    "The cat’s player chooses where it sits, before the first roll.",
                    "C’est le chat qui choisit sa case, avant le premier lancer.",
                ),
            ),
            pictures=(
                Picture(
                    f"Ready: {TILE_SET.bit_count()} tiles face down, a mouse on each plate, "
                    "and the cat on its table.",
                    f"Tout est prêt : {TILE_SET.bit_count()} tuiles face cachée, une souris "
                    "sur chaque plaque, et le chat sur sa table.",
                    moves("@Td4"),
                    seat=1,
                    part=(0, 220, 720, 820),
                ),
            ),
        ),
        Rule(
            "CC2",
            Words("Whose turn it is", "À qui le tour"),
            Words(
                "The two sides take turns, and the mice begin. If there are several mouse "
                "players, they take the mice’s turns one after another, the "
                "youngest first, and each may move any mouse. They win or lose as a team: winners "
                "score 1, the others 0. In a draw nobody wins, and all score 0.",
                "Les deux camps jouent l’un après l’autre, et les souris ouvrent. À plusieurs, "
                "les joueurs souris se relaient tour après tour, en commençant par le plus jeune, "
                "et toute souris obéit à quiconque joue. L’équipe gagne ou "
                "perd ensemble : 1 point pour les vainqueurs, 0 pour les autres. En cas de partie "
                "nulle, personne ne gagne et tous marquent 0.",
            ),
            (
                Words(
                    "Several mouse players take the mice’s turns in rotation, by seats.",
                    "Plusieurs joueurs souris se relaient place après place.",
                ),
            ),
        ),
        Rule(
            "CC3",
            Words("A roll", "Un coup de dé"),
            Words(
                "A roll goes like this. Throw your side’s die. The mice’s player then chooses a "
                "mouse. The piece moves exactly as many squares as the die says. Then the square "
                "it has reached takes effect. Even if only one move is possible, you make it "
                "yourself. If no piece of your side can go anywhere, the roll passes by itself.",
                "Un lancer se passe ainsi. Le dé de ton camp est jeté. Si tu joues les souris, tu "
                "choisis laquelle bouge. Le pion fait exactement autant de pas que le dé "
                "l’indique. Puis la case atteinte produit son effet. Même s’il n’y a qu’un coup "
                "possible, c’est toi qui le joues. Si aucun pion de ton camp ne peut aller nulle "
                "part, le lancer passe tout seul.",
            ),
            (
                Words(
                    "If no piece of a side can go anywhere, its roll passes.",
                    "Si aucun pion d’un camp ne peut bouger, son lancer passe.",
                ),
            ),
        ),
    ),
    (
        Words(
            "A turn is one roll with everything that comes of it. After the other side’s knife it "
            "is two rolls by the same player (CC16), and still counts as one turn. A turn in which "
            "a roll passes counts too; a turn that is missed does not count, and the rotation of "
            "mouse players does not move on for it.",
            "Un tour, c’est un lancer avec tout ce qui en découle. Après un couteau de l’autre "
            "camp, ce sont deux lancers de la même personne (CC16), et cela ne compte que pour un "
            "tour. Un tour dont le lancer passe compte aussi ; un tour manqué ne compte pas, et la "
            "rotation des souris n’avance pas pour lui.",
        ),
    ),
)

MOVING = Section(
    Words("Moving", "Se déplacer"),
    (
        Rule(
            "CC4",
            Words("Walking", "Marcher"),
            Words(
                "Steps go up, down, left or right. A walk may not come back to the very square it "
                "started from, not even in passing; other squares it may cross twice. For a mouse "
                "a hole is a square like any other. Only where the walk ends matters, so you "
                "simply choose the destination.",
                "On avance vers le haut, le bas, la gauche ou la droite. Une marche ne repasse "
                "jamais par sa propre case de départ ; les autres cases, elle peut les "
                "retraverser. Pour une souris, un trou est une case comme une autre. Seule "
                "l’arrivée compte : tu choisis donc simplement où tu finis.",
            ),
            (
                Words(
                    "A walk may cross the other squares twice, and a hole is one square of a "
                    "mouse’s walk.",
                    "Une marche peut retraverser les autres cases, et un trou compte pour une "
                    "case dans la marche d’une souris.",
                ),
            ),
            pictures=(
                Picture(
                    "The die says 3: every square that glows is where some mouse can end its walk.",
                    "Le dé dit 3 : chaque case qui brille est une arrivée possible pour l’une "
                    "des souris.",
                    moves("@Td4 2 W-b4 =cheese 1 Td4-Td3 3"),
                    seat=1,
                    part=(0, 0, 720, 1040),
                ),
            ),
        ),
        Rule(
            "CC5",
            Words("Through nobody", "Ne traverser personne"),
            Words(
                "Nobody walks through another piece: go round it. A mouse may not end where a "
                "piece stands. The cat may end on a mouse, and that is its whole point (CC9).",
                "Personne ne traverse un autre pion : on le contourne. Une souris ne finit jamais "
                "sur une case occupée. Le chat, lui, peut finir sur une souris, et c’est tout son "
                "plaisir (CC9).",
            ),
            (
                Words(
                    "A mouse never ends on a square that is taken.",
                    "Une souris ne finit jamais sur une case occupée.",
                ),
            ),
        ),
        Rule(
            "CC6",
            Words("Where the cat goes", "Où va le chat"),
            Words(
                "The cat walks on the floor and on the table top, whose "
                f"{spelt(TABLE_SET.bit_count()).en} squares it treats like "
                "the floor squares they cover. It never goes beneath the table. It never enters a "
                "hole or steps on a home plate, whether by die, by extra steps or by an arrow. And "
                "it never enters a square where a cheese can be seen.",
                "Le chat marche par terre et sur le dessus de la table, dont les "
                f"{spelt(TABLE_SET.bit_count()).fr} cases se "
                "parcourent comme celles du sol qu’elles recouvrent. Il ne se glisse jamais sous "
                "la table. Il n’entre ni dans un trou ni sur une plaque de départ, que ce soit par "
                "le dé, par des pas en plus ou par une flèche. Et il ne pénètre jamais sur une "
                "case où un fromage est visible.",
            ),
            (
                Words(
                    "Holes and home plates are closed to the cat on ordinary die moves too.",
                    "Trous et plaques sont fermés au chat aussi pour un simple coup de dé.",
                ),
            ),
        ),
        Rule(
            "CC7",
            Words("Where mice go", "Où vont les souris"),
            Words(
                "Mice walk on the floor, beneath the table, and into holes, where there is room "
                "for one. They never climb on the table. A cat on the table and a mouse beneath it "
                "are on two different levels and do not touch. Mice may cross a visible cheese, "
                "and may end on it.",
                "Les souris courent par terre, sous la table et dans les trous, où il n’y a de "
                "place que pour une. Elles ne grimpent jamais sur la table. Un chat dessus et une "
                "souris dessous sont à deux niveaux différents : ils ne se touchent pas. Les "
                "souris peuvent traverser un fromage visible, et y finir.",
            ),
            pictures=(
                Picture(
                    "Mouse 1 hides beneath the table, exactly under the cat. Nothing can "
                    "happen to it there.",
                    "La souris 1 se cache sous la table, juste au-dessous du chat. Là, il ne "
                    "peut rien lui arriver.",
                    moves("@Tc4 3 W-c4 =dishes"),
                    seat=1,
                    part=(180, 440, 370, 350),
                ),
            ),
        ),
        Rule(
            "CC8",
            Words("Home plates", "Les plaques"),
            Words(
                "As soon as a mouse leaves its home plate for the first time, the plate turns "
                "over. From then on it is an open hole, for the rest of the game.",
                "Dès qu’une souris quitte sa plaque pour la première fois, la plaque se retourne. "
                "C’est alors un trou ouvert, jusqu’au bout de la partie.",
            ),
        ),
        Rule(
            "CC9",
            Words("Catching", "Attraper"),
            Words(
                "If the cat ends its walk on a mouse’s square, it catches that mouse, which is out "
                "of the game.",
                "Quand le chat termine sa marche sur la case d’une souris, il la croque : elle "
                "quitte la partie.",
            ),
            pictures=(
                Picture(
                    "The cat rolled a 2 and ended on f5: mouse 2 is caught.",
                    "Le chat a fait 2 et fini en f5 : la souris 2 est prise.",
                    moves("@Td4 2 W-b4 =cheese 3 Td4-e6 =dishes 1 E-f4 =+1 f4-f5 =dishes 2 e6-f5*"),
                    seat=1,
                    part=(372, 220, 348, 430),
                ),
            ),
        ),
        Rule(
            "CC10",
            Words("The last mouse in its hole", "La dernière souris dans son trou"),
            Words(
                "When a single mouse is left and it sits in a hole, or on a home plate it has "
                "never left, the cat may not end a move on the square in front of that hole: not "
                "by die, not by extra steps, not by an arrow. What counts is how things stand "
                "before the move, so catching the third mouse on that square is fine.",
                "Si la dernière souris se tient dans un trou, ou sur une plaque jamais quittée, le "
                "chat n’a pas le droit de finir un mouvement sur la case devant ce trou : ni par "
                "le dé, ni par des pas en plus, ni par une flèche. On regarde la situation avant "
                "le mouvement : prendre la troisième souris sur cette case est donc permis.",
            ),
            (
                Words(
                    "A home plate that was never left counts as a hole.",
                    "Une plaque jamais quittée compte comme un trou.",
                ),
                Words(
                    "Extra steps and arrows may not end on that square either.",
                    "Ni des pas en plus ni une flèche ne finissent sur cette case.",
                ),
                Words(
                    "What counts is how things stand before the move: the third mouse may be "
                    "caught there.",
                    "On juge la situation avant le mouvement : la troisième souris peut y être "
                    "prise.",
                ),
            ),
        ),
    ),
)

END = Section(
    Words("End", "Fin"),
    (
        Rule(
            "CC17",
            Words("The cat wins", "Le chat gagne"),
            Words(
                "The cat wins at the very moment it catches the fourth mouse.",
                "Le chat gagne à l’instant même où il prend la quatrième souris.",
            ),
        ),
        Rule(
            "CC18",
            Words("The mice win", "Les souris gagnent"),
            Words(
                "The mice win at once when a mouse ends a move in a hole, provided they hold all "
                f"{spelt(CHEESES).en} cheeses and all {spelt(len(HOLES)).en} home plates have been "
                "turned. So every mouse must have "
                "been out. A plate turns (CC8) before this is looked at, and even a mouse that was "
                "caught later has done its part.",
                "Les souris gagnent aussitôt qu’une souris finit un mouvement dans un trou, à "
                f"condition d’avoir les {spelt(CHEESES).fr} fromages et d’avoir retourné les "
                f"{spelt(len(HOLES)).fr} plaques de "
                "départ. Chaque souris doit donc être sortie un jour. Une plaque se retourne (CC8) "
                "avant qu’on vérifie, et une souris prise plus tard a quand même fait sa part.",
            ),
            (
                Words(
                    "A mouse that already sits in a hole when the last cheese is won does not "
                    "count: one must end a move there.",
                    "Une souris déjà dans un trou quand le dernier fromage est gagné ne compte "
                    "pas : il faut y finir un mouvement.",
                ),
            ),
        ),
        Rule(
            "CC19",
            Words("A draw", "La partie nulle"),
            Words(
                f"If {QUIET_TURNS} turns in a row go by without a tile turned, a cheese won or a "
                f"mouse caught, the game is drawn when the {nth(QUIET_TURNS).en} ends. "
                "Any such event in a turn sets the "
                "count back to 0, and two rolls after a knife are judged together as one turn. "
                "Placing the cat at the start is no turn.",
                f"Si {QUIET_TURNS} tours de suite passent sans tuile retournée, ni fromage gagné, "
                f"ni souris prise, la partie est nulle quand le {nth(QUIET_TURNS).fr} s’achève. "
                "Un seul de ces événements dans "
                "un tour remet le compte à 0, et les deux lancers d’après un couteau se jugent "
                "ensemble, comme un tour. Installer le chat au début n’est pas un tour.",
            ),
            (
                Words(
                    f"A game in which nothing happens for {QUIET_TURNS} turns is a draw.",
                    f"Une partie où rien ne se passe pendant {QUIET_TURNS} tours est nulle.",
                ),
            ),
        ),
    ),
)

KNOWN = Section(
    Words("Who knows what", "Qui sait quoi"),
    says=(
        Words(
            "There are no secrets: all see the same board, and nobody knows a tile before it is "
            "turned. Only chance surprises you.",
            "Il n’y a aucun secret : on voit tous le même plateau, et personne ne connaît une "
            "tuile avant qu’elle soit retournée. Seul le hasard surprend.",
        ),
        Words(
            f"In writing: columns {COLUMNS[0]} to {COLUMNS[-1]}, rows 1 to {ROWS}; W, E, N, S are "
            "holes or plates; Tc4 is the "
            "table top over c4. “@Tc4” places the cat, “a4-b5” moves a piece, “a3-a4*” catches, "
            "“^c6” takes a cheese by fork. A number is the die, “=cheese” a tile that is turned.",
            f"Par écrit : colonnes {COLUMNS[0]} à {COLUMNS[-1]}, rangées 1 à {ROWS} ; W, E, N, S "
            "sont les trous ou plaques (ouest, est, nord, sud) ; Tc4 est le dessus de la table en "
            "c4. « @Tc4 » installe le chat, « a4-b5 » déplace un pion, « a3-a4* » attrape, « ^c6 » "
            "pique un fromage. Un nombre est le dé, « =cheese » une tuile retournée.",
        ),
    ),
)

SECTIONS = (SETUP, MOVING, TILES, END, KNOWN)
