"""The bots, each declared once, and how they are named: ``level4@2000``.

To add a bot, append a ``Level`` to ``LEVELS``. Forms, tables, the ladder, ratings, the API and the
command line follow.
"""

import re
from dataclasses import dataclass, replace

from matou.core.messages import Message, say
from matou.core.refusals import BadChoice


@dataclass(frozen=True)
class Voice:
    """What a bot says about its own luck, another's, a mishap, and the end of the game."""

    mine: tuple[Message, ...]
    theirs: tuple[Message, ...]
    ouch: tuple[Message, ...]
    won: Message
    lost: Message


@dataclass(frozen=True)
class Level:
    """A bot: how it plays, and how it appears at a table."""

    key: str  # 'random', 'greedy', 'level1' … or any other name
    kind: str  # 'random', 'manners', 'greedy', 'search', or the class itself: 'module:Class'
    name: Message
    character: Message
    iterations: int = 0  # per move of a search; 0: limited by time alone
    by_network: int = 0  # the same where the search asks a network, which takes longer
    seconds: float = 0.0  # per move of a search; 0: limited by iterations alone
    forgets: bool = False
    archive: str = ""  # the archived search of an earlier year that it plays with
    is_learned: bool = False  # searches with the game's network, if there is one
    is_plain: bool = False  # searches without the game's learned values: playouts to the end
    # The second, third… bot of a level at one table has a name and a coat of its own.
    namesakes: tuple[str, ...] = ()
    coats: tuple[str, ...] = ("var(--ginger)", "var(--grey)", "var(--wood)", "var(--stone)")
    portrait: str = "cat"  # one of ``paper.portraits``
    voice: Voice | None = None  # None: says nothing

    @property
    def spec(self) -> str:
        """Returns the level's name on the command line, with its limits."""
        standard = known()[self.key]
        name = self.key + ("-plain" if self.is_plain else "")
        same = (standard.iterations, standard.seconds, standard.by_network)
        if (self.iterations, self.seconds, self.by_network) == same:
            return name
        limit = f"{self.seconds:g}s" if self.seconds else str(self.iterations)
        return f"{name}@{limit}"

    def name_of(self, nth: int, lang: str) -> str:
        """Returns the name of the nth bot of this level at a table, counted from 0."""
        if nth == 0:
            return self.name.say(lang)
        if self.namesakes:
            return self.namesakes[(nth - 1) % len(self.namesakes)]
        return f"{self.name.say(lang)} {nth + 1}"

    def coat_of(self, nth: int) -> str:
        return self.coats[nth % len(self.coats)]


RANDOM = Level("random", "random", say("Chance"), say("Plays any legal move at random."))
# Weakest first. A seat, a result and a rung of the ladder store the place in this list, counted
# from 1: append, never reorder. Results hold one digit for each, so there are nine at most.
LEVELS = [
    Level(
        "level1",
        "manners",
        say("Kitten"),
        say("Plays with everything, but takes a win that is right under its nose."),
        namesakes=("Pompon", "Noisette", "Biscuit", "Pixel"),
        coats=("var(--sandstone)", "var(--grey)", "var(--ginger)", "var(--cream)", "var(--blush)"),
        portrait="bow",
        voice=Voice(
            (say("I did it! Did you see?"), say("Again! Again!")),
            (say("Ooh, how pretty!"), say("Me too, me too!")),
            (say("Oops."),),
            say("I won? I won!"),
            say("That was fun. Another?"),
        ),
    ),
    Level(
        "level2",
        "greedy",
        say("Gourmand"),
        say("Takes the best bite now and never wonders what comes next."),
        namesakes=("Brioche", "Praline", "Nougat", "Cannelle"),
        coats=("var(--ginger)", "var(--thatch)", "var(--sandstone)", "var(--grey)", "var(--wood)"),
        portrait="napkin",
        voice=Voice(
            (say("Delicious."), say("One more bite.")),
            (say("You might have shared."), say("That looks tasty.")),
            (say("There goes my appetite."),),
            say("And now, dessert."),
            say("I was hungry. Well played!"),
        ),
    ),
    Level(
        "level3",
        "search",
        say("Dreamer"),
        say("Thinks a little ahead, and forgets half of what it saw."),
        iterations=100,
        forgets=True,
        namesakes=("Nuage", "Plume", "Lune", "Ouate"),
        coats=("var(--grey)", "var(--stone)", "var(--blush)", "var(--sandstone)", "var(--copper)"),
        portrait="nightcap",
        voice=Voice(
            (say("Did I do that?"), say("As in my dream.")),
            (say("Hm? Oh, lovely."), say("I dreamt you would.")),
            (say("I must have dozed off."),),
            say("Wake me for the next one."),
            say("What a nice dream. Well played."),
        ),
    ),
    Level(
        "level4",
        "search",
        say("Mouser"),
        say("Patient, remembers everything, rarely misses."),
        iterations=800,
        by_network=20,
        is_learned=True,
        namesakes=("Filou", "Griffe", "Radar", "Tango"),
        coats=("var(--wood)", "var(--grey)", "var(--ginger)", "var(--stone)", "var(--thatch)"),
        portrait="hunters cap",
        voice=Voice(
            (say("Patience pays."), say("Just as planned.")),
            (say("Noted."), say("I see you.")),
            (say("I shall remember that."),),
            say("A clean hunt."),
            say("You hunt well. My respects."),
        ),
    ),
    Level(
        "level5",
        "search",
        say("Great Matou"),
        say("Has seen it all and thinks as long as the clock allows."),
        seconds=1.0,
        is_learned=True,
        namesakes=("Baron", "Duchesse", "Marquis", "Comtesse"),
        coats=("var(--charcoal)", "var(--grain)", "var(--quiet)", "var(--wood)", "var(--grey)"),
        portrait="crown",
        voice=Voice(
            (say("Naturally."), say("I have seen this before.")),
            (say("Not bad at all."), say("Hm! Bold.")),
            (say("Even crowns slip."),),
            say("A pleasure, as always."),
            say("The crown is yours today."),
        ),
    ),
]
GREEDY = replace(LEVELS[1], key="greedy")
# The yardstick for later ones.
ARCHIVED = replace(LEVELS[4], key="level5-2026", archive="level5-2026")
SPEC = re.compile(r"([a-z]+\d*(?:-\d{4})?)(-plain)?(?:@(?:(\d+(?:\.\d+)?)s|(\d+)))?")


def known() -> dict[str, Level]:
    """Returns every bot that can be named, by its key."""
    return {level.key: level for level in (RANDOM, GREEDY, *LEVELS, ARCHIVED)}


def at_table(number: int) -> Level:
    """Returns the bot that a seat stores as a number; the first one for a number out of range."""
    return LEVELS[number - 1 if 1 <= number <= len(LEVELS) else 0]


def level(which: int | str | Level) -> Level:
    """Returns a level by number, or by name with an optional limit: 4, 'greedy', 'level5@1s'."""
    if isinstance(which, Level):
        return which
    if isinstance(which, int) and 1 <= which <= len(LEVELS):
        return LEVELS[which - 1]
    text = str(which)
    match = SPEC.fullmatch(text)
    if match is None or match[1] not in known():
        raise BadChoice(
            "Unknown bot “{text}”. Choose from: {known}. Bots that search take an optional limit: "
            "level5@1s, level4@2000. Add -plain to leave out what they learned: level4-plain.",
            text=text,
            known=", ".join(known()),
        )
    found = known()[match[1]]
    _, plain, seconds, iterations = match.groups()
    if match[0] == match[1]:
        return found
    if found.kind != "search":
        raise BadChoice(
            "{key} does not search, so it takes no limit: “{text}”.", key=found.key, text=text
        )
    found = replace(found, is_plain=plain is not None)
    if seconds is not None:
        if not 0 < float(seconds) <= 3600:
            says = say("A bot can think for at most one hour per move, not {seconds} s.")
            raise BadChoice(says.filled(seconds=seconds))
        return replace(found, seconds=float(seconds), iterations=0, by_network=0)
    if iterations is not None:
        if not 0 < int(iterations) <= 10**9:
            says = say("A bot can search for 1 to 10^9 iterations per move, not {iterations}.")
            raise BadChoice(says.filled(iterations=iterations))
        return replace(found, seconds=0.0, iterations=int(iterations), by_network=0)
    return found
