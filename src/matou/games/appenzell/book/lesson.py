"""A first game of Château d'Appenzell: lift, step, enter, a cheese, a trap, a jump."""

from matou.core.book import Lesson, Step, by, chance
from matou.games.appenzell.components import ACTIONS_A_TURN, COUNTS, MICE, TRAP
from matou.games.appenzell.say.messages import count, say

TRAPS = count(COUNTS[TRAP], "{n:words} trap", "{n:words} traps")
UP_TO = count(ACTIONS_A_TURN, "{n:words} action", "{n:words} actions")
MICE_OUTSIDE = count(MICE, "{n:words} mouse", "{n:words} mice")

LESSON = Lesson(
    seat=0,
    steps=(
        Step(
            say(
                "Welcome to the castle! Under its roofs lie cheeses, bare tiles and {traps}. "
                "One tile is left over: the spare. Let’s see it.",
                traps=TRAPS,
            ),
            then=chance("spare=trap"),
        ),
        Step(
            say(
                "A trap: that may come in handy. You have {mice}, and one of them may enter "
                "now. Choose tower a1, bottom left.",
                mice=MICE_OUTSIDE,
            ),
            "@a1",
            by(1, "@g7"),
        ),
        Step(
            say(
                "You have up to {actions} a turn. First action: lift the roof of room K, which "
                "touches your tower.",
                actions=UP_TO,
            ),
            "^K",
            chance("a2=brie"),
        ),
        Step(
            say(
                "A brie on a2! Second action: step onto it. One mouse alone wins nothing, "
                "though: you need two on the same kind of cheese."
            ),
            "a1-a2",
        ),
        Step(
            say("Third action: lift the roof of room O, next to you."),
            "^O",
            chance("b1=bare b2=brie"),
        ),
        Step(
            say(
                "Another brie, on b2! Fourth action: bring a second mouse into the tower. "
                "That ends your turn, and room O is covered again because no mouse is in it. "
                "Remember b2!"
            ),
            "@a1",
            (*by(1, "^C"), *chance("f7=edam"), *by(1, "g7-f7 .")),
        ),
        Step(
            say(
                "Your opponent has found an edam on f7. Now use your memory: lift the roof "
                "of room O again."
            ),
            "^O",
        ),
        Step(
            say(
                "Step out of the tower to b1. Towers are entrances only: no mouse ever goes "
                "back in."
            ),
            "a1-b1",
        ),
        Step(
            say(
                "And on to b2. Two of your mice on brie: the brie token is yours! Four "
                "different tokens win the game."
            ),
            "b1-b2",
        ),
        Step(
            say(
                "One action left. Once a turn you may push the spare into a line. Push "
                "column f from the north: the trap slides in under your opponent’s mouse."
            ),
            "-f",
            (*chance("spare=gouda"), *by(1, "@g7 .")),
        ),
        Step(
            say(
                "Down it went, into the cellar! The tile that dropped out, a gouda, is the "
                "new spare. Your turn again: lift the roof of the long room P."
            ),
            "^P",
            chance("c2=edam d2=cheddar e2=bare"),
        ),
        Step(
            say(
                "The mouse on a2 can jump over the one on b2 and land on c2. That costs two "
                "actions: one for the mouse it passes, one for the landing."
            ),
            "a2-c2",
        ),
        Step(
            say(
                "You may stop before the fourth action. End your turn. From here on: "
                "remember, push and feast!"
            ),
            ".",
        ),
    ),
)
