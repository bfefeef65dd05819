"""What is said at a table, wherever it stands, in both languages."""

from __future__ import annotations

from collections.abc import Sequence

from matou.bots.levels import LEVELS as BOTS
from matou.core.words import AND, Words
from matou.core.words import Words as W

LEVELS = tuple(level.name for level in BOTS)
HINT_LEVEL = 4
DEFAULT_NAME = W("You", "Toi")
PLAYER = W("Player {n}", "Joueur {n}")
SOMEBODY = W("Somebody", "Quelqu’un")
OPEN_SEAT = W("open seat", "place libre")
LOOKED_AHEAD = W(
    "Thinking a few moves ahead, that comes out best.",
    "En pensant quelques coups plus loin, c’est le mieux.",
)
THINKING = W("{name} is thinking…", "{name} réfléchit…")
WAITING_FOR_PLAYERS = W("Waiting for the others to sit down.", "On attend que chacun s’assoie.")
LIST_YOUR_TURN = W("your turn!", "à toi !")
LIST_TURN = W("{name} to play", "à {name} de jouer")
LIST_OVER = W("finished", "finie")
LIST_WAITING = W("waiting for players", "attend des joueurs")
YOU_WIN = W("You win!", "Tu gagnes !")
WON_AGAINST = W("Won against {names}.", "Gagné contre {names}.")  # by somebody without a name
DRAWN = W("A draw: nobody wins.", "Égalité : personne ne gagne.")
REACTIONS = (
    W("Well played", "Bien joué"),
    W("Watching you", "Je t’ai à l’œil"),
    W("Ouch", "Aïe"),
    W("Zzz", "Zzz"),
)

# Setting a table
CHOSEN_TWICE = W(
    "{what} is chosen for two places: give each a different one.",
    "{what} est choisi pour deux places : donne à chacune un choix différent.",
)
BAD_FORM = W("That table cannot be set: {why}", "Cette table ne peut pas être dressée : {why}")
COLOURS = (
    W("teal", "sarcelle"),
    W("violet", "violet"),
    W("green", "vert"),
    W("blue", "bleu"),
    W("pink", "rose"),
)

# Fairness
VERIFIED = W(
    "Checked: all {n} draws follow from the secret number, and it fits the seal.",
    "Vérifié : les {n} tirages découlent du nombre secret, et il correspond au sceau.",
)
VERIFIED_WITH_ORIGIN = W(
    "Checked: all {n} draws follow from the secret numbers of this game and of the one that its "
    "first {taken} moves came from, and the numbers fit their seals.",
    "Vérifié : les {n} tirages découlent des nombres secrets de cette partie et de celle d’où "
    "viennent ses {taken} premiers coups, et les nombres correspondent à leurs sceaux.",
)
VERIFIED_PART = W(
    "Checked in part: the {n} draws after the first {taken} moves follow from the secret "
    "number, and it fits the seal. Those first moves came from another game, whose record is "
    "not here or proves nothing: for their {open} draws nothing answers.",
    "Vérifié en partie : les {n} tirages d’après les {taken} premiers coups découlent du nombre "
    "secret, et il correspond au sceau. Ces premiers coups viennent d’une autre partie, "
    "dont l’enregistrement manque ici ou ne prouve rien : rien ne répond de leurs {open} tirages.",
)
NOT_VERIFIED = W("This does not fit: {why}", "Quelque chose ne colle pas : {why}")

# A first lesson
DEALT = W("Chance has done its part.", "Le hasard a fait sa part.")

# Looking back
ONLOOKER = W("an onlooker", "un spectateur")
STILL_PLAYING = W(
    "The game goes on: you see what you could see then, and no more.",
    "La partie continue : tu vois ce que tu pouvais voir alors, rien de plus.",
)
CHANCES_MORE = W(
    "What {bot} thought of each position, knowing what the player to move knew. It is a strong "
    "cat, not an oracle.",
    "Ce que {bot} pensait de chaque position, en sachant ce que savait qui devait jouer. C’est "
    "un chat fort, pas un oracle.",
)
STUDY_NONE = W(
    "There is no bot here to look at the game with you.",
    "Il n’y a pas de robot ici pour regarder la partie avec toi.",
)
STUDY_AFTER = W(
    "Once the game is over, a bot looks at it with you.",
    "Une fois la partie finie, un robot la regarde avec toi.",
)
PLAY_ON_LATER = W(
    "While a game is played nobody plays on from it: that would tell what is still hidden. Come "
    "back when it is over.",
    "Tant qu’une partie se joue, personne ne la reprend : cela dirait ce qui est encore caché. "
    "Reviens quand elle sera finie.",
)
PLAY_ON_BAD = W(
    "A table needs a position before the end, a place to play from and a level from 1 to 5.",
    "Il faut une position avant la fin, une place où jouer et une force de 1 à 5.",
)
CONTINUES = W(
    "This table goes on from another game: its first {n} moves came from there. The seal "
    "answers for everything drawn after them.",
    "Cette table reprend une autre partie : ses {n} premiers coups en viennent. Le sceau "
    "répond de tout ce qui est tiré ensuite.",
)
CONTINUES_SEALED = W(
    "This table goes on from a game in a player’s own browser: its first {n} moves came from "
    "there, and fit the seal of that game. The seal here answers for everything drawn after them.",
    "Cette table reprend une partie commencée dans le navigateur d’un joueur : ses {n} premiers "
    "coups en viennent et correspondent au sceau de cette partie. Le sceau d’ici répond de tout "
    "ce qui est tiré ensuite.",
)
OPEN_WRONG = W("This cannot be opened: {why}", "Impossible de l’ouvrir : {why}")
OPEN_EMPTY = W("there is nothing in it", "il n’y a rien dedans")
OPEN_TOO_LONG = W(
    "it is longer than any game ({most} kB at most)",
    "c’est plus long que n’importe quelle partie ({most} ko au plus)",
)

# When something is not done
OLD_VERSION = W(
    "This game was begun under older rules and cannot go on here.",
    "Cette partie a commencé sous d’anciennes règles et ne peut pas continuer ici.",
)
SITS_HERE = W("You sit at this table already.", "Tu es déjà à cette table.")
SEAT_GONE = W("That seat is taken now.", "Cette place est déjà prise.")
STALE = W(
    "The table has moved on meanwhile: look again.",
    "La table a avancé entre-temps : regarde à nouveau.",
)
NOT_YOUR_TURN = W("It is not your turn.", "Ce n’est pas ton tour.")
TURN_OF = W("Not yet: it is {name}’s turn.", "Pas encore : c’est à {name} de jouer.")
ONLY_PLAYERS = W(
    "You are watching: only those who play can do something here.",
    "Tu regardes : seuls ceux qui jouent peuvent agir ici.",
)
NOT_YOUR_SEAT = W("That is not your place.", "Ce n’est pas ta place.")
STILL_WAITING = W(
    "The game begins when every seat is taken.",
    "La partie commence quand toutes les places sont prises.",
)
GAME_OVER = W("The game is over.", "La partie est finie.")
NO_TIME_TO_UNDO = W(
    "You have too little time left to take this back.",
    "Il te reste trop peu de temps pour reprendre ce coup.",
)
DAYS_LEFT = W("{d} d {h} h", "{d} j {h} h")
WHOLE_DAYS_LEFT = W("{d} d", "{d} j")
LOST_BY_TIME = W("{name} lost on time.", "{name} a perdu au temps.")
YOU_LOST_BY_TIME = W("You lost on time.", "Tu as perdu au temps.")
YOUR_TIME_IS_UP_AND_LOST = W(
    "Your time is up, and so you have lost.", "Ton temps est écoulé : tu as perdu."
)
OUT_OF_THE_GAME = W(
    "You lost on time: a cat plays that seat to the end.",
    "Tu as perdu au temps : un chat joue à cette place jusqu’au bout.",
)
YOUR_TIME_IS_UP = W(
    "Your time is up: a cat plays on for you. Take your seat back whenever you like.",
    "Ton temps est écoulé : un chat joue pour toi. Reprends ta place quand tu veux.",
)
NO_UNDO = W(
    "That cannot be taken back: somebody knows more since.",
    "Impossible de reprendre : depuis, quelqu’un en sait plus.",
)
UNDONE_ENOUGH = W(
    "You have taken this back often enough: now the move stands.",
    "Tu as repris ce coup assez souvent : maintenant, il reste.",
)
ONE_HINT = W(
    "You are being advised already: one hint at a time.",
    "On te conseille déjà : un conseil à la fois.",
)
NO_HINTS = W("This table plays without hints.", "Cette table joue sans conseils.")
JUST_GONE = W(
    "They were here a moment ago: give them a minute.",
    "Cette personne était là à l’instant : laisse-lui une minute.",
)
RATED_CATS_STAY = W(
    "This game counts for ratings: the cat that sits there stays.",
    "Cette partie compte pour le classement : le chat assis là y reste.",
)
SEAT_TAKEN = W("Somebody sits there.", "Quelqu’un est assis là.")
PLAYERS_TALK = W("Only those who play can speak here.", "Seuls ceux qui jouent parlent ici.")
NOTHING_SAID = W("That says nothing.", "Cela ne dit rien.")
NOT_UNDERSTOOD = W("That message makes no sense here.", "Ce message n’a pas de sens ici.")
NO_PACE = W(
    "Bots play at the pace calm, normal or quick (pace).",
    "Les robots jouent au rythme calm, normal ou quick (pace).",
)
TOO_LONG = W("That is too long.", "C’est trop long.")
TABLE_FAULT = W(
    "Something went wrong at this table; nothing that was played is lost.",
    "Quelque chose a mal tourné à cette table ; rien de ce qui a été joué n’est perdu.",
)
STORE_ILL = W(
    "The site cannot read or write its tables properly at the moment: what you just did may not be "
    "kept. It has been noted; try again in a while.",
    "Le site n’arrive pas à bien lire ou écrire ses tables en ce moment : ce que tu viens de faire "
    "n’est peut-être pas gardé. C’est noté ; réessaie un peu plus tard.",
)


def level_name(level: int) -> Words:
    return LEVELS[level - 1] if 1 <= level <= len(LEVELS) else LEVELS[0]


def listed(names: Sequence[str], lang: str) -> str:
    """Anna, Ben and Chloe."""
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + AND.say(lang) + names[-1]
