"""A first game of Caty Mini: the deal, two rounds and the beginning of a third."""

from __future__ import annotations

from matou.core.book import Lesson, Step, by, chance
from matou.core.numerals import capital, of_these, spelt
from matou.core.words import Words, figures
from matou.games.catymini.components import EXTRAS, FEWEST, REMOVED, ROUNDS, THREAD

_MORE, _GONE = EXTRAS[FEWEST], REMOVED[FEWEST]
MORE = Words(
    f"{spelt(_MORE).en} more tile{'' if _MORE == 1 else 's'}",
    f"{spelt(_MORE, feminine=True).fr} tuile{'' if _MORE < 2 else 's'}",
)
GONE = of_these(_GONE, Words("token", "jeton"))

LESSON = Lesson(
    seat=0,
    steps=(
        Step(
            "Welcome to the nursery! In the middle lies the tile of the furniture where all "
            "cats begin. Each of you gets a tile from every colour’s pile.",
            "Bienvenue dans la chambre ! Au milieu, la tuile montre le meuble d’où partent "
            "tous les chats. Chacun reçoit une tuile de la pile de chaque couleur.",
            then=chance("=chair =bed =table =sofa =cot =lamp =desk =piano =shelf"),
        ),
        Step(
            f"With two players you take {MORE.en}, each from another pile. Begin with the red one.",
            f"À deux, tu prends {MORE.fr} de plus, chacune dans une autre pile. Commence par "
            "la rouge.",
            "~red",
            chance("=armchair"),
        ),
        Step(
            "An armchair. Only you can see it; the others see its colour. Now the violet pile.",
            "Un fauteuil. C’est ton secret : les autres n’en voient que la couleur. Puis la "
            "pile violette.",
            "~violet",
            chance("=bench"),
        ),
        Step(
            f"And the yellow one. Then your neighbour draws too, and {GONE.en} of each toy are "
            "taken away at random.",
            f"Et la jaune. Ensuite, en face, on se sert aussi, et {GONE.fr} de chaque jouet "
            "s’en vont au hasard.",
            "~yellow",
            (
                *chance("=clock"),
                *by(1, "~turquoise"),
                *chance("=mirror"),
                *by(1, "~red"),
                *chance("=chest"),
                *by(1, "~yellow"),
                *chance("=stool -block2 -block3 -ball2 -ball3 -bear3 -bear4 -car3 -car4 -drum2"),
                *chance("-drum3 -duck2 -duck3 -kite2 -kite3 -rocket2 -rocket3 -top2 -top3"),
                *chance("-train2 -train3"),
            ),
        ),
        Step(
            "Your thread starts at one of the two notches of the chair. Choose the one "
            "towards the lamp: starting costs nothing.",
            "Ton fil part de l’une des deux encoches de la chaise. Choisis celle du côté "
            "de la lampe : partir ne coûte rien.",
            "@chair/R",
            by(1, "@chair/L"),
        ),
        Step(
            "You hold the marker, so you decide where all cats run. Any colour but turquoise, "
            "the chair’s own. Play the armchair.",
            "Tu as le marqueur : tu décides où courent tous les chats. Toute couleur sauf le "
            "turquoise, celui de la chaise. Joue le fauteuil.",
            "!armchair",
        ),
        Step(
            "Enter by the notch in the corner: the straight line crosses the kite and the "
            "train, and you win a token of each. Then it is your neighbour’s run, in another "
            "room.",
            "Entre par l’encoche côté coin : la ligne droite croise le cerf-volant et le "
            "train, et tu gagnes un jeton de chacun. Puis l’autre chat court, dans une autre "
            "chambre.",
            "armchair/L",
            (*by(1, "armchair/L !shelf shelf/L"),),
        ),
        Step(
            "The marker has moved on: your neighbour chose the shelf. The notch towards the "
            "cot costs less thread and crosses the duck. Take it!",
            "Le marqueur a tourné : en face, on a choisi l’étagère. Son encoche côté "
            "berceau use moins de fil et croise le canard. Vas-y !",
            "shelf/L",
        ),
        Step(
            "Your choice again. Look at both rooms: a run to the bed gives you two toys and "
            "your neighbour none. Play the bed.",
            "À toi de choisir. Regarde les deux chambres : courir au lit te vaut deux jouets, "
            "et rien en face. Joue le lit.",
            "!bed",
        ),
        Step(
            "In by the notch towards the wardrobe: ball and rocket.",
            "Entre côté armoire : ballon et fusée.",
            "bed/R",
            by(1, "bed/L"),
        ),
        Step(
            f"That is all there is to it. {capital(spelt(ROUNDS)).en} rounds, "
            f"{figures(THREAD).en} units of thread: if it is too "
            "short for a run, your cat sleeps through that round. The highest sum of tokens "
            "wins. Have fun!",
            f"Voilà, tu sais tout. {capital(spelt(ROUNDS)).fr} tours, {figures(THREAD).fr} "
            "unités de fil : s’il est trop court pour "
            "une course, ton chat dort pendant ce tour. La plus grande somme de jetons gagne. "
            "Amuse-toi bien !",
        ),
    ),
)
