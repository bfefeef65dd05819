"""A first game of Château d'Appenzell: lift, step, enter, a cheese, a trap, a jump."""

from __future__ import annotations

from matou.core.book import Lesson, Step, by, chance
from matou.core.numerals import of_these
from matou.core.words import Words
from matou.games.appenzell.components import ACTIONS_A_TURN, COUNTS, MICE, TRAP
from matou.games.appenzell.names import so_many_mice

TRAPS = of_these(COUNTS[TRAP], Words("trap", "trappe"), feminine=True)
UP_TO = of_these(ACTIONS_A_TURN, Words("action", "action"), feminine=True)

LESSON = Lesson(
    seat=0,
    steps=(
        Step(
            "Welcome to the castle! Somewhere beneath the roofs lie cheeses, bare slabs and "
            f"{TRAPS.en}. One tile is left over, the spare. Let us see it.",
            "Bienvenue au château ! Sous les toits se cachent des fromages, des dalles nues et "
            f"{TRAPS.fr}. Une tuile reste en réserve. Voyons laquelle.",
            then=chance("spare=trap"),
        ),
        Step(
            f"A trap, how useful. You have {so_many_mice(MICE).en}; one of them may enter now. "
            "Choose the "
            "tower a1, bottom left.",
            f"Une trappe, cela peut servir. Tu as {so_many_mice(MICE).fr} ; l’une peut entrer "
            "tout de suite. Choisis la tour a1, en bas à gauche.",
            "@a1",
            by(1, "@g7"),
        ),
        Step(
            f"You have up to {UP_TO.en} a turn. First action: lift the roof of room K, which "
            "touches your tower.",
            f"Tu as jusqu’à {UP_TO.fr} par tour. La première : soulève le toit de la pièce "
            "K, qui touche ta tour.",
            "^K",
            chance("a2=brie"),
        ),
        Step(
            "Brie on a2! Second action: step onto it. One mouse alone wins nothing, though: "
            "you need two on the same cheese.",
            "Du brie en a2 ! Deuxième action : avance dessus. Mais une souris seule ne gagne "
            "rien : il en faut deux sur le même fromage.",
            "a1-a2",
        ),
        Step(
            "Third action: lift room O, beside you.",
            "Troisième action : soulève la pièce O, juste à côté.",
            "^O",
            chance("b1=bare b2=brie"),
        ),
        Step(
            "Another brie, on b2! Fourth action: bring a second mouse into the tower. Your "
            "turn is then over, and room O is covered again, for no mouse is in it. Remember "
            "b2!",
            "Encore du brie, en b2 ! Quatrième action : fais entrer une deuxième souris dans "
            "la tour. Ton tour s’achève, et la pièce O se recouvre, car elle est vide. Retiens "
            "b2 !",
            "@a1",
            (*by(1, "^C"), *chance("f7=edam"), *by(1, "g7-f7 .")),
        ),
        Step(
            "Your neighbour has found edam on f7. Now use your memory: lift O once more.",
            "En face, on a trouvé de l’édam en f7. À ta mémoire : soulève O une nouvelle fois.",
            "^O",
        ),
        Step(
            "Step out of the tower to b1. Towers are ways in only: nobody comes back.",
            "Sors de la tour vers b1. On n’y revient pas : une tour n’est qu’une entrée.",
            "a1-b1",
        ),
        Step(
            "And up to b2. Two of your mice on brie: the brie token is yours! Four different "
            "ones win.",
            "Et monte en b2. Deux de tes souris sur du brie : le jeton brie est à toi ! Quatre "
            "jetons différents font gagner.",
            "b1-b2",
        ),
        Step(
            "One action left. Once a turn you may push the spare into a line. Push column f "
            "from the north: the trap slides in beneath your neighbour’s mouse.",
            "Il te reste une action. Une fois par tour, tu peux pousser la réserve dans une "
            "ligne. Pousse la colonne f depuis le nord : la trappe se glisse sous la souris "
            "d’en face.",
            "-f",
            (*chance("spare=gouda"), *by(1, "@g7 .")),
        ),
        Step(
            "Down it went, into the cellar! What dropped out, a gouda, is the new spare. Your "
            "turn again: lift the long room P.",
            "Elle est tombée à la cave ! Ce qui est sorti, un gouda, devient la réserve. À toi "
            "encore : soulève la longue pièce P.",
            "^P",
            chance("c2=edam d2=cheddar e2=bare"),
        ),
        Step(
            "The mouse on a2 can jump the one on b2 and land on c2. That is two actions: one "
            "for the mouse it passes, one for the landing.",
            "La souris en a2 peut sauter celle de b2 et retomber en c2. Deux actions : une "
            "pour la souris franchie, une pour l’arrivée.",
            "a2-c2",
        ),
        Step(
            "You may stop before the fourth action. End your turn. From here on, remember, "
            "push and feast!",
            "Tu peux t’arrêter avant la quatrième action. Finis ton tour. Et maintenant : "
            "retiens, pousse et régale-toi !",
            ".",
        ),
    ),
)
