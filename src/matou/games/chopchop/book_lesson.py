"""A first game of Chop! Chop!, played as the mice: each kind of tile, a catch, a hole."""

from __future__ import annotations

from matou.core.book import Lesson, Step, by, chance
from matou.core.numerals import capital, spelt
from matou.core.words import Words
from matou.games.chopchop.components import CAT_DIE, CHEESES

TEN = capital(spelt(CHEESES))
*FIRST_FACES, LAST_FACE = sorted({*CAT_DIE})
SHOWN = Words(
    f"{', '.join(map(str, FIRST_FACES))} or {LAST_FACE}",
    f"{', '.join(map(str, FIRST_FACES))} ou {LAST_FACE}",
)

LESSON = Lesson(
    seat=1,
    steps=(
        Step(
            f"Hush! You are the mice, all four of them, each on its home plate. "
            f"{TEN.en} cheeses lie "
            "somewhere under these tiles. The cat makes itself at home on the table, and your "
            "grey die is thrown.",
            f"Chut ! Tu joues les souris, toutes les quatre, chacune sur sa plaque. {TEN.fr} "
            "fromages dorment quelque part sous les tuiles. Le chat s’installe sur la table, "
            "et ton dé gris roule.",
            then=(*by(0, "@Td4"), *chance("2")),
        ),
        Step(
            "A two! Pick any mouse and walk exactly two squares. Try the west mouse to b4. Its "
            "plate turns into a hole, and the tile it reaches is turned.",
            "Un deux ! Choisis une souris et fais exactement deux pas. Prends celle de "
            "l’ouest, jusqu’en b4. Sa plaque devient un trou, et on retourne la tuile "
            "d’arrivée.",
            "W-b4",
            (*chance("=cheese 3"), *by(0, "Td4-e6"), *chance("=dishes 1")),
        ),
        Step(
            f"A cheese already: one of {spelt(CHEESES).en}. The cat jumped down and found "
            "broken dishes, which "
            "do nothing. Now a one for you: bring out the east mouse.",
            f"Déjà un fromage, sur {spelt(CHEESES).fr}. Le chat a sauté à terre sur de la "
            "vaisselle cassée, qui "
            "ne fait rien. À toi, avec un un : fais sortir la souris de l’est.",
            "E-f4",
            chance("=+1"),
        ),
        Step(
            "+1: this same mouse moves one square more. Go to f5. It is a bit close to the "
            "cat, so watch what happens.",
            "+1 : cette même souris avance encore d’un pas. Va en f5. C’est un peu près du "
            "chat : regarde bien la suite.",
            "f4-f5",
            (*chance("=dishes 2"), *by(0, "e6-f5*"), *chance("4")),
        ),
        Step(
            "Ouch, caught! The cat rolled exactly what it needed. It wins if it gets all four. "
            "Rolling a four, your north mouse can run to a6.",
            "Aïe, attrapée ! Le chat a fait juste ce qu’il fallait. Il gagne s’il prend les "
            "quatre. Avec ton quatre, la souris du nord peut filer en a6.",
            "N-a6",
            chance("=arrow"),
        ),
        Step(
            "An arrow takes this mouse to almost any square. Beneath the table the cat cannot "
            "follow: hop to c4!",
            "Une flèche : cette souris va presque où elle veut. Sous la table, le chat ne peut "
            "pas la suivre : saute en c4 !",
            "a6-c4",
            (*chance("=cheese 1"), *by(0, "f5-f6"), *chance("=cheese 2")),
        ),
        Step(
            "Your second cheese. The cat turned one too, but cats leave cheese lying, face up. "
            "Bring out your last mouse, from the south, to d2: to win, all four must have been "
            "outside.",
            "Ton deuxième fromage. Le chat en a retourné un aussi, mais il le laisse là, face "
            "visible. Fais sortir ta dernière souris, au sud, jusqu’en d2 : pour gagner, "
            "toutes les quatre doivent avoir quitté leur plaque.",
            "S-d2",
            (*chance("=dishes 2"), *by(0, "f6-d6"), *chance("=dishes 1")),
        ),
        Step(
            "The cat has left its cheese on f6 and may not come back to it. Step with the "
            "mouse on b4 to b5.",
            "Le chat a quitté son fromage en f6 et ne peut plus y revenir. Avance la souris de "
            "b4 en b5.",
            "b4-b5",
            chance("=fork"),
        ),
        Step(
            "A fork! With it a mouse wins a visible cheese from afar. Take the one on f6.",
            "Une fourchette ! Avec elle, une souris gagne de loin un fromage visible. Prends "
            "celui de f6.",
            "^f6",
            (*chance("1"), *by(0, "d6-d7"), *chance("=knife 3")),
        ),
        Step(
            "The cat has stepped on a knife and misses a turn, so you roll twice, with the "
            "same mouse. A three: from beneath the table into the west hole, where no cat can "
            "come.",
            "Le chat a marché sur un couteau et saute un tour : tu lances deux fois, avec la "
            "même souris. Un trois : de dessous la table au trou ouest, où aucun chat n’entre.",
            "c4-W",
            chance("2"),
        ),
        Step(
            "And again with this mouse: two squares, out of the hole to a5.",
            "Encore cette souris : deux pas, du trou jusqu’en a5.",
            "W-a5",
            (*chance("=cheese 2"), *by(0, "d7-c6"), *chance("=dishes 2")),
        ),
        Step(
            f"Four cheeses! Once you have {spelt(CHEESES).en} and every mouse has been out, "
            "let any mouse end "
            "its move in a hole and you have won. Go on, and stay out of reach: the cat’s blue "
            f"die shows {SHOWN.en}.",
            f"Quatre fromages ! Quand tu en auras {spelt(CHEESES).fr} et que chaque souris "
            "sera sortie, il suffira que l’une d’elles finisse dans un trou. Continue, et "
            f"garde tes distances : le dé bleu du chat fait {SHOWN.fr}.",
        ),
    ),
)
