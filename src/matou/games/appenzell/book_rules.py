"""The rule book of Château d'Appenzell: its numbered rules, for people."""

from __future__ import annotations

from matou.core.book import Picture, Rule, Section, moves
from matou.core.numerals import nth, spelt, spelt_nth
from matou.core.words import OR, Words, listed
from matou.games.appenzell.components import ACTIONS_A_TURN, GOALS, LOST, MICE, SLOTS, TURNS
from matou.games.appenzell.names import so_many_mice

ACTIONS, LAST = spelt(ACTIONS_A_TURN), spelt_nth(ACTIONS_A_TURN)
LONGER = listed([spelt(goal) for goal in GOALS[1:]], OR)
# AP14: how many mice are left to whoever has lost too many.
LEFT = {
    0: Words("none is left", "qu’il ne lui en reste aucune"),
    1: Words("one is left at most", "qu’il lui en reste une au mieux"),
}.get(
    MICE - LOST,
    Words(
        f"{spelt(MICE - LOST).en} are left at most",
        f"qu’il lui en reste {spelt(MICE - LOST).fr} au mieux",
    ),
)

SETUP = Section(
    Words("Setup", "Mise en place"),
    (
        Rule(
            "AP1",
            Words("What lies beneath", "Ce qui est caché"),
            Words(
                "All rooms are covered, and nobody knows which tiles lie beneath the roofs. One "
                "sliding tile is left over: the spare. It is shown to all before the first mouse "
                "comes in.",
                "Toutes les pièces sont couvertes, et personne ne sait quelles tuiles se trouvent "
                "sous les toits. Il reste une tuile coulissante : la réserve. On la montre à toute "
                "la table avant que la première souris n’entre.",
            ),
            (
                Words(
                    "The spare is seen by all, even before the mice are placed.",
                    "La réserve est vue de tous, avant même que les souris ne soient placées.",
                ),
            ),
        ),
        Rule(
            "AP2",
            Words("The first mouse", "La première souris"),
            Words(
                "In seat order, each of you puts one mouse into a free tower. It costs no action, "
                "and even if a single tower is free you place the mouse yourself. The first seat "
                "belongs to whoever was last in a real castle; that player begins, and turns go "
                "round clockwise.",
                "Dans l’ordre des places, chacun met une souris dans une tour libre. Cela ne coûte "
                "rien, et même s’il ne reste qu’une tour, c’est toi qui y poses ta souris. La "
                "première place revient à la dernière personne qui a mis les pieds dans un vrai "
                "château ; elle débute, puis on tourne dans le sens horaire.",
            ),
            (
                Words(
                    "The first mice are placed in seat order.",
                    "Les premières souris se placent dans l’ordre des places.",
                ),
            ),
            (
                Picture(
                    "Both mice are in their towers, all roofs are on, and the spare tile, a "
                    "trap, is known to everybody.",
                    "Les deux souris sont dans leurs tours, tous les toits sont en place, et "
                    "chacun connaît la réserve : une trappe.",
                    moves("spare=trap @a1 @g7"),
                    seat=0,
                    part=(0, 0, 640, 730),
                ),
            ),
        ),
    ),
)

TURN = Section(
    Words("Your turn", "À ton tour"),
    (
        Rule(
            "AP3",
            Words("Your actions", "Tes actions"),
            Words(
                f"You have one to {ACTIONS.en} actions, in any order and any mixture. After the "
                f"{LAST.en} the turn ends by itself. Before that you end it when you like, but not "
                "before you have done something; it never ends by itself.",
                f"Tu as une à {ACTIONS.fr} actions, mêlées et ordonnées à ta guise. Après la "
                f"{LAST.fr}, "
                "le tour s’achève tout seul. Avant, c’est toi qui y mets fin quand tu veux, mais "
                "pas avant d’avoir fait au moins une action ; il ne se termine jamais de lui-même.",
            ),
        ),
        Rule(
            "AP4",
            Words("Lift a roof", "Soulever un toit"),
            Words(
                "Lift: take the roof off a room that touches a square or tower where one of your "
                "mice stands. Touching by a corner is enough. Each roof costs one action, and all "
                "of you see what lies there (AP10).",
                "Soulever : ôte le toit d’une pièce qui touche une case ou une tour où se tient "
                "une de tes souris. Un coin suffit pour toucher. Chaque toit coûte une action, et "
                "tout le monde voit ce qu’il y a dessous (AP10).",
            ),
            pictures=(
                Picture(
                    "From the tower a1 room K was opened: a brie on a2, and a3 is stone. Roofs "
                    "that glow can be lifted next.",
                    "Depuis la tour a1, la pièce K est ouverte : un brie en a2, et a3 est de "
                    "pierre. Les toits qui brillent peuvent être soulevés à leur tour.",
                    moves("spare=trap @a1 @g7 ^K a2=brie"),
                    seat=0,
                    part=(0, 290, 352, 350),
                ),
            ),
        ),
        Rule(
            "AP5",
            Words("Enter", "Entrer"),
            Words(
                "Enter: bring a mouse from outside into a free tower, any of the four. It costs "
                "one action.",
                "Entrer : amène une souris du dehors dans une tour libre, n’importe laquelle des "
                "quatre. Cela coûte une action.",
            ),
        ),
        Rule(
            "AP6",
            Words("Step", "Faire un pas"),
            Words(
                "Step: a mouse goes from its square or tower to the square beside it, never "
                "diagonally. It costs one action. It may not step onto a roof, onto a trap or into "
                "a tower: towers are ways in, and there is no way out. One mouse to a square.",
                "Avancer : une souris va de sa case ou de sa tour à la case d’à côté, jamais en "
                "diagonale. Cela coûte une action. Ni toit, ni trappe, ni tour : les tours servent "
                "d’entrée, et l’on ne ressort pas. Une souris par case, pas plus.",
            ),
        ),
        Rule(
            "AP7",
            Words("Jump", "Sauter"),
            Words(
                "Jump: if the next square is taken, by anybody’s mouse, you may jump it, and "
                "several in a row as well, straight on; a mouse in a tower may do so too. Each "
                "occupied square you pass costs an action, and so does the landing, which must be "
                "on a square you could step on (AP6). If it costs more actions than you have left, "
                "you cannot do it.",
                "Sauter : si la case voisine est prise, par n’importe quelle souris, tu peux "
                "sauter par-dessus, et même par-dessus plusieurs à la file, tout droit ; depuis "
                "une tour aussi. Chaque case occupée que tu franchis coûte une action, et "
                "l’arrivée également ; elle doit se faire là où tu pourrais avancer (AP6). S’il te "
                "reste trop peu d’actions, le saut n’est pas possible.",
            ),
            (
                Words(
                    "A jump over several mice goes straight on.",
                    "Un saut par-dessus plusieurs souris va tout droit.",
                ),
            ),
            (
                Picture(
                    "The mouse on a2 can jump its friend on b2 and land on c2: two actions.",
                    "La souris en a2 peut sauter son amie en b2 et retomber en c2 : deux actions.",
                    moves(
                        "spare=trap @a1 @g7 ^K a2=brie a1-a2 ^O b1=bare b2=brie @a1 ^C f7=edam "
                        "g7-f7 . ^O a1-b1 b1-b2 -f spare=gouda @g7 . ^P c2=edam d2=cheddar e2=bare"
                    ),
                    seat=0,
                    part=(0, 355, 500, 290),
                ),
            ),
        ),
        Rule(
            "AP8",
            Words("Push", "Pousser"),
            Words(
                f"Push, once a turn: slide the spare into one of the {SLOTS} slots, at either end "
                "of rows 2, 4, 6 or of columns b, d, f. The whole line moves one square. The tile "
                "that drops out at the far end is seen by all and becomes the new spare. Mice stay "
                "where they are: only the floor moves beneath them. You may push back what was "
                "just pushed. With the variant “pushing back” off, the slot opposite the last "
                "push, whoever made it, is closed; before the first push none is.",
                f"Pousser, une fois par tour : glisse la réserve dans l’une des {SLOTS} fentes, "
                "aux deux bouts des rangées 2, 4, 6 et des colonnes b, d, f. Toute la ligne se "
                "décale d’une case. La tuile qui sort à l’autre bout est vue de tous et devient la "
                "nouvelle réserve. Les souris ne bougent pas : seul le sol file sous leurs pattes. "
                "Tu peux repousser ce qui vient d’être poussé. Sans la variante « repousser », la "
                "fente opposée à la dernière poussée, de qui que ce soit, est fermée ; avant la "
                "première poussée, aucune ne l’est.",
            ),
            (
                Words(
                    "You may push back what was just pushed.",
                    "Tu peux repousser ce qui vient d’être poussé.",
                ),
            ),
        ),
        Rule(
            "AP9",
            Words("Falling into the cellar", "Tomber à la cave"),
            Words(
                "If a trap is pushed beneath a mouse, the mouse falls into the cellar and is out "
                "of the game. It does not matter whether the trap had been seen before, nor whose "
                "mouse it is: you can drop your own.",
                "Si une trappe arrive sous une souris, la souris tombe à la cave et quitte la "
                "partie. Peu importe que la trappe ait déjà été vue ou non, et peu importe à qui "
                "est la souris : tu peux faire chuter la tienne.",
            ),
            pictures=(
                Picture(
                    "The trap was pushed down column f from the north: the mouse on f7 has "
                    "fallen into the cellar.",
                    "La trappe est entrée dans la colonne f par le nord : la souris qui était "
                    "en f7 est tombée à la cave.",
                    moves(
                        "spare=trap @a1 @g7 ^K a2=brie a1-a2 ^O b1=bare b2=brie @a1 ^C f7=edam "
                        "g7-f7 . ^O a1-b1 -f spare=gouda"
                    ),
                    seat=0,
                    part=(352, 0, 288, 300),
                ),
            ),
        ),
        Rule(
            "AP10",
            Words("What is revealed", "Ce qui se découvre"),
            Words(
                "Tiles on uncovered squares are seen by all, and so is the spare. What nobody has "
                "seen before is revealed one tile at a time: squares from row 1 up to row 7, in "
                "each row from a to g, and the spare last. Every tile not seen yet is as likely as "
                "any other, and it is shown even if only one is possible. What was seen once stays "
                "known, wherever pushes carry it.",
                "Les tuiles des cases découvertes sont vues de tous, et la réserve aussi. Ce que "
                "personne n’a encore vu se dévoile une tuile à la fois : les cases de la rangée 1 "
                "à la rangée 7, dans chaque rangée de a à g, et la réserve en dernier. Toute tuile "
                "jamais vue a la même chance de sortir, et on la montre même si une seule est "
                "possible. Ce qui a été vu une fois reste connu, où que les poussées l’emportent.",
            ),
        ),
    ),
    (
        Words(
            "After every action these things happen, in this order: tiles are revealed (AP10), "
            "mice fall (AP9), cheeses are won (AP11), then the game may end (AP13, then AP14). If "
            "the turn is over too, rooms are covered (AP12), and AP15 is checked.",
            "Après chaque action, tout se passe dans cet ordre : les tuiles se dévoilent (AP10), "
            "les souris tombent (AP9), les fromages se gagnent (AP11), puis la partie peut finir "
            "(AP13, ensuite AP14). Si le tour est fini lui aussi, on recouvre les pièces (AP12) et "
            "on vérifie AP15.",
        ),
    ),
)

CHEESE = Section(
    Words("Cheese, and the end of a turn", "Le fromage, et la fin d’un tour"),
    (
        Rule(
            "AP11",
            Words("Winning a cheese", "Gagner un fromage"),
            Words(
                "Whenever two of your mice, or more, stand on squares with the same kind of "
                "cheese, you take the token of that kind, one of each kind at most. This is "
                "checked for all players after every action, so a push of somebody else’s may "
                "feed you. You may win several kinds in one turn. Falls come first (AP9).",
                "Dès que deux de tes souris, ou davantage, sont sur la même sorte de fromage, tu "
                "prends le jeton de cette sorte, un seul par sorte. On le vérifie pour tout le "
                "monde après chaque action : la poussée d’un autre peut donc te nourrir. Tu peux "
                "en gagner plusieurs sortes en un seul tour. Les chutes passent d’abord (AP9).",
            ),
            (
                Words(
                    "Mice fall before cheese is won.",
                    "Les souris tombent avant que le fromage ne se gagne.",
                ),
            ),
            pictures=(
                Picture(
                    "Two mice on brie, a2 and b2: a brie token is won.",
                    "Deux souris sur du brie, en a2 et b2 : le jeton brie est gagné.",
                    moves(
                        "spare=trap @a1 @g7 ^K a2=brie a1-a2 ^O b1=bare b2=brie @a1 ^C f7=edam "
                        "g7-f7 . ^O a1-b1 b1-b2"
                    ),
                    seat=0,
                    part=(0, 360, 330, 285),
                ),
            ),
        ),
        Rule(
            "AP12",
            Words("Roofs come back", "Les toits reviennent"),
            Words(
                "At the end of a turn every room without any mouse in it gets its roof back. This "
                "costs nothing. A mouse in the cellar does not keep a room open.",
                "À la fin d’un tour, chaque pièce où il n’y a aucune souris retrouve son toit. "
                "Cela ne coûte rien. Une souris à la cave ne garde pas une pièce ouverte.",
            ),
        ),
    ),
)

END = Section(
    Words("End of the game", "Fin de la partie"),
    (
        Rule(
            "AP13",
            Words("Enough cheeses", "Le compte de fromages"),
            Words(
                f"You win at once with enough different cheeses: {spelt(GOALS[0]).en}, or "
                f"{LONGER.en} for a longer game (variant “cheeses to win”), which is advised for "
                "two or three players. If one push brings several players there, the one whose "
                "turn it is wins; if that is none of them, the next of them in turn order does.",
                "Tu gagnes aussitôt que tu as assez de fromages différents : "
                f"{spelt(GOALS[0]).fr}, ou bien {LONGER.fr} pour jouer plus longtemps (variante « "
                "fromages pour gagner »), ce qui se conseille à deux ou à trois. Si une même "
                "poussée y mène plusieurs personnes, celle dont c’est le tour gagne ; si elle n’en "
                "est pas, c’est la suivante d’entre elles dans l’ordre du jeu.",
            ),
            (
                Words(
                    "If one push brings several players to the goal, the one on turn wins, else "
                    "the next of them.",
                    "Si une poussée mène plusieurs personnes au but, celle dont c’est le tour "
                    "gagne, sinon la suivante d’entre elles.",
                ),
                Words(
                    "The goal counts first, even if the same push drops somebody’s "
                    f"{spelt_nth(LOST).en} mouse.",
                    "Le but compte d’abord, même si la même poussée fait tomber une "
                    f"{spelt_nth(LOST).fr} "
                    "souris.",
                ),
            ),
        ),
        Rule(
            "AP14",
            Words("Too many mice fallen", "Trop de souris tombées"),
            Words(
                f"When {spelt(LOST).en} or more of one player’s mice have fallen, so that "
                f"{LEFT.en}, counting those still outside, the game ends. That player cannot win. "
                "Of the others, most cheeses wins. If there is a tie, the player whose last turn "
                "is longest ago wins, and the one on turn counts as the latest: so it is the first "
                "of the tied players from the next seat on. If nobody is left who could win, all "
                "are winners.",
                f"Quand {so_many_mice(LOST).fr} ou plus d’une même personne sont tombées, et "
                f"{LEFT.fr}, dehors comprises, la partie s’arrête. Cette personne ne peut "
                "pas gagner. Parmi les autres, la plus riche en fromages gagne. À égalité, c’est "
                "celle qui attend depuis le plus longtemps de rejouer, celle dont c’est le tour "
                "étant la dernière : donc la première des ex æquo à partir de la place suivante. "
                "S’il ne reste personne pour gagner, tout le monde gagne.",
            ),
            (
                Words(
                    "If nobody is left who could win, all players are winners.",
                    "S’il ne reste personne qui puisse gagner, tout le monde gagne.",
                ),
            ),
        ),
        Rule(
            "AP15",
            Words("The last turn", "Le dernier tour"),
            Words(
                f"The game also ends with the {nth(TURNS).en} turn, counting the turns of all "
                "players together and not the placing of the first mice. Most cheeses wins, and "
                "all who are tied for it win together.",
                f"La partie s’arrête aussi à la fin du {nth(TURNS).fr} tour, toutes personnes "
                "confondues, sans compter le placement des premières souris. Le plus de fromages "
                "l’emporte, et les ex æquo gagnent ensemble.",
            ),
            (
                Words(
                    f"A game lasts {TURNS} turns at most; all tied for most cheeses win.",
                    f"Une partie dure {TURNS} tours au plus ; tous les ex æquo en fromages "
                    "gagnent.",
                ),
            ),
        ),
    ),
)

KNOWN = Section(
    Words("Who knows what", "Qui sait quoi"),
    says=(
        Words(
            "Whatever was seen was seen by all, so nobody has secrets: there is only what has been "
            "forgotten, and what nobody has seen yet. A covered tile is not shown again, for "
            "remembering it is the game. The memory help shows it all the same, and weaker bots "
            "forget as people do.",
            "Tout ce qui a été vu l’a été par tout le monde : il n’y a pas de secrets, seulement "
            "ce qu’on oublie et ce que nul n’a encore vu. Une tuile recouverte n’est plus montrée, "
            "car s’en souvenir, c’est le jeu. L’aide-mémoire la montre quand même, et les robots "
            "faibles oublient comme toi.",
        ),
        Words(
            "In writing: “^E” lifts room E, “@a1” enters, “b1-b2” steps, “b1-b4” jumps, “>2” and "
            "“<2” push row 2 from the west or the east, “+d” and “-d” push column d from the south "
            "or the north, “.” ends the turn. South is row 1 and west column a. “b4=gouda” is a "
            "tile revealed.",
            "Par écrit : « ^E » soulève le toit E, « @a1 » entre, « b1-b2 » avance, « b1-b4 » "
            "saute, « >2 » et « <2 » poussent la rangée 2 depuis l’ouest ou l’est, « +d » et « -d "
            "» la colonne d depuis le sud ou le nord, « . » finit le tour. Le sud est la rangée 1, "
            "l’ouest la colonne a. « b4=gouda » est une tuile dévoilée.",
        ),
    ),
)

SECTIONS = (SETUP, TURN, CHEESE, END, KNOWN)
