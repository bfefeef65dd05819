"""The names of things in Caty Mini."""

from functools import cache

from matou.core.messages import Message
from matou.games.catymini.components import COLOUR_OF
from matou.games.catymini.geometry import BESIDE
from matou.games.catymini.say.messages import count, say

COLOUR_WORDS = (say("turquoise"), say("yellow"), say("red"), say("violet"))
PILES = (
    say("the turquoise pile"),
    say("the yellow pile"),
    say("the red pile"),
    say("the violet pile"),
)
WALLS = (  # what stands along each
    say("north wall, turquoise: {pieces:bare}"),
    say("east wall, yellow: {pieces:bare}"),
    say("south wall, red: {pieces:bare}"),
    say("west wall, violet: {pieces:bare}"),
)
PIECES = (
    say("the chair"),
    say("the bed"),
    say("the wardrobe"),
    say("the lamp"),
    say("the mirror"),
    say("the table"),
    say("the stool"),
    say("the bookcase"),
    say("the clock"),
    say("the desk"),
    say("the sofa"),
    say("the armchair"),
    say("the chest"),
    say("the rug-stand"),
    say("the piano"),
    say("the cot"),
    say("the dresser"),
    say("the shelf"),
    say("the bench"),
    say("the coat-rack"),
)
COLOURED = (  # one text a piece: in many languages its colour agrees with it
    say("the chair ({colour})"),
    say("the bed ({colour})"),
    say("the wardrobe ({colour})"),
    say("the lamp ({colour})"),
    say("the mirror ({colour})"),
    say("the table ({colour})"),
    say("the stool ({colour})"),
    say("the bookcase ({colour})"),
    say("the clock ({colour})"),
    say("the desk ({colour})"),
    say("the sofa ({colour})"),
    say("the armchair ({colour})"),
    say("the chest ({colour})"),
    say("the rug-stand ({colour})"),
    say("the piano ({colour})"),
    say("the cot ({colour})"),
    say("the dresser ({colour})"),
    say("the shelf ({colour})"),
    say("the bench ({colour})"),
    say("the coat-rack ({colour})"),
)
TOY_WORDS = (
    say("block"),
    say("ball"),
    say("bear"),
    say("car"),
    say("drum"),
    say("duck"),
    say("kite"),
    say("rocket"),
    say("top"),
    say("train"),
)
A_TOY = (
    say("a block"),
    say("a ball"),
    say("a bear"),
    say("a car"),
    say("a drum"),
    say("a duck"),
    say("a kite"),
    say("a rocket"),
    say("a top"),
    say("a train"),
)


@cache
def a_toy(toy: int, value: int) -> Message:
    """Names a token in a sentence: 'a bear worth 2'."""
    return count(value, "{toy} worth {n}", "{toy} worth {n}", toy=A_TOY[toy])


@cache
def bare(tile: int) -> Message:
    """Returns a piece's name without its article."""
    return say("{piece:bare}", piece=PIECES[tile])


@cache
def coloured(tile: int) -> Message:
    """Names a tile: 'the table (yellow)'."""
    return COLOURED[tile].filled(colour=COLOUR_WORDS[COLOUR_OF[tile]])


@cache
def notch_words(room: int, notch: int) -> Message:
    """Names a notch by its neighbour: 'the table, towards the desk'.

    The notation's left and right are seen from the room facing the wall, which on three walls
    differ from the picture.
    """
    piece, next_to = PIECES[notch // 2], BESIDE[room][notch]
    if next_to < 0:
        return say("{piece}, towards the corner", piece=piece)
    return say("{piece}, towards {next}", piece=piece, next=PIECES[next_to])


@cache
def tiles_of_colour(n: int, colour: int) -> Message:
    """Counts tiles of a colour: '2 red'."""
    return count(n, "{n} {colour}", "{n} {colour}", colour=COLOUR_WORDS[colour])
