"""The rule book of Clocktowers: its numbered rules, for people."""

from __future__ import annotations

from matou.core.book import Picture, Rule, Section, moves
from matou.core.words import Words

SETUP = Section(
    Words("Setup", "Mise en place"),
    (
        Rule(
            "CT1",
            Words(
                "Two to four of you play, and everybody begins with the same three cards: a "
                "one-storey floor with a cat, a one-storey floor with a mouse, and a clock with a "
                "mouse. All know that, so opening hands hold no secret.",
                "On joue de deux à quatre, et tout le monde débute avec les trois mêmes cartes : "
                "un étage simple où loge un chat, un étage simple où loge une souris, et une "
                "horloge habitée par une souris. Toute la table le sait : les premières mains "
                "n’ont aucun secret.",
            ),
            (
                Words(
                    "The game is for two to four players.",
                    "Le jeu est pour deux à quatre personnes.",
                ),
            ),
        ),
        Rule(
            "CT2",
            Words(
                "The other cards are sorted into three piles: roofs, clocks, floors. Three roofs "
                "and five floors go back into the box, and nobody looks at them. That leaves 17 "
                "roofs; 16 clocks and 19 floors with two players, 15 and 17 with three, 14 and 15 "
                "with four. The piles lie face up, and only the card on top can be seen. The top "
                "roof is shown first, then the top clock, then the top floor. Each card you have "
                "not seen yet is as likely as any other of its kind to come next, and the ones in "
                "the box are among those you have not seen.",
                "On trie les autres cartes en trois piles : toits, horloges, étages. Trois toits "
                "et cinq étages retournent dans la boîte, et nul ne les regarde. Il reste 17 toits "
                "; à deux, 16 horloges et 19 étages ; à trois, 15 et 17 ; à quatre, 14 et 15. Les "
                "piles sont face visible, et seule la carte du dessus se voit. On découvre d’abord "
                "un toit, puis une horloge, puis un étage. Parmi les cartes d’une pile que tu n’as "
                "pas encore vues, chacune a autant de chances de venir ensuite, et celles de la "
                "boîte en font partie.",
            ),
            pictures=(
                Picture(
                    Words(
                        "The table at the very start: three piles, beside them how high the next "
                        "tower of each colour must be, and below your three cards.",
                        "La table au tout début : trois piles, à côté la hauteur que devra avoir "
                        "le prochain clocher de chaque couleur, et dessous tes trois cartes.",
                    ),
                    moves("=R1 =K =F1"),
                    seat=0,
                ),
            ),
        ),
        Rule(
            "CT3",
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
            Words(
                "Do two things, in this order. First play one card from your hand, or discard "
                "one. Then draw: take the top card of any pile that still has cards. Drawing is "
                "not a choice as long as a pile is left, even when it is the last one. So every "
                "turn begins and ends with three cards in your hand, as long as there are cards "
                "to draw. The card beneath is shown at once, before the next player does "
                "anything; a pile you have just emptied shows nothing more. When all three piles "
                "are gone, nobody draws: you go on playing or discarding, one card a turn, until "
                "your hand is empty. Every game has exactly 58 turns.",
                "Fais deux choses, dans cet ordre. D’abord, joue une carte de ta main, ou "
                "défausses-en une. Puis pioche : prends la carte du dessus d’une pile qui n’est "
                "pas vide. Tant qu’une pile reste, tu dois piocher, même si c’est la dernière. "
                "Chaque tour s’ouvre et se ferme donc sur une main de trois cartes, tant qu’il y "
                "a de quoi piocher. La carte suivante de cette pile se découvre aussitôt, avant "
                "que quelqu’un d’autre n’agisse ; une pile que tu viens de vider ne montre plus "
                "rien. Quand il n’y a plus de pile, plus personne ne pioche : chacun continue à "
                "jouer ou défausser une carte par tour, et les mains se vident. Une partie compte "
                "toujours 58 tours.",
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
            Words(
                "A floor either founds a new tower in front of you, or goes on top of one of your "
                "own towers that is not finished. A tower may have any number of floors, and you "
                "may have any number of towers, complete or not. Once a tower has its clock, no "
                "floor can be added to it. With the option “floors_above_clock” you may go on "
                "adding floors: there is still only one clock in a tower, all its storeys count, "
                "and its roof may then lie on a floor.",
                "Un étage fonde un nouveau clocher devant toi, ou se pose au sommet d’un de tes "
                "clochers en chantier. Un clocher peut avoir autant d’étages que tu veux, et tu "
                "peux avoir autant de clochers que tu veux, achevés ou non. Dès qu’un clocher a "
                "son horloge, il ne reçoit plus d’étage. Avec l’option « floors_above_clock », tu "
                "peux continuer à l’agrandir : il n’a toujours qu’une horloge, tous ses étages "
                "comptent, et le toit peut alors reposer sur un étage.",
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
            Words(
                "A clock goes on top of one of your own unfinished towers. That tower must have a "
                "floor already, one at least, and no clock yet.",
                "Une horloge se pose au sommet d’un de tes clochers en chantier. Il lui faut déjà "
                "un étage au moins, et pas encore d’horloge.",
            ),
        ),
        Rule(
            "CT7",
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
            Words(
                "The ladder. The height of a tower is the number of storeys of its floor cards "
                "added up; its clock adds nothing. The first complete tower of a roof colour has "
                "one or two storeys. After that, each new tower of this colour has exactly one "
                "storey more than the one completed before it. The whole table shares the ladder "
                "of a colour, so your neighbour may well climb the rung you were building for. "
                "With the option “ladder” set to “player”, each player has ladders of their own "
                "instead.",
                "L’échelle. La hauteur d’un clocher, c’est la somme des étages de ses cartes ; "
                "l’horloge n’ajoute rien. Le premier clocher achevé d’une couleur de toit a un ou "
                "deux étages. Ensuite, chaque nouveau clocher de cette couleur en a exactement un "
                "de plus que celui achevé juste avant. Toute la table partage l’échelle d’une "
                "couleur : quelqu’un peut donc très bien prendre l’échelon que tu préparais. Si "
                "l’option « ladder » vaut « player », chacun a ses propres échelles.",
            ),
            (
                Words(
                    "The whole table shares the ladder of a colour.",
                    "Toute la table partage l’échelle d’une couleur.",
                ),
            ),
            pictures=(
                Picture(
                    Words(
                        "The red ladder: one storey here, two across the table. The next red "
                        "tower, anybody’s, must have three.",
                        "L’échelle rouge : un étage ici, deux en face. Le prochain clocher rouge, "
                        "de qui que ce soit, devra en avoir trois.",
                    ),
                    moves(
                        "=R1 =K =F1 F1c+ <K =Km F1c+ <F =F2 K>1 <R =R1 F1>1 <R =R3 R1>1 <F =F1 "
                        "Km>1 <F =F2c xF1m <R =R2 R1>1 <K =K"
                    ),
                    seat=0,
                ),
            ),
        ),
        Rule(
            "CT9",
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
            Words(
                "The game is over when the three piles are empty and nobody has a card left in "
                "hand.",
                "C’est fini quand les trois piles sont vides et que plus personne n’a de carte en "
                "main.",
            ),
        ),
        Rule(
            "CT11",
            Words(
                "Count each of your complete towers: 5 points if nobody lives in it, 4 with cats "
                "alone, 3 with cats and mice together, 2 with mice alone. An animal on the clock "
                "lives there too. One animal or six, it makes no difference. A tower without its "
                "roof is worth nothing.",
                "Compte chacun de tes clochers achevés : 5 points s’il est inhabité, 4 s’il "
                "n’abrite que des chats, 3 s’il mêle chats et souris, 2 s’il n’abrite que des "
                "souris. L’animal de l’horloge y habite aussi. Un seul animal ou six, cela revient "
                "au même. Un clocher sans toit ne vaut rien.",
            ),
            pictures=(
                Picture(
                    Words(
                        "Four complete towers, one of each worth: 2 with a mouse, 4 with a cat, 3 "
                        "with both, 5 with nobody. Fourteen points.",
                        "Quatre clochers achevés, un de chaque valeur : 2 avec une souris, 4 avec "
                        "un chat, 3 avec les deux, 5 sans personne. Quatorze points.",
                    ),
                    moves(
                        "=R1 =K =F1 F1m+ <K =K F1c+ <F =F2 K>1 <R =R1 F1>1 <K =K R1>1 <K =K K>1 <R "
                        "=R2 F1c+ <R =R5 R1>1 <F =F2c K>2 <F =F1 F2+ <R =R3 R2>2 <R =R4 F1m>2 <K "
                        "=K F2c+ <F =F2m Km>2 <F =F2 Km>3 <K =K xF2m <F =F1 R3>3 <R =R3 F2+ <F =F1 "
                        "F1+ <F =F1c F1>3 <F =F2m K>4 <K =K K>3 <R =R5 R4>4 <K =Km"
                    ),
                    seat=0,
                ),
            ),
        ),
        Rule(
            "CT12",
            Words(
                "Whoever has most points wins. If some are tied, look among them for the highest "
                "mouse in a complete tower: its owner wins. Among those tied even there, the "
                "highest cat in a complete tower decides. Those who are still level win together. "
                "To measure an animal, count levels from the ground up to its own card, that card "
                "included: a floor card adds its storeys, a clock adds one. Without such an animal "
                "your height is 0.",
                "La victoire va au plus grand total. En cas d’égalité, on cherche entre ex æquo la "
                "souris la plus haute d’un clocher achevé : elle fait gagner sa maison. Entre ceux "
                "qu’elle n’a pas départagés, le chat le plus haut d’un clocher achevé décide. Si "
                "l’égalité tient encore, la victoire se partage. Pour mesurer un animal, compte "
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
