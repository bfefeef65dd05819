"""A first game of Chop! Chop!, played as the mice: each kind of tile, a catch, a hole."""

from matou.core.book import Lesson, Step, by, chance
from matou.core.messages import listed
from matou.games.chopchop.components import CAT_DIE, CHEESES
from matou.games.chopchop.say.messages import say

SHOWN = listed([str(face) for face in sorted({*CAT_DIE})], "or")

LESSON = Lesson(
    seat=1,
    steps=(
        Step(
            say(
                "Hush! You play all four mice, each on its home plate. {cheeses:words|cap} "
                "cheeses are hidden among these tiles. The cat settles down on the table, "
                "and you roll the grey die.",
                cheeses=CHEESES,
            ),
            then=(*by(0, "@Td4"), *chance("2")),
        ),
        Step(
            say(
                "A two! Move any mouse exactly two squares. Try mouse 1, on the west side: "
                "go to b4. Its home plate becomes a hole, and the tile it lands on is turned "
                "over."
            ),
            "W-b4",
            (*chance("=cheese 3"), *by(0, "Td4-e6"), *chance("=dishes 1")),
        ),
        Step(
            say(
                "Your first cheese, out of {cheeses:words}! The cat jumped down and found "
                "broken dishes, which do nothing. Now you rolled a one: bring out mouse 2, "
                "on the east side.",
                cheeses=CHEESES,
            ),
            "E-f4",
            chance("=+1"),
        ),
        Step(
            say(
                "+1: the same mouse moves one square more. Go to f5. That is a bit close to "
                "the cat, so watch what happens."
            ),
            "f4-f5",
            (*chance("=dishes 2"), *by(0, "e6-f5*"), *chance("4")),
        ),
        Step(
            say(
                "Ouch, caught! The cat rolled exactly what it needed. It wins if it catches "
                "all four mice. You rolled a four: mouse 3, on the north side, can run to a6."
            ),
            "N-a6",
            chance("=arrow"),
        ),
        Step(
            say(
                "An arrow takes this mouse to almost any square. The cat cannot follow it "
                "under the table: hop to c4!"
            ),
            "a6-c4",
            (*chance("=cheese 1"), *by(0, "f5-f6"), *chance("=cheese 2")),
        ),
        Step(
            say(
                "Your second cheese! The cat turned one over too, but it leaves it there, "
                "face up. Now bring out mouse 4, on the south side, to d2: to win, all four "
                "mice must have left their home plates."
            ),
            "S-d2",
            (*chance("=dishes 2"), *by(0, "f6-d6"), *chance("=dishes 1")),
        ),
        Step(
            say(
                "The cat has left its cheese on f6 and cannot come back to it. Move mouse 1 "
                "from b4 to b5."
            ),
            "b4-b5",
            chance("=fork"),
        ),
        Step(
            say("A fork! It wins you a visible cheese from afar. Take the one on f6."),
            "^f6",
            (*chance("1"), *by(0, "d6-d7"), *chance("=knife 3")),
        ),
        Step(
            say(
                "The cat found a knife and misses a turn, so you roll twice and move the "
                "same mouse both times. A three: move mouse 3 from under the table into the "
                "west hole, where the cat cannot go."
            ),
            "c4-W",
            chance("2"),
        ),
        Step(
            say("Again with mouse 3: two squares, out of the hole to a5."),
            "W-a5",
            (*chance("=cheese 2"), *by(0, "d7-c6"), *chance("=dishes 2")),
        ),
        Step(
            say(
                "Four cheeses! Every mouse has left its home plate. Once you have all "
                "{cheeses:words} cheeses, you win as soon as a mouse ends a move in a hole. "
                "Keep going, and stay out of reach: the cat’s blue die rolls {faces}.",
                cheeses=CHEESES,
                faces=SHOWN,
            )
        ),
    ),
)
