"""The rule book of Chop! Chop!: what tiles do, for people."""

from __future__ import annotations

from matou.core.book import Picture, Rule, Section, moves
from matou.core.words import Words

TILES = Section(
    Words("Tiles", "Les tuiles"),
    (
        Rule(
            "CC11",
            Words("Broken dishes", "La vaisselle cassée"),
            Words(
                "Broken dishes: nothing happens, whoever stepped on them.",
                "Vaisselle cassée : rien du tout, quel que soit l’animal qui marche dessus.",
            ),
        ),
        Rule(
            "CC12",
            Words("Cheese", "Le fromage"),
            Words(
                "Cheese: turned by a mouse, it is won for the mice. Turned by the cat, it stays on "
                "the board, face up, under the cat. While the cat sits there the mice cannot have "
                "it; once the cat has moved off, the cat may never enter that square again as long "
                "as the cheese lies there. A mouse that ends on a visible cheese wins it.",
                "Fromage : retourné par une souris, il est gagné pour son camp. Retourné par le "
                "chat, il reste en place, face visible, sous le chat. Tant que le chat est assis "
                "dessus, les souris ne peuvent pas l’avoir ; une fois parti, le chat ne peut plus "
                "entrer sur cette case aussi longtemps que le fromage y est. Une souris qui finit "
                "sur un fromage visible le gagne.",
            ),
            pictures=(
                Picture(
                    "The cat turned a cheese on f6 and has moved on. It waits there for a "
                    "mouse, and keeps the cat away.",
                    "Le chat a retourné un fromage en f6, puis il est parti. Le fromage y "
                    "attend une souris, et tient le chat à distance.",
                    moves(
                        "@Td4 2 W-b4 =cheese 3 Td4-e6 =dishes 1 E-f4 =+1 f4-f5 =dishes 2 e6-f5* 4 "
                        "N-a6 =arrow a6-c4 =cheese 1 f5-f6 =cheese 2 S-d2 =dishes 2 f6-d6 =dishes"
                    ),
                    seat=1,
                    part=(330, 375, 370, 235),
                ),
            ),
        ),
        Rule(
            "CC13",
            Words("+1 and +2", "+1 et +2"),
            Words(
                "+1 and +2: the same piece moves again, exactly one or two squares, by all the "
                "rules of moving (CC4 to CC10). Its starting square is now the one where the tile "
                "lay, so it may go back to where it came from before. If it cannot move, it stays. "
                "The next tile takes effect as well, and so on.",
                "+1 et +2 : le même pion repart, d’exactement un ou deux pas, selon toutes les "
                "règles de déplacement (CC4 à CC10). Son nouveau départ est la case de cette tuile "
                ": il peut donc revenir là où il était avant. S’il ne peut pas bouger, il reste. "
                "La tuile suivante produit elle aussi son effet, et ainsi à la chaîne.",
            ),
            (
                Words(
                    "A piece that cannot make its extra move stays where it is.",
                    "Un pion qui ne peut pas faire ses pas en plus reste où il est.",
                ),
            ),
        ),
        Rule(
            "CC14",
            Words("Arrow", "La flèche"),
            Words(
                "Arrow: the same piece goes to any square it is allowed to stand on. A mouse may "
                "not choose a visible cheese nor a hole; the cat may not choose a mouse. The piece "
                "must go somewhere else if there is anywhere to go, and the tile it lands on takes "
                "effect.",
                "Flèche : le même pion file sur une case de son choix, parmi celles où il a le "
                "droit d’être. Une souris ne peut viser ni un fromage visible ni un trou ; le chat "
                "ne peut viser une souris. S’il existe une autre case possible, il doit partir, et "
                "la tuile d’arrivée produit son effet.",
            ),
            (
                Words(
                    "An arrow must be followed if there is any other square to go to.",
                    "Une flèche oblige à partir, s’il y a une autre case où aller.",
                ),
                Words(
                    "The tile on which an arrow ends takes effect too.",
                    "La tuile où mène une flèche produit son effet, elle aussi.",
                ),
            ),
        ),
        Rule(
            "CC15",
            Words("Fork", "La fourchette"),
            Words(
                "Fork: a mouse that turns it wins one visible cheese from wherever it stands. The "
                "mice choose which, even if there is only one; a cheese under the cat is out of "
                "reach. If there is none to take, nothing happens. To the cat a fork does nothing.",
                "Fourchette : la souris qui la retourne gagne à distance un fromage visible. Les "
                "souris choisissent lequel, même s’il n’y en a qu’un ; un fromage sous le chat est "
                "hors de portée. S’il n’y en a aucun à prendre, tant pis. Au chat, une fourchette "
                "ne fait rien.",
            ),
            (
                Words(
                    "If several cheeses can be taken, the mice choose.",
                    "S’il y a plusieurs fromages à prendre, les souris choisissent.",
                ),
            ),
            pictures=(
                Picture(
                    "A fork on b5: the mice may pick the cheese on f6 from across the kitchen.",
                    "Une fourchette en b5 : les souris peuvent piquer le fromage de f6, à "
                    "l’autre bout de la cuisine.",
                    moves(
                        "@Td4 2 W-b4 =cheese 3 Td4-e6 =dishes 1 E-f4 =+1 f4-f5 =dishes 2 e6-f5* 4 "
                        "N-a6 =arrow a6-c4 =cheese 1 f5-f6 =cheese 2 S-d2 =dishes 2 f6-d6 =dishes "
                        "1 b4-b5 =fork"
                    ),
                    seat=1,
                    part=(0, 0, 720, 610),
                ),
            ),
        ),
        Rule(
            "CC16",
            Words("Knife", "Le couteau"),
            Words(
                "Knife: ouch! The turn ends at once, and a second roll still to come is lost. The "
                "side that turned it misses its next turn, so the other side rolls, moves and "
                "resolves twice in a row: once for itself, once for the turn that was missed, "
                "never more. If that side is the mice, the same mouse moves both times; if it "
                "cannot, the second roll passes. If no mouse could move on the first roll, any "
                "mouse may on the second.",
                "Couteau : aïe ! Le tour s’arrête net, et un second lancer encore dû est perdu. Le "
                "camp blessé saute son prochain tour : l’autre camp lance, bouge et applique les "
                "effets deux fois de suite, une fois pour lui, une fois pour le tour sauté, jamais "
                "davantage. Si ce sont les souris, c’est une seule et même souris les deux fois ; "
                "si elle ne peut pas repartir, le second lancer passe. Si aucune souris n’a pu "
                "bouger au premier lancer, n’importe laquelle le peut au second.",
            ),
            (
                Words(
                    "The turn ends at once, and a second roll still to come is lost.",
                    "Le tour s’arrête net, et un second lancer encore dû est perdu.",
                ),
                Words(
                    "The other side rolls twice, never more.",
                    "L’autre camp lance deux fois, jamais davantage.",
                ),
                Words(
                    "If the mouse that moved first cannot move again, the second roll passes; if "
                    "none has moved, any may.",
                    "Si la souris qui a bougé d’abord ne peut pas repartir, le second lancer "
                    "passe ; si aucune n’a bougé, n’importe laquelle le peut.",
                ),
            ),
        ),
    ),
    (
        Words(
            "When a piece ends a move on a face-down tile, the tile is turned and takes effect, "
            "then leaves the board; only a cheese may stay (CC12). Any tile not yet seen may come "
            "up, each as likely as the next. Table top, holes and bare squares do nothing.",
            "Quand un pion finit un mouvement sur une tuile cachée, on retourne cette tuile, elle "
            "produit son effet, puis elle quitte le plateau ; seul un fromage peut y rester "
            "(CC12). Chaque tuile pas encore vue a la même chance de sortir. Le dessus de la "
            "table, les trous et les cases nues ne font rien.",
        ),
    ),
)
