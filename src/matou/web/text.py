"""Everything the site says, in English and French. Games bring their own words."""

from __future__ import annotations

from collections.abc import Iterable

from matou.bots.levels import LEVELS as BOTS
from matou.core.numerals import capital, spelt
from matou.core.registry import names
from matou.core.words import Words
from matou.core.words import Words as W
from matou.paper import Mood
from matou.play.text import *  # noqa: F403
from matou.web.lessons.text import *  # noqa: F403
from matou.web.notify.text import *  # noqa: F403
from matou.web.replay.text import *  # noqa: F403
from matou.web.strangers.text import *  # noqa: F403
from matou.web.strangers.text import FOR_STRANGERS
from matou.web.strength.text import *  # noqa: F403
from matou.web.you.text import *  # noqa: F403

CHARACTERS = tuple(level.character for level in BOTS)

# The house
_SO_MANY = spelt(len(names()))
_LEAD = W(f"{_SO_MANY.en} games of cats and mice", f"{_SO_MANY.fr} jeux de chats et de souris")
HOME_TITLE = W(f"Matou · {_LEAD.en}", f"Matou · {_LEAD.fr}")
HOME_LEAD = capital(_LEAD)
HOME_MORE = W(
    "Against a cat of your strength, with friends far away, or around one screen. No account.",
    "Contre un chat à ta mesure, avec des amis au loin, ou autour du même écran. Sans compte.",
)
HOME_ALONE = W(
    "Against a cat of your strength, or around one screen. All of it happens in this page.",
    "Contre un chat à ta mesure, ou autour du même écran. Tout se passe dans cette page.",
)
PUT_ONLINE = W("Put online", "Mettre en ligne")
PUT_ONLINE_MORE = W(
    "At the site a table plays on from here, with the same players; a finished game can be looked "
    "at and shared there. Every draw so far is checked.",
    "Sur le site, une table continue à partir d’ici, avec les mêmes joueurs ; une partie finie "
    "s’y regarde et s’y partage. Chaque tirage jusqu’ici est vérifié.",
)
PUT_ONLINE_LINK = W(
    "The others at this screen come by a link", "Les autres devant cet écran viendront par un lien"
)
STARTING = W("Matou is getting up…", "Matou se lève…")
CANNOT_START = W(
    "A part of Matou did not arrive. Load the page again; no game is lost.",
    "Un morceau de Matou n’est pas arrivé. Recharge la page ; aucune partie n’est perdue.",
)
TOO_OLD = W(
    "This browser cannot run Matou: it takes WebAssembly, and workers that are modules, which "
    "browsers have had since 2023. With a newer one it works; no game is lost.",
    "Ce navigateur ne peut pas faire tourner Matou : il faut WebAssembly, et des workers en "
    "modules, que les navigateurs ont depuis 2023. Avec un plus récent, ça marche ; aucune partie "
    "n’est perdue.",
)
OFFLINE = W("Without a network", "Sans réseau")
OFFLINE_MORE = W(
    f"Keep Matou on this device: the {_SO_MANY.en} games against every cat and on the same screen, "
    "the lessons and the rules will work on a train, on a plane, on an island.",
    f"Garde Matou sur cet appareil : les {_SO_MANY.fr} jeux contre tous les chats et sur un même "
    "écran, les leçons et les règles marcheront dans un train, dans un avion, sur une île.",
)
OFFLINE_KEEP = W("Keep for offline ({size} MB)", "Garder hors ligne ({size} Mo)")
OFFLINE_REMOVE = W("Remove the offline copy", "Supprimer la copie hors ligne")
OFFLINE_PLAY = W("Play without the server", "Jouer sans le serveur")
OFFLINE_KEEPING = W("Fetching all of it…", "Je rapporte le tout…")
OFFLINE_RENEWING = W("A new version is being fetched…", "Une nouvelle version arrive…")
OFFLINE_KEPT = W(
    "Matou is kept on this device, and works without a network.",
    "Matou est gardé sur cet appareil, et marche sans réseau.",
)
OFFLINE_REMOVED = W(
    "The offline copy is gone. Your games are still here.",
    "La copie hors ligne est supprimée. Tes parties sont toujours là.",
)
OFFLINE_FULL = W(
    "There is no room for it in this browser’s storage. Make some and try again; no game is lost.",
    "Le stockage de ce navigateur n’a plus de place. Fais-en et réessaie ; aucune partie n’est "
    "perdue.",
)
OFFLINE_BROKEN = W(
    "The download broke off. What arrived whole is kept: press again to go on.",
    "Le téléchargement s’est interrompu. Ce qui est arrivé entier reste : appuie encore pour "
    "continuer.",
)
OFFLINE_NOT_HERE = W(
    "This browser keeps no pages from here: it takes https (or this computer’s own address), a "
    "recent browser, and no private window.",
    "Ce navigateur ne garde pas de pages d’ici : il faut https (ou l’adresse de cet ordinateur "
    "même), un navigateur récent, et pas de fenêtre privée.",
)
FOR_OFFLINE = (
    *("OFFLINE_MORE", "OFFLINE_KEEPING", "OFFLINE_RENEWING", "OFFLINE_KEPT", "OFFLINE_REMOVED"),
    *("OFFLINE_FULL", "OFFLINE_BROKEN", "OFFLINE_NOT_HERE"),
)
NO_NETWORK_TITLE = W("No network just now", "Pas de réseau pour l’instant")
NO_NETWORK = W(
    "This needs other people, or the site itself. Against a cat or around one screen you can play "
    "all the same, and read the rules; the rest comes back with the network.",
    "Ça demande d’autres gens, ou le site lui-même. Contre un chat ou autour d’un écran, tu peux "
    "jouer quand même, et lire les règles ; le reste revient avec le réseau.",
)
SKIP = W("Skip to the board", "Aller au plateau")
LANGUAGE = W("Français", "English")
OTHER_LANGUAGE = W("fr", "en")
GO_DARK = W("Dark colours", "Couleurs sombres")
GO_LIGHT = W("Light colours", "Couleurs claires")
PLAY_NOW = W("Play now", "Jouer")
AGAINST = W("Your opponent", "Ton adversaire")
WEAKEST_FIRST = W("Five cats, the weakest first", "Cinq chats, le plus faible d’abord")
MINUTES = W("min", "min")
PLAYERS = W("players", "joueurs")
YOUR_GAMES = W("Your games", "Tes parties")
WATCH = W("Watch", "Regarder")
NOTHING_TO_WATCH = W(
    "Nobody is playing just now. Begin a game, and it will be here.",
    "Personne ne joue pour l’instant. Commence une partie, elle sera ici.",
)

# Setting a table
HOW = W("How do you want to play?", "Comment veux-tu jouer ?")
MODE_BOT = W("Against bots", "Contre des robots")
MODE_BOT_MORE = W("The game begins at once.", "La partie commence aussitôt.")
MODE_FRIENDS = W("With friends", "Entre amis")
MODE_FRIENDS_MORE = W("You get a link for each seat.", "Tu reçois un lien par place.")
MODE_SAME = W("Same screen", "Même écran")
MODE_SAME_MORE = W("You pass the device around.", "Vous vous passez l’écran.")
SEATS = W("Players", "Joueurs")
LEVEL = W("Level of the bots", "Force des robots")
PLACES = W("Who sits where", "Qui s’assoit où")
PLACES_MORE = W(
    "Choose your own place. The others are taken as you chose above, or each as you like.",
    "Choisis ta place. Les autres sont prises comme choisi plus haut, ou chacune à ton gré.",
)
IN_TURN = (
    W("plays first", "joue en premier"),
    W("plays second", "joue en deuxième"),
    W("plays third", "joue en troisième"),
    W("plays fourth", "joue en quatrième"),
    W("plays fifth", "joue en cinquième"),
)
WHO_PLAYS_AT = W("Place {n}, {side}: who sits there", "Place {n}, {side} : qui s’y assoit")
AS_CHOSEN = W("as chosen above", "comme choisi plus haut")
SEAT_FRIEND = W("a friend, by link", "un ami, par lien")
SEAT_HERE = W("somebody here", "quelqu’un ici")
SEAT_CAT = W("a bot", "un robot")
PLACE = W("For place {n}", "Pour la place {n}")
ANY = W("whichever is left", "celle qui reste")
YOUR_NAME = W("Your name", "Ton nom")
NAME_OF = W("Name of player {n}", "Nom du joueur {n}")
YOUR_COLOUR = W("Your colour", "Ta couleur")
OPTIONS = W("Rules of the table", "Règles de la table")
ALLOW_HINTS = W("Hints are allowed", "Les conseils sont permis")
ALLOW_WATCH = W("Others may watch", "On peut regarder")
CLOCK = W("Clock", "Pendule")
COLON = W(": ", " : ")
CLOCK_MORE = W(
    "Cats take no time, and a stop of the site is nobody’s.",
    "Les chats ne prennent pas de temps, et une panne du site ne coûte rien à personne.",
)
CLOCK_LIVE = W("live: minutes for the game", "en direct : des minutes pour la partie")
CLOCK_DAYS = W("by and by: days for each turn", "au fil des jours : des jours pour chaque tour")
CLOCK_MINUTES = W("Minutes for each player", "Minutes par joueur")
CLOCK_INCREMENT = W("Seconds more each turn", "Secondes en plus par tour")
CLOCK_DAYS_EACH = W("Days for each turn", "Jours pour chaque tour")
WHEN_UP = W("When time is up", "Quand le temps est écoulé")
WHEN_UP_BOT = W("a cat plays on, until you are back", "un chat joue, jusqu’à ton retour")
WHEN_UP_LOSE = W("whoever is late has lost", "qui est en retard a perdu")
BEGIN = W("Begin", "Commencer")
AS_EVER = W("as the rules say", "comme le dit la règle")
YES = W("yes", "oui")
NO = W("no", "non")

# Joining
INVITED = W("{name} invites you to play", "{name} t’invite à jouer")
YOU_PLAY = W("You play {side}.", "Tu joues {side}.")
SIT_DOWN = W("Sit down", "S’asseoir")
WATCH_INSTEAD = W("Watch the game", "Regarder la partie")
INVITE_TITLE = W("Invite your friends", "Invite tes amis")
INVITE_ONE = W(
    "Send this link to whoever you want to play with; the game begins when they sit down.",
    "Envoie ce lien à la personne de ton choix ; la partie commence dès qu’elle s’assoit.",
)
INVITE_MORE = W(
    "Send each of them one of these links; the game begins when every seat is taken.",
    "Envoie à chacun l’un de ces liens ; la partie commence quand toutes les places sont prises.",
)
ALONE = W(
    "So far only this computer can reach this Matou, and a link works here alone. For friends in "
    "your house, stop it and start it like this; no game is lost:",
    "Pour l’instant, seul cet ordinateur atteint ce Matou : un lien ne marche qu’ici. Pour des "
    "amis à la maison, arrête-le et relance-le ainsi ; aucune partie n’est perdue :",
)
SHARE = W("Share…", "Partager…")
QR_CODE = W("QR code for a phone", "Code QR pour un téléphone")
QR_MORE = W("The link as a QR code", "Le lien en code QR")
COPY = W("Copy", "Copier")
COPIED = W("Copied", "Copié")
SEAT_A_BOT = W("Seat a bot", "Asseoir un robot")

# For ears and keys
SKIP_MAIN = W("Skip to the contents", "Aller au contenu")
THE_BOARD = W("The board", "Le plateau")
WHO_PLAYS = W("Who plays", "Qui joue")
BOARD_KEYS = W(
    "Arrows move, Enter chooses, Escape drops the choice.",
    "Les flèches déplacent, Entrée choisit, Échap abandonne le choix.",
)
SPOKEN_ONE = W("{name}: {will}", "{name} : {will}")
SPOKEN_SEVERAL = W("{name}, {n} choices", "{name}, {n} choix")
LEFT = W("{n} choices left.", "Il reste {n} choix.")
LEFT_NAMED = W("{n} choices left: {list}.", "Il reste {n} choix : {list}.")
DROPPED = W("Nothing is chosen any more.", "Plus rien n’est choisi.")
TAKEN_BACK = W("The last move is taken back.", "Le dernier coup est repris.")
SCORE_OF = W("Score of {name}: {n}.", "{name}, score : {n}.")
SAYS_IN_CHAT = W("{name} says: {said}", "{name} dit : {said}")
WINNER = W("winner", "gagne")
BY_KEYBOARD = W("Keyboard", "Clavier")
SINGLE_KEYS = W("Single-key shortcuts", "Raccourcis à une touche")
KEYS = (
    (W("Tab", "Tab"), W("into the board, and out of it", "entrer sur le plateau, en sortir")),
    (W("← ↑ → ↓", "← ↑ → ↓"), W("from one choice to the next", "d’un choix à l’autre")),
    (W("PgUp PgDn", "PgHaut PgBas"), W("every choice, one by one", "tous les choix, un par un")),
    (W("Enter", "Entrée"), W("choose", "choisir")),
    (W("Esc", "Échap"), W("drop the choice", "abandonner le choix")),
    (W("b", "b"), W("to the board", "aller au plateau")),
    (W("m", "m"), W("all you can do", "tout ce que tu peux faire")),
    (W("w", "w"), W("the board in words", "le plateau en mots")),
    (W("l", "l"), W("what happened", "le fil de la partie")),
    (W("r", "r"), W("the rules", "les règles")),
    (W("c", "c"), W("chat", "bavarder")),
    (W("u", "u"), W("take back", "reprendre le coup")),
    (W("h", "h"), W("hint", "conseil")),
    (
        W("s", "s"),
        W("say the scores and whose turn it is", "dire les scores et à qui de jouer"),
    ),
    (W("a", "a"), W("say the last things again", "redire ce qui vient d’être dit")),
    (W("?", "?"), W("this list", "cette liste")),
)

# At the table
LOG = W("What happened", "Le fil de la partie")
NOTATION = W("notation", "notation")
CHAT = W("Chat", "Bavarder")
SAY = W("Say something nice", "Un mot gentil")
SEND = W("Send", "Envoyer")
UNDO = W("Take back", "Reprendre")
AID = W("What scores, and what things do", "Ce qui rapporte, et à quoi sert quoi")
HINT = W("Hint", "Conseil")
HINT_SAYS = W("A wise cat’s advice: {says}.", "Le conseil d’un chat avisé : {says}.")
MOVES = W("All you can do", "Tout ce que tu peux faire")
BOARD_IN_WORDS = W("The board in words", "Le plateau en mots")
SETTINGS = W("Settings", "Réglages")
MEMORY_HELP = W("Memory help", "Aide-mémoire")
ANIMATION = W("Animation", "Animation")
PACE = W("Pace of the bots", "Rythme des robots")
PACES = {
    "calm": W("calm", "tranquille"),
    "normal": W("normal", "normal"),
    "quick": W("quick", "vif"),
}
SOUND = W("Sound", "Son")
FAIRNESS = W("Fair play", "Tirage loyal")
FAIRNESS_MORE = W(
    "Every card, die and tile follows from a secret number fixed before the game. This is its "
    "seal; after the game the number is shown, and anyone can check.",
    "Chaque carte, dé ou tuile découle d’un nombre secret fixé avant la partie. Voici son sceau ; "
    "à la fin le nombre est montré, et chacun peut vérifier.",
)
SEAL = W("Seal (SHA-256)", "Sceau (SHA-256)")
SEED = W("Secret number", "Nombre secret")
VERIFY = W("Check every draw", "Vérifier chaque tirage")
DOWNLOAD = W("Keep the record", "Garder la partie")
REMATCH = W("Rematch", "Revanche")
GO_REMATCH = W("To the rematch", "À la revanche")
LAST_ROUND = W("The last round!", "Dernier tour !")
BRAVO = W("Bravo! Beautifully played.", "Bravo ! Superbement joué.")
KINDLY = W(
    "Well played all the same. The next cheese is yours.",
    "Bien joué quand même. Le prochain fromage est pour toi.",
)
THE_END = W("The end", "Fin de la partie")
CURTAIN = W("Pass the screen to {name}", "Passe l’écran à {name}")
CURTAIN_MORE = W(
    "There are secrets at this table: no peeking!",
    "Il y a des secrets à cette table : on ne regarde pas !",
)
I_AM = W("I am {name}", "Je suis {name}")
YOU = W("you", "toi")
AWAY = W("away", "pas là")
BOT = W("bot", "robot")
KEEPS_WARM = W("a bot keeps the seat warm", "un robot garde la place au chaud")
LEAVE = W("I must go: a bot plays for me", "Je dois partir : un robot joue pour moi")
LET_BOT = W("Let a bot play", "Laisser un robot jouer")
TAKE_BACK_SEAT = W("Take my seat back", "Reprendre ma place")
TIME_LEFT = W("Time left", "Temps restant")
MINUTE_LEFT = W("You have one minute left.", "Il te reste une minute.")
SECONDS_LEFT = W("You have ten seconds left.", "Il te reste dix secondes.")
TIME_UP = W(
    "Time is up: {name} plays on for that seat.", "Temps écoulé : {name} joue à cette place."
)
YOUR_TIME_UP = W(
    "Your time is up: {name} plays on for you. Take your seat back whenever you like.",
    "Ton temps est écoulé : {name} joue pour toi. Reprends ta place quand tu veux.",
)
OUT_BY_TIME = W("lost on time", "a perdu au temps")
TIME_UP_LOST = W(
    "Time is up: that seat has lost, and {name} plays it to the end.",
    "Temps écoulé : cette place a perdu, et {name} la joue jusqu’au bout.",
)
YOUR_TIME_UP_LOST = W(
    "Your time is up, and so you have lost. {name} plays your seat to the end.",
    "Ton temps est écoulé : tu as perdu. {name} joue à ta place jusqu’au bout.",
)
SPECTATOR = W("You are watching.", "Tu regardes.")
SIMPLER = W(
    "A bot did not answer in time: a simpler one has just moved for it.",
    "Un robot n’a pas répondu à temps : un plus simple vient de jouer pour lui.",
)
LOST = W("The line is chewed through. Trying again…", "Le fil est rongé. Nouvel essai…")
CLEAR = W("Choose again", "Autre choix")
CHOOSE_ONE = W("Which one?", "Que choisis-tu ?")
ONCE_MORE = W("Once more to confirm.", "Encore une fois pour confirmer.")
NARROWED = W("Now choose where.", "Choisis maintenant où.")
RULE = W("Why?", "Pourquoi ?")
REACTION_MOODS: tuple[Mood, ...] = ("proud", "pouncing", "dizzy", "asleep")

# Refusals
TOO_FAST = W("Not so fast, one thing at a time.", "Pas si vite, une chose à la fois.")

# Pages for what is not
NOT_FOUND_TITLE = W("Nothing here but a mouse hole", "Rien qu’un trou de souris")
NOT_FOUND = W(
    "This page does not exist, or no longer.", "Cette page n’existe pas, ou n’existe plus."
)
PRIVATE_TITLE = W("The curtain is drawn", "Le rideau est tiré")
PRIVATE = W("This table is playing in private.", "Cette table joue en privé.")
ERROR_TITLE = W("Matou knocked something over", "Matou a renversé quelque chose")
ERROR = W(
    "It is our fault, and it has been noted. Nothing that was played is lost.",
    "C’est notre faute, et c’est noté. Rien de ce qui a été joué n’est perdu.",
)
NO_PICTURE = W(
    "This picture could not be drawn just now. Try again in a moment.",
    "Cette image n’a pas pu être dessinée. Réessaie dans un instant.",
)
FORBIDDEN_TITLE = W("Not from there", "Pas par là")
FORBIDDEN = W(
    "That request did not come from our own page.", "Cette demande ne vient pas de nos pages."
)
SLOW_TITLE = W("Slowly, slowly", "Doucement")
SLOW = W("Too many tables at once. Wait a moment.", "Trop de tables à la fois. Attends un peu.")
BACK_TO_TABLE = W("Back to the table", "Retour à la table")
BACK_HOME = W("Back to the games", "Retour aux jeux")

# What the page's script says by itself.
FOR_SCRIPT = (
    *("SPOKEN_ONE", "SPOKEN_SEVERAL", "LEFT", "LEFT_NAMED", "DROPPED", "TAKEN_BACK", "SCORE_OF"),
    *("SAYS_IN_CHAT", "WINNER", "HINT_SAYS", "CHOOSE_ONE", "NARROWED", "ONCE_MORE", "YOU", "AWAY"),
    *("BOT", "KEEPS_WARM", "LET_BOT", "TAKE_BACK_SEAT", "SEAT_A_BOT", "COPY", "SHARE", "QR_CODE"),
    *("QR_MORE", "COPIED", "THE_END", "LAST_ROUND", "BRAVO", "KINDLY", "VERIFY", "DOWNLOAD"),
    *("REMATCH", "GO_REMATCH", "CURTAIN", "CURTAIN_MORE", "I_AM", "RULE", "SPECTATOR"),
    *("MINUTE_LEFT", "SECONDS_LEFT", "DAYS_LEFT", "WHOLE_DAYS_LEFT", "TIME_UP", "YOUR_TIME_UP"),
    *("OUT_BY_TIME", "TIME_UP_LOST", "WHEN_UP_LOSE", "YOUR_TIME_UP_LOST", "LOOK_BACK", "NO_BOOK"),
    "MATTERS_NOW",
    *FOR_STRANGERS,
)


def spoken(names: Iterable[str], lang: str) -> dict[str, str]:
    """Texts for a page's script, by their names."""
    return {name: globals()[name].say(lang) for name in names}


def catalogue() -> dict[str, Words]:
    """Every text by its name."""
    return {k: v for k, v in globals().items() if isinstance(v, Words)}
