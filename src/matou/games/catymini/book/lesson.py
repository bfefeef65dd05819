"""A first game of Caty Mini: the deal, two rounds and the beginning of a third."""

from matou.core.book import Lesson, Step, by, chance
from matou.core.messages import figures
from matou.games.catymini.components import EXTRAS, FEWEST, REMOVED, ROUNDS, THREAD
from matou.games.catymini.say.messages import count, say

LESSON = Lesson(
    seat=0,
    steps=(
        Step(
            say(
                "Welcome to the nursery! The tile in the middle shows the furniture where "
                "all cats start. Each of you gets one tile from every pile."
            ),
            then=chance("=chair =bed =table =sofa =cot =lamp =desk =piano =shelf"),
        ),
        Step(
            count(
                EXTRAS[FEWEST],
                "With two players you take {n:words} extra tile. Start with the red pile.",
                "With two players you take {n:words} extra tiles, each from a different pile. "
                "Start with the red one.",
            ),
            "~red",
            chance("=armchair"),
        ),
        Step(
            say(
                "An armchair. Only you can see it; the others just see its colour. Now the "
                "violet pile."
            ),
            "~violet",
            chance("=bench"),
        ),
        Step(
            count(
                REMOVED[FEWEST],
                "And the yellow one. Then your opponent draws too, and {n:words} token of each toy "
                "is removed at random.",
                "And the yellow one. Then your opponent draws too, and {n:words} tokens of each "
                "toy are removed at random.",
            ),
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
            say(
                "Your thread starts at one of the two notches of the chair. Choose the one towards "
                "the lamp: starting costs nothing."
            ),
            "@chair/R",
            by(1, "@chair/L"),
        ),
        Step(
            say(
                "You have the marker, so you decide where all cats run. Any colour will do "
                "except turquoise, the colour of the chair. Play the armchair."
            ),
            "!armchair",
        ),
        Step(
            say(
                "Enter by the notch towards the corner: the straight line crosses the kite "
                "and the train, and you win a token of each. Then the other cat runs, in its "
                "own room."
            ),
            "armchair/L",
            (*by(1, "armchair/L !shelf shelf/L"),),
        ),
        Step(
            say(
                "The marker has moved on, and your opponent has chosen the shelf. The run to "
                "the notch towards the cot costs less thread and crosses the duck. Go for it!"
            ),
            "shelf/L",
        ),
        Step(
            say(
                "Your choice again. Look at both rooms: a run to the bed wins two toys for "
                "you and none for your opponent. Play the bed."
            ),
            "!bed",
        ),
        Step(
            say("Enter by the notch towards the wardrobe: you win the ball and the rocket."),
            "bed/R",
            by(1, "bed/L"),
        ),
        Step(
            say(
                "That’s all there is to it: {rounds:words} rounds and {thread} units of "
                "thread. If your thread is too short for a run, your cat sleeps through that "
                "round. The highest total wins. Have fun!",
                rounds=ROUNDS,
                thread=figures(THREAD),
            )
        ),
    ),
)
