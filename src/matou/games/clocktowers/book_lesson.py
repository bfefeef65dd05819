"""A first game of Clocktowers: four turns that show every kind of action."""

from __future__ import annotations

from matou.core.book import Lesson, Step, by, chance
from matou.games.clocktowers.components import CAT, POINTS

LESSON = Lesson(
    seat=0,
    steps=(
        Step(
            "Welcome to the building site! You play first. You hold a floor with a "
            "cat, a floor with a mouse, and a clock with a mouse. Three piles open in the "
            "middle: roofs, clocks and floors.",
            "Bienvenue sur le chantier ! C’est toi qui commences. Tu as en main un étage "
            "avec un chat, un étage avec une souris et une horloge avec une souris. Trois "
            "piles s’ouvrent au milieu : toits, horloges, étages.",
            then=chance("=R1 =K =F1"),
        ),
        Step(
            "Every tower begins with a floor. Found one with your cat: cats are good company, "
            "mice cost points.",
            "Tout clocher débute par un étage. Fonde le tien avec ton chat : les chats sont de "
            "bonne compagnie, les souris coûtent des points.",
            "F1c+",
        ),
        Step(
            "After your card you draw: the top of any pile. This clock has no mouse. Take it! "
            "Then your neighbour builds too.",
            "Après ta carte, tu pioches : le dessus de la pile de ton choix. Cette horloge n’a "
            "pas de souris. Prends-la ! Puis la personne d’en face bâtit aussi.",
            "<K",
            (*chance("=Km"), *by(1, "F1c+ <F"), *chance("=F2")),
        ),
        Step(
            "Put the clock on your tower. From now on it takes no more floors: it stays one "
            "storey high.",
            "Pose l’horloge sur ton clocher. Désormais il ne reçoit plus d’étage : il en a un, "
            "et le gardera.",
            "K>1",
        ),
        Step(
            "Draw the red roof. The first tower of a colour may have one or two storeys, so "
            "yours will do. Look: across the table a second floor goes up.",
            "Pioche le toit rouge. Le premier clocher d’une couleur peut avoir un ou deux "
            "étages : le tien convient. Regarde : en face, un deuxième étage s’ajoute.",
            "<R",
            (*chance("=R1"), *by(1, "F1>1 <R"), *chance("=R3")),
        ),
        Step(
            f"Roof on! The tower is complete, with a cat and no mouse: {POINTS[CAT]} points.",
            "Pose le toit ! Le clocher est achevé, avec un chat et pas de souris : "
            f"{POINTS[CAT]} points.",
            "R1>1",
        ),
        Step(
            "Draw the two-storey floor: nobody lives in it, and an empty tower is worth "
            f"{POINTS[0]}. Your neighbour adds a clock with a mouse.",
            "Pioche la carte de deux étages : personne n’y habite, et un clocher vide vaut "
            f"{POINTS[0]}. En face arrive une horloge avec une souris.",
            "<F",
            (*chance("=F1"), *by(1, "Km>1 <F"), *chance("=F2c")),
        ),
        Step(
            "You do not want your mouse? Discard it, face down. Nobody sees which card it was.",
            "Tu ne veux pas de ta souris ? Défausse-la, face cachée. Personne ne voit de "
            "quelle carte il s’agit.",
            "xF1m",
        ),
        Step(
            "Draw the green roof. And now watch the red one across the table: it crowns a "
            "tower of two storeys, one more than yours. That is the ladder.",
            "Pioche le toit vert. Et observe le rouge d’en face : il couronne un clocher de "
            "deux étages, un de plus que le tien. Voilà l’échelle.",
            "<R",
            (*chance("=R2"), *by(1, "R1>1 <K"), *chance("=K")),
        ),
        Step(
            "The next red tower must have three storeys, whoever builds it. But green is still "
            "free: begin with your two plain storeys.",
            "Le prochain clocher rouge devra avoir trois étages, qui que ce soit qui le "
            "bâtisse. Mais le vert est encore libre : commence avec tes deux étages vides.",
            "F2+",
        ),
        Step(
            "Draw the plain clock. Next turn it goes up, then the green roof: "
            f"{POINTS[0]} points. When "
            "the piles and hands are empty, the most points win. Your turn to build!",
            "Pioche l’horloge sans souris. Au prochain tour tu la poses, puis le toit vert : "
            f"{POINTS[0]} points. Quand piles et mains sont vides, le plus grand total "
            "l’emporte. À toi de bâtir !",
            "<K",
            chance("=Km"),
        ),
    ),
)
