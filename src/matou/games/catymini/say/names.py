"""The names of things in Caty Mini."""

from functools import cache

from matou.core.messages import Message
from matou.games.catymini.components import COLOUR_OF
from matou.games.catymini.geometry import BESIDE
from matou.games.catymini.say.messages import count, each, say

COLOUR_WORDS = each("turquoise | yellow | red | violet")
PILES = each("the turquoise pile | the yellow pile | the red pile | the violet pile")
WALLS = each(  # what stands along each
    "north wall, turquoise: {pieces:bare} | east wall, yellow: {pieces:bare} | "
    "south wall, red: {pieces:bare} | west wall, violet: {pieces:bare}"
)
PIECES = each(
    "the chair | the bed | the wardrobe | the lamp | the mirror | the table | the stool | "
    "the bookcase | the clock | the desk | the sofa | the armchair | the chest | the rug-stand | "
    "the piano | the cot | the dresser | the shelf | the bench | the coat-rack"
)
_COLOURED = each(  # one text a piece: in many languages its colour agrees with it
    "the chair ({colour}) | the bed ({colour}) | the wardrobe ({colour}) | the lamp ({colour}) | "
    "the mirror ({colour}) | the table ({colour}) | the stool ({colour}) | "
    "the bookcase ({colour}) | the clock ({colour}) | the desk ({colour}) | the sofa ({colour}) | "
    "the armchair ({colour}) | the chest ({colour}) | the rug-stand ({colour}) | "
    "the piano ({colour}) | the cot ({colour}) | the dresser ({colour}) | the shelf ({colour}) | "
    "the bench ({colour}) | the coat-rack ({colour})"
)
COLOURED = tuple(
    text.filled(colour=COLOUR_WORDS[colour])
    for text, colour in zip(_COLOURED, COLOUR_OF, strict=False)
)
BARE = tuple(say("{piece:bare}", piece=piece) for piece in PIECES)  # without the article
TOY_WORDS = each("block | ball | bear | car | drum | duck | kite | rocket | top | train")
A_TOY = each(
    "a block | a ball | a bear | a car | a drum | a duck | a kite | a rocket | a top | a train"
)


@cache
def a_toy(toy: int, value: int) -> Message:
    """Names a token in a sentence: 'a bear worth 2'."""
    return count(value, "{toy} worth {n}", toy=A_TOY[toy])


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
    return count(n, "{n} {colour}", colour=COLOUR_WORDS[colour])
