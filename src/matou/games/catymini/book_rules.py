"""The rule book of Caty Mini: its numbered rules, for people."""

from __future__ import annotations

from matou.core.book import Picture, Rule, Section, moves
from matou.core.numerals import of_these, spelt
from matou.core.words import Words
from matou.games.catymini.components import (
    ALL_TOYS_BONUS,
    COLOURS,
    EXTRAS,
    FEWEST,
    REMOVED,
    ROUNDS,
    SEATS,
    TILES,
    TOYS,
    WIDTH,
)

DEALT = (
    "=chair =bed =table =sofa =cot =lamp =desk =piano =shelf ~red =armchair ~violet =bench ~yellow "
    "=clock ~turquoise =mirror ~red =chest ~yellow =stool -block2 -block3 -ball2 -ball3 -bear3 "
    "-bear4 -car3 -car4 -drum2 -drum3 -duck2 -duck3 -kite2 -kite3 -rocket2 -rocket3 -top2 -top3 "
    "-train2 -train3"
)


def by_seats() -> tuple[Words, Words, Words]:
    """CM2, CM3: the extra tiles, the tiles in a hand and the tokens removed, by the players."""
    extra, hands, gone = [], [], []
    for seats in range(FEWEST, SEATS + 1):
        players, first = spelt(seats), seats == FEWEST
        more, hand = EXTRAS[seats], COLOURS + EXTRAS[seats]
        with_ = f"with {players.en}{' players' if first else ''}"
        many = spelt(more, feminine=True)
        extra.append(
            Words(
                f"{f'{many.en} each' if more else 'none'} {with_}",
                f"{many.fr}{' chacun' if first and more else ''} à {players.fr}",
            )
        )
        hands.append(
            Words(
                f"{spelt(hand).en}{' tiles' if first else ''} {with_}",
                f"{spelt(hand).fr}{' tuiles' if first else ''} à {players.fr}",
            )
        )
        tokens = REMOVED[seats]
        if first:
            some = of_these(tokens, Words("token", "jeton"))
            gone.append(
                Words(
                    f"With {players.en} players, {some.en} of every toy "
                    f"{'is' if tokens == 1 else 'are'} removed at random",
                    f"À {players.fr}, on retire au hasard {some.fr} de chaque jouet",
                )
            )
        else:
            gone.append(
                Words(
                    f"with {players.en}, {spelt(tokens).en if tokens else 'none'}",
                    f"à {players.fr}, {'un seul' if tokens == 1 else spelt(tokens).fr}",
                )
            )
    en, fr = (", ".join(w.say(lang) for w in extra) for lang in ("en", "fr"))
    hand_en, hand_fr = (", ".join(w.say(lang) for w in hands) for lang in ("en", "fr"))
    gone_en, gone_fr = (" ; ".join(w.say(lang) for w in gone) for lang in ("en", "fr"))
    return (
        Words(en, fr),
        Words(hand_en, hand_fr),
        Words(f"{gone_en.replace(' ; ', '; ')}.", f"{gone_fr}."),
    )


EXTRA, IN_HAND, REMOVAL = by_seats()
# CM11: where nobody has played all of a hand, and all have as many left.
_LEFT = {
    COLOURS + EXTRAS[seats] - len(range(seat, ROUNDS, seats))
    for seats in range(FEWEST, SEATS + 1)
    for seat in range(seats)
}
LEFT_OVER = (
    Words(", with one tile left in each hand", ", quand il reste une tuile dans chaque main")
    if {1} == _LEFT
    else Words("", "")
)

SETUP = Section(
    Words("Setup", "Mise en place"),
    (
        Rule(
            "CM1",
            Words("The tile shown", "La tuile montrée"),
            Words(
                "One furniture tile, drawn at random, is shown in the middle. The other "
                f"{TILES - 1} make {spelt(COLOURS).en} piles, one for each colour, face down.",
                f"Une tuile meuble, tirée au sort, est montrée au milieu. Les {TILES - 1} autres "
                f"forment {spelt(COLOURS).fr} piles cachées, une par couleur.",
            ),
        ),
        Rule(
            "CM2",
            Words("The hands", "Les mains"),
            Words(
                "Seat by seat, each of you draws one tile from every pile: turquoise, then "
                f"yellow, red and violet. Then come the extra tiles: {EXTRA.en}. The first seat "
                "takes all of its extras, one after the other, looking at each before choosing the "
                "next pile; then the second seat, and so on. Each extra comes from a pile that "
                "still has tiles and from which you have not taken an extra yet. So a hand has "
                f"{IN_HAND.en}. All see the colours of your tiles, and only you see what they "
                "show. What is left over stays unknown.",
                "Place après place, chacun reçoit une tuile de chaque pile : turquoise, puis "
                f"jaune, rouge et violette. Viennent ensuite les tuiles en plus : {EXTRA.fr}. La "
                "première place prend toutes les siennes, l’une après l’autre, en regardant "
                "chacune avant de choisir la pile suivante ; puis la deuxième, et ainsi du reste. "
                "Chaque tuile en plus vient d’une pile non vide où tu n’en as pas encore repris. "
                f"Une main a donc {IN_HAND.fr}. Tout le monde voit la couleur de tes tuiles, mais "
                "ce qu’elles montrent reste ton secret. Le reste demeure inconnu.",
            ),
            (
                Words(
                    "Tiles are dealt seat by seat, and extras too, each seen before the next is "
                    "chosen.",
                    "On distribue place par place, les tuiles en plus aussi, chacune vue avant de "
                    "choisir la suivante.",
                ),
                Words(
                    "The colours of the tiles in a hand are seen by all.",
                    "La couleur des tuiles en main est vue de tous.",
                ),
            ),
        ),
        Rule(
            "CM3",
            Words("Tokens that leave", "Les jetons retirés"),
            Words(
                f"{REMOVAL.en} This is done after the deal and before the threads "
                "start, toy by toy in the order of the glossary (block to train), the second token "
                "of a toy right after its first. Each toy’s remaining tokens make a pile, known to "
                "all, with the lowest value on top.",
                f"{REMOVAL.fr} Cela se fait après la distribution et avant le départ des fils, "
                "jouet par jouet dans l’ordre du lexique (du cube au train), le second jeton d’un "
                "jouet juste après le premier. Les jetons restants d’un jouet forment une pile "
                "connue de tous, la plus petite valeur dessus.",
            ),
            (
                Words(
                    "Tokens are removed after the deal, toy by toy, before the threads start.",
                    "On retire les jetons après la distribution, jouet par jouet, avant le départ "
                    "des fils.",
                ),
            ),
        ),
        Rule(
            "CM4",
            Words("The start of the thread", "Le départ du fil"),
            Words(
                "In seat order, each of you fixes the end of your thread at one of the two "
                "notches of the furniture shown in the middle, on your own board. The thread will "
                "first leave from that notch. This costs no thread.",
                "Dans l’ordre des places, chacun accroche le bout de son fil sur sa propre "
                "chambre, à l’une des deux encoches du meuble montré au milieu. C’est de cette "
                "encoche que le fil partira. Cela ne consomme pas de fil.",
            ),
            (Words("Threads start in seat order.", "Les fils démarrent dans l’ordre des places."),),
            (
                Picture(
                    "The chair is shown. You may start at either of its two notches: your "
                    "thread will begin there.",
                    "La chaise est montrée. Tu peux partir de l’une ou l’autre encoche : "
                    "ton fil commencera là.",
                    moves(DEALT),
                    seat=0,
                    part=(0, 222, 400, 220),
                ),
            ),
        ),
        Rule(
            "CM5",
            Words("The marker", "Le marqueur"),
            Words(
                "The first seat belongs to whoever stroked a cat last. That player takes the "
                "first-player marker.",
                "La première place revient à la dernière personne qui a câliné un chat. Elle prend "
                "le marqueur.",
            ),
        ),
    ),
)

ROUND = Section(
    Words(f"A round, {spelt(ROUNDS).en} times", f"Un tour, {spelt(ROUNDS).fr} fois"),
    (
        Rule(
            "CM6",
            Words("Playing a tile", "Jouer une tuile"),
            Words(
                "If you have the marker, play a furniture tile from your hand: that is where all "
                "cats run. Its colour must differ from that of the tile played in the round "
                "before, whoever played it, or in round 1 from that of the tile shown. Only if "
                "every tile you hold has that very colour may you play one of them.",
                "Si tu as le marqueur, joue une tuile de ta main : c’est vers ce meuble que "
                "courent tous les chats. Sa couleur doit différer de celle de la tuile jouée au "
                "tour d’avant, par qui que ce soit, ou au tour 1 de celle de la tuile montrée. "
                "Seulement si toutes tes tuiles ont justement cette couleur, tu peux en jouer une.",
            ),
            (
                Words(
                    "If all your tiles have the forbidden colour, you may play one of them.",
                    "Si toutes tes tuiles ont la couleur interdite, tu peux en jouer une.",
                ),
            ),
        ),
        Rule(
            "CM7",
            Words("The run", "La course"),
            Words(
                "Beginning with the marker’s holder and going clockwise, each of you runs your own "
                "thread in a straight line from the notch where it comes out to one of the two "
                "notches of that furniture on your own board. Then it goes under the furniture to "
                "the other notch, and that is where it comes out next time.",
                "En partant de qui a le marqueur, dans le sens horaire, chacun tend son fil en "
                "ligne droite, de l’encoche où il sort jusqu’à l’une des deux encoches de ce "
                "meuble dans sa propre chambre. Le fil passe ensuite sous le meuble jusqu’à "
                "l’autre encoche, et c’est de là qu’il repartira.",
            ),
            pictures=(
                Picture(
                    "All cats run to the armchair. By the notch in the corner your thread "
                    "would cross the kite and the train.",
                    "Tous les chats courent vers le fauteuil. Par l’encoche côté coin, ton fil "
                    "croiserait le cerf-volant et le train.",
                    moves(DEALT + " @chair/R @chair/L !armchair"),
                    seat=0,
                    part=(0, 224, 614, 604),
                ),
            ),
        ),
        Rule(
            "CM8",
            Words("What thread costs", "Ce que coûte le fil"),
            Words(
                "You pay for the thread you lay: its length, each stretch rounded up to whole "
                f"units, plus {WIDTH} for the width of the furniture. If you have too little "
                "thread left for an entrance, you may not take it; using up exactly all is fine. "
                "Only if you can pay for neither entrance does your cat sleep: no toys this round, "
                "and your thread stays where it is. In any later round that it can pay for, it "
                "runs again.",
                "Tu paies le fil que tu poses : sa longueur, chaque trait arrondi à l’unité "
                f"supérieure, plus {WIDTH} pour la largeur du meuble. S’il te reste trop peu de "
                "fil pour une entrée, elle t’est fermée ; tout dépenser au plus juste est permis. "
                "Seulement si tu ne peux payer ni l’une ni l’autre, ton chat s’endort : pas de "
                "jouet à ce tour, et le fil reste où il est. À tout tour suivant que tu peux "
                "payer, il repart.",
            ),
            (
                Words(
                    f"Passing under furniture costs {WIDTH}.",
                    f"Passer sous un meuble coûte {WIDTH}.",
                ),
                Words(
                    "A cat that slept runs again as soon as its thread suffices.",
                    "Un chat endormi repart dès que son fil suffit.",
                ),
                Words(
                    "Each stretch is rounded up to whole units.",
                    "Chaque trait s’arrondit à l’unité supérieure.",
                ),
                Words(
                    "As long as you can pay for an entrance, you must run.",
                    "Tant que tu peux payer une entrée, tu dois courir.",
                ),
            ),
            (
                Picture(
                    "Too little thread for either notch of the coat-rack: this cat is asleep.",
                    "Trop peu de fil pour les deux encoches du portemanteau : ce chat s’est "
                    "endormi.",
                    moves(
                        "=mirror =wardrobe =stool =rug-stand =bench =chair =table =piano =dresser "
                        "~yellow =bookcase ~violet =shelf ~red =armchair ~yellow =clock ~turquoise "
                        "=lamp ~violet =coat-rack -block3 -block2 -ball3 -ball3 -bear2 -bear2 "
                        "-car4 -car2 -drum3 -drum4 -duck3 -duck4 -kite2 -kite4 -rocket3 -rocket4 "
                        "-top4 -top2 -train2 -train2 @mirror/R @mirror/R !rug-stand rug-stand/R "
                        "rug-stand/R !dresser dresser/R dresser/L !bookcase bookcase/L bookcase/R "
                        "!lamp lamp/R lamp/L !armchair armchair/R armchair/R !chair chair/L "
                        "chair/R !bench bench/R bench/L !clock clock/L clock/R !wardrobe "
                        "wardrobe/L wardrobe/R !piano piano/R piano/L !stool stool/L stool/R "
                        "!coat-rack zz"
                    ),
                    seat=1,
                    part=(0, 155, 614, 672),
                ),
            ),
        ),
        Rule(
            "CM9",
            Words("Winning toys", "Gagner des jouets"),
            Words(
                "For each toy that the new stretch touches, be it only at the edge, you take the "
                "top token of that toy’s pile, if there is one left. You cannot refuse it. The "
                "same toy may be won several times in a game, each time your thread crosses it. "
                "The part under the furniture does not count. Between two notches of the same "
                "wall the thread runs along the wall and touches nothing.",
                "Pour chaque jouet que le nouveau trait touche, fût-ce au bord, tu prends le "
                "jeton du dessus de sa pile, s’il en reste. Tu ne peux pas le refuser. Un même "
                "jouet se gagne plusieurs fois dans une partie, chaque fois que ton fil le "
                "croise. Ce qui passe sous le meuble ne compte pas. Entre deux encoches d’un même "
                "mur, le fil longe le mur et ne touche rien.",
            ),
            (
                Words(
                    "A token cannot be refused.",
                    "Un jeton ne se refuse pas.",
                ),
                Words(
                    "The thread under furniture or along a wall wins nothing.",
                    "Le fil sous un meuble ou le long d’un mur ne gagne rien.",
                ),
            ),
            pictures=(
                Picture(
                    "The thread has run from the chair to the armchair, over the kite and the "
                    "train: two tokens.",
                    "Le fil est allé de la chaise au fauteuil, en croisant le cerf-volant et "
                    "le train : deux jetons.",
                    moves(DEALT + " @chair/R @chair/L !armchair armchair/L"),
                    seat=0,
                    part=(0, 155, 614, 672),
                ),
            ),
        ),
        Rule(
            "CM10",
            Words("The marker passes on", "Le marqueur tourne"),
            Words(
                "When everybody has run or slept, the marker passes to the next seat.",
                "Quand tout le monde a couru ou dormi, le marqueur passe à la place suivante.",
            ),
        ),
    ),
)

END = Section(
    Words("End", "Fin"),
    (
        Rule(
            "CM11",
            Words("Who wins", "Qui gagne"),
            Words(
                f"After round {ROUNDS}{LEFT_OVER.en}, you add up the values of your "
                "tokens. The highest sum wins. Among those who are tied, the one with most thread "
                "left wins; if that is equal too, they win together.",
                f"Après le tour {ROUNDS}{LEFT_OVER.fr}, additionne la valeur "
                "de tes jetons. La plus grande somme gagne. Entre ex æquo, c’est celui à qui il "
                "reste le plus long fil ; si même là c’est égal, la victoire est partagée.",
            ),
            (
                Words(
                    "If even the thread left is equal, the victory is shared.",
                    "Si même le fil restant est égal, la victoire est partagée.",
                ),
            ),
        ),
        Rule(
            "CM12",
            Words("For experts", "Pour experts"),
            Words(
                "With the variant “for experts” you score one more point for each kind of toy you "
                f"have won, and {ALL_TOYS_BONUS} instead of {TOYS} if you have all "
                f"{spelt(TOYS).en} kinds. This is added before totals are compared (CM11).",
                "Avec la variante « pour experts », tu marques un point de plus par sorte de jouet "
                f"gagnée, et {ALL_TOYS_BONUS} au lieu de {TOYS} si tu as les {spelt(TOYS).fr} "
                "sortes. Cela s’ajoute avant de comparer les totaux (CM11).",
            ),
        ),
    ),
)

KNOWN = Section(
    Words("Who knows what", "Qui sait quoi"),
    says=(
        Words(
            "Hands are secret, but for the colours of their tiles. Tokens that were won lie face "
            "down in front of their owner. All of you saw them being taken, so they are no secret; "
            "still the table shows only how many there are, and their sum at the end.",
            "Les mains sont secrètes, sauf la couleur des tuiles. Les jetons gagnés sont retournés "
            "devant leur propriétaire. Tout le monde les a vus partir, ils n’ont donc rien de "
            "secret ; mais la table n’en montre que le nombre, et la somme à la fin.",
        ),
        Words(
            "In writing: “~red” takes an extra tile from the red pile, “@chair/L” starts at the "
            "chair’s left notch, “!table” plays the table, “table/R” enters by its right notch, "
            "“zz” is a cat asleep. Left and right are meant as you face the furniture from the "
            "room. “=table” is a tile drawn or shown (others read “=?”), “-block2” a token "
            "removed.",
            "Par écrit : « ~red » prend une tuile de la pile rouge, « @chair/L » part de l’encoche "
            "gauche de la chaise, « !table » joue la table, « table/R » entre par son encoche "
            "droite, « zz » est un chat endormi. Gauche et droite s’entendent face au meuble, vu "
            "de la pièce. « =table » est une tuile tirée ou montrée (les autres lisent « =? »), « "
            "-block2 » un jeton retiré.",
        ),
    ),
)

SECTIONS = (SETUP, ROUND, END, KNOWN)
