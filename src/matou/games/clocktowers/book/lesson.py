"""A first game of Clocktowers: four turns that show every kind of action."""

from matou.core.book import Lesson, Step, by, chance
from matou.games.clocktowers.components import CAT, POINTS
from matou.games.clocktowers.say.messages import say

LESSON = Lesson(
    seat=0,
    steps=(
        Step(
            say(
                "Welcome to the building site! You go first. You hold a floor with a cat, a "
                "floor with a mouse and a clock with a mouse. Three piles lie in the middle: "
                "roofs, clocks and floors."
            ),
            then=chance("=R1 =K =F1"),
        ),
        Step(
            say(
                "Every tower starts with a floor. Play the one with the cat: cats are good "
                "company, but mice cost points."
            ),
            "F1c+",
        ),
        Step(
            say(
                "After playing a card, you draw the top card of any pile. This clock has no "
                "mouse: take it! Then it is your opponent’s turn."
            ),
            "<K",
            (*chance("=Km"), *by(1, "F1c+ <F"), *chance("=F2")),
        ),
        Step(
            say(
                "Put the clock on your tower. From now on the tower takes no more floors: it "
                "stays one storey high."
            ),
            "K>1",
        ),
        Step(
            say(
                "Draw the red roof. The first tower of a colour has one or two storeys, so "
                "it fits yours. Watch your opponent: a second floor goes up."
            ),
            "<R",
            (*chance("=R1"), *by(1, "F1>1 <R"), *chance("=R3")),
        ),
        Step(
            say(
                "Put the roof on! Your tower is finished, with a cat and no mouse: {points} "
                "points.",
                points=POINTS[CAT],
            ),
            "R1>1",
        ),
        Step(
            say(
                "Draw the two-storey floor. It is plain, and a finished tower without "
                "animals scores {points} points. Your opponent adds a clock with a mouse.",
                points=POINTS[0],
            ),
            "<F",
            (*chance("=F1"), *by(1, "Km>1 <F"), *chance("=F2c")),
        ),
        Step(
            say(
                "Don’t want the floor with the mouse? Discard it, face down. Nobody sees "
                "which card it was."
            ),
            "xF1m",
        ),
        Step(
            say(
                "Draw the green roof. Now watch your opponent: the other red roof goes on a "
                "tower of two storeys, one more than yours. That is the ladder."
            ),
            "<R",
            (*chance("=R2"), *by(1, "R1>1 <K"), *chance("=K")),
        ),
        Step(
            say(
                "The next red tower must have three storeys, yours or not. But nobody has a "
                "green tower yet: start one with your two-storey floor."
            ),
            "F2+",
        ),
        Step(
            say(
                "Draw the plain clock. Add it on your next turn, then the green roof: "
                "{points} points. When the piles and all hands are empty, the player with "
                "the most points wins. Happy building!",
                points=POINTS[0],
            ),
            "<K",
            chance("=Km"),
        ),
    ),
)
